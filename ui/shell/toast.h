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
/// content, up to a limit. An action that undoes what the message says can be carried out by a key of the window, too.
class Toast final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Toast)

public:
    explicit Toast(QWidget *parent);

    void say(const QString &sentence, const QString &undoText = {}, std::function<void()> act = {});
    void offer(const QString &sentence, const QString &actionText, std::function<void()> act); ///< no undo action
    [[nodiscard]] bool offersUndo() const { return m_isUndo && m_act; }
    void undo(); ///< as a click on the button; no effect unless offersUndo()
    void place(); ///< to be called when the parent was resized

signals:
    void offerChanged(); ///< the result of offersUndo()

protected:
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    void appear(const QString &sentence, const QString &actionText, std::function<void()> act, bool isUndo);
    std::function<void()> end(); // hides; returns the action, which is no longer offered
    [[nodiscard]] int neededWidth() const;

    QLabel *m_words;
    QAbstractButton *m_action;
    QTimer *m_timer;
    std::function<void()> m_act; // null when hidden
    bool m_isUndo = false;
};

} // namespace ui
