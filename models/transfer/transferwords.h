// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"

/// How a transfer reads: pure functions, in the reader's language and locale.
namespace models {

[[nodiscard]] QString transferWhat(const engine::TransferSnapshot &transfer); ///< "cells-2048", "a.txt and 3 more"
[[nodiscard]] QString transferTarget(const engine::TransferSnapshot &transfer); ///< "gpu-a:/data"
/// Of a hundred; -1: it cannot be told yet. 100 only when it is done.
[[nodiscard]] int transferPercent(const engine::TransferSnapshot &transfer);
[[nodiscard]] QString
transferDone(const engine::TransferSnapshot &transfer); ///< "13.6 of 22.3 GB", "7,210 files so far"
[[nodiscard]] QString transferSpeed(const engine::TransferSnapshot &transfer); ///< "212 MB/s"; empty when nothing moves
/// What it waits for, how long it takes, or how it ended: "0:41 left", "Paused. Goes on where it stopped."
[[nodiscard]] QString transferStatus(const engine::TransferSnapshot &transfer);

/// The batchctl line that asks for the same; for bash, with every byte of a name.
[[nodiscard]] QString transferCommand(const engine::TransferSnapshot &transfer);
[[nodiscard]] QString limitText(qint64 bytesPerSecond); ///< "5 MB/s", "No limit"

} // namespace models
