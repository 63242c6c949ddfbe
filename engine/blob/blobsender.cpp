// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/blobsender.h"

#include "engine/blob/blobloop.h"

namespace engine {

BlobSender::BlobSender(BlobNetwork &network, BlobService::Account account, const BlobPatience &patience)
    : m_network(network), m_fetch(std::move(account)), m_patience(patience)
{
}

void BlobSender::withAccount(QObject *context, TakeAccount take)
{
    if (!m_account)
        m_account = m_fetch();
    whenFinished(*m_account, context, [this, take = std::move(take)](const Result<BlobAccount> &account) {
        if (!account)
            m_account.reset(); // what failed is tried again by the next call
        take(account);
    });
}

void BlobSender::forget(const BlobAccount &account)
{
    const bool isFetched = m_account && m_account->isFinished() && m_account->resultCount() > 0;
    if (!isFetched)
        return;
    const Result<BlobAccount> kept = m_account->result();
    const Secret &refused = account.credential.value;
    if (!kept || !(kept->credential.value == refused) || (m_refused && *m_refused == refused))
        return;
    m_refused = refused;
    m_account.reset();
}

QNetworkAccessManager &BlobSender::network()
{
    return m_network.manager();
}

} // namespace engine
