// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/method/interactivemethod.h"

#include "engine/ssh/servertext.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr int mostRounds = 20;
constexpr int mostPrompts = 16;

/// True for a single hidden prompt for the account's password, as from PAM: it becomes a password question, whose
/// answer can be stored. False for one-time passwords.
bool isPasswordPrompt(const QList<Question::Prompt> &prompts)
{
    if (prompts.size() != 1 || !prompts.first().isHidden)
        return false;
    const QString text = prompts.first().text;
    return text.contains(u"password"_s, Qt::CaseInsensitive) && !text.contains(u"one-time"_s, Qt::CaseInsensitive)
        && !text.contains(u"one time"_s, Qt::CaseInsensitive) && !text.contains(u"otp"_s, Qt::CaseInsensitive)
        && !text.contains(u"new password"_s, Qt::CaseInsensitive);
}

} // namespace

AuthOutcome InteractiveMethod::run()
{
    AuthOutcome outcome = m_server.outcomeOf(m_server.request(ssh_userauth_kbdint, nullptr, nullptr));
    m_answered.reset();
    for (int i = 0; i < mostRounds && outcome == AuthOutcome::Prompts; ++i) {
        const int count = ssh_userauth_kbdint_getnprompts(m_server.session().handle());
        if (count < 0 || count > mostPrompts)
            return AuthOutcome::Broken;
        if (count > 0) { // a round without prompts has a message only; it needs an empty answer
            const bool isFirst = !m_answered;
            outcome = answerRound(currentRound(isFirst), isFirst);
            if (outcome != AuthOutcome::Prompts)
                return outcome;
        }
        outcome = m_server.outcomeOf(m_server.request(ssh_userauth_kbdint, nullptr, nullptr));
    }
    if (outcome == AuthOutcome::Prompts)
        return AuthOutcome::Broken;
    if (outcome != AuthOutcome::Denied || !m_answered)
        return outcome;
    m_question.replaceBy(*m_answered, true);
    return AuthOutcome::Unanswered;
}

Question InteractiveMethod::currentRound(bool isFirst) const
{
    const ssh_session session = m_server.session().handle();
    Question round = m_question.about(Question::Kind::Prompts);
    for (int i = 0; i < ssh_userauth_kbdint_getnprompts(session); ++i) {
        char echo = 0;
        const char *text = ssh_userauth_kbdint_getprompt(session, unsigned(i), &echo);
        round.prompts.append({harmless(QByteArray(text), 200), echo == 0});
    }
    if (isFirst && isPasswordPrompt(round.prompts))
        return m_question.about(Question::Kind::Password);
    const QString heading = harmless(QByteArray(ssh_userauth_kbdint_getname(session)), 200);
    const QString instruction = harmless(QByteArray(ssh_userauth_kbdint_getinstruction(session)), 500);
    round.subject = heading.isEmpty() || instruction.isEmpty() ? QString(heading + instruction)
                                                               : QString(heading + u": "_s + instruction);
    return round;
}

AuthOutcome InteractiveMethod::answerRound(const Question &round, bool isFirst)
{
    const auto count = ssh_userauth_kbdint_getnprompts(m_server.session().handle());
    bool wasAnswered = false;
    for (qsizetype i = m_attempt.answers.size() - 1; i >= 0; --i) {
        const Answer &answer = m_attempt.answers.at(i);
        if (!answer.question.matches(round) || answer.values.size() != count)
            continue;
        wasAnswered = true;
        if (i <= m_lastAnswer) // not newer than the answer to the round before: it was already used, or is obsolete
            break;
        for (int prompt = 0; prompt < count; ++prompt)
            ssh_userauth_kbdint_setanswer(m_server.session().handle(), unsigned(prompt),
                                          answer.values.at(prompt).data());
        m_lastAnswer = i;
        if (isFirst)
            m_answered = round;
        return AuthOutcome::Prompts;
    }
    m_question.replaceBy(round, wasAnswered);
    return AuthOutcome::Unanswered;
}

} // namespace engine
