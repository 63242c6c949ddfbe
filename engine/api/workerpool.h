// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

class QThreadPool;

namespace engine {

/// Threads for whatever blocks or takes long. Not QThreadPool's global instance: Qt 6.4 fills large areas by that one's
/// threads, and while all of them are busy its painter waits, and the window with it. What is begun ends before the
/// application does. Any thread.
[[nodiscard]] QThreadPool &workerPool();

} // namespace engine
