// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logview.h"

#include "ui/log/progressline.h"
#include "ui/theme/style.h"
#include "ui/theme/tokens.h"

#include <QPainter>
#include <QPushButton>
#include <QScrollBar>

#include <cmath>

namespace ui {

namespace {

constexpr int pollInterval = 33;
constexpr qsizetype longestProgress = 400;
constexpr qint64 pollBudget = 2 * 1024 * 1024; // about a millisecond

} // namespace

LogView::LogView(QWidget *parent) : QAbstractScrollArea(parent), m_rows(512), m_newLines(new QPushButton(viewport()))
{
    setFont(monoFont());
    m_lineHeight = std::max(20, int(std::ceil(QFontMetricsF(font()).height())));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Log"));
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setAutoFillBackground(false);
    m_newLines->setFont(textFont());
    m_newLines->setProperty(filledProperty, true);
    m_newLines->setFocusPolicy(Qt::NoFocus);
    m_newLines->setCursor(Qt::ArrowCursor);
    m_newLines->hide();
    connect(m_newLines, &QPushButton::clicked, this, [this] { setFollowing(true); });
    connect(&m_poll, &QTimer::timeout, this, &LogView::poll);
}

LogView::~LogView() = default;

void LogView::setDocument(std::shared_ptr<engine::LogDocument> document)
{
    m_document = std::move(document);
    m_count = 0;
    m_top = m_anchor = m_caret = {};
    m_currentMatch = -1;
    m_isFollowing = true;
    m_hasMore = m_document != nullptr;
    forgetRows();
    poll();
}

void LogView::setGrowing(bool isGrowing)
{
    m_isGrowing = isGrowing;
    poll(); // its last bytes, and the live line becomes a row
}

void LogView::poll()
{
    if (m_document) {
        const engine::LogDocument::Progress progress = m_document->refresh(pollBudget);
        m_hasMore = progress.hasMore;
        if (progress.isRestarted) {
            m_top = m_anchor = m_caret = {};
            forgetRows();
        }
        if (progress.isChanged)
            m_rows.remove(m_count - 1); // it may have been the open line
        adoptCount();
        if (progress.isChanged)
            emit grown();
    }
    updatePolling();
}

void LogView::updatePolling()
{
    if (!isVisible() || !m_document || (!m_isGrowing && !m_hasMore))
        return m_poll.stop();
    m_poll.start(m_hasMore ? 0 : pollInterval);
}

void LogView::adoptCount()
{
    const qint64 before = m_count;
    m_count = m_document->lineCount() - (liveLine() ? 1 : 0);
    m_rows.remove(m_count - 1);
    if (before != m_count && m_count > 0)
        m_rows.remove(before - 1);
    updateBars();
    if (m_isFollowing)
        setTop(topForEnd());
    updateButton();
    viewport()->update();
}

std::optional<engine::LogLine> LogView::liveLine() const
{
    if (!m_document || !m_isGrowing || m_document->lineCount() == 0)
        return {};
    const engine::LogLine last = m_document->line(m_document->lineCount() - 1);
    if (!last.isOpen)
        return {};
    // The first state of a progress line is not rewritten yet, but will be: it must not jump from the rows to the foot.
    const bool isLive = last.updates > 1 || progressOf(QString::fromUtf8(last.text.left(longestProgress)));
    return isLive ? std::optional(last) : std::nullopt;
}

void LogView::setWrapping(bool isWrapping)
{
    m_isWrapping = isWrapping;
    m_top.column = 0;
    forgetRows();
    updateBars();
    if (m_isFollowing)
        setTop(topForEnd());
    viewport()->update();
}

void LogView::setFollowing(bool isFollowing)
{
    const bool isChanged = m_isFollowing != isFollowing;
    m_isFollowing = isFollowing;
    if (isFollowing)
        setTop(topForEnd());
    else if (isChanged)
        m_countWhenPaused = m_count;
    updateButton();
    if (isChanged)
        emit followingChanged(isFollowing);
}

void LogView::updateButton()
{
    const qint64 newLines = m_count - m_countWhenPaused;
    m_newLines->setVisible(!m_isFollowing && newLines > 0);
    if (m_newLines->isHidden())
        return;
    const QString text = newLines == 1 ? tr("1 new line") : tr("%1 new lines").arg(locale().toString(newLines));
    m_newLines->setText(text + QStringLiteral("   ") + tr("End", "the key"));
    m_newLines->adjustSize();
    m_newLines->move(viewport()->width() - m_newLines->width() - 20, viewport()->height() - m_newLines->height() - 16);
}

void LogView::setPattern(const std::optional<engine::LogPattern> &pattern)
{
    m_pattern = pattern;
    m_currentMatch = -1;
    viewport()->update();
}

void LogView::setCurrentMatch(qint64 line)
{
    m_currentMatch = line;
    if (line >= 0)
        showLine(line);
    viewport()->update();
}

QString LogView::lineText(qint64 line) const
{
    return row(line).text();
}

LogRow &LogView::row(qint64 line) const
{
    if (LogRow *known = m_rows.object(line))
        return *known;
    const int room = std::max(100, viewport()->width() - gutterWidth() - margin);
    auto *fresh = new LogRow(m_document ? m_document->line(line) : engine::LogLine(), font(), m_lineHeight,
                             m_isWrapping ? std::optional(room) : std::nullopt);
    m_widest = std::max(m_widest, fresh->width());
    m_rows.insert(line, fresh);
    return *fresh;
}

int LogView::rowsOf(qint64 line) const
{
    return m_isWrapping ? row(line).rows() : 1;
}

int LogView::visibleRows() const
{
    return std::max(1, viewport()->height() / m_lineHeight);
}

int LogView::gutterWidth() const
{
    const qsizetype digits = std::max<qsizetype>(4, QString::number(m_count).size());
    return int(QFontMetricsF(font()).horizontalAdvance(QLatin1Char('0')) * double(digits)) + 2 * margin;
}

LogView::Place LogView::topForEnd() const
{
    int left = visibleRows();
    qint64 line = m_count;
    while (line > 0) {
        const int rows = rowsOf(line - 1);
        if (rows >= left)
            return {line - 1, rows - left};
        left -= rows;
        --line;
    }
    return {};
}

void LogView::setTop(Place top)
{
    m_top = std::clamp(top, Place{}, topForEnd());
    m_isAdjusting = true;
    verticalScrollBar()->setValue(int(std::min<qint64>(m_top.line, INT_MAX)));
    m_isAdjusting = false;
    updateButton();
    viewport()->update();
}

void LogView::updateBars()
{
    m_isAdjusting = true;
    verticalScrollBar()->setPageStep(visibleRows());
    verticalScrollBar()->setRange(0, int(std::min<qint64>(topForEnd().line, INT_MAX)));
    const int textWidth = viewport()->width() - gutterWidth() - margin;
    horizontalScrollBar()->setPageStep(textWidth);
    horizontalScrollBar()->setSingleStep(40);
    horizontalScrollBar()->setRange(0, m_isWrapping ? 0 : std::max(0, int(m_widest) - textWidth));
    m_isAdjusting = false;
}

void LogView::scrollContentsBy(int, int dy)
{
    if (dy != 0 && !m_isAdjusting) {
        setTop({verticalScrollBar()->value(), 0});
        const bool atEnd = verticalScrollBar()->value() == verticalScrollBar()->maximum();
        setFollowing(atEnd);
    }
    viewport()->update();
}

void LogView::scrollRows(int rows)
{
    Place top = m_top;
    top.column += rows;
    while (top.column < 0 && top.line > 0)
        top.column += rowsOf(--top.line);
    while (top.line < m_count && top.column >= rowsOf(top.line))
        top.column -= rowsOf(top.line++);
    const bool atEnd = top >= topForEnd();
    setTop(top);
    setFollowing(atEnd);
}

void LogView::showLine(qint64 line)
{
    if (line >= m_top.line && line < m_top.line + visibleRows() - 1 && !m_isWrapping)
        return;
    setFollowing(false);
    setTop({std::max<qint64>(0, line - visibleRows() / 3), 0});
}

void LogView::forgetRows()
{
    m_rows.clear();
    m_widest = 0;
}

void LogView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (m_isWrapping)
        forgetRows();
    updateBars();
    setTop(m_isFollowing ? topForEnd() : m_top);
}

