// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/sshhost.h"

#include "engine/base/whenfinished.h"
#include "engine/host/commandrun.h"
#include "engine/host/sshchannels.h"
#include "engine/host/sshprocess.h"
#include "engine/ssh/bulkpool.h"
#include "engine/ssh/connect/connectionerrors.h"
#include "engine/ssh/connect/sshtransport.h"
#include "engine/ssh/sftp/lane/sftplane.h"

#include <QMutex>
#include <QPromise>
#include <QTimer>

#include <atomic>

namespace engine {

namespace {

constexpr std::chrono::seconds bulkInterval{5};

/// The steps of an attempt, finished with their last owner. A QPromise that dies is cancelled instead, and what has not
/// been heard of it yet is heard never.
struct Steps
{
    Q_DISABLE_COPY_MOVE(Steps)

    Steps() { promise.start(); }
    ~Steps() { promise.finish(); }

    QPromise<ConnectStep> promise;
};

/// What further connections of an open host are made with. Any thread.
class Credentials
{
    Q_DISABLE_COPY_MOVE(Credentials)

public:
    /// \a transport must be there until forget(). Not shared: what uses this lives in its threads, and would end it
    /// there.
    Credentials(SshTransport *transport, SshSpec spec) : m_transport(transport), m_spec(std::move(spec)) { }

    /// The newer answer to a question stands in the older one's place.
    [[nodiscard]] QList<Answer> with(const QList<Answer> &newer) const
    {
        const QMutexLocker lock(&m_mutex);
        return merged(newer);
    }

    /// Whoever shows another host key than \a login is not the machine that is open. What may be a one-time code is
    /// spent by the login that it opened, and would be a wrong one at the next.
    void keep(const QList<Answer> &answers, const SshLogin &login)
    {
        const QMutexLocker lock(&m_mutex);
        m_answers = answers;
        m_answers.removeIf([](const Answer &answer) { return answer.question.kind == Question::Kind::Prompts; });
        m_hostKey = login.hostKey;
        m_route = login.route;
        m_key = login.key;
        m_isOpen = true;
    }

    void close()
    {
        const QMutexLocker lock(&m_mutex);
        m_isOpen = false;
    }

    void forget()
    {
        const QMutexLocker lock(&m_mutex);
        m_answers.clear();
        m_isOpen = false;
    }

    [[nodiscard]] SshAttempt attempt(const QList<Answer> &answers) const
    {
        SshAttempt attempt;
        attempt.spec = m_spec;
        attempt.answers = answers;
        attempt.agentSocket = m_transport->agentSocket();
        attempt.knownHostsFile = m_transport->knownHostsFile();
        return attempt;
    }

    [[nodiscard]] QFuture<Result<std::shared_ptr<SshLogin>>> login() const
    {
        const QMutexLocker lock(&m_mutex);
        if (m_isOpen) {
            SshAttempt further = attempt(merged({}));
            further.hostKey = m_hostKey;
            further.route = m_route;
            further.key = m_key;
            return m_transport->connector().login(further);
        }
        return QtFuture::makeReadyFuture(Result<std::shared_ptr<SshLogin>>(
            Error{ErrorCode::Unreachable, QT_TRANSLATE_NOOP("engine", "There is no connection to the machine.")}));
    }

private:
    [[nodiscard]] QList<Answer> merged(const QList<Answer> &newer) const
    {
        QList<Answer> all = newer;
        for (const Answer &answer : m_answers) {
            const auto same = [&](const Answer &other) { return other.question.matches(answer.question); };
            if (std::none_of(newer.begin(), newer.end(), same))
                all.append(answer);
        }
        return all;
    }

    SshTransport *m_transport;
    SshSpec m_spec;
    mutable QMutex m_mutex;
    QList<Answer> m_answers;
    QString m_hostKey;
    std::shared_ptr<const SshRoute> m_route;
    std::shared_ptr<const AcceptedKey> m_key;
    bool m_isOpen = false;
};

} // namespace

class SshHost::Private
{
    Q_DISABLE_COPY_MOVE(Private)

public:
    using Opening = std::shared_ptr<QPromise<Result<void>>>;

