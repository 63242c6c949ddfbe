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

/// A line as it is shown: of text that was rewritten with carriage returns, the last state.
struct LogLine
{
    QByteArray text; ///< without its end; may hold any bytes. The open line never ends amid a UTF-8 character
    qint64 length = 0; ///< bytes of the whole line, of which text is the beginning
    int updates = 1; ///< how many states were folded into this one line
    bool isCut = false; ///< longer than LogDocument::longestLine; text is its beginning
    bool isOpen = false; ///< the last line, not ended yet: it may still change
};

/// Reads a text file that only grows, of any size, by line number (from 0). Keeps 8 bytes for 256 lines, and never the
/// text. Either follow()ed, by its readers, and then looked at for each frame by state(); or refresh()ed by its user.
/// Threads: follow() and refresh() from one at a time, everything else from any. A file that somebody cuts or removes
/// meanwhile reads as empty lines until that is noticed.
class LogDocument final
{
    Q_DISABLE_COPY_MOVE(LogDocument)

public:
    static constexpr qint64 longestLine = 64 * 1024;

    struct Progress
    {
        bool isChanged = false; ///< there are new bytes
        bool isRestarted = false; ///< the file became shorter or another one: line numbers begin anew
        bool hasMore = false; ///< there are bytes that are not indexed yet; call again
    };
    struct State
    {
        quint64 restarts = 0; ///< another number: line numbers began anew
        qint64 bytes = 0; ///< indexed
        qint64 lines = 0; ///< with the open line, if there is one
        bool exists = false;
        bool isIndexed = false; ///< all that the file had at the last look
        qint64 gapLine = -1; ///< stands for lines that were taken out while this document was read; -1: for none
        qint64 takenLines = 0; ///< for it: line numbers behind it are lower by so many
        quint64 foldChanges = 0; ///< another number: other lines are hidden, or rows show another text

        bool operator==(const State &) const = default;
        [[nodiscard]] bool hasSameLines(const State &other) const
        {
            return restarts == other.restarts && gapLine == other.gapLine && takenLines == other.takenLines;
        }
    };

    /// \a readers: those of the window, of which all documents there are given the same; else it has its own.
    explicit LogDocument(QString path, std::shared_ptr<LogReaders> readers = std::make_shared<LogReaders>());
    ~LogDocument();

    [[nodiscard]] QString path() const { return m_path; }
    /// Looks at the file every 8 to 32 ms and indexes what came, in a thread that is not the caller's; ends with
    /// false, and with the document. State::isIndexed is then about a look that began after this call, so that who
    /// learns that the file is complete calls it once more.
    void follow(bool isFollowed = true);
    /// Looks at the file and indexes at most \a budget of new bytes; while it is followed, says what changed since the
    /// last call. A file that does not exist is an empty one.
    Progress refresh(qint64 budget = 8 * 1024 * 1024);

    [[nodiscard]] State state() const; ///< costs nothing to speak of
    [[nodiscard]] qint64 size() const { return state().bytes; }
    [[nodiscard]] qint64 lineCount() const { return state().lines; }
    /// The number that a line of \a before has \a now, without a restart in between: lines that were taken out have
    /// that of now.gapLine.
    [[nodiscard]] static qint64 movedLine(qint64 line, const State &before, const State &now);
    /// Where a line begins in the file, which never changes; -1: there is no such line.
    [[nodiscard]] qint64 lineBegin(qint64 number) const;
    [[nodiscard]] qint64 lineAt(qint64 offset) const; ///< that has the byte there; -1: none that is indexed
    [[nodiscard]] LogLine line(qint64 number) const; ///< an empty one when there is no such line
    /// At most \a length bytes of a line as it is shown, however long it is, from its byte \a from on.
    [[nodiscard]] QByteArray lineBytes(qint64 number, qint64 from, qint64 length) const;
    /// Of the file, from its byte \a begin on.
    [[nodiscard]] QByteArray fileBytes(qint64 begin, qint64 length) const;
    /// The same of the line as it is in the file: all its states, and its end.
    [[nodiscard]] QByteArray rawBytes(qint64 number, qint64 from, qint64 length) const;
    /// Where a program moved the cursor up and wrote over lines, as several progress bars do, a terminal shows fewer
    /// rows than there are lines: those that are not hidden. Of a merged log none is.
    [[nodiscard]] qint64 hiddenBelow(qint64 line) const; ///< how many are
    [[nodiscard]] qint64 lineOfRow(qint64 row) const; ///< the \a row-th that is not hidden
    [[nodiscard]] bool isHidden(qint64 line) const;
    struct Rewritten
    {
        qint64 begin = 0; ///< of the text that is shown, in the file
        qint64 length = 0;
        int updates = 1;
    };
    /// What the row of a line shows; nothing: it was not written over, and shows the line.
    [[nodiscard]] std::optional<Rewritten> rewritten(qint64 line) const;
    [[nodiscard]] bool isBeingRewritten() const; ///< several of the last rows may change at once
    /// From now on these say what they say now, whatever is written over meanwhile; or what is right again.
    void holdFolds(bool areHeld);
    /// When the end of a line was on this computer, UTC ms; nothing where nobody wrote it down, and of a line that is
    /// open.
    [[nodiscard]] std::optional<qint64> arrival(qint64 number) const;
    [[nodiscard]] qint64 indexBytes() const; ///< memory that the index takes

    /// For what searches it.
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
    State m_seen; ///< by refresh()
    mutable std::mutex m_foldsMutex; ///< of what follows
    std::shared_ptr<const logcore::LineFolds> m_heldFolds; ///< null: those of the content
};

} // namespace engine
