// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QPushButton>

class QAction;
class QToolButton;

namespace ui {

/// A command of a page: icon and word, or where there is little room the icon alone with the word as tool-tip.
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

/// A click on \a button as an action, for the palette: it is the button's and says what the button says now, and what
/// it is about, by its accessible description or the banner that it is in.
[[nodiscard]] QAction *commandOf(QAbstractButton &button);
/// A flat button with a picture alone, called \a name. Its tool-tip says that, and the \a key that does the same.
[[nodiscard]] QToolButton *newToolButton(const QString &iconName, const QString &name, const QKeySequence &key = {});
/// A flat button with a short \a text that can be checked, called \a name.
[[nodiscard]] QToolButton *newToggle(const QString &text, const QString &name, bool isChecked = false);

} // namespace ui
