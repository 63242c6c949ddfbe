// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/spoolquota.h"

#include "engine/log/spoolgap.h"

#include <QDirIterator>
#include <QSet>

#include <algorithm>

namespace engine {

namespace {

constexpr int slack = 8; // an eighth is freed at once, so that it is not to be done again soon

} // namespace

void SpoolQuota::add(const QString &path, qint64 bytes)
{
    if (m_root.isEmpty() || !path.startsWith(m_root + u'/'))
        return;
    if (!m_isCounted) {
        m_isCounted = true;
        countAll();
    } else {
        Job &job = m_jobs[jobOf(path)];
        job.files[path] += bytes;
        job.bytes += bytes;
        m_bytes += bytes;
    }
    Job &job = m_jobs[jobOf(path)];
    if (job.bytes > m_limits.job) {
        recount(job);
        if (job.bytes > m_limits.job)
            shrink({&job}, m_limits.job - m_limits.job / slack);
    }
    if (m_bytes <= m_limits.profile)
        return;
    QList<Job *> jobs;
    for (Job &other : m_jobs) {
        recount(other);
        jobs.append(&other);
    }
    if (m_bytes > m_limits.profile)
        shrink(jobs, m_limits.profile - m_limits.profile / slack);
}

void SpoolQuota::countAll()
{
    QDirIterator files(m_root, QDir::Files, QDirIterator::Subdirectories); // not .parts, which is hidden
    while (files.hasNext())
        m_jobs[jobOf(files.next())].files.insert(files.filePath(), 0);
    for (Job &job : m_jobs)
        recount(job);
}

// Jobs are removed behind our back, and blocks are not bytes.
void SpoolQuota::recount(Job &job)
{
    m_bytes -= job.bytes;
    job.bytes = 0;
    for (auto file = job.files.begin(); file != job.files.end();) {
        file.value() = bytesOnDisk(file.key());
        job.bytes += file.value();
        file = file.value() > 0 ? std::next(file) : job.files.erase(file);
    }
    m_bytes += job.bytes;
}

void SpoolQuota::shrink(const QList<Job *> &jobs, qint64 target)
{
    QSet<QString> done; // nothing more can be taken
    const auto total = [&] {
        qint64 bytes = 0;
        for (const Job *job : jobs)
            bytes += job->bytes;
        return bytes;
    };
    while (total() > target) {
        Job *job = nullptr;
        QString path;
        qint64 largest = 0;
        for (Job *candidate : jobs) {
            for (auto file = candidate->files.cbegin(); file != candidate->files.cend(); ++file) {
                if (file.value() > largest && !done.contains(file.key())) {
                    job = candidate;
                    path = file.key();
                    largest = file.value();
                }
            }
        }
        if (!job)
            return;
        const qint64 freed = takeMiddle(path, machineOf(path), std::min(total() - target, largest / 2));
        if (freed == 0)
            done.insert(path);
        job->files[path] -= freed;
        job->bytes -= freed;
        m_bytes -= freed;
    }
}

} // namespace engine
