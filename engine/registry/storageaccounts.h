// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/blob/blobfiles.h"
#include "engine/registry/ownedsecrets.h"

#include <map>

namespace engine {

/// The storage accounts of this profile, and the requests of each. A credential is fetched from the secret store when
/// the first request needs it, and removed from there with its account. Thread: the engine's.
class StorageAccounts final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StorageAccounts)

public:
    StorageAccounts(Resources &resources, SecretStore &secrets, OwnedSecrets &owned, QObject *parent = nullptr);
    ~StorageAccounts() override;

    /// The id of the account \a name, with the case of its creation. NotFound.
    [[nodiscard]] Result<ResourceId> find(const QString &name) const;
    /// The requests of the account \a name. NotFound. Their errors are also those of the credential: Conflict, Timeout
    /// and IoError of a keyring that cannot be read now, AuthenticationFailed when the credential is gone.
    [[nodiscard]] Result<std::shared_ptr<BlobService>> service(const QString &name);
    /// Addresses of \a containers ("blob://ACCOUNT/CONTAINER") with signatures for reading and writing, which last 90
    /// days where the account's key signs them. Errors as of service().
    [[nodiscard]] QFuture<Result<QMap<QString, QString>>> sign(const QStringList &containers);
    /// The files of the account \a name, until its document or its credential changes or is removed. NotFound.
    [[nodiscard]] Result<RemoteFiles *> files(const QString &name);
    /// The requests of an account that is not stored.
    [[nodiscard]] std::shared_ptr<BlobService> unstored(const BlobAccount &account);

private:
    struct Guard;
    struct Signing;
    struct Open
    {
        std::shared_ptr<BlobService> service;
        std::unique_ptr<BlobFiles> files;
    };

    [[nodiscard]] Result<Open *> opened(const QString &name);
    [[nodiscard]] std::shared_ptr<BlobLoop> loop();
    void forgetCredential(const QString &secret);
    void signNext(const std::shared_ptr<Signing> &signing);
    void fetchAccount(const ResourceId &id, const std::shared_ptr<QPromise<Result<BlobAccount>>> &promise);

    Resources &m_resources;
    SecretStore &m_secrets;
    std::shared_ptr<Guard> m_guard;
    std::shared_ptr<BlobLoop> m_loop; // from its first use on
    std::map<ResourceId, Open> m_open;
};

} // namespace engine
