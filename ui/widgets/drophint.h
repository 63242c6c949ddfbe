// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QWidget>

namespace ui {

/// Shows at the foot of a widget what a drop would do, or why it is not possible.
class DropHint final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DropHint)

public:
    explicit DropHint(QWidget *over);

    void say(const QString &words, bool isAccepted);
    [[nodiscard]] QString text() const { return m_words; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_words;
    bool m_isAccepted = true;
};

} // namespace ui
