// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/question.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

bool Question::matches(const Question &other) const
{
    return kind == other.kind && host == other.host && subject == other.subject && keyType == other.keyType
        && prompts == other.prompts;
}

QString Question::secretName() const
{
    switch (kind) {
    case Kind::Passphrase:
        return QString(u"passphrase:"_s + subject);
    case Kind::Password:
        return QString(u"password:"_s + host);
    case Kind::HostKey:
    case Kind::Prompts: // a one-time code is not worth keeping
        break;
    }
    return {};
}

QJsonObject Question::toJson() const
{
    QJsonArray list;
    for (const Prompt &prompt : prompts)
        list.append(QJsonObject{{u"text"_s, prompt.text}, {u"hidden"_s, prompt.isHidden}});
    return {{u"kind"_s, wordOf(kind)}, {u"host"_s, host},    {u"subject"_s, subject},
            {u"keyType"_s, keyType},   {u"prompts"_s, list}, {u"repeated"_s, isRepeated}};
}

Question Question::fromJson(const QJsonObject &json)
{
    Question question;
    question.kind = fromWord(json.value(u"kind"_s).toString(), Kind::Password);
    question.host = json.value(u"host"_s).toString();
    question.subject = json.value(u"subject"_s).toString();
    question.keyType = json.value(u"keyType"_s).toString();
    for (const QJsonValue &prompt : json.value(u"prompts"_s).toArray())
        question.prompts.append({prompt[u"text"_s].toString(), prompt[u"hidden"_s].toBool(true)});
    question.isRepeated = json.value(u"repeated"_s).toBool();
    return question;
}

QJsonObject Answer::toJson() const
{
    QJsonArray list;
    for (const Secret &value : values)
        list.append(value.text());
    return {{u"question"_s, question.toJson()}, {u"values"_s, list}, {u"remember"_s, remember}};
}

Answer Answer::fromJson(const QJsonObject &json)
{
    Answer answer;
    answer.question = Question::fromJson(json.value(u"question"_s).toObject());
    for (const QJsonValue &value : json.value(u"values"_s).toArray())
        answer.values.append(value.toString());
    answer.remember = json.value(u"remember"_s).toBool();
    return answer;
}

} // namespace engine
