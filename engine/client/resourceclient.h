// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/resource/snapshots.h"
#include "engine/protocol/newresource.h"

namespace engine {

/// Calls about resources of any kind, and about clusters.
class ResourceClient final
{
public:
    explicit ResourceClient(EngineLink &link) : m_link(link) { }

    /// All resources. Afterwards EngineClient::resourcesChanged() reports changes.
    QFuture<Result<ResourceDelta>> fetchSnapshot();
    QFuture<Result<QJsonObject>> get(const ResourceId &id);
    QFuture<Result<QList<ResourceSnapshot>>> list(ResourceKind kind, const ResourceId &scope = {});
    /// For a group, workspace or experiment. \a document is the create document ({"properties":…}); may be empty.
    QFuture<Result<QJsonObject>> create(const ResourceId &id, const QJsonObject &document = {});
    QFuture<Result<QJsonObject>> createCluster(const NewResource &request);
    /// Gives a folder of a machine the name of a file server that documents refer to. \a document may be empty.
    QFuture<Result<QJsonObject>> createFileServer(const ResourceId &id, const QString &machine, const QString &path,
                                                  const QJsonObject &document = {});
    /// Changes what may be changed after creation: "tags" of a group or workspace, properties.scaleSettings of a
    /// cluster. InvalidArgument for anything else in \a document.
    QFuture<Result<QJsonObject>> update(const ResourceId &id, const QJsonObject &document);
    /// \a terminate: stop the cluster's jobs that are not done; without it such jobs are a Conflict. Answers warnings
    /// for the user, e.g. who still mounts the deleted file server.
    QFuture<Result<QList<Message>>> remove(const ResourceId &id, bool terminate = false);

private:
    EngineLink &m_link;
};

} // namespace engine
