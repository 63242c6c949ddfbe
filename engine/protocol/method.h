// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/fields.h"

namespace engine {

/// A method of the engine: its name on the wire, what is asked, and what is answered. Those of a subject stand in
/// engine/protocol/<subject>.h, and serve both ends: Router::on() and the subject's client.
template <typename RequestType, typename AnswerType> struct Method
{
    using Request = RequestType;
    using Answer = AnswerType;

    const char *name;
};

/// {}: a request that asks nothing more, or an answer that says only that it is done.
struct Nothing
{
    static void describe(auto &, auto &) { }

    bool operator==(const Nothing &) const = default;
};

/// Most of what is asked is about one resource.
struct OfResource
{
    QString id; ///< as ResourceId::parseShort() reads it

    static void describe(auto &self, auto &fields) { fields("id", self.id); }
};

/// What is asked of \a method, from the wire. The error is InvalidArgument and names the parameter.
template <typename Request> Result<Request> requestFrom(const QString &method, const QJsonObject &parameters)
{
    constexpr qsizetype longest = 4096; // of a text that is no LongText
    Request request;
    FieldReader reader(parameters, longest);
    Request::describe(request, reader);
    if (reader.fault().isEmpty())
        return request;
    if (reader.error())
        return *reader.error();
    return Error{
        ErrorCode::InvalidArgument,
        Message(QT_TRANSLATE_NOOP("engine",
                                  "%1: the parameter \"%2\" is of the wrong type, too long, or holds characters "
                                  "that are not allowed."),
                {method, reader.fault()}),
        reader.fault(),
        {},
        {}};
}

/// What a method answered, from the wire. The error is Internal: the engine is of a version that speaks otherwise.
template <typename Answer> Result<Answer> answerFrom(const QString &method, const QJsonValue &json)
{
    Answer answer;
    if (readJson(json, answer))
        return answer;
    return Error{ErrorCode::Internal,
                 Message(QT_TRANSLATE_NOOP("engine", "%1: the answer of the engine cannot be read."), {method}),
                 method,
                 {},
                 {}};
}

} // namespace engine
