// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/node/bench.h"

#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QScopeGuard>
#include <QStandardPaths>
#include <QStorageInfo>
#include <QSysInfo>
#include <QThread>

using namespace engine;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using testing::await;
using testing::Bench;
using testing::Kind;

/// The agent on this computer; what the scripts do in trouble is tst_wrapper's.
class TstNodeAgent final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void tellsWhatThisMachineIs();
    void repairsItsScripts();
    void drivesAnAttempt();
    void drivesANodeOfSeveral();
    void asksForManyAtOnce();
    void refusesHalfAPayload();
    void removesAJobFolder();
    void keepsOutputsOfAJob();
    void removesNothingElse_data();
    void removesNothingElse();
    void removesNoMount();
    void livesBelowTheHomeFolder();
    void findsToolsThatOnlyALoginSees();
    void needsNoRoomForWhatIsThere();

private:
    QStringList agentFiles() const;
    AttemptStatus waitFor(const QString &directory, Kind kind);

    std::unique_ptr<Bench> m_bench;
    std::unique_ptr<NodeAgent> m_agent;
};

void TstNodeAgent::init()
{
    m_bench = std::make_unique<Bench>();
    m_agent = std::make_unique<NodeAgent>(m_bench->host(), m_bench->home());
}

void TstNodeAgent::cleanup()
{
    QTRY_VERIFY(!m_bench->isAnyLeft());
    m_agent.reset();
    m_bench.reset();
}

QStringList TstNodeAgent::agentFiles() const
{
    const QDir agent(m_bench->home() + u"/agent"_s);
    const QStringList versions = agent.entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    return versions.size() == 1 ? QDir(agent.filePath(versions.first())).entryList(QDir::Files) : versions;
}

AttemptStatus TstNodeAgent::waitFor(const QString &directory, Kind kind)
{
    AttemptStatus state;
    const QDeadlineTimer deadline(testing::patience);
    do {
        const auto states = await(m_agent->fetchStatus({directory}));
        state = states ? states->constFirst() : AttemptStatus{};
    } while (state.kind != kind && !deadline.hasExpired());
    return state;
}

void TstNodeAgent::tellsWhatThisMachineIs()
{
    const auto inventory = await(m_agent->fetchInventory());
    VERIFY_RESULT(inventory);
    QCOMPARE(inventory->cores, QThread::idealThreadCount());
    QVERIFY(inventory->memoryBytes > 64 * 1024 * 1024);
    QCOMPARE(inventory->os, QSysInfo::prettyProductName());
    QCOMPARE(inventory->hostName, QSysInfo::machineHostName());
    QVERIFY(!inventory->machineId.isEmpty());
    QVERIFY(inventory->bootId.startsWith(QString::fromLatin1(QSysInfo::bootUniqueId())));
    QCOMPARE(inventory->home, QFileInfo(m_bench->home()).canonicalFilePath());
    QVERIFY(!inventory->user.isEmpty());
    QVERIFY(std::chrono::abs(inventory->clockOffset) < 5s);
    QCOMPARE(inventory->userHome, QDir::homePath());
    QCOMPARE(inventory->homeFileSystem, QString::fromUtf8(QStorageInfo(m_bench->home()).fileSystemType()));
    QCOMPARE(inventory->tools.value(u"tar"_s), QStandardPaths::findExecutable(u"tar"_s));
    QVERIFY(!inventory->tools.contains(u"no-such-tool"_s));
    QVERIFY(!inventory->disks.isEmpty());
    const QStorageInfo disk(m_bench->home());
    QCOMPARE(inventory->disks.first().mountPoint, disk.rootPath());
    QCOMPARE(inventory->disks.first().sizeBytes, disk.bytesTotal());
    QSet<QString> mountPoints;
    for (const DiskShape &each : inventory->disks)
        mountPoints.insert(each.mountPoint);
    QCOMPARE(mountPoints.size(), inventory->disks.size());
}

