// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"
#include "engine/store/store.h"

namespace engine {

// Validation of a new machine, for machine.add and imports. Pure; any thread.

/// InvalidDocument with \a faults, which must not be empty.
[[nodiscard]] Error refusedMachine(const QList<Fault> &faults);
/// Adds a fault when the path is given and not absolute.
void checkPath(const QString &target, const QString &path, QList<Fault> &faults);
/// The row of a machine created now.
[[nodiscard]] ResourceRow machineRow(const ResourceId &id, const QJsonObject &extension);

} // namespace engine
