// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/hosts/chaos/chaosproxy.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>

#include <memory>

using namespace Qt::StringLiterals;
using testing::ChaosProxy;

/// Each way in which a network is bad, before a server that sends back what it gets.
class TstChaosProxy final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void passesEverything_data();
    void passesEverything();
    void delays();
    void throttles();
    void cutsAfterBytes_data();
    void cutsAfterBytes();
    void dropsOneDirection();
    void swallowsEverything();
    void freezesAndThaws();
    void refuses();
    void resetsAll();
    void resetsWhenTheServerRefuses();

private:
    std::unique_ptr<QTcpSocket> client() const;
    QByteArray echoed(QTcpSocket &socket, const QByteArray &sent, int wait = testing::patience) const;

    QTcpServer m_server;
    QByteArray m_got; // by the server, in one test
    std::unique_ptr<ChaosProxy> m_proxy;
};

void TstChaosProxy::initTestCase()
{
    QVERIFY(m_server.listen(QHostAddress(u"127.0.0.1"_s)));
    connect(&m_server, &QTcpServer::newConnection, this, [this] {
        QTcpSocket *socket = m_server.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
            const QByteArray bytes = socket->readAll();
            m_got += bytes;
            socket->write(bytes);
        });
        connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    });
}

void TstChaosProxy::init()
{
    m_got.clear();
    m_proxy = std::make_unique<ChaosProxy>(u"127.0.0.1"_s, m_server.serverPort(), 42);
    QVERIFY(m_proxy->start());
}

void TstChaosProxy::cleanup()
{
    m_proxy.reset();
}

std::unique_ptr<QTcpSocket> TstChaosProxy::client() const
{
    auto socket = std::make_unique<QTcpSocket>();
    socket->connectToHost(m_proxy->address(), m_proxy->port());
    return socket;
}

/// What came back, as soon as it is as long as what was sent, or the connection or the time is over.
QByteArray TstChaosProxy::echoed(QTcpSocket &socket, const QByteArray &sent, int wait) const
{
    QByteArray back;
    socket.write(sent);
    const auto over = [&] {
        back += socket.readAll();
        return back.size() >= sent.size() || socket.state() == QAbstractSocket::UnconnectedState;
    };
    (void)QTest::qWaitFor(over, wait);
    back += socket.readAll();
    return back;
}

void TstChaosProxy::passesEverything_data()
{
    QTest::addColumn<int>("largestPiece");
    QTest::addColumn<int>("jitterMs");
    QTest::newRow("plainly") << 0 << 0;
    QTest::newRow("in pieces") << 7 << 0;
    QTest::newRow("in pieces, unsteadily") << 900 << 5;
}