void TstNodeAgent::repairsItsScripts()
{
    const QString attempt = m_bench->attempt(u"m"_s);
    const auto without = await(m_agent->fetchStatus({attempt}));
    QVERIFY(!without);
    QCOMPARE(int(without.error().code), int(ErrorCode::CommandFailed));

    VERIFY_RESULT(await(m_agent->install()));
    const QStringList all = agentFiles();
    for (const QString &needed : {u"runtime.sh"_s, u"sampler.sh"_s, u"undo.sh"_s, u"wrapper.sh"_s})
        QVERIFY2(all.contains(needed), qPrintable(needed));
    VERIFY_RESULT(await(m_agent->fetchStatus({attempt})));

    const QString agent = m_bench->home() + u"/agent/"_s
        + QDir(m_bench->home() + u"/agent"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot).first();
    QVERIFY(QFile::remove(agent + u"/sampler.sh"_s));
    QVERIFY(QFile::resize(agent + u"/wrapper.sh"_s, 100));
    const auto one = m_agent->install();
    const auto two = m_agent->install();
    VERIFY_RESULT(await(one));
    VERIFY_RESULT(await(two));
    QCOMPARE(agentFiles(), all);
    QFile original(QStringLiteral(BATCHDECK_SOURCE_DIR "/resources/scripts/wrapper.sh"));
    QVERIFY(original.open(QIODevice::ReadOnly));
    QVERIFY(Bench::read(agent, "wrapper.sh") == original.readAll());
}

void TstNodeAgent::drivesAnAttempt()
{
    VERIFY_RESULT(await(m_agent->install()));
    const QString attempt = m_bench->attempt(u"it's a $machine"_s);
    const QByteArray payload = "mkdir launched; exec sleep 1000\n#end\n";
    const auto begun = await(m_agent->start(attempt, 0s, 1s, payload));
    VERIFY_RESULT(begun);
    QCOMPARE(int(begun->kind), int(Kind::Running));
    const auto again = await(m_agent->start(attempt, 0s, 1s, payload));
    VERIFY_RESULT(again);
    QCOMPARE(again->pid, begun->pid);
    QCOMPARE(int(await(m_agent->makeVoid(attempt))->kind), int(Kind::Running));
    VERIFY_RESULT(await(m_agent->terminate(attempt, 1s, u"user"_s)));
    const AttemptStatus end = waitFor(attempt, Kind::Exited);
    QCOMPARE(int(end.kind), int(Kind::Exited));
    QCOMPARE(end.exitCode, 143);
    QCOMPARE(end.endReason, u"user"_s);
    VERIFY_RESULT(await(m_agent->terminate(attempt, 1s, u"user"_s)));
    VERIFY_RESULT(await(m_agent->terminate(m_bench->attempt(u"absent"_s), 1s, u"user"_s)));
}

void TstNodeAgent::drivesANodeOfSeveral()
{
    const QString attempt = m_bench->attempt(u"m"_s);
    const QByteArray place = shellWord(attempt);
    VERIFY_RESULT(await(m_agent->install()));
    VERIFY_RESULT(await(m_agent->start(attempt, 0s, 1s,
                                       ". \"${self%/*}/runtime.sh\"; bd_begin " + place
                                           + " execution.log n0; bd_folders; bd_put offer 'u,22,key,A+/='; bd_gate\n"
                                             "bd_mount link "
                                           + place + "/temp/mounts/m it /; bd_launched; sleep 1000 & wait\n#end\n")));
    QTRY_COMPARE(int(await(m_agent->fetchStatus({attempt}))->constFirst().stage), int(AttemptStatus::Stage::Ready));
    const auto released = await(m_agent->release(attempt, {"u,22,key,A+/=", "-"}));
    VERIFY_RESULT(released);
    QCOMPARE(released->offer, "u,22,key,A+/="_ba);
    QCOMPARE(Bench::read(attempt, "released"), "u,22,key,A+/=\n-\n");
    QTRY_VERIFY(await(m_agent->fetchStatus({attempt}))->constFirst().launched);
    VERIFY_RESULT(await(m_agent->tidy(attempt))); // it runs: nothing is taken from it
    QVERIFY(QFileInfo(attempt + u"/temp/mounts/m"_s).isSymLink());
    const auto ended = await(m_agent->end(attempt, u"n o'1"_s));
    VERIFY_RESULT(ended);
    QCOMPARE(ended->endedBy, u"n,o'1"_s);
    VERIFY_RESULT(await(m_agent->terminate(attempt, 1s, u"user"_s)));
    QCOMPARE(waitFor(attempt, Kind::Exited).exitCode, 143);
    QVERIFY(!QFileInfo(attempt + u"/temp/mounts/m"_s).isSymLink());
    VERIFY_RESULT(await(m_agent->tidy(m_bench->attempt(u"absent"_s))));
}

