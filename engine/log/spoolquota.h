// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QHash>

namespace engine {

/// Quotas of the log copies, in bytes on the disk. Above a quota, the middles of logs are removed.
struct SpoolLimits
{
    qint64 profile = 20'000'000'000;
    qint64 job = 2'000'000'000;

    static constexpr qint64 least = 1'000'000; ///< lowest allowed value of each

    bool operator==(const SpoolLimits &) const = default;
};

/// Keeps the spool, ROOT/JOB/MACHINE/NAME, within its quotas: writers report new bytes, and above a quota the middle of
/// the largest files is removed (removeMiddle()). The next removal needs new bytes of 1/64 of the spool, so that quotas
/// that cannot be met (many small files) do not slow down writing. Blocks during a removal. Thread: any one.
class SpoolQuota final
{
public:
    SpoolQuota(QString root, const SpoolLimits &limits) : m_root(std::move(root)), m_limits(limits) { }

    /// Measures the spool and completes removals of a killed engine; otherwise done by the first call of another
    /// function.
    void start();
    /// Reports that a file of the spool has grown. Files outside of the root are ignored. IoError, once: nothing can be
    /// removed, as the file system has no holes.
    [[nodiscard]] Result<void> add(const QString &path, qint64 bytes);
    /// Takes effect at once.
    void setLimits(const SpoolLimits &limits);

private:
    struct Job
    {
        QHash<QString, qint64> files; ///< by path
        qint64 bytes = 0;
        qint64 pause = 0; ///< new bytes before the next removal
    };

    [[nodiscard]] bool countOnce(); ///< false when it was done before
    void recount(Job &job);
    void keepWithin(Job &job);
    void keepAllWithin();
    void shrink(const QList<Job *> &jobs, qint64 excess);
    [[nodiscard]] qint64 take(const QString &path, qint64 bytes); ///< returns the freed bytes
    [[nodiscard]] QString jobOf(const QString &path) const { return path.section(u'/', m_depth, m_depth); }
    [[nodiscard]] QString machineOf(const QString &path) const { return path.section(u'/', m_depth + 1, m_depth + 1); }

    const QString m_root;
    SpoolLimits m_limits;
    const int m_depth = int(m_root.count(u'/')) + 1;
    QHash<QString, Job> m_jobs;
    qint64 m_bytes = 0;
    qint64 m_pause = 0; ///< as Job::pause, for the whole spool
    bool m_isCounted = false;
    QString m_unlimited; ///< a file from which nothing can be removed
    bool m_isTold = false; ///< \a m_unlimited was reported
};

} // namespace engine
