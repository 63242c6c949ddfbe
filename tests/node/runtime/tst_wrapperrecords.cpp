// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/node/runtime/wrapperfixture.h"

#include "tests/support/parts.h"
#include "tests/support/testmain.h"

using namespace engine;
using namespace Qt::StringLiterals;
using testing::await;
using testing::Bench;
using testing::Kind;

/// wrapper.sh and its records: whose they are, what a machine, an older script or garbage made of them, and a disk that
/// takes no more of them.
class TstWrapperRecords final : public WrapperFixture
{
    Q_OBJECT

private slots:
    void knowsARecycledPid();
    void knowsARestartedMachine();
    void knowsAnotherMachine();
    void adoptsWhatAnOlderScriptStarted();
    void tellsWhatStaysToBeTakenBack();
    void tellsAGarbledRecordFromALostJob_data();
    void tellsAGarbledRecordFromALostJob();
    void keepsTheExitCodeOnAFullDisk();
    void refusesToStartOnAFullDisk();
    void tellsAFullDiskFromAFailedLaunch();
    void holdsTheExitCodeUntilItCanBeWritten();
};

void TstWrapperRecords::knowsARecycledPid()
{
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; exec sleep 1000"));
    const QByteArray job = Bench::read(m_attempt, "job");
    const QByteArray wrapper = Bench::read(m_attempt, "wrapper");
    Bench::write(m_attempt, "job", job.split(' ').first() + " 1\n");
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Ending));
    Bench::write(m_attempt, "wrapper", wrapper.split(' ').first() + " 1\n");
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Lost));
    Bench::write(m_attempt, "job", job);
    Bench::write(m_attempt, "wrapper", wrapper);
    VERIFY_RESULT(m_bench->ask("kill " + shellWord(m_attempt) + " 1 user"));
}

void TstWrapperRecords::knowsARestartedMachine()
{
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; exec sleep 1000"));
    const QByteArray boot = Bench::read(m_attempt, "boot");
    Bench::write(m_attempt, "boot", "0" + boot);
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Rebooted));
    // Its pids are other people's now: nothing is killed.
    QCOMPARE(int(m_bench->ask("kill " + shellWord(m_attempt) + " 0 user")->kind), int(Kind::Rebooted));
    Bench::write(m_attempt, "boot", boot);
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Running));
    VERIFY_RESULT(m_bench->ask("kill " + shellWord(m_attempt) + " 1 user"));
    QCOMPARE(int(m_bench->waitFor(m_attempt, Kind::Exited).kind), int(Kind::Exited));
}

void TstWrapperRecords::knowsAnotherMachine()
{
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; exec sleep 1000"));
    const QByteArray boot = Bench::read(m_attempt, "boot");
    const QByteArray machine = Bench::read(m_attempt, "machine");
    for (const QByteArray other : {"2 0123456789abcdef0123456789abcdef node7\n", "2 host-node7 node7\n"}) {
        Bench::write(m_attempt, "boot", "0" + boot);
        Bench::write(m_attempt, "machine", other);
        const AttemptStatus state = m_bench->status(m_attempt);
        QCOMPARE(int(state.kind), int(Kind::Elsewhere));
        QCOMPARE(state.otherMachine, QString::fromLatin1(other.mid(2).trimmed()));
        for (const QByteArray verb : {"void ", "start ", "kill "}) {
            const QByteArray words = verb == "start " ? " 0 1 x" : " 0 user";
            QCOMPARE(int(m_bench->ask(verb + shellWord(m_attempt) + words)->kind), int(Kind::Elsewhere));
        }
        // The same boot is the same machine, whatever it is called by now.
        Bench::write(m_attempt, "boot", boot);
        QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Running));
    }
    Bench::write(m_attempt, "machine", machine);
    VERIFY_RESULT(m_bench->ask("kill " + shellWord(m_attempt) + " 1 user"));
    QCOMPARE(int(m_bench->waitFor(m_attempt, Kind::Exited).kind), int(Kind::Exited));

    const QString meantForAnother = m_bench->attempt(u"0123456789abcdef0123456789abcdef"_s);
    const auto refused = m_bench->start(meantForAnother, "echo ran > ../ran");
    QVERIFY(!refused);
    QVERIFY2(refusalOf(refused.error()).value_or(QString()).startsWith(u"this is not the machine"_s),
             qPrintable(refused.error().technical));
    QCOMPARE(int(m_bench->status(meantForAnother).kind), int(Kind::Elsewhere));
    QVERIFY(!QFile::exists(meantForAnother) && !QFile::exists(m_bench->attempt(u"ran"_s)));
}