void TstNodeAgent::asksForManyAtOnce()
{
    VERIFY_RESULT(await(m_agent->install()));
    QVERIFY(QDir().mkpath(m_bench->attempt(u"1500"_s)));
    QStringList directories;
    for (int i = 0; i < 2000; ++i) // more than fits into a command line's word
        directories.append(m_bench->attempt(QString::number(i)));
    const auto states = await(m_agent->fetchStatus(directories));
    VERIFY_RESULT(states);
    QCOMPARE(states->size(), 2000);
    QCOMPARE(int(states->at(1500).kind), int(Kind::StartingOrDead));
    QCOMPARE(int(states->at(1501).kind), int(Kind::Absent));
    QVERIFY(await(m_agent->fetchStatus({}))->isEmpty());
}

void TstNodeAgent::refusesHalfAPayload()
{
    for (const QByteArray payload : {"", "echo", "echo #end\n", "#end"}) {
        const auto answer = await(m_agent->start(m_bench->attempt(u"m"_s), 0s, 1s, payload));
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), int(ErrorCode::InvalidArgument));
    }
    QCOMPARE(int(await(m_agent->start(u"relative"_s, 0s, 1s, "\n#end\n")).error().code),
             int(ErrorCode::InvalidArgument));
}

void TstNodeAgent::removesAJobFolder()
{
    const QString job = m_bench->home() + u"/jobs/p/it's one"_s;
    QVERIFY(QDir().mkpath(job + u"/a1/m/temp"_s));
    QVERIFY(QDir().mkpath(m_bench->home() + u"/precious"_s));
    QVERIFY(QFile::link(m_bench->home() + u"/precious"_s, job + u"/link"_s));
    VERIFY_RESULT(await(m_agent->removeJobFolder(job)));
    QVERIFY(!QFile::exists(job));
    QVERIFY(QFile::exists(m_bench->home() + u"/precious"_s));
    VERIFY_RESULT(await(m_agent->removeJobFolder(job)));
}

