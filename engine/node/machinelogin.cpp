// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/machinelogin.h"

#include "engine/base/whenfinished.h"
#include "engine/secret/secretstore.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// The question that a secret's name implies. The subject of a password's question is missing; it is not needed to
// answer.
Question questionFor(const QString &name)
{
    Question question;
    const bool isPassphrase = name.startsWith(u"passphrase:"_s);
    question.kind = isPassphrase ? Question::Kind::Passphrase : Question::Kind::Password;
    (isPassphrase ? question.subject : question.host) = name.section(u':', 1);
    return question;
}

bool answers(const QList<Answer> &answers, const Question &question)
{
    return std::any_of(answers.cbegin(), answers.cend(),
                       [&question](const Answer &answer) { return answer.question.matches(question); });
}

bool hasPrompts(const QList<Answer> &answers, const QString &host)
{
    return std::any_of(answers.cbegin(), answers.cend(), [&host](const Answer &answer) {
        return answer.question.kind == Question::Kind::Prompts && answer.question.host == host;
    });
}

} // namespace

MachineLogin::MachineLogin(RemoteHost &host, SecretStore *secrets, QStringList names, QObject *parent)
    : QObject(parent), m_host(host), m_secrets(secrets), m_names(std::move(names))
{
}

MachineLogin::~MachineLogin()
{
    cancel();
}

void MachineLogin::begin(const QList<Answer> &answers)
{
    cancel();
    m_userAnswers = m_answers = answers;
    collect();
}

void MachineLogin::cancel()
{
    ++m_attempt;
    m_fetching = 0;
    if (!m_opening.isFinished()) {
        m_opening.cancel();
        m_host.close(); // at once, so that the next open() begins a new attempt
    }
    m_opening = {};
    m_stored.clear();
    m_asked.clear();
    m_userAnswers.clear();
    m_answers.clear();
}

void MachineLogin::collect()
{
    if (m_secrets && !m_host.isOpen()) {
        for (const QString &name : std::as_const(m_names)) {
            const Question question = m_questions.value(name, questionFor(name));
            if (!answers(m_userAnswers, question))
                fetch(name, question);
        }
    }
    if (m_fetching == 0)
        open();
}

void MachineLogin::fetch(const QString &name, const Question &question)
{
    ++m_fetching;
    whenFinished(m_secrets->fetch(name), this,
                 [this, name, question, attempt = m_attempt](const Result<std::optional<Secret>> &value) {
                     if (attempt != m_attempt)
                         return;
                     if (value && *value) {
                         m_stored.insert(name, **value);
                         putFirst({question, {**value}});
                     }
                     if (--m_fetching == 0)
                         open();
                 });
}

// A stored answer goes before the user's: of two answers to one question the later one counts.
void MachineLogin::putFirst(const Answer &answer)
{
    m_answers.prepend(answer);
}

void MachineLogin::open()
{
    m_opening = m_host.open(m_answers);
    whenFinished(m_opening, this, [this, attempt = m_attempt](const Result<void> &result) {
        if (attempt == m_attempt)
            opened(result);
    });
}

void MachineLogin::opened(const Result<void> &result)
{
    if (result) {
        m_acceptedKey.clear(); // the key is in known_hosts now; another key is a question again
        keepAnswers();
        return end(result);
    }
    Error error = result.error();
    if (answerHostKey(error))
        return open();
    if (!answerFromStore(error))
        end(error);
}

bool MachineLogin::answerHostKey(Error &error)
{
    if (!error.question || error.question->kind != Question::Kind::HostKey || m_acceptedKey.isEmpty())
        return false;
    if (error.question->subject == m_acceptedKey && !answers(m_answers, *error.question)) {
        m_answers.append({*error.question, {m_acceptedKey}});
        return true;
    }
    error.message = Message(QT_TRANSLATE_NOOP("engine",
                                              "The host key of %1 is %2, not the one that was to be accepted. Ask who "
                                              "runs the machine which is right."),
                            {error.question->host, error.question->subject});
    error.question.reset();
    return false;
}

// True when the attempt goes on with an answer of the secret store, which is asked once for each question that the user
// did not answer.
bool MachineLogin::answerFromStore(const Error &error)
{
    const QString name = error.question ? error.question->secretName() : QString();
    if (name.isEmpty() || !m_secrets)
        return false;
    m_questions.insert(name, *error.question);
    if (answers(m_userAnswers, *error.question))
        return false;
    const bool wasTried = m_asked.contains(name) || (m_stored.contains(name) && error.question->isRepeated);
    if (wasTried) {
        // The user also typed a code: either may be wrong, so the secret stays in the store.
        if (!m_stored.contains(name) || hasPrompts(m_userAnswers, error.question->host))
            return false;
        (void)m_secrets->remove(name);
        if (m_names.removeOne(name))
            emit secretNamesChanged();
        return false;
    }
    m_asked.insert(name);
    if (m_stored.contains(name)) {
        putFirst({*error.question, {m_stored.value(name)}});
        open();
        return true;
    }
    whenFinished(m_secrets->fetch(name), this,
                 [this, name, error, attempt = m_attempt](const Result<std::optional<Secret>> &value) {
                     if (attempt != m_attempt)
                         return;
                     if (!value || !*value)
                         return end(error);
                     m_stored.insert(name, **value);
                     putFirst({*error.question, {**value}});
                     open();
                 });
    return true;
}

void MachineLogin::keepAnswers()
{
    const QStringList before = m_names;
    for (auto it = m_stored.cbegin(); it != m_stored.cend(); ++it)
        addName(it.key());
    for (const Answer &answer : std::as_const(m_userAnswers)) {
        const QString name = answer.question.secretName();
        if (name.isEmpty() || answer.values.isEmpty() || !m_secrets)
            continue;
        m_questions.insert(name, answer.question);
        addName(name);
        (void)m_secrets->keep(name, answer.values.constFirst(),
                              answer.remember ? SecretStore::Place::Keyring : SecretStore::Place::Memory);
    }
    if (m_names != before)
        emit secretNamesChanged();
}

void MachineLogin::addName(const QString &name)
{
    if (!m_names.contains(name))
        m_names.append(name);
}

void MachineLogin::end(const Result<void> &result)
{
    m_opening = {};
    m_stored.clear();
    m_userAnswers.clear();
    m_answers.clear();
    emit ended(result);
}

} // namespace engine
