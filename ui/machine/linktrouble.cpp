// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/machine/linktrouble.h"

#include "models/machine/machinewords.h"
#include "models/words.h"
#include "ui/connect/questionpanel.h"
#include "ui/widgets/list/statemarks.h"
#include "ui/widgets/page/banner.h"

#include <utility>

namespace ui {

using AttemptState = models::ConnectAttempt::State;
using engine::LinkState;

LinkTrouble::LinkTrouble(engine::EngineClient &client, const engine::ResourceId &machine, QWidget *parent)
    : QObject(parent), m_id(machine), m_attempt(client), m_banner(new Banner(parent)),
      m_question(new QuestionPanel(parent))
{
    connect(&m_attempt, &models::ConnectAttempt::changed, this, &LinkTrouble::changed);
    connect(m_question, &QuestionPanel::answered, this, &LinkTrouble::answer);
    connect(m_question, &QuestionPanel::canceled, this, &LinkTrouble::postpone);
    connect(m_banner, &Banner::remedyRequested, this, &LinkTrouble::takeRemedy);
}

void LinkTrouble::show(const engine::MachineSnapshot &machine)
{
    m_machine = machine;
    if (m_attempt.state() == AttemptState::Ready && m_machine.link == LinkState::Online)
        return m_attempt.cancel(); // the machine's state has arrived; show() follows
    showQuestion();
}

void LinkTrouble::reconnect()
{
    m_postponed.reset();
    m_attempt.reconnect(m_id);
}

void LinkTrouble::answer(const engine::Answer &answer)
{
    m_postponed.reset();
    m_attempt.state() == AttemptState::Asking ? m_attempt.answer(answer) : m_attempt.reconnect(m_id, {answer});
}

void LinkTrouble::postpone()
{
    m_postponed = m_attempt.state() == AttemptState::Asking ? m_attempt.question() : m_machine.question;
    m_attempt.cancel();
}

void LinkTrouble::takeRemedy()
{
    m_postponed.reset();
    if (needsForget())
        emit forgetRequested();
    else if (m_machine.question)
        showQuestion();
    else
        emit reconnectRequested();
}

void LinkTrouble::showQuestion()
{
    const bool asks = m_attempt.state() == AttemptState::Asking;
    const auto &open = asks ? m_attempt.question() : m_machine.question;
    const bool isPostponed = open && m_postponed && m_postponed->matches(*open);
    if (open && !isTrying() && !isPostponed) {
        m_question->ask(*open);
        if (asks)
            m_question->takeFocus();
    } else {
        m_question->withdraw();
    }
    showReason(isPostponed);
}

// Shows each reason once, so that a closed banner stays closed.
void LinkTrouble::showReason(bool isPostponed)
{
    const AttemptState state = m_attempt.state();
    const bool isFailed = state == AttemptState::Failed;
    const bool asks = !isPostponed && (state == AttemptState::Asking || m_machine.question.has_value());
    const bool isSilent = m_machine.linkReason.isEmpty() || isTrying() || m_machine.link == LinkState::Online || asks;
    const QString text = isFailed ? m_attempt.error().message.text() : m_machine.linkReason.text();
    const QString said = isSilent && !isFailed ? QString() : QString(text + QString::number(int(isPostponed)));
    if (std::exchange(m_said, said) == said)
        return;
    if (said.isEmpty())
        return m_banner->dismiss();
    if (isFailed) {
        m_banner->showError(m_attempt.error());
        return m_banner->setRemedy(needsForget() ? tr("Forget the old key") : tr("Try again"));
    }
    m_banner->showNotice(markOf(m_machine.link), m_machine.linkReason.text(),
                         isPostponed ? tr("%1 %2.").arg(m_id.name(), models::attentionText(m_machine)) : QString());
    m_banner->setRemedy(m_machine.isLocal   ? QString()
                            : needsForget() ? tr("Forget the old key")
                            : isPostponed   ? tr("Answer…")
                                            : tr("Reconnect now"));
}

bool LinkTrouble::isTrying() const
{
    return m_attempt.state() == AttemptState::Running;
}

// A changed key is no question: the connection stays at this step until the old key is forgotten.
bool LinkTrouble::needsForget() const
{
    if (m_attempt.state() == AttemptState::Failed)
        return m_attempt.error().code == engine::ErrorCode::HostKeyChanged;
    return m_machine.link == LinkState::NeedsAttention && !m_machine.question
        && m_machine.step == engine::ConnectStep::HostKey;
}

} // namespace ui
