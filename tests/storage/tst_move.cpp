// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/plan/placednote.h"
#include "tests/storage/transferfixture.h"
#include "tests/support/files.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QScopeGuard>

#include <limits>
#include <tuple>
#include <unistd.h>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::TransferFixture;
using testing::TransferWay;

/// As TstCopy, where what arrived is to be gone after: also to and from this computer.
class TstMove final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void moves_data() { testing::addAllWays(); }
    void moves();
    void movesByANewName_data();
    void movesByANewName();
    void leavesNothingInTheTrash_data() { movesByANewName_data(); }
    void leavesNothingInTheTrash();
    void movesWhatItMay_data() { testing::addAllWays(); }
    void movesWhatItMay();
    void goesOnWhereSomeAreRemoved_data() { testing::addAllWays(); }
    void goesOnWhereSomeAreRemoved();
    void goesOnWhenItsToolsAreKilled_data();
    void goesOnWhenItsToolsAreKilled();
    void keepsWhatMeetsAnotherKind_data() { testing::addAllWays(); }
    void keepsWhatMeetsAnotherKind();
    void movesBesideWhatDiffers_data() { testing::addAllWays(); }
    void movesBesideWhatDiffers();
    void movesBothOfAName_data() { testing::addAllWays(); }
    void movesBothOfAName();
    void movesWhatItMayLookInto_data();
    void movesWhatItMayLookInto();
    void tellsWhatIsNotSeenThere_data();
    void tellsWhatIsNotSeenThere();
    void keepsWhatWasWrittenWithinTheSecond_data();
    void keepsWhatWasWrittenWithinTheSecond();
    void removesNothingByItsTimeAlone_data() { testing::addAllWays(); }
    void removesNothingByItsTimeAlone();
    void keepsWhatCouldNotBeReplaced();
    void sendsWhatChangedWithinTheSecond_data() { testing::addAllWays(); }
    void sendsWhatChangedWithinTheSecond();
    void sendsWhatWasStagedWithinTheSecond_data() { testing::addAllWays(); }
    void sendsWhatWasStagedWithinTheSecond();
    void knowsTheMachinesClock_data();
    void knowsTheMachinesClock();
    void tellsThatASourceIsMissing_data() { testing::addAllWays(); }
    void tellsThatASourceIsMissing();
    void movesWhatIsThere_data() { movesByANewName_data(); }
    void movesWhatIsThere();
    void movesNothingOntoItself_data() { testing::addAllWays(); }
    void movesNothingOntoItself();

private:
    TransferFixture m_fixture;
};

void TstMove::initTestCase()
{
    SKIP_WITHOUT("sshd");
    QVERIFY(m_fixture.startOthers());
}

void TstMove::init()
{
    QVERIFY(m_fixture.start());
}

void TstMove::moves()
{
    QFETCH(TransferWay, way);
    m_fixture.run(". '" BATCHDECK_SOURCE_DIR
                  "/tests/storage/data/oddtree.sh'; chmod 755 tool; echo new > swap; cp -a . "
                  "../kept; mkdir -p ../../there/tree; cd ../../there/tree; echo own | tee own > swap; touch -d "
                  "2001-01-01 swap"); // a merge: it needs more than a name
    TransferPlan asked = m_fixture.plan({"tree"}, ConflictRule::Replace);
    asked.removesSources = true;
    asked.unsettled = {{0, std::numeric_limits<qint64>::max()}}; // where times are whole seconds bytes are compared
    const auto run = m_fixture.copy(way, asked);
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 0);
    QCOMPARE(run->replaced().size(), 1);
    QCOMPARE(m_fixture.run("cat there/tree/own; rm there/tree/own; ls here"), "own\nkept\n");
    QVERIFY(m_fixture.contents("here/kept") == m_fixture.contents("there/tree"));
    QCOMPARE(m_fixture.leftOver(), "");
    for (int round = 0; round < 2; ++round) { // as of an engine that was killed before it had noted the end
        const auto again = m_fixture.copy(way, asked);
        VERIFY_RESULT(again->run());
        QCOMPARE(again->replaced(), run->replaced());
    }
    QVERIFY(m_fixture.contents("here/kept") == m_fixture.contents("there/tree"));
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstMove::movesByANewName_data()
{
    QTest::addColumn<TransferWay>("way");
    QTest::newRow("with a shell") << TransferWay::Within;
    QTest::newRow("without") << TransferWay::WithinPlain;
}

