// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/watch/liveline.h"

#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"
#include "ui/log/line/progressline.h"

#include <QtConcurrentRun>

#include <utility>

namespace ui {

namespace {

constexpr qsizetype longestProgress = 400;
constexpr qint64 readInterval = 200; // ms between two readings of the states of the live line
constexpr qint64 readShare = 10; // minimum pause as a multiple of the time that a reading takes

} // namespace

void LiveLine::look(const engine::LogDocument *document, qint64 lines)
{
    m_line.reset();
    if (!document || lines == 0)
        return;
    const engine::LogLine last = document->line(lines - 1);
    if (!last.isOpen)
        return;
    // A progress line counts as live before it is first rewritten, so that it does not jump from the rows to the foot.
    if (last.updates > 1 || progressOf(QString::fromUtf8(last.text.left(longestProgress))))
        m_line = last;
}

void LiveLine::expand(qint64 line)
{
    m_expanded = line;
    m_sinceRead.invalidate();
}

bool LiveLine::fold()
{
    m_sinceRead.invalidate();
    return std::exchange(m_expanded, -1) >= 0;
}

void LiveLine::moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now)
{
    if (m_expanded >= 0)
        m_expanded = engine::LogDocument::movedLine(m_expanded, before, now);
}

bool LiveLine::follow(const Document &document, const engine::LogDocument::State &seen)
{
    m_isStale = false;
    if (m_expanded < 0)
        return false;
    if (!m_line || seen.lines - 1 != m_expanded) {
        readStates(document, seen, std::exchange(m_expanded, -1));
        return true;
    }
    const bool isSoon = m_sinceRead.isValid() && !m_sinceRead.hasExpired(readInterval + readShare * m_readingTook);
    m_isStale = m_isReading || isSoon;
    if (!m_isStale)
        readStates(document, seen, m_expanded);
    return false;
}

void LiveLine::readStates(const Document &document, const engine::LogDocument::State &seen, qint64 line)
{
    const auto read = [document, line] {
        QElapsedTimer clock;
        clock.start();
        LineStates states = LineStates::read(*document, line, [] { return false; });
        return std::pair(std::move(states), clock.elapsed());
    };
    m_isReading = true;
    engine::whenFinished(QtConcurrent::run(&engine::workerPool(), read), this,
                         [this, document, seen, line](const std::pair<LineStates, qint64> &result) {
                             m_isReading = false;
                             m_readingTook = result.second;
                             m_sinceRead.start();
                             emit statesRead({document, seen, line, result.first});
                         });
}

} // namespace ui
