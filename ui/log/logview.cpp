// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logview.h"

#include "ui/theme/tokens.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>

#include <cmath>

namespace ui {

namespace {

constexpr int pollInterval = 33;
constexpr qint64 pollBudget = 2 * 1024 * 1024; // about a millisecond
constexpr qsizetype longestShown = 8192;
constexpr qsizetype longestCopy = 32 * 1024 * 1024;
constexpr int margin = 12;

QString shownText(const engine::LogLine &line)
{
    QString text = QString::fromUtf8(engine::withoutControlSequences(line.text));
    for (QChar &c : text) {
        if (c.unicode() < 0x20 && c != QLatin1Char('\t'))
            c = QChar(0x2400 + c.unicode()); // the pictures of control characters
    }
    if (line.isCut || text.size() > longestShown)
        text = text.left(longestShown) + QChar(0x2026);
    return text;
}

} // namespace

struct LogView::Row
{
    QString text;
    QTextLayout layout;
    int updates = 1;
};

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
    m_newLines->setDefault(true);
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
    return last.isOpen && last.updates > 1 ? std::optional(last) : std::nullopt;
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
    return row(line).text;
}

LogView::Row &LogView::row(qint64 line) const
{
    if (Row *known = m_rows.object(line))
        return *known;
    auto *fresh = new Row;
    const engine::LogLine content = m_document ? m_document->line(line) : engine::LogLine();
    fresh->text = shownText(content);
    fresh->updates = content.updates;
    QTextOption option;
    option.setWrapMode(m_isWrapping ? QTextOption::WrapAtWordBoundaryOrAnywhere : QTextOption::NoWrap);
    option.setTabStopDistance(8 * QFontMetricsF(font()).horizontalAdvance(QLatin1Char(' ')));
    fresh->layout.setText(fresh->text);
    fresh->layout.setFont(font());
    fresh->layout.setTextOption(option);
    fresh->layout.beginLayout();
    double y = 0;
    for (QTextLine part = fresh->layout.createLine(); part.isValid(); part = fresh->layout.createLine()) {
        part.setLineWidth(m_isWrapping ? std::max(100, viewport()->width() - gutterWidth() - margin) : 1e7);
        part.setPosition({0, y + (m_lineHeight - part.height()) / 2});
        y += m_lineHeight;
        m_widest = std::max(m_widest, part.naturalTextWidth());
    }
    fresh->layout.endLayout();
    m_rows.insert(line, fresh);
    return *fresh;
}

int LogView::rowsOf(qint64 line) const
{
    return m_isWrapping ? std::max(1, row(line).layout.lineCount()) : 1;
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

QList<QTextLayout::FormatRange> LogView::formats(qint64 line, const Row &row) const
{
    QList<QTextLayout::FormatRange> ranges;
    const auto add = [&ranges](qsizetype start, qsizetype length, const QColor &text, const QColor &ground) {
        QTextCharFormat format;
        if (text.isValid())
            format.setForeground(text);
        if (ground.isValid())
            format.setBackground(ground);
        ranges.append({int(start), int(length), format});
    };
    static const QRegularExpression level(
        QStringLiteral("\\b(?:(ERROR|CRITICAL|FATAL|Traceback)|(WARN(?:ING)?)|(INFO|DEBUG|TRACE))\\b"));
    const QRegularExpressionMatch word = level.match(row.text);
    if (word.hasMatch()) {
        const Tokens &colours = tokens();
        add(word.capturedStart(), word.capturedLength(),
            word.capturedLength(1) > 0       ? colours.colour(Mark::Failed)
                : word.capturedLength(2) > 0 ? colours.colour(Mark::Terminating)
                                             : colours.text2,
            {});
    }
    if (m_pattern) {
        const QByteArray utf8 = row.text.toUtf8();
        const bool isCurrent = line == m_currentMatch;
        for (const engine::LogMatch &match : m_pattern->matches(utf8)) {
            const qsizetype begin = QString::fromUtf8(utf8.left(match.begin)).size();
            add(begin, QString::fromUtf8(utf8.mid(match.begin, match.length)).size(),
                isCurrent ? tokens().matchCurrentText : tokens().matchText,
                isCurrent ? tokens().matchCurrent : tokens().match);
        }
    }
    const auto [first, last] = std::minmax(m_anchor, m_caret);
    if (first != last && line >= first.line && line <= last.line) {
        const int begin = line == first.line ? first.column : 0;
        const int end = line == last.line ? last.column : int(row.text.size());
        add(begin, end - begin, {}, tokens().selection);
    }
    return ranges;
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
    const Row &content = row(line);
    if (line == m_currentMatch) {
        painter.fillRect(QRectF(0, y, viewport()->width(), double(rowsOf(line)) * m_lineHeight), tokens().hover);
        painter.fillRect(QRectF(0, y, 3, m_lineHeight), tokens().text);
    }
    painter.save();
    painter.setClipRect(gutter, 0, viewport()->width() - gutter, viewport()->height());
    const double x = gutter - horizontalScrollBar()->value();
    painter.setPen(content.updates > 1 ? tokens().text2 : tokens().text);
    content.layout.draw(&painter, {x, y}, formats(line, content));
    if (content.updates > 1) {
        const QTextLine last = content.layout.lineAt(content.layout.lineCount() - 1);
        const QString tag = tr("%n updates, shown as one line", nullptr, content.updates);
        painter.setFont(textFont(11));
        const double width = QFontMetricsF(painter.font()).horizontalAdvance(tag) + 16;
        const QRectF box(x + last.naturalTextWidth() + 14,
                         y + double(content.layout.lineCount() - 1) * m_lineHeight + 2, width, m_lineHeight - 4);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(tokens().hover);
        painter.setPen(Qt::NoPen);
        painter.drawRoundedRect(box, 4, 4);
        painter.setPen(tokens().text2);
        painter.drawText(box, Qt::AlignCenter, tag);
    }
    painter.restore();
    painter.setPen(tokens().text3);
    painter.drawText(QRectF(0, y, gutter - margin, m_lineHeight), Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(line + 1));
}

void LogView::wheelEvent(QWheelEvent *event)
{
    const QPoint angle = event->angleDelta();
    if (angle.y() == 0 || (event->modifiers() & Qt::ShiftModifier))
        return QAbstractScrollArea::wheelEvent(event);
    const int rows = event->pixelDelta().isNull() ? angle.y() * 3 / 120 : event->pixelDelta().y() / m_lineHeight;
    scrollRows(-rows);
    event->accept();
}

LogView::Place LogView::placeAt(const QPoint &position) const
{
    double y = -double(m_top.column) * m_lineHeight;
    qint64 line = m_top.line;
    while (line + 1 < m_count && y + double(rowsOf(line)) * m_lineHeight <= position.y())
        y += double(rowsOf(line++)) * m_lineHeight;
    const QTextLayout &layout = row(line).layout;
    const int part = std::clamp(int((position.y() - y) / m_lineHeight), 0, std::max(0, layout.lineCount() - 1));
    const double x = position.x() - gutterWidth() + horizontalScrollBar()->value();
    return {line, layout.lineCount() > 0 ? layout.lineAt(part).xToCursor(x) : 0};
}

void LogView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_caret = placeAt(event->position().toPoint());
    if (!(event->modifiers() & Qt::ShiftModifier))
        m_anchor = m_caret;
    viewport()->update();
}