void TstMove::movesByANewName()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p here/t; echo 1 > here/t/f; echo 2 > here/new; echo 3 > here/old; echo 4 > there/old; "
                  "touch -d 2001-01-01 there/old; "
                  "stat -c %i here/t/f here/new > before; chmod 500 here/t");
    TransferPlan asked = m_fixture.plan({"t", "new", "old"}, ConflictRule::Replace);
    asked.removesSources = true;
    VERIFY_RESULT(m_fixture.copy(way, asked)->run());
    QCOMPARE(m_fixture.run("stat -c %i there/t/f there/new | cmp - before; cat there/new there/old; ls -A here"),
             "2\n3\n");
    const auto again = m_fixture.copy(way, asked); // its answer may have been lost
    VERIFY_RESULT(again->run());
    QCOMPARE(again->replaced().size(), 1);
    QCOMPARE(m_fixture.leftOver(), "");
}

// As a transfer is undone: by a new name, or where something has it already.
void TstMove::leavesNothingInTheTrash()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p there/t here/.Trash-7/{files/t.replaced-1/t,info}; cd here/.Trash-7; echo old > "
                  "files/t.replaced-1/t/f; echo old > files/t.replaced-1/g; echo new > ../../there/t/f; touch -d "
                  "2001-01-01 ../../there/t/f; : > info/t.replaced-1.trashinfo");
    TransferPlan asked = m_fixture.plan({"t", "g"}, ConflictRule::Replace);
    asked.folder += "/.Trash-7/files/t.replaced-1";
    asked.removesSources = true;
    for (const QByteArray name : {"g", "t"}) {
        QCOMPARE(m_fixture.run("cd here; ls -A"), ".Trash-7\n");
        asked.names = {name};
        VERIFY_RESULT(m_fixture.copy(way, asked)->run());
        forgetPlaced(asked);
    }
    QCOMPARE(m_fixture.run("cat there/g there/t/f; ls -A here"), "old\nold\n");
}

void TstMove::goesOnWhenItsToolsAreKilled_data()
{
    QTest::addColumn<QByteArray>("when");
    QTest::newRow("who removes files") << QByteArray("*' rm '*) kill -9 $$");
    QTest::newRow("what it runs") << QByteArray("*' rm '*) exec /usr/bin/xargs -0 sh -c 'kill -9 $$'");
    QTest::newRow("who removes folders") << QByteArray("*' rmdir '*) kill -9 $$");
}

// What was to be removed is no less done than what was to be brought.
void TstMove::goesOnWhenItsToolsAreKilled()
{
    QFETCH(QByteArray, when);
    m_fixture.run("mkdir -p here/t/in; for i in $(seq 20); do echo $i > here/t/in/$i; done");
    m_fixture.replaceTool("xargs",
                          "#!/bin/sh\nif [ ! -e TOP/came ]; then case $* in "
                              + when.replace("kill", ": > TOP/came; kill") + " ;; esac; fi\nexec REAL \"$@\"\n");
    TransferPlan asked = m_fixture.plan({"t"});
    asked.removesSources = true;
    const auto struck = m_fixture.copy(TransferWay::Down, asked)->run();
    QVERIFY(!struck);
    QCOMPARE(int(struck.error().code), int(ErrorCode::Unreachable)); // it is tried again by itself
    QCOMPARE(m_fixture.run("ls came"), "came\n");
    const auto run = m_fixture.copy(TransferWay::Down, asked);
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 0);
    QCOMPARE(m_fixture.run("ls -A here; ls there/t/in | wc -l"), "20\n");
    QCOMPARE(m_fixture.leftOver(), "");
}

