// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/secret/keyring.h"

#include "engine/secret/sessionbus.h"

#include <QCoreApplication>
#include <QScopeGuard>
#include <QTimer>

#include <qt6keychain/keychain.h>
#include <string.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto lossLimit = 1s; // an answer that has not come by then after the end of its keyring counts as lost

Error noBus()
{
    return {ErrorCode::Unreachable, QT_TRANSLATE_NOOP("engine", "This session has no D-Bus, and so no keyring."),
            u"bus"_s};
}

Error errorOf(const QKeychain::Job &job)
{
    switch (job.error()) {
    case QKeychain::AccessDenied:
    case QKeychain::AccessDeniedByUser:
        return Error::of(ErrorCode::Conflict, QT_TRANSLATE_NOOP("engine", "The keyring is locked."), {},
                         job.errorString());
    case QKeychain::NoBackendAvailable:
    case QKeychain::NotImplemented:
        return Error::of(ErrorCode::Unreachable, QT_TRANSLATE_NOOP("engine", "No keyring runs in this session."), {},
                         job.errorString());
    default:
        return Error::of(ErrorCode::IoError,
                         {QT_TRANSLATE_NOOP("engine", "The keyring cannot be used: %1"), {job.errorString().left(500)}},
                         {}, job.errorString());
    }
}

// QtKeychain keeps secrets in implicitly shared bytes. When its job needs them no longer, the shared buffer is
// overwritten.
void overwrite(const QByteArray &shared)
{
    explicit_bzero(const_cast<char *>(shared.constData()), size_t(shared.size()));
}

// For a job whose answer seems lost. Libsecret or QtKeychain may still use the job, so it lives on: a late answer
// deletes it, or else the application.
void giveUp(QKeychain::Job *job)
{
    job->setAutoDelete(false);
    job->emitFinishedWithError(QKeychain::OtherError, u"its program has ended"_s);
    job->setAutoDelete(true);
}

} // namespace

QFuture<Keyring::Answer> Keyring::run(Act act, const QString &user, const Secret &value, QDeadlineTimer deadline)
{
    Request request{act, user, value, deadline, {}};
    request.promise.start();
    auto future = request.promise.future();
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [self = shared_from_this(), request = std::move(request)]() mutable { self->enqueue(std::move(request)); },
        Qt::QueuedConnection);
    return future;
}

void Keyring::enqueue(Request request)
{
    m_requests.push_back(std::move(request));
    startNext();
}

void Keyring::startNext()
{
    if (m_busy)
        return;
    while (!m_requests.empty() && m_requests.front().deadline.hasExpired())
        m_requests.pop_front();
    if (m_requests.empty())
        return;
    m_busy = true;
    startCurrent();
}

void Keyring::startCurrent()
{
    withSessionBus([self = shared_from_this()](bool hasBus, const SessionBus &bus) {
        if (hasBus)
            self->startJob(bus);
        else
            self->finish(Answer(noBus()));
    });
}

QKeychain::Job *Keyring::makeJob(const Request &request) const
{
    // Jobs are children of the application: libsecret refers to a job by a plain pointer until it has answered, so a
    // job must live as long as glib's loop can run.
    auto *application = QCoreApplication::instance();
    const QString service = u"batchdeck"_s;
    if (request.act == Act::Fetch)
        return new QKeychain::ReadPasswordJob(service, application);
    if (request.act == Act::Remove && request.isOverwritten)
        return new QKeychain::DeletePasswordJob(service, application);
    // As bytes: a text would end at its first NUL.
    auto *job = new QKeychain::WritePasswordJob(service, application);
    const QByteArray lent = request.value.bytes().toByteArray();
    job->setBinaryData(lent);
    QObject::connect(job, &QObject::destroyed, job, [lent] { overwrite(lent); });
    return job;
}

void Keyring::startJob(const SessionBus &bus)
{
    const Request &request = m_requests.front();
    m_job = makeJob(request);
    m_job->setInsecureFallback(false);
    m_job->setKey(request.user);
    QObject::connect(m_job, &QKeychain::Job::finished, m_job,
                     [self = shared_from_this()](QKeychain::Job *finished) { self->finish(*finished); });
    m_job->start();
    // The bus learns of the watch before the job's first request, which the job makes in a later turn of the loop.
    m_watch = watchKeyring(bus, m_job, [job = m_job] { QTimer::singleShot(lossLimit, job, [job] { giveUp(job); }); });
}

void Keyring::finish(const QKeychain::Job &job)
{
    const auto *read = qobject_cast<const QKeychain::ReadPasswordJob *>(&job);
    const QByteArray bytes = read ? read->binaryData() : QByteArray();
    const auto overwriting = qScopeGuard([&bytes] { overwrite(bytes); });
    if (&job != m_job) // given up
        return;
    m_job = nullptr;
    m_watch.reset();
    Request &request = m_requests.front();
    if (job.error() == QKeychain::EntryNotFound)
        return finish(Answer(std::nullopt));
    if (job.error() == QKeychain::OtherError && !std::exchange(request.isAgain, true)) {
        // A restarted keyring does not know the session that libsecret still uses.
        forgetSecretService();
        return startCurrent();
    }
    if (job.error() != QKeychain::NoError)
        return finish(Answer(errorOf(job)));
    // Removing from a locked keyring reports success; a write reports the error.
    if (request.act == Act::Remove && !std::exchange(request.isOverwritten, true))
        return startCurrent();
    if (!read)
        return finish(Answer(std::nullopt));
    finish(Answer(std::optional(Secret(QByteArrayView(bytes)))));
}

void Keyring::finish(const Answer &answer)
{
    Request request = std::move(m_requests.front());
    m_requests.pop_front();
    m_busy = false;
    request.promise.addResult(answer);
    request.promise.finish();
    startNext();
}

} // namespace engine
