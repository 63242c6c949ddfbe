// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/connect/sshconnection.h"

#include "engine/ssh/channel/execchannel.h"
#include "engine/ssh/channel/forwardpipe.h"
#include "engine/ssh/connect/connectionerrors.h"
#include "engine/ssh/connect/keepalive.h"
#include "engine/ssh/connect/sessionsocket.h"
#include "engine/ssh/sshloop.h"

#include <QPromise>
#include <QTimer>

#include <atomic>
#include <map>

namespace engine {

/// The session, its channels and forwards. Thread: the loop's, but for the atomics.
class SshConnection::Core final : public QObject
{
    Q_DISABLE_COPY_MOVE(Core)

public:
    Core(SshLogin login, std::function<void(const Error &)> lost);
    ~Core() override { tearDown(connectionClosed()); }

    void begin(); // in the loop's thread, as all functions below
    void addExec(int id, const ExecRequest &request, const ExecListener &listener);
    void addForward(const QString &host, int port, QPromise<Result<std::shared_ptr<UniqueFd>>> opened);
    void endExec(int id);
    void setReading(int id, bool reading);
    void checkNow();
    void close();

    std::atomic<int> nextId = 0;
    std::atomic<int> channels = 0;
    std::atomic<bool> isSilent = false; // the owner is gone: no callbacks

private:
    void pump();
    bool stepAll();
    void count();
    ExecListener unlessSilent(const ExecListener &listener);
    void lose(const Error &error);
    void tearDown(const Error &error);

