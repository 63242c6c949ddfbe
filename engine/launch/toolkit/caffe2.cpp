// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/toolkit/launchers.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QList<PlannedCommand> caffe2Commands(const LaunchContext &context)
{
    const QString index = QString::number(context.node);
    PlannedCommand command = toolkitCommand(scriptLine(context, u"commandLineArgs"_s), u'-' + index);
    command.index = static_cast<int>(context.node);
    command.environment = {{u"AZ_BATCHAI_TASK_INDEX"_s, index}};
    return {command};
}

} // namespace

const Launcher caffe2Launcher{noRanks, caffe2Commands};

} // namespace engine
