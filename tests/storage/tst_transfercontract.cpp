// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/storage/transferfixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QFileInfo>
#include <QScopeGuard>

#include <functional>
#include <sys/mount.h>
#include <thread>
#include <unistd.h>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::TransferFixture;
using testing::TransferWay;

/// What holds for a tree on its way between any two places, by whatever way: this computer, a real machine, another
/// one, and one that gives SFTP alone. What is there already is TstMerge's, what is to be gone here after TstMove's.
class TstTransferContract final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void bringsATree_data() { testing::addAllWays(); }
    void bringsATree();
    void bringsLargeFilesWithHoles_data() { testing::addAllWays(); }
    void bringsLargeFilesWithHoles();
    void goesOnWhereItWasCut_data() { testing::addAllWays(); }
    void goesOnWhereItWasCut();
    void goesOnAmidAFile_data() { testing::addSendingWays(); }
    void goesOnAmidAFile();
    void goesOnAmongTheParts_data() { addWaysToAndFromHere(); }
    void goesOnAmongTheParts();
    void writesThroughNoLink_data() { testing::addSendingWays(); }
    void writesThroughNoLink();
    void tellsWhatCannotBeRead_data() { testing::addAllWays(); }
    void tellsWhatCannotBeRead();
    void bringsAllButWhatCannotBe_data() { testing::addAllWays(); }
    void bringsAllButWhatCannotBe();
    void notesWhatNoFileCanKeep_data() { testing::addAllWays(); }
    void notesWhatNoFileCanKeep();
    void notesTimesThatNoFileCanKeep_data() { testing::addAllWays(); }
    void notesTimesThatNoFileCanKeep();
    void notesOwnersThatAreNotKept_data() { testing::addAllWays(); }
    void notesOwnersThatAreNotKept();
    void tellsThatTheTargetCannotBeWritten_data() { testing::addAllWays(); }
    void tellsThatTheTargetCannotBeWritten();
    void tellsThatASourceIsMissing_data() { testing::addAllWays(); }
    void tellsThatASourceIsMissing();
    void tellsThatTheDiskIsFull_data();
    void tellsThatTheDiskIsFull();
    void bringsWhatTellsNoSize_data() { testing::addAllWays(); }
    void bringsWhatTellsNoSize();
    void refusesItself_data() { testing::addAllWays(); }
    void refusesItself();
    void refusesWhatIsNoName_data() { testing::addAllWays(); }
    void refusesWhatIsNoName();
    void placesNothingThatIsGone_data() { testing::addAllWays(); }
    void placesNothingThatIsGone();
    void discardsWhatArrived_data() { testing::addAllWays(); }
    void discardsWhatArrived();

private:
    static void addWaysToAndFromHere()
    {
        QTest::addColumn<TransferWay>("way");
        testing::addWaysToAndFromHere();
    }
    /// Runs it until \a isDue, or its end.
    static Result<void> runUntil(TransferRun &run, const std::function<bool()> &isDue)
    {
        std::jthread cutter([&](const std::stop_token &ended) {
            while (!ended.stop_requested() && !isDue())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            run.abort();
        });
        return run.run();
    }
    static bool isCut(const Result<void> &done) { return !done && done.error().code == ErrorCode::Canceled; }

    TransferFixture m_fixture;
};

void TstTransferContract::initTestCase()
{
    SKIP_WITHOUT("sshd");
    QVERIFY(m_fixture.startOthers());
}

void TstTransferContract::init()
{
    QVERIFY(m_fixture.start());
}

