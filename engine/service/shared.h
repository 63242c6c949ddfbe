// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resourceid.h"

namespace engine {

// What several subjects of the service say and ask.

/// Whether \a id is \a scope or lies below it; an invalid scope is everything.
[[nodiscard]] inline bool isBelow(const ResourceId &id, const ResourceId &scope)
{
    return !scope.isValid() || id == scope || id.ancestor(scope.kind()) == scope;
}

[[nodiscard]] inline Error notFound(const ResourceId &id)
{
    return {ErrorCode::NotFound,
            Message(QT_TRANSLATE_NOOP("engine", "There is no %1 %2."), {toString(id.kind()), id.shortText()}),
            id.toString(),
            {},
            {}};
}

[[nodiscard]] inline Error alreadyExists(const ResourceId &id)
{
    return {ErrorCode::AlreadyExists,
            Message(QT_TRANSLATE_NOOP("engine", "There is a %1 %2 already."), {toString(id.kind()), id.shortText()}),
            id.toString(),
            {},
            {}};
}

/// One fault speaks for itself; several are counted.
[[nodiscard]] inline Error refusedDocument(const QString &target, const QList<Fault> &faults)
{
    const Message message = faults.size() == 1
        ? faults.first().message
        : Message(QT_TRANSLATE_NOOP("engine", "The document has %1 faults."), {QString::number(faults.size())});
    return {ErrorCode::InvalidDocument, message, target, faults, {}};
}

[[nodiscard]] inline Error invalidArgument(const QString &target, const Message &message)
{
    return {ErrorCode::InvalidArgument, message, target, {}, {}};
}

} // namespace engine
