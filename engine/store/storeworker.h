// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/store/store.h"
#include "engine/store/storeconnection.h"

#include <QPromise>
#include <QTimer>

#include <functional>
#include <vector>

namespace engine {

/// The part of Store that lives in its thread: batches writes into transactions, runs checks and backups.
class Store::Worker final : public QObject
{
    Q_DISABLE_COPY_MOVE(Worker)

public:
    using Change = std::function<Result<void>(StoreConnection &)>;

    Worker();

    Result<void> open(const QString &profileDirectory, QList<Message> &notices);
    void close();

    /// Set by open(), constant afterwards.
    [[nodiscard]] const StoreContents &contents() const { return m_contents; }
    [[nodiscard]] QFuture<Result<void>> checked() const { return m_checked.future(); }

    void enqueue(Change change, QPromise<Result<void>> done);
    /// The connection for a read, after all pending writes.
    StoreConnection &flushed();

private:
    struct Write
    {
        Change change;
        QPromise<Result<void>> done;
    };

    void flush();
    Result<void> commit(const std::vector<Write> &batch);
    void runUpkeep();
    void checkOnce();
    void backUpWhenDue();

    QTimer m_batchTimer{this};
    qint64 m_pauseMs = 0; // pause before a batch: as long as the last batch took, so that a slow disk gets few
    QTimer m_upkeepTimer{this};
    std::unique_ptr<StoreConnection> m_connection;
    StoreContents m_contents;
    std::vector<Write> m_pending;
    mutable QPromise<Result<void>> m_checked; // mutable: QPromise::future() is not const
    bool m_isChecked = false;
    bool m_isDamaged = false; // damage was found while running: no clean mark, so that the next open repairs the file
};

} // namespace engine
