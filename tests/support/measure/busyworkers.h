// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/workerpool.h"

#include <QSemaphore>
#include <QThreadPool>

#include <memory>

namespace testing {

/// Blocks all threads of workerPool() while it lives, as if each waited for a slow disk.
class BusyWorkers
{
    Q_DISABLE_COPY_MOVE(BusyWorkers)

public:
    BusyWorkers()
    {
        for (int i = 0; i < m_threads; ++i)
            engine::workerPool().start([end = m_end] { end->acquire(); });
    }
    ~BusyWorkers() { m_end->release(m_threads); }

private:
    const int m_threads = engine::workerPool().maxThreadCount();
    std::shared_ptr<QSemaphore> m_end = std::make_shared<QSemaphore>();
};

} // namespace testing