void TstTransferContract::bringsATree()
{
    QFETCH(TransferWay, way);
    m_fixture.run(
        "(. '" BATCHDECK_SOURCE_DIR "/tests/storage/data/oddtree.sh'); cd here/tree; "
        "printf 'back\\\\slash' > 'back\\nslash'; ln secret hard; mkdir -p nested/in/empty; touch -d "
        "2004-01-01 nested/in/empty nested/in nested; for d in $(seq 40); do mkdir -p many/$d/x; for f in $(seq "
        "50); do echo $d $f > many/$d/$f; done; done");
    if (way != TransferWay::Up && way != TransferWay::UpPlain) // set-uid and its like come from here alone
        m_fixture.run("chmod 755 here/tree/tool");
    const auto run = m_fixture.copy(way, m_fixture.plan({"tree"}));
    VERIFY_RESULT(run->run());
    QVERIFY2(run->failed().count() == 0, qPrintable(run->failed().list().value(0).reason));
    QVERIFY(m_fixture.isSame("tree"));
    const QByteArray facts = "stat -c '%n %a %Y' tree tree/empty tree/deep tree/deep/er tree/locked tree/nested "
                             "tree/nested/in tree/nested/in/empty tree/link tree/nothing";
    QCOMPARE(m_fixture.run("cd there; " + facts), m_fixture.run("cd here; " + facts));
    QCOMPARE(m_fixture.leftOver(), "");
    QVERIFY(run->counters().isCounted);
    QCOMPARE(run->counters().filesDone.load(), run->counters().filesTotal.load());
    QCOMPARE(run->counters().bytesDone.load(), run->counters().bytesTotal.load());
}

// Those of more than 64 MiB go in parts, where a way has parts. Their ends are no whole MiB.
void TstTransferContract::bringsLargeFilesWithHoles()
{
    QFETCH(TransferWay, way);
    m_fixture.run(
        "mkdir here/t; cd here/t; head -c 70000001 /dev/urandom > 'the large'; truncate -s 150000003 'the "
        "large'; printf end >> 'the large'; chmod 640 'the large'; truncate -s 130M sparse; echo end >> sparse; "
        "dd if='the large' of=sparse bs=1M seek=90 count=3 conv=notrunc status=none; truncate -s 40M zeros; "
        "truncate -s 70M nothing; head -c 20000000 'the large' > middle; touch -d @1600000000 [m-t]*");
    const auto run = m_fixture.copy(way, m_fixture.plan({"t"}));
    VERIFY_RESULT(run->run());
    QCOMPARE(m_fixture.run("cd here/t; for i in *; do cmp \"$i\" ../../there/t/\"$i\"; done"), "");
    const QByteArray facts = "cd t && stat -c '%n %a %s %Y' *";
    QCOMPARE(m_fixture.run("cd there; " + facts), m_fixture.run("cd here; " + facts));
    QCOMPARE(run->counters().filesDone.load(), 5);
    QCOMPARE(run->counters().bytesDone.load(), run->counters().bytesTotal.load());
    QCOMPARE(m_fixture.leftOver(), "");
    const auto kiB = [&](const QByteArray &name) {
        return m_fixture.run("du -k 'there/t/" + name + '\'').split('\t').constFirst().toInt();
    };
    QVERIFY(kiB("the large") < 90'000);
    QVERIFY(kiB("sparse") < 8192);
    if (way == TransferWay::WithinPlain || way == TransferWay::FromPlain || way == TransferWay::DownPlain)
        return; // SFTP does not say what has holes
    QVERIFY(kiB("zeros") < 1024);
    QVERIFY(kiB("nothing") < 2048);
    QVERIFY2(run->counters().bytesSent < 150'000'000, qPrintable(QString::number(run->counters().bytesSent)));
}

void TstTransferContract::goesOnWhereItWasCut()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p here/t; cd here/t; for i in $(seq 3000); do echo $i > $i; done; "
                  "head -c 80000000 /dev/urandom > large; head -c 9000000 /dev/urandom > some");
    const TransferPlan asked = m_fixture.plan({"t"});
    for (const qint64 files : {500, 2500, 3000}) {
        const auto run = m_fixture.copy(way, asked);
        const auto done = runUntil(*run, [&] { return run->counters().filesDone >= files; });
        QVERIFY(done || isCut(done));
        QVERIFY2(done || m_fixture.run("ls there").isEmpty(), "nothing is in its place before all is verified");
    }
    const auto last = m_fixture.copy(way, asked);
    VERIFY_RESULT(last->run());
    QCOMPARE(last->failed().count(), 0);
    QVERIFY(m_fixture.isSame("t"));
    QCOMPARE(m_fixture.leftOver(), "");
}

