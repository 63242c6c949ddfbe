// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/storage/transferfixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QScopeGuard>

#include <sys/mount.h>
#include <sys/statvfs.h>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::TransferFixture;
using testing::TransferWay;

/// What only some ways between two places have; the rest is TstTransferContract's.
class TstCopy final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void placesNothingThatIsStale_data() { addWaysThere(); }
    void placesNothingThatIsStale();
    void keepsPartsOfASecond_data();
    void keepsPartsOfASecond();
    void sharesBytes_data();
    void sharesBytes();
    void endsWithItsTools_data() { sharesBytes_data(); }
    void endsWithItsTools();
    void failsWhatChangesMeanwhile();
    void believesNoList_data();
    void believesNoList();
    void tellsNoOwnerAsItIsSaid();
    void writesThroughNoLinkOfTheList_data() { addWaysThere(); }
    void writesThroughNoLinkOfTheList();

private:
    static void addWaysThere()
    {
        QTest::addColumn<TransferWay>("way");
        QTest::newRow("to a machine") << TransferWay::Between;
        if (testing::isExtendedRun())
            QTest::newRow("to a machine without a shell") << TransferWay::ToPlain;
    }
    void replaceList(const QByteArray &script)
    {
        m_fixture.replaceTool("find",
                              "#!/usr/bin/python3\nimport os, sys\n"
                              "if '-depth' not in sys.argv: os.execv('REAL', sys.argv)\n"
                              "top, out = 'TOP', sys.stdout.buffer\n"
                              "def say(path, kind='f', size='5', time='1000000000.0', mode='644', target=''):\n"
                              "    out.write(os.fsencode(f'{kind} {size} {time} {mode} 8\\0{path}\\0{target}\\0'))\n"
                                  + script + "\nsay('t', 'd')\n");
    }

    TransferFixture m_fixture;
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

// Of what an earlier run left in a stage; of the larger number, more than is kept in memory at a time.
void TstCopy::placesNothingThatIsStale()
{
    QFETCH(TransferWay, way);
    const int files = testing::isExtendedRun() ? 27'000 : 300;
    m_fixture.run("mkdir here/t; echo new > here/t/f; cd there; name=$(printf %0200d 0); "
                  "mkdir -p .t.part-0123/t/$name/$name/$name; cd .t.part-0123/t/$name/$name/$name; touch $(seq "
                  + QByteArray::number(files) + ")");
    const auto run = m_fixture.copy(way, m_fixture.plan({"t"}));
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 0);
    QCOMPARE(m_fixture.run("ls there/t; find there | wc -l"), "f\n3\n");
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstCopy::keepsPartsOfASecond_data()
{
    QTest::addColumn<TransferWay>("way");
    QTest::newRow("within this computer") << TransferWay::Here;
    QTest::newRow("within a machine") << TransferWay::Within;
    QTest::newRow("between machines") << TransferWay::Between;
    QTest::newRow("to a machine") << TransferWay::Up;
    QTest::newRow("from a machine") << TransferWay::Down;
}

// SFTP has none to keep.
void TstCopy::keepsPartsOfASecond()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir here/t; cd here/t; echo 1 > small; ln -s small link; truncate -s 5M holes; echo end >> holes; "
                  "head -c 70000000 /dev/urandom > large; mkdir $'o\xff'; echo 2 > $'o\xff/\xfe'; cp -a small 'large ("
                  "2)'; touch -hd @1600000000.123456789 * $'o\xff/\xfe'");
    const QByteArray times = "find t ! -type d -printf '%T@ ' | tr ' ' '\n' | sort | uniq -c";
    VERIFY_RESULT(m_fixture.copy(way, m_fixture.plan({"t"}))->run());
    QCOMPARE(m_fixture.run("cd there; " + times).simplified(), "6 1600000000.1234567890");
    const auto again = m_fixture.copy(way, m_fixture.plan({"t"}));
    VERIFY_RESULT(again->run());
    QCOMPARE(again->counters().filesThere.load(), 6);

    // What was written anew within the second is another; what lacks that part of its time is not.
    m_fixture.run("echo 9 > here/t/small; touch -d @1600000000.5 here/t/small; touch -hd @1600000000 there/t/link "
                  "there/t/large");
    const auto third = m_fixture.copy(way, m_fixture.plan({"t"}, ConflictRule::Replace));
    VERIFY_RESULT(third->run());
    QCOMPARE(third->counters().filesThere.load(), 5);
    QCOMPARE(m_fixture.run("cat there/t/small"), "9\n");
}

void TstCopy::sharesBytes_data()
{
    QTest::addColumn<TransferWay>("way");
    QTest::newRow("within this computer") << TransferWay::Here;
    QTest::newRow("within a machine") << TransferWay::Within;
}

// Where the file system can, a copy takes no room.
void TstCopy::sharesBytes()
{
    QFETCH(TransferWay, way);
    SKIP_WITHOUT("xfs");
    const QByteArray disk = m_fixture.path(u"disk"_s).toUtf8();
    m_fixture.run("truncate -s 400M disk.image && /usr/sbin/mkfs.xfs -q disk.image && mkdir disk && mount -o loop "
                  "disk.image disk "
                  "2>/dev/null && head -c 100000000 /dev/urandom > disk/large && sync disk/large");
    const auto unmount = qScopeGuard([&disk] { // a session may still be about to end there
        QVERIFY(QTest::qWaitFor([&disk] { return ::umount2(disk.constData(), 0) == 0 || errno == EINVAL; },
                                testing::patience));
    });
    if (m_fixture.run("ls disk") != "large\n")
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
    QCOMPARE(m_fixture.run("cmp disk/large disk/there/large; sync disk/there/large"), "");
    QVERIFY2(used() - before < 8'000'000, qPrintable(QString::number(used() - before)));
}

