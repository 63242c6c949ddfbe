// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/kill/gangkillfixture.h"
#include "tests/support/testmain.h"

#include <QHash>
#include <QThread>

#include <csignal>

using namespace Qt::StringLiterals;
using testing::contentOf;
using testing::GangKillFixture;
using testing::GangPlan;
using testing::Node;

namespace {

/// The first part that containers need and that is not here. Asked once: a probe takes a while on a busy machine.
QString missingForContainers()
{
    static const QString missing = [] {
        const QStringList parts{u"podman"_s, u"runc"_s, u"busybox"_s};
        for (const QString &part : parts) {
            if (testing::findPart(part) != testing::Part::Here)
                return part;
        }
        return QString();
    }();
    return missing;
}

} // namespace

/// One rank, one node, the link between the nodes, the console or a process of ours is killed at seeded points of a job
/// of two nodes. Whatever the instant: the job ends in the right state for the right cause, nothing is left on a node,
/// what was written until then is kept, and the machines are free for the next one.
class TstGangKills final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase() { m_fixture.reset(); }

    void rank_data() { addSeeds(1); }
    void rank();
    void node_data() { addSeeds(2); }
    void node();
    void link_data() { addSeeds(3); }
    void link();
    void console_data() { addSeeds(4); }
    void console();
    void closedConsole_data() { addSeeds(5); }
    void closedConsole();
    void wrapper_data() { addSeeds(6); }
    void wrapper();

private:
    void begin();
    /// How long a job of the kind takes that nothing happens to.
    void measure(GangPlan plan);
    /// \a salt: the functions have numbers of their own.
    static void addSeeds(int salt);
    /// Submits what the row's seed says.
    void submit();
    /// Any instant from the submit to the end, and a little later.
    void waitForTheInstant();
    [[nodiscard]] bool isOver() const;
    [[nodiscard]] bool killEngine() const;
    [[nodiscard]] bool isMpi() const { return m_plan->kind == GangPlan::Kind::Mpi; }
    [[nodiscard]] Node &at(int index) const { return m_fixture->node(*m_plan, index); }
    [[nodiscard]] Node &victim() const { return at(m_plan->victim); }
    [[nodiscard]] QByteArray natural() const;
    [[nodiscard]] int duration() const { return m_durations.value(m_plan->kind); }
    /// Who failed first: "n2 1 7", "n1 - 137", or nothing.
    [[nodiscard]] static QByteArray firstFailure(const QJsonObject &job);
    /// The job ended as \a endings say (each "ENDING" or "ENDING | FIRST FAILURE"), and all that must hold at any end.
    void verifyEnd(const QByteArrayList &endings);
    void verifyLogs(const QJsonObject &job);
    void verifyNothingIsLeft();

    std::unique_ptr<GangKillFixture> m_fixture;
    std::unique_ptr<QRandomGenerator> m_random;
    std::unique_ptr<GangPlan> m_plan;
    QElapsedTimer m_clock;
    qint64 m_elapsed = 0; ///< ms from the last submit until the end of the job was known
    QHash<GangPlan::Kind, int> m_durations; ///< the same, of jobs that nothing happened to
};

void TstGangKills::initTestCase()
{
    SKIP_WITHOUT_NODES();
    SKIP_WITHOUT("openmpi");
    SKIP_WITHOUT("sshfs");
}

void TstGangKills::init()
{
    QFETCH(int, salt);
    QFETCH(int, seed);
    m_random = std::make_unique<QRandomGenerator>(quint32(seed) * 7919u + quint32(salt));
    const GangPlan plan(seed, *m_random);
    if (plan.kind == GangPlan::Kind::Container && !missingForContainers().isEmpty())
        SKIP_WITHOUT_PART(missingForContainers());
    if (!m_fixture)
        begin();
    if (!QTest::currentTestFailed() && !m_durations.contains(plan.kind))
        measure(plan);
    m_plan = std::make_unique<GangPlan>(plan);
}

void TstGangKills::begin()
{
    m_fixture = std::make_unique<GangKillFixture>();
    const QByteArray fault = m_fixture->begin(missingForContainers().isEmpty());
    QVERIFY2(fault.isEmpty(), fault.constData());
}

void TstGangKills::measure(GangPlan plan)
{
    plan.code = 0;
    plan.hasSharedHome = false;
    m_plan = std::make_unique<GangPlan>(plan);
    submit();
    if (QTest::currentTestFailed())
        return;
    verifyEnd({"succeeded 0"});
    m_durations[plan.kind] = int(m_elapsed);
}

void TstGangKills::cleanup()
{
    if (!QTest::currentTestFailed())
        return;
    if (m_fixture && m_plan) {
        qInfo("%s\n%s", m_plan->words().constData(), QJsonDocument(m_fixture->job()).toJson().constData());
        for (int i = 0; i < 2; ++i)
            qInfo("%s: %s", qPrintable(at(i).name()), m_fixture->recordsOn(at(i)).constData());
    }
    m_fixture.reset(); // the next row gets machines on which nothing has gone wrong
}

