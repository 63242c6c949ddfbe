// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"
#include "engine/store/store.h"

namespace engine {

// What becomes of what a client says of a new machine, whether it adds or imports it. Pure; any thread.

/// InvalidDocument with \a faults, of which there is at least one.
[[nodiscard]] Error refusedMachine(const QList<Fault> &faults);
/// Adds a fault for a path that is given and not absolute.
void checkPath(const QString &target, const QString &path, QList<Fault> &faults);
/// As the store has it; created now.
[[nodiscard]] ResourceRow machineRow(const ResourceId &id, const QJsonObject &ours);

} // namespace engine
