// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/storage/copyfixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QScopeGuard>

#include <sys/mount.h>
#include <sys/statvfs.h>
#include <thread>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::CopyFixture;
using testing::CopyWay;

/// Trees on their way between any two places: within this computer, within a real machine, between two of them, with a
/// shell and without. What they come from is always "here", what receives them "there".
class TstCopy final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void bringsATree_data() { testing::addCopyWays(); }
    void bringsATree();
    void bringsOnlyWhatIsMissing_data() { testing::addCopyWays(); }
    void bringsOnlyWhatIsMissing();
    void obeysTheConflictRule_data();
    void obeysTheConflictRule();
    void mergesIntoWhatIsThere_data() { testing::addCopyWays(); }
    void mergesIntoWhatIsThere();
    void keepsHoles_data() { testing::addCopyWays(); }
    void keepsHoles();
    void sharesBytes_data();
    void sharesBytes();
    void goesOnWhereItWasCut_data() { testing::addCopyWays(); }
    void goesOnWhereItWasCut();
    void tellsWhatCannotBeRead_data() { testing::addCopyWays(); }
    void tellsWhatCannotBeRead();
    void endsWithItsTools_data() { sharesBytes_data(); }
    void endsWithItsTools();
    void failsWhatChangesMeanwhile();
    void refusesItself_data() { testing::addCopyWays(); }
    void refusesItself();
    void discardsWhatArrived_data() { testing::addCopyWays(); }
    void discardsWhatArrived();
    void copiesBesideItself_data();
    void copiesBesideItself();
    void copiesBesideItselfOnce_data() { sharesBytes_data(); }
    void copiesBesideItselfOnce();
    void believesNoList_data();
    void believesNoList();

private:
    CopyFixture m_fixture;
};

void TstCopy::initTestCase()
{
    SKIP_WITHOUT("sshd");
    QVERIFY(m_fixture.startOthers());
}

void TstCopy::init()
{
    QVERIFY(m_fixture.start());
}

void TstCopy::bringsATree()
{
    QFETCH(CopyWay, way);
    m_fixture->run(". '" BATCHDECK_SOURCE_DIR "/tests/storage/data/oddtree.sh'; chmod 755 tool; "
                   "head -c 70000000 /dev/urandom > large; printf 'back\\\\slash' > 'back\\nslash'; ln secret hard");
    const auto run = m_fixture.copy(way, m_fixture.plan({"tree"}));
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 0);
    QVERIFY(m_fixture.isSame("tree"));
    const QByteArray facts = "stat -c '%n %a %Y' tree tree/empty tree/deep tree/deep/er tree/locked";
    QCOMPARE(m_fixture->run("cd there; " + facts), m_fixture->run("cd here; " + facts));
    QCOMPARE(m_fixture.leftOver(), "");
    QVERIFY(run->counters().isCounted);
    QCOMPARE(run->counters().filesDone.load(), run->counters().filesTotal.load());
    QCOMPARE(run->counters().bytesDone.load(), run->counters().bytesTotal.load());
}

void TstCopy::bringsOnlyWhatIsMissing()
{
    QFETCH(CopyWay, way);
    m_fixture->run("mkdir -p here/tree/sub && cd here/tree && for i in $(seq 500); do echo $i > sub/$i; done");
    VERIFY_RESULT(m_fixture.copy(way, m_fixture.plan({"tree"}))->run());
    m_fixture->run("cd here/tree/sub && echo more >> 7; echo new > 501; rm 9");
    const auto again = m_fixture.copy(way, m_fixture.plan({"tree"}, ConflictRule::Replace));
    VERIFY_RESULT(again->run());
    QCOMPARE(again->counters().filesThere.load(), 498);
    m_fixture->run("rm there/tree/sub/9"); // what is only there stays there
    QVERIFY(m_fixture.isSame("tree"));
}

