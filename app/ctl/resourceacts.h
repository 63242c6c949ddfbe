// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/output.h"
#include "engine/api/resourceid.h"

#include <QJsonObject>

namespace ctl {

class Session;

// What verbs of all kinds of resources do: print the one that --name names, those below -g and -w, or delete it. Each
// is a whole verb.
[[nodiscard]] engine::Result<int> showResource(Session &session, engine::ResourceKind kind,
                                               const QList<Column> &columns);
[[nodiscard]] engine::Result<int> listResources(Session &session, engine::ResourceKind kind,
                                                const QList<Column> &columns);
/// \a more: further parameters of resource.delete.
[[nodiscard]] engine::Result<int> deleteResource(Session &session, engine::ResourceKind kind,
                                                 const QJsonObject &more = {});

/// A -c of oldFileOption() that is no document: prints why, and answers 2; else 0.
[[nodiscard]] int refuseMissingFile(const Session &session);

/// Of what `job.files` and `cluster.files` answer.
[[nodiscard]] const QList<Column> &fileColumns();

/// The warnings of the document that \a parameters took along, "text" and "overrides", to stderr.
void noteWarnings(const Session &session, engine::ResourceKind kind, const QJsonObject &parameters);
/// Those of an answer, to stderr.
void noteWarnings(const Session &session, const QJsonValue &warnings);

/// "a=b" and "c" as {"a":"b","c":""}, as az reads --tags. The error is InvalidArgument.
[[nodiscard]] engine::Result<QJsonObject> tagsFrom(const QStringList &words);

} // namespace ctl
