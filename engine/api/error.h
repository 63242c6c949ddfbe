// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/question.h"
#include "engine/api/words.h"

#include <optional>

namespace engine {

/// Class of a failure, for code that decides; the words are in Error::message. In parentheses: exit code of batchctl.
enum class ErrorCode {
    InvalidArgument, ///< a value or option makes no sense                       (batchctl: 4)
    InvalidDocument, ///< a document was refused; details list every fault       (4)
    NotFound, ///< no such thing                                                 (3)
    AlreadyExists, ///< (5)
    Conflict, ///< in use, or in the wrong state                                 (5)
    Unreachable, ///< machine, service or engine did not answer                  (6)
    AuthenticationFailed, ///< (6)
    HostKeyUnknown, ///< (7)
    HostKeyChanged, ///< changed or revoked                                      (7)
    Timeout, ///< the call's deadline passed                                     (1)
    Canceled, ///< (1)
    CommandFailed, ///< a command on a machine ended other than expected         (1)
    IoError, ///< a file or disk on this computer                                (1)
    StoreDamaged, ///< (1)
    StoreFromFuture, ///< the profile was written by a newer version             (1)
    Busy, ///< another engine holds the profile                                  (1)
    Internal, ///< (1)
};

template <>
inline constexpr std::array enumWords<ErrorCode>{"InvalidArgument",
                                                 "InvalidDocument",
                                                 "NotFound",
                                                 "AlreadyExists",
                                                 "Conflict",
                                                 "Unreachable",
                                                 "AuthenticationFailed",
                                                 "HostKeyUnknown",
                                                 "HostKeyChanged",
                                                 "Timeout",
                                                 "Canceled",
                                                 "CommandFailed",
                                                 "IoError",
                                                 "StoreDamaged",
                                                 "StoreFromFuture",
                                                 "Busy",
                                                 "Internal"};

/// One fault of a document or an argument, with its place.
struct Fault
{
    QString code; ///< a word: "Required", "WrongType", "OutOfRange", "Syntax", "NameRule", "Unsupported"…
    Message message;
    QString target; ///< JSONPath, e.g. $.properties.nodeCount; empty for a syntax fault
    int line = 0; ///< 1-based in the text that was read; 0 when there is none
    int column = 0; ///< 1-based, in characters

    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static Fault fromJson(const QJsonObject &json);
    bool operator==(const Fault &) const = default;
};

/// Why a call failed. Value; any thread.
struct Error
{
    ErrorCode code = ErrorCode::Internal;
    Message message;
    QString target = {}; ///< subject of the error: an id, a JSONPath, a path
    QList<Fault> details = {};
    QString technical = {}; ///< for "show details" and logs: the words of a system call or tool, never a secret
    std::optional<Question> question = {}; ///< the call may be repeated with an answer to it

    /// An error without details and without a question.
    [[nodiscard]] static Error of(ErrorCode code, const Message &message, const QString &target = {},
                                  const QString &technical = {})
    {
        return {code, message, target, {}, technical};
    }
    [[nodiscard]] Error asking(const std::optional<Question> &asked) const ///< a copy with this question
    {
        Error error = *this;
        error.question = asked;
        return error;
    }

    /// {"code","message","target","details":[{"code","message","target","line","column"}]} as batchctl prints it, plus
    /// "reason" (Message::toJson), "technical" and "question", from which a client words the error again and asks.
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static Error fromJson(const QJsonObject &json);
    [[nodiscard]] static Error canceled(); ///< Canceled, for a call that ended before its answer
};

/// \a faults without those whose code and target \a shown has as well, for places that show both.
[[nodiscard]] QList<Fault> withoutDuplicates(QList<Fault> faults, const QList<Fault> &shown);

} // namespace engine