// What stays as it was there, what did not arrive and what is new meanwhile is not removed.
void TstMove::movesWhatItMay()
{
    QFETCH(TransferWay, way);
    m_fixture.run(
        "mkdir -p here/t/{in,deep/er} there/t; echo 1 > here/t/gone; echo 2 > here/t/in/differs; mkdir there/t/in; "
        "echo other > there/t/in/differs; mkfifo here/t/pipe; ln -s gone here/t/link; echo 3 > here/t/deep/er/f");
    TransferPlan asked = m_fixture.plan({"t"});
    asked.removesSources = true;
    const auto run = m_fixture.copy(way, asked);
    VERIFY_RESULT(run->run());
    QVERIFY(testing::countsEveryFile(*run));
    QCOMPARE(m_fixture.run("cd here; find . | sort"), ".\n./t\n./t/in\n./t/in/differs\n./t/pipe\n");
    QCOMPARE(m_fixture.run("cd there/t; cat gone in/differs deep/er/f; readlink link"), "1\nother\n3\ngone\n");
}

// What an earlier run removed is no source that is missing, and it is one again for who comes after the move.
void TstMove::goesOnWhereSomeAreRemoved()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p here/t there/t; echo 0 > there/gone; echo 1 > here/t/f; cp -a here/t there/");
    TransferPlan asked = m_fixture.plan({"gone", "t"});
    asked.removesSources = true;
    for (int i = 0; i < 2; ++i) { // the second finds none of them
        VERIFY_RESULT(notePlaced(asked));
        const auto run = m_fixture.copy(way, asked);
        VERIFY_RESULT(run->run());
        QCOMPARE(run->failed().count(), 0);
        QCOMPARE(m_fixture.run("ls -A here; cat there/gone there/t/f"), "0\n1\n");
    }
    QCOMPARE(m_fixture.leftOver(), "");
    forgetPlaced(asked);
    const auto missed = m_fixture.copy(way, asked)->run();
    QVERIFY(!missed && missed.error().code == ErrorCode::NotFound);
    if (way != TransferWay::Here && way != TransferWay::Within && way != TransferWay::WithinPlain)
        return;
    asked.folder = m_fixture.path(u"Trash/files/kept"_s).toUtf8(); // it went with the last of them
    VERIFY_RESULT(notePlaced(asked));
    VERIFY_RESULT(m_fixture.copy(way, asked)->run());
}

void TstMove::keepsWhatMeetsAnotherKind()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p here/t/{folder,empty} there/t/file; echo own > there/t/folder; echo own > there/t/empty; "
                  "cd here/t; echo new | tee folder/f file > other");
    TransferPlan asked = m_fixture.plan({"t"}, ConflictRule::Replace);
    asked.removesSources = true;
    const auto run = m_fixture.copy(way, asked);
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().list().size(), 3);
    QCOMPARE(run->failed().count(), 2); // files; a folder is empty
    QVERIFY(testing::countsEveryFile(*run));
    QCOMPARE(m_fixture.run("cd here; find . | sort"), ".\n./t\n./t/empty\n./t/file\n./t/folder\n./t/folder/f\n");
    QCOMPARE(m_fixture.run("cd there/t; cat empty folder other; ls -A file"), "own\nown\nnew\n");
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstMove::movesBesideWhatDiffers()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p {here,there}/t; for f in plate.tif t/g; do echo new > here/$f; echo other > there/$f; "
                  "touch -d 2001-01-01 there/$f; done; cp -a here kept");
    TransferPlan asked = m_fixture.plan({"plate.tif", "t"}, ConflictRule::KeepBoth);
    asked.removesSources = true;
    for (int i = 0; i < 2; ++i) {
        const auto run = m_fixture.copy(way, asked);
        VERIFY_RESULT(run->run());
        QVERIFY2(run->failed().count() == 0, qPrintable(run->failed().list().value(0).reason));
        QCOMPARE(m_fixture.run("ls -A here; cd there; grep -r '' . | sort"),
                 "./plate (2).tif:new\n./plate.tif:other\n./t/g (2):new\n./t/g:other\n");
        m_fixture.run("cp -a kept/. here"); // one that was interrupted before it removed them
    }
    QCOMPARE(m_fixture.leftOver(), "");
}

