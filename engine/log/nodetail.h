// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/logtail.h"
#include "engine/log/spoolquota.h"

#include <QElapsedTimer>

#include <map>

class QTimer;

namespace engine {

class DoublingTimer;
class StalledTails;

/// Copies followed files of one machine over one channel. When a file is added or is to be finished, the stream is
/// restarted and continues after the bytes in the spool; requests within some milliseconds share a restart. Thread: one
/// with an event loop.
class NodeTail final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NodeTail)

public:
    NodeTail(std::shared_ptr<RemoteHost> host, std::shared_ptr<SpoolQuota> quota, std::shared_ptr<LogReaders> readers,
             std::chrono::milliseconds firstDelay);
    ~NodeTail() override;

    void add(quint64 id, const FollowSpec &spec);
    void finish(quint64 id);
    void stop(quint64 id);
    void retryNow(); ///< restarts the stream and stalled files without waiting for their back-off

signals:
    void appeared(quint64 id);
    void completed(quint64 id, qint64 size); ///< last signal of id
    void stalled(quint64 id, const engine::Error &error);
    void failed(quint64 id, const engine::Error &error); ///< last signal of id

private:
    void askSoon();
    void launch();
    void receive(const QByteArray &bytes);
    void handle(const TailWord &word);
    void stall(quint64 id, const Error &error);
    void endProcess();
    void dropProcess();

    const std::shared_ptr<RemoteHost> m_host;
    const std::shared_ptr<SpoolQuota> m_quota; ///< used in the same thread
    const std::shared_ptr<LogReaders> m_readers; ///< null when this process shows no logs
    std::map<quint64, std::unique_ptr<LogTail>> m_tails;
    std::vector<quint64> m_asked; ///< ids by their index in the stream
    StalledTails *m_stalled; ///< files that are not in the stream until their next try
    std::unique_ptr<RemoteProcess> m_process;
    TailParser m_parser;
    QTimer *m_soon;
    DoublingTimer *m_retry; ///< back-off of the stream
    QElapsedTimer m_sinceLaunch;
};

} // namespace engine