void TstWrapperRecords::adoptsWhatAnOlderScriptStarted()
{
    const QByteArray older = BATCHDECK_SOURCE_DIR "/tests/node/data/agent-1";
    const QByteArray newer = BATCHDECK_SOURCE_DIR "/resources/scripts";
    m_bench->setScripts(older);
    const QString ended = m_bench->attempt(u"ended"_s);
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; exec sleep 1000"));
    VERIFY_RESULT(m_bench->start(ended, "echo last words >&2; exit 4"));
    QCOMPARE(int(m_bench->waitFor(ended, Kind::Exited).kind), int(Kind::Exited));

    m_bench->setScripts(newer);
    const AttemptStatus end = m_bench->status(ended);
    QCOMPARE(int(end.kind), int(Kind::Exited));
    QCOMPARE(end.exitCode, 4);
    QCOMPARE(end.launchError, u"last words"_s);
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Running));
    QCOMPARE(int(m_bench->start(m_attempt, "echo twice > twice")->kind), int(Kind::Running));
    const QByteArray boot = Bench::read(m_attempt, "boot");
    Bench::write(m_attempt, "boot", "0" + boot);
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Rebooted));
    Bench::write(m_attempt, "boot", boot);
    VERIFY_RESULT(m_bench->ask("kill " + shellWord(m_attempt) + " 1 user"));
    const AttemptStatus killed = m_bench->waitFor(m_attempt, Kind::Exited);
    QCOMPARE(killed.exitCode, 143);
    QCOMPARE(killed.endReason, u"user"_s);
}

void TstWrapperRecords::tellsWhatStaysToBeTakenBack()
{
    const QString other = m_bench->attempt(u"other"_s);
    VERIFY_RESULT(m_bench->start(other, "mkdir launched; exec sleep 1000"));
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; exit 3"));
    const AttemptStatus clean = m_bench->waitFor(m_attempt, Kind::Exited);
    QVERIFY(!clean.hasLeftovers);
    const QByteArray wrapper = Bench::read(m_attempt, "wrapper").split(' ').first();
    QTRY_VERIFY(!QFile::exists(u"/proc/"_s + QString::fromLatin1(wrapper)));
    const QString link = m_attempt + u"/link"_s;
    const QByteArray boot = Bench::read(m_attempt, "boot");
    for (const bool isRebooted : {false, true}) {
        // As if the machine, or whoever would have taken it back, had gone before.
        QVERIFY(QDir(m_attempt).mkpath(u"undo"_s) && QFile::link(u"/"_s, link));
        Bench::write(m_attempt, "undo/100-mount", link.toLocal8Bit() + "\nlink\n");
        if (!isRebooted) {
            QTRY_VERIFY(!Bench::read(other, "watch").isEmpty());
            Bench::write(m_attempt, "watch", Bench::read(other, "watch"));
            QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Ending)); // somebody is at it
            Bench::write(m_attempt, "watch", "1 1\n");
        } else {
            Bench::write(m_attempt, "boot", "0" + boot);
        }
        const AttemptStatus left = m_bench->status(m_attempt);
        QCOMPARE(int(left.kind), int(Kind::Exited));
        QCOMPARE(left.exitCode, 3);
        QVERIFY(left.hasLeftovers);
        const auto tidied = m_bench->ask("tidy " + shellWord(m_attempt));
        VERIFY_RESULT(tidied);
        QCOMPARE(int(tidied->kind), int(Kind::Exited));
        QVERIFY(!tidied->hasLeftovers && !QFileInfo(link).isSymLink());
    }
    VERIFY_RESULT(m_bench->ask("kill " + shellWord(other) + " 1 user"));
}

void TstWrapperRecords::tellsAGarbledRecordFromALostJob_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("exit is words") << "exit"_ba
                                   << "it was\\n@bd 2 lost .\\n fine \n"_ba;
    QTest::newRow("exit is bytes") << "exit"_ba
                                   << "\xff\xfe 7 \r\n"_ba;
    QTest::newRow("exit is empty") << "exit"_ba
                                   << ""_ba;
    QTest::newRow("started is words") << "started"_ba
                                      << "yesterday evening\n"_ba;
}

