// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/secretclient.h"

#include "engine/client/call.h"

using namespace Qt::StringLiterals;

namespace engine {

QFuture<Result<SecretKept>> SecretClient::set(const QString &name, const QString &value, bool remember)
{
    return call(m_link, method::setSecret, {name, {value}, remember ? u"keyring"_s : u"memory"_s});
}

QFuture<Result<QStringList>> SecretClient::list()
{
    return call(m_link, method::listSecrets, {}, [](const QList<ListedSecret> &secrets) {
        QStringList names;
        for (const ListedSecret &secret : secrets)
            names.append(secret.name);
        return names;
    });
}

} // namespace engine
