// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

namespace testing {

enum class Behaviour {
    Silent,
    ClosesAtOnce,
    Garbage,
    EndlessLine,
    ManyLines,
    OneByteASecond,
    StallsAfterBanner,
    IgnoreFlood,
    GarbageAfterBanner
};

/// A small server with one kind of misbehaviour. Thread: its creator's.
class HostileServer final : public QObject
{
public:
    explicit HostileServer(Behaviour behaviour, const QString &address = QStringLiteral("127.0.0.1"), quint16 port = 0)
        : m_behaviour(behaviour)
    {
        m_server.listen(QHostAddress(address), port);
        connect(&m_server, &QTcpServer::newConnection, this, [this] { receive(m_server.nextPendingConnection()); });
        m_timer.setInterval(1);
        connect(&m_timer, &QTimer::timeout, this, [this] { feedAll(); });
        m_timer.start();
    }

    [[nodiscard]] bool isListening() const { return m_server.isListening(); }
    [[nodiscard]] QString destination() const
    {
        return QStringLiteral("nobody@%1:%2").arg(m_server.serverAddress().toString()).arg(m_server.serverPort());
    }
    [[nodiscard]] int connections() const { return m_connections; }
    [[nodiscard]] qsizetype openConnections() const { return m_sockets.size(); }

private:
    void receive(QTcpSocket *socket)
    {
        ++m_connections;
        connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
            m_sockets.removeAll(socket);
            socket->deleteLater();
        });
        if (m_behaviour == Behaviour::ClosesAtOnce) {
            socket->close();
            return;
        }
        if (m_behaviour == Behaviour::Garbage)
            socket->write("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n\x01\x02\xff\xfe\r\n");
        if (m_behaviour >= Behaviour::StallsAfterBanner)
            socket->write("SSH-2.0-Hostile\r\n");
        m_sockets.append(socket);
    }

    void feedAll()
    {
        for (QTcpSocket *socket : QList<QTcpSocket *>(m_sockets))
            feed(*socket);
        ++m_ticks;
    }

    void feed(QTcpSocket &socket)
    {
        if (socket.bytesToWrite() > 65'536)
            return;
        switch (m_behaviour) {
        case Behaviour::EndlessLine:
            socket.write(QByteArray(16'384, 'x'));
            break;
        case Behaviour::ManyLines:
            socket.write(QByteArray("You are not welcome.\r\n").repeated(500));
            break;
        case Behaviour::OneByteASecond:
            if (m_ticks % 1000 == 0)
                socket.write("S");
            break;
        case Behaviour::IgnoreFlood:
            socket.write(ignorePacket().repeated(100));
            break;
        case Behaviour::GarbageAfterBanner:
            socket.write(QByteArray(1000, '\xa5'));
            break;
        default:
            break;
        }
    }

    /// SSH_MSG_IGNORE, unencrypted.
    static QByteArray ignorePacket()
    {
        QByteArray packet("\0\0\1\xfc\6\2\0\0\1\xf0", 10);
        return QByteArray(packet + QByteArray(0x1f0, 'i') + QByteArray(6, 'p'));
    }

    Behaviour m_behaviour;
    QList<QTcpSocket *> m_sockets; // must outlive the server, whose destruction disconnects them
    QTcpServer m_server;
    QTimer m_timer;
    int m_connections = 0;
    int m_ticks = 0;
};

} // namespace testing
