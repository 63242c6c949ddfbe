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

/// All files of one machine that are followed, over one channel. Whenever one more is wanted, or one is to be finished,
/// the stream begins again, behind what is here; many within a moment are one beginning. Thread: one with an event
/// loop.
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
    void retryNow(); ///< without waiting for the back-off, of the stream or of what is stalled

signals:
    void appeared(quint64 id);
    void completed(quint64 id, qint64 size); ///< the last of id
    void stalled(quint64 id, const engine::Error &error);
    void failed(quint64 id, const engine::Error &error); ///< the last of id

private:
    void askSoon();
    void launch();
    void take(const QByteArray &bytes);
    void take(const TailWord &word);
    void stall(quint64 id, const Error &error);
    void endProcess();
    void dropProcess();

    const std::shared_ptr<RemoteHost> m_host;
    const std::shared_ptr<SpoolQuota> m_quota; ///< of the same thread
    const std::shared_ptr<LogReaders> m_readers; ///< null: none
    std::map<quint64, std::unique_ptr<LogTail>> m_tails;
    std::vector<quint64> m_asked; ///< the stream's index of a file is its place here
    StalledTails *m_stalled; ///< they rest, the others go on
    std::unique_ptr<RemoteProcess> m_process;
    TailParser m_parser;
    QTimer *m_soon;
    DoublingTimer *m_retry; ///< of the stream
    QElapsedTimer m_sinceLaunch;
};

} // namespace engine