// Somebody kills the shell that copies a large file: who says how far it is must not go on for ever.
void TstCopy::endsWithItsTools()
{
    QFETCH(TransferWay, way);
    m_fixture.run("truncate -s 70M here/large");
    m_fixture.replaceTool("cp",
                          "#!/bin/bash\nif [ ! -e TOP/came ]; then : > TOP/came; shells= p=$PPID\n"
                          "while [ \"$(cat /proc/$p/comm)\" = sh ]; do shells=\"$p $shells\"\n"
                          "p=$(sed -n 's/^PPid:[[:space:]]*//p' /proc/$p/status); done; kill -9 $shells; exit 1; fi\n"
                          "exec REAL \"$@\"\n");
    const auto path = qgetenv("PATH");
    const auto restore = qScopeGuard([&path] { qputenv("PATH", path); });
    if (way == TransferWay::Here)
        qputenv("PATH", m_fixture.toolFolder().toUtf8() + ':' + path);
    const auto struck = m_fixture.copy(way, m_fixture.plan({"large"}));
    QVERIFY(!struck->run() || struck->failed().count() == 1);
    QCOMPARE(m_fixture.run("ls came there"), "came\n\nthere:\n");
    VERIFY_RESULT(m_fixture.copy(way, m_fixture.plan({"large"}))->run());
    QVERIFY(m_fixture.isSame(""));
}

// The machine's cp writes to what it has just read.
void TstCopy::failsWhatChangesMeanwhile()
{
    m_fixture.run("mkdir here/t; head -c 2000000 /dev/zero > here/t/a; head -c 2000000 /dev/zero > here/t/b");
    m_fixture.replaceTool("cp", "#!/bin/bash\nREAL \"$@\"\necho x >> TOP/here/t/a\n");
    const auto run = m_fixture.copy(TransferWay::Within, m_fixture.plan({"t"}));
    VERIFY_RESULT(run->run());
    QVERIFY(run->failed().has("t/a"));
    QCOMPARE(m_fixture.run("ls there/t"), "b\n");
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
    m_fixture.run("mkdir -p here/t/none elsewhere; echo evil > here/t/a; ln -s ../../elsewhere here/t/out");
    replaceList("say('t/a')\n" + script);
    TransferPlan asked = m_fixture.plan({"t"});
    asked.mostEntries = 10'000;
    const auto run = m_fixture.copy(TransferWay::Between, asked);
    const auto done = run->run();
    QVERIFY(!done);
    QCOMPARE(int(done.error().code), int(ErrorCode::CommandFailed));
    QCOMPARE(m_fixture.run("ls elsewhere; ls there"), "");
}

void TstCopy::tellsNoOwnerAsItIsSaid()
{
    SKIP_WITHOUT("python3");
    m_fixture.run("mkdir here/t; echo evil > here/t/a; touch -d @1000000000 here/t/a");
    replaceList("say('t/a', mode='644 8 \\x1b[31mada\\n' + 9000 * 'a')");
    const auto run = m_fixture.copy(TransferWay::Between, m_fixture.plan({"t"}));
    VERIFY_RESULT(run->run());
    QVERIFY(run->failed().isEmpty());
    QCOMPARE(run->noted().count(), 1);
    const QString reason = run->noted().list().constFirst().reason;
    QVERIFY2(reason.startsWith(u"owner \"[31mada aaa"_s) && reason.size() < 200 && !reason.contains(u'\n'),
             qPrintable(reason));
}

// A file that is large enough to come in parts, and a link of the name that it has, or that it would get there.
void TstCopy::writesThroughNoLinkOfTheList()
{
    SKIP_WITHOUT("python3");
    QFETCH(TransferWay, way);
    for (const bool isRenamed : {false, true}) {
        QVERIFY(m_fixture.start());
        m_fixture.run("mkdir -p {here,there}/t; echo own > victim; head -c 70000000 /dev/zero > here/t/f; "
                      "touch -d @1000000000 here/t/f");
        const QByteArray link = isRenamed ? "f (2)" : "f";
        if (isRenamed)
            m_fixture.run("echo other > there/t/f");
        replaceList("say('t/" + link + "', 'l', '0', target='../../../victim')\nsay('t/f', size='70000000')");
        const auto run = m_fixture.copy(way, m_fixture.plan({"t"}, ConflictRule::KeepBoth));
        const auto done = run->run();
        QCOMPARE(m_fixture.run("cat victim | head -c 100"), "own\n");
        QCOMPARE(bool(done), isRenamed);
        if (isRenamed) // the file has a name that is free
            QCOMPARE(m_fixture.run("cd there/t; stat -c '%F %s' 'f (3)'"), "regular file 70000000\n");
        else
            QCOMPARE(int(done.error().code), int(ErrorCode::CommandFailed));
    }
}

BATCHDECK_TEST(QCoreApplication, TstCopy)

#include "tst_copy.moc"