    Private(SshHost *host, std::shared_ptr<SshTransport> way, SshSpec spec)
        : q(host), transport(std::move(way)),
          credentials(std::make_shared<Credentials>(transport.get(), std::move(spec))),
          channels(SshChannels::create(transport->loop())), bulk(std::make_shared<BulkPool>()), runs(new QObject),
          files([kept = credentials] { return kept->login(); })
    {
        runs->moveToThread(transport->loop().thread());
        bulkTimer.setInterval(bulkInterval);
        QObject::connect(&bulkTimer, &QTimer::timeout, q, [this] {
            if (!bulk->prune())
                bulkTimer.stop();
        });
        bulk->setTimer(&bulkTimer);
    }
    ~Private()
    {
        bulk->setTimer(nullptr);
        runs->deleteLater();
    }

    void beginLogin(const QList<Answer> &answers);
    void finishLogin(const Result<std::shared_ptr<SshLogin>> &login, const QList<Answer> &answers);
    void lose(const Error &reason);
    void answer(const Result<void> &result);
    std::function<void(ConnectStep)> stepTeller();
    template <typename Do> void inLoop(Do &&what)
    {
        QMetaObject::invokeMethod(channels.get(), std::forward<Do>(what), Qt::QueuedConnection);
    }

    using BeforeUse = void (*)(BulkSession &session);
    [[nodiscard]] QFuture<Result<std::shared_ptr<BulkSession>>> logInBulk(BeforeUse beforeUse) const
    {
        const int before = bulk->generation(); // who closes meanwhile means this login, too
        const auto promise = std::make_shared<QPromise<Result<std::shared_ptr<BulkSession>>>>();
        promise->start();
        const auto lend = [bulk = bulk, before, counted = bulk->countOne(), beforeUse,
                           promise](const Result<std::shared_ptr<SshLogin>> &made) {
            const auto take = [&]() -> Result<std::shared_ptr<BulkSession>> {
                if (!made)
                    return made.error();
                auto session = bulk->lend(std::make_unique<SshBulkSession>(std::move(**made)), before);
                beforeUse(*session);
                return session;
            };
            promise->addResult(take());
            promise->finish();
        };
        // In the loop's thread: the caller's may have no event loop.
        QMetaObject::invokeMethod(
            runs,
            [runs = runs, login = credentials->login(), lend, promise] {
                whenFinished(login, runs, lend);
                whenCanceled(promise->future(), runs, [promise, login]() mutable {
                    login.cancel();
                    promise->finish();
                });
            },
            Qt::QueuedConnection);
        return promise->future();
    }

