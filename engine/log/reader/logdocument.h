// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logreaders.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <mutex>
#include <optional>

namespace engine {

namespace logcore {
class LineFolds;
class LogContent;
class LogFile;
class SpoolArrivals;
} // namespace logcore

/// A line as it is shown: the last state, if it was rewritten with carriage returns.
struct LogLine
{
    QByteArray text; ///< without the newline; any bytes. An open or cut line ends with a whole UTF-8 character
    qint64 length = 0; ///< bytes of the whole line
    int updates = 1; ///< number of states of the line
    bool isCut = false; ///< longer than LogDocument::longestLine; text is the beginning
    bool isOpen = false; ///< the last line, without a newline yet: it may still change
};

/// Reads a growing text file of any size by line number (from 0). Keeps 8 bytes in memory for 256 lines, and no text.
/// Either follow() keeps the index up to date, and a view polls state() in each frame, or the user calls refresh().
/// Threads: follow() and refresh() from one at a time, everything else from any. A file that is truncated or removed
/// reads as empty lines until this is noticed.
class LogDocument final
{
    Q_DISABLE_COPY_MOVE(LogDocument)

public:
    static constexpr qint64 longestLine = 64 * 1024; ///< bytes

    struct Progress
    {
        bool isChanged = false; ///< there are new bytes
        bool isRestarted = false; ///< the file was rewritten or replaced: line numbers start anew
        bool hasMore = false; ///< not all bytes are indexed yet; call again
    };
    struct State
    {
        quint64 restarts = 0; ///< changes when line numbers start anew
        qint64 bytes = 0; ///< indexed
        qint64 lines = 0; ///< including the open line
        bool exists = false;
        bool isIndexed = false; ///< the last look indexed the whole file
        qint64 gapLine = -1; ///< line that replaces lines removed since the document was opened; -1: none
        qint64 takenLines = 0; ///< decrease of the line numbers after gapLine
        quint64 foldChanges = 0; ///< changes when the hidden lines or the texts of rows change

        bool operator==(const State &) const = default;
        [[nodiscard]] bool hasSameLines(const State &other) const
        {
            return restarts == other.restarts && gapLine == other.gapLine && takenLines == other.takenLines;
        }
    };

    /// \a readers: shared by all documents of a window; by default the document has its own.
    explicit LogDocument(QString path, std::shared_ptr<LogReaders> readers = std::make_shared<LogReaders>());
    ~LogDocument();

    [[nodiscard]] QString path() const { return m_path; }
    /// Checks the file every 8 to 32 ms and indexes new bytes, in another thread; until follow(false) or destruction.
    /// Afterwards State::isIndexed refers to a look that began after this call: to know that a file that stopped
    /// growing is indexed completely, call this again.
    void follow(bool isFollowed = true);
    /// Checks the file and indexes at most \a budget new bytes. While the file is followed, only returns the changes
    /// since the last call. A missing file counts as empty.
    Progress refresh(qint64 budget = 8 * 1024 * 1024);

    [[nodiscard]] State state() const; ///< cheap enough for each frame
    [[nodiscard]] qint64 size() const { return state().bytes; }
    [[nodiscard]] qint64 lineCount() const { return state().lines; }
    /// The current number of a line of the state \a before; requires equal restarts. Removed lines get the number
    /// now.gapLine.
    [[nodiscard]] static qint64 movedLine(qint64 line, const State &before, const State &now);
    /// Offset of a line in the file, which stays the same when lines are removed; -1 when there is no such line.
    [[nodiscard]] qint64 lineBegin(qint64 number) const;
    /// The line with the byte at \a offset; -1 when it is not indexed.
    [[nodiscard]] qint64 lineAt(qint64 offset) const;
    [[nodiscard]] LogLine line(qint64 number) const; ///< empty when there is no such line
    /// At most \a length bytes, from byte \a from on, of a line of any length as it is shown.
    [[nodiscard]] QByteArray lineBytes(qint64 number, qint64 from, qint64 length) const;
    /// At most \a length bytes of the file from offset \a begin on.
    [[nodiscard]] QByteArray fileBytes(qint64 begin, qint64 length) const;
    /// As lineBytes(), of the line as it is in the file: with all states and the newline.
    [[nodiscard]] QByteArray rawBytes(qint64 number, qint64 from, qint64 length) const;
    /// When a program moves the cursor up and overwrites lines, as several progress bars do, a terminal shows fewer
    /// rows than lines; the other lines are hidden. A merged log has no hidden lines.
    [[nodiscard]] qint64 hiddenBelow(qint64 line) const; ///< number of hidden lines before \a line
    [[nodiscard]] qint64 lineOfRow(qint64 row) const; ///< the \a row-th line that is not hidden
    [[nodiscard]] bool isHidden(qint64 line) const;
    struct Rewritten
    {
        qint64 begin = 0; ///< offset in the file of the shown text
        qint64 length = 0;
        int updates = 1;
    };
    /// The text that the row of a line shows; nothing when it shows the line itself.
    [[nodiscard]] std::optional<Rewritten> rewritten(qint64 line) const;
    [[nodiscard]] bool isBeingRewritten() const; ///< some of the last rows may still be overwritten
    /// Freezes the results of the functions above at their current state, or ends that.
    void holdFolds(bool areHeld);
    /// Arrival time of a line's end on this computer, UTC ms; nothing for the open line, and where it was not recorded.
    [[nodiscard]] std::optional<qint64> arrival(qint64 number) const;
    [[nodiscard]] qint64 indexBytes() const; ///< memory of the index

    /// For searches.
    [[nodiscard]] std::shared_ptr<const logcore::LogContent> content() const;
    [[nodiscard]] std::shared_ptr<const logcore::LogFile> file() const { return m_file; }

private:
    class Following;

    [[nodiscard]] std::shared_ptr<const logcore::LineFolds> folds() const; ///< null: each line is a row

    const QString m_path;
    const bool m_isFolded;
    const std::shared_ptr<LogReaders> m_readers;
    const std::shared_ptr<logcore::LogFile> m_file;
    const std::unique_ptr<logcore::SpoolArrivals> m_arrivals;
    std::unique_ptr<Following> m_following;
    State m_seen; ///< state at the last refresh()
    mutable std::mutex m_foldsMutex; ///< guards m_heldFolds
    std::shared_ptr<const logcore::LineFolds> m_heldFolds; ///< null: use those of the content
};

} // namespace engine
