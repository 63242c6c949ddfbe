// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/localhost.h"

#include "engine/host/localprocess.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QTimer>

namespace engine {

namespace {

using Promise = QPromise<Result<CommandResult>>;

/// One run() from start to answer; deletes itself.
class LocalRun final : public QObject
{
    Q_DISABLE_COPY_MOVE(LocalRun)

public:
    LocalRun(const RemoteCommand &command, std::shared_ptr<Promise> promise, QObject *parent)
        : QObject(parent), m_promise(std::move(promise)), m_process(command, this)
    {
        connect(&m_process, &RemoteProcess::readyRead, this, &LocalRun::keep);
        connect(&m_process, &RemoteProcess::finished, this, &LocalRun::finish);
        connect(&m_canceled, &QFutureWatcherBase::canceled, &m_process, &RemoteProcess::stop);
        m_canceled.setFuture(m_promise->future());
        m_deadline.setSingleShot(true);
        connect(&m_deadline, &QTimer::timeout, this, [this] {
            m_timedOut = true;
            m_process.stop();
        });
        m_deadline.start(command.deadline);
    }

    ~LocalRun() override
    {
        m_canceled.disconnect();
        if (m_promise->future().isFinished())
            return;
        m_promise->addResult(
            Error{ErrorCode::Canceled, QT_TRANSLATE_NOOP("engine", "The command was stopped."), {}, {}, {}});
        m_promise->finish();
    }

private:
    void keep(const QByteArray &bytes)
    {
        m_output += bytes.first(qMin(bytes.size(), LocalProcess::outputLimit - m_output.size()));
    }

    void finish(const Result<CommandResult> &result)
    {
        m_deadline.stop();
        m_promise->addResult(answer(result));
        m_promise->finish();
        deleteLater();
    }

    Result<CommandResult> answer(Result<CommandResult> result)
    {
        if (result)
            result->output = std::move(m_output);
        else if (m_timedOut)
            return Error{ErrorCode::Timeout,
                         QT_TRANSLATE_NOOP("engine", "The command did not end in time and was stopped."),
                         {},
                         {},
                         {}};
        return result;
    }

    std::shared_ptr<Promise> m_promise;
    LocalProcess m_process;
    QFutureWatcher<Result<CommandResult>> m_canceled;
    QTimer m_deadline;
    QByteArray m_output;
    bool m_timedOut = false;
};

} // namespace

LocalHost::LocalHost() : m_runs(new QObject)
{
    m_thread.setObjectName(QLatin1StringView("localhost"));
    m_runs->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_runs, &QObject::deleteLater);
    m_thread.start();
}

LocalHost::~LocalHost()
{
    m_thread.quit();
    m_thread.wait();
}

QFuture<Result<void>> LocalHost::open(const QList<Answer> &)
{
    return QtFuture::makeReadyFuture(Result<void>());
}

QFuture<Result<CommandResult>> LocalHost::run(const RemoteCommand &command)
{
    auto promise = std::make_shared<Promise>();
    promise->start();
    // The queued call owns the promise: when the thread ends before it, the future is cancelled.
    QMetaObject::invokeMethod(m_runs, [runs = m_runs, command, promise] { new LocalRun(command, promise, runs); });
    return promise->future();
}

std::unique_ptr<RemoteProcess> LocalHost::stream(const RemoteCommand &command)
{
    return std::make_unique<LocalProcess>(command);
}

} // namespace engine
