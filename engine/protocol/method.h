// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/fields.h"

namespace engine {

/// A method of the engine: its name on the wire, what is asked, and what is answered. Those of a subject stand in
/// engine/protocol/<subject>.h and serve both ends: Router::on(), and the subject's client or batchctl's Session.
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

/// Most of what is asked is about one resource, or one transfer.
struct OfResource
{
    QString id; ///< of a resource as ResourceId::parseShort() reads it

    static void describe(auto &self, auto &fields) { fields("id", self.id); }
};

/// InvalidArgument names the parameter that is at fault; or the error of its own type.
[[nodiscard]] Error refusal(const QString &method, const FieldReader &parameters);
/// Internal: the answer to \a method is none, as the engine is of a version that speaks otherwise.
[[nodiscard]] Error unreadable(const char *method);

/// What is asked of \a method, from the wire. The error is InvalidArgument and names the parameter.
template <typename Request> Result<Request> requestFrom(const QString &method, const QJsonObject &parameters)
{
    constexpr qsizetype longest = 4096; // of a text that is no LongText
    Request request;
    FieldReader reader(parameters, longest);
    Request::describe(request, reader);
    if (reader.fault().isEmpty())
        return request;
    return refusal(method, reader);
}

} // namespace engine
