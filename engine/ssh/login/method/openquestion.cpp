// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/method/openquestion.h"

namespace engine {

Question OpenQuestion::about(Question::Kind kind, const QString &subject) const
{
    Question result;
    result.kind = kind;
    result.host = m_host;
    result.subject = subject;
    return result;
}

void OpenQuestion::ask(Question question, bool isRepeated)
{
    if (m_question)
        return;
    question.isRepeated = isRepeated;
    m_question = std::move(question);
}

void OpenQuestion::replaceBy(Question question, bool isRepeated)
{
    m_question.reset();
    ask(std::move(question), isRepeated);
}

Error OpenQuestion::error() const
{
    Error error = Error::of(ErrorCode::AuthenticationFailed, {}, m_host).asking(m_question);
    switch (m_question->kind) {
    case Question::Kind::Passphrase:
        error.message = m_question->isRepeated
            ? Message(QT_TRANSLATE_NOOP("engine", "The passphrase of %1 is wrong."), {m_question->subject})
            : Message(QT_TRANSLATE_NOOP("engine", "The key %1 needs its passphrase."), {m_question->subject});
        break;
    case Question::Kind::Password:
        error.message = m_question->isRepeated
            ? Message(QT_TRANSLATE_NOOP("engine", "%1 refused the password."), {m_host})
            : Message(QT_TRANSLATE_NOOP("engine", "%1 asks for a password."), {m_host});
        break;
    default:
        error.message = m_question->isRepeated
            ? Message(QT_TRANSLATE_NOOP("engine", "%1 refused the answers."), {m_host})
            : Message(QT_TRANSLATE_NOOP("engine", "%1 asks questions."), {m_host});
    }
    return error;
}

} // namespace engine
