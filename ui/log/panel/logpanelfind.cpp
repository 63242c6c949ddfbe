// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/panel/logpanel.h"

#include "ui/log/panel/logfindbar.h"
#include "ui/log/panel/loggobar.h"
#include "ui/log/view/loghighlights.h"
#include "ui/log/view/logmap.h"

// Finding and filtering in LogPanel, and its bars.

namespace ui {

void LogPanel::openFind()
{
    m_findBar->show();
    m_findBar->takeFocus();
    applyQuery();
}

void LogPanel::toggleFilter()
{
    if (m_findBar->isHidden())
        openFind();
    m_findBar->setFiltering(!m_findBar->isFiltering());
}

void LogPanel::openGoTo()
{
    m_goBar->setPlace(m_view->scroll().firstVisibleLine());
    m_goBar->show();
    m_goBar->takeFocus();
}

void LogPanel::openHighlights()
{
    m_highlights->setVisible(m_highlights->isHidden());
    if (m_highlights->isVisible())
        m_highlights->takeFocus();
}

void LogPanel::closeBars()
{
    m_goBar->hide();
    m_highlights->hide();
    const bool wasFinding = !m_findBar->isHidden();
    m_findBar->hide();
    if (wasFinding) {
        applyQuery();
        m_view->foldAgain();
    }
    m_view->setFocus();
}

void LogPanel::applyQuery()
{
    std::optional<engine::LogPattern> pattern;
    QString fault;
    const engine::LogQuery query = m_findBar->query();
    if (!m_findBar->isHidden() && !query.text.isEmpty()) {
        auto compiled = engine::LogPattern::compile(query);
        if (compiled)
            pattern = *compiled;
        else
            fault = compiled.error().message.text();
    }
    m_view->setFilter(nullptr); // before the search ends
    m_view->setPattern(pattern);
    m_finder.start(m_document, pattern);
    applyFilter();
    if (!fault.isEmpty())
        m_findBar->setMessage(fault);
}

void LogPanel::applyFilter()
{
    const bool isFiltered = m_findBar->isFiltering() && m_finder.search();
    if (isFiltered)
        m_finder.search()->setContext(m_findBar->contextLines());
    m_view->setFilter(isFiltered ? m_finder.search() : nullptr);
}

void LogPanel::showAmongAll(qint64 line)
{
    m_findBar->setFiltering(false);
    m_view->goToLine(line);
    m_view->setFocus();
}

void LogPanel::showMatches()
{
    m_view->updateFilter();
    if (!m_finder.search())
        return m_findBar->setMessage({});
    if (m_finder.isTooHard())
        return m_findBar->setMessage(engine::LogSearch::tooHard().message.text());
    const qint64 first = m_view->scroll().firstVisibleLine();
    const bool isBehind = m_finder.last() >= first;
    if (m_view->currentMatch() < 0 && (isBehind || !m_finder.isSearching())) // the rest may hold a nearer one
        m_view->setCurrentMatch(m_finder.next(first - 1));
    if (m_finder.count() == 0)
        return m_findBar->setMessage(m_finder.isSearching() ? tr("Searching…") : tr("No line matches."));
    const QString at = locale().toString(m_finder.countBelow(m_view->currentMatch()) + 1);
    const QString total = locale().toString(m_finder.count());
    m_findBar->setMessage(m_finder.isSearching() ? tr("%1 of more than %2 matching lines").arg(at, total)
                                                 : tr("%1 of %2 matching lines").arg(at, total));
}

void LogPanel::step(qint64 line)
{
    if (line < 0)
        return;
    m_view->setCurrentMatch(line);
    showMatches();
}

void LogPanel::goToNextError()
{
    goToError(m_map->nextError(m_view->seenLine()));
}

void LogPanel::goToPreviousError()
{
    goToError(m_map->previousError(m_view->seenLine()));
}

void LogPanel::goToError(qint64 line)
{
    if (line < 0)
        return;
    if (m_view->rows().isFiltered())
        m_findBar->setFiltering(false);
    m_view->goToLine(line);
}

} // namespace ui
