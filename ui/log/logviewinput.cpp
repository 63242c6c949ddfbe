// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logview.h"

#include "engine/base/whenfinished.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QScrollBar>
#include <QtConcurrentRun>

// Keys, mouse, selection and copying of LogView.

namespace ui {

namespace {

constexpr qsizetype longestCopy = 32 * 1024 * 1024;

} // namespace

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
    return {line,
            row(line).columnAt(
                {double(position.x() - gutterWidth() + horizontalScrollBar()->value()), double(position.y()) - y})};
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
    const QString text = row(place.line).text();
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
    m_caret.column = std::clamp(m_caret.column + columns, 0, int(row(m_caret.line).text().size()));
    if (m_caret.line < m_top.line)
        scrollRows(int(m_caret.line - m_top.line));
    else if (!m_isWrapping && m_caret.line >= m_top.line + visibleRows())
        scrollRows(int(m_caret.line - m_top.line - visibleRows() + 1));
    viewport()->update();
}

void LogView::selectAll()
{
    m_anchor = {};
    m_caret = m_count > 0 ? Place{m_count - 1, int(row(m_count - 1).text().size())} : Place{};
    viewport()->update();
}

LogRow::Columns LogView::selectionIn(qint64 line) const
{
    const auto [first, last] = std::minmax(m_anchor, m_caret);
    if (first == last || line < first.line || line > last.line)
        return {};
    return {line == first.line ? first.column : 0, line == last.line ? last.column : int(row(line).text().size())};
}

void LogView::copy()
{
    const auto [first, last] = std::minmax(m_anchor, m_caret);
    if (first == last || !m_document)
        return;
    const auto gather = [document = m_document, first = first, last = last] {
        QString text;
        for (qint64 line = first.line; line <= last.line && text.size() < longestCopy; ++line) {
            QString part = shownText(document->line(line));
            if (line == last.line)
                part.truncate(last.column);
            text += line == first.line ? part.mid(first.column) : part;
            if (line != last.line)
                text += QLatin1Char('\n');
        }
        return text;
    };
    engine::whenFinished(QtConcurrent::run(gather), this,
                         [](const QString &text) { QGuiApplication::clipboard()->setText(text); });
}

} // namespace ui
