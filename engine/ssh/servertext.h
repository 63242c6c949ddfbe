// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>
#include <QString>

namespace engine {

/// Words that came from another machine, made fit for a sentence or a label: control and direction characters become
/// blanks, blanks at the ends go, what is longer than \a limit characters is cut. Pure.
[[nodiscard]] QString harmless(const QByteArray &text, qsizetype limit);
[[nodiscard]] QString harmless(QStringView text, qsizetype limit);

/// The same of the end of a text, where tools say why; what comes before is cut.
[[nodiscard]] QString harmlessEnd(const QByteArray &text, qsizetype limit);

} // namespace engine
