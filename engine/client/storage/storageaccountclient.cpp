// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/storage/storageaccountclient.h"

#include "engine/api/resource/snapshots.h"
#include "engine/client/call.h"

namespace engine {

QFuture<Result<ResourceId>> StorageAccountClient::add(const AddStorageAccount &account)
{
    return call(m_link, method::addStorageAccount, account,
                [](const QJsonObject &document) { return ResourceSnapshot::fromDocument(document).id; });
}

QFuture<Result<void>> StorageAccountClient::setCredential(const SetStorageCredential &credential)
{
    return call(m_link, method::setStorageCredential, credential);
}

QFuture<Result<void>> StorageAccountClient::createContainer(const QString &account, const QString &container)
{
    return call(m_link, method::createContainer, {account, container});
}

QFuture<Result<void>> StorageAccountClient::removeContainer(const QString &account, const QString &container)
{
    return call(m_link, method::removeContainer, {account, container});
}

QFuture<Result<QString>> StorageAccountClient::linkTo(const Location &blob, qint64 minutes)
{
    return call(m_link, method::linkBlob, {accountOf(blob.place), blob.path, minutes},
                [](const BlobAddress &link) { return link.url.text; });
}

} // namespace engine
