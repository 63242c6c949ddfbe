// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/bytes.h"
#include "engine/host/sshhost.h"
#include "engine/ssh/connect/sshtransport.h"
#include "engine/storage/transfer/run/transferruns.h"
#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/hosts/nodefleet.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

#include <functional>
#include <thread>

using namespace Qt::StringLiterals;
using engine::mebi;
using engine::Result;
using testing::Node;
using testing::NodeFleet;

/// Copies between two machines that reach each other: large files do not pass through this computer.
class TstDirectCopy final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void goesFromMachineToMachine();
    void goesThroughHereWhereTheyDoNotReachEachOther_data();
    void goesThroughHereWhereTheyDoNotReachEachOther();
    void survivesLosses_data();
    void survivesLosses();
    void showsThatNothingMoves();
    void keepsALimit();
    void countsWhatArrivesUnderALimit();
    void namesWhatChanges();
    void letsNothingElseIn();
    void takesAwayWhatAKillLeft();

private:
    using Strike = std::function<void(engine::TransferRun &run)>;

    [[nodiscard]] Node &source() const { return m_fleet->node(0); }
    [[nodiscard]] Node &target() const { return m_fleet->node(1); }
    [[nodiscard]] std::shared_ptr<engine::RemoteHost> open(const Node &node) const;
    [[nodiscard]] std::unique_ptr<engine::TransferRun> makeRun(qint64 bytesPerSecond = 0);
    /// One run, with \a strike amid it, once \a bytes are done.
    [[nodiscard]] Result<void> run(qint64 bytesPerSecond = 0, const Strike &strike = {}, qint64 bytes = 20'000'000);
    [[nodiscard]] QByteArray contents(const Node &node) const;
    /// What is left on a machine that was not there before, once our sessions have ended.
    [[nodiscard]] QByteArray leftOn(int index);
    void closeWays();

    std::unique_ptr<NodeFleet> m_fleet;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<engine::SshTransport> m_transport;
    std::shared_ptr<engine::RemoteHost> m_source, m_target;
    std::unique_ptr<engine::TransferRun> m_run; // the last
    QByteArray m_before[2];
};

namespace {

// What this computer has sent and received itself: the bridge does not count what goes from machine to machine.
qint64 bytesThroughHere()
{
    const QByteArray devices = testing::contentOf(u"/proc/net/dev"_s);
    const QByteArrayList words = devices.sliced(devices.indexOf("br0:") + 4).simplified().split(' ');
    return words.value(0).toLongLong() + words.value(8).toLongLong();
}

constexpr qint64 largeBytes = 96 * mebi + 12345;

// In the source's home: 96 MiB and some in parts of several lanes, smaller ones, odd names, holes, and what is no file.
const auto tree =
    u"mkdir -p from/t/sub/empty && cd from/t && head -c 100675641 /dev/urandom > large && chmod 640 large && "
    "for i in 1 2 3 4 5; do head -c $((3000000 + i)) /dev/urandom > sub/$i; done && "
    "for i in 1 2 3 4; do head -c $((i * 1048576 + 1)) /dev/urandom > sub/and-a-byte-$i; done && "
    "head -c 2500000 /dev/urandom > \"$(printf 'sub/-o d\\n%%s \\\\n\\377\\047\\042')\" && chmod 755 sub/5 && "
    "for i in $(seq 300); do echo $i > sub/small-$i; done && truncate -s 1500K sub/holes && echo end >> sub/holes && "
    "ln -s ../large sub/link && touch -d '2020-02-03 04:05:06' large sub/3 && chmod 700 sub && touch -d 2021-01-01 sub"_s;

} // namespace

void TstDirectCopy::initTestCase()
{
    SKIP_WITHOUT_NODES();
}

