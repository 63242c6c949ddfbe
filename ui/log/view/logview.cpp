// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/logview.h"

#include "engine/base/whenfinished.h"
#include "ui/log/line/progressline.h"
#include "ui/log/view/frameclock.h"
#include "ui/log/view/logviewaccessible.h"
#include "ui/theme/style.h"
#include "ui/theme/tokens.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>

// The document of LogView: what there is, and what of it is shown.

namespace ui {

namespace {

constexpr double usualSize = 12; // pixels
constexpr qsizetype longestProgress = 400;
constexpr int lookInterval = 2000; // ms: at a complete file, of which lines may still be taken

} // namespace

LogView::LogView(QWidget *parent)
    : QAbstractScrollArea(parent), m_blocks(m_rows, m_look, *viewport()), m_scroll(*this, m_blocks),
      m_newLines(new QPushButton(viewport()))
{
    setFont(monoFont());
    m_blocks.setFont(font());
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Log"));
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setMouseTracking(true); // tags
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent); // what lies below need not be painted
    m_newLines->setFont(textFont());
    m_newLines->setProperty(filledProperty, true);
    m_newLines->setFocusPolicy(Qt::NoFocus);
    m_newLines->setCursor(Qt::ArrowCursor);
    m_newLines->hide();
    static const bool isAccessible = [] {
        QAccessible::installFactory(&LogViewAccessible::make);
        return true;
    }();
    Q_UNUSED(isAccessible)
    connect(this, &LogView::grown, this, &LogView::announceSoon);
    connect(this, &LogView::scrolled, this, &LogView::announceSoon);
    connect(&m_look, &LogLook::zoomChanged, this, [this] { setFont(monoFont(usualSize * m_look.zoom())); });
    connect(&m_look, &LogLook::roomChanged, this, &LogView::layOutAnew);
    connect(&m_look, &LogLook::highlightsChanged, this, [this] {
        m_blocks.reset();
        viewport()->update();
    });
    connect(m_newLines, &QPushButton::clicked, this, [this] { setFollowing(true); });
}

LogView::~LogView() = default;

void LogView::setDocument(std::shared_ptr<engine::LogDocument> document)
{
    m_document = std::move(document);
    m_rows.setFilter(nullptr);
    beginAnew();
    m_isFollowing = true;
    m_isComplete = false;
    m_seen = {};
    m_live.reset();
    setPaused(false);
    updateWatching();
    adoptCount();
}

void LogView::beginAnew()
{
    m_selection = {};
    holdRows();
    m_rows.setDocument(m_document);
    m_scroll.renumber({}, false);
    m_blocks.reset();
    m_currentMatch = -1;
    m_marks.clear();
    emit begunAnew();
    emit marksChanged();
    if (std::exchange(m_expandedLive, -1) >= 0)
        emit liveExpandedChanged(false);
}

/// Lines were taken out of the file: what is shown of the others stays where it is.
void LogView::moveLines(const engine::LogDocument::State &now)
{
    const engine::LogDocument::State before = m_seen;
    const auto moved = [&](qint64 line) { return engine::LogDocument::movedLine(line, before, now); };
    LogRows::Id top = m_scroll.topRow();
    const bool isTopThere = top.move(before, now);
    m_selection.moveLines(before, now);
    std::set<qint64> marks;
    for (const qint64 line : m_marks)
        marks.insert(moved(line));
    m_marks = std::move(marks);
    for (qint64 *line : {&m_currentMatch, &m_expandedLive}) {
        if (*line >= 0)
            *line = moved(*line);
    }
    m_countWhenPaused = moved(m_countWhenPaused);
    holdRows();
    m_rows.moveLines(before, now);
    m_scroll.renumber(top, isTopThere);
    m_blocks.clear();
    const qint64 lines = moved(m_seen.lines);
    m_seen = now;
    m_seen.lines = lines;
    m_seen.bytes = before.bytes; // those that came are not shown yet
    emit linesMoved(before, now);
    emit marksChanged();
}

