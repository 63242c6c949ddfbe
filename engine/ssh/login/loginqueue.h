// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/sshconnector.h"
#include "engine/ssh/login/loginlimits.h"

#include <QThread>
#include <QThreadPool>

#include <atomic>
#include <deque>
#include <map>
#include <mutex>

namespace engine {

/// The queue of logins: at most 32 run at once, of them at most 8 to one host and 16 through one jump host; the others
/// wait in order. A waiting attempt uses no thread; its deadline and cancellation end it as they do a running one. Any
/// thread.
class LoginQueue final
{
    Q_DISABLE_COPY_MOVE(LoginQueue)

public:
    using Answered = Result<std::shared_ptr<SshLogin>>;

    explicit LoginQueue(JumpHosts &jumps);
    ~LoginQueue(); ///< ends all attempts and waits for them

    QFuture<Answered> add(const SshAttempt &attempt);

private:
    struct Task;
    using TaskPointer = std::shared_ptr<Task>;
    struct FirstHop
    {
        int running = 0;
        std::deque<TaskPointer> waiting;
    };

    void watch(const TaskPointer &task);
    void resolve(const TaskPointer &task);
    void enter(const TaskPointer &task);
    void logIn(const TaskPointer &task);
    void leave(const QString &firstHop);

    JumpHosts &m_jumps;
    std::mutex m_mutex; ///< guards the two below
    std::map<QString, FirstHop> m_firstHops;
    std::vector<std::weak_ptr<Task>> m_tasks;
    QThreadPool m_pool;
    QThread m_watchThread; ///< gets deadlines and cancellations
    QObject *m_watcher; ///< lives in m_watchThread
};

} // namespace engine
