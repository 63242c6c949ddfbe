// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/panel/logfind.h"

#include "ui/log/panel/logfindbar.h"
#include "ui/log/view/logview.h"

namespace ui {

LogFind::LogFind(LogView &view, QObject *parent) : QObject(parent), m_view(view), m_bar(new LogFindBar)
{
    m_bar->hide();
    connect(m_bar, &LogFindBar::queryChanged, this, &LogFind::applyQuery);
    connect(m_bar, &LogFindBar::filterChanged, this, &LogFind::applyFilter);
    connect(m_bar, &LogFindBar::nextWanted, this, &LogFind::goToNext);
    connect(m_bar, &LogFindBar::previousWanted, this, &LogFind::goToPrevious);
    connect(&m_view, &LogView::lineActivated, this, &LogFind::showAmongAll);
    connect(&m_finder, &LogFinder::changed, this, &LogFind::showMatches);
}

LogFind::~LogFind() = default;

void LogFind::setDocument(std::shared_ptr<engine::LogDocument> document)
{
    m_document = std::move(document);
    applyQuery();
}

void LogFind::open()
{
    m_bar->show();
    m_bar->takeFocus();
    applyQuery();
}

void LogFind::close()
{
    const bool wasOpen = !m_bar->isHidden();
    m_bar->hide();
    if (wasOpen) {
        applyQuery();
        m_view.foldAgain();
    }
}

void LogFind::toggleFilter()
{
    if (m_bar->isHidden())
        open();
    m_bar->setFiltering(!m_bar->isFiltering());
}

void LogFind::applyQuery()
{
    std::optional<engine::LogPattern> pattern;
    QString fault;
    const engine::LogQuery query = m_bar->query();
    if (!m_bar->isHidden() && !query.text.isEmpty()) {
        auto compiled = engine::LogPattern::compile(query);
        if (compiled)
            pattern = *compiled;
        else
            fault = compiled.error().message.text();
    }
    m_view.setFilter(nullptr); // the view must not use a search that ended
    m_view.look().setPattern(pattern);
    m_finder.start(m_document, pattern);
    applyFilter();
    if (!fault.isEmpty())
        m_bar->setMessage(fault);
}

void LogFind::applyFilter()
{
    const bool isFiltered = m_bar->isFiltering() && m_finder.search();
    if (isFiltered)
        m_finder.search()->setContext(m_bar->contextLines());
    m_view.setFilter(isFiltered ? m_finder.search() : nullptr);
}

void LogFind::showMatches()
{
    m_view.updateFilter();
    if (!m_finder.search())
        return m_bar->setMessage({});
    if (m_finder.isTooHard())
        return m_bar->setMessage(engine::LogSearch::tooHard().message.text());
    const qint64 first = m_view.scroll().firstVisibleLine();
    const bool isBehind = m_finder.last() >= first;
    if (m_view.currentMatch() < 0 && (isBehind || !m_finder.isSearching())) // a nearer match may still be found
        m_view.setCurrentMatch(m_finder.next(first - 1));
    if (m_finder.count() == 0)
        return m_bar->setMessage(m_finder.isSearching() ? tr("Searching…") : tr("No line matches."));
    const QLocale locale = m_bar->locale();
    const QString at = locale.toString(m_finder.countBelow(m_view.currentMatch()) + 1);
    const QString total = locale.toString(m_finder.count());
    m_bar->setMessage(m_finder.isSearching() ? tr("%1 of more than %2 matching lines").arg(at, total)
                                             : tr("%1 of %2 matching lines").arg(at, total));
}

void LogFind::goToNext()
{
    goToMatch(m_finder.next(m_view.currentMatch()));
}

void LogFind::goToPrevious()
{
    goToMatch(m_finder.previous(m_view.currentMatch()));
}

void LogFind::goToMatch(qint64 line)
{
    if (line < 0)
        return;
    m_view.setCurrentMatch(line);
    showMatches();
}

void LogFind::goToLine(qint64 line)
{
    if (line < 0)
        return;
    if (m_view.rows().isFiltered())
        m_bar->setFiltering(false);
    m_view.goToLine(line);
}

void LogFind::showAmongAll(qint64 line)
{
    m_bar->setFiltering(false);
    m_view.goToLine(line);
    m_view.setFocus();
}

} // namespace ui
