// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/connect/connectionerrors.h"

namespace engine {

Error connectionLost(const QString &technical)
{
    return Error::of(ErrorCode::Unreachable, QT_TRANSLATE_NOOP("engine", "The connection to the machine was lost."), {},
                     technical);
}

Error connectionClosed()
{
    return {ErrorCode::Canceled, QT_TRANSLATE_NOOP("engine", "The connection was closed.")};
}

Error connectionSilent()
{
    return {ErrorCode::Unreachable, QT_TRANSLATE_NOOP("engine", "The machine does not answer any more.")};
}

} // namespace engine
