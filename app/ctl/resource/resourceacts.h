// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/output.h"
#include "engine/api/resource/resourceid.h"
#include "engine/protocol/newresource.h"

namespace ctl {

class Session;

// Verbs for all kinds of resources: print one, list those below -g and -w, or delete one after a confirmation, with
// --terminate also what blocks the deletion.
[[nodiscard]] engine::Result<int> showResource(Session &session, engine::ResourceKind kind,
                                               const QList<Column> &columns);
[[nodiscard]] engine::Result<int> listResources(Session &session, engine::ResourceKind kind,
                                                const QList<Column> &columns);
[[nodiscard]] engine::Result<int> deleteResource(Session &session, engine::ResourceKind kind);
// The same for a fixed kind.
template <engine::ResourceKind kind, const QList<Column> &columns> engine::Result<int> show(Session &session)
{
    return showResource(session, kind, columns);
}
template <engine::ResourceKind kind, const QList<Column> &columns> engine::Result<int> list(Session &session)
{
    return listResources(session, kind, columns);
}
template <engine::ResourceKind kind> engine::Result<int> remove(Session &session)
{
    return deleteResource(session, kind);
}

/// For a value of -c (oldFileOption) that is no document: prints the error and returns 2; else 0.
[[nodiscard]] int refuseMissingFile(const Session &session);

/// Columns of lists of a job's or a setup task's files.
extern const QList<Column> fileColumns;

/// Columns of findings on a machine, and whether one of them has failed.
extern const QList<Column> findingColumns;
[[nodiscard]] bool anyFailed(const QJsonArray &findings);

/// Prints the warnings about \a request's document to stderr.
void noteWarnings(const Session &session, engine::ResourceKind kind, const engine::NewResource &request);
/// Prints the warnings of an answer to stderr.
void noteWarnings(const Session &session, const QJsonValue &warnings);

/// Converts "a=b" and "c" to {"a":"b","c":""}, as az does for --tags. InvalidArgument.
[[nodiscard]] engine::Result<QJsonObject> tagsFrom(const QStringList &words);

} // namespace ctl
