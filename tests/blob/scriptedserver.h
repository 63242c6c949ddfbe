// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QTcpServer>
#include <QTcpSocket>

#include <memory>

namespace testing {

/// An HTTP server that gives written answers, one a request, in order, and closes the connection after each. After the
/// last it says nothing.
class ScriptedServer
{
    Q_DISABLE_COPY_MOVE(ScriptedServer)

public:
    explicit ScriptedServer(QByteArrayList answers) : m_answers(std::move(answers))
    {
        m_server.listen(QHostAddress::LocalHost);
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
            while (QTcpSocket *socket = m_server.nextPendingConnection())
                serve(socket);
        });
    }

    /// An answer with \a body and its length; \a headers: whole lines.
    [[nodiscard]] static QByteArray answer(int status, const QByteArray &body = {}, const QByteArray &headers = {})
    {
        return "HTTP/1.1 " + QByteArray::number(status)
            + " Word\r\nx-ms-request-id: 1\r\nConnection: close\r\nContent-Length: " + QByteArray::number(body.size())
            + "\r\n" + headers + "\r\n" + body;
    }
    [[nodiscard]] QUrl endpoint() const
    {
        return QUrl(QStringLiteral("http://127.0.0.1:%1").arg(m_server.serverPort()));
    }
    void add(const QByteArrayList &answers) { m_answers += answers; } ///< which name the endpoint
    [[nodiscard]] const QByteArrayList &requests() const { return m_requests; }
    [[nodiscard]] qsizetype connections() const { return m_server.findChildren<QTcpSocket *>().size(); }

private:
    void serve(QTcpSocket *socket)
    {
        QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        const auto request = std::make_shared<QByteArray>();
        QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket, request] {
            *request += socket->readAll();
            const qsizetype end = request->indexOf("\r\n\r\n");
            const qsizetype at = request->toLower().indexOf("\r\ncontent-length: ");
            const qsizetype length =
                at < 0 || at > end ? 0 : request->mid(at + 18, request->indexOf('\r', at + 2) - at - 18).toLongLong();
            if (end < 0 || request->size() < end + 4 + length)
                return;
            m_requests.append(*request);
            request->clear();
            if (m_answers.isEmpty())
                return;
            socket->write(m_answers.takeFirst());
            socket->disconnectFromHost();
        });
    }

    QTcpServer m_server;
    QByteArrayList m_answers;
    QByteArrayList m_requests;
};

} // namespace testing
