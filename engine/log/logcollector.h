// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/spoolquota.h"
#include "engine/remote/remotehost.h"

#include <QHash>
#include <QThread>

namespace engine {

class LogReaders;
class NodeTail;

/// A file on a machine and its copy in the spool.
struct FollowSpec
{
    QString key; ///< unique; the spool path may be used
    std::shared_ptr<RemoteHost> host;
    QString remotePath; ///< absolute
    QString spoolPath;
};

/// Copies growing files from machines into the spool; up to a thousand files of a machine share one channel. A copy
/// starts at the first byte that the spool lacks and is in order, so that at any time (also after kill -9) a spool file
/// is a prefix of its original. A file that is rotated (another file takes its name, and it keeps its own in the same
/// folder) or truncated continues in the same copy. An ended stream is restarted with a back-off of 1 s to 60 s; a
/// missing file is awaited on the machine.
/// Thread: public functions from the engine's thread. Processes and disk writes run in a thread of this class, which
/// calls RemoteHost::stream() and no other function of the host.
class LogCollector final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogCollector)

public:
    struct Settings
    {
        std::chrono::milliseconds firstDelay = std::chrono::seconds(1); ///< of the back-off
        QString spoolRoot{}; ///< files below it count for the quotas
        SpoolLimits limits{};
        std::shared_ptr<LogReaders> readers{}; ///< the log readers of this process; null when it shows no logs
    };

    LogCollector(QObject *parent, const Settings &settings);
    ~LogCollector() override; ///< stops all tails; the spool stays

    void follow(const FollowSpec &spec); ///< no effect when the file is followed already
    /// The original is final: copy what is missing, compare sizes, stop. completed() or failed() follows; while the
    /// machine is offline, after its return. No effect on an unknown key.
    void finish(const QString &key);
    void retryNow(const RemoteHost *host); ///< \a host is back: tails that wait for their next try start now
    void stop(const QString &key); ///< stops following and keeps the spool; no further signals

    [[nodiscard]] const SpoolLimits &limits() const { return m_limits; }
    void setLimits(const SpoolLimits &limits); ///< from now on; the spool is reduced soon

signals:
    void appeared(const QString &key); ///< the first bytes, or the empty file, were seen
    /// The spool has every byte of the original; \a size of the original, -1 when it never existed. Last signal of key.
    void completed(const QString &key, qint64 size);
    /// This computer cannot write the copy now (full disk) or cannot read it. It is retried, at last once a minute.
    /// Emitted once until the copy has made progress. Also emitted, once and for one file, when the quotas cannot be
    /// kept.
    void stalled(const QString &key, const engine::Error &error);
    /// The copy cannot be completed: the original is gone or unreadable, or its name is not possible here. Last signal
    /// of key.
    void failed(const QString &key, const engine::Error &error);

private:
    struct Followed
    {
        quint64 id = 0; ///< never reused: identifies signals that were queued before stop()
        NodeTail *node = nullptr;
    };

    [[nodiscard]] NodeTail *nodeOf(const std::shared_ptr<RemoteHost> &host);
    [[nodiscard]] QString keyOf(quint64 id) const { return m_keys.value(id); } ///< empty when it is no longer followed

    QHash<QString, Followed> m_followed;
    QHash<quint64, QString> m_keys;
    QHash<NodeTail *, const RemoteHost *> m_nodes; ///< the objects live in m_thread
    QHash<NodeTail *, int> m_fileCounts;
    quint64 m_lastId = 0;
    const std::chrono::milliseconds m_firstDelay;
    const std::shared_ptr<LogReaders> m_readers;
    SpoolLimits m_limits;
    const std::shared_ptr<SpoolQuota> m_quota; ///< used in m_thread
    QThread m_thread;
    QObject *const m_there = new QObject; ///< context in m_thread
};

} // namespace engine
