// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QPushButton>

namespace ui {

/// Looks like an input with its shortcut as a key cap at the right; a click opens the palette. Gives up width first.
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
