// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/question.h"
#include "ui/widgets/page/askpanel.h"

namespace ui {

/// What a machine wants to know, asked in place: a host key to compare, a passphrase, a password, or a server's own
/// prompts. The safe button is the default one.
class QuestionPanel final : public AskPanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QuestionPanel)

public:
    explicit QuestionPanel(QWidget *parent = nullptr) : AskPanel(parent) { }

    void ask(const engine::Question &question); ///< the same again changes nothing

signals:
    void answered(const engine::Answer &answer);

private:
    void askHostKey();
    void askSecrets();
    void give(const QStringList &values);

    engine::Question m_question;
};

} // namespace ui
