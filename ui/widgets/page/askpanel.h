// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QFrame>

#include <functional>

class QCheckBox;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace ui {

/// Asks in place for input or confirmation; Escape cancels. Clears typed text, also from the undo history of its
/// fields, once it was submitted. Hidden until it asks.
class AskPanel : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AskPanel)

public:
    explicit AskPanel(QWidget *parent = nullptr);

    virtual void withdraw(); ///< clears and hides
    void takeFocus();
    void accept(); ///< as a click on the accept button; if disabled, focuses the first empty field
    [[nodiscard]] bool isAsking() const { return m_content; }

signals:
    void canceled();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

    void begin(const QString &title); ///< replaces the previous question; rows are then added by add…()
    void addWords(const QString &text);
    void addFailure(const QString &text);
    void addCode(const QString &text, const QString &accessibleName);
    QLineEdit *addInput(const QString &label, bool isHidden);
    void addRemember();
    /// Adds the buttons; a click on the accept button, or Return in the last field, calls \a accepted.
    void addButtons(const QString &accept, const QString &cancel, const std::function<void()> &accepted);

    [[nodiscard]] const QList<QLineEdit *> &inputs() const { return m_inputs; }
    [[nodiscard]] QStringList values() const;
    [[nodiscard]] bool remembers() const;
    [[nodiscard]] QCheckBox *remember() const { return m_remember; } ///< null without one
    [[nodiscard]] QPushButton *acceptButton() const { return m_accept; }

private:
    void clear();

    QVBoxLayout *m_column;
    QWidget *m_content = nullptr;
    QVBoxLayout *m_rows = nullptr;
    QList<QLineEdit *> m_inputs;
    QCheckBox *m_remember = nullptr;
    QPushButton *m_accept = nullptr;
    QPushButton *m_cancel = nullptr;
};

} // namespace ui