// One source has the very name that another gets: both are seen to have arrived before they are removed.
void TstMove::movesBothOfAName()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p {here,there}/t; for f in f t/f; do echo first > here/$f; echo second > here/\"$f (2)\"; "
                  "echo other > there/$f; touch -d 2001-01-01 there/$f; done; mkdir kept; cp -a here there kept");
    for (const QByteArrayList &names : {QByteArrayList{"f", "f (2)", "t"}, {"f (2)", "f", "t"}}) {
        TransferPlan asked = m_fixture.plan(names, ConflictRule::KeepBoth);
        asked.removesSources = true;
        const auto run = m_fixture.copy(way, asked);
        VERIFY_RESULT(run->run());
        QVERIFY2(run->failed().count() == 0, qPrintable(run->failed().list().value(0).reason));
        QCOMPARE(m_fixture.run("ls -A here; cd there; cat f* t/* | sort; cat f t/f"),
                 "first\nfirst\nother\nother\nsecond\nsecond\nother\nother\n");
        QCOMPARE(m_fixture.leftOver(), "");
        forgetPlaced(asked); // what comes next is another transfer
        m_fixture.run("rm -rf here there; cp -a kept/here kept/there .");
    }
}

void TstMove::movesWhatItMayLookInto_data()
{
    QTest::addColumn<TransferWay>("way");
    QTest::newRow("with a shell") << TransferWay::Down;
    QTest::newRow("with a shell, to another") << TransferWay::Between;
    QTest::newRow("without") << TransferWay::DownPlain;
}

// Root looks into everything: what lists is not above permissions.
void TstMove::movesWhatItMayLookInto()
{
    QFETCH(TransferWay, way);
    const QByteArray bound = "setpriv --bounding-set -dac_override,-dac_read_search ";
    m_fixture.replaceTool("find", "#!/bin/sh\nexec " + (::geteuid() == 0 ? bound : QByteArray()) + "REAL \"$@\"\n");
    const auto restore = qScopeGuard([this] { QVERIFY(m_fixture.startOthers()); });
    QVERIFY(m_fixture.startOthers(::geteuid() == 0 ? "ForceCommand exec " + bound + "/usr/lib/openssh/sftp-server\n"
                                                   : QByteArray(TransferFixture::sftpOnly)));
    m_fixture.run("mkdir -p here/t/{open,locked,half} here/top; echo 1 > here/t/open/f; echo 2 > here/t/locked/g; "
                  "echo 3 > here/t/half/h; echo 4 > here/whole; chmod 0 here/t/locked here/top");
    TransferPlan asked = m_fixture.plan({"whole", "t", "top"});
    asked.removesSources = true;
    const auto run = m_fixture.copy(way, asked);
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 2);
    QVERIFY(run->failed().has("t/locked") && run->failed().has("top"));
    QVERIFY(testing::countsEveryFile(*run));
    QCOMPARE(run->failed().list().constFirst().reason, u"permission denied"_s);
    QCOMPARE(m_fixture.run("cd here; find . -type f | sort; cd ../there; cat t/open/f t/half/h"),
             "./t/locked/g\n1\n3\n");

    m_fixture.run("chmod 755 here/t/locked here/top"); // the rest can be moved by the same transfer
    const auto rest = m_fixture.copy(way, asked);
    VERIFY_RESULT(rest->run());
    QVERIFY2(rest->failed().count() == 0, qPrintable(rest->failed().list().value(0).path));
    QCOMPARE(m_fixture.run("ls here; cat there/t/locked/g there/whole; ls -d there/top"), "2\n4\nthere/top\n");
}

void TstMove::tellsWhatIsNotSeenThere_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("told");
    QTest::newRow("it is gone there") << "rm TOP/there/t/f"_ba << u"1 of its files"_s;
    QTest::newRow("it is gone here") << "mv TOP/here/t TOP/elsewhere"_ba << u"was gone"_s;
}