void TstChaosProxy::passesEverything()
{
    QFETCH(int, largestPiece);
    QFETCH(int, jitterMs);
    ChaosProxy::Line line;
    line.largestPiece = largestPiece;
    line.jitterMs = jitterMs;
    m_proxy->setLines(line);
    QByteArray sent(300'000, Qt::Uninitialized);
    QRandomGenerator(7).generate(sent.begin(), sent.end());
    const auto one = client(), two = client();
    QCOMPARE(echoed(*one, sent), sent);
    QCOMPARE(echoed(*two, "two"), "two");
    QCOMPARE(m_proxy->accepted(), 2);
    QCOMPARE(m_proxy->open(), 2);
    QCOMPARE(m_proxy->passed(ChaosProxy::ToServer), sent.size() + 3);
    QCOMPARE(m_proxy->passed(ChaosProxy::ToClient), sent.size() + 3);
    one->disconnectFromHost();
    QTRY_COMPARE(m_proxy->open(), 1);
}

void TstChaosProxy::delays()
{
    const auto socket = client();
    QCOMPARE(echoed(*socket, "quick"), "quick");
    ChaosProxy::Line line;
    line.delayMs = 150;
    m_proxy->setLines(line);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(echoed(*socket, "slow"), "slow");
    QVERIFY(timer.elapsed() >= 295);
}

void TstChaosProxy::throttles()
{
    ChaosProxy::Line line;
    line.bytesPerSecond = 100'000;
    m_proxy->setLine(ChaosProxy::ToClient, line);
    const QByteArray sent(50'000, 'x');
    const auto socket = client();
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(echoed(*socket, sent), sent);
    QVERIFY(timer.elapsed() >= 450);
}

void TstChaosProxy::cutsAfterBytes_data()
{
    QTest::addColumn<bool>("reset");
    QTest::newRow("by RST") << true;
    QTest::newRow("by FIN") << false;
}

void TstChaosProxy::cutsAfterBytes()
{
    QFETCH(bool, reset);
    ChaosProxy::Line line;
    line.cutAfter = 10;
    line.cutBy = reset ? ChaosProxy::End::Reset : ChaosProxy::End::Fin;
    m_proxy->setLine(ChaosProxy::ToServer, line);
    const auto socket = client();
    QSignalSpy failed(socket.get(), &QAbstractSocket::errorOccurred);
    (void)echoed(*socket, "more than ten bytes");
    QCOMPARE(socket->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(failed.size(), 1);
    QTRY_COMPARE(m_proxy->open(), 0);
    QCOMPARE(m_proxy->passed(ChaosProxy::ToServer), 10);
    if (!reset)
        QTRY_COMPARE(m_got, "more than ");

    line.cutAfter = -1;
    m_proxy->setLine(ChaosProxy::ToServer, line);
    QCOMPARE(echoed(*client(), "whole again"), "whole again");
}

void TstChaosProxy::dropsOneDirection()
{
    const auto socket = client();
    QCOMPARE(echoed(*socket, "both"), "both");
    ChaosProxy::Line line;
    line.dropped = true;
    m_proxy->setLine(ChaosProxy::ToClient, line);
    QCOMPARE(echoed(*socket, "there", 300), "");
    QCOMPARE(m_got, "boththere");
    QCOMPARE(socket->state(), QAbstractSocket::ConnectedState);
    QCOMPARE(m_proxy->open(), 1);
}

void TstChaosProxy::swallowsEverything()
{
    const auto before = client();
    QCOMPARE(echoed(*before, "good"), "good");
    m_proxy->setBlackHole(true);
    const auto during = client();
    QCOMPARE(echoed(*before, "lost", 200), "");
    QCOMPARE(echoed(*during, "lost", 200), "");
    m_proxy->setBlackHole(false);
    QCOMPARE(echoed(*before, "lost", 200), "");
    QCOMPARE(echoed(*client(), "good"), "good");
    QCOMPARE(m_got, "goodgood");
    QCOMPARE(before->state(), QAbstractSocket::ConnectedState);
    QCOMPARE(during->state(), QAbstractSocket::ConnectedState);
}

void TstChaosProxy::freezesAndThaws()
{
    const auto before = client();
    QCOMPARE(echoed(*before, "one "), "one ");
    m_proxy->setFrozen(true);
    const auto during = client();
    QCOMPARE(echoed(*before, "two ", 200), "");
    QCOMPARE(echoed(*during, "three", 200), "");
    QCOMPARE(during->state(), QAbstractSocket::ConnectedState);
    QCOMPARE(m_proxy->accepted(), 1);
    m_proxy->setFrozen(false);
    QTRY_COMPARE(before->bytesAvailable(), 4);
    QTRY_COMPARE(during->bytesAvailable(), 5);
    QCOMPARE(before->readAll(), "two ");
    QCOMPARE(m_proxy->accepted(), 2);
}

void TstChaosProxy::refuses()
{
    const auto before = client();
    QCOMPARE(echoed(*before, "in"), "in");
    m_proxy->setRefusing(true);
    const auto during = client();
    QTRY_COMPARE(during->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(int(during->error()), int(QAbstractSocket::ConnectionRefusedError));
    QCOMPARE(echoed(*before, "still in"), "still in");
    m_proxy->setRefusing(false);
    QCOMPARE(echoed(*client(), "in again"), "in again");
    for (int i = 0; i < 100; ++i) { // in no time
        m_proxy->setRefusing(true);
        m_proxy->resetAll();
        m_proxy->setRefusing(false);
    }
    QCOMPARE(echoed(*client(), "in again"), "in again");
}

void TstChaosProxy::resetsAll()
{
    const auto one = client(), two = client();
    QCOMPARE(echoed(*one, "in"), "in");
    QCOMPARE(echoed(*two, "in"), "in");
    m_proxy->resetAll();
    QTRY_COMPARE(one->state(), QAbstractSocket::UnconnectedState);
    QTRY_COMPARE(two->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(m_proxy->open(), 0);
    QCOMPARE(echoed(*client(), "in again"), "in again");
}

void TstChaosProxy::resetsWhenTheServerRefuses()
{
    QTcpServer gone;
    QVERIFY(gone.listen(QHostAddress(u"127.0.0.1"_s)));
    const quint16 port = gone.serverPort();
    gone.close();
    m_proxy = std::make_unique<ChaosProxy>(u"127.0.0.1"_s, port);
    QVERIFY(m_proxy->start());
    const auto socket = client();
    QSignalSpy failed(socket.get(), &QAbstractSocket::errorOccurred);
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(socket->state(), QAbstractSocket::UnconnectedState);
}

BATCHDECK_TEST(QCoreApplication, TstChaosProxy)
#include "tst_chaosproxy.moc"
