// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/logview.h"

#include "engine/base/whenfinished.h"
#include "ui/log/text/logpainter.h"
#include "ui/log/view/logannouncer.h"
#include "ui/log/view/logviewaccessible.h"
#include "ui/log/view/newlinesbutton.h"
#include "ui/log/watch/frameclock.h"
#include "ui/theme/tokens.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>

// LogView: its document and rows.

namespace ui {

namespace {

constexpr double usualSize = 12; // pixels

} // namespace

LogView::LogView(QWidget *parent)
    : QAbstractScrollArea(parent), m_watch(*this), m_blocks(m_rows, m_look, *viewport()), m_scroll(*this, m_blocks),
      m_caret(m_scroll), m_marks(m_rows), m_follow(m_rows), m_newLines(new NewLinesButton(viewport())),
      m_drag(*viewport())
{
    setFont(monoFont());
    m_blocks.setFont(font());
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Log"));
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setMouseTracking(true); // tags
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent); // Qt need not paint the background
    static const bool isAccessible = [] {
        QAccessible::installFactory(&LogViewAccessible::make);
        return true;
    }();
    Q_UNUSED(isAccessible)
    new LogAnnouncer(*this);
    connect(&m_drag, &EdgeDrag::wentOn, this, &LogView::dragBeyond);
    connect(&m_look, &LogLook::zoomChanged, this, [this] { setFont(monoFont(usualSize * m_look.zoom())); });
    connect(&m_look, &LogLook::roomChanged, this, &LogView::layOutAnew);
    connect(&m_look, &LogLook::highlightsChanged, this, [this] {
        m_blocks.reset();
        viewport()->update();
    });
    connect(&m_look, &LogLook::patternChanged, this, [this] { m_currentMatch = -1; });
    connect(&m_follow, &FollowState::followingSet, this, &LogView::applyFollowing);
    connect(&m_follow, &FollowState::pausedChanged, this, &LogView::applyPause);
    connect(&m_watch, &LogWatch::ticked, this, &LogView::poll);
    connect(&m_live, &LiveLine::statesRead, this, &LogView::adoptStates);
    connect(&m_caret, &LogCaret::changed, viewport(), qOverload<>(&QWidget::update));
    connect(&m_marks, &MarkedLines::changed, viewport(), qOverload<>(&QWidget::update));
    connect(m_newLines, &QPushButton::clicked, this, [this] { m_follow.setFollowing(true); });
}

void LogView::setDocument(std::shared_ptr<engine::LogDocument> document)
{
    m_watch.setDocument(std::move(document));
    m_rows.setFilter(nullptr);
    beginAnew();
    m_follow.begin();
    m_seen = {};
    m_live.look(nullptr, 0);
    m_follow.setPaused(false);
    m_watch.update();
    adoptCount();
}

void LogView::beginAnew()
{
    m_caret.select({});
    holdRows();
    m_rows.setDocument(m_watch.document());
    m_scroll.renumber({}, false);
    m_blocks.reset();
    m_currentMatch = -1;
    m_marks.clear();
    emit begunAnew();
    if (m_live.fold())
        emit liveExpandedChanged(false);
}

/// Lines were removed from the file: the remaining ones stay at their position in the viewport.
void LogView::moveLines(const engine::LogDocument::State &now)
{
    const engine::LogDocument::State before = m_seen;
    constexpr auto movedLine = &engine::LogDocument::movedLine;
    LogRows::Id top = m_scroll.topRow();
    const bool isTopThere = top.move(before, now);
    m_caret.moveLines(before, now);
    m_marks.moveLines(before, now);
    m_live.moveLines(before, now);
    m_follow.moveLines(before, now);
    if (m_currentMatch >= 0)
        m_currentMatch = movedLine(m_currentMatch, before, now);
    holdRows();
    m_rows.moveLines(before, now);
    m_scroll.renumber(top, isTopThere);
    m_blocks.clear();
    const qint64 lines = movedLine(m_seen.lines, before, now);
    m_seen = now;
    m_seen.lines = lines;
    m_seen.bytes = before.bytes; // new bytes are not shown yet
    emit linesMoved(before, now);
}

void LogView::setGrowing(bool isGrowing)
{
    m_watch.setGrowing(isGrowing);
    poll(); // the live line becomes a row
}

void LogView::poll()
{
    if (!m_watch.isWatching())
        return;
    const engine::LogDocument::State now = m_watch.document()->state();
    const bool isChanged = now.bytes != m_seen.bytes || !now.hasSameLines(m_seen) || now.exists != m_seen.exists
        || now.foldChanges != m_seen.foldChanges;
    const bool isAnother = now.restarts != m_seen.restarts;
    const bool areMoved = !isAnother && !now.hasSameLines(m_seen);
    if (isAnother)
        beginAnew();
    else if (areMoved)
        moveLines(now);
    if (m_follow.isPaused() && !isAnother) {
        if (areMoved) {
            m_scroll.updateBars();
            showMoved(m_scroll.keepTop());
        }
        return updateButton();
    }
    if (now.foldChanges != m_seen.foldChanges)
        m_blocks.clear(); // texts of complete rows changed
    m_seen = now;
    if (isChanged)
        FrameClock::shared().noteChange();
    if (isChanged || (m_live.line() && !isGrowing()))
        adoptCount();
    else if (m_live.isStale())
        followLive();
    if (isChanged)
        emit grown();
    if (now.isIndexed)
        m_watch.noteAllShown();
}