// Somebody comes between the last move there and the removal here.
void TstMove::tellsWhatIsNotSeenThere()
{
    QFETCH(QByteArray, script);
    QFETCH(QString, told);
    m_fixture.run("mkdir -p here/t; echo 1 > here/t/f; echo 2 > here/t/g");
    m_fixture.replaceTool("rm",
                          "#!/bin/sh\nREAL \"$@\"\ncase $* in *.part-*.named*) [ -e TOP/came ] || { : > TOP/came; "
                              + script + "; } ;; esac\n");
    TransferPlan asked = m_fixture.plan({"t"});
    asked.removesSources = true;
    const auto run = m_fixture.copy(TransferWay::Up, asked);
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 1);
    QVERIFY(testing::countsEveryFile(*run));
    QVERIFY2(run->failed().list().constFirst().reason.contains(told),
             qPrintable(run->failed().list().constFirst().reason));
    QCOMPARE(m_fixture.run("cat {here,there,elsewhere}/t/f elsewhere/f 2>/dev/null | sort -u"), "1\n");
}

void TstMove::keepsWhatWasWrittenWithinTheSecond_data()
{
    QTest::addColumn<TransferWay>("way");
    QTest::newRow("within a machine") << TransferWay::Within;
    QTest::newRow("to a machine") << TransferWay::Up;
}

// Of the same size, after it was sent: what is there by then is not its last version.
void TstMove::keepsWhatWasWrittenWithinTheSecond()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p {here,there}/t; echo 1 > here/t/f; echo 2 > here/t/g; touch -d @1600000000.3 here/t/*");
    m_fixture.replaceTool("rm",
                          "#!/bin/sh\nREAL \"$@\"\ncase $* in *-rf*.part-*) echo 9 > TOP/here/t/f; "
                          "touch -d @1600000000.7 TOP/here/t/f ;; esac\n");
    TransferPlan asked = m_fixture.plan({"t"});
    asked.removesSources = true;
    VERIFY_RESULT(m_fixture.copy(way, asked)->run());
    QCOMPARE(m_fixture.run("cd here/t; grep -H '' *; cat ../../there/t/*"), "f:9\n1\n2\n");
}

// What is there has the size and the time of a source, and other bytes.
void TstMove::removesNothingByItsTimeAlone()
{
    QFETCH(TransferWay, way);
    for (const auto &[rule, stays, there] : {std::tuple{ConflictRule::Replace, "", "f:new\ng:same\n"},
                                             {ConflictRule::KeepBoth, "", "f:old\nf (2):new\ng:same\n"},
                                             {ConflictRule::Skip, "here/t/f:new\n", "f:old\ng:same\n"}}) {
        m_fixture.run("rm -rf here/t there/t; mkdir {here,there}/t; echo new > here/t/f; echo old > there/t/f; "
                      "echo same | tee here/t/g > there/t/g; touch -d @1600000000 {here,there}/t/*");
        TransferPlan asked = m_fixture.plan({"t"}, rule);
        asked.removesSources = true;
        const auto run = m_fixture.copy(way, asked);
        VERIFY_RESULT(run->run());
        QVERIFY2(run->failed().count() == 0, qPrintable(run->failed().list().value(0).reason));
        QCOMPARE(m_fixture.run("LC_ALL=C; grep -Hr '' here; cd there/t; grep -H '' *"), QByteArray(stays) + there);
        for (const TrashedFile &folder : run->replaced())
            QCOMPARE(m_fixture.run("cd '" + folder.trashed.toUtf8() + "' && cat f && rm f"), "old\n");
        QCOMPARE(run->replaced().size(), rule == ConflictRule::Replace ? 1 : 0);
        QCOMPARE(m_fixture.leftOver(), "");
        forgetPlaced(asked); // what comes next is another transfer
    }
}

void TstMove::keepsWhatCouldNotBeReplaced()
{
    m_fixture.run("mkdir {here,there}/t; echo new > here/t/f; echo old > there/t/f; touch -d @1600000000 */t/f");
    m_fixture.replaceTool("mv", "#!/bin/sh\ncase $1 in -f*) exit 1 ;; esac\nexec REAL \"$@\"\n");
    TransferPlan asked = m_fixture.plan({"t"}, ConflictRule::Replace);
    asked.removesSources = true;
    const auto run = m_fixture.copy(TransferWay::Up, asked);
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 1);
    QCOMPARE(m_fixture.run("cat here/t/f there/t/f"), "new\nold\n");
}

