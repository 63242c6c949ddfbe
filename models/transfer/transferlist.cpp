// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/transfer/transferlist.h"

#include "engine/base/whenfinished.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace models {

namespace {

int rankOf(engine::TransferState state)
{
    switch (state) {
    case engine::TransferState::Running:
    case engine::TransferState::Verifying:
        return 0;
    case engine::TransferState::Retrying:
        return 1;
    case engine::TransferState::Waiting:
        return 2;
    case engine::TransferState::Paused:
        return 3;
    default:
        return 4;
    }
}

} // namespace

bool comesFirst(const engine::TransferSnapshot &a, const engine::TransferSnapshot &b)
{
    const int rank = rankOf(a.state);
    if (rank != rankOf(b.state))
        return rank < rankOf(b.state);
    if (a.state == engine::TransferState::Waiting)
        return a.priority != b.priority ? a.priority > b.priority : a.createdMs < b.createdMs;
    return engine::isEnded(a.state) ? a.endedMs > b.endedMs : a.createdMs > b.createdMs;
}

TransferList::TransferList(engine::EngineClient &client, QObject *parent) : QObject(parent), m_client(client)
{
    connect(&client, &engine::EngineClient::transferChanged, this, &TransferList::take);
    connect(&client, &engine::EngineClient::transferProgressed, this, [this](engine::TransferSnapshot transfer) {
        const engine::TransferSnapshot *known = find(transfer.id);
        // The list was requested already.
        if (!known)
            return;
        transfer.request = known->request;
        take(transfer);
    });
    connect(&client, &engine::EngineClient::transfersStale, this, &TransferList::fetch);
    connect(&client, &engine::EngineClient::transferRemoved, this, [this](const QString &id) {
        m_heard.insert(id);
        m_transfers.removeIf([&id](const auto &transfer) { return transfer.id == id; });
        emit removed(id);
    });
    connect(&client, &engine::EngineClient::connectedChanged, this, [this](bool isConnected) {
        // Another engine may have changed them.
        if (isConnected)
            fetch();
    });
    if (client.isConnected())
        fetch();
}

const engine::TransferSnapshot *TransferList::find(const QString &id) const
{
    const auto found = std::find_if(m_transfers.cbegin(), m_transfers.cend(),
                                    [&id](const auto &transfer) { return transfer.id == id; });
    return found == m_transfers.cend() ? nullptr : &*found;
}

void TransferList::fetch()
{
    m_heard.clear();
    engine::whenFinished(
        m_client.transfers.list(), this, [this](const engine::Result<QList<engine::TransferSnapshot>> &all) {
            // Requested again after the next connection.
            if (!all)
                return;
            const auto isHeard = [this](const auto &transfer) { return m_heard.contains(transfer.id); };
            m_transfers.removeIf(std::not_fn(isHeard));
            std::copy_if(all->cbegin(), all->cend(), std::back_inserter(m_transfers), std::not_fn(isHeard));
            std::stable_sort(m_transfers.begin(), m_transfers.end(),
                             [](const auto &a, const auto &b) { return a.createdMs < b.createdMs; });
            emit reset();
        });
}

void TransferList::take(const engine::TransferSnapshot &transfer)
{
    m_heard.insert(transfer.id);
    const auto known = std::find_if(m_transfers.begin(), m_transfers.end(),
                                    [&transfer](const auto &other) { return other.id == transfer.id; });
    if (known != m_transfers.end())
        *known = transfer;
    else
        m_transfers.append(transfer);
    emit changed(transfer.id);
}

} // namespace models
