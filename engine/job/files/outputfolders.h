// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/job/jobrecord.h"

namespace engine {

/// An output directory of a job on one of its nodes. Value.
struct NodeFolder
{
    QString directory; ///< its id; "stdouterr" for standard output's
    ResourceId machine;
    QString path; ///< resolved path, which remains valid after the job's folder is removed
    QByteArray identity; ///< inode and time of change, if the node can tell

    /// Whether two nodes see the same folder. A folder that changed between the two requests counts as another.
    [[nodiscard]] bool isSameAs(const NodeFolder &other) const
    {
        return directory == other.directory && !identity.isEmpty() && identity == other.identity;
    }
};

/// Ids of all output directories of the job, standard output's first.
[[nodiscard]] QStringList outputDirectories(const JobRecord &record);

/// Script that resolves the links of an attempt's output directories; missing ones are left out.
[[nodiscard]] QByteArray nodeFoldersScript(const NodeRun &run, const QStringList &directories);
[[nodiscard]] QList<NodeFolder> parseNodeFolders(const NodeRun &run, const QByteArray &output);

} // namespace engine
