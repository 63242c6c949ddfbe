// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/job/troublefixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using engine::JobSnapshot;
using testing::Node;
using testing::TroubleFixture;

/// Jobs that run on several machines: they begin together, end together, and for the cause that was the first.
class TstGangs final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void runsOnAllNodes_data();
    void runsOnAllNodes();
    void endsWithItsFirstFailure();
    void failsWithItsPreparation();
    void isOfTheMasterAlone();
    void endsWhenADaemonOfMpiIsKilled_data();
    void endsWhenADaemonOfMpiIsKilled();
    void losesTheProcessesOfANode();
    void beginsAgainWhenANodeIsLostBefore();
    void isStopped();
    void runsTooLong();
    void goesOnAfterARestartOfTheEngine_data();
    void goesOnAfterARestartOfTheEngine();
    void waitsForANodeOutOfReach();
    void showsAFailureWhileANodeIsOutOfReach();
    void runsAgainWhenANodeWasRebooted();
    void leavesNothingWhenDeleted();

private:
    /// n1, n2…, and on each the script that every process runs, in which $RANK is its number.
    void begin(int nodes, const QString &script);
    engine::Result<QJsonValue> submit(const QString &name, int nodes, const QJsonObject &more = {});
    [[nodiscard]] QJsonObject nodeOf(const JobSnapshot &job, int index) const
    {
        return TroubleFixture::extension(job.document)[u"nodes"_s][index].toObject();
    }
    /// "succeeded ended"
    [[nodiscard]] QString states(const JobSnapshot &job) const;
    [[nodiscard]] JobSnapshot job() { return m_fixture->job(u"one"_s); }
    [[nodiscard]] QByteArray log(int rank) { return TroubleFixture::log(job(), u"stdout-%1.txt"_s.arg(rank)); }
    [[nodiscard]] bool areAll(const QByteArray &words, int count);
    /// Lets it go on, in preparation too.
    void succeedsAtTheSecondAttempt();
    [[nodiscard]] Node &node(int index) const { return m_fixture->node(index); }

    std::unique_ptr<TroubleFixture> m_fixture;
};

namespace {

const auto scriptPath = u"/tmp/work.sh"_s;
const auto workUntilGo = u"echo rank $RANK of $WORLD_SIZE; until [ -e /tmp/go ]; do sleep 0.1; done; echo end"_s;
const auto workForever = u"echo rank $RANK of $WORLD_SIZE; while :; do sleep 0.1; done"_s;
const auto failOnGo =
    u"echo rank $RANK of $WORLD_SIZE; until [ -e /tmp/go ]; do sleep 0.1; done; [ $RANK != 1 ] || exit 7; while :; do sleep 0.1; done"_s;

// Of the attempt, at one blow: nobody is left to say how it ended. The engine's own connections are spared.
const auto killEverything =
    u"of() { pgrep -u alice -f /jobs/ -r S,R,T,D; grep -lzF BATCHDECK_TOKEN= "
    u"/proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3; }; "
    "kill -STOP $(of); for i in $(seq 50); do kill -KILL $(of); pgrep -u alice -f /jobs/ -r S,R,T,D || exit 0; sleep 0.1; done; exit 1"_s;

} // namespace

void TstGangs::initTestCase()
{
    SKIP_WITHOUT_NODES();
    TroubleFixture::warmUp();
}

void TstGangs::init()
{
    m_fixture = std::make_unique<TroubleFixture>();
}

void TstGangs::cleanup()
{
    if (m_fixture)
        QCOMPARE(m_fixture->end(), QByteArray());
    m_fixture.reset();
}

void TstGangs::begin(int nodes, const QString &work)
{
    VERIFY_RESULT(m_fixture->begin(nodes));
    for (int i = 0; i < nodes; ++i)
        QVERIFY(node(i).exec(QString(u"cat > "_s + scriptPath + u" <<'END'\n"_s + work + u"\nEND\n"_s)));
}

engine::Result<QJsonValue> TstGangs::submit(const QString &name, int nodes, const QJsonObject &more)
{
    QJsonObject properties = more;
    properties[u"nodeCount"_s] = nodes;
    properties[u"stdOutErrPathPrefix"_s] = u"/tmp/out"_s;
    properties[u"pyTorchSettings"_s] = QJsonObject{{u"pythonScriptFilePath"_s, scriptPath},
                                                   {u"pythonInterpreterPath"_s, u"/bin/sh"_s},
                                                   {u"communicationBackend"_s, u"gloo"_s}};
    const QByteArray text = QJsonDocument(QJsonObject{{u"properties"_s, properties}}).toJson();
    return m_fixture->call(
        u"job.create"_s,
        {{u"id"_s, TroubleFixture::jobId(name)}, {u"cluster"_s, u"desk"_s}, {u"text"_s, QString::fromUtf8(text)}});
}