void TstGangKills::addSeeds(int salt)
{
    QTest::addColumn<int>("salt");
    QTest::addColumn<int>("seed");
    // Some ten seconds each.
    const int seeds = testing::isLongRun() ? 100 : 2;
    for (int seed = 0; seed < seeds; ++seed)
        QTest::addRow("seed %d", seed) << salt << seed;
}

void TstGangKills::submit()
{
    const QByteArray refusal = m_fixture->submit(*m_plan);
    QVERIFY2(refusal.isEmpty(), refusal.constData());
    m_clock.start();
}

void TstGangKills::waitForTheInstant()
{
    // Every instant is as good as any other: which one it is, is the point.
    const qint64 instant = m_random->bounded(duration() + 500);
    QThread::msleep(qMax<qint64>(0, instant - m_clock.elapsed()));
}

QByteArray TstGangKills::natural() const
{
    return m_plan->code == 0 ? QByteArray("succeeded 0") : "failed JobFailed 7";
}

QByteArray TstGangKills::firstFailure(const QJsonObject &job)
{
    const QJsonValue first = GangKillFixture::extension(job)[u"firstFailure"_s];
    if (!first.isObject())
        return {};
    const QJsonValue process = first[u"process"_s];
    const QJsonValue code = first[u"exitCode"_s];
    return first[u"node"_s].toString().toUtf8() + ' '
        + (process.isDouble() ? QByteArray::number(process.toInt()) : QByteArray("-")) + ' '
        + (code.isDouble() ? QByteArray::number(code.toInt()) : QByteArray("-"));
}

void TstGangKills::verifyEnd(const QByteArrayList &endings)
{
    const QByteArray ending = m_fixture->ending();
    m_elapsed = m_clock.elapsed();
    QTRY_VERIFY(testing::hasCompleteLogs(m_fixture->job()));
    const QJsonObject job = m_fixture->job();
    const QByteArray found = ending + " | " + firstFailure(job);
    const bool isExpected = std::any_of(endings.cbegin(), endings.cend(), [&](const QByteArray &each) {
        return each == ending || each == found || (each.endsWith('*') && found.startsWith(each.chopped(1)));
    });
    QVERIFY2(isExpected, QByteArray(found + ", but not " + endings.join(" nor ")));
    for (const QJsonValue &node : GangKillFixture::extension(job)[u"nodes"_s].toArray()) {
        const QString state = node[u"state"_s].toString();
        const bool isOver =
            state == u"succeeded"_s || state == u"failed"_s || state == u"ended"_s || state == u"lost"_s;
        QVERIFY2(isOver && (state == u"succeeded"_s || ending != "succeeded 0"), qPrintable(state));
    }
    // A sentence that names the node and says what it was.
    if (const QByteArray first = firstFailure(job); !first.isEmpty()) {
        const QString said = QString::fromUtf8(
            QJsonDocument(GangKillFixture::extension(job)[u"reason"_s].toObject()).toJson(QJsonDocument::Compact));
        QVERIFY2(said.contains(QString::fromUtf8(first.left(2))), qPrintable(said));
    }
    verifyNothingIsLeft();
    if (QTest::currentTestFailed())
        return;
    verifyLogs(job);
    const auto isFree = [this] { return m_fixture->freeNodes(*m_plan) == 2; };
    // Whether a machine that restarted after the job is there is asked for at the pace of one that is idle.
    QTRY_VERIFY_WITH_TIMEOUT(isFree(), 2 * testing::patience);
    const auto removed = m_fixture->installation().batchctl({u"job"_s, u"delete"_s, u"-n"_s, u"k"_s, u"-y"_s});
    QVERIFY2(removed.exitCode == 0, removed.errorOutput.constData());
    QTRY_COMPARE(m_fixture->job(), QJsonObject()); // and the next one runs there
}

void TstGangKills::verifyLogs(const QJsonObject &job)
{
    const QJsonValue extension = GangKillFixture::extension(job);
    for (const QJsonValue &log : extension[u"logs"_s].toArray()) {
        const int index = log[u"node"_s].toString() == at(0).name() ? 0 : 1;
        const QString path = QString(extension[u"nodes"_s][index][u"directory"_s].toString() + u"/stdouterr/"_s
                                     + log[u"name"_s].toString());
        QCOMPARE(contentOf(log[u"spoolPath"_s].toString()), at(index).exec(u"cat '%1' 2>/dev/null"_s.arg(path)).output);
    }
}

void TstGangKills::verifyNothingIsLeft()
{
    for (int i = 0; i < 2; ++i) {
        QByteArray left;
        const auto isClean = [&] { return (left = GangKillFixture::leftOn(at(i), *m_plan)).isEmpty(); };
        if (!QTest::qWaitFor(isClean, testing::patience))
            QFAIL(QByteArray("left on " + at(i).name().toUtf8() + ": " + left));
    }
}

