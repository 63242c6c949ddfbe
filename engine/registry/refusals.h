// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"
#include "engine/protocol/newresource.h"

namespace engine {

// Errors and document checks that several services share.

[[nodiscard]] Error notFound(const ResourceId &id);
[[nodiscard]] Error alreadyExists(const ResourceId &id);
[[nodiscard]] Error refusedDocument(const QString &target, const QList<Fault> &faults);
[[nodiscard]] Error refused(const QString &target, const QString &code, const Message &message);
[[nodiscard]] Error invalidArgument(const QString &target, const Message &message);

/// \a faults with \a document as prefix of their targets.
[[nodiscard]] QList<Fault> faultsIn(const QString &document, QList<Fault> faults);
/// Checks a document without a text; faults have no lines.
[[nodiscard]] DocumentCheck checkObject(ResourceKind kind, const QJsonObject &document);

/// The create document of \a request: from a text or an object; both may be empty.
[[nodiscard]] DocumentCheck givenDocument(ResourceKind kind, const NewResource &request);

/// \a answer with "warnings", if there are any.
[[nodiscard]] QJsonObject withWarnings(QJsonObject answer, const QList<Fault> &warnings);

/// The user of this engine: "ann on desk".
[[nodiscard]] QString ownUser();

[[nodiscard]] inline bool isBelow(const ResourceId &id, const ResourceId &scope)
{
    return !scope.isValid() || id == scope || id.ancestor(scope.kind()) == scope;
}

} // namespace engine
