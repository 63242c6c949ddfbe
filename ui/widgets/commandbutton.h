// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QPushButton>

class QAction;
class QToolButton;

namespace ui {

/// A button for a command of a page: icon and text; compact: icon only, with the text as tool tip.
class CommandButton final : public QPushButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CommandButton)

public:
    CommandButton(const QIcon &icon, const QString &text, QWidget *parent = nullptr);

    void setCompact(bool compact);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
    [[nodiscard]] QSize fullSizeHint() const { return QPushButton::sizeHint(); }

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    bool m_compact = false;
};

/// An action for the palette that clicks \a button, which owns it. Each call updates its text to that of the button and
/// its subject: accessible description or text of the banner around it.
[[nodiscard]] QAction *commandOf(QAbstractButton &button);
/// A flat button with an icon only; accessible name \a name, tool tip \a name and \a key.
[[nodiscard]] QToolButton *newToolButton(const QString &iconName, const QString &name, const QKeySequence &key = {});
/// A flat checkable button with a short \a text; accessible name and tool tip \a name.
[[nodiscard]] QToolButton *newToggle(const QString &text, const QString &name, bool isChecked = false);

} // namespace ui
