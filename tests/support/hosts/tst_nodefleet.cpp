// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/hosts/insidenetwork.h"
#include "tests/support/hosts/nodefleet.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QNetworkInterface>
#include <QTemporaryDir>

#include <algorithm>
#include <csignal>
#include <memory>

using namespace Qt::StringLiterals;
using testing::Node;
using testing::NodeFleet;
using testing::NodeOptions;

/// The machines themselves, seen by the usual client.
class TstNodeFleet final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fleet.reset(); }

    void comesUp();
    void losesPowerAndBootsAgain();
    void cutIsSilence();
    void servesOnlyWhileSshdRuns();
    void fullHomeTakesNoByte();
    void sharesHome();
    void hasTheShell_data();
    void hasTheShell();
    void asksForPassword();
    void asksTwice();
    void heedsItsConfiguration();
    void snapshotShowsWhatChanged();
    void leavesNothing();
    void endsWithItsTest();

private:
    std::unique_ptr<QProcess> startSsh(const Node &node, const QString &command, const QStringList &options = {}) const;
    QByteArray ssh(const Node &node, const QString &command, const QStringList &options = {}) const;
    QByteArray sshAnswering(const Node &node, const QByteArrayList &answers) const;

    std::unique_ptr<NodeFleet> m_fleet;
};

namespace {

QByteArrayList processes()
{
    QByteArrayList all;
    for (const QString &pid : QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs)) {
        QFile file(u"/proc/"_s + pid + u"/cmdline"_s);
        if (file.open(QIODevice::ReadOnly))
            all.append(file.readAll());
    }
    std::sort(all.begin(), all.end());
    return all;
}

/// Processes, mounts, network cards and files that a fleet could leave here.
QByteArrayList traces()
{
    QFile mounts(u"/proc/self/mounts"_s);
    QByteArrayList all = processes();
    if (mounts.open(QIODevice::ReadOnly))
        all.append(mounts.readAll());
    const QDir::Filters every = QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden;
    for (const QNetworkInterface &card : QNetworkInterface::allInterfaces())
        all.append(card.name().toUtf8());
    for (const QString &folder : {testing::networkFolder(), QDir::tempPath()})
        all.append(QDir(folder).entryList(every).join(u' ').toUtf8());
    return all;
}

const auto bootId = u"cat /proc/sys/kernel/random/boot_id; readlink /proc/self/ns/pid; cut -d' ' -f22 /proc/1/stat"_s;

} // namespace

void TstNodeFleet::init()
{
    SKIP_WITHOUT_NODES();
    m_fleet = std::make_unique<NodeFleet>();
}

std::unique_ptr<QProcess> TstNodeFleet::startSsh(const Node &node, const QString &command,
                                                 const QStringList &options) const
{
    auto process = std::make_unique<QProcess>();
    process->setProcessChannelMode(QProcess::MergedChannels);
    QStringList arguments = options + QStringList{u"-F"_s, u"/dev/null"_s, u"-i"_s, NodeFleet::identityFile()};
    for (const QString &option : {u"IdentitiesOnly=yes"_s, u"IdentityAgent=none"_s, u"StrictHostKeyChecking=yes"_s,
                                  u"LogLevel=ERROR"_s, QString(u"UserKnownHostsFile="_s + m_fleet->knownHostsFile())})
        arguments += {u"-o"_s, option};
    process->start(u"ssh"_s, arguments + QStringList{node.destination(), command});
    return process;
}

QByteArray TstNodeFleet::ssh(const Node &node, const QString &command, const QStringList &options) const
{
    const auto process = startSsh(node, command, QStringList{u"-o"_s, u"BatchMode=yes"_s} + options);
    process->waitForFinished(testing::patience);
    return process->readAll().trimmed();
}

