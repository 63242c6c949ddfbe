// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/node/runtime/runtimefixture.h"

#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

#include <QJsonDocument>

#include <csignal>
#include <unistd.h>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::Bench;
using testing::Kind;
using Stage = AttemptStatus::Stage;

/// Skips a test function that mounts over ssh from a server of its own.
#define SKIP_WITHOUT_MOUNTS_OVER_SSH()                                                                                 \
    do {                                                                                                               \
        SKIP_WITHOUT("sshfs");                                                                                         \
        SKIP_WITHOUT("sshd");                                                                                          \
        if (::getuid() != 0 && !QFileInfo(u"/dev/fuse"_s).isWritable())                                                \
            SKIP_UNLESS_ALL("/dev/fuse is not for this user.");                                                        \
    } while (false)

/// The mounts of runtime.sh, and that undo.sh takes them back however an attempt ends.
class TstRuntimeMounts final : public RuntimeFixture
{
    Q_OBJECT

private slots:
    void linksFolders();
    void keepsWhatIsInTheWay();
    void mountsOverSsh();
    void neverWaitsForASilentServer();
    void tellsWhyAMountFails_data();
    void tellsWhyAMountFails();
    void endsAHungMount_data();
    void endsAHungMount();
    void leavesNothingWhenKilled_data();
    void leavesNothingWhenKilled();
    void tidiesWhatNobodyWatched();

private:
    [[nodiscard]] QJsonObject mounting(const QByteArray &volumes) const
    {
        QJsonObject job{{u"customToolkitSettings"_s,
                         QJsonObject{{u"commandLine"_s, u"sh $AZ_BATCHAI_JOB_TEMP/../../../../../../script"_s}}}};
        job[u"mountVolumes"_s] =
            QJsonDocument::fromJson(QByteArray(volumes).replace("HOME", m_bench->home().toUtf8())).object();
        return job;
    }
    // A volume that is mapped to the bench's folder "export" on the server, which there is called "nas".
    [[nodiscard]] QJsonObject mountingFrom(const testing::SshServer &server);
    [[nodiscard]] QStringList mounts() const
    {
        QFile file(u"/proc/self/mountinfo"_s);
        QStringList points;
        if (file.open(QIODevice::ReadOnly)) {
            for (const QByteArray &line : file.readAll().split('\n')) {
                if (line.contains(m_bench->home().toLocal8Bit()))
                    points.append(QString::fromLocal8Bit(line));
            }
        }
        return points;
    }
};

void TstRuntimeMounts::linksFolders()
{
    const QString data = m_bench->home() + u"/the data"_s;
    QVERIFY(QDir().mkpath(data));
    VERIFY_RESULT(
        start(plan(mounting(R"({"x-batchdeck":{"paths":[{"path":"HOME/the data","relativeMountPath":"a b"}]}})"),
                   "echo kept > \"$AZ_BATCHAI_JOB_MOUNT_ROOT/a b/file\"; ls $AZ_BATCHAI_JOB_MOUNT_ROOT\n")));
    QCOMPARE(end().exitCode, 0);
    QCOMPARE(log("stdout.txt"), "a b\n");
    QCOMPARE(Bench::read(data, "file"), "kept\n");
    QVERIFY(QDir(m_attempt + u"/temp/mounts"_s).isEmpty());
    QVERIFY(!QFile::exists(m_attempt + u"/undo"_s));
    QVERIFY2(log("execution.log").contains(QByteArray("Mounted " + data.toUtf8() + " at ")), log("execution.log"));
}

void TstRuntimeMounts::keepsWhatIsInTheWay()
{
    NodePlan node = plan(mounting(R"({"x-batchdeck":{"paths":[{"path":"/tmp","relativeMountPath":"x"}]}})"), ":");
    node.mounts.first().path = m_bench->home() + u"/taken"_s;
    QVERIFY(QDir().mkpath(node.mounts.constFirst().path));
    Bench::write(node.mounts.constFirst().path, "precious", "data");
    VERIFY_RESULT(start(node));
    const AttemptStatus state = end();
    QCOMPARE(state.cause, u"MountFailed"_s);
    QVERIFY(!state.launched);
    QVERIFY2(state.launchError.contains(u"there is something already"_s), qPrintable(state.launchError));
    QCOMPARE(Bench::read(node.mounts.constFirst().path, "precious"), "data");
    QVERIFY(log("execution.log").contains("Mounting /tmp at "));
}

