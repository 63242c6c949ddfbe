// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/secrets.h"
#include "engine/registry/ownedsecrets.h"
#include "engine/service/router.h"

namespace engine {

/// Passwords, passphrases and the secrets of jobs: secret.*
class SecretService final : public QObject
{
    Q_DISABLE_COPY_MOVE(SecretService)

public:
    SecretService(Router &router, SecretStore &secrets, const OwnedSecrets &owned);

private:
    void set(const SetSecret &request, const ReplyTo<SecretKept> &reply);
    void list(const Nothing &request, const ReplyTo<QList<ListedSecret>> &reply);
    void remove(const SecretName &request, const ReplyTo<Nothing> &reply);

    SecretStore &m_secrets;
    const OwnedSecrets &m_owned;
};

} // namespace engine
