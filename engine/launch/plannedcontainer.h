// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/launchplan.h"
#include "engine/launch/shellwords.h"

namespace engine {

/// The container of the node \a index, which finds the folders of \a mounts at their own paths; none when the job asks
/// for none, or is to run without (ignoresContainer()). Pure.
[[nodiscard]] std::optional<PlannedContainer>
plannedContainer(const PlanView &view, qsizetype index, const QList<PlannedMount> &mounts, const ShellWords &words);

/// Whether a job that names an image is to run on the machine itself all the same: x-batchdeck.container "ignore".
[[nodiscard]] bool ignoresContainer(const QJsonObject &jobDocument);

/// The shell text of a payload that starts \a container, between mounts and preparation; \a variables are the names of
/// what its processes have of our environment. Needs runtime.sh.
[[nodiscard]] QByteArray containerPayload(const PlannedContainer &container, const QStringList &variables,
                                          const QString &registryPassword);

} // namespace engine