QString TstGangs::states(const JobSnapshot &job) const
{
    QStringList words;
    for (const QJsonValue &each : TroubleFixture::extension(job.document)[u"nodes"_s].toArray())
        words.append(each[u"state"_s].toString());
    return words.join(u' ');
}

bool TstGangs::areAll(const QByteArray &words, int count)
{
    for (int i = 0; i < count; ++i) {
        if (log(i) != "rank " + QByteArray::number(i) + " of " + QByteArray::number(count) + '\n' + words)
            return false;
    }
    return true;
}

void TstGangs::runsOnAllNodes_data()
{
    QTest::addColumn<int>("count");
    QTest::newRow("two") << 2;
    QTest::newRow("three") << 3;
}

void TstGangs::runsOnAllNodes()
{
    QFETCH(int, count);
    begin(count, workUntilGo);
    VERIFY_RESULT(submit(u"one"_s, count));
    QTRY_VERIFY_WITH_TIMEOUT(areAll("", count), 2 * testing::patience);
    QTRY_COMPARE(toString(job().phase), u"executing"_s);
    QCOMPARE(job().nodes.size(), count);
    const auto cluster = m_fixture->call(u"resource.get"_s, {{u"id"_s, u"default/default/clusters/desk"_s}});
    VERIFY_RESULT(cluster);
    QCOMPARE((*cluster)[u"properties"_s][u"nodeStateCounts"_s][u"runningNodeCount"_s].toInt(), count);

    for (int i = 0; i < count; ++i) {
        QCOMPARE(toString(job().state), u"running"_s);
        QVERIFY(TroubleFixture::open(node(i)));
    }
    const JobSnapshot done = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(done), u"succeeded 0"_s);
    QCOMPARE(states(done), QStringList(count, u"succeeded"_s).join(u' '));
    QVERIFY(areAll("end\n", count));
    for (const auto &file : done.logs)
        QVERIFY(file.spoolPath.contains(u'/' + file.node + u'/'));
    for (int i = 0; i < count; ++i)
        QVERIFY(QFile::exists(nodeOf(done, i)[u"samplesPath"_s].toString()));

    const auto files = m_fixture->call(u"job.files"_s, {{u"id"_s, TroubleFixture::jobId(u"one"_s)}});
    VERIFY_RESULT(files);
    QStringList found;
    for (const QJsonValue &file : files->toArray()) {
        if (file[u"name"_s].toString().startsWith(u"stdout-"_s))
            found.append(QString(file[u"node"_s].toString() + u' ' + file[u"name"_s].toString()));
    }
    found.sort();
    QCOMPARE(found.size(), count);
    QCOMPARE(found.at(1), u"n2 stdout-1.txt"_s);
    QVERIFY(!m_fixture->call(
        u"job.follow"_s,
        {{u"id"_s, TroubleFixture::jobId(u"one"_s)}, {u"file"_s, u"stdout-1.txt"_s}, {u"node"_s, u"nobody"_s}}));
    const auto followed =
        m_fixture->call(u"job.follow"_s, {{u"id"_s, TroubleFixture::jobId(u"one"_s)}, {u"file"_s, u"stdout-1.txt"_s}});
    VERIFY_RESULT(followed);
    QVERIFY((*followed)[u"spoolPath"_s].toString().endsWith(u"/n2/stdout-1.txt"_s));
}

void TstGangs::endsWithItsFirstFailure()
{
    begin(3, failOnGo);
    VERIFY_RESULT(submit(u"one"_s, 3));
    QTRY_VERIFY_WITH_TIMEOUT(areAll("", 3), 2 * testing::patience);
    QVERIFY(TroubleFixture::open(node(1)));
    const JobSnapshot failed = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(failed), u"failed JobFailed 7"_s);
    QCOMPARE(states(failed), u"ended failed ended"_s);
    const QJsonValue first = TroubleFixture::extension(failed.document)[u"firstFailure"_s];
    QCOMPARE(first,
             QJsonValue(QJsonObject{{u"node"_s, u"n2"_s},
                                    {u"process"_s, 1},
                                    {u"exitCode"_s, 7},
                                    {u"task"_s, u"rank"_s},
                                    {u"name"_s, u"rank 1"_s}}));
    QCOMPARE(failed.reason.englishText(), u"On n2: Rank 1 ended with exit code 7."_s);
}