    SshHost *q;
    std::shared_ptr<SshTransport> transport;
    std::shared_ptr<Credentials> credentials;
    std::shared_ptr<SshChannels> channels;
    std::shared_ptr<BulkPool> bulk;
    QTimer bulkTimer{q}; // looks for sessions that nobody took
    QObject *runs; // parent of the running ones, in the loop's thread
    SftpLane files;
    QFuture<Result<std::shared_ptr<SshLogin>>> login; // under way
    QList<Opening> openings; // who waits for it
    QString hostKey;
    QList<Message> notHonoured;
    int generation = 0; // of open() and close(): what belongs to an older one is no news
    std::atomic<bool> isOpen = false;
    std::atomic<std::chrono::microseconds> roundTrip = std::chrono::microseconds(0);
};

// The attempt may outlive the host; a promise is the bridge that may break.
std::function<void(ConnectStep)> SshHost::Private::stepTeller()
{
    auto steps = std::make_shared<Steps>();
    auto *watcher = new QFutureWatcher<ConnectStep>(q);
    QObject::connect(watcher, &QFutureWatcherBase::resultReadyAt, q,
                     [this, watcher](int index) { emit q->stepBegan(watcher->resultAt(index)); });
    QObject::connect(watcher, &QFutureWatcherBase::finished, watcher, &QObject::deleteLater);
    watcher->setFuture(steps->promise.future());
    return [steps](ConnectStep step) { steps->promise.addResult(step); };
}

void SshHost::Private::beginLogin(const QList<Answer> &answers)
{
    const QList<Answer> all = credentials->with(answers);
    SshAttempt attempt = credentials->attempt(all);
    attempt.stepBegan = stepTeller();
    login = transport->connector().login(attempt);
    whenFinished(login, q, [this, all, mine = ++generation](const Result<std::shared_ptr<SshLogin>> &result) {
        if (mine == generation)
            finishLogin(result, all);
    });
}

void SshHost::Private::finishLogin(const Result<std::shared_ptr<SshLogin>> &result, const QList<Answer> &answers)
{
    login = {};
    if (!result) {
        credentials->forget(); // one of them may be what was wrong
        return answer(result.error());
    }
    hostKey = (*result)->hostKey;
    notHonoured = (*result)->notHonoured;
    credentials->keep(answers, **result);
    roundTrip = (*result)->session.roundTrip();
    isOpen = true;
    auto lost = std::make_shared<QPromise<Error>>();
    lost->start();
    whenFinished(lost->future(), q, [this, mine = generation](const Error &reason) {
        if (mine == generation)
            lose(reason);
    });
    inLoop([raw = channels.get(), first = *result, further = [kept = credentials] { return kept->login(); }, lost] {
        raw->open(std::move(*first), further, [lost](const Error &reason) {
            lost->addResult(reason);
            lost->finish();
        });
    });
    answer({});
}

void SshHost::Private::lose(const Error &reason)
{
    ++generation;
    isOpen = false;
    credentials->close();
    bulk->drop();
    files.drop(reason);
    emit q->closed(reason);
}

void SshHost::Private::answer(const Result<void> &result)
{
    for (const Opening &opening : std::exchange(openings, {})) {
        opening->addResult(result);
        opening->finish();
    }
}

SshHost::SshHost(std::shared_ptr<SshTransport> transport, SshSpec spec, QObject *parent)
    : RemoteHost(parent), d(std::make_unique<Private>(this, std::move(transport), std::move(spec)))
{
}

SshHost::~SshHost()
{
    close();
}

QFuture<Result<void>> SshHost::open(const QList<Answer> &answers)
{
    if (d->isOpen)
        return QtFuture::makeReadyFuture(Result<void>());
    auto opening = std::make_shared<QPromise<Result<void>>>();
    opening->start();
    auto *watcher = new QFutureWatcher<Result<void>>(this);
    connect(watcher, &QFutureWatcherBase::finished, watcher, &QObject::deleteLater);
    connect(watcher, &QFutureWatcherBase::canceled, this, [this] {
        const auto isCanceled = [](const Private::Opening &waiting) { return waiting->isCanceled(); };
        if (std::all_of(d->openings.cbegin(), d->openings.cend(), isCanceled) && !d->openings.isEmpty())
            close();
    });
    watcher->setFuture(opening->future());
    d->openings.append(opening);
    if (d->openings.size() == 1)
        d->beginLogin(answers);
    return opening->future();
}

void SshHost::close()
{
    ++d->generation;
    d->isOpen = false;
    d->login.cancel();
    d->login = {};
    d->credentials->forget();
    d->bulk->drop();
    d->files.drop(connectionClosed());
    d->inLoop([channels = d->channels.get()] { channels->close(connectionClosed()); });
    d->answer(connectionClosed());
}

bool SshHost::isOpen() const
{
    return d->isOpen;
}

QFuture<Result<CommandResult>> SshHost::run(const RemoteCommand &command)
{
    auto promise = std::make_shared<CommandRun::Promise>();
    promise->start();
    QMetaObject::invokeMethod(
        d->runs,
        [runs = d->runs, channels = d->channels, command, promise] {
            new CommandRun(std::make_unique<SshProcess>(channels, SshChannels::Kind::Command, command),
                           command.deadline, promise, runs);
        },
        Qt::QueuedConnection);
    return promise->future();
}

std::unique_ptr<RemoteProcess> SshHost::stream(const RemoteCommand &command)
{
    return std::make_unique<SshProcess>(d->channels, SshChannels::Kind::Stream, command);
}

RemoteFiles &SshHost::files()
{
    return d->files;
}

QFuture<Result<std::shared_ptr<BulkSession>>> SshHost::openBulk()
{
    if (auto kept = d->bulk->take())
        return QtFuture::makeReadyFuture(Result<std::shared_ptr<BulkSession>>(std::move(kept)));
    return d->logInBulk([](BulkSession &) {});
}

void SshHost::prepareBulk(size_t sessions)
{
    for (size_t there = d->bulk->count(); there < sessions; ++there)
        (void)d->logInBulk([](BulkSession &session) { session.keep(); });
}

void SshHost::checkNow()
{
    d->inLoop([channels = d->channels.get()] { channels->checkNow(); });
}

QString SshHost::hostKey() const
{
    return d->hostKey;
}

QList<Message> SshHost::notHonoured() const
{
    return d->notHonoured;
}

std::chrono::microseconds SshHost::roundTrip() const
{
    return d->roundTrip;
}

} // namespace engine
