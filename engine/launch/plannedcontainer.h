// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/launchplan.h"
#include "engine/launch/shellwords.h"

namespace engine {

/// The container of the node \a index, with the folders of \a mounts at their own paths; none when the job has no image
/// or ignoresContainer(). Pure.
[[nodiscard]] std::optional<PlannedContainer>
plannedContainer(const PlanView &view, qsizetype index, const QList<PlannedMount> &mounts, const ShellWords &words);

/// Whether a job with an image must run on the node itself: x-batchdeck.container "ignore".
[[nodiscard]] bool ignoresContainer(const QJsonObject &jobDocument);

/// Script part that starts \a container, between mounts and preparation; \a variables are the names of Batchdeck's
/// variables that its processes get. Needs runtime.sh.
[[nodiscard]] QByteArray containerPayload(const PlannedContainer &container, const QStringList &variables,
                                          const QString &registryPassword);

} // namespace engine
