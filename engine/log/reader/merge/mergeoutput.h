// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/merge/logmerge.h"
#include "engine/log/reader/namelessfile.h"

#include <chrono>
#include <functional>
#include <optional>

namespace engine {

class MergeInput;

/// The file of a LogMerge: lines after the labels of their logs. While all logs are idle, the last line is the progress
/// that one of them shows. Bytes are buffered until write(). One thread, but for path().
class MergeOutput final
{
    Q_DISABLE_COPY_MOVE(MergeOutput)

public:
    MergeOutput(const QList<LogMerge::Source> &sources, const QString &folder, qint64 mostOnDisk);

    [[nodiscard]] QString path() const { return m_file.path(); }
    [[nodiscard]] std::optional<Error> error() const; ///< the first error
    [[nodiscard]] Error error(int number) const; ///< for the errno \a number
    [[nodiscard]] bool hasRoomFor(qint64 bytes) const { return m_file.hasRoomFor(bytes); }
    void showTimes() { m_showsTimes = true; } ///< writes the time by which a line is ordered before it
    [[nodiscard]] qint64 size() const { return m_file.size() + qint64(m_text.size()); } ///< including buffered bytes
    [[nodiscard]] bool isMuchGathered() const;
    /// Appends the current line of \a input, the log \a index. For a long line it calls \a write, which shall call
    /// write(), and stops when that returns false.
    void appendLine(std::size_t index, MergeInput &input, const std::function<bool()> &write);
    [[nodiscard]] bool isProgressDue() const { return std::chrono::steady_clock::now() >= m_nextProgress; }
    /// Shows the progress of a log as the last line. False while another log's is shown, and when there is nothing new.
    bool showProgress(std::size_t index, MergeInput &input);
    bool write(); ///< writes the buffered bytes; false: see error()

private:
    void endProgress(std::size_t by);
    void appendName(std::size_t index, const MergeInput &input);

    const QString m_folder;
    const qint64 m_mostOnDisk;
    NamelessFile m_file;
    QList<QByteArray> m_labels;
    bool m_showsTimes = false;
    std::optional<std::size_t> m_progress; ///< index of the log whose progress is the incomplete last line
    std::chrono::steady_clock::time_point m_nextProgress;
    QByteArray m_text;
};

} // namespace engine
