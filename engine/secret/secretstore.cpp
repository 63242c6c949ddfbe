// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/secret/secretstore.h"

#include <QJsonObject>

namespace engine {

SecretStore::SecretStore(const QString &profileId, QObject *parent) : QObject(parent), m_profileId(profileId) { }

SecretStore::~SecretStore() = default;

QFuture<Result<std::optional<QString>>> SecretStore::fetch(const QString &name)
{
    std::optional<QString> value;
    if (m_memory.contains(name))
        value = m_memory.value(name);
    return QtFuture::makeReadyFuture(Result<std::optional<QString>>(value));
}

QFuture<Result<SecretStore::Kept>> SecretStore::keep(const QString &name, const QString &value, Place)
{
    m_memory.insert(name, value);
    return QtFuture::makeReadyFuture(Result<Kept>(Kept{}));
}

QFuture<Result<void>> SecretStore::remove(const QString &name)
{
    m_memory.remove(name);
    return QtFuture::makeReadyFuture(Result<void>());
}

QJsonObject SecretStore::memory() const
{
    QJsonObject json;
    for (auto it = m_memory.cbegin(); it != m_memory.cend(); ++it)
        json[it.key()] = it.value();
    return json;
}

void SecretStore::takeMemory(const QJsonObject &memory)
{
    for (auto it = memory.begin(); it != memory.end(); ++it)
        m_memory.insert(it.key(), it->toString());
}

} // namespace engine