void LogView::setGrowing(bool isGrowing)
{
    m_isGrowing = isGrowing;
    m_isComplete = false;
    if (m_document && m_tick)
        m_document->follow(); // again: what is seen as indexed from now on is all of it
    updateWatching();
    poll(); // the live line becomes a row
}

void LogView::poll()
{
    if (!m_document || !m_tick)
        return;
    const engine::LogDocument::State now = m_document->state();
    const bool isChanged = now.bytes != m_seen.bytes || !now.hasSameLines(m_seen) || now.exists != m_seen.exists
        || now.foldChanges != m_seen.foldChanges;
    const bool isAnother = now.restarts != m_seen.restarts;
    const bool areMoved = !isAnother && !now.hasSameLines(m_seen);
    if (isAnother)
        beginAnew();
    else if (areMoved)
        moveLines(now);
    if (m_isPaused && !isAnother) {
        if (areMoved) {
            m_scroll.updateBars();
            showMoved(m_scroll.keepTop());
        }
        return updateButton();
    }
    if (now.foldChanges != m_seen.foldChanges)
        m_blocks.clear(); // rows that were complete show another text
    m_seen = now;
    if (isChanged)
        FrameClock::shared().noteChange();
    if (isChanged || (m_live && !m_isGrowing))
        adoptCount();
    else if (m_areStatesStale)
        followLive();
    if (isChanged)
        emit grown();
    if (!m_isGrowing && now.isIndexed) {
        m_isComplete = true;
        updateWatching();
    }
}

bool LogView::isSettled() const
{
    return !m_document || !m_tick || m_isPaused || (m_seen.isIndexed && m_seen == m_document->state());
}

void LogView::updateWatching()
{
    const bool isWatched = isVisible() && m_document && !m_isComplete;
    if (m_document)
        m_document->follow(isWatched);
    if (isWatched && !m_tick) {
        m_tick = connect(&FrameClock::shared(), &FrameClock::tick, this, &LogView::poll);
    } else if (!isWatched && m_tick) {
        disconnect(m_tick);
        m_tick = {};
    }
    if (m_isComplete && isVisible())
        m_lookAgain.start(lookInterval, this);
    else
        m_lookAgain.stop();
}

/// Also at a complete file, whose lines may have been taken: until that look is over it is one like those that grow.
void LogView::lookAgain()
{
    m_isComplete = false;
    updateWatching();
}

void LogView::adoptCount()
{
    m_live = findLiveLine();
    m_blocks.clearLast();
    followLive();
    m_rows.setLineCount(m_seen.lines - (m_live && m_expandedLive < 0 ? 1 : 0));
    m_scroll.updateBars();
    keepTop();
}

std::optional<engine::LogLine> LogView::findLiveLine() const
{
    if (!m_document || !m_isGrowing || m_seen.lines == 0 || (m_rows.isFolding() && m_document->isBeingRewritten()))
        return {};
    const engine::LogLine last = m_document->line(m_seen.lines - 1);
    if (!last.isOpen)
        return {};
    // The first state of a progress line is not rewritten yet, but will be: it must not jump from the rows to the foot.
    const bool isLive = last.updates > 1 || progressOf(QString::fromUtf8(last.text.left(longestProgress)));
    return isLive ? std::optional(last) : std::nullopt;
}

void LogView::setFilter(std::shared_ptr<engine::LogSearch> search)
{
    const LogRows::Id top = m_scroll.topRow();
    m_rows.setFilter(std::move(search));
    m_blocks.clear(); // amid a filter lines are as they are in the file
    m_scroll.updateBars();
    showAgain(top);
}

void LogView::updateFilter()
{
    if (!m_rows.isFiltered())
        return;
    m_rows.updateFilter();
    m_scroll.updateBars();
    keepTop();
}

void LogView::setFolding(bool isFolding)
{
    const LogRows::Id top = m_scroll.topRow();
    m_isUnfoldedToFind = false;
    m_rows.setFolding(isFolding);
    m_blocks.reset();
    adoptCount();
    showAgain(top);
}

