// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/protocol/secrets.h"

namespace engine {

/// Calls about secrets that documents name.
class SecretClient final
{
public:
    explicit SecretClient(EngineLink &link) : m_link(link) { }

    /// \a remember: in the keyring if there is one; else in memory only. Jobs and machines that wait for the secret
    /// continue.
    QFuture<Result<SecretKept>> set(const QString &name, const QString &value, bool remember);
    QFuture<Result<QStringList>> list(); ///< names of secrets with a value

private:
    EngineLink &m_link;
};

} // namespace engine
