// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>
#include <QString>

#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace engine {

/// A line as it is shown: of text that was rewritten with carriage returns, the last state.
struct LogLine
{
    QByteArray text; ///< without its end; may hold any bytes. The open line never ends amid a UTF-8 character
    int updates = 1; ///< how many states were folded into this one line
    bool isCut = false; ///< longer than LogDocument::longestLine; text is its beginning
    bool isOpen = false; ///< the last line, not ended yet: it may still change
};

/// Reads a text file that only grows, of any size, by line number (from 0). Keeps 8 bytes for 256 lines.
/// Threads: refresh() from one at a time, everything else from any. A file that somebody cuts or removes meanwhile
/// reads as empty lines until refresh() notices.
class LogDocument final
{
    Q_DISABLE_COPY_MOVE(LogDocument)

public:
    static constexpr qint64 longestLine = 64 * 1024;
    static constexpr qint64 blockLines = 256;

    struct Progress
    {
        bool isChanged = false; ///< there are new bytes
        bool isRestarted = false; ///< the file became shorter or another one: line numbers begin anew
        bool hasMore = false; ///< \a budget was used up; call again
    };

    explicit LogDocument(QString path);
    ~LogDocument();

    [[nodiscard]] QString path() const { return m_path; }
    /// Looks at the file and indexes at most \a budget of new bytes. A file that does not exist is an empty one.
    Progress refresh(qint64 budget = 8 * 1024 * 1024);

    [[nodiscard]] bool exists() const; ///< as of the last refresh()
    [[nodiscard]] qint64 size() const; ///< bytes indexed
    [[nodiscard]] qint64 lineCount() const; ///< with the open line, if there is one
    [[nodiscard]] LogLine line(qint64 number) const; ///< an empty one when there is no such line
    /// The raw bytes of the \a block-th blockLines lines, ends included; nothing when they are more than \a limit.
    [[nodiscard]] QByteArray blockBytes(qint64 block, qint64 limit) const;

private:
    class Descriptor;
    struct Span
    {
        qint64 lineBegin = 0;
        qint64 begin = 0; ///< of the state that is shown
        qint64 end = 0;
        int updates = 0;
    };
    /// Splits bytes into Spans; its state between two calls is the open line.
    class Splitter;
    using Block = std::vector<Span>;
    struct Located
    {
        std::shared_ptr<Descriptor> file;
        Span span;
        bool isOpen = false;
    };

    void restart();
    void adopt(const std::vector<Span> &ended);
    [[nodiscard]] qint64 endedLines() const; // m_mutex is held
    [[nodiscard]] std::optional<Located> locate(qint64 number) const;
    [[nodiscard]] static Block scan(const Descriptor &file, qint64 begin, qint64 end);
    [[nodiscard]] static QByteArray read(const Descriptor &file, qint64 begin, qint64 length);

    const QString m_path;
    mutable std::mutex m_mutex;
    std::shared_ptr<Descriptor> m_file;
    std::unique_ptr<Splitter> m_splitter;
    std::vector<qint64> m_blockBegins; ///< offset of line n * blockLines
    std::vector<Span> m_lastBlock; ///< the ended lines of the block that is not full yet
    qint64 m_size = 0;
    mutable std::vector<std::pair<qint64, Block>> m_cache; ///< the blocks scanned last, newest at the end
};

} // namespace engine