void TstGangKills::rank()
{
    submit();
    const int rank = m_random->bounded(2);
    const int delay = m_random->bounded(2500);
    const auto hasBegun = [&] { return bool(at(rank).exec(u"[ -s /srv/pid-%1 ]"_s.arg(rank))); };
    QTRY_VERIFY_WITH_TIMEOUT(hasBegun(), 2 * testing::patience);
    QThread::msleep(ulong(delay));
    if (!GangKillFixture::killRank(at(rank), rank)) // it was over
        return verifyEnd({natural()});
    // mpirun is the process that the job knows, on the first node.
    QByteArray who = at(0).name().toUtf8() + " 0";
    if (!isMpi())
        who = at(rank).name().toUtf8() + ' ' + QByteArray::number(rank);
    QByteArrayList endings{"failed JobFailed 137 | " + who + " 137"};
    // What has said its last word may have been over already.
    for (const int each : {rank, 1}) {
        if (at(each).exec(u"[ -e /srv/end-%1 ]"_s.arg(each)))
            endings.append(natural());
    }
    verifyEnd(endings);
}

void TstGangKills::node()
{
    submit();
    waitForTheInstant();
    QVERIFY(victim().reboot());
    // It runs again from the beginning, or had been over.
    verifyEnd({natural()});
}

void TstGangKills::link()
{
    submit();
    const bool isLong = m_random->bounded(3) == 0;
    const int away = m_random->bounded(100, 4000);
    waitForTheInstant();
    QVERIFY(at(0).isolate() && at(1).isolate());
    // For longer than any deadline of ours. mpirun itself goes on afterwards, or gives up after eight minutes.
    if (isLong)
        (void)QTest::qWaitFor([this] { return isOver(); }, 2 * testing::patience);
    else
        QThread::msleep(ulong(away));
    QVERIFY(at(0).join() && at(1).join());
    QByteArrayList endings{natural()};
    if (isMpi()) // mpirun, or what tries the ways before it, sees that the other node is out of reach
        endings += QByteArrayList{"failed JobFailed *", "failed NodeToNodeSshFailed *"};
    verifyEnd(endings);
}

bool TstGangKills::isOver() const
{
    const QString state = m_fixture->job()[u"properties"_s][u"executionState"_s].toString();
    return state == u"succeeded"_s || state == u"failed"_s;
}

bool TstGangKills::killEngine() const
{
    const qint64 engine = m_fixture->installation().enginePid();
    return engine == 0 || ::kill(pid_t(engine), SIGKILL) == 0;
}

void TstGangKills::console()
{
    submit();
    for (int kills = 0; kills < 3; ++kills) {
        QThread::msleep(ulong(m_random->bounded(20, duration() / 2)));
        QVERIFY(killEngine());
    }
    verifyEnd({natural()});
}

/// The nodes end each other.
void TstGangKills::closedConsole()
{
    submit();
    const auto isReleased = [this](int i) { return bool(m_fixture->inAttempt(at(i), u"[ -e $dir/released ]"_s)); };
    QTRY_VERIFY_WITH_TIMEOUT(isReleased(0) && isReleased(1), 2 * testing::patience);
    QThread::msleep(ulong(m_random->bounded(1500)));
    QVERIFY(killEngine());
    const auto hasEnded = [this](int i) { return bool(m_fixture->inAttempt(at(i), u"[ -e $dir/exit ]"_s)); };
    for (int i = 0; i < 2; ++i)
        QTRY_VERIFY_WITH_TIMEOUT(hasEnded(i), 2 * testing::patience);
    verifyNothingIsLeft();
    verifyEnd({natural()});
}

/// One of our own processes on a node: the wrapper, the job's shell, its watch, its sshd, or of its container.
void TstGangKills::wrapper()
{
    submit();
    const bool isInContainer = m_plan->kind == GangPlan::Kind::Container;
    const int which = m_random->bounded(isInContainer ? 6 : 4);
    waitForTheInstant();
    const QByteArray hit = m_fixture->killOurs(victim(), which);
    const QByteArray who = victim().name().toUtf8();
    QByteArrayList endings{natural()};
    if (!hit.isEmpty() && which == 0)
        endings.append("failed ProcessLost | " + who + " - -");
    if (!hit.isEmpty() && which == 1)
        endings += QByteArrayList{"failed JobFailed 137 | " + who + " - 137", "failed LaunchFailed | " + who + " - -"};
    if (!hit.isEmpty() && which == 3 && isMpi())
        endings += QByteArrayList{"failed JobFailed *", "failed NodeToNodeSshFailed *"};
    if (!hit.isEmpty() && which >= 4) { // all that runs in it ends with it, and nothing can be begun there
        endings.append("failed FailedStartingContainer | " + who + " - -");
        // podman's words for that. 127: runc does not find the namespaces of what ended meanwhile, in 4 of 300 tries.
        for (const char *code : {"125", "126", "127", "137", "255"}) {
            endings.append(QByteArray("failed JobPreparationFailed ") + code + " | " + who + " - " + code);
            endings.append(QByteArray("failed JobFailed ") + code + " | " + who + ' '
                           + QByteArray::number(m_plan->victim) + ' ' + code);
        }
    }
    verifyEnd(endings);
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstGangKills)
#include "tst_gangkills.moc"
