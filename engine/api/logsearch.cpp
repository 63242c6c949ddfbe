// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/logsearch.h"

#include "engine/log/core/logsearcher.h"
#include "engine/log/core/piecesearch.h"
#include "engine/log/core/shownbytes.h"
#include "engine/log/core/workers.h"

#include <algorithm>

namespace engine {

namespace {

std::string_view viewOf(QByteArrayView bytes)
{
    return {bytes.data(), std::size_t(bytes.size())};
}

/// The line that has not ended, when it is one of those that are wanted.
logcore::MatchOutcome visitOpenLine(const logcore::LogContent &content, const logcore::Pattern &pattern, qint64 number,
                                    const std::function<bool(qint64)> &visit, const std::function<bool()> &isCanceled,
                                    bool &goesOn)
{
    const logcore::LogContent::Tail tail = content.tail();
    if (!tail.isOpen || tail.endedLines != number)
        return logcore::MatchOutcome::Done;
    bool isFound = false;
    const logcore::MatchOutcome outcome = logcore::searchSpan(content, tail.openLine, pattern, isFound, isCanceled);
    goesOn = !isFound || visit(number);
    return outcome;
}

} // namespace

Result<LogPattern> LogPattern::compile(const LogQuery &query)
{
    const QByteArray text = query.text.toUtf8();
    auto compiled = logcore::Pattern::compile({text.toStdString(), query.isRegex, query.isCaseSensitive});
    if (const auto *fault = std::get_if<logcore::PatternFault>(&compiled)) {
        const auto place = QString::fromUtf8(text.left(qsizetype(fault->offset))).size() + 1;
        const QString words = QString::fromStdString(fault->words);
        return Error{.code = ErrorCode::InvalidArgument,
                     .message = {QT_TRANSLATE_NOOP("engine", "The expression is wrong at character %1: %2."),
                                 {QString::number(place), words}},
                     .target = query.text,
                     .details = {},
                     .technical = words};
    }
    LogPattern pattern;
    pattern.m_core = std::make_shared<const logcore::Pattern>(std::get<logcore::Pattern>(std::move(compiled)));
    return pattern;
}

QList<LogMatch> LogPattern::matches(const QByteArray &line) const
{
    QList<LogMatch> found;
    logcore::Match match;
    const std::string_view text = viewOf(line);
    for (std::size_t at = 0; at < text.size(); at = std::max(match.end, at + (match.end > match.begin ? 0 : 1))) {
        if (m_core->find(text, at, match) != logcore::MatchOutcome::Done || match.begin == std::string_view::npos)
            break;
        if (match.end > match.begin)
            found.append({qsizetype(match.begin), qsizetype(match.end - match.begin)});
    }
    return found;
}

bool LogPattern::isIn(QByteArrayView text) const
{
    logcore::Match match;
    return m_core->find(viewOf(text), 0, match) == logcore::MatchOutcome::Done && match.begin != std::string_view::npos;
}

QByteArray withoutControlSequences(const QByteArray &text)
{
    return text.contains('\x1b') ? QByteArray::fromStdString(logcore::withoutControlSequences(viewOf(text))) : text;
}

qsizetype controlSequenceEnd(QByteArrayView text, qsizetype at)
{
    return qsizetype(logcore::behindSequence(viewOf(text), std::size_t(at)));
}

LogSearch::LogSearch(const LogDocument &document, const LogPattern &pattern)
    : m_searcher(std::make_unique<logcore::LogSearcher>(document.file(), pattern.core(), logcore::Workers::shared()))
{
}

LogSearch::~LogSearch() = default;

void LogSearch::extend()
{
    m_searcher->extend();
}

void LogSearch::cancel()
{
    m_searcher->cancel();
}

LogSearch::State LogSearch::state() const
{
    const logcore::LogSearcher::State state = m_searcher->state();
    return {state.restarts, state.searchedLines, state.hits, state.rows, state.isRunning, state.isTooHard};
}

Error LogSearch::tooHard()
{
    return Error{.code = ErrorCode::InvalidArgument,
                 .message = {QT_TRANSLATE_NOOP("engine",
                                               "The expression takes too many steps on a line of this log. Make it "
                                               "simpler; repetitions inside repetitions are what takes most.")},
                 .target = {},
                 .details = {},
                 .technical = {}};
}

qint64 LogSearch::hitAt(qint64 index) const
{
    return m_searcher->hitAt(index);
}

qint64 LogSearch::hitsBelow(qint64 line) const
{
    return m_searcher->hitsBelow(line);
}

bool LogSearch::isHit(qint64 line) const
{
    return m_searcher->isHit(line);
}

qint64 LogSearch::nextHit(qint64 line) const
{
    return m_searcher->hitAt(m_searcher->hitsBelow(line + 1));
}

qint64 LogSearch::previousHit(qint64 line) const
{
    return m_searcher->hitAt(m_searcher->hitsBelow(line) - 1);
}

void LogSearch::setContext(qint64 lines)
{
    m_searcher->setContext(lines);
}

qint64 LogSearch::lineOfRow(qint64 row) const
{
    return m_searcher->lineOfRow(row);
}

qint64 LogSearch::rowOfLine(qint64 line) const
{
    return m_searcher->rowsBelow(line);
}

Result<void> searchLines(const LogDocument &document, const LogPattern &pattern, qint64 from, SearchDirection direction,
                         const std::function<bool(qint64)> &visit, const std::function<bool()> &isCanceled)
{
    const auto content = document.content();
    if (!content)
        return {};
    using logcore::MatchOutcome;
    const bool isForward = direction == SearchDirection::Forward;
    qint64 line = isForward ? std::max<qint64>(0, from) : std::min<qint64>(from, content->lineCount() - 1);
    bool goesOn = true;
    MatchOutcome outcome = MatchOutcome::Done;
    if (!isForward) {
        const qint64 ended = content->tail().endedLines;
        if (line == ended) {
            outcome = visitOpenLine(*content, pattern.core(), line, visit, isCanceled, goesOn);
            --line;
        }
    }
    std::vector<std::uint32_t> found;
    while (goesOn && outcome == MatchOutcome::Done && !isCanceled()) {
        const auto piece =
            isForward ? content->pieceFrom(line, logcore::pieceBytes) : content->pieceUpTo(line, logcore::pieceBytes);
        if (!piece)
            break;
        found.clear();
        outcome = logcore::searchPiece(*content, *piece, pattern.core(), found, isCanceled);
        if (!isForward)
            std::reverse(found.begin(), found.end());
        for (const std::uint32_t number : found) {
            const qint64 hit = piece->begin.line + number;
            goesOn = goesOn && ((isForward ? hit < line : hit > line) || visit(hit));
        }
        line = isForward ? piece->end.line : piece->begin.line - 1;
    }
    if (isForward && goesOn && outcome == MatchOutcome::Done)
        outcome = visitOpenLine(*content, pattern.core(), line, visit, isCanceled, goesOn);
    if (outcome == MatchOutcome::TooHard)
        return LogSearch::tooHard();
    return {};
}

} // namespace engine