/// Without a key; the prompts are answered one after another.
QByteArray TstNodeFleet::sshAnswering(const Node &node, const QByteArrayList &answers) const
{
    QTemporaryDir folder;
    QFile askpass(folder.filePath(u"askpass"_s));
    if (!askpass.open(QIODevice::WriteOnly))
        return {};
    askpass.write("#!/bin/bash\ncd \"${0%/*}\"\necho asked >>prompts\nsed -n \"$(wc -l <prompts)p\" <<'END'\n"
                  + answers.join('\n') + "\nEND\n");
    askpass.close();
    askpass.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv("SSH_ASKPASS", folder.filePath(u"askpass"_s).toLocal8Bit());
    qputenv("SSH_ASKPASS_REQUIRE", "force");
    const auto process =
        startSsh(node, u"echo in"_s, {u"-o"_s, u"PubkeyAuthentication=no"_s, u"-o"_s, u"NumberOfPasswordPrompts=1"_s});
    process->waitForFinished(testing::patience);
    return process->readAll().trimmed();
}

void TstNodeFleet::comesUp()
{
    QVERIFY(m_fleet->up(3));
    QSet<QByteArray> machineIds;
    for (int i = 0; i < 3; ++i) {
        const Node &node = m_fleet->node(i);
        QCOMPARE(ssh(node, u"whoami; hostname; echo $HOME"_s), "alice\n" + node.name().toLatin1() + "\n/home/alice");
        machineIds.insert(ssh(node, u"cat /etc/machine-id"_s));
        QCOMPARE(node.exec(u"ps -o comm= -p 1"_s).output, "tini\n");
    }
    QCOMPARE(machineIds.size(), 3);
    // They reach each other, too.
    QVERIFY(m_fleet->node(0).exec(u"exec 3<>/dev/tcp/"_s + m_fleet->node(2).address() + u"/22; read -u 3 line"_s));
}

void TstNodeFleet::losesPowerAndBootsAgain()
{
    QVERIFY(m_fleet->up(1));
    Node &node = m_fleet->node(0);
    const QByteArray before = ssh(node, bootId);
    QCOMPARE(ssh(node, u"echo kept >kept; echo too >/tmp/too; sync"_s), "");
    const auto session = startSsh(node, u"echo running; exec sleep 1000"_s);
    QVERIFY(session->waitForReadyRead(testing::patience));
    const auto processesOn = processes();

    node.powerOff();
    QVERIFY(processes().size() < processesOn.size());
    QCOMPARE(session->state(), QProcess::Running); // nobody told it
    QVERIFY(ssh(node, u"true"_s, {u"-o"_s, u"ConnectTimeout=1"_s}).contains("timed out"));

    QVERIFY(node.boot());
    QVERIFY(ssh(node, bootId) != before);
    QCOMPARE(ssh(node, u"cat kept /tmp/too"_s), "kept\ntoo");
    session->kill();
    session->waitForFinished(testing::patience);
}

void TstNodeFleet::cutIsSilence()
{
    QVERIFY(m_fleet->up(2));
    const Node &node = m_fleet->node(0);
    const auto session = startSsh(node, u"echo one; sed -u s/^/got-/"_s);
    QVERIFY(session->waitForReadyRead(testing::patience));
    QCOMPARE(session->readAll(), "one\n");
    QVERIFY(node.cut());
    session->write("through\n");
    QVERIFY(!session->waitForReadyRead(500));
    QCOMPARE(session->state(), QProcess::Running);
    QVERIFY(ssh(node, u"true"_s, {u"-o"_s, u"ConnectTimeout=1"_s}).contains("timed out"));
    QCOMPARE(ssh(m_fleet->node(1), u"echo in"_s), "in");

    QVERIFY(node.mend());
    QVERIFY(session->waitForReadyRead(testing::patience));
    QCOMPARE(session->readAll(), "got-through\n");
    session->closeWriteChannel();
    QVERIFY(session->waitForFinished(testing::patience));
    QCOMPARE(session->exitCode(), 0);
}

