// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/toolkit/launchers.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// Makes an mpirun in the user's own command line reach the other nodes: Open MPI, MPICH, Intel MPI.
const Variables remoteShell{{u"OMPI_MCA_plm_rsh_agent"_s, u"mpi-ssh"_s},
                            {u"OMPI_MCA_plm_rsh_no_tree_spawn"_s, u"1"_s},
                            {u"OMPI_MCA_orte_leave_session_attached"_s, u"1"_s},
                            {u"HYDRA_LAUNCHER_EXEC"_s, u"mpi-ssh"_s},
                            {u"I_MPI_HYDRA_BOOTSTRAP_EXEC"_s, u"mpi-ssh"_s}};

// Other nodes are prepared all the same, as the command may use them.
QList<PlannedCommand> customToolkitCommands(const LaunchContext &context)
{
    const QString line = context.settings.value(u"commandLine"_s).toString();
    if (context.node != 0 || line.isEmpty())
        return {};
    PlannedCommand command = toolkitCommand(line);
    if (context.view.nodes.size() > 1)
        command.environment = remoteShell;
    return {command};
}

} // namespace

const Launcher customLauncher{noRanks, customToolkitCommands};

} // namespace engine
