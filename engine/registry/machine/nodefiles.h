// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/job/files/outputfolders.h"
#include "engine/registry/machine/machines.h"

#include <QJsonArray>

namespace engine {

/// A folder on a machine.
using NodePlace = std::pair<MachineController *, QString>;

/// The union of these folders, as job.files answers it; what machines share is there once. \a take is called in \a
/// context's thread, while that is there.
void listPlaces(const QList<NodePlace> &places, QObject *context,
                const std::function<void(const Result<QJsonArray> &)> &take);

struct NodeFolders
{
    QList<NodeFolder> folders; ///< the master's first
    QList<Error> errors; ///< of nodes that did not answer
};

/// What the nodes of the job have of \a directories; \a take is called once, also when nobody answers.
void askNodeFolders(const JobRecord &job, const QStringList &directories, const Machines &machines, QObject *context,
                    const std::function<void(const NodeFolders &)> &take);

/// Something leads out of an output directory: the directory's own name, or a path in it.
[[nodiscard]] bool leadsOut(const QString &directory, const QString &path);

} // namespace engine
