// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QFrame>

#include <functional>

class QAbstractButton;
class QLabel;
class QTimer;

namespace ui {

/// One sentence at the bottom right for ten seconds, longer under the mouse; at most one action. As
/// wide as both, up to a bound.
class Toast final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Toast)

public:
    explicit Toast(QWidget *parent);

    void say(const QString &sentence, const QString &actionText = {}, std::function<void()> act = {});
    void place(); ///< after its parent was resized

protected:
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    [[nodiscard]] int neededWidth() const;

    QLabel *m_words;
    QAbstractButton *m_action;
    QTimer *m_timer;
    std::function<void()> m_act;
};

} // namespace ui
