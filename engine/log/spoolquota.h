// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QHash>
#include <QString>

namespace engine {

/// How much room the copies of logs may take, in bytes on the disk. Beyond that, beginnings and ends of logs stay.
struct SpoolLimits
{
    qint64 profile = 20'000'000'000;
    qint64 job = 2'000'000'000;
};

/// Keeps the spool, ROOT/JOB/MACHINE/NAME, within its limits: who writes there tells it, and when it is too much, the
/// middle of the largest files goes (takeMiddle()). Blocks where that is due. Thread: any one.
class SpoolQuota final
{
public:
    SpoolQuota(QString root, const SpoolLimits &limits) : m_root(std::move(root)), m_limits(limits) { }

    /// A file of the spool has grown. What is not below the root is not counted.
    void add(const QString &path, qint64 bytes);

private:
    struct Job
    {
        QHash<QString, qint64> files; ///< by path
        qint64 bytes = 0;
    };

    void countAll();
    void recount(Job &job);
    void shrink(const QList<Job *> &jobs, qint64 target);
    [[nodiscard]] QString jobOf(const QString &path) const { return path.section(u'/', m_depth, m_depth); }
    [[nodiscard]] QString machineOf(const QString &path) const { return path.section(u'/', m_depth + 1, m_depth + 1); }

    const QString m_root;
    const SpoolLimits m_limits;
    const int m_depth = int(m_root.count(u'/')) + 1;
    QHash<QString, Job> m_jobs;
    qint64 m_bytes = 0;
    bool m_isCounted = false;
};

} // namespace engine
