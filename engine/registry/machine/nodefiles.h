// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/job/files/outputfolders.h"
#include "engine/registry/machine/machines.h"

#include <QJsonArray>

namespace engine {

/// A folder on a machine.
using NodePlace = std::pair<MachineController *, QString>;

/// The union of these folders, as job.files answers it; entries that machines share are listed once. \a take is called
/// in the thread of \a context, unless that dies first.
void listPlaces(const QList<NodePlace> &places, QObject *context,
                const std::function<void(const Result<QJsonArray> &)> &take);

struct NodeFolders
{
    QList<NodeFolder> folders; ///< the master's first
    QList<Error> errors; ///< of nodes that did not answer
};

/// Lists \a directories on the nodes of the job. \a take is called once, also when no node answers.
void askNodeFolders(const JobRecord &job, const QStringList &directories, const Machines &machines, QObject *context,
                    const std::function<void(const NodeFolders &)> &take);

/// Whether the directory's name, or a path in it, leads out of an output directory.
[[nodiscard]] bool leadsOut(const QString &directory, const QString &path);

} // namespace engine
