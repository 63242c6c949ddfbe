// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/ctl/terminal.h"
#include "tests/engine/installation.h"
#include "tests/support/hosts/chaos/chaosproxy.h"
#include "tests/support/parts.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QDirIterator>
#include <QTcpServer>
#include <QTcpSocket>

#include <csignal>

using namespace Qt::StringLiterals;
using testing::Installation;
using testing::keysOnly;
using testing::Outcome;
using testing::SshServer;
using testing::Terminal;

/// The built batchctl against a real sshd: machines are added, refused, forgotten, and run jobs.
class TstSshctl final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void storesNothingBeforeTheKeyIsAccepted();
    void refusesWhoMayNotEnter_data();
    void refusesWhoMayNotEnter();
    void acceptsTheKeysOfNewHostsOnTheWay();
    void refusesAChangedHostKeyUntilItIsForgotten();
    void takesStoredSecrets();
    void asksOnATerminal();
    void givesUpWhenItIsInterrupted();
    void runsAJobToItsEnd();
    void runsACommandOnANode();
    void findsItsJobAgainAfterAStop();
    void streamsOverALinkThatIsCut();

private:
    [[nodiscard]] Outcome run(const QStringList &arguments, const QByteArray &input = {}) const
    {
        return m_installation->batchctl(arguments, input);
    }
    [[nodiscard]] QStringList adding(const QString &identity, const QStringList &more = {}) const
    {
        return QStringList{u"machine"_s,
                           u"add"_s,
                           u"a05"_s,
                           u"--ssh"_s,
                           m_server->destination(),
                           u"--identity"_s,
                           identity,
                           u"--home"_s,
                           m_installation->path(u"home"_s)}
        + more;
    }
    [[nodiscard]] QStringList accepting() const { return {u"--accept-host-key"_s, m_server->fingerprint()}; }
    [[nodiscard]] QString link() const
    {
        return run({u"machine"_s, u"show"_s, u"a05"_s}).json()[u"properties"_s][u"x-batchdeck"_s][u"link"_s].toString();
    }
    [[nodiscard]] int machineCount() const { return int(run({u"machine"_s, u"list"_s}).json().toArray().size()); }
    /// A key with this passphrase that may log in.
    [[nodiscard]] QString lockedKey(const QString &passphrase) const;

    std::unique_ptr<Installation> m_installation;
    std::unique_ptr<SshServer> m_server;
};

void TstSshctl::init()
{
    SKIP_WITHOUT("sshd");
    m_installation = std::make_unique<Installation>();
    m_server = std::make_unique<SshServer>(keysOnly);
    QVERIFY(m_server->start());
}

void TstSshctl::cleanup()
{
    if (!m_installation)
        return;
    QCOMPARE(run({u"stop"_s}).exitCode, 0);
    m_server.reset();
    QTRY_VERIFY(QDir(m_installation->path(QString())).removeRecursively());
    m_installation.reset();
}

QString TstSshctl::lockedKey(const QString &passphrase) const
{
    const QString path = m_server->folder() + u"/locked"_s;
    if (!SshServer::makeKey(path, u"ed25519"_s, passphrase))
        return {};
    QFile keys(m_server->authorizedKeysFile());
    return keys.open(QIODevice::Append) && keys.write(testing::contentOf(path + u".pub"_s)) > 0 ? path : QString();
}

