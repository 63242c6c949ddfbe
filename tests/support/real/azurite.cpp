// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/real/azurite.h"

#include "tests/support/files.h"
#include "tests/support/patience.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

using namespace Qt::StringLiterals;

namespace testing {

Azurite::~Azurite()
{
    stop();
}

bool Azurite::start()
{
    QProcess where;
    where.start(u"bash"_s, {QStringLiteral(BATCHDECK_SOURCE_DIR "/tests/support/parts.sh"), u"where"_s, u"azurite"_s});
    if (!where.waitForFinished(testing::patience))
        return false;
    const QString part = QString::fromLocal8Bit(where.readAllStandardOutput()).trimmed();
    if (m_port == 0) {
        QTcpServer probe;
        if (probe.listen(QHostAddress::LocalHost))
            m_port = probe.serverPort();
    }
    const QString log = m_folder.filePath(u"log"_s);
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardOutputFile(log);
    m_process.start(u"node"_s,
                    {part + u"/node_modules/azurite/dist/src/blob/main.js"_s, u"--blobHost"_s, u"127.0.0.1"_s,
                     u"--blobPort"_s, QString::number(m_port), u"--location"_s, m_folder.filePath(u"data"_s),
                     u"--silent"_s, u"--disableTelemetry"_s});
    const auto answers = [this] {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
        return socket.waitForConnected(200);
    };
    if (m_process.waitForStarted(testing::patience)
        && QTest::qWaitFor([&] { return m_process.state() == QProcess::NotRunning || answers(); }, testing::patience)
        && m_process.state() == QProcess::Running)
        return true;
    qInfo("Azurite did not start: %s", contentOf(log).constData());
    return false;
}

void Azurite::stop()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.terminate(); // it writes what it knows of its blobs
    if (m_process.waitForFinished(testing::patience))
        return;
    m_process.kill();
    m_process.waitForFinished(testing::patience);
}

QString Azurite::name()
{
    return u"devstoreaccount1"_s;
}

QString Azurite::key()
{
    // Published by Microsoft, the same for everybody.
    return u"Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="_s;
}

QUrl Azurite::endpoint() const
{
    return QUrl(u"http://127.0.0.1:%1/%2"_s.arg(m_port).arg(name()));
}

engine::BlobAccount Azurite::account() const
{
    return {name(), endpoint(), {engine::BlobCredential::Kind::Key, engine::Secret(key())}};
}

} // namespace testing
