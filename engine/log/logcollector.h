// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/host/remotehost.h"

#include <QThread>

namespace engine {

/// A file on a machine and its copy here.
struct FollowSpec {
    QString key; ///< unique; the spool path serves
    std::shared_ptr<RemoteHost> host;
    QString remotePath;
    QString spoolPath;
};

/// Copies growing files from machines into the spool: tails from the byte offset that the spool already has, appends in
/// order, so that at any instant (also after kill -9) a spool file is a prefix of its original. A tail that ends is begun
/// again with a back-off of 1 s to 60 s; a file that does not exist yet is waited for on the machine.
/// Thread: public functions from the engine's thread; processes and disk writes run on a thread of its own.
class LogCollector final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogCollector)

public:
    explicit LogCollector(QObject *parent = nullptr);
    ~LogCollector() override; ///< stops every tail; the spool stays

    void follow(const FollowSpec &spec); ///< no effect when it is followed already
    /// The original will not grow any more: fetch what is missing, compare sizes, stop. completed() or failed() follows.
    void finish(const QString &key);
    void stop(const QString &key); ///< forget it, keep the spool

signals:
    void appeared(const QString &key); ///< first bytes, or the empty file, were seen
    /// Every byte of the original is in the spool; \a size of the original, -1 when it never existed.
    void completed(const QString &key, qint64 size);
    /// It cannot be completed: the original is gone or shorter than its copy, or this disk is full.
    void failed(const QString &key, const engine::Error &error);
};

} // namespace engine
