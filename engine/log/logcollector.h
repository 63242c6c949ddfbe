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

/// A file on a machine and its copy here.
struct FollowSpec
{
    QString key; ///< unique; the spool path serves
    std::shared_ptr<RemoteHost> host;
    QString remotePath; ///< absolute
    QString spoolPath;
};

/// Copies growing files from machines into the spool, a thousand of one machine over one channel: from the byte on that
/// the spool lacks, in order, so that at any instant (also after kill -9) a spool file is a prefix of what its original
/// was and is. A file that is rotated (another takes its name, and it keeps its own in the same folder), or cut, goes
/// on in the same copy. A stream that ends is begun again with a back-off of 1 s to 60 s; a file that does not exist
/// yet is waited for on the machine. Thread: public functions from the engine's thread; processes and disk writes run
/// on a thread of its own, from which RemoteHost::stream() is called (and no other function of the host).
class LogCollector final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogCollector)

public:
    struct Settings
    {
        std::chrono::milliseconds firstDelay = std::chrono::seconds(1); ///< the back-off's first step
        QString spoolRoot{}; ///< what is below it is kept within the limits
        SpoolLimits limits{};
        std::shared_ptr<LogReaders> readers{}; ///< of those who show it in this process; none: nobody does
    };

    LogCollector(QObject *parent, const Settings &settings);
    ~LogCollector() override; ///< stops every tail; the spool stays

    void follow(const FollowSpec &spec); ///< no effect when it is followed already
    /// The original will not grow any more: fetch what is missing, compare sizes, stop. completed() or failed()
    /// follows, when the machine is away not before it is back. No effect on a key that is not followed.
    void finish(const QString &key);
    void retryNow(const RemoteHost *host); ///< it is back: what waits for its next try there has it now
    void stop(const QString &key); ///< forget it, keep the spool; no signal of it follows

    [[nodiscard]] const SpoolLimits &limits() const { return m_limits; }
    void setLimits(const SpoolLimits &limits); ///< from now on; what is too much for them goes soon

signals:
    void appeared(const QString &key); ///< first bytes, or the empty file, were seen
    /// Every byte of the original is in the spool; \a size of the original, -1 when it never existed. Last signal of
    /// key.
    void completed(const QString &key, qint64 size);
    /// This computer cannot write more of it now, as its disk is full, or read what it has of it. It is tried again,
    /// more and more rarely, up to once a minute; said once until it got on for a while. Or, said once of one of them,
    /// the copies cannot be kept within the limits.
    void stalled(const QString &key, const engine::Error &error);
    /// It cannot be completed: the original is gone or unreadable, or nothing can have its name here. Last signal of
    /// key.
    void failed(const QString &key, const engine::Error &error);

private:
    struct Followed
    {
        quint64 id = 0; ///< never used again: what was said before stop() is known by it
        NodeTail *node = nullptr;
    };

    [[nodiscard]] NodeTail *nodeOf(const std::shared_ptr<RemoteHost> &host);
    [[nodiscard]] QString keyOf(quint64 id) const { return m_keys.value(id); } ///< empty: it is over

    QHash<QString, Followed> m_followed;
    QHash<quint64, QString> m_keys;
    QHash<NodeTail *, const RemoteHost *> m_nodes; ///< the objects live in m_thread
    QHash<NodeTail *, int> m_fileCounts;
    quint64 m_lastId = 0;
    const std::chrono::milliseconds m_firstDelay;
    const std::shared_ptr<LogReaders> m_readers;
    SpoolLimits m_limits;
    const std::shared_ptr<SpoolQuota> m_quota; ///< of m_thread
    QThread m_thread;
    QObject *const m_there = new QObject; ///< lives in m_thread
};

} // namespace engine