void TstNodeAgent::keepsOutputsOfAJob()
{
    const QString job = m_bench->home() + u"/jobs/p/it's [one] *"_s;
    const QString outside = m_bench->home() + u"/elsewhere"_s;
    const QString first = job + u"/a1/m"_s;
    const QString second = job + u"/a2/n"_s;
    const QHash<QString, QString> places{
        {first + u"/outputs/RELATIVE"_s, first + u"/temp/wd/~/models"_s},
        {first + u"/outputs/TEMP"_s, first + u"/temp/p/model\nx"_s},
        {second + u"/outputs/SHARED"_s, job + u"/a2/shared/out"_s},
        {second + u"/stdouterr"_s, second + u"/temp/wd/logs/stdouterr"_s},
        {second + u"/outputs/OUTSIDE"_s, outside},
        {second + u"/outputs/MOVED"_s, second + u"/temp/wd/res/out"_s},
        {second + u"/outputs/RENAMED"_s, second + u"/temp/wd/mine/out"_s},
    };
    const QString disk = m_bench->home() + u"/disk"_s; // to which the job moved its folder
    QVERIFY(QDir().mkpath(disk) && QDir().mkpath(second + u"/temp/wd"_s));
    QVERIFY(QFile::link(disk, second + u"/temp/wd/res"_s));
    QVERIFY(QDir().mkpath(second + u"/temp/wd/mine2"_s)); // the job gave its folder another name
    QVERIFY(QFile::link(u"mine2"_s, second + u"/temp/wd/mine"_s));
    Bench::write(disk, "other", "of somebody");
    const QHash<QString, QString> others{{first + u"/outputs/EMPTY"_s, first + u"/temp/wd/empty"_s},
                                         {first + u"/stdouterr"_s, first + u"/temp/p/stdouterr"_s}};
    for (const auto &links : {places, others}) {
        for (auto it = links.cbegin(); it != links.cend(); ++it) {
            QVERIFY(QDir().mkpath(it.value() + u"/sub"_s) && QDir().mkpath(QFileInfo(it.key()).path()));
            QVERIFY(QFile::link(it.value(), it.key()));
        }
    }
    for (const QString &place : places)
        Bench::write(place + u"/sub"_s, "file", place.toUtf8());
    Bench::write(first + u"/temp/p/stdouterr"_s, "stdout.txt", "log");
    Bench::write(first + u"/temp/wd"_s, "scratch", "s");
    QVERIFY(QFile::setPermissions(first + u"/temp/p"_s, QFile::ReadOwner | QFile::ExeOwner));
    VERIFY_RESULT(await(m_agent->removeJobFolder(job)));
    for (const QString &place : places)
        QCOMPARE(Bench::read(place + u"/sub"_s, "file"), place.toUtf8());
    QVERIFY(!QFile::exists(first + u"/temp/p/stdouterr"_s));
    QVERIFY(!QFile::exists(first + u"/temp/wd/empty"_s));
    QVERIFY(!QFile::exists(first + u"/temp/wd/scratch"_s));
    QCOMPARE(Bench::read(disk, "other"), "of somebody");
    VERIFY_RESULT(await(m_agent->removeJobFolder(job))); // and again
    QCOMPARE(Bench::read(first + u"/temp/wd/~/models/sub"_s, "file"), (first + u"/temp/wd/~/models"_s).toUtf8());

    const auto told = await(m_agent->listOutputs(job, 1min));
    VERIFY_RESULT(told);
    const auto measured = await(m_agent->measureOutputs(*told, 60s));
    VERIFY_RESULT(measured);
    for (const NodeAgent::Output &output : *measured) {
        QVERIFY2(!output.isAtLeast, qPrintable(output.path));
        QCOMPARE(output.bytes >= 0, !output.path.contains(u'\n')); // of such a name du's line is torn
    }
    QStringList named;
    for (const NodeAgent::Output &output : *told) {
        QVERIFY(!output.identity.isEmpty());
        named.append(output.path);
    }
    QStringList inside = places.values();
    inside.removeOne(outside);
    named.sort();
    inside.sort();
    QCOMPARE(named, inside);
    named.removeOne(first + u"/temp/wd/~/models"_s); // of an attempt that nobody named
    VERIFY_RESULT(await(m_agent->removeJobFolder(job, named)));
    for (const QString &place : std::as_const(named))
        QVERIFY2(!QFile::exists(place), qPrintable(place));
    QCOMPARE(Bench::read(first + u"/temp/wd/~/models/sub"_s, "file"), (first + u"/temp/wd/~/models"_s).toUtf8());
    VERIFY_RESULT(await(m_agent->removeJobFolder(job, {first + u"/temp/wd/~/models"_s})));
    QVERIFY(!QFile::exists(job));
    QVERIFY(await(m_agent->listOutputs(job, 1min))->isEmpty());
    QCOMPARE(Bench::read(disk, "other"), "of somebody");
    QCOMPARE(Bench::read(outside + u"/sub"_s, "file"), outside.toUtf8());
}

void TstNodeAgent::removesNothingElse_data()
{
    QTest::addColumn<QString>("path"); // behind the home
    for (const char *path : {"", "/", "/jobs", "/jobs/", "/jobs/.", "/jobs/p/..", "/jobs/../precious", "/precious",
                             "/jobs/p/../../precious", "/jobsish/x", "/jobs/link/sub", "/jobs/..", "/agent"})
        QTest::newRow(path) << QString::fromLatin1(path);
}

void TstNodeAgent::removesNothingElse()
{
    QFETCH(QString, path);
    const QString home = m_bench->home();
    for (const QString &folder : {u"/jobs/p"_s, u"/precious/sub"_s, u"/jobsish/x"_s, u"/agent"_s})
        QVERIFY(QDir().mkpath(home + folder));
    QVERIFY(QFile::link(home + u"/precious"_s, home + u"/jobs/link"_s));
    const auto answer = await(m_agent->removeJobFolder(home + path));
    QVERIFY(!answer);
    QCOMPARE(int(answer.error().code), int(ErrorCode::InvalidArgument));
    QVERIFY(!await(m_agent->listOutputs(home + path, 1min)));
    for (const QString &folder : {u"/jobs/p"_s, u"/precious/sub"_s, u"/jobsish/x"_s, u"/agent"_s})
        QVERIFY2(QFile::exists(home + folder), qPrintable(folder));
}

