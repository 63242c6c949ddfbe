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

/// Reads the removed middle of a log's copy from its machine, piece by piece, into a growing temporary file.
/// Destruction ends it. GUI thread; a worker writes the file.
class LogMiddle final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogMiddle)

public:
    /// \a gap must have a source. The temporary file is in \a folder.
    LogMiddle(engine::EngineClient &client, engine::LogFileSnapshot log, engine::LogGap gap, const QString &folder,
              QObject *parent = nullptr);

    void begin(); ///< also resumes after an error
    [[nodiscard]] std::shared_ptr<const engine::NamelessFile> file() const { return m_file; }
    [[nodiscard]] qint64 bytesRead() const { return m_bytesRead; }
    [[nodiscard]] const engine::LogGap &gap() const { return m_gap; }

signals:
    void progressed();
    /// After an error the bytes read so far stay. \a canGoOn: begin() may succeed.
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
    const std::shared_ptr<engine::NamelessFile> m_file; ///< shared with the worker
    const QByteArray m_known; ///< bytes of the file before the gap, which identify it
    qint64 m_bytesRead = 0;
    qint64 m_readAtOnce;
    QElapsedTimer m_asked;
};

} // namespace models