QJsonObject TstRuntimeMounts::mountingFrom(const testing::SshServer &server)
{
    // The user's own configuration of ssh is not a test's to write: this is the real sshfs with another one.
    const QString tools = m_bench->home() + u"/tools"_s;
    QDir().mkpath(tools);
    QDir().mkpath(m_bench->home() + u"/export"_s);
    Bench::write(tools, "config",
                 "Host nas\nHostName " + server.address().toLatin1() + "\nPort " + QByteArray::number(server.port())
                     + "\nUser " + testing::SshServer::user().toLatin1() + "\nIdentityFile "
                     + server.identityFile().toLatin1() + "\nUserKnownHostsFile " + server.knownHostsFile().toLatin1()
                     + "\nIdentitiesOnly yes\n");
    Bench::write(tools, "sshfs", "#!/bin/sh\nexec /usr/bin/sshfs -F " + tools.toLocal8Bit() + "/config \"$@\"\n");
    QFile::setPermissions(tools + u"/sshfs"_s, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    m_bench->setPrefix("PATH=" + tools.toLocal8Bit() + ":$PATH ");
    m_volumes = {{u"*"_s, u"nas:"_s + m_bench->home() + u"/export"_s}};
    return mounting(
        R"({"azureFileShares":[{"azureFileUrl":"https://a.file.core.windows.net/s","relativeMountPath":"afs"}]})");
}

void TstRuntimeMounts::mountsOverSsh()
{
    SKIP_WITHOUT_MOUNTS_OVER_SSH();
    testing::SshServer server;
    QVERIFY(server.start());
    const auto reset = qScopeGuard([this] { m_volumes.clear(); });
    const QJsonObject job = mountingFrom(server);
    // Its last words, too, have to arrive.
    VERIFY_RESULT(start(plan(job,
                             "cd $AZ_BATCHAI_JOB_MOUNT_ROOT/afs && trap 'sleep 0.5; echo saved > saved; exit 4' TERM\n"
                             "echo here > here; while :; do sleep 0.1; done\n")));
    QTRY_COMPARE(Bench::read(m_bench->home(), "export/here"), "here\n");
    QCOMPARE(mounts().size(), 1);
    ask("kill", "30 user");
    QCOMPARE(end().exitCode, 4);
    QCOMPARE(Bench::read(m_bench->home(), "export/saved"), "saved\n");
    QCOMPARE(mounts(), QStringList());
    QTRY_COMPARE(m_bench->leftOver().size(), 0);

    // The server goes while it is mounted: a mount that is dead goes as well.
    QVERIFY(QDir(m_attempt).removeRecursively());
    VERIFY_RESULT(start(plan(job, "echo here > $AZ_BATCHAI_JOB_MOUNT_ROOT/afs/again; exec sleep 1000\n")));
    QTRY_COMPARE(Bench::read(m_bench->home(), "export/again"), "here\n");
    server.stop();
    ask("kill", "1 user");
    QCOMPARE(end().exitCode, 143);
    QCOMPARE(mounts(), QStringList());

    // And without a server there is no mount.
    QVERIFY(QDir(m_attempt).removeRecursively());
    VERIFY_RESULT(start(plan(job, "echo run\n")));
    const AttemptStatus state = end();
    QCOMPARE(state.cause, u"MountFailed"_s);
    QVERIFY2(state.launchError.contains(u"cannot mount nas:"_s), qPrintable(state.launchError));
    QVERIFY2(log("execution.log").contains("\n>>>   "), log("execution.log"));
    QCOMPARE(mounts(), QStringList());
}

void TstRuntimeMounts::neverWaitsForASilentServer()
{
    QFETCH_GLOBAL(QByteArray, shell);
    if (shell != testing::shells[0] && !testing::isLongRun())
        return; // what takes these two minutes is ssh's, and not the shell's
    SKIP_WITHOUT_MOUNTS_OVER_SSH();
    testing::SshServer server;
    QVERIFY(server.start());
    const auto reset = qScopeGuard([this] { m_volumes.clear(); });
    const QJsonObject job = mountingFrom(server);
    VERIFY_RESULT(
        start(plan(job,
                   "echo here > $AZ_BATCHAI_JOB_MOUNT_ROOT/afs/here; until [ -e frozen ]; do sleep 0.1; done\n"
                   "echo more > $AZ_BATCHAI_JOB_MOUNT_ROOT/afs/more || exit 5\n")));
    QTRY_COMPARE(Bench::read(m_bench->home(), "export/here"), "here\n");
    server.freeze();
    Bench::write(m_attempt + u"/temp/wd"_s, "frozen", "");
    const AttemptStatus broken = m_bench->waitFor(m_attempt, Kind::Exited, 3 * testing::patience);
    QVERIFY2(broken.exitCode != 0 && broken.launched, log("stderr.txt"));
    QVERIFY2(log("stderr.txt").contains("put/output error"), log("stderr.txt"));
    QCOMPARE(mounts(), QStringList());

    // It accepts, and says nothing. sshfs tells it, and not the limit of all mounts.
    QVERIFY(QDir(m_attempt).removeRecursively());
    VERIFY_RESULT(start(plan(job, "echo run\n")));
    const AttemptStatus silent = m_bench->waitFor(m_attempt, Kind::Exited, 3 * testing::patience);
    QCOMPARE(silent.cause, u"MountFailed"_s);
    QVERIFY2(silent.launchError.contains(u"cannot mount nas:"_s), qPrintable(silent.launchError));
    QVERIFY2(!silent.launchError.contains(u"it took longer"_s), qPrintable(silent.launchError));
    QCOMPARE(mounts(), QStringList());
}

void TstRuntimeMounts::tellsWhyAMountFails_data()
{
    QTest::addColumn<QByteArray>("volumes");
    QTest::addColumn<QString>("words");
    QTest::newRow("no such folder")
        << R"({"x-batchdeck":{"paths":[{"path":"/no/such/folder","relativeMountPath":"x"}]}})"_ba
        << u"there is no folder /no/such/folder"_s;
    QTest::newRow("a command that fails")
        << R"({"unmanagedFileSystems":[{"mountCommand":"echo first; echo the server said no >&2; exit 3;","relativeMountPath":"x"}]})"_ba
        << u"the server said no (exit code 3)"_s;
    QTest::newRow("no such command")
        << R"({"unmanagedFileSystems":[{"mountCommand":"no-such-command-here","relativeMountPath":"x"}]})"_ba
        << u"no-such-command-here"_s;
}

void TstRuntimeMounts::tellsWhyAMountFails()
{
    QFETCH(QByteArray, volumes);
    QFETCH(QString, words);
    VERIFY_RESULT(start(plan(mounting(volumes), "echo run\n")));
    const AttemptStatus state = end();
    QCOMPARE(state.exitCode, 1);
    QCOMPARE(state.cause, u"MountFailed"_s);
    QVERIFY(!state.launched);
    QVERIFY2(state.launchError.contains(words), qPrintable(state.launchError));
    QVERIFY2(log("execution.log").contains("cannot mount "), log("execution.log"));
    QVERIFY(!QFile::exists(m_attempt + u"/undo"_s));
}

void TstRuntimeMounts::endsAHungMount_data()
{
    QTest::addColumn<QByteArray>("how");
    QTest::newRow("kill") << "kill"_ba;
    QTest::newRow("end") << "end"_ba;
    QTest::newRow("killed -9") << "9"_ba;
}

void TstRuntimeMounts::endsAHungMount()
{
    QFETCH(QByteArray, how);
    VERIFY_RESULT(
        start(plan(mounting(R"({"unmanagedFileSystems":[{"mountCommand":"sleep 1000 & echo > HOME/hangs; wait; true",
        "relativeMountPath":"x"}]})"),
                   "echo run\n")));
    QTRY_VERIFY(QFile::exists(m_bench->home() + u"/hangs"_s));
    QCOMPARE(int(m_bench->status(m_attempt).stage), int(Stage::Mounting));
    if (how == "9") {
        kill("wrapper");
        kill("job");
    } else {
        ask(how, how == "kill" ? "1 user" : "n1");
        QVERIFY(!end().launched);
    }
    QTRY_VERIFY2(m_bench->leftOver().isEmpty(), m_bench->leftOver().join('\n').constData());
    QTRY_VERIFY(!QFile::exists(m_attempt + u"/undo"_s));
}

