// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Explains why a job does not run, or has failed.

#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/api/job/joblogs.h"
#include "engine/log/reader/failurewords.h"
#include "engine/log/reader/jobcause.h"
#include "engine/protocol/jobs.h"

#include <QDeadlineTimer>
#include <QThread>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace engine;

namespace ctl {

namespace {

constexpr auto mostPatience = 3s; // the last lines need a moment to arrive; an offline machine sends none

// Waits for complete logs if the job has just ended.
Result<FailureLogs> fetchLogs(Session &session, const ResourceId &id)
{
    const QDeadlineTimer patience(mostPatience);
    while (true) {
        const auto document = session.read(method::getJob, {id.toString()});
        if (!document)
            return document.error();
        FailureLogs logs = failureLogs(JobSnapshot::fromDocument(*document));
        const bool areComplete = std::all_of(logs.files.cbegin(), logs.files.cend(),
                                             [](const LogFileSnapshot &file) { return file.complete; });
        if (!areComplete && patience.hasExpired())
            session.note(u"Not all of its logs have arrived yet."_s);
        if (areComplete || patience.hasExpired())
            return logs;
        QThread::msleep(100);
    }
}

QString processOf(const LogName &log)
{
    return log.index < 0 ? QString() : processName(log.task, log.index).englishText();
}

// Identifies a process as x-batchdeck.firstFailure does.
QJsonObject toJson(const JobCause &cause)
{
    const LogName log = logName(cause.file.name);
    QJsonObject json{{u"kind"_s, toString(cause.kind)},
                     {u"node"_s, cause.file.node},
                     {u"process"_s, log.index < 0 ? QJsonValue() : QJsonValue(log.index)},
                     {u"isFirst"_s, cause.isOfFirst},
                     {u"file"_s, cause.file.name},
                     {u"line"_s, cause.line < 0 ? QJsonValue() : QJsonValue(cause.line + 1)},
                     {u"words"_s, cause.words},
                     {u"remedy"_s, failureRemedy(cause.kind).toJson()}};
    if (log.index >= 0) {
        json[u"task"_s] = log.task;
        json[u"name"_s] = processOf(log);
    }
    return json;
}

QString sentences(const JobCause &cause, const FailureLogs &logs)
{
    QString text;
    if (logs.ofFirst < logs.files.size()) {
        const QString process = processOf(logName(cause.file.name));
        text = process.isEmpty() ? cause.file.node
                                 : u"%1 on %2"_s.arg(process.at(0).toUpper() + process.sliced(1), cause.file.node);
        text += cause.isOfFirst ? u" failed first: "_s : u": "_s;
    }
    text += failureText(cause).englishText();
    if (cause.line >= 0)
        text += u" (%1, line %2)."_s.arg(cause.file.name).arg(cause.line + 1);
    if (const Message remedy = failureRemedy(cause.kind); !remedy.isEmpty())
        text += u' ' + remedy.englishText();
    return text;
}

} // namespace

Result<int> whyJob(Session &session, const ResourceId &id)
{
    auto answer = session.read(inJson(method::whyJob), {id.toString()});
    if (!answer)
        return answer.error();
    FailureLogs logs;
    if (answer->value(u"state"_s) == toString(JobState::Failed)) {
        auto fetched = fetchLogs(session, id);
        if (!fetched)
            return fetched.error();
        logs = std::move(*fetched);
    }
    const auto cause = jobCause(logs);
    if (cause)
        (*answer)[u"failure"_s] = toJson(*cause);
    if (session.printsJson(*answer))
        return 0;
    session.print(QString(safeText(Message::fromJson(answer->value(u"reason"_s).toObject()).englishText()) + u'\n'));
    if (cause)
        session.print(QString(safeText(sentences(*cause, logs)) + u'\n'));
    return 0;
}

} // namespace ctl
