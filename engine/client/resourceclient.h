// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/resource/snapshots.h"
#include "engine/protocol/newresource.h"

namespace engine {

/// What is about resources of any kind, and clusters.
class ResourceClient final
{
public:
    explicit ResourceClient(EngineLink &link) : m_link(link) { }

    /// Everything the tree shows; from then on EngineClient::resourcesChanged() tells what differs.
    QFuture<Result<ResourceDelta>> fetchSnapshot();
    QFuture<Result<QJsonObject>> get(const ResourceId &id);
    QFuture<Result<QList<ResourceSnapshot>>> list(ResourceKind kind, const ResourceId &scope = {});
    /// Group, workspace, experiment. \a document is the create body ({"properties":…}); may be empty.
    QFuture<Result<QJsonObject>> create(const ResourceId &id, const QJsonObject &document = {});
    QFuture<Result<QJsonObject>> createCluster(const NewResource &request);
    /// A folder of a machine under the name of a file server, so that old documents find it. \a document may be empty.
    QFuture<Result<QJsonObject>> createFileServer(const ResourceId &id, const QString &machine, const QString &path,
                                                  const QJsonObject &document = {});
    /// Changes what may be changed after creation and stands in \a document: "tags" of a group or workspace,
    /// properties.scaleSettings of a cluster. Anything else there is InvalidArgument.
    QFuture<Result<QJsonObject>> update(const ResourceId &id, const QJsonObject &document);
    /// \a terminate: jobs of a cluster that are not done are stopped; without it they are a Conflict. Answers what its
    /// user should know: who still mounts a file server that is gone now.
    QFuture<Result<QList<Message>>> remove(const ResourceId &id, bool terminate = false);

private:
    EngineLink &m_link;
};

} // namespace engine
