// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/secretplaces.h"
#include "engine/launch/launchplan.h"

#include <QFuture>

namespace engine {

class SecretStore;

/// Signs addresses of \a containers ("blob://ACCOUNT/CONTAINER") for reading and writing; the addresses by container.
/// NotFound, AuthenticationFailed: account or credential is missing. Other errors: the keyring may be read later.
using ContainerSigner = std::function<QFuture<Result<QMap<QString, QString>>>(const QStringList &containers)>;

/// Secret values that a start needs.
struct SecretNeeds
{
    QList<DocumentSecret> secrets;
    QStringList containers = {};

    [[nodiscard]] bool isEmpty() const { return secrets.isEmpty() && containers.isEmpty(); }
};

/// Reads all that \a needs names, or fails with the first that is not available. NotFound: somebody must set it. Other
/// errors: it may be available later.
[[nodiscard]] QFuture<Result<LaunchSecrets>> findSecrets(SecretStore &store, const ContainerSigner &sign,
                                                         const SecretNeeds &needs);

/// Why a job cannot be placed yet.
struct MissingSecret
{
    QString code; ///< "SecretMissing", or "SecretLocked" while the keyring does not answer
    Message reason; ///< with the remedy
};

/// Finds the secrets of one job, and looks again while they are not available: when one is set, and periodically while
/// the keyring is locked. Thread: the engine's.
class JobSecrets final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobSecrets)

public:
    JobSecrets(SecretStore &store, ContainerSigner sign, const QString &uuid, const QJsonObject &document,
               QObject *parent = nullptr);

    [[nodiscard]] bool areNeeded() const { return !m_needs.isEmpty(); }
    /// Whether all were available at the last look; true when none is needed.
    [[nodiscard]] bool areThere() const { return m_areThere; }
    [[nodiscard]] const MissingSecret &missing() const { return m_missing; } ///< result of the last look

    void look(); ///< changed() follows when all are available, or missing() has changed
    /// All values, for one start. Unreachable when one is not available; a new look follows then.
    QFuture<Result<LaunchSecrets>> fetch();

signals:
    void changed();

private:
    void lookEnded(const Result<LaunchSecrets> &found);
    [[nodiscard]] bool needs(const QString &name) const; ///< the entry \a name of the secret store

    SecretStore &m_store;
    ContainerSigner m_sign;
    SecretNeeds m_needs;
    bool m_areThere = false;
    bool m_isLooking = false;
    bool m_isSetMeanwhile = false; // a secret was set during a look
    MissingSecret m_missing;
};

} // namespace engine