void TstSshctl::storesNothingBeforeTheKeyIsAccepted()
{
    const Outcome unknown = run(adding(m_server->identityFile()));
    QCOMPARE(unknown.exitCode, 7);
    const QByteArray remedy = "--accept-host-key " + m_server->fingerprint().toUtf8();
    QVERIFY2(unknown.errorOutput.contains(remedy), unknown.errorOutput.constData());
    QVERIFY(unknown.output.isEmpty());
    QCOMPARE(machineCount(), 0);

    const QString other = u"SHA256:"_s + QString(43, u'A');
    QCOMPARE(run(adding(m_server->identityFile(), {u"--accept-host-key"_s, other})).exitCode, 7);
    QCOMPARE(machineCount(), 0);

    const Outcome added = run(adding(m_server->identityFile(), accepting()));
    QVERIFY2(added.exitCode == 0, added.errorOutput.constData());
    const QJsonValue extension = added.json()[u"properties"_s][u"x-batchdeck"_s];
    QCOMPARE(extension[u"link"_s].toString(), u"online"_s);
    QCOMPARE(extension[u"hostKey"_s].toString(), m_server->fingerprint());
    QVERIFY(extension[u"inventory"_s][u"cores"_s].toInt() > 0);
    QVERIFY(added.errorOutput.contains("a05: "));
    QCOMPARE(run(adding(m_server->identityFile())).exitCode, 5);
    QCOMPARE(run({u"machine"_s, u"remove"_s, u"a05"_s, u"-y"_s}).exitCode, 0);
    QCOMPARE(machineCount(), 0);
    QTRY_VERIFY(m_server->sessions().isEmpty());
}

void TstSshctl::refusesWhoMayNotEnter_data()
{
    QTest::addColumn<QString>("destination"); // empty: the server's
    QTest::addColumn<bool>("isRightKey");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("wrong key") << QString() << false << 6;
    QTest::newRow("nobody there") << u"127.0.0.1:1"_s << true << 6;
    QTest::newRow("an option") << u"-oProxyCommand=true"_s << true << 4;
    QTest::newRow("no host") << u"anna@"_s << true << 4;
    QTest::newRow("port") << u"a05:99999"_s << true << 4;
}

void TstSshctl::refusesWhoMayNotEnter()
{
    QFETCH(const QString, destination);
    QFETCH(const bool, isRightKey);
    QFETCH(const int, exitCode);
    const QString stranger = m_server->folder() + u"/stranger"_s;
    QVERIFY(SshServer::makeKey(stranger));
    QStringList arguments = adding(isRightKey ? m_server->identityFile() : stranger, accepting());
    if (!destination.isEmpty())
        arguments[3] = u"--ssh="_s + destination;
    if (!destination.isEmpty())
        arguments.removeAt(4);
    const Outcome refused = run(arguments);
    QVERIFY2(refused.exitCode == exitCode, refused.errorOutput.constData());
    QVERIFY(refused.errorOutput.contains("batchctl: "));
    QCOMPARE(machineCount(), 0);
}

void TstSshctl::acceptsTheKeysOfNewHostsOnTheWay()
{
    SshServer gate(keysOnly);
    QVERIFY(gate.start());
    QFile config(m_installation->path(u"config"_s));
    QVERIFY(config.open(QIODevice::WriteOnly));
    for (const auto &[name, server] : {std::pair(u"gate"_s, &gate), {u"far"_s, m_server.get()}})
        config.write(u"Host %1\nHostName %2\nPort %3\nUser %4\nIdentityFile %5\n"_s.arg(name, server->address())
                         .arg(server->port())
                         .arg(SshServer::user(), server->identityFile())
                         .toUtf8());
    config.write("ProxyJump gate\n");
    config.close();
    const auto add = [&](const QStringList &more) {
        return run(QStringList{u"machine"_s, u"add"_s, u"a05"_s, u"--ssh"_s, u"far"_s, u"--config"_s, config.fileName(),
                               u"--home"_s, m_installation->path(u"home"_s)}
                   + more);
    };
    const QStringList accept{u"--accept-host-key"_s};
    const Outcome unknown = add(accepting());
    QVERIFY2(unknown.exitCode == 7, unknown.errorOutput.constData()); // the gate has a key of its own
    QCOMPARE(add(accepting() + accept + QStringList{u"SHA256:"_s + QString(43, u'A')}).exitCode, 7);
    QCOMPARE(machineCount(), 0);
    const Outcome added = add(accepting() + accept + QStringList{gate.fingerprint()});
    QVERIFY2(added.exitCode == 0, added.errorOutput.constData());
    QCOMPARE(added.json()[u"properties"_s][u"x-batchdeck"_s][u"hostKey"_s].toString(), m_server->fingerprint());
    QCOMPARE(run({u"machine"_s, u"remove"_s, u"a05"_s, u"-y"_s}).exitCode, 0);
    QTRY_VERIFY(gate.sessions().isEmpty());
}

