// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/logviewaccessible.h"

#include "ui/log/text/visibletext.h"
#include "ui/log/view/logview.h"

namespace ui {

LogViewAccessible::LogViewAccessible(LogView *view) : QAccessibleWidget(view, QAccessible::Document) { }

QAccessibleInterface *LogViewAccessible::make(const QString &, QObject *object)
{
    auto *view = qobject_cast<LogView *>(object);
    return view ? new LogViewAccessible(view) : nullptr;
}

LogView *LogViewAccessible::view() const
{
    return static_cast<LogView *>(object());
}

void *LogViewAccessible::interface_cast(QAccessible::InterfaceType type)
{
    if (type == QAccessible::TextInterface)
        return static_cast<QAccessibleTextInterface *>(this);
    return QAccessibleWidget::interface_cast(type);
}

QAccessible::State LogViewAccessible::state() const
{
    QAccessible::State state = QAccessibleWidget::state();
    state.readOnly = true;
    state.multiLine = true;
    state.selectableText = true;
    return state;
}

QString LogViewAccessible::text(QAccessible::Text kind) const
{
    return kind == QAccessible::Value ? VisibleText(view()->caret()).text() : QAccessibleWidget::text(kind);
}

void LogViewAccessible::selection(int index, int *begin, int *end) const
{
    const auto [first, last] = index == 0 ? VisibleText(view()->caret()).selection() : std::pair(0, 0);
    *begin = first;
    *end = last;
}

int LogViewAccessible::selectionCount() const
{
    const auto [begin, end] = VisibleText(view()->caret()).selection();
    return end > begin ? 1 : 0;
}

void LogViewAccessible::addSelection(int begin, int end)
{
    setSelection(0, begin, end);
}

void LogViewAccessible::removeSelection(int)
{
    setCursorPosition(cursorPosition());
}

void LogViewAccessible::setSelection(int, int begin, int end)
{
    view()->caret().select(VisibleText(view()->caret()).between(begin, end));
}

int LogViewAccessible::cursorPosition() const
{
    return VisibleText(view()->caret()).caret();
}

void LogViewAccessible::setCursorPosition(int position)
{
    setSelection(0, position, position);
}

QString LogViewAccessible::text(int begin, int end) const
{
    const QString all = VisibleText(view()->caret()).text();
    const int first = std::clamp(begin, 0, int(all.size()));
    return all.mid(first, end < 0 ? -1 : std::max(0, end - first));
}

int LogViewAccessible::characterCount() const
{
    return int(VisibleText(view()->caret()).text().size());
}

QRect LogViewAccessible::characterRect(int offset) const
{
    const QRect box = VisibleText(view()->caret()).rectOf(offset);
    return {view()->viewport()->mapToGlobal(box.topLeft()), box.size()};
}

int LogViewAccessible::offsetAtPoint(const QPoint &point) const
{
    const QPoint position = view()->viewport()->mapFromGlobal(point);
    const bool isInside = view()->viewport()->rect().contains(position);
    return isInside ? VisibleText(view()->caret()).offsetAt(view()->scroll().placeAt(position)) : -1;
}

void LogViewAccessible::scrollToSubstring(int, int) { } // all of it is visible

QString LogViewAccessible::attributes(int, int *begin, int *end) const
{
    *begin = 0;
    *end = characterCount();
    return {};
}

} // namespace ui
