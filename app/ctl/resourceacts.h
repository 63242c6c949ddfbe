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

/// "a=b" and "c" as {"a":"b","c":""}, as az reads --tags. The error is InvalidArgument.
[[nodiscard]] engine::Result<QJsonObject> tagsFrom(const QStringList &words);

/// The create document that -f names, or an empty one, changed by \a overrides (PATH=VALUE below properties). With
/// faults in it InvalidDocument; what a file would have to hold may be missing when there is none. Without secrets.
[[nodiscard]] engine::Result<QJsonObject> documentFrom(Session &session, engine::ResourceKind kind,
                                                       const QStringList &overrides);
/// PATH=VALUE that sets \a path to \a value, whatever it looks like.
[[nodiscard]] QString overrideText(const QString &path, const QJsonValue &value);

} // namespace ctl
