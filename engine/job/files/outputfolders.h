// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/job/jobrecord.h"

namespace engine {

/// An output directory of a job as one of its nodes has it. Value.
struct NodeFolder
{
    QString directory; ///< its id; "stdouterr" is standard output's
    ResourceId machine;
    QString path; ///< the real one: it outlives the folder of the job
    QByteArray identity; ///< inode and time of change, where the node can tell

    /// Two nodes see the same folder. One that changed between the two looks is taken for another.
    [[nodiscard]] bool isSameAs(const NodeFolder &other) const
    {
        return directory == other.directory && !identity.isEmpty() && identity == other.identity;
    }
};

/// Ids of all output directories of the job, standard output's first.
[[nodiscard]] QStringList outputDirectories(const JobRecord &record);

/// Asks a node for the folders behind the links of an attempt; those that are not there yet are left out.
[[nodiscard]] QByteArray nodeFoldersScript(const NodeRun &run, const QStringList &directories);
[[nodiscard]] QList<NodeFolder> parseNodeFolders(const NodeRun &run, const QByteArray &output);

} // namespace engine
