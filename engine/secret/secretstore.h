// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/backoff.h"
#include "engine/secret/keyring.h"

#include <QHash>
#include <QObject>
#include <QTimer>

namespace engine {

/// Passphrases, passwords and what else must not be on the disk: in the desktop's keyring (service "batchdeck", user
/// PROFILE-ID/NAME), or in memory until the program ends. Memory is asked first. Whatever the keyring does, an answer
/// comes within 10 s of its turn; a later one is dropped. Thread: the engine's; the application's must run its event
/// loop.
class SecretStore final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SecretStore)

public:
    enum class Place { Memory, Keyring };
    struct Kept
    {
        Place place = Place::Memory;
        Message reason; ///< why not in the keyring, when it was asked for
    };

    explicit SecretStore(const QString &profileId, QObject *parent = nullptr);

    /// Nothing when it is not known, or the keyring is locked, absent or silent. Never an error.
    QFuture<Result<std::optional<Secret>>> fetch(const QString &name);
    enum class Asks { InTurn, Anew };
    /// The same, but a keyring that is locked, silent or in trouble is an error: the secret may be there. A session
    /// without a keyring has none. One name is looked up after the other, for all who wait for it, and such a keyring
    /// is left alone for 1 s, then up to 60 s: whoever waits, or asks meanwhile, is told the same, so that ten thousand
    /// ask it once. Anew: asked nevertheless.
    QFuture<Result<std::optional<Secret>>> lookUp(const QString &name, Asks asks = Asks::InTurn);
    /// Keyring: also in memory; without a usable keyring only there, and the answer says so.
    QFuture<Result<Kept>> keep(const QString &name, const Secret &value, Place place);
    /// From both; one that is not there counts as removed. Conflict, Timeout, IoError: it may still be in the keyring.
    QFuture<Result<void>> remove(const QString &name);

    /// What is in memory only, for the engine that takes over; its keyring is the same. {"name":"value"}
    [[nodiscard]] QJsonObject memory() const;
    void takeMemory(const QJsonObject &memory);

signals:
    /// The keyring has it now, or has it no more; said before the future finishes.
    void keyringChanged(const QString &name, bool hasIt);
    void kept(const QString &name); ///< keep() was called: it can be fetched now
    void mayAskAgain(); ///< a keyring that was in trouble is open now, or was left alone for long enough

private:
    struct Held
    {
        Secret value;
        quint64 keep = 0; // which call of keep() it is from
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
    std::deque<QString> m_names; // to be looked up, one after the other
    QHash<QString, Waiting> m_waiting; // for them
    bool m_isAsking = false; // for the first of them
    std::optional<Error> m_trouble; // of the keyring, when it was asked last
    Backoff m_backoff;
    QTimer m_rest; // while it is left alone
};

} // namespace engine
