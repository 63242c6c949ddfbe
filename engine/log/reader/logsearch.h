// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"
#include "engine/log/core/search/logsearcher.h"
#include "engine/log/reader/logdocument.h"

namespace engine {

struct LogQuery
{
    QString text;
    bool isRegex = false;
    bool isCaseSensitive = false;

    bool operator==(const LogQuery &) const = default;
};

struct LogMatch
{
    qsizetype begin = 0; ///< byte offset in the line as shown
    qsizetype length = 0;
};

/// A compiled query; regular expressions are PCRE2's. Value; any thread.
class LogPattern final
{
public:
    /// InvalidArgument for an invalid expression; the message says where and why.
    static Result<LogPattern> compile(const LogQuery &query);

    [[nodiscard]] QList<LogMatch> matches(const QByteArray &line) const; ///< without overlaps and empty matches
    [[nodiscard]] bool isIn(QByteArrayView text) const;
    [[nodiscard]] const logcore::Pattern &core() const { return *m_core; }

private:
    std::shared_ptr<const logcore::Pattern> m_core;
};

/// \a text without terminal control sequences, as it is shown and searched.
[[nodiscard]] QByteArray withoutControlSequences(const QByteArray &text);

/// Index after the terminal control sequence that starts with the ESC at \a at.
[[nodiscard]] qsizetype controlSequenceEnd(QByteArrayView text, qsizetype at);

/// Search of a document for lines that match as shown: uses all cores, delivers in order; extend() continues with lines
/// that were added. For a filter view also as rows with lines of context. Emits no signals: poll state() in each frame.
/// Memory: two bytes for each hit, at most one bit for every line of the file. Any thread; destruction does not block.
class LogSearch final
{
    Q_DISABLE_COPY_MOVE(LogSearch)

public:
    struct State
    {
        quint64 restarts = 0; ///< changes when the file was replaced and the search restarted
        qint64 searchedLines = 0; ///< from the first line on
        qint64 hits = 0; ///< matching lines
        qint64 rows = 0; ///< including context
        bool isRunning = false;
        bool isTooHard = false; ///< stopped early, see tooHard()

        bool operator==(const State &) const = default;
    };

    LogSearch(const LogDocument &document, const LogPattern &pattern);

    void extend() { m_searcher->extend(); } ///< up to the current end of the document
    void cancel() { m_searcher->cancel(); } ///< results stay
    [[nodiscard]] State state() const;
    [[nodiscard]] static Error tooHard();

    /// Line of the \a index-th hit; -1 when there is none.
    [[nodiscard]] qint64 hitAt(qint64 index) const { return m_searcher->hitAt(index); }
    [[nodiscard]] qint64 hitsBelow(qint64 line) const { return m_searcher->hitsBelow(line); } ///< number of hits
    [[nodiscard]] bool isHit(qint64 line) const { return m_searcher->isHit(line); }
    /// First hit after \a line; -1 when none is found yet.
    [[nodiscard]] qint64 nextHit(qint64 line) const { return m_searcher->hitAt(m_searcher->hitsBelow(line + 1)); }
    /// Last hit before \a line; -1 when none is found yet.
    [[nodiscard]] qint64 previousHit(qint64 line) const { return m_searcher->hitAt(m_searcher->hitsBelow(line) - 1); }

    /// Number of context lines before and after each hit; adjacent hits share them.
    void setContext(qint64 lines) { m_searcher->setContext(lines); }
    [[nodiscard]] qint64 lineOfRow(qint64 row) const { return m_searcher->lineOfRow(row); } ///< -1 when there is none
    /// The row of \a line, or of the next line with a row.
    [[nodiscard]] qint64 rowOfLine(qint64 line) const { return m_searcher->rowsBelow(line); }

private:
    const std::unique_ptr<logcore::LogSearcher> m_searcher;
};

/// End of the first match in a line of any length, as an offset in its lineBytes(); -1 when there is none. Blocks: for
/// a worker.
[[nodiscard]] qint64 firstMatchEnd(const LogDocument &document, const LogPattern &pattern, qint64 line);

} // namespace engine
