// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/store/storeworker.h"

#include "engine/store/storebackup.h"
#include "engine/store/storefile.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QVariant>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr qint64 longestPauseMs = 50;
constexpr size_t batchSize = 256;
constexpr auto firstUpkeep = 1s; // after the start of the program
constexpr auto upkeepInterval = 1h;

} // namespace

Store::Worker::Worker()
{
    m_batchTimer.setSingleShot(true);
    connect(&m_batchTimer, &QTimer::timeout, this, [this] { flush(); });
    m_upkeepTimer.setInterval(firstUpkeep);
    connect(&m_upkeepTimer, &QTimer::timeout, this, [this] { runUpkeep(); });
    m_checked.start();
}

Result<void> Store::Worker::open(const QString &profileDirectory, QList<Message> &notices)
{
    auto opened = openStoreFile(profileDirectory, storeMigrations(), notices);
    if (!opened)
        return opened.error();
    m_connection = std::move(opened->connection);
    m_contents = std::move(opened->contents);
    if (opened->checked) {
        m_isChecked = true;
        m_checked.addResult(Result<void>());
        m_checked.finish();
    }
    m_upkeepTimer.start();
    return {};
}

void Store::Worker::close()
{
    m_upkeepTimer.stop();
    if (!m_connection)
        return;
    flush();
    if (!m_isDamaged) {
        // If the mark cannot be written, the next open does a full check.
        (void)markClean(*m_connection, true);
    }
    m_connection.reset();
}

void Store::Worker::enqueue(Change change, QPromise<Result<void>> done)
{
    m_pending.push_back({std::move(change), std::move(done)});
    if (m_pending.size() >= batchSize)
        flush();
    else if (!m_batchTimer.isActive())
        m_batchTimer.start(int(m_pauseMs));
}

StoreConnection &Store::Worker::flushed()
{
    flush();
    return *m_connection;
}

void Store::Worker::flush()
{
    m_batchTimer.stop();
    if (m_pending.empty())
        return;
    std::vector<Write> batch = std::exchange(m_pending, {});
    QElapsedTimer clock;
    clock.start();
    const Result<void> result = commit(batch);
    m_pauseMs = qMin(clock.elapsed(), longestPauseMs);
    if (!result && result.error().code == ErrorCode::StoreDamaged)
        m_isDamaged = true;
    for (Write &write : batch) {
        write.done.addResult(result);
        write.done.finish();
    }
}

Result<void> Store::Worker::commit(const std::vector<Write> &batch)
{
    Result<void> result = m_connection->run("BEGIN IMMEDIATE");
    for (auto write = batch.begin(); result && write != batch.end(); ++write)
        result = write->change(*m_connection);
    if (result)
        result = m_connection->run("COMMIT");
    // SQLite may have rolled back already; a failure here is no news
    if (!result)
        (void)m_connection->execute(u"ROLLBACK"_s);
    return result;
}

void Store::Worker::runUpkeep()
{
    m_upkeepTimer.setInterval(upkeepInterval);
    flush();
    checkOnce();
    if (!m_isDamaged) // a backup of a damaged file would replace good backups
        backUpWhenDue();
}

void Store::Worker::checkOnce()
{
    if (std::exchange(m_isChecked, true))
        return;
    const Result<void> sound = m_connection->quickCheck();
    if (!sound && sound.error().code == ErrorCode::StoreDamaged)
        m_isDamaged = true;
    m_checked.addResult(sound);
    m_checked.finish();
}

void Store::Worker::backUpWhenDue()
{
    const QString directory = QFileInfo(m_connection->path()).path();
    if (!isBackupDue(directory, QDateTime::currentDateTimeUtc()))
        return;
    const auto rows = m_connection->value(u"SELECT EXISTS (SELECT 1 FROM resources) + EXISTS (SELECT 1 FROM jobs)"_s);
    if (rows && rows->toInt() == 0)
        return;
    if (auto made = makeBackup(*m_connection); !made)
        qWarning("No backup of the store was made: %s", qPrintable(made.error().message.englishText()));
}

} // namespace engine
