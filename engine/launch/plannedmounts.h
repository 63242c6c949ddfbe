// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/launchplan.h"
#include "engine/launch/shellwords.h"

namespace engine {

/// The mounts of a node whose variables \a words know: the cluster's, then the job's. Pure.
[[nodiscard]] QList<PlannedMount> plannedMounts(const PlanView &view, const ShellWords &words);

/// The folder of the node itself that \a mount shows, "path:" mapped or of kind path; empty when it is no such mount.
[[nodiscard]] QString folderOf(const PlannedMount &mount);

/// Whether nothing says where the volume of \a mount lives: not a mapping, and no document of a file server.
[[nodiscard]] bool isUnmapped(const PlanView &view, const PlannedMount &mount);

/// What to say of a volume that lives nowhere, with the command that mends it; the first argument is its source.
[[nodiscard]] Message unmappedWords(const Volume &volume);

} // namespace engine
