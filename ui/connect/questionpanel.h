// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/question.h"
#include "ui/widgets/page/askpanel.h"

namespace ui {

/// Asks the question of a machine in place: host key, passphrase, password, or prompts of the server. The safe button
/// is the default.
class QuestionPanel final : public AskPanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QuestionPanel)

public:
    explicit QuestionPanel(QWidget *parent = nullptr) : AskPanel(parent) { }

    void ask(const engine::Question &question); ///< no effect if the same is shown

signals:
    void answered(const engine::Answer &answer);

private:
    void askHostKey();
    void askSecrets();
    void give(const QStringList &values);

    engine::Question m_question;
};

} // namespace ui
