// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/resourcestore.h"

#include "engine/base/whenfinished.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace models {

using engine::ResourceDelta;
using engine::ResourceId;
using engine::ResourceSnapshot;

ResourceStore::ResourceStore(engine::EngineClient &client, QObject *parent) : QObject(parent), m_client(client)
{
    connect(&client, &engine::EngineClient::resourcesChanged, this, &ResourceStore::receive);
    connect(&client, &engine::EngineClient::connectedChanged, this, [this](bool connected) {
        if (connected)
            sync();
    });
}

void ResourceStore::sync()
{
    if (m_syncing)
        return;
    m_syncing = true;
    engine::whenFinished(m_client.resources.fetchSnapshot(), this, [this](const engine::Result<ResourceDelta> &answer) {
        m_syncing = false;
        if (!answer)
            return emit failed(answer.error());
        adopt(*answer);
    });
}

QJsonObject ResourceStore::document(const ResourceId &id) const
{
    return m_resources.value(id).document;
}

QList<ResourceSnapshot> ResourceStore::all(engine::ResourceKind kind, const ResourceId &scope) const
{
    QList<ResourceSnapshot> found;
    for (const ResourceSnapshot &resource : m_resources) {
        if (resource.id.kind() == kind && (!scope.isValid() || resource.id.ancestor(scope.kind()) == scope))
            found.append(resource);
    }
    return found;
}

void ResourceStore::receive(const ResourceDelta &delta)
{
    if (m_syncing || !m_loaded) {
        m_early.append(delta);
        return;
    }
    if (delta.revision <= m_revision)
        return;
    const bool isEmpty = delta.upserted.isEmpty() && delta.removed.isEmpty(); // an empty delta: changes were dropped
    if (isEmpty || delta.revision != m_revision + 1) {
        m_early.append(delta);
        sync();
        return;
    }
    apply(delta);
}

void ResourceStore::adopt(const ResourceDelta &snapshot)
{
    ResourceDelta difference{snapshot.revision, {}, {}};
    QSet<ResourceId> present;
    for (const ResourceSnapshot &resource : snapshot.upserted) {
        present.insert(resource.id);
        if (m_resources.value(resource.id).document != resource.document)
            difference.upserted.append(resource);
    }
    for (auto it = m_resources.keyBegin(); it != m_resources.keyEnd(); ++it) {
        if (!present.contains(*it))
            difference.removed.append(*it);
    }
    const bool first = !std::exchange(m_loaded, true);
    apply(difference);
    for (const ResourceDelta &delta : std::exchange(m_early, {}))
        receive(delta);
    if (first)
        emit loaded();
}

void ResourceStore::apply(ResourceDelta delta)
{
    addDescendants(delta.removed);
    for (const ResourceId &id : std::as_const(delta.removed))
        m_resources.remove(id);
    for (const ResourceSnapshot &resource : std::as_const(delta.upserted))
        m_resources.insert(resource.id, resource);
    m_revision = delta.revision;
    m_asOf = QDateTime::currentDateTimeUtc();
    emit changed(delta);
}

void ResourceStore::addDescendants(QList<ResourceId> &removed) const
{
    QSet<ResourceId> gone(removed.cbegin(), removed.cend());
    const bool hasParents = std::any_of(removed.cbegin(), removed.cend(), [](const ResourceId &id) {
        return id.kind() != engine::ResourceKind::Job && !id.isOfProfile();
    });
    if (!hasParents)
        return;
    for (auto it = m_resources.keyBegin(); it != m_resources.keyEnd(); ++it) {
        if (gone.contains(*it))
            continue;
        for (ResourceId above = it->parent(); above.isValid(); above = above.parent()) {
            if (gone.contains(above)) {
                removed.append(*it);
                break;
            }
        }
    }
}

ResourceId storageAccountAt(const ResourceStore &store, const QString &place)
{
    const QString name = engine::accountOf(place);
    if (name.isEmpty())
        return {};
    const auto accounts = store.all(engine::ResourceKind::StorageAccount);
    const auto found = std::find_if(accounts.cbegin(), accounts.cend(),
                                    [&name](const ResourceSnapshot &account) { return account.id.name() == name; });
    return found == accounts.cend() ? ResourceId() : found->id;
}

} // namespace models