void TstRuntimeMounts::leavesNothingWhenKilled_data()
{
    QTest::addColumn<QByteArrayList>("victims");
    QTest::addColumn<bool>("isGang");
    QTest::newRow("wrapper and job") << QByteArrayList{"wrapper", "job"} << false;
    QTest::newRow("job") << QByteArrayList{"job"} << false;
    QTest::newRow("wrapper and job of a gang") << QByteArrayList{"wrapper", "job"} << true;
}

void TstRuntimeMounts::leavesNothingWhenKilled()
{
    QFETCH(QByteArrayList, victims);
    QFETCH(bool, isGang);
    if (::getuid() != 0)
        SKIP_UNLESS_ALL("a mount of a test's own is only for root.");
    QJsonObject job = torch(3);
    job[u"mountVolumes"_s] =
        mounting(R"({"unmanagedFileSystems":[{"mountCommand":"mount -t tmpfs none","relativeMountPath":"t"}],
                     "x-batchdeck":{"paths":[{"path":"HOME","relativeMountPath":"p"}]}})")[u"mountVolumes"_s];
    VERIFY_RESULT(start(plan(job, "echo here; trap '' TERM; env -i setsid -w sleep 1000\n", isGang ? 2 : 1)));
    if (isGang) {
        QTRY_COMPARE(int(m_bench->status(m_attempt).stage), int(Stage::Ready));
        ask("release", {}, "-\n-\n");
    }
    QTRY_COMPARE(log("stdout-1.txt"), "here\n");
    QCOMPARE(mounts().size(), 1);
    for (const QByteArray &victim : victims)
        kill(victim.constData());
    QTRY_VERIFY2(m_bench->leftOver().isEmpty(), m_bench->leftOver().join('\n').constData());
    QTRY_COMPARE(mounts(), QStringList());
    QVERIFY(QDir(m_attempt + u"/temp/mounts"_s).isEmpty());
    const AttemptStatus state = m_bench->status(m_attempt);
    QCOMPARE(int(state.kind), int(victims.size() > 1 ? Kind::Lost : Kind::Exited));
    QVERIFY(state.launched);
}

