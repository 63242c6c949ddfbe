// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>

namespace engine {

/// One word for a POSIX sh that stands for \a text, whatever bytes it has (but NUL).
[[nodiscard]] inline QByteArray shellQuote(const QByteArray &text)
{
    QByteArray quoted = text;
    quoted.replace('\'', "'\\''");
    return '\'' + quoted + '\'';
}

} // namespace engine
