// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/logcollector.h"
#include "engine/log/spoolfile.h"

#include <QTimer>

namespace engine {

/// One file on its way into the spool: a tail while it grows, then rounds of "how large are you, and what do I lack"
/// until both ends agree. Thread: LogCollector's, but for the constructor.
class LogTail final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogTail)

public:
    LogTail(FollowSpec spec, std::chrono::milliseconds firstDelay);
    ~LogTail() override;

    void start();
    void finish();
    void retryNow(); ///< without waiting for the back-off; no effect on one that runs
    [[nodiscard]] const RemoteHost *host() const { return m_spec.host.get(); } ///< any thread

signals:
    void appeared();
    void completed(qint64 size);
    void failed(const engine::Error &error);

private:
    void launch();
    void take(const QByteArray &bytes);
    void readHeader();
    void endProcess(const Result<CommandResult> &result);
    void endRound(int exitCode, const QString &technical);
    void retryLater();
    void fail(Error error);
    void dropProcess();
    [[nodiscard]] QByteArray script() const;
    [[nodiscard]] Error error(const char *source, const QString &technical) const; ///< %1: the path

    FollowSpec m_spec;
    SpoolFile m_spool;
    std::unique_ptr<RemoteProcess> m_process;
    QTimer *m_retry;
    std::chrono::milliseconds m_firstDelay;
    std::chrono::milliseconds m_delay;
    QByteArray m_header; ///< the first line of a script's output is ours, the rest is the file's
    bool m_headerRead = false;
    qint64 m_original = 0; ///< its size, as the header has it
    QByteArray m_node; ///< the file's number in its file system, empty where that may change
    bool m_appeared = false;
    bool m_finishing = false;
    bool m_roundFinishes = false; ///< the running script is a finishing round
    bool m_ended = false;
};

} // namespace engine
