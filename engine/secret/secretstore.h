// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QFuture>
#include <QHash>
#include <QObject>

#include <optional>

namespace engine {

/// Passphrases, passwords and what else must not be on the disk: in the desktop's keyring (service "batchdeck", user
/// PROFILE-ID/NAME), or in memory until the program ends. Memory is asked first. Thread: the engine's.
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
    ~SecretStore() override; ///< overwrites what it holds

    /// Nothing when it is not known, or the keyring is locked or absent. Waits at most 10 s for the keyring.
    QFuture<Result<std::optional<QString>>> fetch(const QString &name);
    /// Keyring: also in memory; without a usable keyring only there, and the answer says so.
    QFuture<Result<Kept>> keep(const QString &name, const QString &value, Place place);
    QFuture<Result<void>> remove(const QString &name); ///< from both; one that is not there counts as removed

    /// For the engine that takes over; its keyring is the same. {"name":"value"}
    [[nodiscard]] QJsonObject memory() const;
    void takeMemory(const QJsonObject &memory);

private:
    QString m_profileId;
    QHash<QString, QString> m_memory;
};

} // namespace engine
