// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QPushButton>

namespace ui {

/// A button, painted as an input field with its shortcut at the right, for the palette. Shrinks before other widgets.
class SearchButton final : public QPushButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SearchButton)

public:
    SearchButton(const QString &text, const QString &keys, QWidget *parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_words;
    QString m_keys;
};

} // namespace ui
