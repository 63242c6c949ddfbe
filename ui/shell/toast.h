// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QFrame>

#include <functional>

class QAbstractButton;
class QLabel;
class QTimer;

namespace ui {

/// A message with an optional action at the bottom right, for ten seconds, longer under the mouse. As wide as its
/// content, up to a limit.
class Toast final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Toast)

public:
    explicit Toast(QWidget *parent);

    void say(const QString &sentence, const QString &actionText = {}, std::function<void()> act = {});
    void place(); ///< to be called when the parent was resized

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
