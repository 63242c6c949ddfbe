// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/loginqueue.h"

#include "engine/ssh/config/jumphosts.h"
#include "engine/ssh/config/sshconfig.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr int mostAtOnce = 32;
constexpr int mostToOneHost = 8; // sshd refuses connections from 10 unauthenticated ones on (MaxStartups)
constexpr int mostThroughOneHost = 16; // its own login is shared; dead machines behind it must not hold up the others

int mostAtOnceOn(const SshRoute &route)
{
    return route.hops.size() > 1 ? mostThroughOneHost : mostToOneHost;
}

} // namespace

struct LoginQueue::Task
{
    enum class State { Waiting, Running, Finished };

    Task(const SshAttempt &what, LoginLimits::Clock::time_point deadline)
        : attempt(what), limits(deadline, stop.get_token())
    {
        promise.start();
    }

    /// Moves a waiting task to \a next; false when another thread already did.
    bool take(State next)
    {
        State expected = State::Waiting;
        return state.compare_exchange_strong(expected, next);
    }

    void finish(Answered answer)
    {
        state = State::Finished;
        promise.addResult(std::move(answer));
        promise.finish();
    }

    /// Stops the attempt. A waiting task is finished here, a running one by its thread.
    void end()
    {
        stop.request_stop();
        endIfWaiting();
    }

    void endIfWaiting()
    {
        if (limits.isOver() && take(State::Finished))
            finish(limits.error({QT_TRANSLATE_NOOP("engine",
                                                   "Too many machines are being connected at once: it was not the turn "
                                                   "of %1 in time."),
                                 {attempt.spec.destination}}));
    }

    const SshAttempt attempt;
    std::stop_source stop;
    const LoginLimits limits;
    std::shared_ptr<const SshRoute> route;
    QString firstHop;
    std::atomic<State> state{State::Waiting};
    QPromise<Answered> promise;
};

LoginQueue::LoginQueue(JumpHosts &jumps) : m_jumps(jumps), m_watcher(new QObject)
{
    m_pool.setMaxThreadCount(mostAtOnce);
    m_watcher->moveToThread(&m_watchThread);
    QObject::connect(&m_watchThread, &QThread::finished, m_watcher, &QObject::deleteLater);
    m_watchThread.setObjectName(u"logins"_s);
    m_watchThread.start();
}

LoginQueue::~LoginQueue()
{
    std::vector<std::weak_ptr<Task>> tasks;
    {
        const std::lock_guard lock(m_mutex);
        tasks.swap(m_tasks);
    }
    for (const std::weak_ptr<Task> &weak : tasks) {
        if (const TaskPointer task = weak.lock())
            task->end();
    }
    m_pool.waitForDone();
    m_watchThread.quit();
    m_watchThread.wait();
}

QFuture<LoginQueue::Answered> LoginQueue::add(const SshAttempt &attempt)
{
    const auto task = std::make_shared<Task>(attempt, LoginLimits::Clock::now() + attempt.deadline);
    QFuture<Answered> future = task->promise.future();
    {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_tasks, [](const std::weak_ptr<Task> &other) { return other.expired(); });
        m_tasks.push_back(task);
    }
    watch(task);
    m_pool.start([this, task] { resolve(task); });
    return future;
}

void LoginQueue::watch(const TaskPointer &task)
{
    QMetaObject::invokeMethod(m_watcher, [this, weak = std::weak_ptr(task), future = task->promise.future()] {
        const auto end = [weak] {
            if (const TaskPointer live = weak.lock())
                live->end();
        };
        auto *watcher = new QFutureWatcher<Answered>(m_watcher);
        QObject::connect(watcher, &QFutureWatcherBase::canceled, watcher, end);
        QObject::connect(watcher, &QFutureWatcherBase::finished, watcher, &QObject::deleteLater);
        if (const TaskPointer live = weak.lock())
            QTimer::singleShot(live->limits.remaining(), Qt::PreciseTimer, watcher, end);
        watcher->setFuture(future);
    });
}

void LoginQueue::resolve(const TaskPointer &task)
{
    if (!task->take(Task::State::Running))
        return;
    if (task->attempt.stepBegan)
        task->attempt.stepBegan(ConnectStep::Resolve);
    task->route = task->attempt.route;
    if (!task->route) {
        Result<SshRoute> route =
            resolveRoute(task->attempt.spec, task->attempt.agentSocket, task->limits.remaining(), task->limits.token());
        if (!route)
            return task->finish(route.error());
        task->route = std::make_shared<const SshRoute>(std::move(route.value()));
    }
    const SshHop &hop = task->route->hops.first();
    task->firstHop = QString(hop.identity() + u'\n' + hop.proxyCommand);
    enter(task);
}

void LoginQueue::enter(const TaskPointer &task)
{
    task->state = Task::State::Waiting;
    bool mustWait = false;
    {
        const std::lock_guard lock(m_mutex);
        FirstHop &firstHop = m_firstHops[task->firstHop];
        mustWait = firstHop.running >= mostAtOnceOn(*task->route);
        if (mustWait)
            firstHop.waiting.push_back(task);
        else
            ++firstHop.running;
    }
    if (mustWait)
        task->endIfWaiting(); // the task may have been stopped before it was queued
    else
        logIn(task);
}

void LoginQueue::logIn(const TaskPointer &task)
{
    if (task->take(Task::State::Running)) {
        Answered login = m_jumps.login(*task->route, task->attempt, task->limits);
        if (login)
            (*login)->route = task->route;
        task->finish(std::move(login));
    }
    leave(task->firstHop);
}

void LoginQueue::leave(const QString &name)
{
    const std::lock_guard lock(m_mutex);
    FirstHop &firstHop = m_firstHops[name];
    if (!firstHop.waiting.empty()) {
        const TaskPointer next = firstHop.waiting.front();
        firstHop.waiting.pop_front();
        m_pool.start([this, next] { logIn(next); });
    } else if (--firstHop.running == 0) {
        m_firstHops.erase(name);
    }
}

} // namespace engine