bool LogView::isSettled() const
{
    return !m_watch.isWatching() || m_follow.isPaused() || (m_seen.isIndexed && m_seen == m_watch.document()->state());
}

void LogView::adoptCount()
{
    const engine::LogDocument *document = m_watch.document().get();
    const bool mayBeLive = document && isGrowing() && !(m_rows.isFolding() && document->isBeingRewritten());
    m_live.look(mayBeLive ? document : nullptr, m_seen.lines);
    m_blocks.clearLast();
    followLive();
    m_rows.setLineCount(m_seen.lines - (m_live.isAtFoot() ? 1 : 0));
    m_scroll.updateBars();
    keepTop();
}

void LogView::setFilter(std::shared_ptr<engine::LogSearch> search)
{
    const LogRows::Id top = m_scroll.topRow();
    m_rows.setFilter(std::move(search));
    m_blocks.clear(); // with a filter, lines are shown as in the file
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
    if (m_follow.isFollowing())
        setTop(m_scroll.end());
    viewport()->update();
}

void LogView::setTop(const LogScroll::Top &top)
{
    showMoved(m_scroll.setTop(top));
}

void LogView::keepTop()
{
    m_follow.isFollowing() ? setTop(m_scroll.end()) : showMoved(m_scroll.keepTop());
}

void LogView::showAgain(const LogRows::Id &top)
{
    setTop(m_follow.isFollowing() ? m_scroll.end() : LogScroll::Top{m_rows.rowOf(top), 0, 0});
}

void LogView::showMoved(bool isMoved)
{
    updateButton();
    viewport()->update();
    if (isMoved)
        emit scrolled();
}

void LogView::applyFollowing()
{
    if (m_follow.isFollowing())
        setTop(m_scroll.end());
    updateButton();
}

void LogView::updateButton()
{
    const qint64 waiting =
        m_follow.isPaused() && m_watch.document() ? m_watch.document()->lineCount() - m_seen.lines : 0;
    m_newLines->setCount(m_follow.newLines(waiting), m_follow.isPaused());
}

/// While paused, rows keep their texts, also when they are painted again.
void LogView::holdRows()
{
    if (m_watch.document())
        m_watch.document()->holdFolds(m_follow.isPaused());
}

void LogView::applyPause()
{
    holdRows();
    m_rows.updateFilter();
    poll();
    updateButton();
}

void LogView::goToMark(int step)
{
    if (m_marks.lines().empty())
        return;
    if (const std::optional<qint64> mark = m_marks.next(seenLine(), step))
        goToLine(*mark);
}

void LogView::copy()
{
    if (m_caret.selection().isEmpty())
        return;
    engine::whenFinished(excerpt().text(longestCopy), this, [this](const LogExcerpt::Text &copy) {
        QGuiApplication::clipboard()->setText(copy.text);
        emit copied(copy.isWhole);
    });
}

void LogView::toggleStates(qint64 line)
{
    if (line == m_live.expanded())
        return setLiveExpanded(false);
    if (m_rows.isExpanded(line)) {
        const LogRows::Id top = m_scroll.topRow();
        m_rows.fold(line);
        m_scroll.updateBars();
        return setTop({m_rows.rowOf(top), 0, 0});
    }
    if (m_rows.rewritten(line)) {
        m_follow.setFollowing(false);
        return setFolding(false);
    }
    if (!m_watch.document() || m_watch.document()->line(line).updates < 2)
        return;
    m_follow.setFollowing(false);
    m_live.readStates(m_watch.document(), m_seen, line);
}

void LogView::adoptStates(const LiveLine::Reading &reading)
{
    if (m_watch.document() != reading.document || m_seen.restarts != reading.seen.restarts)
        return;
    const qint64 line = engine::LogDocument::movedLine(reading.line, reading.seen, m_seen);
    const bool isThere = line != m_seen.gapLine || reading.seen.hasSameLines(m_seen);
    if (!isThere || line >= m_rows.lineCount() || reading.states.count() < m_rows.stateCount(line))
        return; // folded again, or superseded by a later reading
    const LogRows::Id top = m_scroll.topRow();
    m_blocks.clearLast();
    m_rows.expand(line, reading.states);
    m_scroll.updateBars();
    showAgain(top);
}

void LogView::setLiveExpanded(bool isExpanded)
{
    const bool wasExpanded = m_live.expanded() >= 0;
    if (isExpanded == wasExpanded || (isExpanded && !m_live.line()))
        return;
    if (isExpanded) {
        m_live.expand(m_seen.lines - 1);
    } else {
        m_rows.fold(m_live.expanded());
        m_live.fold();
    }
    adoptCount();
    emit liveExpandedChanged(isExpanded);
}

void LogView::followLive()
{
    if (m_live.follow(m_watch.document(), m_seen))
        emit liveExpandedChanged(false);
}

void LogView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    const LogPainter::Marked marked{m_caret.selection(), m_marks.lines(), m_currentMatch, hasFocus()};
    LogPainter(painter, viewport()->size(), m_scroll, marked).paint();
    if (m_scroll.areBarsShort()) // rows that were just laid out are wider
        QMetaObject::invokeMethod(
            this, [this] { m_scroll.updateBars(); }, Qt::QueuedConnection);
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
    m_watch.resume();
    poll();
}

void LogView::hideEvent(QHideEvent *event)
{
    QAbstractScrollArea::hideEvent(event);
    m_watch.update();
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
