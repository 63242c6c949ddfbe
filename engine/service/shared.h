// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/documents.h"
#include "engine/service/reply.h"

namespace engine {

// What several subjects of the service say and ask. Any thread.

[[nodiscard]] Error notFound(const ResourceId &id);
[[nodiscard]] Error alreadyExists(const ResourceId &id);
/// InvalidDocument: one fault speaks for itself; several are counted.
[[nodiscard]] Error refusedDocument(const QString &target, const QList<Fault> &faults);
/// InvalidDocument with one fault.
[[nodiscard]] Error refused(const QString &target, const QString &code, const Message &message);
[[nodiscard]] Error invalidArgument(const QString &target, const Message &message);

/// \a faults of a document that is not the one that was asked about, or not alone: which one it is stands before the
/// place in it.
[[nodiscard]] QList<Fault> faultsIn(const QString &document, QList<Fault> faults);

/// checkDocument() of what was no text when it came: its faults name no lines.
[[nodiscard]] DocumentCheck checkObject(ResourceKind kind, const QJsonObject &document);
/// What a call's "text" and "overrides", else its "document", came to; valid and empty when it has none. Overrides
/// alone need not make a whole document.
[[nodiscard]] DocumentCheck givenDocument(ResourceKind kind, const QJsonObject &parameters);
/// As Error::toJson() writes details.
[[nodiscard]] QJsonArray faultsToJson(const QList<Fault> &faults);
/// What gives \a reply a document with "warnings", where there are any. Thread: that of \a context.
[[nodiscard]] Reply withWarnings(const QList<Fault> &warnings, QObject *context, const Reply &reply);

/// \a given as it is kept of a resource that is made now. No secret comes with it: none is of use to machines of one's
/// own.
[[nodiscard]] QJsonObject freshDocument(const ResourceId &id, const QJsonObject &given);

/// "ada on desk": whose engine this is, and where.
[[nodiscard]] QString ownUser();

[[nodiscard]] QStringList stringsAt(const QJsonObject &parameters, const QString &key);

/// Whether \a id is \a scope or lies below it; an invalid scope is everything.
[[nodiscard]] inline bool isBelow(const ResourceId &id, const ResourceId &scope)
{
    return !scope.isValid() || id == scope || id.ancestor(scope.kind()) == scope;
}

} // namespace engine