void TstDirectCopy::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_fleet = std::make_unique<NodeFleet>();
    testing::NodeOptions options;
    options.homeMiB = 300;
    QVERIFY(m_fleet->up(2, options));
    m_transport = std::make_shared<engine::SshTransport>(m_fleet->knownHostsFile());
    QVERIFY(source().exec(u"cd /home/alice && exec runuser -u alice -- bash -c \"$(cat <<'END'\n"_s + tree
                          + u"\nEND\n)\""_s));
    QVERIFY(target().exec(u"runuser -u alice -- mkdir /home/alice/to"_s));
    for (int i = 0; i < 2; ++i)
        m_before[i] = m_fleet->node(i).snapshot();
}

void TstDirectCopy::cleanup()
{
    m_run.reset();
    closeWays();
    m_fleet.reset();
}

std::shared_ptr<engine::RemoteHost> TstDirectCopy::open(const Node &node) const
{
    engine::SshSpec spec;
    spec.destination = node.destination();
    spec.identityFile = NodeFleet::identityFile();
    spec.configFile = u"/dev/null"_s;
    auto host = std::make_shared<engine::SshHost>(m_transport, spec);
    return testing::await(host->open()) ? host : nullptr;
}

void TstDirectCopy::closeWays()
{
    m_source.reset();
    m_target.reset();
}

std::unique_ptr<engine::TransferRun> TstDirectCopy::makeRun(qint64 bytesPerSecond)
{
    m_run.reset();
    closeWays();
    m_source = open(source());
    m_target = open(target());
    if (!m_source || !m_target)
        return nullptr;
    engine::TransferPlan plan;
    plan.folder = "/home/alice/from";
    plan.names = {"t"};
    plan.target = "/home/alice/to";
    plan.stage = ".t.part-1";
    plan.journalFile = m_folder->filePath(u"journal"_s);
    plan.bytesPerSecond = bytesPerSecond;
    plan.targetAddress = QByteArray();
    return engine::makeTransferRun(plan, {m_source, m_target});
}

Result<void> TstDirectCopy::run(qint64 bytesPerSecond, const Strike &strike, qint64 bytes)
{
    m_run = makeRun(bytesPerSecond);
    if (!m_run)
        return engine::Error::of(engine::ErrorCode::Internal, "no machine");
    std::atomic<bool> hasEnded = false;
    Result<void> result;
    std::jthread runner([&] {
        result = m_run->run();
        hasEnded = true;
    });
    if (strike) {
        while (!hasEnded && m_run->counters().bytesDone < bytes)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (!hasEnded)
            strike(*m_run);
    }
    runner.join();
    return result;
}

QByteArray TstDirectCopy::contents(const Node &node) const
{
    const QString folder = node.name() == source().name() ? u"from"_s : u"to"_s;
    return node
        .exec(u"cd /home/alice/"_s + folder
              + u" && { find . -mindepth 1 -printf '%y %m %P %l ' \\( -type d -printf '\\n' -o -printf '%T@\\n' \\) | "
                "sed 's/\\.[0-9]*$//' | sort; find . -type f -print0 | sort -z | xargs -0r sha256sum -z | tr '\\0' "
                "'\\n'; } | LC_ALL=C od -An -c -v | tr -d ' \\n'"_s)
        .output;
}

QByteArray TstDirectCopy::leftOn(int index)
{
    m_run.reset();
    closeWays();
    const Node &node = m_fleet->node(index);
    QByteArray now;
    const auto isAsBefore = [&] {
        now = node.exec(u"rm -rf /home/alice/to/t; exit 0"_s) ? node.snapshot() : QByteArray("off");
        return now == m_before[index];
    };
    if (QTest::qWaitFor(isAsBefore, testing::patience))
        return {};
    QByteArray left;
    const QByteArrayList before = m_before[index].split('\n');
    const QByteArrayList after = now.split('\n');
    for (const QByteArray &line : after)
        left += before.contains(line) ? QByteArray() : QByteArray(line + '\n');
    return left.isEmpty() ? "something is missing" : left;
}

