// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/textfile.h"
#include "engine/log/core/line/linesplitter.h"

#include <QByteArray>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// Reads the lines of a growing file in order. One thread.
class LineReader final
{
    Q_DISABLE_COPY_MOVE(LineReader)

public:
    /// \a chunk: bytes of one read. Reads nothing more when \a isEnding is true.
    LineReader(std::string path, qint64 chunk, const std::atomic<bool> &isEnding);

    [[nodiscard]] bool open(); ///< false with errno: the file exists and cannot be read
    [[nodiscard]] qint64 size();
    [[nodiscard]] qint64 sizeOnDisk();
    [[nodiscard]] std::string beginning(qint64 most); ///< the first \a most bytes of the file
    /// Call before readChunk(): reading starts with the first line that begins after \a offset.
    void skipTo(qint64 offset);

    [[nodiscard]] bool hasLine() const { return m_next < m_lines.size(); }
    [[nodiscard]] const logcore::LineSpan &line() const { return m_lines[m_next]; }
    /// Next line of the chunk; false when there is none.
    bool goToNext() { return hasLine() && ++m_next < m_lines.size(); }
    bool readChunk(); ///< reads on, up to the next complete line; false when there is none
    bool endOpenLine(); ///< treats the incomplete last line as complete; false when there is none
    [[nodiscard]] std::span<const logcore::LineSpan> linesBehind() const; ///< from the current line on, in the chunk
    /// The first \a most bytes of a line, valid until the next chunk; stored in \a far when the line begins before the
    /// chunk.
    [[nodiscard]] QByteArrayView text(const logcore::LineSpan &line, qint64 most, std::string &far) const;
    /// Appends the current line and a newline. Calls \a flush, which empties \a text, every 256 KiB; ends when that
    /// returns false.
    void appendTo(QByteArray &text, const std::function<bool()> &flush) const;
    /// The latest state of the incomplete last line, if it is rewritten as progress is; each state once. Nothing while
    /// there are complete lines.
    [[nodiscard]] std::optional<QByteArray> newProgress();

private:
    const std::string m_path;
    std::shared_ptr<const logcore::TextFile> m_file; ///< null before the file exists
    logcore::LineSplitter m_splitter{0};
    bool m_isAmidLine = false; ///< the first line may lack its beginning
    qint64 m_progressEnd = 0; ///< end offset of the state that newProgress() returned last
    std::string m_chunk;
    qint64 m_chunkAt = 0;
    std::vector<logcore::LineSpan> m_lines; ///< lines that end in the chunk
    std::size_t m_next = 0;
    const std::atomic<bool> &m_isEnding;
};

} // namespace engine