void TstSshctl::refusesAChangedHostKeyUntilItIsForgotten()
{
    QCOMPARE(run(adding(m_server->identityFile(), accepting())).exitCode, 0);
    const QString before = m_server->fingerprint();
    m_server->stop();
    QVERIFY(m_server->makeHostKey());
    QVERIFY(m_server->start());

    const Outcome refused = run({u"machine"_s, u"test"_s, u"a05"_s});
    QVERIFY2(refused.exitCode == 7, refused.errorOutput.constData());
    QVERIFY(refused.errorOutput.contains(before.toUtf8()));
    QVERIFY(refused.errorOutput.contains(m_server->fingerprint().toUtf8()));
    QCOMPARE(link(), u"needs-attention"_s);
    QCOMPARE(run(QStringList{u"machine"_s, u"test"_s, u"a05"_s} + accepting()).exitCode, 7); // no way around

    const Outcome forgotten = run({u"machine"_s, u"forget-key"_s, u"a05"_s, u"-y"_s});
    QVERIFY2(forgotten.exitCode == 0, forgotten.errorOutput.constData());
    QCOMPARE(forgotten.json()[u"removed"_s].toInt(), 1);
    QCOMPARE(run({u"machine"_s, u"test"_s, u"a05"_s}).exitCode, 7); // unknown now
    const Outcome accepted = run(QStringList{u"machine"_s, u"test"_s, u"a05"_s} + accepting());
    QVERIFY2(accepted.exitCode == 0, accepted.errorOutput.constData());
    QCOMPARE(link(), u"online"_s);
}

