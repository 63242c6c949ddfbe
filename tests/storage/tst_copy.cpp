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
    void placesNothingThatIsStale_data() { addWaysThere(); }
    void placesNothingThatIsStale();
    void keepsPartsOfASecond_data();
    void keepsPartsOfASecond();
    void keepsHoles_data() { testing::addCopyWays(); }
    void keepsHoles();
    void sharesBytes_data();
    void sharesBytes();
    void goesOnWhereItWasCut_data() { testing::addCopyWays(); }
    void goesOnWhereItWasCut();
    void goesOnAmidAFile_data() { testing::addSendingWays(); }
    void goesOnAmidAFile();
    void writesThroughNoLink_data() { testing::addSendingWays(); }
    void writesThroughNoLink();
    void tellsWhatCannotBeRead_data() { testing::addCopyWays(); }
    void tellsWhatCannotBeRead();
    void endsWithItsTools_data() { sharesBytes_data(); }
    void endsWithItsTools();
    void failsWhatChangesMeanwhile();
    void refusesItself_data() { testing::addCopyWays(); }
    void refusesItself();
    void discardsWhatArrived_data() { testing::addCopyWays(); }
    void discardsWhatArrived();
    void believesNoList_data();
    void believesNoList();
    void writesThroughNoLinkOfTheList_data() { addWaysThere(); }
    void writesThroughNoLinkOfTheList();

private:
    static void addWaysThere()
    {
        QTest::addColumn<CopyWay>("way");
        QTest::newRow("to a machine") << CopyWay::Between;
        QTest::newRow("to a machine without a shell") << CopyWay::ToPlain;
    }
    void replaceList(const QByteArray &script)
    {
        m_fixture->replaceTool("find",
                               "#!/usr/bin/python3\nimport os, sys\n"
                               "if '-depth' not in sys.argv: os.execv('REAL', sys.argv)\n"
                               "top, out = 'TOP', sys.stdout.buffer\n"
                               "def say(path, kind='f', size='5', time='1000000000.0', mode='644', target=''):\n"
                               "    out.write(os.fsencode(f'{kind} {size} {time} {mode} 8\\0{path}\\0{target}\\0'))\n"
                                   + script + "\nsay('t', 'd')\n");
    }

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

// Of what an earlier run left in a stage, more than is kept in memory at a time.
void TstCopy::placesNothingThatIsStale()
{
    QFETCH(CopyWay, way);
    m_fixture->run(
        "mkdir here/t; echo new > here/t/f; cd there; name=$(printf %0200d 0); "
        "mkdir -p .t.part-0123/t/$name/$name/$name; cd .t.part-0123/t/$name/$name/$name; touch $(seq 27000)");
    const auto run = m_fixture.copy(way, m_fixture.plan({"t"}));
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 0);
    QCOMPARE(m_fixture->run("ls there/t; find there | wc -l"), "f\n3\n");
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstCopy::keepsPartsOfASecond_data()
{
    QTest::addColumn<CopyWay>("way");
    QTest::newRow("within this computer") << CopyWay::Here;
    QTest::newRow("within a machine") << CopyWay::Within;
    QTest::newRow("between machines") << CopyWay::Between;
    QTest::newRow("to a machine") << CopyWay::Up;
    QTest::newRow("from a machine") << CopyWay::Down;
}

// SFTP has none to keep.
void TstCopy::keepsPartsOfASecond()
{
    QFETCH(CopyWay, way);
    m_fixture->run(
        "mkdir here/t; cd here/t; echo 1 > small; ln -s small link; truncate -s 5M holes; echo end >> holes; "
        "head -c 70000000 /dev/urandom > large; mkdir $'o\xff'; echo 2 > $'o\xff/\xfe'; cp -a small 'large ("
        "2)'; touch -hd @1600000000.123456789 * $'o\xff/\xfe'");
    const QByteArray times = "find t ! -type d -printf '%T@ ' | tr ' ' '\n' | sort | uniq -c";
    VERIFY_RESULT(m_fixture.copy(way, m_fixture.plan({"t"}))->run());
    QCOMPARE(m_fixture->run("cd there; " + times).simplified(), "6 1600000000.1234567890");
    const auto again = m_fixture.copy(way, m_fixture.plan({"t"}));
    VERIFY_RESULT(again->run());
    QCOMPARE(again->counters().filesThere.load(), 6);

    // What was written anew within the second is another; what lacks that part of its time is not.
    m_fixture->run("echo 9 > here/t/small; touch -d @1600000000.5 here/t/small; touch -hd @1600000000 there/t/link "
                   "there/t/large");
    const auto third = m_fixture.copy(way, m_fixture.plan({"t"}, ConflictRule::Replace));
    VERIFY_RESULT(third->run());
    QCOMPARE(third->counters().filesThere.load(), 5);
    QCOMPARE(m_fixture->run("cat there/t/small"), "9\n");
}

