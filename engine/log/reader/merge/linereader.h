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

/// Reads the lines of a file that grows, one after the other. One thread.
class LineReader final
{
    Q_DISABLE_COPY_MOVE(LineReader)

public:
    /// Reads \a chunk bytes at once, and nothing more once \a isEnding.
    LineReader(std::string path, qint64 chunk, const std::atomic<bool> &isEnding);

    [[nodiscard]] bool open(); ///< false: the file is there, and cannot be read; errno says why
    [[nodiscard]] qint64 size();
    [[nodiscard]] qint64 sizeOnDisk();
    [[nodiscard]] std::string beginning(qint64 most); ///< of the file, bytes
    void skipTo(qint64 offset); ///< to be called first: lines that begin before \a offset are left out

    [[nodiscard]] bool hasLine() const { return m_next < m_lines.size(); }
    [[nodiscard]] const logcore::LineSpan &line() const { return m_lines[m_next]; }
    bool goToNext() { return hasLine() && ++m_next < m_lines.size(); } ///< of the chunk; false: it has no more
    bool readChunk(); ///< goes to the first line that ends in it; false: no more line has ended
    bool endOpenLine(); ///< goes to the last line although it has not ended; false: there is no such line
    [[nodiscard]] std::span<const logcore::LineSpan> linesBehind() const; ///< after line(), in the chunk
    /// The first \a most bytes of a line, good until the next chunk; \a far holds them where it begins before the
    /// chunk.
    [[nodiscard]] QByteArrayView text(const logcore::LineSpan &line, qint64 most, std::string &far) const;
    /// The line and a newline. \a flush makes room in \a text, which it is asked for every 256 KiB, or says that it was
    /// enough.
    void appendTo(QByteArray &text, const std::function<bool()> &flush) const;
    /// The line that has not ended, where it is rewritten as progress is, once a state of it; without a line that has.
    [[nodiscard]] std::optional<QByteArray> newProgress();

private:
    const std::string m_path;
    std::shared_ptr<const logcore::TextFile> m_file; ///< null: there is none yet
    logcore::LineSplitter m_splitter{0};
    bool m_isAmidLine = false; ///< the first one is not whole
    qint64 m_progressEnd = 0; ///< of the state that newProgress() told last
    std::string m_chunk;
    qint64 m_chunkAt = 0;
    std::vector<logcore::LineSpan> m_lines; ///< those that ended in the chunk
    std::size_t m_next = 0;
    const std::atomic<bool> &m_isEnding;
};

} // namespace engine