void TstSshctl::takesStoredSecrets()
{
    const QString key = lockedKey(u"right passphrase"_s);
    const QString name = u"passphrase:"_s + key;
    const Outcome asked = run(adding(key, accepting()));
    QCOMPARE(asked.exitCode, 6);
    QVERIFY2(asked.errorOutput.contains("batchctl secret set"), asked.errorOutput.constData());
    QCOMPARE(run({u"secret"_s, u"set"_s, name}, "wrong passphrase\n").exitCode, 0);
    QCOMPARE(run(adding(key)).exitCode, 6);
    QCOMPARE(run({u"secret"_s, u"set"_s, name}, "right passphrase\n").exitCode, 0);
    const Outcome added = run(adding(key));
    QVERIFY2(added.exitCode == 0, added.errorOutput.constData());
    QCOMPARE(run({u"machine"_s, u"test"_s, u"a05"_s}).exitCode, 0);
    QCOMPARE(run({u"stop"_s}).exitCode, 0);
    for (QDirIterator files(m_installation->profile(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
         files.hasNext();)
        QVERIFY(!testing::contentOf(files.next()).contains("passphrase\n")
                && !testing::contentOf(files.filePath()).contains("right passphrase"));
}

void TstSshctl::asksOnATerminal()
{
    const QString key = lockedKey(u"right passphrase"_s);
    Terminal terminal(*m_installation, adding(key));
    QTRY_VERIFY2(terminal.screen().contains("[yes/no]"), terminal.screen().constData());
    QVERIFY(terminal.screen().contains(m_server->fingerprint().toUtf8()));
    terminal.type("yes");
    QTRY_VERIFY2(terminal.screen().contains("Passphrase of"), terminal.screen().constData());
    terminal.type("not so");
    QTRY_VERIFY2(terminal.screen().contains("Passphrase of"), terminal.screen().constData());
    QVERIFY(terminal.screen().contains("That was not right."));
    QVERIFY(!terminal.screen().contains("not so")); // nobody reads it over a shoulder
    terminal.type("right passphrase");
    QCOMPARE(terminal.exitCode(), 0);
    QVERIFY(!terminal.screen().contains("right passphrase"));
    QCOMPARE(link(), u"online"_s);
}

void TstSshctl::givesUpWhenItIsInterrupted()
{
    QTcpServer silent; // accepts, and never says a word
    QVERIFY(silent.listen(QHostAddress(u"127.0.0.1"_s)));
    QStringList arguments = adding(m_server->identityFile());
    arguments[4] = u"127.0.0.1:"_s + QString::number(silent.serverPort());
    const auto adding = m_installation->start(arguments);
    QTRY_VERIFY(silent.hasPendingConnections());
    const std::unique_ptr<QTcpSocket> attempt(silent.nextPendingConnection());
    QCOMPARE(attempt->state(), QAbstractSocket::ConnectedState);
    QCOMPARE(kill(pid_t(adding->processId()), SIGINT), 0);
    QTRY_VERIFY(attempt->state() == QAbstractSocket::UnconnectedState); // the engine's end of it
    QTRY_COMPARE(adding->state(), QProcess::NotRunning);
    QVERIFY(adding->exitStatus() == QProcess::CrashExit); // not the end of a login that took too long
    QCOMPARE(machineCount(), 0);
}

void TstSshctl::runsAJobToItsEnd()
{
    QCOMPARE(run(adding(m_server->identityFile(), accepting())).exitCode, 0);
    const Outcome local =
        run({u"cluster"_s, u"create"_s, u"-n"_s, u"lab"_s, u"--kind"_s, u"local"_s, u"--machines"_s, u"a05"_s});
    QCOMPARE(local.exitCode, 4);
    const Outcome cluster =
        run({u"cluster"_s, u"create"_s, u"-n"_s, u"lab"_s, u"--kind"_s, u"ssh"_s, u"--machines"_s, u"a05"_s});
    QVERIFY2(cluster.exitCode == 0, cluster.errorOutput.constData());
    QCOMPARE(run({u"machine"_s, u"remove"_s, u"a05"_s, u"-y"_s}).exitCode, 5);
    const Outcome job = run({u"job"_s, u"create"_s, u"-n"_s, u"j"_s, u"-c"_s, u"lab"_s, u"-f"_s, u"-"_s, u"--stream"_s},
                            m_installation->jobText(u"for i in 1 2 3; do echo line $i; sleep 0.2; done; exit 7"_s));
    QVERIFY2(job.exitCode == 7, job.errorOutput.constData());
    QCOMPARE(job.output, "line 1\nline 2\nline 3\n");
    QCOMPARE(run({u"job"_s, u"delete"_s, u"-n"_s, u"j"_s, u"-y"_s}).exitCode, 0);
}

// By the user's own ssh, for which nothing of the command is an option: -V would only say its version.
void TstSshctl::runsACommandOnANode()
{
    QCOMPARE(run(adding(m_server->identityFile(), accepting())).exitCode, 0);
    QCOMPARE(run({u"cluster"_s, u"create"_s, u"-n"_s, u"lab"_s, u"--machines"_s, u"a05"_s}).exitCode, 0);
    const auto onNode = [this](const QString &script) {
        return run({u"cluster"_s, u"node"_s, u"exec"_s, u"-c"_s, u"lab"_s, u"--exec="_s + script});
    };
    const Outcome done = onNode(u"echo there; exit 7"_s);
    QCOMPARE(done.output, "there\n");
    QVERIFY2(done.exitCode == 7, done.errorOutput.constData());
    const Outcome dash = onNode(u"-V"_s);
    QVERIFY2(dash.exitCode != 0 && !dash.errorOutput.contains("OpenSSH"), dash.errorOutput.constData());
}

void TstSshctl::findsItsJobAgainAfterAStop()
{
    QCOMPARE(run(adding(m_server->identityFile(), accepting())).exitCode, 0);
    QCOMPARE(run({u"cluster"_s, u"create"_s, u"-n"_s, u"lab"_s, u"--machines"_s, u"a05"_s}).exitCode, 0);
    const QString go = m_installation->path(u"go"_s);
    const QByteArray text =
        m_installation->jobText(u"echo up; while [ ! -e %1 ]; do sleep 0.1; done; exit 9"_s.arg(go));
    QCOMPARE(run({u"job"_s, u"create"_s, u"-n"_s, u"j"_s, u"-c"_s, u"lab"_s, u"-f"_s, u"-"_s}, text).exitCode, 0);
    const auto phase = [this] {
        return m_installation->job(u"j"_s)[u"properties"_s][u"x-batchdeck"_s][u"phase"_s].toString();
    };
    QTRY_COMPARE(phase(), u"executing"_s);
    QCOMPARE(run({u"stop"_s}).exitCode, 0);
    QTRY_VERIFY(m_server->sessions().isEmpty());
    QVERIFY(QFile(go).open(QIODevice::WriteOnly)); // it ends while nobody looks
    const Outcome waited = run({u"job"_s, u"wait"_s, u"-n"_s, u"j"_s});
    QVERIFY2(waited.exitCode == 9, waited.errorOutput.constData());
    QTRY_VERIFY(testing::hasCompleteLogs(m_installation->job(u"j"_s)));
    const Outcome log = run({u"job"_s, u"file"_s, u"stream"_s, u"-j"_s, u"j"_s, u"-f"_s, u"stdout.txt"_s});
    QCOMPARE(log.output, "up\n");
}

void TstSshctl::streamsOverALinkThatIsCut()
{
    testing::ChaosProxy proxy(m_server->address(), m_server->port());
    QVERIFY(proxy.start());
    QStringList adding = this->adding(m_server->identityFile(), accepting());
    adding[4] = u"%1@%2:%3"_s.arg(SshServer::user(), proxy.address()).arg(proxy.port());
    const Outcome added = run(adding);
    QVERIFY2(added.exitCode == 0, added.errorOutput.constData());
    QCOMPARE(run({u"cluster"_s, u"create"_s, u"-n"_s, u"lab"_s, u"--machines"_s, u"a05"_s}).exitCode, 0);
    const QByteArray text = m_installation->jobText(
        u"i=0; while [ $i -lt 80 ]; do echo line $i; printf 'done %s\\r' $i; i=$((i+1)); sleep 0.05; done; exit 7"_s);
    QCOMPARE(run({u"job"_s, u"create"_s, u"-n"_s, u"j"_s, u"-c"_s, u"lab"_s, u"-f"_s, u"-"_s}, text).exitCode, 0);
    const auto stream =
        m_installation->start({u"job"_s, u"file"_s, u"stream"_s, u"-j"_s, u"j"_s, u"-f"_s, u"stdout.txt"_s});
    const auto wait = m_installation->start({u"job"_s, u"wait"_s, u"-n"_s, u"j"_s});
    QByteArray streamed;
    for (const char *line : {"line 5\n", "line 25\n", "line 60\n"}) {
        const auto hasCome = [&] { return (streamed += stream->readAllStandardOutput()).contains(line); };
        QTRY_VERIFY(hasCome());
        proxy.setRefusing(true);
        proxy.resetAll();
        proxy.setRefusing(false);
    }
    QByteArray expected;
    for (int i = 0; i < 80; ++i)
        expected += "line " + QByteArray::number(i) + "\ndone " + QByteArray::number(i) + '\r';
    const Outcome rest = testing::outcomeOf(*stream, 2 * testing::patience);
    QCOMPARE(streamed + rest.output, expected);
    const Outcome waited = testing::outcomeOf(*wait, 2 * testing::patience);
    QVERIFY2(waited.exitCode == 7, waited.errorOutput.constData());
}

BATCHDECK_TEST(QCoreApplication, TstSshctl)
#include "tst_sshctl.moc"