void TstDirectCopy::goesFromMachineToMachine()
{
    const qint64 before = bytesThroughHere();
    VERIFY_RESULT(run());
    QCOMPARE(m_run->failed().count(), 0);
    const qint64 here = bytesThroughHere() - before;
    QVERIFY2(here < 8 * mebi, qPrintable(u"%1 bytes passed through this computer"_s.arg(here)));
    QVERIFY(m_run->counters().bytesDone > largeBytes);
    QCOMPARE(m_run->counters().bytesDone, m_run->counters().bytesTotal);
    QCOMPARE(m_run->counters().filesDone, m_run->counters().filesTotal);
    QVERIFY(m_run->route().englishText().contains(u"from machine to machine"_s));
    QCOMPARE(contents(target()), contents(source()));
    // Lengths are the same: what is a hole in the source is one in the target.
    QVERIFY(target().exec(u"[ $(stat -c %b /home/alice/to/t/sub/holes) -lt 1000 ]"_s));
    QCOMPARE(leftOn(0), QByteArray());
    QCOMPARE(leftOn(1), QByteArray());
}

void TstDirectCopy::goesThroughHereWhereTheyDoNotReachEachOther_data()
{
    QTest::addColumn<QString>("onSource");
    QTest::addColumn<QString>("onTarget");
    QTest::addColumn<QString>("why");
    QTest::newRow("the cable between them is cut") << QString() << QString() << u"ssh: connect to host"_s;
    QTest::newRow("the source has no ssh") << u"rm /usr/bin/ssh"_s << QString() << u"the source has no ssh"_s;
    // The connection of its own, the one by which it is listed or filled, and no more.
    const auto letsInTwo = u"cd /usr/local/bin && printf '%s\\n' '#!/bin/sh' '[ $(pgrep -c -u alice sshd) -lt 2 ]' > "
                           u"few && chmod 755 few && "
                           "sed -i '1i account required pam_exec.so quiet /usr/local/bin/few' /etc/pam.d/sshd"_s;
    QTest::newRow("the source lets nobody in once more") << letsInTwo << QString() << QString();
    QTest::newRow("the target lets nobody in once more") << QString() << letsInTwo << QString();
    QTest::newRow("the target makes no key") << QString() << u"rm /usr/bin/ssh-keygen"_s << u"no key can be made on"_s;
}

