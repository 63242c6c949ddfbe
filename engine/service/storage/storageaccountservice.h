// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/storageaccounts.h"
#include "engine/registry/storageaccounts.h"
#include "engine/service/router.h"

namespace engine {

struct NewStorageAccount;

/// Storage accounts of Azure Blob and their containers: storageAccount.*
class StorageAccountService final : public QObject
{
    Q_DISABLE_COPY_MOVE(StorageAccountService)

public:
    StorageAccountService(Router &router, Resources &resources, SecretStore &secrets, OwnedSecrets &owned,
                          Notices &notices, StorageAccounts &accounts);

private:
    void add(const AddStorageAccount &request, const ReplyTo<QJsonObject> &reply);
    void setCredential(const SetStorageCredential &request, const ReplyTo<Nothing> &reply);
    void createContainer(const OfContainer &request, const ReplyTo<Nothing> &reply);
    void removeContainer(const OfContainer &request, const ReplyTo<Nothing> &reply);
    void link(const LinkBlob &request, const ReplyTo<BlobAddress> &reply);

    using Then = std::function<void(const Result<void> &done)>;
    void tryOut(const NewStorageAccount &account, const Reply &call, const Then &then);
    void store(const ResourceId &id, const NewStorageAccount &account, bool remembers,
               const ReplyTo<QJsonObject> &reply);
    using Warnings = QList<Fault>;
    using ThenKept = std::function<void(const Result<Warnings> &kept)>;
    void keep(const ResourceId &id, const Secret &credential, bool remembers, const ThenKept &then);

    Router &m_router;
    Resources &m_resources;
    SecretStore &m_secrets;
    OwnedSecrets &m_owned;
    Notices &m_notices;
    StorageAccounts &m_accounts;
};

} // namespace engine
