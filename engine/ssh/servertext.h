// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>
#include <QString>

namespace engine {

/// Text from another machine, made safe for a message or a label: control and direction characters become
/// blanks, the text is trimmed and cut after \a limit characters. Pure.
[[nodiscard]] QString harmless(const QByteArray &text, qsizetype limit);
[[nodiscard]] QString harmless(QStringView text, qsizetype limit);

/// As harmless(), but keeps the end of the text, where tools print the cause.
[[nodiscard]] QString harmlessEnd(const QByteArray &text, qsizetype limit);

} // namespace engine
