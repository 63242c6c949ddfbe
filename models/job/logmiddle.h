// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/log/reader/loggap.h"
#include "engine/log/reader/namelessfile.h"

#include <QElapsedTimer>
#include <QPointer>

#include <memory>

namespace engine {
class EngineClient;
} // namespace engine

namespace models {

/// Reads what is missing in the middle of a log's copy from the machine that has it, piece by piece, into a file that
/// grows. Its destruction ends it. GUI thread; what is read is written in a worker.
class LogMiddle final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogMiddle)

public:
    /// \a gap of \a log has a source. What is read lies in \a folder.
    LogMiddle(engine::EngineClient &client, engine::LogFileSnapshot log, engine::LogGap gap, const QString &folder,
              QObject *parent = nullptr);

    void begin(); ///< where it was left, when it has ended with an error
    [[nodiscard]] std::shared_ptr<const engine::NamelessFile> file() const { return m_file; }
    [[nodiscard]] qint64 bytesRead() const { return m_bytesRead; }
    [[nodiscard]] const engine::LogGap &gap() const { return m_gap; }

signals:
    void progressed();
    /// With an error what was read so far stays. \a canGoOn: begin() may help.
    void ended(const engine::Result<void> &outcome, bool canGoOn);

private:
    void read(qint64 offset, qint64 length, void (LogMiddle::*take)(const QByteArray &bytes));
    void compare(const QByteArray &bytes);
    void readNext();
    void append(const QByteArray &bytes);
    void fail(const engine::Error &error, bool canGoOn) { emit ended(error, canGoOn); }
    [[nodiscard]] qint64 knownLength() const;
    [[nodiscard]] QByteArray copiedBefore() const;
    [[nodiscard]] engine::Error copyIsGone() const;
    [[nodiscard]] engine::Error isAnotherFile() const;
    [[nodiscard]] engine::Error noRoom(int reason) const;

    const QPointer<engine::EngineClient> m_client;
    const engine::LogFileSnapshot m_log;
    const engine::LogGap m_gap;
    const QString m_folder;
    const std::shared_ptr<engine::NamelessFile> m_file; ///< the worker has it, too
    const QByteArray m_known; ///< what the file has before the gap, by which it is known
    qint64 m_bytesRead = 0;
    qint64 m_readAtOnce;
    QElapsedTimer m_asked;
};

} // namespace models
