// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

class QThreadPool;

namespace engine {

/// Thread pool for work that blocks or takes long. QThreadPool's global instance is not used: Qt 6.4 paints large areas
/// with its threads, and the painter, and so the window, waits while all of them are busy. Started work ends before the
/// application does. Any thread.
[[nodiscard]] QThreadPool &workerPool();

} // namespace engine