void TstCopy::obeysTheConflictRule_data()
{
    QTest::addColumn<CopyWay>("way");
    QTest::addColumn<ConflictRule>("rule");
    QTest::addColumn<QByteArray>("there");
    for (const auto &[name, way] : {std::pair{"here", CopyWay::Here},
                                    {"within", CopyWay::Within},
                                    {"between", CopyWay::Between},
                                    {"within without a shell", CopyWay::WithinPlain},
                                    {"to one without", CopyWay::ToPlain}}) {
        QTest::addRow("%s, skip", name) << way << ConflictRule::Skip << "a.txt:old\n"_ba;
        QTest::addRow("%s, replace", name) << way << ConflictRule::Replace << "a.txt:new\n"_ba;
        QTest::addRow("%s, keep both", name) << way << ConflictRule::KeepBoth << "a (2).txt:new\na.txt:old\n"_ba;
    }
}

void TstCopy::obeysTheConflictRule()
{
    QFETCH(CopyWay, way);
    QFETCH(ConflictRule, rule);
    QFETCH(QByteArray, there);
    m_fixture->run("mkdir -p {here,there}/t; echo new > here/t/a.txt; echo old > there/t/a.txt; touch -d 2001-01-01 "
                   "there/t/a.txt");
    for (int i = 0; i < 2; ++i) { // a second time it has nothing to do
        const auto run = m_fixture.copy(way, m_fixture.plan({"t"}, rule));
        VERIFY_RESULT(run->run());
        QCOMPARE(run->failed().count(), 0);
        QCOMPARE(m_fixture->run("cd there/t && grep -H '' *"), there);
    }
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstCopy::mergesIntoWhatIsThere()
{
    QFETCH(CopyWay, way);
    m_fixture->run("mkdir -p here/t/{new/deep,both/in} there/t/{both/in,own}; echo 1 > here/t/new/deep/f; echo 2 > "
                   "here/t/both/g; echo 3 > here/t/both/in/.h; echo 4 > there/t/own/i; echo 5 > there/t/both/j; "
                   "chmod 555 here/t/new");
    VERIFY_RESULT(m_fixture.copy(way, m_fixture.plan({"t"}))->run());
    QCOMPARE(m_fixture->run("cd there/t && find . -type f | sort | xargs grep ''; stat -c %a new"),
             "./both/g:2\n./both/in/.h:3\n./both/j:5\n./new/deep/f:1\n./own/i:4\n555\n");
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstCopy::keepsHoles()
{
    QFETCH(CopyWay, way);
    m_fixture->run(
        "cd here; truncate -s 300M sparse; echo end >> sparse; "
        "dd if=/dev/urandom of=sparse bs=1M seek=90 count=3 conv=notrunc status=none; truncate -s 40M zeros");
    VERIFY_RESULT(m_fixture.copy(way, m_fixture.plan({"sparse", "zeros"}))->run());
    QCOMPARE(m_fixture->run("cmp here/sparse there/sparse; cmp here/zeros there/zeros"), "");
    QVERIFY(m_fixture->run("du -k there/sparse").split('\t').constFirst().toInt() < 8192);
    if (way != CopyWay::WithinPlain && way != CopyWay::FromPlain) // SFTP does not say what has holes
        QVERIFY(m_fixture->run("du -k there/zeros").split('\t').constFirst().toInt() < 1024);
}

void TstCopy::sharesBytes_data()
{
    QTest::addColumn<CopyWay>("way");
    QTest::newRow("within this computer") << CopyWay::Here;
    QTest::newRow("within a machine") << CopyWay::Within;
}

// Where the file system can, a copy takes no room.
void TstCopy::sharesBytes()
{
    QFETCH(CopyWay, way);
    SKIP_WITHOUT("xfs");
    const QByteArray disk = m_fixture->path(u"disk"_s).toUtf8();
    m_fixture->run("truncate -s 400M disk.image && /usr/sbin/mkfs.xfs -q disk.image && mkdir disk && mount -o loop "
                   "disk.image disk "
                   "2>/dev/null && head -c 100000000 /dev/urandom > disk/large && sync disk/large");
    const auto unmount = qScopeGuard([&disk] { // a session may still be about to end there
        QVERIFY(QTest::qWaitFor([&disk] { return ::umount2(disk.constData(), 0) == 0 || errno == EINVAL; }, 60'000));
    });
    if (m_fixture->run("ls disk") != "large\n")
        SKIP_UNLESS_ALL("only root mounts a file system in which files share their bytes");
    const auto used = [&disk] {
        struct ::statvfs now
        {
        };
        ::statvfs(disk.constData(), &now);
        return qint64(now.f_blocks - now.f_bfree) * qint64(now.f_frsize);
    };
    const qint64 before = used();
    TransferPlan asked = m_fixture.plan({"large"});
    asked.folder = disk;
    asked.target = disk + "/there";
    VERIFY_RESULT(m_fixture.copy(way, asked)->run());
    QCOMPARE(m_fixture->run("cmp disk/large disk/there/large; sync disk/there/large"), "");
    QVERIFY2(used() - before < 8'000'000, qPrintable(QString::number(used() - before)));
}

void TstCopy::goesOnWhereItWasCut()
{
    QFETCH(CopyWay, way);
    m_fixture->run("mkdir -p here/t; cd here/t; for i in $(seq 3000); do echo $i > $i; done; "
                   "head -c 80000000 /dev/urandom > large; head -c 9000000 /dev/urandom > some");
    const TransferPlan asked = m_fixture.plan({"t"});
    for (const qint64 files : {500, 2500, 3000}) {
        const auto run = m_fixture.copy(way, asked);
        std::atomic<bool> hasEnded = false;
        std::jthread cutter([&] {
            while (!hasEnded && run->counters().filesDone < files)
                std::this_thread::yield();
            run->abort();
        });
        const auto done = run->run();
        hasEnded = true;
        QVERIFY(done || done.error().code == ErrorCode::Canceled);
        QVERIFY2(done || m_fixture->run("ls there").isEmpty(), "nothing is in its place before all is verified");
    }
    const auto last = m_fixture.copy(way, asked);
    VERIFY_RESULT(last->run());
    QCOMPARE(last->failed().count(), 0);
    QVERIFY(m_fixture.isSame("t"));
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstCopy::tellsWhatCannotBeRead()
{
    QFETCH(CopyWay, way);
    m_fixture->run("mkdir -p here/t; echo 1 > here/t/good; mkfifo here/t/pipe; echo 2 > here/t/other");
    const auto run = m_fixture.copy(way, m_fixture.plan({"t"}));
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 1);
    QVERIFY(run->failed().has("t/pipe"));
    QCOMPARE(m_fixture->run("cat there/t/*"), "1\n2\n");
    const auto none = m_fixture.copy(way, m_fixture.plan({"none"}));
    const auto done = none->run();
    QVERIFY(!done);
    QCOMPARE(int(done.error().code), int(ErrorCode::NotFound));
}

// Somebody kills the shell that copies a large file: who says how far it is must not go on for ever.
void TstCopy::endsWithItsTools()
{
    QFETCH(CopyWay, way);
    m_fixture->run("truncate -s 70M here/large");
    m_fixture->replaceTool("cp",
                           "#!/bin/bash\nif [ ! -e TOP/came ]; then : > TOP/came; shells= p=$PPID\n"
                           "while [ \"$(cat /proc/$p/comm)\" = sh ]; do shells=\"$p $shells\"\n"
                           "p=$(sed -n 's/^PPid:[[:space:]]*//p' /proc/$p/status); done; kill -9 $shells; exit 1; fi\n"
                           "exec REAL \"$@\"\n");
    const auto path = qgetenv("PATH");
    const auto restore = qScopeGuard([&path] { qputenv("PATH", path); });
    if (way == CopyWay::Here)
        qputenv("PATH", m_fixture->path(u"bin"_s).toUtf8() + ':' + path);
    const auto struck = m_fixture.copy(way, m_fixture.plan({"large"}));
    QVERIFY(!struck->run() || struck->failed().count() == 1);
    QCOMPARE(m_fixture->run("ls came there"), "came\n\nthere:\n");
    VERIFY_RESULT(m_fixture.copy(way, m_fixture.plan({"large"}))->run());
    QVERIFY(m_fixture.isSame(""));
}

// The machine's cp writes to what it has just read.
void TstCopy::failsWhatChangesMeanwhile()
{
    m_fixture->run("mkdir here/t; head -c 2000000 /dev/zero > here/t/a; head -c 2000000 /dev/zero > here/t/b");
    m_fixture->replaceTool("cp", "#!/bin/bash\nREAL \"$@\"\necho x >> TOP/here/t/a\n");
    const auto run = m_fixture.copy(CopyWay::Within, m_fixture.plan({"t"}));
    VERIFY_RESULT(run->run());
    QVERIFY(run->failed().has("t/a"));
    QCOMPARE(m_fixture->run("ls there/t"), "b\n");
}

void TstCopy::refusesItself()
{
    QFETCH(CopyWay, way);
    m_fixture->run("mkdir -p here/t/sub; echo 1 > here/t/f; ln -s here/t/sub alias");
    TransferPlan asked = m_fixture.plan({"t"});
    asked.target = m_fixture->path(u"alias"_s).toUtf8();
    for (const bool removes : {false, true}) {
        asked.removesSources = removes;
        const auto run = m_fixture.copy(way, asked);
        const auto done = run->run();
        QVERIFY(!done);
        QCOMPARE(m_fixture->run("cd here; find . | sort"), ".\n./t\n./t/f\n./t/sub\n");
    }
}

void TstCopy::discardsWhatArrived()
{
    QFETCH(CopyWay, way);
    m_fixture->run("mkdir -p here/t 'there/.t.part-0123/t'; echo 1 > here/t/f; echo 2 > 'there/.t.part-0123/t/g'");
    VERIFY_RESULT(m_fixture.copy(way, m_fixture.plan({"t"}))->discard());
    QCOMPARE(m_fixture->run("ls -A there"), "");
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstCopy::copiesBesideItself_data()
{
    QTest::addColumn<CopyWay>("way");
    QTest::newRow("within this computer") << CopyWay::Here;
    QTest::newRow("within a machine") << CopyWay::Within;
    QTest::newRow("within a machine without a shell") << CopyWay::WithinPlain;
}

void TstCopy::copiesBesideItself()
{
    QFETCH(CopyWay, way);
    m_fixture->run(
        "mkdir -p here/t/in; cd here; echo 1 > t/in/f; echo 2 > plate.v1.tif; echo 3 > .hidden; echo 4 > -n; "
        "echo other > 'plate.v1 (2).tif'; chmod 750 t/in; touch -d @1000000000 t");
    TransferPlan asked = m_fixture.plan({"t", "plate.v1.tif", ".hidden", "-n"}, ConflictRule::KeepBoth);
    asked.target = asked.folder;
    for (int round = 0; round < 2; ++round) {
        const auto run = m_fixture.copy(way, asked);
        VERIFY_RESULT(run->run());
        QCOMPARE(run->failed().count(), 0);
    }
    QCOMPARE(m_fixture->run("cd here; LC_ALL=C ls -A; cat 't (3)/in/f' 'plate.v1 (2).tif' 'plate.v1 (3).tif' "
                            "'.hidden (2)' './-n (2)'; stat -c '%a' 't (2)/in'; stat -c %Y 't (2)'"),
             "-n\n-n (2)\n-n (3)\n.hidden\n.hidden (2)\n.hidden (3)\nplate.v1 (2).tif\nplate.v1 (3).tif\n"
             "plate.v1 (4).tif\nplate.v1.tif\nt\nt (2)\nt (3)\n1\nother\n2\n3\n4\n750\n1000000000\n");
    // One that was interrupted among its last steps makes nothing twice.
    const QByteArray before = m_fixture->run("cd here; find . | sort");
    m_fixture->run("cd here; mkdir .t.part-0123.named; mv -- 't (2)' '-n (3)' .t.part-0123.named");
    VERIFY_RESULT(m_fixture.copy(way, asked)->run());
    QCOMPARE(m_fixture->run("cd here; find . | sort"), before);
    // What an earlier run left in the stage goes, and nothing that it leads to.
    m_fixture->run("mkdir -p elsewhere here/.t.part-0123; echo own > elsewhere/f; ln -s ../../elsewhere "
                   "'here/.t.part-0123/t (4)'");
    VERIFY_RESULT(m_fixture.copy(way, asked)->run());
    QCOMPARE(m_fixture->run("cat elsewhere/f; cd here; rm -r 't (4)' 'plate.v1 (5).tif' '.hidden (4)' './-n (4)'; "
                            "find . | sort"),
             "own\n" + before);
    // What came between is not touched.
    m_fixture->run("cd here; mkdir .t.part-0123.named; mv -- '-n (3)' .t.part-0123.named; echo foreign > './-n (3)'");
    QVERIFY(!m_fixture.copy(way, asked)->run());
    QCOMPARE(m_fixture->run("cat './here/-n (3)'"), "foreign\n");
    VERIFY_RESULT(m_fixture.copy(way, asked)->discard());
    QCOMPARE(m_fixture.leftOver(), "");
}

// The way is lost when all is in its place, and its answer with it.
void TstCopy::copiesBesideItselfOnce()
{
    QFETCH(CopyWay, way);
    m_fixture->run("echo 1 > here/f");
    TransferPlan asked = m_fixture.plan({"f"}, ConflictRule::KeepBoth);
    asked.target = asked.folder;
    for (const QByteArray tool : {"rm", "rmdir"})
        m_fixture->replaceTool(tool,
                               "#!/bin/sh\nREAL \"$@\"\ncode=$?\ncase $* in *.named*) [ -e TOP/lost ] || "
                               "{ : > TOP/lost; kill -9 $PPID; } ;; esac\nexit $code\n");
    const auto path = qgetenv("PATH");
    if (way == CopyWay::Here)
        qputenv("PATH", m_fixture->path(u"bin"_s).toUtf8() + ':' + path);
    const auto restore = qScopeGuard([&path] { qputenv("PATH", path); });
    QVERIFY(!m_fixture.copy(way, asked)->run());
    QCOMPARE(m_fixture->run("ls lost"), "lost\n");
    VERIFY_RESULT(m_fixture.copy(way, asked)->run());
    QCOMPARE(m_fixture->run("ls -A here"), "f\nf (2)\n");
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstCopy::believesNoList_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::newRow("below a link") << "say('t/out', 'l', '0', target=top + '/elsewhere'); say('t/out/evil')"_ba;
    QTest::newRow("a folder and a link")
        << "say('t/out', 'l', '0', target=top + '/elsewhere'); say('t/out/evil'); say('t/out', 'd')"_ba;
    QTest::newRow("below nothing") << "say('t/none/evil')"_ba;
    QTest::newRow("above") << "say('t/../../elsewhere/evil')"_ba;
    QTest::newRow("absolute") << "say('/elsewhere/evil')"_ba;
    QTest::newRow("not asked for") << "say('u')"_ba;
    QTest::newRow("without end") << "while True: say('t/a')"_ba;
}

void TstCopy::believesNoList()
{
    SKIP_WITHOUT("python3");
    QFETCH(QByteArray, script);
    m_fixture->run("mkdir -p here/t/none elsewhere; echo evil > here/t/a; ln -s ../../elsewhere here/t/out");
    m_fixture->replaceTool("find",
                           "#!/usr/bin/python3\nimport os, sys\n"
                           "if '-depth' not in sys.argv: os.execv('REAL', sys.argv)\n"
                           "top, out = 'TOP', sys.stdout.buffer\n"
                           "def say(path, kind='f', size='5', time='1000000000.0', mode='644', target=''):\n"
                           "    out.write(os.fsencode(f'{kind} {size} {time} {mode} 8\\0{path}\\0{target}\\0'))\n"
                           "say('t/a')\n"
                               + script + "\nsay('t', 'd')\n");
    TransferPlan asked = m_fixture.plan({"t"});
    asked.mostEntries = 10'000;
    const auto run = m_fixture.copy(CopyWay::Between, asked);
    const auto done = run->run();
    QVERIFY(!done);
    QCOMPARE(int(done.error().code), int(ErrorCode::CommandFailed));
    QCOMPARE(m_fixture->run("ls elsewhere; ls there"), "");
}

BATCHDECK_TEST_MAIN(QCoreApplication, TstCopy)

#include "tst_copy.moc"
