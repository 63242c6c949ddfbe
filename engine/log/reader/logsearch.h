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
    qsizetype begin = 0; ///< bytes of the line as shown
    qsizetype length = 0;
};

/// What is looked for, ready to run; regular expressions are PCRE2's. Value; any thread.
class LogPattern final
{
public:
    /// Errors: InvalidArgument when the expression makes no sense; the message says where and why.
    static Result<LogPattern> compile(const LogQuery &query);

    [[nodiscard]] QList<LogMatch> matches(const QByteArray &line) const; ///< not overlapping; empty ones are left out
    [[nodiscard]] bool isIn(QByteArrayView text) const;
    [[nodiscard]] const logcore::Pattern &core() const { return *m_core; }

private:
    std::shared_ptr<const logcore::Pattern> m_core;
};

/// The text without terminal control sequences, as it is shown and searched.
[[nodiscard]] QByteArray withoutControlSequences(const QByteArray &text);

/// Behind the terminal control sequence that begins with the ESC at \a at.
[[nodiscard]] qsizetype controlSequenceEnd(QByteArrayView text, qsizetype at);

/// The lines of a document that match as they are shown: all of it, by all cores, in order, and by extend() what comes
/// while it grows. For a filter view the same as rows, with lines of context. Nothing is signalled: look at state() for
/// each frame. What was found takes two bytes a line, and at most a bit for every line of the file. Any thread;
/// destruction waits for nothing.
class LogSearch final
{
    Q_DISABLE_COPY_MOVE(LogSearch)

public:
    struct State
    {
        quint64 restarts = 0; ///< another number: the file is another one, and the search began anew
        qint64 searchedLines = 0; ///< from the first on
        qint64 hits = 0; ///< lines that match, among them
        qint64 rows = 0; ///< with their context
        bool isRunning = false;
        bool isTooHard = false; ///< it ended early: tooHard() says it

        bool operator==(const State &) const = default;
    };

    LogSearch(const LogDocument &document, const LogPattern &pattern);

    void extend() { m_searcher->extend(); } ///< to what the document has by now
    void cancel() { m_searcher->cancel(); } ///< what was found stays
    [[nodiscard]] State state() const;
    [[nodiscard]] static Error tooHard();

    /// Line of the \a index-th hit; -1: there is none
    [[nodiscard]] qint64 hitAt(qint64 index) const { return m_searcher->hitAt(index); }
    [[nodiscard]] qint64 hitsBelow(qint64 line) const { return m_searcher->hitsBelow(line); } ///< how many
    [[nodiscard]] bool isHit(qint64 line) const { return m_searcher->isHit(line); }
    /// Behind \a line; -1: none was found yet
    [[nodiscard]] qint64 nextHit(qint64 line) const { return m_searcher->hitAt(m_searcher->hitsBelow(line + 1)); }
    /// Before \a line; -1: none was found yet
    [[nodiscard]] qint64 previousHit(qint64 line) const { return m_searcher->hitAt(m_searcher->hitsBelow(line) - 1); }

    /// Rows are the hits, with as many \a lines before and behind each; neighbours share theirs.
    void setContext(qint64 lines) { m_searcher->setContext(lines); }
    [[nodiscard]] qint64 lineOfRow(qint64 row) const { return m_searcher->lineOfRow(row); } ///< -1: there is none
    /// The row of \a line, or of the next line that has one
    [[nodiscard]] qint64 rowOfLine(qint64 line) const { return m_searcher->rowsBelow(line); }

private:
    const std::unique_ptr<logcore::LogSearcher> m_searcher;
};

/// Behind the first match in one line, however long it is, as an offset in its lineBytes(); -1: there is none. Blocks:
/// for a worker.
[[nodiscard]] qint64 firstMatchEnd(const LogDocument &document, const LogPattern &pattern, qint64 line);

} // namespace engine