// Of one that is too small to be sent in parts, too; the second time they have begun.
void TstTransferContract::goesOnAmidAFile()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p here/t/in there/t; cd here/t; for i in $(seq 300); do echo $i > $i; done; "
                  "head -c 60000001 /dev/urandom > in/file; chmod 444 in/file; cp in/file ../../there/t/own");
    TransferPlan asked = m_fixture.plan({"t"});
    qint64 sent = 0;
    for (const qint64 moment : {50'000'000, 4'000'000}) {
        asked.bytesPerSecond = moment; // or it would be over before it is cut
        const auto run = m_fixture.copy(way, asked);
        QVERIFY2(isCut(runUntil(*run, [&] { return run->counters().bytesSent >= moment; })), "it was not cut");
        sent += run->counters().bytesSent;
    }
    asked.bytesPerSecond = 0;
    const auto last = m_fixture.copy(way, asked);
    VERIFY_RESULT(last->run());
    sent += last->counters().bytesSent;
    QCOMPARE(m_fixture.run("cmp here/t/in/file there/t/own; rm there/t/own"), "");
    QVERIFY(m_fixture.isSame("t"));
    QCOMPARE(m_fixture.leftOver(), "");
    QVERIFY2(sent < 60'000'001 + 2 * 16 * 1024 * 1024, qPrintable(QString::number(sent)));
}

void TstTransferContract::goesOnAmongTheParts()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir here/t; head -c 160000000 /dev/urandom > here/t/large; for i in $(seq 200); do echo $i > "
                  "here/t/$i; done");
    TransferPlan asked = m_fixture.plan({"t"});
    asked.bytesPerSecond = 100'000'000; // or it would be over before it is cut
    const auto run = m_fixture.copy(way, asked);
    QVERIFY(isCut(runUntil(*run, [&] { return run->counters().bytesDone >= 100'000'000; })));
    asked.bytesPerSecond = 0;
    QCOMPARE(m_fixture.run("ls there"), ""); // nothing half-made under its name
    const auto again = m_fixture.copy(way, asked);
    VERIFY_RESULT(again->run());
    QCOMPARE(again->failed().count(), 0);
    QVERIFY(m_fixture.isSame("t"));
    const qint64 sent = run->counters().bytesSent + again->counters().bytesSent;
    const qint64 mostTwice = (way == TransferWay::Down ? 32 : 64) * 1024 * 1024;
    QVERIFY2(sent < 161'000'000 + mostTwice, qPrintable(QString::number(sent)));
    QCOMPARE(m_fixture.leftOver(), "");
}

// A source that is cut lists a file, then a link of its name, then the file again: what was noted of the file says
// nothing of what stands in the stage by then.
void TstTransferContract::writesThroughNoLink()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir here/t; head -c 80000000 /dev/urandom > here/t/file; echo mine > victim; chmod 600 victim");
    TransferPlan asked = m_fixture.plan({"t"});
    asked.bytesPerSecond = 40'000'000;
    const auto run = m_fixture.copy(way, asked);
    const QString staged = m_fixture.path(u"there/.t.part-0123/t/file"_s);
    QVERIFY(
        isCut(runUntil(*run, [&] { return run->counters().bytesSent >= 40'000'000 && QFileInfo::exists(staged); })));
    QCOMPARE(m_fixture.run("cd there/.t.part-0123/t && rm file && ln -s ../../../victim file && cat file"), "mine\n");
    asked.bytesPerSecond = 0;
    VERIFY_RESULT(m_fixture.copy(way, asked)->run());
    QCOMPARE(m_fixture.run("cat victim; stat -c %a victim"), "mine\n600\n");
    QVERIFY(m_fixture.isSame("t"));
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstTransferContract::tellsWhatCannotBeRead()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p here/t; echo 1 > here/t/good; mkfifo here/t/pipe; echo 2 > here/t/other; echo 3 > "
                  "here/t/shut; chmod 0 here/t/shut");
    const bool isRoot = ::getuid() == 0; // who reads everything
    const auto run = m_fixture.copy(way, m_fixture.plan({"t"}));
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), isRoot ? 1 : 2);
    QVERIFY(run->failed().has("t/pipe") && run->failed().has("t/shut") != isRoot);
    QVERIFY(testing::countsEveryFile(*run));
    QCOMPARE(m_fixture.run("cd there/t; ls; cat good other"),
             isRoot ? "good\nother\nshut\n1\n2\n" : "good\nother\n1\n2\n");
}