void TstGangs::failsWithItsPreparation()
{
    begin(2, workForever);
    const QJsonObject preparation{
        {u"commandLine"_s, u"echo prepared on $AZ_BATCH_NODE_ID; [ $AZ_BATCH_NODE_ID != n2 ] || exit 9"_s}};
    VERIFY_RESULT(submit(u"one"_s, 2, {{u"jobPreparation"_s, preparation}}));
    const JobSnapshot failed = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(failed), u"failed JobPreparationFailed 9"_s);
    QCOMPARE(states(failed), u"ended failed"_s);
    QVERIFY(failed.reason.englishText().contains(u"n2"_s));
    QCOMPARE(TroubleFixture::log(failed, u"stdout-job_prep-n1.txt"_s), "prepared on n1\n");
    QCOMPARE(log(0), QByteArray()); // it never began
}

void TstGangs::isOfTheMasterAlone()
{
    begin(2, workForever);
    const QJsonObject properties{
        {u"nodeCount"_s, 2},
        {u"stdOutErrPathPrefix"_s, u"/tmp/out"_s},
        {u"customToolkitSettings"_s,
         QJsonObject{{u"commandLine"_s, u"echo on $AZ_BATCH_NODE_ID of $AZ_BATCH_HOST_LIST"_s}}}};
    const QByteArray text = QJsonDocument(QJsonObject{{u"properties"_s, properties}}).toJson();
    VERIFY_RESULT(m_fixture->call(
        u"job.create"_s,
        {{u"id"_s, TroubleFixture::jobId(u"one"_s)}, {u"cluster"_s, u"desk"_s}, {u"text"_s, QString::fromUtf8(text)}}));
    const JobSnapshot done = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(done), u"succeeded 0"_s);
    QCOMPARE(states(done), u"succeeded succeeded"_s);
    const QString hosts = node(0).address() + u',' + node(1).address();
    QCOMPARE(TroubleFixture::log(done, u"stdout.txt"_s), QString(u"on n1 of "_s + hosts + u'\n').toLatin1());
}

void TstGangs::endsWhenADaemonOfMpiIsKilled_data()
{
    QTest::addColumn<QString>("toolkit");
    QTest::addColumn<QString>("line");
    QTest::newRow("our line") << u"customMpiSettings"_s << u"python3 /tmp/compute.py"_s;
    QTest::newRow("a line of the user's")
        << u"customToolkitSettings"_s
        << u"mpirun -np 4 --host $(echo $AZ_BATCH_HOST_LIST | sed 's/,\\|$/:2&/g') python3 /tmp/compute.py"_s;
}

// Four ranks compute; then the daemon that started two of them on the second node is killed.
void TstGangs::endsWhenADaemonOfMpiIsKilled()
{
    SKIP_WITHOUT("openmpi");
    SKIP_WITHOUT("mpi4py");
    QFETCH(QString, toolkit);
    QFETCH(QString, line);
    begin(2, workForever);
    const QString compute = u"from mpi4py import MPI; import os, time; c = MPI.COMM_WORLD\n"
                            "print(c.Get_rank(), c.allreduce(c.Get_rank() + 1), os.environ['AZ_BATCH_NODE_ID'], "
                            "sorted(n for n in os.environ if n.startswith('AZ_')), flush=True)\n"
                            "while True: time.sleep(0.1)\n"_s;
    for (int i = 0; i < 2; ++i)
        QVERIFY(node(i).exec(QString(u"cat > /tmp/compute.py <<'END'\n"_s + compute + u"END\n"_s)));
    QJsonObject settings{{u"commandLine"_s, line}};
    if (toolkit == u"customMpiSettings")
        settings[u"processCount"_s] = 4;
    const QJsonObject properties{{u"nodeCount"_s, 2}, {u"stdOutErrPathPrefix"_s, u"/tmp/out"_s}, {toolkit, settings}};
    const QByteArray text = QJsonDocument(QJsonObject{{u"properties"_s, properties}}).toJson();
    VERIFY_RESULT(m_fixture->call(
        u"job.create"_s,
        {{u"id"_s, TroubleFixture::jobId(u"one"_s)}, {u"cluster"_s, u"desk"_s}, {u"text"_s, QString::fromUtf8(text)}}));
    const auto lines = [this] {
        QByteArrayList ranks = TroubleFixture::log(job(), u"stdout.txt"_s).trimmed().split('\n');
        std::sort(ranks.begin(), ranks.end());
        return ranks;
    };
    QTRY_VERIFY2_WITH_TIMEOUT(lines().size() == 4, TroubleFixture::log(job(), u"stderr.txt"_s).constData(),
                              2 * testing::patience);
    const QByteArrayList ranks = lines();
    for (int i = 0; i < 4; ++i) {
        const QByteArray begin = QByteArray::number(i) + " 10 n" + QByteArray::number(i / 2 + 1) + " [";
        QVERIFY2(ranks.at(i).startsWith(begin), ranks.at(i).constData());
        QCOMPARE(ranks.at(i).sliced(begin.size()), ranks.at(0).sliced(begin.size())); // the service's variables
        QVERIFY2(ranks.at(i).contains("'AZ_BATCHAI_MPI_HOST_FILE'"), ranks.at(i).constData());
    }
    QTRY_COMPARE(toString(job().phase), u"executing"_s);
    QVERIFY(node(1).exec(u"kill -KILL $(pgrep -u alice -x orted)"_s));
    const JobSnapshot failed = m_fixture->finished(u"one"_s);
    QVERIFY2(TroubleFixture::ending(failed).startsWith(u"failed JobFailed "),
             qPrintable(TroubleFixture::ending(failed)));
    QCOMPARE(states(failed), u"failed ended"_s);
}

