// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/secretplaces.h"
#include "engine/launch/launchplan.h"

#include <QFuture>

namespace engine {

class SecretStore;

/// All of \a secrets, or why one cannot be had. NotFound: somebody has to set it; else it may be had later.
[[nodiscard]] QFuture<Result<LaunchSecrets>> findSecrets(SecretStore &store, const QList<DocumentSecret> &secrets);

/// What a job waits for before it may be placed.
struct SecretLack
{
    QString code; ///< "SecretMissing"; "SecretLocked" while the keyring does not say
    Message reason; ///< with the remedy
};

/// Finds the secrets of one job in the store, and looks again by itself while they cannot be had: when one is set, and
/// now and then while the keyring is locked. Thread: the engine's.
class JobSecrets final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobSecrets)

public:
    JobSecrets(SecretStore &store, const QString &uuid, const QJsonObject &document, QObject *parent = nullptr);

    [[nodiscard]] bool areNeeded() const { return !m_secrets.isEmpty(); }
    [[nodiscard]] bool areThere() const { return m_areThere; } ///< when they were looked for last; none are needed: yes
    [[nodiscard]] const SecretLack &lack() const { return m_lack; } ///< what was missing then

    void look(); ///< changed() follows when they are there, or the lack is another one
    /// All of them, for one start. Unreachable without one of them; it is looked for again then.
    QFuture<Result<LaunchSecrets>> fetch();

signals:
    void changed();

private:
    void looked(const Result<LaunchSecrets> &found);

    SecretStore &m_store;
    QList<DocumentSecret> m_secrets;
    bool m_areThere = false;
    bool m_isLooking = false;
    bool m_isSetMeanwhile = false; // one was set while we looked
    SecretLack m_lack;
};

} // namespace engine
