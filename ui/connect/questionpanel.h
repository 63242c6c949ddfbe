// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/question.h"

#include <QFrame>

class QCheckBox;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace ui {

/// What a machine wants to know, asked in place: a host key to compare, a passphrase, a password, or a server's own
/// prompts. The safe button is the default one. What was typed is cleared as soon as it is given on.
class QuestionPanel final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QuestionPanel)

public:
    explicit QuestionPanel(QWidget *parent = nullptr);

    void ask(const engine::Question &question); ///< the same again changes nothing
    void withdraw(); ///< clears and hides
    void takeFocus();

signals:
    void answered(const engine::Answer &answer);
    void canceled();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void askHostKey();
    void askSecrets();
    void addHeading(const QString &text);
    void addWords(const QString &text);
    void addCode(const QString &text, const QString &accessibleName);
    QLineEdit *addInput(const QString &label, bool isHidden);
    QPushButton *addButtons(const QString &accept);
    void give(const QStringList &values);
    void clear();

    engine::Question m_question;
    QVBoxLayout *m_column;
    QWidget *m_content = nullptr;
    QVBoxLayout *m_rows = nullptr;
    QList<QLineEdit *> m_inputs;
    QCheckBox *m_remember = nullptr;
    QPushButton *m_cancel = nullptr;
};

} // namespace ui
