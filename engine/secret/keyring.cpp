// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/secret/keyring.h"

#include "engine/base/wipe.h"
#include "engine/secret/sessionbus.h"

#include <QCoreApplication>

#include <qt6keychain/keychain.h>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

Error noBus()
{
    return {ErrorCode::Unreachable,
            Message(QT_TRANSLATE_NOOP("engine", "This session has no D-Bus, and so no keyring.")),
            u"bus"_s,
            {},
            {}};
}

Error errorOf(const QKeychain::Job &job)
{
    switch (job.error()) {
    case QKeychain::AccessDenied:
    case QKeychain::AccessDeniedByUser:
        return {ErrorCode::Conflict,
                Message(QT_TRANSLATE_NOOP("engine", "The keyring is locked.")),
                {},
                {},
                job.errorString()};
    case QKeychain::NoBackendAvailable:
    case QKeychain::NotImplemented:
        return {ErrorCode::Unreachable,
                Message(QT_TRANSLATE_NOOP("engine", "No keyring runs in this session.")),
                {},
                {},
                job.errorString()};
    default:
        return {ErrorCode::IoError,
                Message(QT_TRANSLATE_NOOP("engine", "The keyring cannot be used: %1"), {job.errorString().left(500)}),
                {},
                {},
                job.errorString()};
    }
}

} // namespace

QFuture<Keyring::Answer> Keyring::run(Act act, const QString &user, const QString &value, QDeadlineTimer deadline)
{
    Request request{act, user, value.toUtf8(), deadline, {}};
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
    while (!m_requests.empty() && m_requests.front().deadline.hasExpired()) {
        wipe(m_requests.front().value);
        m_requests.pop_front();
    }
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
    // The jobs are the application's: libsecret knows a job by its bare address until it has answered, so that none may
    // go while glib's loop can still turn.
    auto *application = QCoreApplication::instance();
    const QString service = u"batchdeck"_s;
    if (request.act == Act::Fetch)
        return new QKeychain::ReadPasswordJob(service, application);
    if (request.act == Act::Remove && request.isOverwritten)
        return new QKeychain::DeletePasswordJob(service, application);
    // Bytes and not text: text ends at its first NUL.
    auto *job = new QKeychain::WritePasswordJob(service, application);
    job->setBinaryData(request.value);
    return job;
}

void Keyring::startJob(const SessionBus &bus)
{
    const Request &request = m_requests.front();
    QKeychain::Job *job = makeJob(request);
    job->setInsecureFallback(false);
    job->setKey(request.user);
    QObject::connect(job, &QKeychain::Job::finished, job,
                     [self = shared_from_this(), bus](QKeychain::Job *finished) { self->finish(*finished); });
    job->start();
}

void Keyring::finish(const QKeychain::Job &job)
{
    Request &request = m_requests.front();
    if (job.error() == QKeychain::EntryNotFound)
        return finish(Answer(std::nullopt));
    if (job.error() == QKeychain::OtherError && !std::exchange(request.isAgain, true)) {
        // A keyring that was started anew knows nothing of the session that libsecret still has.
        forgetSecretService();
        return startCurrent();
    }
    if (job.error() != QKeychain::NoError)
        return finish(Answer(errorOf(job)));
    // A removal from a locked keyring says that it was done; a write to it tells the truth.
    if (request.act == Act::Remove && !std::exchange(request.isOverwritten, true))
        return startCurrent();
    const auto *read = qobject_cast<const QKeychain::ReadPasswordJob *>(&job);
    if (!read)
        return finish(Answer(std::nullopt));
    QByteArray bytes = read->binaryData();
    const QString value = QString::fromUtf8(bytes);
    wipe(bytes); // and with it the job's own
    finish(Answer(value));
}

void Keyring::finish(const Answer &answer)
{
    Request request = std::move(m_requests.front());
    m_requests.pop_front();
    m_busy = false;
    wipe(request.value);
    request.promise.addResult(answer);
    request.promise.finish();
    startNext();
}

} // namespace engine
