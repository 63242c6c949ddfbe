// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>
#include <QString>

namespace engine {

/// Text from another machine, made safe for a sentence or a label: control and direction characters become blanks,
/// blanks at the ends are removed, and the text is cut to \a limit characters. Pure.
[[nodiscard]] QString harmless(const QByteArray &text, qsizetype limit);
[[nodiscard]] QString harmless(QStringView text, qsizetype limit);

/// The same, but the beginning is cut: tools name the cause at the end.
[[nodiscard]] QString harmlessEnd(const QByteArray &text, qsizetype limit);

} // namespace engine
