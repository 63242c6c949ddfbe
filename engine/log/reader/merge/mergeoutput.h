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

/// The file of a LogMerge: lines behind the names of their logs, and as its last line, while all logs say nothing, the
/// progress that one of them shows. Bytes are gathered; write() writes them. One thread, but for path().
class MergeOutput final
{
    Q_DISABLE_COPY_MOVE(MergeOutput)

public:
    MergeOutput(const QList<LogMerge::Source> &sources, const QString &folder, qint64 mostOnDisk);

    [[nodiscard]] QString path() const { return m_file.path(); }
    [[nodiscard]] std::optional<Error> error() const; ///< what failed first
    [[nodiscard]] Error error(int number) const; ///< errno
    [[nodiscard]] bool hasRoomFor(qint64 bytes) const { return m_file.hasRoomFor(bytes); }
    void showTimes() { m_showsTimes = true; } ///< those by which lines are ordered
    [[nodiscard]] qint64 size() const { return m_file.size() + qint64(m_text.size()); } ///< with what is gathered
    [[nodiscard]] bool isMuchGathered() const;
    /// The line of the input, which is the log of \a index. \a write, which calls write(), is asked for where a line is
    /// long; false: it is enough.
    void appendLine(std::size_t index, MergeInput &input, const std::function<bool()> &write);
    [[nodiscard]] bool isProgressDue() const { return std::chrono::steady_clock::now() >= m_nextProgress; }
    /// Of one log at a time. False: the progress of another one stands there, or there is nothing new.
    bool showProgress(std::size_t index, MergeInput &input);
    bool write(); ///< what is gathered; false: error() says why

private:
    void endProgress(std::size_t by);
    void appendName(std::size_t index, const MergeInput &input);

    const QString m_folder;
    const qint64 m_mostOnDisk;
    NamelessFile m_file;
    QList<QByteArray> m_labels;
    bool m_showsTimes = false;
    std::optional<std::size_t> m_progress; ///< the input whose progress stands last, in a line that has not ended
    std::chrono::steady_clock::time_point m_nextProgress;
    QByteArray m_text;
};

} // namespace engine
