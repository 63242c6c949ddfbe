// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>
#include <QLatin1StringView>

namespace engine {

/// The script \a name of resources/scripts, which is compiled into the program.
[[nodiscard]] QByteArray scriptText(QLatin1StringView name);
/// As scriptText(), but without comment lines, empty lines and indentation, for a command. Any thread.
[[nodiscard]] QByteArray scriptToRun(QLatin1StringView name);

} // namespace engine
