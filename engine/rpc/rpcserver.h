// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"

#include <QLocalServer>

namespace engine {

class RpcConnection;

/// Gives a service to other processes over the profile's socket, as docs/protocol.md says. The service's answers and
/// changes go out as they are; this class knows no method but "resource.snapshot", which subscribes its caller.
/// A reader that is too slow misses changes and sees a gap in the revisions; with 64 MiB of answers waiting it is cut
/// off. Thread: the service's. The caller holds the profile's lock: only then may an old socket file be replaced.
class RpcServer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RpcServer)

public:
    explicit RpcServer(EngineLink &service, QObject *parent = nullptr);
    ~RpcServer() override; ///< cuts whoever is still connected

    /// Listens with mode 0600, in place of a socket file that a killed engine left. IoError.
    Result<void> listen(const QString &socketPath);
    /// Stops accepting and reading, removes the socket file, sends the answers that are still due (at most 3 s), then
    /// closes every connection and emits closed(). Used by engine.release and engine.stop.
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
