// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/backoff.h"
#include "engine/secret/keyring.h"

#include <QHash>
#include <QObject>
#include <QTimer>

namespace engine {

/// Secrets, which must not be on the disk: in the desktop's keyring (service "batchdeck", user PROFILE-ID/NAME), or in
/// memory until the program ends. Memory is read first. Each request is answered within 10 s of its turn; a later
/// answer of the keyring is dropped. Thread: the engine's; the application's thread must run its event loop.
class SecretStore final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SecretStore)

public:
    enum class Place { Memory, Keyring };
    struct Kept
    {
        Place place = Place::Memory;
        Message reason; ///< why the secret is not in the keyring although that was requested
    };

    explicit SecretStore(const QString &profileId, QObject *parent = nullptr);

    /// Nothing when the secret is unknown, or the keyring is locked, absent or does not answer. Never an error.
    QFuture<Result<std::optional<Secret>>> fetch(const QString &name);
    enum class Asks { InTurn, Anew };
    /// As fetch(), but a locked, silent or failing keyring is an error: the secret may exist. A session without a
    /// keyring has no secrets. Lookups run one after another, shared by all callers of a name. After an error the
    /// keyring is not asked for 1 s, then up to 60 s; all callers get the same error in that time, so that ten thousand
    /// callers ask it once. Asks::Anew ignores the pause.
    QFuture<Result<std::optional<Secret>>> lookUp(const QString &name, Asks asks = Asks::InTurn);
    /// Place::Keyring: also in memory; without a usable keyring only in memory, and the answer says so.
    QFuture<Result<Kept>> keep(const QString &name, const Secret &value, Place place);
    /// Removes the secret from keyring and memory; a missing one counts as removed. Conflict, Timeout, IoError: it may
    /// still be in the keyring.
    QFuture<Result<void>> remove(const QString &name);

    /// Secrets that are only in memory, for the engine that takes over and has the same keyring. {"name":"value"}
    [[nodiscard]] QJsonObject memory() const;
    void restoreMemory(const QJsonObject &memory); ///< adds the secrets of another SecretStore's memory()

signals:
    /// The keyring has the secret now, or no longer; emitted before the future finishes.
    void keyringChanged(const QString &name, bool hasIt);
    void kept(const QString &name); ///< keep() was called: fetch() finds the secret
    void mayAskAgain(); ///< a failing keyring is open now, or its pause has passed

private:
    struct Held
    {
        Secret value;
        quint64 keep = 0; // number of the keep() call
        bool isInKeyring = false;
    };

    QFuture<Keyring::Answer> askKeyring(Keyring::Act act, const QString &name, const Secret &value = {});
    void askNext();
    void answered(const Keyring::Answer &answer);
    void keyringIsOpen();
    void hold(const QString &name, const Secret &value);
    void forget(const QString &name) { m_memory.remove(name); }

    QString m_profileId;
    std::shared_ptr<Keyring> m_keyring;
    QHash<QString, Held> m_memory;
    quint64 m_keeps = 0;
    using Waiting = QList<std::shared_ptr<QPromise<Keyring::Answer>>>;
    std::deque<QString> m_names; // lookups in their order
    QHash<QString, Waiting> m_waiting; // callers of each lookup
    bool m_isAsking = false; // for the first of m_names
    std::optional<Error> m_trouble; // error of the last lookup
    Backoff m_backoff;
    QTimer m_rest; // pause after an error
};

} // namespace engine
