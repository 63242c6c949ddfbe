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

/// The bulk sessions of a host: takes idle ones from its BulkPool and logs in for more. open(), prepare(), drop(): any
/// thread; made and destroyed in the host's.
class BulkLogins final
{
    Q_DISABLE_COPY_MOVE(BulkLogins)

public:
    /// \a loopContext lives in the loop's thread; \a host is the parent of the timer. Both must outlive this.
    BulkLogins(std::shared_ptr<SshCredentials> credentials, QObject *loopContext, QObject *host);
    ~BulkLogins();

    [[nodiscard]] QFuture<Result<std::shared_ptr<BulkSession>>> open(); ///< an idle session, or a new login
    void prepare(size_t sessions); ///< logs in until \a sessions exist or are under way
    void drop(); ///< ends idle sessions; lent ones are not kept when they return

private:
    using BeforeUse = void (*)(BulkSession &session);
    [[nodiscard]] QFuture<Result<std::shared_ptr<BulkSession>>> logIn(BeforeUse beforeUse) const;

    std::shared_ptr<SshCredentials> m_credentials;
    QObject *m_loopContext;
    std::shared_ptr<BulkPool> m_pool;
    QTimer m_timer; // prunes idle sessions
};

} // namespace engine