void TstGangs::losesTheProcessesOfANode()
{
    begin(2, workForever);
    VERIFY_RESULT(submit(u"one"_s, 2));
    QTRY_VERIFY_WITH_TIMEOUT(areAll("", 2), 2 * testing::patience);
    QTRY_COMPARE(toString(job().phase), u"executing"_s);
    QVERIFY(node(1).exec(killEverything));
    const JobSnapshot lost = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(lost), u"failed ProcessLost"_s);
    QCOMPARE(states(lost), u"ended lost"_s);
    QVERIFY(lost.reason.englishText().contains(u"n2"_s));
}

void TstGangs::succeedsAtTheSecondAttempt()
{
    QTRY_COMPARE_WITH_TIMEOUT(job().attempt, 2, 3 * testing::patience);
    for (int i = 0; i < 2; ++i) {
        QVERIFY(node(i).exec(u"touch /tmp/prepared"_s));
        QVERIFY(TroubleFixture::open(node(i)));
    }
    const JobSnapshot done = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(done), u"succeeded 0"_s);
    QCOMPARE(done.attempt, 2);
}

void TstGangs::beginsAgainWhenANodeIsLostBefore()
{
    begin(2, workUntilGo);
    const QJsonObject preparation{{u"commandLine"_s, u"until [ -e /tmp/prepared ]; do sleep 0.1; done"_s}};
    VERIFY_RESULT(submit(u"one"_s, 2, {{u"jobPreparation"_s, preparation}}));
    QTRY_COMPARE_WITH_TIMEOUT(nodeOf(job(), 1)[u"phase"_s].toString(), u"preparing"_s, 2 * testing::patience);
    QVERIFY(node(1).exec(killEverything));
    succeedsAtTheSecondAttempt();
}

void TstGangs::isStopped()
{
    begin(2, workForever);
    VERIFY_RESULT(submit(u"one"_s, 2));
    QTRY_VERIFY_WITH_TIMEOUT(areAll("", 2), 2 * testing::patience);
    VERIFY_RESULT(m_fixture->call(u"job.terminate"_s, {{u"id"_s, TroubleFixture::jobId(u"one"_s)}}));
    const JobSnapshot ended = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(ended), u"failed JobTerminatedByUser"_s);
    QCOMPARE(states(ended), u"ended ended"_s);
}

void TstGangs::runsTooLong()
{
    begin(2, workForever);
    VERIFY_RESULT(submit(u"one"_s, 2, {{u"constraints"_s, QJsonObject{{u"maxWallClockTime"_s, u"PT8S"_s}}}}));
    const JobSnapshot ended = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(ended), u"failed MaxWallClockTimeExpiry"_s);
    QCOMPARE(toString(ended.state), u"failed"_s);
}

void TstGangs::goesOnAfterARestartOfTheEngine_data()
{
    QTest::addColumn<QString>("phase");
    for (const char *phase : {"staging", "preparing", "starting", "executing"})
        QTest::newRow(phase) << QString::fromLatin1(phase);
}

