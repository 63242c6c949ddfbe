// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using testing::isRunning;
using testing::SshServer;

/// The fixture itself, seen by the usual client.
class TstSshServer final : public QObject
{
    Q_OBJECT

private slots:
    void init() { SKIP_WITHOUT("sshd"); }
    void letsItsKeyInAndNobodyElse();
    void endsItsSessions();
};

namespace {

QStringList sshArguments(const SshServer &server, const QString &identity)
{
    return {u"-F"_s,
            u"/dev/null"_s,
            u"-i"_s,
            identity,
            u"-o"_s,
            QString(u"UserKnownHostsFile="_s + server.knownHostsFile()),
            u"-o"_s,
            u"IdentitiesOnly=yes"_s,
            u"-o"_s,
            u"IdentityAgent=none"_s,
            u"-o"_s,
            u"BatchMode=yes"_s,
            u"-o"_s,
            u"StrictHostKeyChecking=yes"_s,
            u"-p"_s,
            QString::number(server.port()),
            QString(SshServer::user() + u'@' + server.address())};
}

} // namespace

void TstSshServer::letsItsKeyInAndNobodyElse()
{
    SshServer server;
    QVERIFY(server.start());
    QProcess ssh;
    ssh.start(u"ssh"_s, sshArguments(server, server.identityFile()) + QStringList{u"echo in"_s});
    QVERIFY(ssh.waitForFinished(testing::patience));
    QCOMPARE(ssh.readAllStandardOutput(), "in\n");

    const QString other = server.folder() + u"/other"_s;
    QVERIFY(SshServer::makeKey(other));
    ssh.start(u"ssh"_s, sshArguments(server, other) + QStringList{u"echo in"_s});
    QVERIFY(ssh.waitForFinished(testing::patience));
    QCOMPARE(ssh.exitCode(), 255);
    QVERIFY(ssh.readAllStandardError().contains("Permission denied"));
}

void TstSshServer::endsItsSessions()
{
    SshServer server;
    QVERIFY(server.start());
    QProcess ssh;
    ssh.start(u"ssh"_s, sshArguments(server, server.identityFile()) + QStringList{u"echo $$; exec sleep 1000"_s});
    QVERIFY(ssh.waitForReadyRead(testing::patience));
    const qint64 pid = ssh.readAllStandardOutput().trimmed().toLongLong();
    QVERIFY(isRunning(pid));
    const QList<qint64> sessions = server.sessions();
    QVERIFY(!sessions.isEmpty());
    server.stop();
    QVERIFY(ssh.waitForFinished(testing::patience));
    QTRY_VERIFY(!isRunning(pid));
    for (const qint64 session : sessions)
        QTRY_VERIFY(!isRunning(session));
}

BATCHDECK_TEST(QCoreApplication, TstSshServer)
#include "tst_sshserver.moc"
