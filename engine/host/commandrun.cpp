// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/commandrun.h"

namespace engine {

Error stoppedError()
{
    return {ErrorCode::Canceled, QT_TRANSLATE_NOOP("engine", "The command was stopped.")};
}

CommandRun::CommandRun(std::unique_ptr<RemoteProcess> process, std::chrono::milliseconds deadline,
                       std::shared_ptr<Promise> promise, QObject *parent)
    : QObject(parent), m_promise(std::move(promise)), m_process(std::move(process))
{
    connect(m_process.get(), &RemoteProcess::readyRead, this, &CommandRun::keep);
    connect(m_process.get(), &RemoteProcess::finished, this, &CommandRun::finish);
    connect(&m_canceled, &QFutureWatcherBase::canceled, m_process.get(), &RemoteProcess::stop);
    m_canceled.setFuture(m_promise->future());
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        m_timedOut = true;
        m_process->stop();
    });
    m_deadline.start(deadline);
}

CommandRun::~CommandRun()
{
    m_canceled.disconnect();
    if (m_promise->future().isFinished())
        return;
    m_promise->addResult(stoppedError());
    m_promise->finish();
}

void CommandRun::keep(const QByteArray &bytes)
{
    m_output += bytes.first(qMin(bytes.size(), outputLimit - m_output.size()));
}

void CommandRun::finish(const Result<CommandResult> &result)
{
    m_deadline.stop();
    m_promise->addResult(answer(result));
    m_promise->finish();
    deleteLater();
}

Result<CommandResult> CommandRun::answer(Result<CommandResult> result)
{
    if (result)
        result->output = std::move(m_output);
    else if (m_timedOut)
        return Error{ErrorCode::Timeout,
                     QT_TRANSLATE_NOOP("engine", "The command did not end in time and was stopped.")};
    return result;
}

} // namespace engine