// A folder that may not be written, paths that are too long, whatever their names, and times that few ways can say.
void TstTransferContract::bringsAllButWhatCannotBe()
{
    QFETCH(TransferWay, way);
    m_fixture.run(
        "mkdir -p here/t/{shut/in,open} there/t/shut; cd here/t; echo 1 > open/a; echo 2 | tee shut/b > "
        "shut/in/c; echo 3 > last; echo 4 > open/old; touch -d @-86400 open/old; echo 5 > open/new; touch -d "
        "@5000000000 open/new; name=$'0\\n'$(printf %0248d 0); for i in $(seq 17); do mkdir \"$name\" && cd \"$name\"; "
        "done; echo 6 > $'end\\t\\\\n\\n'");
    const bool isShut = m_fixture.run("chattr +i there/t/shut 2>/dev/null && echo yes") == "yes\n";
    const auto open = qScopeGuard([this] { m_fixture.run("chattr -i there/t/shut 2>/dev/null"); });
    const auto run = m_fixture.copy(way, m_fixture.plan({"t"}));
    VERIFY_RESULT(run->run());
    QStringList failed;
    for (const FailedFile &file : run->failed().list()) {
        failed.append(file.path.left(8));
        QVERIFY(!file.reason.isEmpty());
    }
    const bool isFromPlain =
        way == TransferWay::DownPlain || way == TransferWay::FromPlain || way == TransferWay::WithinPlain;
    const bool isTooLong = failed.removeAll(u"t/0\n0000"_s) > 0; // its server leaves out of a list what that is for it
    QVERIFY2(isTooLong || isFromPlain, qPrintable(failed.join(u' ')));
    failed.sort();
    QCOMPARE(failed, isShut ? (QStringList{u"t/shut/b"_s, u"t/shut/i"_s}) : QStringList());
    QVERIFY2(testing::countsEveryFile(*run), qPrintable(QString::number(run->counters().filesDone)));
    QCOMPARE(run->counters().bytesDone.load(), 2 * run->counters().filesDone.load()); // each has a digit and an end
    QCOMPARE(m_fixture.run("cd there/t; cat open/* last"), "1\n5\n4\n3\n");
    if (way == TransferWay::UpPlain || way == TransferWay::ToPlain)
        QVERIFY(run->noted().has("t/open/old") && run->noted().has("t/open/new"));
    else if (!isFromPlain)
        QCOMPARE(m_fixture.run("stat -c %Y there/t/open/{new,old}"), "5000000000\n-86400\n");
    QCOMPARE(m_fixture.leftOver(), "");
}

