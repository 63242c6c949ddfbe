// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/launchers.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// Other nodes are prepared all the same, for the command to use.
QList<PlannedCommand> commands(const LaunchContext &context)
{
    const QString line = context.settings.value(u"commandLine"_s).toString();
    if (context.node != 0 || line.isEmpty())
        return {};
    return {toolkitCommand(line)};
}

} // namespace

const Launcher customLauncher{noRanks, commands};

} // namespace engine