void TstRuntimeMounts::tidiesWhatNobodyWatched()
{
    VERIFY_RESULT(start(plan(mounting(R"({"x-batchdeck":{"paths":[{"path":"HOME","relativeMountPath":"p"}]}})"),
                             "echo here; trap '' TERM; sleep 1000; sleep 1000\n")));
    QTRY_COMPARE(log("stdout.txt"), "here\n");
    QCOMPARE(int(ask("tidy").kind), int(Kind::Running)); // what lives is not its business
    const QByteArray processes =
        m_bench
            ->sh("grep -zl -- watch /proc/[0-9]*/cmdline | xargs grep -zl -- " + shellWord(m_attempt) + " 2>/dev/null")
            ->output;
    for (const QByteArray &path : processes.split('\n')) {
        if (const pid_t pid = path.split('/').value(2).toInt(); pid > 1)
            ::kill(pid, SIGKILL);
    }
    kill("wrapper");
    kill("job");
    QTRY_COMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Lost));
    QVERIFY(QFileInfo(m_attempt + u"/temp/mounts/p"_s).isSymLink());
    QCOMPARE(int(ask("tidy").kind), int(Kind::Lost));
    QVERIFY(QDir(m_attempt + u"/temp/mounts"_s).isEmpty());
    QTRY_VERIFY2(m_bench->leftOver().isEmpty(), m_bench->leftOver().join('\n').constData());
}

BATCHDECK_TEST(QCoreApplication, TstRuntimeMounts)

#include "tst_runtimemounts.moc"