// A file system that takes neither permissions nor times.
void TstTransferContract::notesWhatNoFileCanKeep()
{
    QFETCH(TransferWay, way);
    SKIP_WITHOUT("sshfs");
    m_fixture.run(
        "mkdir -p here/t/in back; cd here/t; echo 1 > a; echo 2 > in/b; head -c 3000000 /dev/urandom > large; "
        "touch -d @1500000000 a in/b large in; chmod 600 a; printf '#!/bin/sh\\nexec /usr/lib/openssh/sftp-server "
        "-P setstat,fsetstat\\n' > ../../server; chmod 755 ../../server");
    if (m_fixture.run("sshfs -o ssh_command=$PWD/server local:$PWD/back there 2>&1 || echo no").endsWith("no\n"))
        SKIP_UNLESS_ALL("only who may use FUSE mounts a file system that refuses metadata");
    const auto unmount = qScopeGuard([this] { ::umount2(m_fixture.there().toUtf8().constData(), MNT_DETACH); });
    const auto run = m_fixture.copy(way, m_fixture.plan({"t"}));
    VERIFY_RESULT(run->run());
    QVERIFY2(run->failed().isEmpty(), qPrintable(run->failed().list().value(0).reason));
    QCOMPARE(m_fixture.run("cd there/t; cat a in/b; cmp large ../../here/t/large"), "1\n2\n");
    QVERIFY(run->noted().has("t/a") && run->noted().has("t/in/b") && run->noted().has("t/large"));
    QVERIFY2(run->noted().count() <= 5, qPrintable(QString::number(run->noted().count()))); // with the folders
    QVERIFY(testing::countsEveryFile(*run));
    QCOMPARE(m_fixture.leftOver(), "");
}

// One that keeps whole seconds, until 2038.
void TstTransferContract::notesTimesThatNoFileCanKeep()
{
    QFETCH(TransferWay, way);
    m_fixture.run(
        "mkdir -p here/t/in; cd here/t; echo 1 > a; echo 2 > in/b; echo 3 > late; head -c 3000000 /dev/urandom > "
        "large; touch -d @1500000000.5 a in/b large; touch -d @3000000000 late in; cd ../..; truncate -s 16M "
        "image && /usr/sbin/mkfs.ext2 -q -I 128 image 2>&1; mount -o loop image there 2>/dev/null; rmdir "
        "there/lost+found 2>/dev/null");
    if (!m_fixture.run("stat -f -c %T there").startsWith("ext2"))
        SKIP_UNLESS_ALL("only root mounts a file system of whole seconds");
    const auto unmount = qScopeGuard([this] { ::umount2(m_fixture.there().toUtf8().constData(), MNT_DETACH); });
    for (int i = 0; i < 2; ++i) {
        const auto run = m_fixture.copy(way, m_fixture.plan({"t"}));
        VERIFY_RESULT(run->run());
        QVERIFY2(run->failed().isEmpty(), qPrintable(run->failed().list().value(0).reason));
        QCOMPARE(m_fixture.run("cd there/t; cat a in/b late; cmp large ../../here/t/large; stat -c %Y a"),
                 "1\n2\n3\n1500000000\n");
        QCOMPARE(run->noted().has("t/late"), i == 0);
        QVERIFY(!run->noted().has("t/a") && !run->noted().has("t/large"));
        QCOMPARE(run->counters().filesThere.load(), i == 0 ? 0 : 3);
        QCOMPARE(run->counters().filesKept.load(), i == 0 ? 0 : 1); // of another time
        QVERIFY(testing::countsEveryFile(*run));
        QCOMPARE(m_fixture.leftOver(), "");
    }
}