void LogView::foldAgain()
{
    if (m_isUnfoldedToFind)
        setFolding(true);
}

void LogView::layOutAnew()
{
    if (!m_look.isWrapping())
        m_scroll.unwrap();
    m_blocks.reset();
    m_scroll.updateBars();
    if (m_isFollowing)
        setTop(m_scroll.end());
    viewport()->update();
}

void LogView::setFollowing(bool isFollowing)
{
    const bool isChanged = m_isFollowing != isFollowing;
    m_isFollowing = isFollowing;
    if (isFollowing && m_isPaused)
        setPaused(false);
    if (isFollowing)
        setTop(m_scroll.end());
    else if (isChanged)
        m_countWhenPaused = lineCount();
    updateButton();
    if (isChanged)
        emit followingChanged(isFollowing);
}

void LogView::updateButton()
{
    const qint64 waiting = m_isPaused && m_document ? m_document->lineCount() - m_seen.lines : 0;
    const qint64 seen = m_isFollowing ? lineCount() : m_countWhenPaused;
    const qint64 hidden = m_rows.hiddenBelow(lineCount()) - m_rows.hiddenBelow(seen);
    const qint64 newLines = lineCount() - seen - hidden + waiting;
    m_newLines->setVisible(newLines > 0);
    if (m_newLines->isHidden())
        return;
    const QString count = newLines == 1 ? tr("1 new line") : tr("%1 new lines").arg(locale().toString(newLines));
    const QString text = m_isPaused ? tr("Paused, %1").arg(count) : count;
    m_newLines->setText(text + QStringLiteral("   ") + tr("End", "the key"));
    m_newLines->adjustSize();
    m_newLines->move(viewport()->width() - m_newLines->width() - 20, viewport()->height() - m_newLines->height() - 16);
}

void LogView::setPattern(const std::optional<engine::LogPattern> &pattern)
{
    m_currentMatch = -1;
    m_look.setPattern(pattern);
}

/// While it is paused, rows show what they did, also when they are painted again.
void LogView::holdRows()
{
    if (m_document)
        m_document->holdFolds(m_isPaused);
}

void LogView::setPaused(bool isPaused)
{
    if (m_isPaused == isPaused)
        return;
    m_isPaused = isPaused;
    holdRows();
    m_rows.updateFilter();
    poll();
    updateButton();
    emit pausedChanged(isPaused);
}

void LogView::toggleMark(qint64 line)
{
    if (line < 0 || line >= lineCount())
        return;
    if (m_marks.erase(line) == 0)
        m_marks.insert(line);
    viewport()->update();
    emit markToggled(line);
    emit marksChanged();
}

void LogView::goToMark(int step)
{
    if (m_marks.empty())
        return;
    const qint64 here = seenLine();
    auto mark = step > 0 ? m_marks.upper_bound(here) : m_marks.lower_bound(here);
    if (step > 0 && mark == m_marks.end())
        mark = m_marks.begin();
    else if (step < 0)
        mark = std::prev(mark == m_marks.begin() ? m_marks.end() : mark);
    goToLine(*mark);
}

void LogView::copy()
{
    if (m_selection.isEmpty())
        return;
    engine::whenFinished(excerpt().text(longestCopy), this, [this](const LogExcerpt::Text &copy) {
        QGuiApplication::clipboard()->setText(copy.text);
        emit copied(copy.isWhole);
    });
}

void LogView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (m_look.isWrapping())
        m_blocks.reset();
    m_scroll.updateBars();
    keepTop();
}

void LogView::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    lookAgain();
    poll();
}

void LogView::hideEvent(QHideEvent *event)
{
    QAbstractScrollArea::hideEvent(event);
    updateWatching();
}

void LogView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    m_blocks.setFont(font());
    m_scroll.updateBars();
    keepTop();
}

} // namespace ui
