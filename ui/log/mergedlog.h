// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/api/result.h"

#include <QObject>

#include <memory>

namespace engine {
class LogMerge;
} // namespace engine

namespace ui {

/// The output of all processes as one log, in a file that is there while the log is open or being saved. GUI thread.
class MergedLog final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MergedLog)

public:
    explicit MergedLog(QObject *parent = nullptr);
    ~MergedLog() override;

    /// Merges the processes' output among \a files. True: a new file was begun, since the files are others than before.
    bool open(const QList<engine::LogFileSnapshot> &files);
    void close() { m_merge.reset(); }
    [[nodiscard]] bool isOpen() const { return m_merge != nullptr; }
    [[nodiscard]] engine::LogFileSnapshot file() const; ///< while it is open; complete once all of it is merged
    [[nodiscard]] std::shared_ptr<const void> keeper() const { return m_merge; } ///< the file lasts as long as this

signals:
    void failed(const engine::Error &error); ///< before ended()
    void ended(); ///< all is in the file, or no more comes

private:
    std::shared_ptr<engine::LogMerge> m_merge;
};

} // namespace ui
