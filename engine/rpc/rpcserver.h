// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"

#include <QLocalServer>

namespace engine {

class RpcConnection;

/// Serves an EngineLink to other processes over the profile's socket (docs/protocol.md). Answers and events are passed
/// on unchanged; the only method known here is "resource.snapshot", which subscribes its caller. A client that reads
/// too slowly loses events and sees a gap in the revisions; it is disconnected when 64 MiB of answers are unsent.
/// Thread: the service's. The caller holds the profile's lock: only then may a stale socket file be replaced.
class RpcServer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RpcServer)

public:
    explicit RpcServer(EngineLink &service, QObject *parent = nullptr);
    ~RpcServer() override; ///< disconnects all clients

    /// Listens with mode 0600; replaces the socket file of a killed engine. IoError.
    Result<void> listen(const QString &socketPath);
    /// Stops accepting and reading, removes the socket file, sends pending answers (for at most 3 s), closes every
    /// connection, then emits closed(). For engine.release and engine.stop.
    void close();
    [[nodiscard]] int clientCount() const { return int(m_connections.size()); }

signals:
    void closed();

private:
    void accept();
    void forget(RpcConnection *connection);

    EngineLink &m_service;
    QLocalServer m_server;
    QList<RpcConnection *> m_connections;
    bool m_closing = false;
};

} // namespace engine