// By SFTP nobody says who reads.
void TstTransferContract::notesOwnersThatAreNotKept()
{
    QFETCH(TransferWay, way);
    if (::geteuid() != 0)
        SKIP_UNLESS_ALL("only root gives files to others");
    m_fixture.run("mkdir here/t; cd here/t; echo 1 > mine; echo 2 > theirs; ln -s mine link; head -c 3000000 "
                  "/dev/urandom > large; chown 4711 theirs large");
    const auto run = m_fixture.copy(way, m_fixture.plan({"t"}));
    VERIFY_RESULT(run->run());
    QVERIFY2(run->failed().isEmpty(), qPrintable(run->failed().list().value(0).reason));
    const bool areKept = way == TransferWay::Here || way == TransferWay::Within;
    const bool areTold = way == TransferWay::Between || way == TransferWay::ToPlain || way == TransferWay::Up
        || way == TransferWay::Down || way == TransferWay::UpPlain;
    QCOMPARE(m_fixture.run("stat -c %u there/t/theirs there/t/large there/t/mine"),
             areKept ? "4711\n4711\n0\n" : "0\n0\n0\n");
    QCOMPARE(run->noted().count(), areTold ? 2 : 0);
    QCOMPARE(run->noted().has("t/theirs"), areTold);
    QCOMPARE(run->noted().has("t/large"), areTold);
    const bool isUserTold = way != TransferWay::ToPlain && way != TransferWay::UpPlain;
    for (const FailedFile &file : run->noted().list())
        QCOMPARE(file.reason,
                 isUserTold ? u"owner \"4711\" is not kept: it belongs to \"root\" there"_s
                            : u"owner \"4711\" is not kept"_s);
}

void TstTransferContract::tellsThatTheTargetCannotBeWritten()
{
    QFETCH(TransferWay, way);
    m_fixture.run("echo a > here/a; rmdir there; echo x > there");
    const auto refused = m_fixture.copy(way, m_fixture.plan({"a"}))->run();
    QVERIFY(!refused);
    const bool isByShell = way == TransferWay::Here || way == TransferWay::Within || way == TransferWay::Between
        || way == TransferWay::FromPlain || way == TransferWay::Up;
    QCOMPARE(int(refused.error().code), int(isByShell ? ErrorCode::CommandFailed : ErrorCode::IoError));
    QVERIFY2(refused.error().message.englishText().contains(u"there"_s),
             qPrintable(refused.error().message.englishText()));
    QCOMPARE(m_fixture.run("cat here/a there"), "a\nx\n");
}

void TstTransferContract::tellsThatASourceIsMissing()
{
    QFETCH(TransferWay, way);
    m_fixture.run("echo a > here/a");
    const auto refused = m_fixture.copy(way, m_fixture.plan({"a", "gone"}))->run();
    QVERIFY(!refused);
    QCOMPARE(int(refused.error().code), int(ErrorCode::NotFound));
    QVERIFY2(refused.error().message.englishText().contains(u"here/gone"_s),
             qPrintable(refused.error().message.englishText()));
    QCOMPARE(m_fixture.run("ls -A there"), "");
}

void TstTransferContract::tellsThatTheDiskIsFull_data()
{
    QTest::addColumn<TransferWay>("way");
    QTest::newRow("from a machine") << TransferWay::Down;
    QTest::newRow("here to a machine without a shell") << TransferWay::UpPlain;
    QTest::newRow("to a machine") << TransferWay::Up;
    QTest::newRow("within a machine") << TransferWay::Within;
}

void TstTransferContract::tellsThatTheDiskIsFull()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir here/t; for i in $(seq 60); do head -c 100000 /dev/urandom > here/t/$i; touch -d "
                  "1969-12-31 here/t/$i; done; head -c "
                  "70000000 /dev/urandom > here/large");
    if (::mount("none", m_fixture.there().toUtf8().constData(), "tmpfs", 0, "size=3m") != 0)
        QSKIP("only root mounts a small disk");
    const auto unmount = qScopeGuard([this] { ::umount2(m_fixture.there().toUtf8().constData(), MNT_DETACH); });
    for (const QByteArray name : {"t", "large"}) {
        const TransferPlan asked = m_fixture.plan({name});
        const auto run = m_fixture.copy(way, asked);
        const auto full = run->run();
        QVERIFY(!full);
        QCOMPARE(run->counters().filesWhole(), 0); // whatever was sent
        QCOMPARE(run->counters().bytesWhole(), 0);
        const bool isByShell = way == TransferWay::Up || way == TransferWay::Within;
        QCOMPARE(int(full.error().code), int(isByShell ? ErrorCode::CommandFailed : ErrorCode::IoError));
        const QString words = full.error().message.englishText();
        QVERIFY2(words.contains(way == TransferWay::Down ? m_fixture.there() : u"no space"_s), qPrintable(words));
        QVERIFY2(!isByShell || words.contains(u"No space left on device"_s), qPrintable(words));
        QVERIFY(m_fixture.run("find there -type f | wc -l").trimmed().toInt() > 0); // what arrived stays
        VERIFY_RESULT(m_fixture.copy(way, asked)->discard());
        QCOMPARE(m_fixture.run("ls -A there"), "");
    }
}

