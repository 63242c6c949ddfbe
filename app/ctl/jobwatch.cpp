// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/jobwatch.h"

#include "engine/api/snapshots.h"

#include <QFile>
#include <QThread>

#include <algorithm>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace engine;

namespace ctl {

namespace {

constexpr int noExitCode = 255;
constexpr auto readInterval = 100ms;
constexpr qint64 spoolPiece = 256 * 1024;

QString stateLine(const JobSnapshot &job)
{
    QString line = u"Job %1: %2"_s.arg(job.id.name(), toString(job.state));
    if (job.state == JobState::Running && job.phase != JobPhase::None)
        line += u" ("_s + toString(job.phase) + u')';
    if (!job.reason.isEmpty())
        line += u": "_s + job.reason.englishText();
    return line;
}

// Prints what the spool has beyond \a offset. The file is opened by name each time: it may not be there yet. A job that
// was not placed yet has no path.
bool copyNews(const QString &path, qint64 &offset)
{
    QFile spool(path);
    if (path.isEmpty() || !spool.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return true;
    QByteArray piece(spoolPiece, Qt::Uninitialized);
    while (true) {
        // What the spool has no room for is a hole in it, behind which it says where that is.
        offset = std::max<qint64>(offset, ::lseek(spool.handle(), offset, SEEK_DATA));
        const qint64 hole = ::lseek(spool.handle(), offset, SEEK_HOLE);
        const qint64 wanted = hole > offset ? std::min(spoolPiece, hole - offset) : spoolPiece;
        const ssize_t count = ::pread(spool.handle(), piece.data(), size_t(wanted), offset);
        if (count <= 0)
            return true;
        if (!writeAll(STDOUT_FILENO, piece.first(count)))
            return false;
        offset += count;
    }
}

} // namespace

Result<int> waitForJob(Session &session, QJsonObject &document)
{
    QString lastLine;
    const auto hear = [&](const QJsonValue &told) {
        document = told.toObject();
        if (const QString line = stateLine(JobSnapshot::fromDocument(document)); line != lastLine) {
            session.note(line);
            lastLine = line;
        }
    };
    const JobSnapshot job = JobSnapshot::fromDocument(document);
    const auto ended = session.link().await(u"job.wait"_s, {{u"id"_s, job.id.toString()}, {u"uuid"_s, job.uuid}}, hear);
    if (!ended)
        return ended.error();
    hear(*ended);
    return JobSnapshot::fromDocument(document).exitCode.value_or(noExitCode);
}

Result<void> streamFile(Session &session, const ResourceId &id, const QString &directory, const QString &file)
{
    const QJsonObject parameters{{u"id"_s, id.toString()}, {u"directory"_s, directory}, {u"file"_s, file}};
    qint64 offset = 0;
    while (true) {
        const auto answer = session.read(u"job.follow"_s, parameters);
        if (!answer)
            return answer.error();
        const QJsonObject followed = answer->toObject();
        // Complete is asked before the last read, so that what came in between is read too.
        const bool isComplete = followed.value(u"complete"_s).toBool();
        if (!copyNews(followed.value(u"spoolPath"_s).toString(), offset))
            return {};
        if (isComplete && offset == 0 && !followed.value(u"exists"_s).toBool())
            return Error{ErrorCode::NotFound,
                         Message("The job %1 ended without a file %2.", {id.shortText(), file}),
                         file,
                         {},
                         {}};
        if (isComplete)
            return {};
        QThread::msleep(readInterval.count());
    }
}

} // namespace ctl
