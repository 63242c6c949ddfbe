// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/error.h"

#include "engine/api/fields.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

QJsonObject Fault::toJson() const
{
    QJsonObject json{{u"code"_s, code},
                     {u"message"_s, message.englishText()},
                     {u"target"_s, target},
                     {u"reason"_s, message.toJson()}};
    if (line > 0) {
        json[u"line"_s] = line;
        json[u"column"_s] = column;
    }
    return json;
}

Fault Fault::fromJson(const QJsonObject &json)
{
    return {json.value(u"code"_s).toString(), Message::fromJson(json.value(u"reason"_s).toObject()),
            json.value(u"target"_s).toString(), json.value(u"line"_s).toInt(), json.value(u"column"_s).toInt()};
}

QJsonObject Error::toJson() const
{
    QJsonObject json{{u"code"_s, toString(code)},
                     {u"message"_s, message.englishText()},
                     {u"target"_s, target},
                     {u"details"_s, JsonOf<QList<Fault>>::write(details)},
                     {u"reason"_s, message.toJson()}};
    if (!technical.isEmpty())
        json[u"technical"_s] = technical;
    if (question)
        json[u"question"_s] = question->toJson();
    return json;
}

Error Error::fromJson(const QJsonObject &json)
{
    Error error;
    error.code = fromWord(json.value(u"code"_s).toString(), ErrorCode::Internal);
    error.message = Message::fromJson(json.value(u"reason"_s).toObject());
    error.target = json.value(u"target"_s).toString();
    error.technical = json.value(u"technical"_s).toString();
    if (json.contains(u"question"_s))
        error.question = Question::fromJson(json.value(u"question"_s).toObject());
    for (const QJsonValue &value : json.value(u"details"_s).toArray())
        error.details.append(Fault::fromJson(value.toObject()));
    return error;
}

Error Error::canceled()
{
    return {ErrorCode::Canceled, QT_TRANSLATE_NOOP("engine", "This was given up before it was done.")};
}

QList<Fault> withoutDuplicates(QList<Fault> faults, const QList<Fault> &shown)
{
    faults.removeIf([&shown](const Fault &fault) {
        return std::any_of(shown.cbegin(), shown.cend(), [&fault](const Fault &other) {
            return other.code == fault.code && other.target == fault.target;
        });
    });
    return faults;
}

} // namespace engine