    SshLogin m_login;
    std::function<void(const Error &)> m_lost;
    std::unique_ptr<SessionSocket> m_socket; // from begin() to tearDown()
    std::map<int, std::unique_ptr<ExecChannel>> m_execs;
    std::map<int, std::unique_ptr<ForwardPipe>> m_forwards;
    KeepAlive m_keepAlive{m_login.session, this};
    QTimer m_ending{this}; // calls pump() while a command is being ended
    bool m_isPumping = false;
    bool m_isClosed = false;
};

SshConnection::Core::Core(SshLogin login, std::function<void(const Error &)> lost)
    : m_login(std::move(login)), m_lost(std::move(lost))
{
}

void SshConnection::Core::begin()
{
    connect(
        thread(), &QThread::finished, this, [this] { tearDown(connectionClosed()); }, Qt::DirectConnection);
    m_socket = std::make_unique<SessionSocket>(m_login.session.handle());
    connect(m_socket.get(), &SessionSocket::readable, this, [this] {
        pump();
        if (!m_isClosed)
            m_login.session.acknowledge();
    });
    connect(m_socket.get(), &SessionSocket::writable, this, &Core::pump);
    connect(&m_keepAlive, &KeepAlive::asked, this, &Core::pump);
    connect(&m_keepAlive, &KeepAlive::silent, this, [this] { lose(connectionSilent()); });
    m_keepAlive.start(m_login.aliveInterval);
    m_ending.setInterval(ExecChannel::endGrace / 4);
    connect(&m_ending, &QTimer::timeout, this, &Core::pump);
    pump();
}

// Reads packets, then steps all channels, until nothing changes. Steps read packets, too, which the byte counter shows.
void SshConnection::Core::pump()
{
    if (m_isClosed || std::exchange(m_isPumping, true))
        return;
    bool isWell = true;
    bool hasEnded = true;
    for (int turn = 0; isWell && hasEnded; ++turn) {
        const quint64 before = m_login.session.receivedBytes();
        isWell = m_socket->readPackets() && m_login.session.isConnected();
        hasEnded = isWell && (stepAll() || (m_login.session.receivedBytes() != before && turn < 8));
    }
    m_isPumping = false;
    // A write within a step can make libssh close the descriptor; the notifiers must not outlive it.
    if (!isWell || !m_login.session.isConnected())
        return lose(connectionLost(m_login.session.errorText()));
    m_socket->awaitWritable();
    count();
}

bool SshConnection::Core::stepAll()
{
    const auto ended = [](const auto &entry) { return entry.second->step(); };
    const size_t execs = std::erase_if(m_execs, ended);
    return execs + std::erase_if(m_forwards, ended) > 0;
}

void SshConnection::Core::count()
{
    channels = int(m_execs.size() + m_forwards.size());
    const bool isEnding =
        std::any_of(m_execs.begin(), m_execs.end(), [](const auto &entry) { return entry.second->isEnding(); });
    if (isEnding != m_ending.isActive())
        isEnding ? m_ending.start() : m_ending.stop();
}

ExecListener SshConnection::Core::unlessSilent(const ExecListener &listener)
{
    const auto guarded = [this](const auto &function) {
        return [this, function](const auto &...what) {
            if (!isSilent && function)
                function(what...);
        };
    };
    return {guarded(listener.opened), guarded(listener.output), guarded(listener.errorOutput), guarded(listener.ended)};
}

void SshConnection::Core::addExec(int id, const ExecRequest &request, const ExecListener &listener)
{
    const ExecListener guarded = unlessSilent(listener);
    if (m_isClosed)
        return guarded.ended(connectionLost({}));
    m_execs.emplace(id, std::make_unique<ExecChannel>(m_login.session.handle(), request, guarded));
    pump();
}

void SshConnection::Core::addForward(const QString &host, int port, QPromise<Result<std::shared_ptr<UniqueFd>>> opened)
{
    if (m_isClosed) {
        opened.addResult(connectionLost({}));
        return opened.finish();
    }
    m_forwards.emplace(
        nextId++,
        std::make_unique<ForwardPipe>(m_login.session.handle(), host, port, std::move(opened), [this] { pump(); }));
    pump();
}

void SshConnection::Core::endExec(int id)
{
    const auto found = m_execs.find(id);
    if (found == m_execs.end())
        return;
    found->second->end();
    pump();
}

void SshConnection::Core::setReading(int id, bool reading)
{
    const auto found = m_execs.find(id);
    if (found == m_execs.end())
        return;
    found->second->setReading(reading);
    pump();
}

void SshConnection::Core::checkNow()
{
    if (!m_isClosed)
        m_keepAlive.checkNow();
}

void SshConnection::Core::lose(const Error &error)
{
    if (m_isClosed)
        return;
    tearDown(error);
    if (!isSilent && m_lost)
        m_lost(error);
}

void SshConnection::Core::close()
{
    if (m_isClosed)
        return;
    for (const auto &[id, exec] : m_execs)
        exec->end();
    pump(); // sends the requests to kill the commands
    tearDown(connectionClosed());
}

void SshConnection::Core::tearDown(const Error &error)
{
    if (std::exchange(m_isClosed, true))
        return;
    m_keepAlive.stop();
    m_ending.stop();
    if (m_socket)
        m_socket->close();
    {
        const auto execs = std::exchange(m_execs, {});
        const auto forwards = std::exchange(m_forwards, {});
        channels = 0;
        for (const auto &[id, exec] : execs)
            exec->lose(error);
        for (const auto &[id, forward] : forwards)
            forward->lose(error);
    }
    m_socket.reset();
    const SshSession ended = std::move(m_login.session);
}

SshConnection::SshConnection(SshLoop &loop, SshLogin login, std::function<void(const Error &)> lost)
    : m_core(new Core(std::move(login), std::move(lost)), [](Core *core) {
          QThread *thread = core->thread();
          if (thread && thread->isRunning())
              core->deleteLater();
          else
              delete core;
      })
{
    m_core->moveToThread(loop.thread());
    QMetaObject::invokeMethod(
        m_core.get(), [core = m_core.get()] { core->begin(); }, Qt::QueuedConnection);
}

SshConnection::~SshConnection()
{
    m_core->isSilent = true;
    QMetaObject::invokeMethod(
        m_core.get(), [core = m_core.get()] { core->close(); }, Qt::QueuedConnection);
}

std::shared_ptr<ExecHandle> SshConnection::exec(const ExecRequest &request, ExecListener listener)
{
    const int id = m_core->nextId++;
    QMetaObject::invokeMethod(
        m_core.get(),
        [core = m_core.get(), id, request, listener = std::move(listener)] { core->addExec(id, request, listener); },
        Qt::QueuedConnection);
    return std::make_shared<NumberedExec<Core, &Core::endExec, &Core::setReading>>(m_core, id);
}

QFuture<Result<std::shared_ptr<UniqueFd>>> SshConnection::forward(const QString &host, int port)
{
    QPromise<Result<std::shared_ptr<UniqueFd>>> promise;
    promise.start();
    auto future = promise.future();
    QMetaObject::invokeMethod(
        m_core.get(),
        [core = m_core.get(), host, port,
         promise = std::make_shared<QPromise<Result<std::shared_ptr<UniqueFd>>>>(std::move(promise))] {
            core->addForward(host, port, std::move(*promise));
        },
        Qt::QueuedConnection);
    return future;
}

void SshConnection::checkNow()
{
    QMetaObject::invokeMethod(
        m_core.get(), [core = m_core.get()] { core->checkNow(); }, Qt::QueuedConnection);
}

int SshConnection::openChannels() const
{
    return m_core->channels;
}

} // namespace engine