void TstNodeAgent::removesNoMount()
{
    const QString job = m_bench->home() + u"/jobs/p/a job\tof \\040"_s;
    const QString folder = job + u"/a1/m/temp/mounts/share"_s;
    const QByteArray mount = shellWord(folder);
    QVERIFY(QDir().mkpath(folder));
    if (m_bench->sh("mount -t tmpfs none " + mount)->exitCode != 0)
        SKIP_UNLESS_ALL("only root can mount.");
    QCOMPARE(m_bench->sh("echo share > " + mount + "/file")->exitCode, 0);
    const auto answer = await(m_agent->removeJobFolder(job));
    const QByteArray file = Bench::read(folder, "file");
    QCOMPARE(m_bench->sh("umount " + mount)->exitCode, 0);
    QVERIFY(!answer);
    QCOMPARE(int(answer.error().code), int(ErrorCode::Conflict));
    QCOMPARE(file, "share\n");
    VERIFY_RESULT(await(m_agent->removeJobFolder(job)));
    QVERIFY(!QFile::exists(job));
}

void TstNodeAgent::livesBelowTheHomeFolder()
{
    const QByteArray before = qgetenv("HOME");
    qputenv("HOME", m_bench->home().toLocal8Bit());
    NodeAgent agent(m_bench->host(), {});
    const auto installed = await(agent.install());
    const auto inventory = await(agent.fetchInventory());
    qputenv("HOME", before);
    VERIFY_RESULT(installed);
    VERIFY_RESULT(inventory);
    QCOMPARE(inventory->home, QFileInfo(m_bench->home()).canonicalFilePath() + u"/.batchdeck"_s);
    QVERIFY(QFile::exists(m_bench->home() + u"/.batchdeck/agent"_s));
}

void TstNodeAgent::findsToolsThatOnlyALoginSees()
{
    const QString tool = m_bench->home() + u"/.local/bin/rocm-smi"_s;
    QVERIFY(QDir().mkpath(QFileInfo(tool).path()) && QFile::copy(u"/bin/true"_s, tool));
    const QByteArray home = qgetenv("HOME");
    const QByteArray path = qgetenv("PATH");
    qputenv("HOME", m_bench->home().toLocal8Bit());
    qputenv("PATH", "/usr/bin:/bin");
    const auto inventory = await(m_agent->fetchInventory());
    qputenv("HOME", home);
    qputenv("PATH", path);
    VERIFY_RESULT(inventory);
    if (inventory->tools.value(u"rocm-smi"_s).startsWith(u"/usr"_s))
        SKIP_UNLESS_ALL("this computer has a real rocm-smi.");
    QCOMPARE(inventory->tools.value(u"rocm-smi"_s), tool);
}

void TstNodeAgent::needsNoRoomForWhatIsThere()
{
    const QByteArray mount = m_bench->home().toLocal8Bit() + "/full";
    const QString home = QString::fromLocal8Bit(mount);
    QVERIFY(QDir().mkpath(home));
    if (m_bench->sh("mount -t tmpfs -o size=128k none " + mount)->exitCode != 0)
        SKIP_UNLESS_ALL("a full disk needs a file system of its own, which only root can mount.");
    const auto unmount = qScopeGuard([&] { (void)m_bench->sh("umount " + mount); });
    const QByteArray fill = "dd if=/dev/zero bs=1k >> " + mount + "/fill 2>/dev/null; true";
    NodeAgent agent(m_bench->host(), home);
    VERIFY_RESULT(await(agent.install()));
    QCOMPARE(m_bench->sh(fill)->exitCode, 0);
    VERIFY_RESULT(await(agent.install()));
    VERIFY_RESULT(await(agent.fetchStatus({home + u"/jobs/p/u/a1/m"_s})));
    VERIFY_RESULT(await(agent.fetchInventory()));

    QCOMPARE(m_bench->sh("rm " + mount + "/agent/*/inventory.sh")->exitCode, 0);
    QCOMPARE(m_bench->sh(fill)->exitCode, 0);
    const auto refused = await(agent.install());
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.englishText().contains(u"disk is full"_s),
             qPrintable(refused.error().message.englishText()));
    const QString folder = home + u"/agent"_s;
    QCOMPARE(QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
}

BATCHDECK_TEST(QCoreApplication, TstNodeAgent)

#include "tst_nodeagent.moc"