void LogView::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    poll();
}

void LogView::hideEvent(QHideEvent *event)
{
    QAbstractScrollArea::hideEvent(event);
    updatePolling();
}

void LogView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        m_lineHeight = std::max(20, int(std::ceil(QFontMetricsF(font()).height())));
        forgetRows();
        viewport()->update();
    }
}

void LogView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), tokens().surface);
    if (!m_document)
        return;
    double y = -double(m_top.column) * m_lineHeight;
    for (qint64 line = m_top.line; line < m_count && y < viewport()->height(); ++line) {
        paintRow(painter, line, y);
        y += double(rowsOf(line)) * m_lineHeight;
    }
}

void LogView::paintRow(QPainter &painter, qint64 line, double y) const
{
    const int gutter = gutterWidth();
    const LogRow &content = row(line);
    if (line == m_currentMatch) {
        painter.fillRect(QRectF(0, y, viewport()->width(), double(content.rows()) * m_lineHeight), tokens().hover);
        painter.fillRect(QRectF(0, y, 3, m_lineHeight), tokens().text);
    }
    painter.save();
    painter.setClipRect(gutter, 0, viewport()->width() - gutter, viewport()->height());
    const LogRow::Look shape{m_pattern ? &*m_pattern : nullptr, line == m_currentMatch, selectionIn(line)};
    content.paint(painter, QPointF(gutter - horizontalScrollBar()->value(), y), shape);
    painter.restore();
    painter.setPen(tokens().text3);
    painter.drawText(QRectF(0, y, gutter - margin, m_lineHeight), Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(line + 1));
}

} // namespace ui
