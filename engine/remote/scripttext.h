// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>
#include <QLatin1StringView>

namespace engine {

/// The script \a name of resources/scripts, which is in the program.
[[nodiscard]] QByteArray scriptText(QLatin1StringView name);
/// The same for a command: without comment lines, empty lines and indentation. Any thread.
[[nodiscard]] QByteArray scriptToRun(QLatin1StringView name);

} // namespace engine
