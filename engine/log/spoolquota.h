// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QHash>

namespace engine {

/// How much room the copies of logs may take, in bytes on the disk. Beyond that, beginnings and ends of logs stay.
struct SpoolLimits
{
    qint64 profile = 20'000'000'000;
    qint64 job = 2'000'000'000;

    static constexpr qint64 least = 1'000'000; ///< of each

    bool operator==(const SpoolLimits &) const = default;
};

/// Keeps the spool, ROOT/JOB/MACHINE/NAME, within its limits: who writes there tells it, and when it is too much, the
/// middle of the largest files goes (takeMiddle()). After that a 64th of what is there may come before it is done
/// again, so that limits which cannot be met, as of many small files, hold up nobody. Blocks where it is due. Thread:
/// any one.
class SpoolQuota final
{
public:
    SpoolQuota(QString root, const SpoolLimits &limits) : m_root(std::move(root)), m_limits(limits) { }

    /// Counts what is there, and ends what was begun when an engine was killed; else the first call of the others does.
    void start();
    /// A file of the spool has grown. What is not below the root is not counted. IoError, once: nothing can be taken
    /// from what is too much, as the file system has no holes.
    [[nodiscard]] Result<void> add(const QString &path, qint64 bytes);
    /// From now on; what is too much for them goes at once.
    void setLimits(const SpoolLimits &limits);

private:
    struct Job
    {
        QHash<QString, qint64> files; ///< by path
        qint64 bytes = 0;
        qint64 pause = 0; ///< bytes that may still come before the next try
    };

    [[nodiscard]] bool countOnce(); ///< false: it was counted before
    void recount(Job &job);
    void keepWithin(Job &job);
    void keepAllWithin();
    void shrink(const QList<Job *> &jobs, qint64 excess);
    [[nodiscard]] qint64 take(const QString &path, qint64 bytes); ///< what was freed
    [[nodiscard]] QString jobOf(const QString &path) const { return path.section(u'/', m_depth, m_depth); }
    [[nodiscard]] QString machineOf(const QString &path) const { return path.section(u'/', m_depth + 1, m_depth + 1); }

    const QString m_root;
    SpoolLimits m_limits;
    const int m_depth = int(m_root.count(u'/')) + 1;
    QHash<QString, Job> m_jobs;
    qint64 m_bytes = 0;
    qint64 m_pause = 0; ///< as Job::pause, of all
    bool m_isCounted = false;
    QString m_unlimited; ///< a file from which nothing can be taken
    bool m_isTold = false; ///< that there is one
};

} // namespace engine