void TstNodeFleet::servesOnlyWhileSshdRuns()
{
    QVERIFY(m_fleet->up(1));
    const Node &node = m_fleet->node(0);
    const auto session = startSsh(node, u"echo one; read line; echo $line"_s);
    QVERIFY(session->waitForReadyRead(testing::patience));
    QVERIFY(node.stopSshd());
    QVERIFY(ssh(node, u"true"_s).contains("refused"));
    QVERIFY(node.startSshd());
    QCOMPARE(ssh(node, u"echo in"_s), "in");
    session->write("still here\n");
    QVERIFY(session->waitForFinished(testing::patience));
    QCOMPARE(session->readAll(), "one\nstill here\n");
}

void TstNodeFleet::fullHomeTakesNoByte()
{
    QVERIFY(m_fleet->up(1));
    const Node &node = m_fleet->node(0);
    QVERIFY(node.fill());
    QVERIFY(ssh(node, u"echo x >file"_s).contains("No space left on device"));
    QCOMPARE(ssh(node, u"echo x >/tmp/file && cat /tmp/file"_s), "x");
    QVERIFY(node.unfill());
    QCOMPARE(ssh(node, u"echo x >file && cat file"_s), "x");
}

void TstNodeFleet::sharesHome()
{
    NodeOptions shared;
    shared.sharedHome = NodeFleet::makeSharedHome();
    QVERIFY(m_fleet->up(2, shared));
    QVERIFY(m_fleet->up(1));
    QCOMPARE(ssh(m_fleet->node(0), u"echo ours >file; echo mine >/tmp/file"_s), "");
    QCOMPARE(ssh(m_fleet->node(1), u"cat file; ls /tmp"_s), "ours");
    QVERIFY(ssh(m_fleet->node(2), u"cat file"_s).contains("No such file"));
}

void TstNodeFleet::hasTheShell_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("command");
    QTest::newRow("sh") << u"/bin/sh"_s << u"echo $0"_s;
    QTest::newRow("bash") << u"/bin/bash"_s << u"echo ${BASH_VERSION:+bash}"_s;
    QTest::newRow("tcsh") << u"/bin/tcsh"_s << u"echo $shell:t"_s;
    QTest::newRow("fish") << u"/usr/bin/fish"_s << u"string upper fish | string lower"_s;
}

void TstNodeFleet::hasTheShell()
{
    QFETCH(QString, path);
    QFETCH(QString, command);
    if (const QString part = path.section(u'/', -1); part != u"sh")
        SKIP_WITHOUT_PART(part);
    QVERIFY(m_fleet->up(1));
    const Node &node = m_fleet->node(0);
    QVERIFY(node.setShell(path));
    QCOMPARE(ssh(node, command).split('/').last(), path.section(u'/', -1).toLatin1());
    QCOMPARE(ssh(node, u"echo $SHELL"_s), path.toLatin1());
}

void TstNodeFleet::asksForPassword()
{
    QVERIFY(m_fleet->up(1));
    const Node &node = m_fleet->node(0);
    QCOMPARE(sshAnswering(node, {Node::password()}), "in");
    QVERIFY(sshAnswering(node, {"wrong"}).contains("Permission denied"));
    QVERIFY(node.setSshdConfig("PasswordAuthentication no\n"));
    QVERIFY(sshAnswering(node, {Node::password()}).contains("Permission denied (publickey)"));
}

void TstNodeFleet::asksTwice()
{
    QVERIFY(m_fleet->up(1));
    const Node &node = m_fleet->node(0);
    QVERIFY(node.setSshdConfig("KbdInteractiveAuthentication yes\nPasswordAuthentication no\n"));
    QCOMPARE(sshAnswering(node, {Node::password()}), "in");
    QVERIFY(node.setSecondFactor(true));
    const QByteArray said = sshAnswering(node, {Node::password(), Node::code()});
    QVERIFY2(said.endsWith("in"), said);
    QVERIFY(sshAnswering(node, {Node::password(), "000000"}).contains("Permission denied"));
    QVERIFY(sshAnswering(node, {"wrong", Node::code()}).contains("Permission denied"));
    QVERIFY(node.setSecondFactor(false));
    QCOMPARE(sshAnswering(node, {Node::password()}), "in");
}

