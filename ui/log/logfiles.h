// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"
#include "engine/api/snapshots.h"

#include <QFuture>

namespace ui {

/// What a person reads first comes first: stdout, stderr, job preparation, execution log, then anything else.
[[nodiscard]] QList<engine::LogFileSnapshot> inReadingOrder(QList<engine::LogFileSnapshot> files);
/// "stdout", "Execution log"; an unknown file by its name.
[[nodiscard]] QString logTitle(const QString &fileName);

/// Copies \a source to \a target in a worker. What \a target held stays until all of the copy is on the disk.
[[nodiscard]] QFuture<engine::Result<void>> saveCopy(const QString &source, const QString &target);

} // namespace ui
