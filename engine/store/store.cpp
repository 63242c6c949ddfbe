// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/store/store.h"

#include "engine/store/storerows.h"
#include "engine/store/storeworker.h"

#include <QPromise>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// Runs \a work in the store's thread and returns its future.
template <typename Value, typename Work> QFuture<Result<Value>> ask(QObject *worker, Work &&work)
{
    QPromise<Result<Value>> promise;
    auto future = promise.future();
    promise.start();
    QMetaObject::invokeMethod(
        worker,
        [promise = std::move(promise), work = std::forward<Work>(work)]() mutable {
            promise.addResult(work());
            promise.finish();
        },
        Qt::QueuedConnection);
    return future;
}

// As above for a statement of storerows.h, in a transaction with the statements queued around it.
template <typename Worker, typename... Values>
QFuture<Result<void>> write(Worker *worker, Result<void> (*statement)(StoreConnection &, const Values &...),
                            const Values &...values)
{
    QPromise<Result<void>> promise;
    auto future = promise.future();
    promise.start();
    const auto change = [statement, values...](StoreConnection &connection) {
        return statement(connection, values...);
    };
    QMetaObject::invokeMethod(
        worker,
        [worker, change, promise = std::move(promise)]() mutable { worker->enqueue(change, std::move(promise)); },
        Qt::QueuedConnection);
    return future;
}

} // namespace

Result<std::unique_ptr<Store>> Store::open(const QString &profileDirectory, QList<Message> &notices)
{
    std::unique_ptr<Store> store(new Store(std::make_unique<Worker>()));
    Worker *worker = store->m_worker.get();
    const auto opened = ask<void>(worker, [worker, &profileDirectory, &notices] {
                            return worker->open(profileDirectory, notices);
                        }).result();
    if (!opened)
        return opened.error();
    return store;
}

Store::Store(std::unique_ptr<Worker> worker) : m_worker(std::move(worker))
{
    m_thread.setObjectName(u"store"_s);
    m_worker->moveToThread(&m_thread);
    m_thread.start();
}

Store::~Store()
{
    // After everything that was queued before.
    QMetaObject::invokeMethod(
        m_worker.get(),
        [this] {
            m_worker->close();
            m_thread.quit();
        },
        Qt::QueuedConnection);
    m_thread.wait();
}

const StoreContents &Store::initialContents() const
{
    return m_worker->contents();
}

QFuture<Result<void>> Store::checkedAfterStart() const
{
    return m_worker->checked();
}

QFuture<Result<void>> Store::putResource(const ResourceRow &row)
{
    return write(m_worker.get(), writeResource, row);
}

QFuture<Result<void>> Store::putTogether(const QList<ResourceRow> &resources, const QList<JobRow> &jobs)
{
    return write(m_worker.get(), writeTogether, resources, jobs);
}

QFuture<Result<void>> Store::removeResource(const ResourceId &id)
{
    return write(m_worker.get(), deleteResource, id);
}

QFuture<Result<void>> Store::putJob(const JobRow &row)
{
    return write(m_worker.get(), writeJob, row);
}

QFuture<Result<void>> Store::removeJob(const QString &uuid)
{
    return write(m_worker.get(), deleteJob, uuid);
}

QFuture<Result<void>> Store::putMembership(const MembershipRow &row)
{
    return write(m_worker.get(), writeMembership, row);
}

QFuture<Result<void>> Store::removeMembership(const QString &clusterUuid, const ResourceId &machine)
{
    return write(m_worker.get(), deleteMembership, clusterUuid, machine);
}

QFuture<Result<void>> Store::putTransfer(const TransferRow &row)
{
    return write(m_worker.get(), writeTransfer, row);
}

QFuture<Result<void>> Store::removeTransfer(const QString &id)
{
    return write(m_worker.get(), deleteTransfer, id);
}

QFuture<Result<void>> Store::appendEvent(const EventRow &row)
{
    return write(m_worker.get(), writeEvent, row);
}

QFuture<Result<void>> Store::putSetting(const SettingRow &row)
{
    return write(m_worker.get(), writeSetting, row);
}

QFuture<Result<void>> Store::putVolume(const MappedVolume &mapping)
{
    return write(m_worker.get(), writeVolume, mapping);
}

QFuture<Result<void>> Store::removeVolume(const QString &source)
{
    return write(m_worker.get(), deleteVolume, source);
}

QFuture<Result<JobRow>> Store::fetchJob(const ResourceId &id)
{
    return ask<JobRow>(m_worker.get(), [worker = m_worker.get(), id] { return readJob(worker->flushed(), id); });
}

QFuture<Result<bool>> Store::hasJob(const QString &uuid)
{
    return ask<bool>(m_worker.get(),
                     [worker = m_worker.get(), uuid] { return engine::hasJob(worker->flushed(), uuid); });
}

QFuture<Result<QList<JobRow>>> Store::listJobs(const ResourceId &experiment, const QString &beforeUuid, int limit)
{
    return ask<QList<JobRow>>(m_worker.get(), [worker = m_worker.get(), experiment, beforeUuid, limit] {
        return readJobPage(worker->flushed(), experiment, beforeUuid, limit);
    });
}

QFuture<Result<qint64>> Store::countJobs(const ResourceId &experiment)
{
    return ask<qint64>(m_worker.get(), [worker = m_worker.get(), experiment] {
        return engine::countJobs(worker->flushed(), experiment);
    });
}

QFuture<Result<QList<EventRow>>> Store::listEvents(const QString &jobUuid)
{
    return ask<QList<EventRow>>(m_worker.get(),
                                [worker = m_worker.get(), jobUuid] { return readEvents(worker->flushed(), jobUuid); });
}

} // namespace engine
