// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QWidget>

class QAbstractButton;
class QButtonGroup;

namespace ui {

/// Choice of a toolkit as cards; rare ones are folded at first. Arrow keys move the choice.
class ToolkitPicker final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ToolkitPicker)

public:
    explicit ToolkitPicker(QWidget *parent = nullptr);

    [[nodiscard]] QString current() const; ///< property of the chosen toolkit; empty: none
    void setCurrent(const QString &toolkit); ///< emits nothing
    [[nodiscard]] QAbstractButton *moreButton() const { return m_more; } ///< to be placed beside the heading
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override; ///< with all cards in one row
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void chosen(const QString &toolkit); ///< by the user

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void unfold(bool all);
    void arrange();
    [[nodiscard]] int cardHeight() const;
    [[nodiscard]] int shownCards() const;

    QButtonGroup *m_cards;
    QAbstractButton *m_more;
    bool m_isUnfolded = false;
};

} // namespace ui
