// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/sshhost.h"

#include "engine/base/whenfinished.h"
#include "engine/host/commandrun.h"
#include "engine/host/login/bulklogins.h"
#include "engine/host/login/sshcredentials.h"
#include "engine/host/sshchannels.h"
#include "engine/host/sshprocess.h"
#include "engine/ssh/connect/connectionerrors.h"
#include "engine/ssh/connect/sshtransport.h"
#include "engine/ssh/sftp/lane/sftplane.h"

#include <QPromise>

namespace engine {

namespace {

/// The steps of an attempt to connect; the last owner finishes the promise. A QPromise that is destroyed unfinished
/// cancels its future, and results that were not delivered yet would be lost.
struct Steps
{
    Q_DISABLE_COPY_MOVE(Steps)

    Steps() { promise.start(); }
    ~Steps() { promise.finish(); }

    QPromise<ConnectStep> promise;
};

} // namespace

SshHost::SshHost(std::shared_ptr<SshTransport> transport, SshSpec spec, QObject *parent)
    : RemoteHost(parent), m_transport(std::move(transport)),
      m_credentials(std::make_shared<SshCredentials>(m_transport.get(), std::move(spec))),
      m_channels(SshChannels::create(m_transport->loop())), m_runs(new QObject),
      m_bulk(std::make_unique<BulkLogins>(m_credentials, m_runs, this)),
      m_files(std::make_unique<SftpLane>([kept = m_credentials] { return kept->login(); }))
{
    m_runs->moveToThread(m_transport->loop().thread());
}

SshHost::~SshHost()
{
    close();
    m_bulk.reset(); // uses m_runs
    m_runs->deleteLater();
}

template <typename Do> void SshHost::inLoop(Do &&what)
{
    QMetaObject::invokeMethod(m_channels.get(), std::forward<Do>(what), Qt::QueuedConnection);
}

// Forwards steps through a promise, since the attempt may outlive the host.
std::function<void(ConnectStep)> SshHost::stepTeller()
{
    auto steps = std::make_shared<Steps>();
    auto *watcher = new QFutureWatcher<ConnectStep>(this);
    connect(watcher, &QFutureWatcherBase::resultReadyAt, this,
            [this, watcher](int index) { emit stepBegan(watcher->resultAt(index)); });
    connect(watcher, &QFutureWatcherBase::finished, watcher, &QObject::deleteLater);
    watcher->setFuture(steps->promise.future());
    return [steps](ConnectStep step) { steps->promise.addResult(step); };
}

void SshHost::beginLogin(const QList<Answer> &answers)
{
    const QList<Answer> all = m_credentials->with(answers);
    SshAttempt attempt = m_credentials->attempt(all);
    attempt.stepBegan = stepTeller();
    m_login = m_transport->connector().login(attempt);
    whenFinished(m_login, this, [this, all, mine = ++m_generation](const Result<std::shared_ptr<SshLogin>> &result) {
        if (mine == m_generation)
            finishLogin(result, all);
    });
}

void SshHost::finishLogin(const Result<std::shared_ptr<SshLogin>> &result, const QList<Answer> &answers)
{
    m_login = {};
    if (!result) {
        m_credentials->forget(); // the failure may be due to one of the kept answers
        return answer(result.error());
    }
    m_hostKey = (*result)->hostKey;
    m_notHonoured = (*result)->notHonoured;
    m_credentials->keep(answers, **result);
    m_roundTrip = (*result)->session.roundTrip();
    m_isOpen = true;
    auto lost = std::make_shared<QPromise<Error>>();
    lost->start();
    whenFinished(lost->future(), this, [this, mine = m_generation](const Error &reason) {
        if (mine == m_generation)
            lose(reason);
    });
    inLoop([raw = m_channels.get(), first = *result, further = [kept = m_credentials] { return kept->login(); }, lost] {
        raw->open(std::move(*first), further, [lost](const Error &reason) {
            lost->addResult(reason);
            lost->finish();
        });
    });
    answer({});
}

void SshHost::lose(const Error &reason)
{
    ++m_generation;
    m_isOpen = false;
    m_credentials->close();
    m_bulk->drop();
    m_files->drop(reason);
    emit closed(reason);
}

void SshHost::answer(const Result<void> &result)
{
    for (const Opening &opening : std::exchange(m_openings, {})) {
        opening->addResult(result);
        opening->finish();
    }
}

QFuture<Result<void>> SshHost::open(const QList<Answer> &answers)
{
    if (m_isOpen)
        return QtFuture::makeReadyFuture(Result<void>());
    auto opening = std::make_shared<QPromise<Result<void>>>();
    opening->start();
    auto *watcher = new QFutureWatcher<Result<void>>(this);
    connect(watcher, &QFutureWatcherBase::finished, watcher, &QObject::deleteLater);
    connect(watcher, &QFutureWatcherBase::canceled, this, [this] {
        const auto isCanceled = [](const Opening &waiting) { return waiting->isCanceled(); };
        if (std::all_of(m_openings.cbegin(), m_openings.cend(), isCanceled) && !m_openings.isEmpty())
            close();
    });
    watcher->setFuture(opening->future());
    m_openings.append(opening);
    if (m_openings.size() == 1)
        beginLogin(answers);
    return opening->future();
}

void SshHost::close()
{
    ++m_generation;
    m_isOpen = false;
    m_login.cancel();
    m_login = {};
    m_credentials->forget();
    m_bulk->drop();
    m_files->drop(connectionClosed());
    inLoop([channels = m_channels.get()] { channels->close(connectionClosed()); });
    answer(connectionClosed());
}

bool SshHost::isOpen() const
{
    return m_isOpen;
}

QFuture<Result<CommandResult>> SshHost::run(const RemoteCommand &command)
{
    auto promise = std::make_shared<CommandRun::Promise>();
    promise->start();
    QMetaObject::invokeMethod(
        m_runs,
        [runs = m_runs, channels = m_channels, command, promise] {
            new CommandRun(std::make_unique<SshProcess>(channels, SshChannels::Kind::Command, command),
                           command.deadline, promise, runs);
        },
        Qt::QueuedConnection);
    return promise->future();
}

std::unique_ptr<RemoteProcess> SshHost::stream(const RemoteCommand &command)
{
    return std::make_unique<SshProcess>(m_channels, SshChannels::Kind::Stream, command);
}

RemoteFiles &SshHost::files()
{
    return *m_files;
}

QFuture<Result<std::shared_ptr<BulkSession>>> SshHost::openBulk()
{
    return m_bulk->open();
}

void SshHost::prepareBulk(size_t sessions)
{
    m_bulk->prepare(sessions);
}

void SshHost::checkNow()
{
    inLoop([channels = m_channels.get()] { channels->checkNow(); });
}

QString SshHost::hostKey() const
{
    return m_hostKey;
}

QList<Message> SshHost::notHonoured() const
{
    return m_notHonoured;
}

std::chrono::microseconds SshHost::roundTrip() const
{
    return m_roundTrip;
}

} // namespace engine