void LogView::mouseMoveEvent(QMouseEvent *event)
{
    if (!(event->buttons() & Qt::LeftButton))
        return;
    const double y = event->position().y();
    if (y < 0 || y > viewport()->height())
        scrollRows(y < 0 ? -1 : 1);
    m_caret = placeAt(event->position().toPoint());
    viewport()->update();
}

void LogView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const Place place = placeAt(event->position().toPoint());
    const QString text = row(place.line).text;
    const auto isWord = [&text](int i) { return text[i].isLetterOrNumber() || text[i] == QLatin1Char('_'); };
    int begin = place.column;
    int end = place.column;
    while (begin > 0 && isWord(begin - 1))
        --begin;
    while (end < text.size() && isWord(end))
        ++end;
    m_anchor = {place.line, begin};
    m_caret = {place.line, end};
    viewport()->update();
}

void LogView::keyPressEvent(QKeyEvent *event)
{
    const bool selects = event->modifiers() & Qt::ShiftModifier;
    const int page = std::max(1, visibleRows() - 1);
    if (event->matches(QKeySequence::Copy))
        return copy();
    if (event->matches(QKeySequence::SelectAll))
        return selectAll();
    switch (event->key()) {
    case Qt::Key_Up:
        return selects ? moveCaret(-1, 0) : scrollRows(-1);
    case Qt::Key_Down:
        return selects ? moveCaret(1, 0) : scrollRows(1);
    case Qt::Key_PageUp:
        return selects ? moveCaret(-page, 0) : scrollRows(-page);
    case Qt::Key_PageDown:
        return selects ? moveCaret(page, 0) : scrollRows(page);
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int step = event->key() == Qt::Key_Left ? -1 : 1;
        if (selects)
            return moveCaret(0, step);
        return horizontalScrollBar()->setValue(horizontalScrollBar()->value() + 40 * step);
    }
    case Qt::Key_Home:
        setFollowing(false);
        return setTop({});
    case Qt::Key_End:
        return setFollowing(true);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void LogView::moveCaret(int lines, int columns)
{
    m_caret.line = std::clamp<qint64>(m_caret.line + lines, 0, std::max<qint64>(0, m_count - 1));
    m_caret.column = std::clamp(m_caret.column + columns, 0, int(row(m_caret.line).text.size()));
    if (m_caret.line < m_top.line)
        scrollRows(int(m_caret.line - m_top.line));
    else if (!m_isWrapping && m_caret.line >= m_top.line + visibleRows())
        scrollRows(int(m_caret.line - m_top.line - visibleRows() + 1));
    viewport()->update();
}

void LogView::selectAll()
{
    m_anchor = {};
    m_caret = m_count > 0 ? Place{m_count - 1, int(row(m_count - 1).text.size())} : Place{};
    viewport()->update();
}

QString LogView::selectedText() const
{
    const auto [first, last] = std::minmax(m_anchor, m_caret);
    QString text;
    for (qint64 line = first.line; first != last && line <= last.line && text.size() < longestCopy; ++line) {
        QString part = m_document ? shownText(m_document->line(line)) : QString();
        if (line == last.line)
            part.truncate(last.column);
        text += line == first.line ? part.mid(first.column) : part;
        if (line != last.line)
            text += QLatin1Char('\n');
    }
    return text;
}

void LogView::copy() const
{
    const QString text = selectedText();
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

} // namespace ui