// A side that keeps whole seconds does not tell it from what a transfer brought within that second.
void TstMove::sendsWhatChangedWithinTheSecond()
{
    QFETCH(TransferWay, way);
    m_fixture.run(
        "mkdir {here,there}/t; echo new > here/t/f; echo old > there/t/f; echo same | tee here/t/g > there/t/g; "
        "touch -d @1600000000.9 here/t/*; touch -d @1600000000 there/t/*");
    for (const ConflictRule rule : {ConflictRule::Skip, ConflictRule::Replace}) {
        TransferPlan asked = m_fixture.plan({"t"}, rule);
        asked.unsettled = {{1'600'000'000, 1'600'000'001}};
        const auto run = m_fixture.copy(way, asked);
        VERIFY_RESULT(run->run());
        QCOMPARE(run->failed().count(), 0);
        QCOMPARE(run->counters().filesThere.load(), 1);
        QCOMPARE(run->counters().filesKept.load(), rule == ConflictRule::Skip ? 1 : 0);
        QCOMPARE(m_fixture.run("cat there/t/*"), rule == ConflictRule::Skip ? "old\nsame\n" : "new\nsame\n");
    }
    QCOMPARE(m_fixture.leftOver(), "");
}

// The same of what an earlier run left in the stage, also where it is so large that a run goes on amid it.
void TstMove::sendsWhatWasStagedWithinTheSecond()
{
    QFETCH(TransferWay, way);
    m_fixture.run(
        "mkdir here/t; cd here/t; echo new > small; head -c 9000000 /dev/zero | tr '\\0' n > large; mkdir -m 700 "
        "../../there/.t.part-0123; cp -a ../t ../../there/.t.part-0123; cd ../../there/.t.part-0123/t; echo "
        "old > small; head -c 9000000 /dev/zero | tr '\\0' o > large; touch -d @1600000000 *; cd ../../../here/t; "
        "touch -d @1600000000.9 *");
    TransferPlan asked = m_fixture.plan({"t"});
    asked.unsettled = {{1'600'000'000, 1'600'000'001}};
    VERIFY_RESULT(m_fixture.copy(way, asked)->run());
    QCOMPARE(m_fixture.run("diff -rq here there"), "");
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstMove::knowsTheMachinesClock_data()
{
    QTest::addColumn<TransferWay>("way");
    QTest::addColumn<int>("ahead");
    for (const int ahead : {3600, -3600}) {
        QTest::addRow("with a shell, %d s ahead", ahead) << TransferWay::Down << ahead;
        QTest::addRow("without, %d s ahead", ahead) << TransferWay::DownPlain << ahead;
    }
}

// When it stamped what changed within a second of an earlier run, its clock was as far from ours.
void TstMove::knowsTheMachinesClock()
{
    QFETCH(TransferWay, way);
    QFETCH(int, ahead);
    SKIP_WITHOUT("python3");
    const bool isPlain = way == TransferWay::DownPlain;
    const auto restore = qScopeGuard([this, isPlain] {
        if (isPlain)
            QVERIFY(m_fixture.plain().start(TransferFixture::sftpOnly));
    });
    if (isPlain)
        QVERIFY(m_fixture.plain().start(QByteArray(TransferFixture::struckSftp) + '\n')
                && testing::writeFile(m_fixture.plain().server().home() + u"/strike"_s,
                                      "clock never " + QByteArray::number(ahead)));
    else
        m_fixture.replaceTool("date", "#!/bin/sh\necho $(($(REAL +%s) + " + QByteArray::number(ahead) + "))\n");
    const QByteArray second = QByteArray::number(1'600'000'000 + ahead);
    for (const bool isMeanwhile : {true, false}) {
        m_fixture.run("rm -rf here/t; mkdir -p here/t there/.t.part-0123/t; echo new > here/t/f; echo old > "
                      "there/.t.part-0123/t/f; touch -d @"
                      + second + " here/t/f there/.t.part-0123/t/f");
        TransferPlan asked = m_fixture.plan({"t"}, ConflictRule::Replace);
        asked.removesSources = true;
        const qint64 first = isMeanwhile ? 1'600'000'000 : 1'600'000'020;
        asked.unsettled = {{first, first + 1}};
        VERIFY_RESULT(m_fixture.copy(way, asked)->run());
        QCOMPARE(m_fixture.run("ls -A here; cat there/t/f; rm -r there/t"), isMeanwhile ? "new\n" : "old\n");
        QCOMPARE(m_fixture.leftOver(), "");
        forgetPlaced(asked); // what comes next is another transfer
    }
}

// That something of its name is there says nothing: another put it there.
void TstMove::tellsThatASourceIsMissing()
{
    QFETCH(TransferWay, way);
    m_fixture.run("echo 1 > here/f; echo 2 | tee there/gone > there/f; touch -d 2001-01-01 there/f");
    TransferPlan asked = m_fixture.plan({"f", "gone"}, ConflictRule::Replace);
    asked.removesSources = true;
    for (int round = 0; round < 2; ++round) {
        const auto refused = m_fixture.copy(way, asked)->run();
        QVERIFY(!refused);
        QCOMPARE(int(refused.error().code), int(ErrorCode::NotFound));
        QVERIFY2(refused.error().message.englishText().contains(u"here/gone"_s),
                 qPrintable(refused.error().message.englishText()));
        QCOMPARE(m_fixture.run("cat here/f there/f there/gone"), "1\n2\n2\n");
    }
    QCOMPARE(m_fixture.leftOver(), "");
}

// One that is missing fails, by its name, in each run, and only what is there is moved.
void TstMove::movesWhatIsThere()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p here/d there/d; echo 1 > here/f; echo 2 > here/d/g; echo 0 > there/d/g");
    TransferPlan asked = m_fixture.plan({"f", "gone", "d"}, ConflictRule::Replace);
    asked.removesSources = asked.bringsWhatIsThere = true;
    for (int round = 0; round < 2; ++round) {
        const auto run = m_fixture.copy(way, asked);
        VERIFY_RESULT(run->run());
        QCOMPARE(run->failed().count(), 1);
        QCOMPARE(run->failed().list().constFirst().path, u"gone"_s);
        QVERIFY(testing::countsEveryFile(*run));
        QCOMPARE(m_fixture.run("ls -A here; cat there/f there/d/g"), "1\n2\n");
    }
    QCOMPARE(m_fixture.leftOver(), "");
    forgetPlaced(asked);
    const auto none = m_fixture.copy(way, asked)->run();
    QVERIFY(!none && none.error().code == ErrorCode::NotFound);
}

// The same folder by another name, or on another machine: nothing would be left.
void TstMove::movesNothingOntoItself()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p here/t; echo 1 > here/t/f; ln -s here alias");
    TransferPlan asked = m_fixture.plan({"t"}, ConflictRule::Replace);
    asked.target = m_fixture.path(u"alias"_s).toUtf8();
    asked.removesSources = true;
    const auto run = m_fixture.copy(way, asked);
    const auto done = run->run();
    QVERIFY(!done);
    QCOMPARE(int(done.error().code), int(ErrorCode::InvalidArgument));
    QCOMPARE(m_fixture.run("cat here/t/f"), "1\n");
    QCOMPARE(m_fixture.leftOver(), "");
}

BATCHDECK_TEST(QCoreApplication, TstMove)

#include "tst_move.moc"
