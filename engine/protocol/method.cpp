// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/protocol/method.h"

namespace engine {

Error refusal(const QString &method, const FieldReader &parameters)
{
    if (parameters.error())
        return *parameters.error();
    return {ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine",
                               "%1: the parameter \"%2\" is of the wrong type, too long, or holds characters "
                               "that are not allowed."),
             {method, parameters.fault()}},
            parameters.fault()};
}

Error unreadable(const char *method)
{
    return {
        ErrorCode::Internal,
        {QT_TRANSLATE_NOOP("engine", "%1: the answer of the engine cannot be read."), {QString::fromLatin1(method)}},
        QString::fromLatin1(method)};
}

} // namespace engine
