// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/secretplaces.h"
#include "engine/registry/notices.h"
#include "engine/registry/resources.h"
#include "engine/secret/secretstore.h"

namespace engine {

/// Names of the secrets in the keyring (which does not list its contents), and the secrets of jobs, setup tasks and
/// storage accounts: stored before their owner is, and removed with it. Thread: the engine's.
class OwnedSecrets final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OwnedSecrets)

public:
    OwnedSecrets(Store &store, SecretStore &secrets, const Resources &resources, Notices &notices,
                 QObject *parent = nullptr);

    void restoreMemory(const QJsonObject &memory); ///< from SecretStore::memory() of the previous engine
    [[nodiscard]] QStringList names() const; ///< of all secrets with a value, sorted
    [[nodiscard]] bool isInKeyring(const QString &name) const;

    // Stores the values of a document that is not stored yet.
    QFuture<Result<void>> keepOfJob(const QString &uuid, const QJsonObject &document);
    QFuture<Result<void>> keepOfCluster(const QJsonObject &cluster);
    void removeOf(const QString &owner); ///< \a owner: secretOwner() of a job or a cluster, or storageSecret()
    void sweep(); ///< removes secrets of jobs, clusters and storage accounts that no longer exist
    /// The job's \a document with the values of its own secrets, for a rerun.
    void copy(const QString &uuid, const QJsonObject &document, const Resources::Receiver &take);

signals:
    void kept(const QString &name); ///< the secret has a value now

private:
    QFuture<Result<void>> keep(const QList<DocumentSecret> &secrets, const char *onlyInMemory);
    QFuture<Result<void>> putNames(const QString &owner);
    void index(const QString &name);

    Store &m_store;
    SecretStore &m_secrets;
    const Resources &m_resources;
    Notices &m_notices;
    QHash<QString, QStringList> m_inKeyring; // by ownerOfSecret()
    QHash<QString, QSet<QString>> m_owned; // by ownerOfSecret(), in keyring or memory
};

} // namespace engine
