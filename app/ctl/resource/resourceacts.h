// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/output.h"
#include "engine/api/resource/resourceid.h"
#include "engine/protocol/newresource.h"

namespace ctl {

class Session;

// What verbs of all kinds of resources do: print the one that they are about, those below -g and -w, or delete it once
// that is confirmed, with --terminate also what is in the way. Each is a whole verb.
[[nodiscard]] engine::Result<int> showResource(Session &session, engine::ResourceKind kind,
                                               const QList<Column> &columns);
[[nodiscard]] engine::Result<int> listResources(Session &session, engine::ResourceKind kind,
                                                const QList<Column> &columns);
[[nodiscard]] engine::Result<int> deleteResource(Session &session, engine::ResourceKind kind);
// The same of one kind.
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

/// A -c of oldFileOption that is no document: prints why, and answers 2; else 0.
[[nodiscard]] int refuseMissingFile(const Session &session);

/// Of lists of a job's or a setup task's files.
extern const QList<Column> fileColumns;

/// Of what was looked at on a machine, and whether some of it has failed.
extern const QList<Column> findingColumns;
[[nodiscard]] bool anyFailed(const QJsonArray &findings);

/// The warnings of the document that \a request took along, to stderr.
void noteWarnings(const Session &session, engine::ResourceKind kind, const engine::NewResource &request);
/// Those of an answer, to stderr.
void noteWarnings(const Session &session, const QJsonValue &warnings);

/// "a=b" and "c" as {"a":"b","c":""}, as az reads --tags. The error is InvalidArgument.
[[nodiscard]] engine::Result<QJsonObject> tagsFrom(const QStringList &words);

} // namespace ctl
