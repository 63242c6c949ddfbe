// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/fields.h"

namespace engine {

/// A method of the engine: its name on the wire and the types of its request and its answer. The methods of a subject
/// are in engine/protocol/<subject>.h and serve both ends: Router::on(), and the subject's client or batchctl's
/// Session.
template <typename RequestType, typename AnswerType> struct Method
{
    using Request = RequestType;
    using Answer = AnswerType;

    const char *name;
};

/// {}: a request without parameters, or an answer without data.
struct Nothing
{
    static void describe(auto &, auto &) { }

    bool operator==(const Nothing &) const = default;
};

/// A request about one resource or one transfer.
struct OfResource
{
    QString id; ///< id of a transfer, or of a resource as ResourceId::parseShort() reads it

    static void describe(auto &self, auto &fields) { fields("id", self.id); }
};

/// InvalidArgument that names the invalid parameter, or the error of that parameter's own type.
[[nodiscard]] Error refusal(const QString &method, const FieldReader &parameters);
/// Internal: the answer to \a method could not be read, as the engine has another version.
[[nodiscard]] Error unreadable(const char *method);

/// Reads the request of \a method from the wire. InvalidArgument names the invalid parameter.
template <typename Request> Result<Request> requestFrom(const QString &method, const QJsonObject &parameters)
{
    constexpr qsizetype longest = 4096; // characters of a text that is no LongText
    Request request;
    FieldReader reader(parameters, longest);
    Request::describe(request, reader);
    if (reader.fault().isEmpty())
        return request;
    return refusal(method, reader);
}

} // namespace engine
