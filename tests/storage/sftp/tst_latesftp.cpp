// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/storage/transferfixture.h"
#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/testmain.h"

#include <QScopeGuard>

#include <thread>

using namespace engine;
using testing::TransferFixture;
using testing::TransferWay;

/// What a run that was aborted asked of a machine without a shell, and its server does when the next run is under way,
/// or through.
class TstLateSftp final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void harmsNothing_data();
    void harmsNothing();
    void beginsAnewWhatChanged_data() { harmsNothing_data(); }
    void beginsAnewWhatChanged();
    void keepsTimesWhereNobodyTells();
    void failsWhatVanishes();
    void goesOnWithWhatWasLocked();

private:
    [[nodiscard]] static bool startProxy(testing::TransferFixture &fixture);
    /// Until so much was sent.
    static void cutAt(TransferRun &run, qint64 bytes);
    /// The servers that came after \a known, stopped amid what they do, each after who gives it its requests.
    [[nodiscard]] QList<qint64> stopServers(const QList<qint64> &known);

    TransferFixture m_fixture;
};

void TstLateSftp::initTestCase()
{
    SKIP_WITHOUT("sshd");
    QVERIFY(m_fixture.startOthers());
}

void TstLateSftp::init()
{
    QVERIFY(m_fixture.start());
}

QList<qint64> TstLateSftp::stopServers(const QList<qint64> &known)
{
    QList<qint64> stopped;
    for (const qint64 session : m_fixture.plain().server().sessions()) {
        if (known.contains(session))
            continue;
        ::kill(pid_t(session), SIGSTOP);
        stopped.append(session);
        for (const qint64 server : testing::childrenOf(session)) {
            ::kill(pid_t(server), SIGSTOP);
            stopped.append(server);
        }
    }
    return stopped;
}

void TstLateSftp::cutAt(TransferRun &run, qint64 bytes)
{
    std::atomic<bool> hasEnded = false;
    std::jthread cutter([&] {
        while (!hasEnded && run.counters().bytesSent < bytes)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        run.abort();
    });
    const auto done = run.run();
    hasEnded = true;
    QVERIFY(!done);
    QCOMPARE(int(done.error().code), int(ErrorCode::Canceled));
}

void TstLateSftp::harmsNothing_data()
{
    QTest::addColumn<TransferWay>("way");
    QTest::newRow("here to a machine without a shell") << TransferWay::UpPlain;
    QTest::newRow("within a machine without a shell") << TransferWay::WithinPlain;
    QTest::newRow("to a machine without a shell") << TransferWay::ToPlain;
}

void TstLateSftp::harmsNothing()
{
    QFETCH(const TransferWay, way);
    m_fixture.run("mkdir here/t; cd here/t; for i in $(seq 300); do echo $i > $i; done; head -c 200000000 "
                  "/dev/urandom > large; touch -d @1600000000 *");
    const TransferPlan asked = m_fixture.plan({"t"});
    QVERIFY(m_fixture.plain().reconnect()); // so that a session of a run is a new one
    const QList<qint64> known = m_fixture.plain().server().sessions();
    const auto cut = m_fixture.copy(way, asked);
    std::atomic<bool> hasEnded = false;
    std::jthread runner([&] {
        (void)cut->run();
        hasEnded = true;
    });
    while (!hasEnded && cut->counters().bytesSent < 60'000'000)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const QList<qint64> late = stopServers(known);
    const auto goOn = qScopeGuard([&late] {
        for (const qint64 pid : late)
            ::kill(pid_t(pid), SIGKILL);
    });
    QVERIFY(!hasEnded);
    for (quint64 moved = 0; moved != cut->movedBytes(); QTest::qWait(100)) // until nothing more goes out
        moved = cut->movedBytes();
    cut->abort();
    runner.join();
    const auto early = m_fixture.copy(way, asked)->run();
    QVERIFY2(!early && early.error().code == ErrorCode::Unreachable, "it must not be overtaken by what is late");
    for (const qint64 pid : late)
        ::kill(pid_t(pid), SIGCONT);
    const auto next = m_fixture.copy(way, asked);
    VERIFY_RESULT(next->run());
    QCOMPARE(next->failed().count(), 0);
    QTRY_VERIFY(std::none_of(late.cbegin(), late.cend(), testing::isRunning));
    QVERIFY(m_fixture.isSame("t"));
    QVERIFY2(next->counters().bytesSent < 160'000'000, "it went on where it was cut");
    QCOMPARE(m_fixture.leftOver(), "");
}