void TstWrapperRecords::tellsAGarbledRecordFromALostJob()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, content);
    const QString sound = m_bench->attempt(u"sound"_s);
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched"));
    VERIFY_RESULT(m_bench->start(sound, "mkdir launched; exit 3"));
    QCOMPARE(int(m_bench->waitFor(m_attempt, Kind::Exited).kind), int(Kind::Exited));
    QCOMPARE(int(m_bench->waitFor(sound, Kind::Exited).kind), int(Kind::Exited));
    Bench::write(m_attempt, file.constData(), content);
    const auto result = await(m_bench->begin("status " + shellWord(m_attempt) + ' ' + shellWord(sound)));
    VERIFY_RESULT(result);
    const auto states = parseStatus(*result, 2);
    VERIFY_RESULT(states);
    QCOMPARE(int(states->at(0).kind), int(Kind::Unclear));
    QCOMPARE(int(states->at(1).kind), int(Kind::Exited));
    QCOMPARE(states->at(1).exitCode, 3);
}

void TstWrapperRecords::keepsTheExitCodeOnAFullDisk()
{
    if (!mountTmpfs("size=256k"))
        SKIP_UNLESS_ALL("a full disk needs a file system of its own, which only root can mount.");
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; dd if=/dev/zero of=fill bs=4k; sleep 1.5; exit 5"));
    const AttemptStatus end = m_bench->waitFor(m_attempt, Kind::Exited);
    QCOMPARE(int(end.kind), int(Kind::Exited));
    QCOMPARE(end.exitCode, 5);

    const QString killed = m_bench->attempt(u"killed"_s);
    QVERIFY(QFile::remove(m_attempt + u"/fill"_s));
    VERIFY_RESULT(m_bench->start(killed, "mkdir launched; dd if=/dev/zero of=fill bs=4k; touch full; exec sleep 1000"));
    QTRY_VERIFY(QFile::exists(killed + u"/full"_s));
    VERIFY_RESULT(m_bench->ask("kill " + shellWord(killed) + " 1 user"));
    QCOMPARE(m_bench->waitFor(killed, Kind::Exited).exitCode, 143);
    QCOMPARE(m_bench->status(killed).endReason, u"user"_s);
}

void TstWrapperRecords::refusesToStartOnAFullDisk()
{
    if (!mountTmpfs("size=64k"))
        SKIP_UNLESS_ALL("a full disk needs a file system of its own, which only root can mount.");
    QVERIFY(m_bench->sh("dd if=/dev/zero of=" + m_mount.toLocal8Bit() + "/fill bs=4k")->exitCode != 0);
    const QByteArray outside = m_bench->home().toLocal8Bit() + "/ran";
    const auto answer = m_bench->start(m_attempt, "echo ran > " + outside);
    QVERIFY(!answer);
    QCOMPARE(int(answer.error().code), int(ErrorCode::CommandFailed));
    QVERIFY2(saysDiskFull(refusalOf(answer.error()).value_or(QString())), qPrintable(answer.error().technical));
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::NeverBegan));
    QVERIFY(!QFile::exists(QString::fromLocal8Bit(outside)));
}

void TstWrapperRecords::tellsAFullDiskFromAFailedLaunch()
{
    if (!mountTmpfs("size=256k"))
        SKIP_UNLESS_ALL("a full disk needs a file system of its own, which only root can mount.");
    // What would say so cannot be written either.
    VERIFY_RESULT(m_bench->start(m_attempt, "dd if=/dev/zero of=fill bs=4k 2>/dev/null; echo words > file; exit 1"));
    const AttemptStatus full = m_bench->waitFor(m_attempt, Kind::Exited);
    QVERIFY(full.diskFull && !full.launched);
    QCOMPARE(full.exitCode, 1);
    QVERIFY(QFile::remove(m_attempt + u"/fill"_s));
    const QString other = m_bench->attempt(u"other"_s);
    VERIFY_RESULT(m_bench->start(other, "exit 1"));
    QVERIFY(!m_bench->waitFor(other, Kind::Exited).diskFull);
    QCOMPARE(QDir(other).entryList({u"*probe*"_s}), QStringList());
}

void TstWrapperRecords::holdsTheExitCodeUntilItCanBeWritten()
{
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; rm exit.part; mkdir exit.part; exit 6"));
    QCOMPARE(int(m_bench->waitFor(m_attempt, Kind::Ending).kind), int(Kind::Ending));
    QTRY_VERIFY(m_bench->leftOver().join().contains(" hold "));
    QVERIFY(QDir(m_attempt).rmdir(u"exit.part"_s));
    const AttemptStatus end = m_bench->waitFor(m_attempt, Kind::Exited);
    QCOMPARE(int(end.kind), int(Kind::Exited));
    QCOMPARE(end.exitCode, 6);
}

BATCHDECK_TEST(QCoreApplication, TstWrapperRecords)

#include "tst_wrapperrecords.moc"
