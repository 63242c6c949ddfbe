// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/resourceclient.h"

#include "engine/client/call.h"
#include "engine/protocol/resources.h"

namespace engine {

QFuture<Result<ResourceDelta>> ResourceClient::fetchSnapshot()
{
    return call(m_link, method::fetchSnapshot, {}, [](const Snapshot &snapshot) {
        return ResourceDelta::fromJson(JsonOf<Snapshot>::write(snapshot).toObject());
    });
}

QFuture<Result<QJsonObject>> ResourceClient::get(const ResourceId &id)
{
    return call(m_link, method::getResource, {id.toString()});
}

QFuture<Result<QList<ResourceSnapshot>>> ResourceClient::list(ResourceKind kind, const ResourceId &scope)
{
    ListResources request{toString(kind), {}};
    if (scope.isValid())
        request.scope = scope.toString();
    return call(m_link, method::listResources, request, toListBy(ResourceSnapshot::fromDocument));
}

QFuture<Result<QJsonObject>> ResourceClient::create(const ResourceId &id, const QJsonObject &document)
{
    return createFileServer(id, {}, {}, document);
}

QFuture<Result<QJsonObject>> ResourceClient::createCluster(const NewResource &request)
{
    return call(m_link, method::createCluster, request);
}

QFuture<Result<QJsonObject>> ResourceClient::createFileServer(const ResourceId &id, const QString &machine,
                                                              const QString &path, const QJsonObject &document)
{
    NewResource request;
    request.id = id.toString();
    request.document = document;
    request.machine = machine;
    request.path = path;
    return call(m_link, method::createResource, request);
}

QFuture<Result<QJsonObject>> ResourceClient::update(const ResourceId &id, const QJsonObject &document)
{
    return call(m_link, method::updateResource, {id.toString(), document});
}

QFuture<Result<QList<Message>>> ResourceClient::remove(const ResourceId &id, bool terminate)
{
    return call(m_link, method::deleteResource, {id.toString(), terminate},
                [](const DeletedResource &deleted) { return deleted.warnings.value_or(QList<Message>()); });
}

} // namespace engine
