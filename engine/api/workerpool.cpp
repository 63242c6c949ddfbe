// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/workerpool.h"

#include <QCoreApplication>
#include <QThread>
#include <QThreadPool>

namespace engine {

namespace {

constexpr int leastThreads = 8; // most of the work waits for a disk or a machine

class WorkerPool final : public QThreadPool
{
public:
    WorkerPool()
    {
        setMaxThreadCount(qMax(leastThreads, QThread::idealThreadCount()));
        qAddPostRoutine([] { workerPool().waitForDone(); });
    }
};

} // namespace

QThreadPool &workerPool()
{
    static WorkerPool pool;
    return pool;
}

} // namespace engine
