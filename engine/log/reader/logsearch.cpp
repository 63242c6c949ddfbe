// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/logsearch.h"

#include "engine/log/core/line/shownbytes.h"
#include "engine/log/core/search/piecesearch.h"
#include "engine/log/core/search/workers.h"

#include <algorithm>

namespace engine {

namespace {

std::string_view viewOf(QByteArrayView bytes)
{
    return {bytes.data(), std::size_t(bytes.size())};
}

} // namespace

Result<LogPattern> LogPattern::compile(const LogQuery &query)
{
    const QByteArray text = query.text.toUtf8();
    auto compiled = logcore::Pattern::compile({text.toStdString(), query.isRegex, query.isCaseSensitive});
    if (const auto *fault = std::get_if<logcore::PatternFault>(&compiled)) {
        const auto place = QString::fromUtf8(text.left(qsizetype(fault->offset))).size() + 1;
        const QString words = QString::fromStdString(fault->words);
        return Error::of(ErrorCode::InvalidArgument,
                         {QT_TRANSLATE_NOOP("engine", "The expression is wrong at character %1: %2."),
                          {QString::number(place), words}},
                         query.text, words);
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

LogSearch::State LogSearch::state() const
{
    const logcore::LogSearcher::State state = m_searcher->state();
    return {state.restarts, state.searchedLines, state.hits, state.rows, state.isRunning, state.isTooHard};
}

Error LogSearch::tooHard()
{
    return Error::of(ErrorCode::InvalidArgument,
                     {QT_TRANSLATE_NOOP("engine",
                                        "The expression takes too many steps on a line of this log. Make it "
                                        "simpler; repetitions inside repetitions are what takes most.")});
}

qint64 firstMatchEnd(const LogDocument &document, const LogPattern &pattern, qint64 line)
{
    const auto content = document.content();
    const std::optional<logcore::LineSpan> span = content ? content->locate(line) : std::nullopt;
    if (!span)
        return -1;
    const qint64 end = logcore::firstMatchEnd(*content, *span, pattern.core(), [] { return false; });
    return end < 0 ? end : end - span->begin;
}

} // namespace engine
