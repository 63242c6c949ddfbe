// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QAccessibleWidget>

namespace ui {

class LogView;

/// The visible text of a LogView for screen readers; offsets are those in LogView::visibleText(). GUI thread.
class LogViewAccessible final : public QAccessibleWidget, public QAccessibleTextInterface
{
public:
    explicit LogViewAccessible(LogView *view);

    /// What QAccessible asks for a view; null for anything else.
    static QAccessibleInterface *make(const QString &className, QObject *object);

    void *interface_cast(QAccessible::InterfaceType type) override;
    [[nodiscard]] QAccessible::State state() const override;
    [[nodiscard]] QString text(QAccessible::Text kind) const override;

    void selection(int index, int *begin, int *end) const override;
    [[nodiscard]] int selectionCount() const override;
    void addSelection(int begin, int end) override;
    void removeSelection(int index) override;
    void setSelection(int index, int begin, int end) override;
    [[nodiscard]] int cursorPosition() const override;
    void setCursorPosition(int position) override;
    [[nodiscard]] QString text(int begin, int end) const override;
    [[nodiscard]] int characterCount() const override;
    [[nodiscard]] QRect characterRect(int offset) const override;
    [[nodiscard]] int offsetAtPoint(const QPoint &point) const override;
    void scrollToSubstring(int begin, int end) override;
    [[nodiscard]] QString attributes(int offset, int *begin, int *end) const override;

private:
    [[nodiscard]] LogView *view() const;
};

} // namespace ui