void TstNodeFleet::heedsItsConfiguration()
{
    NodeOptions options;
    options.sshdConfig = "ForceCommand echo forced\n";
    QVERIFY(m_fleet->up(1, options));
    QCOMPARE(ssh(m_fleet->node(0), u"echo free"_s), "forced");
    QVERIFY(m_fleet->node(0).reboot());
    QCOMPARE(ssh(m_fleet->node(0), u"echo free"_s), "forced");
    QVERIFY(m_fleet->node(0).setSshdConfig({}));
    QCOMPARE(ssh(m_fleet->node(0), u"echo free"_s), "free");
}

void TstNodeFleet::snapshotShowsWhatChanged()
{
    QVERIFY(m_fleet->up(1));
    const Node &node = m_fleet->node(0);
    const QByteArray before = node.snapshot();
    QVERIFY(before.contains("/home/alice/.ssh/authorized_keys"));
    QCOMPARE(ssh(node, u"true"_s), "");
    QTRY_COMPARE(node.snapshot(), before); // a login leaves nothing
    const char *changes[] = {"mkdir folder", "chmod 700 folder", "echo x >/tmp/file", "echo >>.ssh/authorized_keys",
                             "setsid sleep 1000 </dev/null >/dev/null 2>&1 &"};
    QByteArray last = before;
    for (const char *change : changes) {
        QCOMPARE(ssh(node, QString::fromLatin1(change)), "");
        const QByteArray now = node.snapshot();
        QVERIFY2(now != last, change);
        last = now;
    }
    // What was begun last may not have its name yet.
    QVERIFY(node.exec(u"rm -r /home/alice/folder /tmp/file; sed -i '$d' /home/alice/.ssh/authorized_keys; "
                      "until pkill -u alice sleep; do sleep 0.1; done"_s));
    QTRY_COMPARE(node.snapshot(), before);
}

void TstNodeFleet::leavesNothing()
{
    QVERIFY(testing::raiseBridge());
    QVERIFY(QFile::exists(NodeFleet::identityFile()) || m_fleet->up(1)); // what the first fleet of a test makes for all
    m_fleet->down();
    const auto before = traces();
    QVERIFY(m_fleet->up(2));
    const auto session = startSsh(m_fleet->node(0), u"echo in; exec sleep 1000"_s);
    QVERIFY(session->waitForReadyRead(testing::patience));
    QVERIFY(m_fleet->node(0).exec(u"setsid sleep 1000 >/dev/null 2>&1 &"_s));
    QVERIFY(traces() != before);
    session->kill();
    session->waitForFinished(testing::patience);
    m_fleet->down();
    QTRY_COMPARE(traces(), before);
}

void TstNodeFleet::endsWithItsTest()
{
    if (qEnvironmentVariableIsSet("BATCHDECK_FLEET_WAITS")) { // we are the one that will be killed
        QVERIFY(m_fleet->up(2));
        std::puts("they are up");
        std::fflush(stdout);
        QTest::qWait(100'000);
    }
    const auto before = traces();
    QProcess test;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"BATCHDECK_FLEET_WAITS"_s, u"1"_s);
    test.setProcessEnvironment(environment);
    testing::startOwnProgram(test, {u"endsWithItsTest"_s});
    QByteArray said;
    QVERIFY(QTest::qWaitFor([&] { return (said += test.readAll()).contains("they are up"); }, testing::patience));
    QVERIFY(traces().size() > before.size() + 6);
    ::kill(pid_t(test.processId()), SIGKILL);
    QVERIFY(test.waitForFinished(testing::patience));
    QTRY_COMPARE(traces(), before);
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstNodeFleet)
#include "tst_nodefleet.moc"
