// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/questions.h"

#include "app/ctl/session.h"
#include "engine/protocol/machines.h"

#include <algorithm>
#include <optional>
#include <utility>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

constexpr int mostRounds = 3; // tries for one question

QString words(ConnectStep step)
{
    static const QHash<ConnectStep, QString> table{
        {ConnectStep::Resolve, u"looking up the way"_s},    {ConnectStep::Connect, u"connecting"_s},
        {ConnectStep::HostKey, u"checking the host key"_s}, {ConnectStep::Authenticate, u"logging in"_s},
        {ConnectStep::Probe, u"looking at the machine"_s},  {ConnectStep::Ready, u"ready"_s}};
    return table.value(step);
}

std::optional<QStringList> askHostKey(const Session &session, const Question &question)
{
    session.note(
        u"The host key of %1 is not known here:\n  %2 %3"_s.arg(question.host, question.keyType, question.subject));
    const auto answer = session.ask(u"Is it the right one? [yes/no]"_s, false);
    const QString word = answer.value_or(QString()).trimmed().toLower();
    return word == u"yes"_s || word == u"y"_s ? std::optional(QStringList{question.subject}) : std::nullopt;
}

std::optional<QStringList> askPrompts(const Session &session, const Question &question)
{
    session.note(question.subject.isEmpty() ? QString(question.host + u" asks:"_s) : question.subject);
    QStringList values;
    for (const Question::Prompt &prompt : question.prompts) {
        const auto value = session.ask(prompt.text, prompt.isHidden);
        if (!value)
            return {};
        values.append(*value);
    }
    return values;
}

// Nothing when the user gives no answer.
std::optional<QStringList> valuesFor(const Session &session, const Question &question)
{
    const QStringList accepted = session.line().all(u"--accept-host-key"_s);
    const bool isHostKey = question.kind == Question::Kind::HostKey;
    if (isHostKey && accepted.contains(question.subject))
        return QStringList{question.subject};
    if (!session.canAsk() || (isHostKey && !accepted.isEmpty()))
        return {};
    if (question.isRepeated)
        session.note(u"That was not right."_s);
    if (isHostKey)
        return askHostKey(session, question);
    if (question.kind == Question::Kind::Prompts)
        return askPrompts(session, question);
    const QString prompt = question.kind == Question::Kind::Password ? u"Password of %1:"_s.arg(question.host)
                                                                     : u"Passphrase of %1:"_s.arg(question.subject);
    const auto value = session.ask(prompt, true);
    return value && !value->isEmpty() ? std::optional(QStringList{*value}) : std::nullopt;
}

// Quoted for a shell.
QString quoted(QString word)
{
    return QString(u'\'' + word.replace(u'\'', u"'\\''"_s) + u'\'');
}

// How to answer the question in advance, for callers without a terminal.
QString remedy(const Question &question)
{
    switch (question.kind) {
    case Question::Kind::HostKey:
        return u"If that is right, say --accept-host-key %1"_s.arg(question.subject);
    case Question::Kind::Password:
    case Question::Kind::Passphrase:
        return QString(question.isRepeated ? u"Store the right one: "_s : u"Store it first: "_s)
            + u"batchctl secret set %1 < FILE"_s.arg(quoted(question.secretName()));
    case Question::Kind::Prompts:
        return u"Only a person can answer: run this on a terminal."_s;
    }
    return {};
}

Error withRemedy(Error error)
{
    if (error.question)
        error.message = Message("%1 %2", {error.message.englishText(), remedy(*error.question)});
    return error;
}

void replaceAnswer(QList<Answer> &answers, const Answer &answer)
{
    answers.removeIf([&answer](const Answer &old) { return old.question.matches(answer.question); });
    answers.append(answer);
}

} // namespace

Result<QJsonObject> connectAsking(Session &session, const ResourceId &id, const Connect &connect)
{
    std::optional<ConnectStep> told;
    const auto hear = [&session, &id, &told](const QJsonObject &value) {
        if (AttemptStep now; readJson(value, now) && std::exchange(told, now.step) != now.step)
            session.note(id.name() + u": "_s + words(now.step));
    };
    QList<Answer> answers;
    QList<Question> asked;
    while (true) {
        const auto answer = connect(answers, hear);
        if (answer || !answer.error().question)
            return answer;
        const Question question = *answer.error().question;
        const auto times = std::count_if(asked.cbegin(), asked.cend(),
                                         [&question](const Question &old) { return old.matches(question); });
        const auto values = times < mostRounds ? valuesFor(session, question) : std::nullopt;
        if (!values)
            return session.canAsk() ? answer : Result<QJsonObject>(withRemedy(answer.error()));
        asked.append(question);
        replaceAnswer(answers, {question, {values->begin(), values->end()}, session.line().has(u"--remember"_s)});
    }
}

} // namespace ctl
