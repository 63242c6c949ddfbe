// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"
#include "engine/protocol/newresource.h"

namespace engine {

// Errors that several services answer with, and what is checked before a document is taken.

[[nodiscard]] Error notFound(const ResourceId &id);
[[nodiscard]] Error alreadyExists(const ResourceId &id);
[[nodiscard]] Error refusedDocument(const QString &target, const QList<Fault> &faults);
[[nodiscard]] Error refused(const QString &target, const QString &code, const Message &message);
[[nodiscard]] Error invalidArgument(const QString &target, const Message &message);

/// With \a document before their targets.
[[nodiscard]] QList<Fault> faultsIn(const QString &document, QList<Fault> faults);
/// A document that has no text, so that its faults have no lines.
[[nodiscard]] DocumentCheck checkObject(ResourceKind kind, const QJsonObject &document);

/// What \a request says to create: the text of a file, or an object; both may be empty.
[[nodiscard]] DocumentCheck givenDocument(ResourceKind kind, const NewResource &request);

/// \a answer, a document, with "warnings" where there are any.
[[nodiscard]] QJsonObject withWarnings(QJsonObject answer, const QList<Fault> &warnings);

/// Who uses this engine: "ann on desk".
[[nodiscard]] QString ownUser();

[[nodiscard]] inline bool isBelow(const ResourceId &id, const ResourceId &scope)
{
    return !scope.isValid() || id == scope || id.ancestor(scope.kind()) == scope;
}

} // namespace engine
