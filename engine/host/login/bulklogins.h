// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"

#include <QFuture>
#include <QTimer>

#include <memory>

namespace engine {

class BulkPool;
class SshCredentials;

/// The bulk sessions of a host: those in its BulkPool, and logins for more. Made and destroyed in the host's thread;
/// open(), prepare() and drop() may be called from any thread.
class BulkLogins final
{
    Q_DISABLE_COPY_MOVE(BulkLogins)

public:
    /// \a loopContext lives in the loop's thread; \a host is the parent of the pool's timer. Both outlive this.
    BulkLogins(std::shared_ptr<SshCredentials> credentials, QObject *loopContext, QObject *host);
    ~BulkLogins();

    [[nodiscard]] QFuture<Result<std::shared_ptr<BulkSession>>> open(); ///< a session of the pool, or a new one
    void prepare(size_t sessions); ///< logs in until BulkPool::count() is that
    void drop(); ///< ends the pool's sessions, and lent ones when they are returned

private:
    using BeforeUse = void (*)(BulkSession &session);
    [[nodiscard]] QFuture<Result<std::shared_ptr<BulkSession>>> logIn(BeforeUse beforeUse) const;

    std::shared_ptr<SshCredentials> m_credentials;
    QObject *m_loopContext;
    std::shared_ptr<BulkPool> m_pool;
    QTimer m_timer; // ends sessions that nobody took
};

} // namespace engine
