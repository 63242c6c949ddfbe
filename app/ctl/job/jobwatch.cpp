// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/job/jobwatch.h"

#include "engine/protocol/jobs.h"

#include <QFile>

#include <algorithm>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

constexpr int noExitCode = 255;
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

// Prints the spool file from \a offset on. Opened by name each time, as it may not exist yet. The path is empty for a
// job without placement.
bool copyNews(const QString &path, qint64 &offset)
{
    QFile spool(path);
    if (path.isEmpty() || !spool.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return true;
    QByteArray piece(spoolPiece, Qt::Uninitialized);
    while (true) {
        // Skips a hole: the bytes that the quota removed; the notice follows it.
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
    const auto hear = [&](const QJsonObject &told) {
        document = told;
        if (const QString line = stateLine(JobSnapshot::fromDocument(document)); line != lastLine) {
            session.note(line);
            lastLine = line;
        }
    };
    const JobSnapshot job = JobSnapshot::fromDocument(document);
    const auto ended = session.await(method::waitForJob, {job.id.toString(), job.uuid}, hear);
    if (!ended)
        return ended.error();
    hear(*ended);
    return JobSnapshot::fromDocument(document).exitCode.value_or(noExitCode);
}

Result<void> streamFile(Session &session, const JobSnapshot &job, const QString &directory, const QString &file)
{
    qint64 offset = 0;
    bool isRead = true; // false when the reader of stdout has gone
    const auto copy = [&](const FollowedJobFile &told) {
        isRead = copyNews(told.spoolPath, offset);
        if (!isRead)
            session.link().cancel();
    };
    const auto ended = session.await(method::streamJobFile, {job.id.toString(), job.uuid, directory, file}, copy);
    if (!isRead)
        return {};
    if (!ended)
        return ended.error();
    copyNews(ended->spoolPath, offset);
    if (offset == 0 && !ended->exists)
        return Error{ErrorCode::NotFound, Message("The job %1 ended without a file %2.", {job.id.shortText(), file}),
                     file};
    return {};
}

} // namespace ctl
