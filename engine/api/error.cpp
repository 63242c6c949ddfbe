// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/error.h"

#include <QJsonArray>

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr std::array names{
    std::pair{ErrorCode::InvalidArgument, "InvalidArgument"},
    std::pair{ErrorCode::InvalidDocument, "InvalidDocument"},
    std::pair{ErrorCode::NotFound, "NotFound"},
    std::pair{ErrorCode::AlreadyExists, "AlreadyExists"},
    std::pair{ErrorCode::Conflict, "Conflict"},
    std::pair{ErrorCode::Unreachable, "Unreachable"},
    std::pair{ErrorCode::AuthenticationFailed, "AuthenticationFailed"},
    std::pair{ErrorCode::HostKeyUnknown, "HostKeyUnknown"},
    std::pair{ErrorCode::HostKeyChanged, "HostKeyChanged"},
    std::pair{ErrorCode::Timeout, "Timeout"},
    std::pair{ErrorCode::Canceled, "Canceled"},
    std::pair{ErrorCode::CommandFailed, "CommandFailed"},
    std::pair{ErrorCode::IoError, "IoError"},
    std::pair{ErrorCode::StoreDamaged, "StoreDamaged"},
    std::pair{ErrorCode::StoreFromFuture, "StoreFromFuture"},
    std::pair{ErrorCode::Busy, "Busy"},
    std::pair{ErrorCode::Internal, "Internal"},
};

} // namespace

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

QString toString(ErrorCode code)
{
    for (const auto &[value, name] : names) {
        if (value == code)
            return QString::fromLatin1(name);
    }
    return u"Internal"_s;
}

ErrorCode errorCodeFromString(QStringView name)
{
    for (const auto &[value, text] : names) {
        if (name == QLatin1StringView(text))
            return value;
    }
    return ErrorCode::Internal;
}

QJsonObject Error::toJson() const
{
    QJsonArray faults;
    for (const Fault &fault : details)
        faults.append(fault.toJson());
    QJsonObject json{{u"code"_s, toString(code)},
                     {u"message"_s, message.englishText()},
                     {u"target"_s, target},
                     {u"details"_s, faults},
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
    error.code = errorCodeFromString(json.value(u"code"_s).toString());
    error.message = Message::fromJson(json.value(u"reason"_s).toObject());
    error.target = json.value(u"target"_s).toString();
    error.technical = json.value(u"technical"_s).toString();
    if (json.contains(u"question"_s))
        error.question = Question::fromJson(json.value(u"question"_s).toObject());
    for (const QJsonValue &value : json.value(u"details"_s).toArray())
        error.details.append(Fault::fromJson(value.toObject()));
    return error;
}

Error Error::givenUp()
{
    return {ErrorCode::Canceled, QT_TRANSLATE_NOOP("engine", "This was given up before it was done.")};
}

QList<Fault> withoutTold(QList<Fault> faults, const QList<Fault> &told)
{
    faults.removeIf([&told](const Fault &fault) {
        return std::any_of(told.cbegin(), told.cend(), [&fault](const Fault &other) {
            return other.code == fault.code && other.target == fault.target;
        });
    });
    return faults;
}

} // namespace engine
