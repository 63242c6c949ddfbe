// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"

/// Texts about transfers. Pure functions; translated, in the user's locale.
namespace models {

[[nodiscard]] QString transferWhat(const engine::TransferSnapshot &transfer); ///< "cells-2048", "a.txt and 3 more"
[[nodiscard]] QString transferTarget(const engine::TransferSnapshot &transfer); ///< "gpu-a:/data"
/// In percent; -1 when unknown. 100 only at the end.
[[nodiscard]] int transferPercent(const engine::TransferSnapshot &transfer);
[[nodiscard]] QString
transferDone(const engine::TransferSnapshot &transfer); ///< "13.6 of 22.3 GB", "7,210 files so far"
[[nodiscard]] QString transferSpeed(const engine::TransferSnapshot &transfer); ///< "212 MB/s"; empty when nothing moves
/// What the transfer waits for, its remaining time, or its result: "0:41 left", "Paused. Goes on where it stopped."
[[nodiscard]] QString transferStatus(const engine::TransferSnapshot &transfer);

/// The equivalent batchctl command for bash, with every byte of a name.
[[nodiscard]] QString transferCommand(const engine::TransferSnapshot &transfer);
[[nodiscard]] QString limitText(qint64 bytesPerSecond); ///< "5 MB/s", "No limit"

} // namespace models
