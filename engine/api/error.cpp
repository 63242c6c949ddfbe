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

QJsonObject faultToJson(const Fault &fault)
{
    QJsonObject json{{u"code"_s, fault.code},
                     {u"message"_s, fault.message.englishText()},
                     {u"target"_s, fault.target},
                     {u"reason"_s, fault.message.toJson()}};
    if (fault.line > 0) {
        json[u"line"_s] = fault.line;
        json[u"column"_s] = fault.column;
    }
    return json;
}

} // namespace

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
        faults.append(faultToJson(fault));
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
    for (const QJsonValue &value : json.value(u"details"_s).toArray()) {
        const QJsonObject detail = value.toObject();
        error.details.append(
            {detail.value(u"code"_s).toString(), Message::fromJson(detail.value(u"reason"_s).toObject()),
             detail.value(u"target"_s).toString(), detail.value(u"line"_s).toInt(), detail.value(u"column"_s).toInt()});
    }
    return error;
}

Error Error::givenUp()
{
    return {ErrorCode::Canceled, QT_TRANSLATE_NOOP("engine", "This was given up before it was done."), {}, {}, {}};
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