void TstDirectCopy::goesThroughHereWhereTheyDoNotReachEachOther()
{
    QFETCH(QString, onSource);
    QFETCH(QString, onTarget);
    QFETCH(QString, why);
    if (onSource.isEmpty() && onTarget.isEmpty())
        QVERIFY(source().isolate() && target().isolate());
    QVERIFY(onSource.isEmpty() || source().exec(onSource));
    QVERIFY(onTarget.isEmpty() || target().exec(onTarget));
    const qint64 before = bytesThroughHere();
    QElapsedTimer clock;
    clock.start();
    VERIFY_RESULT(run());
    QCOMPARE(m_run->failed().count(), 0);
    QVERIFY(testing::measured("a copy that cannot go from machine to machine", clock.elapsed(), 60'000));
    QVERIFY(bytesThroughHere() - before > 2 * largeBytes);
    const QString route = m_run->route().englishText();
    QVERIFY2(route.contains(u"through this computer"_s) && route.contains(why), qPrintable(route));
    QCOMPARE(m_run->counters().bytesDone, m_run->counters().bytesTotal);
    QCOMPARE(contents(target()), contents(source()));
}

void TstDirectCopy::survivesLosses_data()
{
    QTest::addColumn<QString>("onSource");
    QTest::addColumn<QString>("onTarget");
    const auto room = u"/tmp/batchdeck-direct.*"_s;
    QTest::newRow("the source's ssh") << u"kill -KILL $(cat "_s + room + u"/ssh)"_s << QString();
    const QString listeners = u"for i in "_s + room + u"; do { read -r _; read -r pid _; } < $i/processes; "_s;
    QTest::newRow("the target's sshd") << QString()
                                       << QString(listeners
                                                  + u"kill -KILL $(cat /proc/$pid/task/$pid/children) $pid; done"_s);
    QTest::newRow("the target's listener") << QString() << QString(listeners + u"kill -KILL $pid; done"_s);
    QTest::newRow("what the login runs") << QString() << u"kill -KILL $(cat "_s + room + u"/in/pid)"_s;
    QTest::newRow("what the target says") << QString() << u"kill -KILL $(cat "_s + room + u"/speaker)"_s;
    QTest::newRow("dd on the source") << u"for i in $(seq 200); do pkill -KILL dd && exit 0; sleep .01; done"_s
                                      << QString();
    QTest::newRow("dd on the target") << QString()
                                      << u"for i in $(seq 200); do pkill -KILL dd && exit 0; sleep .01; done"_s;
    QTest::newRow("the source's command")
        << u"for i in "_s + room + u"; do read -r pid rest < $i/processes; kill -KILL $pid; done"_s << QString();
    QTest::newRow("the target's command")
        << QString() << u"for i in "_s + room + u"; do read -r pid rest < $i/processes; kill -KILL $pid; done"_s;
    QTest::newRow("the source's sessions") << u"pkill -KILL sshd -u alice; exit 0"_s << QString();
    QTest::newRow("the target's sessions") << QString() << u"pkill -KILL sshd -u alice; exit 0"_s;
    QTest::newRow("the run") << QString() << QString();
    QTest::newRow("the cable between them") << u"cut"_s << u"cut"_s;
}

void TstDirectCopy::survivesLosses()
{
    QFETCH(QString, onSource);
    QFETCH(QString, onTarget);
    bool isStruck = false;
    constexpr qint64 slow = 20'000'000;
    Result<void> result = run(slow, [&](engine::TransferRun &run) {
        isStruck = true;
        if (onSource.isEmpty() && onTarget.isEmpty())
            return run.abort();
        if (onSource == u"cut"_s) {
            isStruck = source().isolate() && target().isolate();
            return run.setRate(0);
        }
        if (!onSource.isEmpty())
            isStruck = bool(source().exec(onSource));
        if (!onTarget.isEmpty())
            isStruck = bool(target().exec(onTarget));
        run.setRate(0);
    });
    QVERIFY(isStruck);
    qint64 sent = m_run->counters().bytesSent;
    for (int i = 0; i < 5 && !result; ++i) {
        result = run();
        sent += m_run->counters().bytesSent;
    }
    VERIFY_RESULT(result);
    QCOMPARE(m_run->failed().count(), 0);
    QCOMPARE(contents(target()), contents(source()));
    const qint64 twice = sent - m_run->counters().bytesTotal;
    QVERIFY2(twice < 64 * mebi, qPrintable(u"%1 bytes were sent twice"_s.arg(twice)));
    if (onSource == u"cut"_s) {
        const QString route = m_run->route().englishText();
        QVERIFY2(route.contains(u"What was left passes through this computer"_s), qPrintable(route));
        QVERIFY(source().join() && target().join());
    }
    QCOMPARE(leftOn(0), QByteArray());
    QCOMPARE(leftOn(1), QByteArray());
}

// As of a disk that hangs: a run that stands still is ended by whoever sees that, and nothing of ours may look like
// work.
void TstDirectCopy::showsThatNothingMoves()
{
    bool isStruck = false, isSeen = false, goesOn = false;
    VERIFY_RESULT(run(20'000'000, [&](engine::TransferRun &run) {
        isStruck = bool(target().exec(u"for i in $(seq 500); do pkill -STOP dd && exit 0; sleep .01; done; exit 1"_s));
        run.setRate(0);
        QElapsedTimer still;
        quint64 moved = 0;
        const auto isStill = [&] {
            const quint64 now = run.movedBytes();
            if (now != std::exchange(moved, now))
                still.start();
            return still.hasExpired(25'000);
        };
        isSeen = QTest::qWaitFor(isStill, 2 * testing::patience);
        goesOn = bool(target().exec(u"pkill -CONT dd"_s));
    }));
    QVERIFY(isStruck && goesOn);
    QVERIFY2(isSeen, "no half a minute without a byte, though nothing was written");
    QCOMPARE(contents(target()), contents(source()));
}

void TstDirectCopy::keepsALimit()
{
    const qint64 before = bytesThroughHere();
    QElapsedTimer clock;
    clock.start();
    qint64 unlimitedMs = 0;
    VERIFY_RESULT(run(10'000'000, [&](engine::TransferRun &run) {
        unlimitedMs = clock.elapsed();
        run.setRate(0);
    }));
    QVERIFY2(unlimitedMs > 1500, qPrintable(QString::number(unlimitedMs)));
    QVERIFY(testing::measured("the rest of a copy whose limit is gone", clock.elapsed() - unlimitedMs, 10'000));
    QVERIFY(bytesThroughHere() - before < 8 * mebi);
    QCOMPARE(contents(target()), contents(source()));
}

// A part counts, and is noted, as soon as it is written, however long the next one waits for its turn.
void TstDirectCopy::countsWhatArrivesUnderALimit()
{
    constexpr qint64 some = 5'000'000; // beside the 1.5 MB of what passes through here
    QElapsedTimer clock;
    clock.start();
    qint64 someMs = 0;
    VERIFY_RESULT(run(
        1'000'000,
        [&](engine::TransferRun &run) {
            someMs = clock.elapsed();
            run.setRate(0);
        },
        some));
    QVERIFY(m_run->route().englishText().contains(u"from machine to machine"_s));
    QVERIFY(someMs > 0 && testing::measured("5 MB of a copy at 1 MB a second", someMs, 20'000));
    QCOMPARE(contents(target()), contents(source()));
}

void TstDirectCopy::namesWhatChanges()
{
    VERIFY_RESULT(run(20'000'000, [this](engine::TransferRun &run) {
        (void)source().exec(u"echo more >> /home/alice/from/t/large"_s);
        run.setRate(0);
    }));
    QCOMPARE(m_run->failed().count(), 1);
    QCOMPARE(m_run->failed().list().constFirst().path, u"t/large"_s);
    QVERIFY(target().exec(u"[ ! -e /home/alice/to/t/large ]"_s));
    VERIFY_RESULT(run());
    QCOMPARE(m_run->failed().count(), 0);
    QCOMPARE(contents(target()), contents(source()));
}

// Whoever has the key of the login can do no more than the one who made it.
void TstDirectCopy::letsNothingElseIn()
{
    Node::Executed tried, rooms;
    VERIFY_RESULT(run(20'000'000, [&](engine::TransferRun &run) {
        tried = source().exec(u"cd $(ls -d /tmp/batchdeck-direct.* | head -n 1) && exec runuser -u alice -- ssh -F "
                              "config door 'touch /home/alice/evil' < /dev/null"_s);
        rooms = target().exec(u"stat -c %a /tmp/batchdeck-direct.*"_s);
        run.setRate(0);
    }));
    QVERIFY2(tried.exitCode == 1, tried.output.constData()); // it was let in, and refused
    QVERIFY(target().exec(u"[ ! -e /home/alice/evil ]"_s));
    QVERIFY2(rooms.output == "700\n700\n", rooms.output.constData());
    QCOMPARE(contents(target()), contents(source()));
}

// All at one blow, with what would have taken it away: both machines fall silent before anything dies on either, else
// the other would hear of it and clean up.
void TstDirectCopy::takesAwayWhatAKillLeft()
{
    const Result<void> killed = run(20'000'000, [this](engine::TransferRun &run) {
        for (const QString &blow : {u"pkill -STOP -u alice"_s, u"pkill -KILL -u alice"_s}) {
            for (const Node *node : {&source(), &target()})
                (void)node->exec(blow);
        }
        run.abort();
    });
    QVERIFY(!killed);
    const auto rooms = u"ls /tmp | grep -c batchdeck-direct"_s;
    QVERIFY(source().exec(rooms) && target().exec(rooms));
    const auto age = u"touch -d '5 minutes ago' /tmp/batchdeck-direct.*"_s;
    QVERIFY(source().exec(age) && target().exec(age));
    VERIFY_RESULT(run());
    QCOMPARE(contents(target()), contents(source()));
    QVERIFY(m_run->route().englishText().contains(u"from machine to machine"_s));
    QCOMPARE(leftOn(0), QByteArray());
    QCOMPARE(leftOn(1), QByteArray());
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstDirectCopy)

#include "tst_directcopy.moc"