// The system makes it when it is read: it is told to have no bytes, or a page of them.
void TstTransferContract::bringsWhatTellsNoSize()
{
    QFETCH(TransferWay, way);
    for (const auto &[folder, name] :
         {std::pair("/proc", "version"), {"/sys/kernel/mm/transparent_hugepage", "enabled"}}) {
        const QByteArray path = QByteArray(folder) + '/' + name;
        if (!QFileInfo::exists(QString::fromLatin1(path)))
            continue;
        TransferPlan asked = m_fixture.plan({name});
        asked.folder = folder;
        const auto run = m_fixture.copy(way, asked);
        VERIFY_RESULT(run->run());
        QVERIFY2(run->failed().count() == 0, qPrintable(run->failed().list().value(0).reason));
        QCOMPARE(m_fixture.run("cmp " + path + " there/" + name), "");
        QCOMPARE(run->counters().filesDone.load(), 1);
        QCOMPARE(run->counters().bytesDone.load(), run->counters().bytesTotal.load());
        QCOMPARE(m_fixture.leftOver(), "");
    }
}

void TstTransferContract::refusesItself()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p here/t/sub; echo 1 > here/t/f; ln -s here/t/sub alias");
    TransferPlan asked = m_fixture.plan({"t"});
    asked.target = m_fixture.path(u"alias"_s).toUtf8();
    for (const bool removes : {false, true}) {
        asked.removesSources = removes;
        QVERIFY(!m_fixture.copy(way, asked)->run());
        QCOMPARE(m_fixture.run("cd here; find . | sort"), ".\n./t\n./t/f\n./t/sub\n");
    }
}

void TstTransferContract::refusesWhatIsNoName()
{
    QFETCH(TransferWay, way);
    for (const QByteArray name : {"..", ".", "a/b", ""}) {
        const auto refused = m_fixture.copy(way, m_fixture.plan({name}))->run();
        QVERIFY(!refused);
        QCOMPARE(int(refused.error().code), int(ErrorCode::InvalidArgument));
    }
}

// Of what an earlier run left in a stage.
void TstTransferContract::placesNothingThatIsGone()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p here/t there/.t.part-0123/t/gone; echo 1 > here/t/a; echo 2 > there/.t.part-0123/t/b; "
                  "echo 3 > there/.t.part-0123/t/gone/c");
    VERIFY_RESULT(m_fixture.copy(way, m_fixture.plan({"t"}))->run());
    QCOMPARE(m_fixture.run("cd there && find ."), ".\n./t\n./t/a\n");
}

void TstTransferContract::discardsWhatArrived()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p here/t there/.t.part-0123/t/{x,closed/z}; echo a > here/t/a; cd there/.t.part-0123; echo b "
                  "> t/b; echo c > t/closed/z/c; ln -s / t/closed/root; ln -s /etc l; chmod 0 t/closed");
    for (int i = 0; i < 2; ++i) { // the second time there is nothing any more
        VERIFY_RESULT(m_fixture.copy(way, m_fixture.plan({"t"}))->discard());
        QCOMPARE(m_fixture.run("ls -A there"), "");
    }
    QCOMPARE(m_fixture.leftOver(), "");
}

BATCHDECK_TEST(QCoreApplication, TstTransferContract)

#include "tst_transfercontract.moc"