void TstGangs::goesOnAfterARestartOfTheEngine()
{
    QFETCH(QString, phase);
    begin(2, workUntilGo);
    const QJsonObject preparation{{u"commandLine"_s, u"until [ -e /tmp/prepared ]; do sleep 0.1; done"_s}};
    VERIFY_RESULT(submit(u"one"_s, 2, {{u"jobPreparation"_s, preparation}}));
    const auto prepare = [this](int index) { return bool(node(index).exec(u"touch /tmp/prepared"_s)); };
    const auto restart = [this] {
        m_fixture->stop();
        return m_fixture->start();
    };
    if (phase == u"staging"_s)
        QVERIFY(restart());
    QTRY_COMPARE_WITH_TIMEOUT(toString(job().phase), u"preparing"_s, 2 * testing::patience);
    if (phase == u"preparing"_s)
        QVERIFY(restart());
    QVERIFY(prepare(0));
    if (phase == u"starting"_s) { // one is ready and waits
        QTRY_VERIFY_WITH_TIMEOUT(job().reason.englishText().contains(u"n2"_s), 2 * testing::patience);
        m_fixture->stop();
        QVERIFY(prepare(1));
        QVERIFY(m_fixture->start());
    }
    QVERIFY(prepare(1));
    QTRY_VERIFY_WITH_TIMEOUT(areAll("", 2), 2 * testing::patience);
    if (phase == u"executing"_s) {
        m_fixture->stop();
        QVERIFY(TroubleFixture::open(node(0)));
        QVERIFY(m_fixture->start());
    }
    for (int i = 0; i < 2; ++i)
        QVERIFY(TroubleFixture::open(node(i)));
    const JobSnapshot done = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(done), u"succeeded 0"_s);
    QCOMPARE(done.attempt, 1);
    QVERIFY(areAll("end\n", 2));
}

void TstGangs::waitsForANodeOutOfReach()
{
    begin(2, workUntilGo);
    VERIFY_RESULT(submit(u"one"_s, 2));
    QTRY_VERIFY_WITH_TIMEOUT(areAll("", 2), 2 * testing::patience);
    QVERIFY(node(1).cut());
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->link(u"n2"_s) != u"online"_s, 2 * testing::patience);
    QVERIFY(TroubleFixture::open(node(0)));
    QTRY_COMPARE_WITH_TIMEOUT(log(0), "rank 0 of 2\nend\n", 2 * testing::patience);
    QCOMPARE(toString(job().state), u"running"_s);
    QVERIFY(nodeOf(job(), 1)[u"link"_s].toString() != u"online"_s);
    QVERIFY(node(1).mend());
    QVERIFY(TroubleFixture::open(node(1)));
    const JobSnapshot done = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(done), u"succeeded 0"_s);
    QVERIFY(areAll("end\n", 2));
}

void TstGangs::showsAFailureWhileANodeIsOutOfReach()
{
    begin(2, failOnGo);
    VERIFY_RESULT(submit(u"one"_s, 2));
    QTRY_VERIFY_WITH_TIMEOUT(areAll("", 2), 2 * testing::patience);
    QVERIFY(node(0).cut());
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->link(u"n1"_s) != u"online"_s, 2 * testing::patience);
    QVERIFY(TroubleFixture::open(node(1)));
    QTRY_COMPARE_WITH_TIMEOUT(TroubleFixture::extension(job().document)[u"firstFailure"_s][u"node"_s].toString(),
                              u"n2"_s, 2 * testing::patience);
    QCOMPARE(toString(job().state), u"running"_s); // of n1 nothing is known
    QVERIFY(job().reason.englishText().contains(u"n2"_s));
    QVERIFY(node(0).mend());
    const JobSnapshot failed = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(failed), u"failed JobFailed 7"_s);
    QCOMPARE(states(failed), u"ended failed"_s);
}

void TstGangs::runsAgainWhenANodeWasRebooted()
{
    begin(2, workUntilGo);
    VERIFY_RESULT(submit(u"one"_s, 2));
    QTRY_VERIFY_WITH_TIMEOUT(areAll("", 2), 2 * testing::patience);
    QVERIFY(node(1).reboot());
    succeedsAtTheSecondAttempt();
}

void TstGangs::leavesNothingWhenDeleted()
{
    begin(2, workForever);
    VERIFY_RESULT(submit(u"one"_s, 2));
    QTRY_VERIFY_WITH_TIMEOUT(areAll("", 2), 2 * testing::patience);
    VERIFY_RESULT(m_fixture->call(u"job.delete"_s, {{u"id"_s, TroubleFixture::jobId(u"one"_s)}}));
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->call(u"job.get"_s, {{u"id"_s, TroubleFixture::jobId(u"one"_s)}}),
                             2 * testing::patience);
    for (int i = 0; i < 2; ++i)
        QVERIFY(!node(i).exec(u"ls -d ~alice/.batchdeck/jobs/*/*"_s));
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstGangs)
#include "tst_gangs.moc"