void TstCopy::keepsHoles()
{
    QFETCH(CopyWay, way);
    m_fixture->run(
        "cd here; truncate -s 300M sparse; echo end >> sparse; "
        "dd if=/dev/urandom of=sparse bs=1M seek=90 count=3 conv=notrunc status=none; truncate -s 40M zeros; truncate "
        "-s 200M nothing");
    const auto run = m_fixture.copy(way, m_fixture.plan({"sparse", "zeros", "nothing"}));
    VERIFY_RESULT(run->run());
    QCOMPARE(m_fixture->run("for i in sparse zeros nothing; do cmp here/$i there/$i; done"), "");
    QVERIFY(m_fixture->run("du -k there/sparse").split('\t').constFirst().toInt() < 8192);
    if (way == CopyWay::WithinPlain || way == CopyWay::FromPlain) // SFTP does not say what has holes
        return;
    QVERIFY(m_fixture->run("du -k there/zeros").split('\t').constFirst().toInt() < 1024);
    QVERIFY(m_fixture->run("du -k there/nothing").split('\t').constFirst().toInt() < 2048);
    QVERIFY2(run->counters().bytesSent < 60'000'000, qPrintable(QString::number(run->counters().bytesSent)));
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

// Of one that is too small to be sent in parts, too; the second time they have begun.
void TstCopy::goesOnAmidAFile()
{
    QFETCH(CopyWay, way);
    m_fixture->run("mkdir -p here/t/in there/t; cd here/t; for i in $(seq 300); do echo $i > $i; done; "
                   "head -c 60000001 /dev/urandom > in/file; chmod 444 in/file; cp in/file ../../there/t/own");
    TransferPlan asked = m_fixture.plan({"t"});
    qint64 sent = 0;
    for (const qint64 moment : {50'000'000, 4'000'000, 0}) {
        asked.bytesPerSecond = moment; // or it would be over before it is cut
        const auto run = m_fixture.copy(way, asked);
        std::atomic<bool> hasEnded = false;
        std::jthread cutter([&] {
            while (!hasEnded && (moment == 0 || run->counters().bytesSent < moment))
                std::this_thread::yield();
            if (moment > 0)
                run->abort();
        });
        const auto done = run->run();
        hasEnded = true;
        QVERIFY2(done ? moment == 0 : moment > 0 && done.error().code == ErrorCode::Canceled,
                 qPrintable(done ? u"it was not cut"_s : done.error().message.englishText()));
        sent += run->counters().bytesSent;
    }
    QCOMPARE(m_fixture->run("cmp here/t/in/file there/t/own; rm there/t/own"), "");
    QVERIFY(m_fixture.isSame("t"));
    QCOMPARE(m_fixture.leftOver(), "");
    QVERIFY2(sent < 60'000'001 + 2 * 16 * 1024 * 1024, qPrintable(QString::number(sent)));
}

// A source that is cut lists a file, then a link of its name, then the file again: what was noted of the file says
// nothing of what stands in the stage by then.
void TstCopy::writesThroughNoLink()
{
    QFETCH(CopyWay, way);
    m_fixture->run("mkdir here/t; head -c 80000000 /dev/urandom > here/t/file; echo mine > victim; chmod 600 victim");
    TransferPlan asked = m_fixture.plan({"t"});
    asked.bytesPerSecond = 40'000'000;
    const auto cut = m_fixture.copy(way, asked);
    std::atomic<bool> hasEnded = false;
    std::jthread cutter([&] {
        while (!hasEnded && cut->counters().bytesSent < 40'000'000)
            std::this_thread::yield();
        cut->abort();
    });
    const auto done = cut->run();
    hasEnded = true;
    QVERIFY(!done);
    QCOMPARE(m_fixture->run("cd there/.t.part-0123/t && rm file && ln -s ../../../victim file && cat file"), "mine\n");
    asked.bytesPerSecond = 0;
    VERIFY_RESULT(m_fixture.copy(way, asked)->run());
    QCOMPARE(m_fixture->run("cat victim; stat -c %a victim"), "mine\n600\n");
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

void TstCopy::believesNoList_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::newRow("below a link") << "say('t/out', 'l', '0', target=top + '/elsewhere'); say('t/out/evil')"_ba;
    QTest::newRow("a folder and a link")
        << "say('t/out', 'l', '0', target=top + '/elsewhere'); say('t/out/evil'); say('t/out', 'd')"_ba;
    QTest::newRow("a link and a file") << "say('t/f', 'l', '0', target=top + '/elsewhere/evil'); say('t/f')"_ba;
    QTest::newRow("a file and a link") << "say('t/f'); say('t/f', 'l', '0', target=top + '/elsewhere/evil')"_ba;
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
    replaceList("say('t/a')\n" + script);
    TransferPlan asked = m_fixture.plan({"t"});
    asked.mostEntries = 10'000;
    const auto run = m_fixture.copy(CopyWay::Between, asked);
    const auto done = run->run();
    QVERIFY(!done);
    QCOMPARE(int(done.error().code), int(ErrorCode::CommandFailed));
    QCOMPARE(m_fixture->run("ls elsewhere; ls there"), "");
}

// A file that is large enough to come in parts, and a link of the name that it has, or that it would get there.
void TstCopy::writesThroughNoLinkOfTheList()
{
    SKIP_WITHOUT("python3");
    QFETCH(CopyWay, way);
    for (const bool isRenamed : {false, true}) {
        QVERIFY(m_fixture.start());
        m_fixture->run("mkdir -p {here,there}/t; echo own > victim; head -c 70000000 /dev/zero > here/t/f; "
                       "touch -d @1000000000 here/t/f");
        const QByteArray link = isRenamed ? "f (2)" : "f";
        if (isRenamed)
            m_fixture->run("echo other > there/t/f");
        replaceList("say('t/" + link + "', 'l', '0', target='../../../victim')\nsay('t/f', size='70000000')");
        const auto run = m_fixture.copy(way, m_fixture.plan({"t"}, ConflictRule::KeepBoth));
        const auto done = run->run();
        QCOMPARE(m_fixture->run("cat victim | head -c 100"), "own\n");
        QCOMPARE(bool(done), isRenamed);
        if (isRenamed) // the file has a name that is free
            QCOMPARE(m_fixture->run("cd there/t; stat -c '%F %s' 'f (3)'"), "regular file 70000000\n");
        else
            QCOMPARE(int(done.error().code), int(ErrorCode::CommandFailed));
    }
}

BATCHDECK_TEST(QCoreApplication, TstCopy)

#include "tst_copy.moc"
