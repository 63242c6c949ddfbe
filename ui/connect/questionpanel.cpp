// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/connect/questionpanel.h"

#include "models/machine/machinewords.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

using engine::Question;

void QuestionPanel::ask(const Question &question)
{
    if (isAsking() && m_question.matches(question) && m_question.isRepeated == question.isRepeated)
        return show();
    m_question = question;
    begin(models::questionTitle(question));
    question.kind == Question::Kind::HostKey ? askHostKey() : askSecrets();
    show();
}

void QuestionPanel::askHostKey()
{
    addWords(tr("It was never seen from here, so nobody but you can tell. Compare this fingerprint with the one that "
                "the machine's owner gives you:"));
    addCode(m_question.subject, tr("Fingerprint"));
    addWords(tr("Kind of key: %1. On the machine itself, this prints it:").arg(m_question.keyType));
    QString file = m_question.keyType.section(u'@', 0, 0);
    file = file.startsWith(u"ecdsa"_s) ? u"ecdsa"_s : file.remove(u"ssh-"_s);
    addCode(u"ssh-keygen -lf /etc/ssh/ssh_host_%1_key.pub"_s.arg(file), tr("Command that prints the fingerprint"));
    addButtons(tr("This is the right key"), tr("Cancel"), [this] { give({m_question.subject}); });
}

void QuestionPanel::askSecrets()
{
    const bool isPrompts = m_question.kind == Question::Kind::Prompts;
    if (m_question.isRepeated)
        addFailure(tr("What was typed before was not accepted."));
    if (m_question.kind == Question::Kind::Passphrase) {
        addCode(m_question.subject, tr("Key file"));
        addInput(tr("Passphrase"), true);
    } else if (m_question.kind == Question::Kind::Password) {
        addInput(tr("Password"), true);
    } else {
        if (!m_question.subject.isEmpty())
            addWords(m_question.subject);
        for (const Question::Prompt &prompt : std::as_const(m_question.prompts))
            addInput(prompt.text.trimmed(), prompt.isHidden);
    }
    if (!m_question.secretName().isEmpty())
        addRemember();
    addButtons(isPrompts ? tr("Send") : tr("Log in"), tr("Cancel"), [this] { give(values()); });
}

void QuestionPanel::give(const QStringList &values)
{
    const engine::Answer answer{m_question, {values.begin(), values.end()}, remembers()};
    withdraw();
    emit answered(answer);
}

} // namespace ui