// Whoever has the file of the first run open has another than the one that gets its place.
void TstLateSftp::beginsAnewWhatChanged()
{
    QFETCH(const TransferWay, way);
    m_fixture.run("mkdir here/t; head -c 90000000 /dev/urandom > here/t/large");
    TransferPlan asked = m_fixture.plan({"t"});
    asked.bytesPerSecond = 40'000'000;
    cutAt(*m_fixture.copy(way, asked), 40'000'000);
    m_fixture.run("ln there/.t.part-0123/t/large first; head -c 90000000 /dev/urandom > here/t/large");
    const QByteArray first = m_fixture.run("sha256sum first");
    asked.bytesPerSecond = 0;
    VERIFY_RESULT(m_fixture.copy(way, asked)->run());
    QVERIFY(m_fixture.isSame("t"));
    QCOMPARE(m_fixture.run("sha256sum first"), first);
    QCOMPARE(m_fixture.run("stat -c %h first"), "1\n");
}

bool TstLateSftp::startProxy(testing::TransferFixture &fixture)
{
    return fixture.start("ForceCommand exec python3 '" BATCHDECK_SOURCE_DIR "/tests/storage/data/latesftp.py' '"
                         + fixture.root().toUtf8() + "'\n");
}

void TstLateSftp::keepsTimesWhereNobodyTells()
{
    SKIP_WITHOUT("python3");
    testing::TransferFixture fixture;
    QVERIFY(startProxy(fixture));
    fixture.run(
        "mkdir here/t; cd here/t; head -c 90000000 /dev/urandom > large; touch -d @1600000000 large; echo 1 > f");
    TransferPlan asked = fixture.plan(true, {"t"});
    asked.bytesPerSecond = 40'000'000;
    cutAt(*fixture.copy(TransferWay::Up, asked), 60'000'000);
    fixture.run("touch late");
    asked.bytesPerSecond = 0;
    const auto next = fixture.copy(TransferWay::Up, asked);
    VERIFY_RESULT(next->run());
    QCOMPARE(next->failed().count(), 0);
    QVERIFY2(next->counters().bytesSent < 60'000'000, "it went on where it was cut");
    QCOMPARE(fixture.contents("there/t"), fixture.contents("here/t"));
    QCOMPARE(fixture.run("ls -A there; ls journal* 2>/dev/null"), "t\n");
}

// What was noted of it says nothing of one that is made anew.
void TstLateSftp::failsWhatVanishes()
{
    SKIP_WITHOUT("python3");
    testing::TransferFixture fixture;
    QVERIFY(startProxy(fixture));
    fixture.run("mkdir here/t; head -c 90000000 /dev/urandom > here/t/large; echo 1 > here/t/f");
    TransferPlan asked = fixture.plan(true, {"t"});
    asked.bytesPerSecond = 40'000'000;
    cutAt(*fixture.copy(TransferWay::Up, asked), 60'000'000);
    fixture.run("touch vanish");
    asked.bytesPerSecond = 0;
    const auto next = fixture.copy(TransferWay::Up, asked);
    VERIFY_RESULT(next->run());
    QCOMPARE(fixture.run("ls vanish 2>/dev/null"), "");
    QCOMPARE(next->failed().count(), 1);
    QVERIFY(next->failed().has("t/large"));
    QCOMPARE(fixture.run("ls there/t"), "f\n");
    const auto last = fixture.copy(TransferWay::Up, asked);
    VERIFY_RESULT(last->run());
    QCOMPARE(last->failed().count(), 0);
    QCOMPARE(fixture.contents("there/t"), fixture.contents("here/t"));
    QCOMPARE(fixture.run("ls -A there; ls journal* 2>/dev/null"), "t\n");
}

// That nobody may look at it for a while says nothing of what is there.
void TstLateSftp::goesOnWithWhatWasLocked()
{
    SKIP_WITHOUT("python3");
    testing::TransferFixture fixture;
    QVERIFY(startProxy(fixture));
    fixture.run("mkdir here/t; head -c 90000000 /dev/urandom > here/t/large");
    TransferPlan asked = fixture.plan(true, {"t"});
    asked.bytesPerSecond = 40'000'000;
    cutAt(*fixture.copy(TransferWay::Up, asked), 60'000'000);
    fixture.run("touch locked");
    asked.bytesPerSecond = 0;
    QVERIFY(!fixture.copy(TransferWay::Up, asked)->run());
    QCOMPARE(fixture.run("rm locked denied; ls -A there"), ".t.part-0123\n");
    const auto last = fixture.copy(TransferWay::Up, asked);
    VERIFY_RESULT(last->run());
    QCOMPARE(last->failed().count(), 0);
    QVERIFY2(last->counters().bytesSent < 60'000'000, "it went on where it was cut");
    QCOMPARE(fixture.contents("there/t"), fixture.contents("here/t"));
    QCOMPARE(fixture.run("ls -A there; ls journal* 2>/dev/null"), "t\n");
}

BATCHDECK_TEST(QCoreApplication, TstLateSftp)

#include "tst_latesftp.moc"
