// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/spoolquota.h"

#include "engine/base/pathbytes.h"
#include "engine/log/core/file/spoolgap.h"

#include <QDirIterator>

#include <algorithm>
#include <queue>

namespace engine {

namespace {

constexpr int slack = 8; // 1/slack of the quota is freed at once, so that removals are rare
constexpr int pauseShare = 64;

} // namespace

void SpoolQuota::start()
{
    if (!m_root.isEmpty())
        (void)countOnce();
}

Result<void> SpoolQuota::add(const QString &path, qint64 bytes)
{
    if (m_root.isEmpty() || !path.startsWith(m_root + u'/'))
        return {};
    if (!countOnce()) {
        Job &job = m_jobs[jobOf(path)];
        job.files[path] += bytes;
        job.bytes += bytes;
        job.pause -= bytes;
        m_bytes += bytes;
        m_pause -= bytes;
    }
    keepWithin(m_jobs[jobOf(path)]);
    keepAllWithin();
    if (m_unlimited.isEmpty() || std::exchange(m_isTold, true))
        return {};
    return Error{ErrorCode::IoError,
                 {QT_TRANSLATE_NOOP("engine",
                                    "The copies of logs take more room than they may: the file system of %1 cannot "
                                    "give back a part of a file. Watch the free space, and delete jobs that nobody "
                                    "needs any more."),
                  {m_unlimited}},
                 m_unlimited};
}

void SpoolQuota::setLimits(const SpoolLimits &limits)
{
    m_limits = limits;
    m_unlimited.clear();
    if (m_root.isEmpty())
        return;
    (void)countOnce();
    m_pause = 0;
    for (Job &job : m_jobs) {
        job.pause = 0;
        keepWithin(job);
    }
    keepAllWithin();
}

void SpoolQuota::keepWithin(Job &job)
{
    if (job.bytes <= m_limits.job || job.pause > 0)
        return;
    recount(job);
    if (job.bytes <= m_limits.job)
        return;
    shrink({&job}, job.bytes - m_limits.job + m_limits.job / slack);
    job.pause = job.bytes / pauseShare;
}

void SpoolQuota::keepAllWithin()
{
    if (m_bytes <= m_limits.profile || m_pause > 0)
        return;
    QList<Job *> jobs;
    for (Job &job : m_jobs) {
        recount(job);
        jobs.append(&job);
    }
    if (m_bytes <= m_limits.profile)
        return;
    shrink(jobs, m_bytes - m_limits.profile + m_limits.profile / slack);
    m_pause = m_bytes / pauseShare;
}

bool SpoolQuota::countOnce()
{
    if (std::exchange(m_isCounted, true))
        return false;
    QDirIterator files(m_root, QDir::Files, QDirIterator::Subdirectories); // hidden folders such as .parts are skipped
    while (files.hasNext()) {
        const QString path = files.next();
        m_jobs[jobOf(path)].files.insert(path, 0);
        logcore::completeRemoval(pathBytes(path), machineOf(path).toStdString());
    }
    for (Job &job : m_jobs)
        recount(job);
    return true;
}

// Jobs may have been removed, and blocks differ from bytes.
void SpoolQuota::recount(Job &job)
{
    m_bytes -= job.bytes;
    job.bytes = 0;
    for (auto file = job.files.begin(); file != job.files.end();) {
        file.value() = logcore::bytesOnDisk(pathBytes(file.key()));
        job.bytes += file.value();
        file = file.value() > 0 ? std::next(file) : job.files.erase(file);
    }
    m_bytes += job.bytes;
}

void SpoolQuota::shrink(const QList<Job *> &jobs, qint64 excess)
{
    struct File
    {
        qint64 bytes = 0;
        QString path;
        Job *job = nullptr;

        bool operator<(const File &other) const { return bytes < other.bytes; }
    };
    std::priority_queue<File> files; // largest first
    for (Job *job : jobs) {
        for (auto file = job->files.cbegin(); file != job->files.cend(); ++file)
            files.push({file.value(), file.key(), job});
    }
    while (excess > 0 && !files.empty()) {
        File file = files.top();
        files.pop();
        const qint64 freed = take(file.path, std::min(excess, file.bytes / 2));
        if (freed == 0) // no more can be removed from it
            continue;
        file.bytes -= freed;
        file.job->files[file.path] = file.bytes;
        file.job->bytes -= freed;
        m_bytes -= freed;
        excess -= freed;
        files.push(file);
    }
}

qint64 SpoolQuota::take(const QString &path, qint64 bytes)
{
    const std::string file = pathBytes(path);
    const qint64 freed = logcore::removeMiddle(file, machineOf(path).toStdString(), bytes);
    if (freed == 0 && m_unlimited.isEmpty() && !logcore::hasHoles(file))
        m_unlimited = path;
    return freed;
}

} // namespace engine
