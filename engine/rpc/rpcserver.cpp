// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/rpc/rpcserver.h"

#include "engine/rpc/profile/profile.h"
#include "engine/rpc/rpcconnection.h"

#include <QFile>
#include <QTimer>

#include <sys/stat.h>

using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto closeLimit = 3s;

} // namespace

RpcServer::RpcServer(EngineLink &service, QObject *parent)
    : QObject(parent), m_service(service), m_server(this) // a child, so that it goes along to the engine's thread
{
    // QLocalServer creates the socket in a sibling folder of mode 0700, calls chmod, then renames: the socket is never
    // accessible to other users, whatever the umask.
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &RpcServer::accept);
}

RpcServer::~RpcServer()
{
    for (RpcConnection *connection : std::as_const(m_connections))
        connection->disconnect(this);
}

Result<void> RpcServer::listen(const QString &socketPath)
{
    if (auto prepared = prepareSocketFolder(socketPath); !prepared)
        return prepared;
    // Qt leaves 0700; the documented mode is 0600.
    if (m_server.listen(socketPath) && chmod(QFile::encodeName(socketPath).constData(), 0600) == 0)
        return {};
    return Error::of(ErrorCode::IoError, {QT_TRANSLATE_NOOP("engine", "The engine cannot listen on %1."), {socketPath}},
                     socketPath, m_server.errorString());
}

void RpcServer::accept()
{
    while (QLocalSocket *socket = m_server.nextPendingConnection()) {
        auto *connection = new RpcConnection(m_service, socket, this);
        m_connections.append(connection);
        connect(connection, &RpcConnection::ended, this, [this, connection] { forget(connection); });
    }
}

void RpcServer::forget(RpcConnection *connection)
{
    m_connections.removeOne(connection);
    connection->deleteLater();
    if (m_closing && m_connections.isEmpty())
        emit closed();
}

void RpcServer::close()
{
    if (std::exchange(m_closing, true))
        return;
    m_server.close();
    if (m_connections.isEmpty()) {
        QMetaObject::invokeMethod(this, &RpcServer::closed, Qt::QueuedConnection);
        return;
    }
    QTimer::singleShot(closeLimit, this, [this] {
        for (RpcConnection *connection : QList(m_connections))
            connection->abort();
    });
    for (RpcConnection *connection : QList(m_connections))
        connection->closeWhenAnswered();
}

} // namespace engine
