// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QAccessibleWidget>

namespace ui {

class LogView;

/// The visible text of a LogView for screen readers; offsets are those of VisibleText. GUI thread.
class LogViewAccessible final : public QAccessibleWidget, public QAccessibleTextInterface
{
public:
    explicit LogViewAccessible(LogView *view);

    /// Factory for QAccessible; null unless \a object is a LogView.
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
