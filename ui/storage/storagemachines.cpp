// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/storagemachines.h"

#include "engine/api/storage/storage.h"
#include "models/resourcestore.h"
#include "models/storage/accountinput.h"

#include <utility>

namespace ui {

using engine::LinkState;

StorageMachines::StorageMachines(const models::ResourceStore &store, QObject *parent) : QObject(parent), m_store(store)
{
    connect(&store, &models::ResourceStore::changed, this, &StorageMachines::update);
    update();
}

void StorageMachines::update()
{
    QHash<engine::ResourceId, LinkState> links;
    for (const engine::ResourceSnapshot &resource : m_store.all(engine::ResourceKind::Machine)) {
        const auto machine = engine::MachineSnapshot::fromDocument(resource.document);
        links.insert(machine.id, machine.link);
    }
    QSet<engine::ResourceId> accounts;
    for (const engine::ResourceSnapshot &resource : m_store.all(engine::ResourceKind::StorageAccount))
        accounts.insert(resource.id);
    const QSet<engine::ResourceId> accountsBefore = std::exchange(m_accounts, accounts);
    const QHash<engine::ResourceId, LinkState> before = std::exchange(m_links, links);
    for (auto it = links.cbegin(); it != links.cend(); ++it) {
        const bool isNews = !before.contains(it.key()) || before.value(it.key()) != it.value();
        if (isNews && (it.value() == LinkState::Online || it.value() == LinkState::Degraded))
            emit cameBack(it.key().name());
    }
    for (const engine::ResourceId &account : std::as_const(accounts)) {
        if (!accountsBefore.contains(account))
            emit cameBack(engine::blobPlace(account.name()));
    }
    if (links != before || accounts != accountsBefore)
        emit changed();
}

engine::ResourceId StorageMachines::named(const QString &place) const
{
    for (auto it = m_links.cbegin(); it != m_links.cend(); ++it) {
        if (it.key().name() == place)
            return it.key();
    }
    return {};
}

std::optional<LinkState> StorageMachines::linkOf(const QString &place) const
{
    const engine::ResourceId id = named(place);
    return id.isValid() ? std::optional(m_links.value(id)) : std::nullopt;
}

QString StorageMachines::accountText(const QString &place) const
{
    const engine::ResourceId id = models::storageAccountAt(m_store, place);
    if (!id.isValid())
        return {};
    using Credential = engine::StorageAccountSnapshot::Credential;
    const auto account = engine::StorageAccountSnapshot::fromDocument(m_store.document(id));
    const QString host = models::endpointFact(id.name(), account.endpoint);
    const QString where = host.isEmpty() ? tr("Azure Blob") : tr("Azure Blob at %1").arg(host);
    return account.credential == Credential::Key ? tr("%1, by its key").arg(where)
                                                 : tr("%1, by a shared access signature").arg(where);
}

} // namespace ui
