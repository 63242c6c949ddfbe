// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/theme/tokens.h"

#include <QWidget>

namespace ui {

/// Mark and word on the background of a state, 20 pixels high. For titles only; tables draw mark and plain text.
class StateChip final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StateChip)

public:
    explicit StateChip(QWidget *parent = nullptr);

    void setState(Mark mark, const QString &word);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Mark m_mark = Mark::Queued;
    QString m_word;
};

} // namespace ui
