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

/// The output of all processes as one log, in a temporary file that exists while the log is open or being saved. GUI
/// thread.
class MergedLog final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MergedLog)

public:
    explicit MergedLog(QObject *parent = nullptr);
    ~MergedLog() override;

    /// Merges the output of the processes among \a files. True: a new merged file was started, as the sources changed.
    bool open(const QList<engine::LogFileSnapshot> &files);
    void close() { m_merge.reset(); }
    [[nodiscard]] bool isOpen() const { return m_merge != nullptr; }
    [[nodiscard]] engine::LogFileSnapshot file() const; ///< while open; complete once all is merged
    /// The file exists as long as this pointer.
    [[nodiscard]] std::shared_ptr<const void> keeper() const { return m_merge; }

signals:
    void failed(const engine::Error &error); ///< before ended()
    void ended(); ///< all is merged, or merging failed

private:
    std::shared_ptr<engine::LogMerge> m_merge;
};

} // namespace ui
