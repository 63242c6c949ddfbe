// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/launchplan.h"
#include "engine/launch/shellwords.h"

namespace engine {

/// The mounts of a node whose variables are in \a words: the cluster's, then the job's. Pure.
[[nodiscard]] QList<PlannedMount> plannedMounts(const PlanView &view, const ShellWords &words);

/// The folder on the node that \a mount shows, for "path:" mappings and kind path; empty for other mounts.
[[nodiscard]] QString folderOf(const PlannedMount &mount);

/// Whether the volume of \a mount has neither a mapping nor a file server.
[[nodiscard]] bool isUnmapped(const PlanView &view, const PlannedMount &mount);

/// Words for an unmapped volume with the commands that help; the first argument is the volume's source.
[[nodiscard]] Message unmappedWords(const Volume &volume);

} // namespace engine
