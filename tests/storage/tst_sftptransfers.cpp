// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/sftptree.h"
#include "engine/storage/transfer/transferruns.h"

#include "tests/storage/transferfixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <csignal>
#include <sys/mount.h>
#include <thread>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::TransferFixture;

namespace {

const char sftpOnly[] = "ForceCommand internal-sftp\n";

} // namespace

/// Trees to and from a real machine whose sshd gives SFTP and nothing else. What is the same as with a shell is tested
/// there (tst_upload, tst_download), and what is there already in tst_merge.
class TstSftpTransfers final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void bringsATree();
    void fetchesATree();
    void keepsWhatAnEarlierRunSealed();
    void sendsOnlyWhatIsMissing();
    void keepsFilesWhenItRemovesFolders();
    void bringsLargeFilesInParts();
    void goesOnWhereItWasCut_data();
    void goesOnWhereItWasCut();
    void goesOnAfterKills();
    void tellsWhatCannotBeRead();
    void tellsThatTheDiskIsFull();
    void tellsThatTheTargetCannotBeWritten();
    void tellsThatASourceIsMissing();
    void discardsWhatArrived();
    void servesWhereAToolIsMissing();
    void tellsThatThereIsNoWay();

private:
    [[nodiscard]] TransferPlan plan(const QString &from, const QString &to, const QByteArrayList &names,
                                    ConflictRule rule) const
    {
        TransferPlan plan;
        plan.folder = from.toUtf8();
        plan.names = names;
        plan.target = to.toUtf8();
        plan.stage = "." + names.constFirst() + ".part-0123";
        plan.conflicts = rule;
        plan.journalFile = m_fixture->path(u"journal"_s);
        return plan;
    }
    [[nodiscard]] std::unique_ptr<TransferRun> run(bool isUpload, const QByteArrayList &names,
                                                   ConflictRule rule = ConflictRule::Skip) const
    {
        const QString here = m_fixture->here();
        const QString there = m_fixture->there();
        const std::shared_ptr<RemoteHost> host(&m_fixture->host(), [](RemoteHost *) {}); // it is the fixture's
        if (isUpload)
            return makeTransferRun(plan(here, there, names, rule), {{}, host});
        return makeTransferRun(plan(there, here, names, rule), {host, {}});
    }
    [[nodiscard]] std::unique_ptr<TransferRun> upload(const QByteArrayList &names,
                                                      ConflictRule rule = ConflictRule::Skip) const
    {
        return run(true, names, rule);
    }
    [[nodiscard]] std::unique_ptr<TransferRun> download(const QByteArrayList &names,
                                                        ConflictRule rule = ConflictRule::Skip) const
    {
        return run(false, names, rule);
    }
    [[nodiscard]] bool isSame(const QByteArray &name) const
    {
        const QByteArray here = m_fixture->contents("here/" + name);
        return !here.isEmpty() && here == m_fixture->contents("there/" + name);
    }
    [[nodiscard]] QByteArray leftOver() const
    {
        return m_fixture->run("find here there -name '*.part-*'; ls journal 2>/dev/null");
    }

    std::unique_ptr<TransferFixture> m_fixture;
};

void TstSftpTransfers::initTestCase()
{
    SKIP_WITHOUT("sshd");
}

void TstSftpTransfers::init()
{
    m_fixture = std::make_unique<TransferFixture>();
    QVERIFY(m_fixture->start(sftpOnly));
}

void TstSftpTransfers::bringsATree()
{
    m_fixture->run(". '" BATCHDECK_SOURCE_DIR "/tests/storage/data/oddtree.sh'; mkdir -p nested/in/empty; touch -d "
                   "2004-01-01 nested/in/empty nested/in nested; touch -d 1960-01-01 some");
    const auto way = upload({"tree"});
    VERIFY_RESULT(way->run());
    QVERIFY2(way->failed().count() == 0, qPrintable(way->failed().list().value(0).reason));
    m_fixture->run("touch -d @0 here/tree/some"); // which SFTP cannot say
    QVERIFY(isSame("tree"));
    const QByteArray facts = "stat -c '%n %a %Y' tree/empty tree/deep tree/deep/er tree/locked tree/nested "
                             "tree/nested/in tree/nested/in/empty tree/link tree/nothing";
    QCOMPARE(m_fixture->run("cd there; " + facts), m_fixture->run("cd here; " + facts));
    QCOMPARE(leftOver(), "");
    QCOMPARE(way->counters().filesDone.load(), way->counters().filesTotal.load());
    QCOMPARE(way->counters().bytesDone.load(), way->counters().bytesTotal.load());
}

void TstSftpTransfers::fetchesATree()
{
    m_fixture->run("(. '" BATCHDECK_SOURCE_DIR "/tests/storage/data/oddtree.sh'); chmod 755 here/tree/tool; "
                   "ln here/tree/secret here/tree/hard; mv here/tree there/; cd there/tree; for d in $(seq 40); do "
                   "mkdir -p many/$d/x && for f in $(seq 50); do echo $d $f > many/$d/$f; done; done");
    const auto way = download({"tree"});
    VERIFY_RESULT(way->run());
    QVERIFY2(way->failed().count() == 0, qPrintable(way->failed().list().value(0).reason));
    QVERIFY(isSame("tree"));
    const QByteArray facts = "stat -c '%n %a %Y' tree tree/empty tree/deep tree/deep/er tree/locked tree/link";
    QCOMPARE(m_fixture->run("cd here; " + facts), m_fixture->run("cd there; " + facts));
    QCOMPARE(leftOver(), "");
    QCOMPARE(way->counters().filesDone.load(), way->counters().filesTotal.load());
    QCOMPARE(way->counters().bytesDone.load(), way->counters().bytesTotal.load());
}

// A run that ended while it moved things to their places left folders that nobody may write in.
void TstSftpTransfers::keepsWhatAnEarlierRunSealed()
{
    m_fixture->run("mkdir -p here/t/locked; echo a > here/t/locked/a; echo b > here/t/locked/b; chmod 555 "
                   "here/t/locked; chmod 444 here/t/locked/*; cp -a here there/.t.part-0123; cd "
                   "there/.t.part-0123/t; chmod 755 locked; rm locked/a; echo other > locked/b; chmod 0 locked");
    VERIFY_RESULT(upload({"t"})->run());
    QVERIFY(isSame("t"));
    QCOMPARE(leftOver(), "");
}

void TstSftpTransfers::sendsOnlyWhatIsMissing()
{
    m_fixture->run(
        "mkdir -p here/tree/sub && cd here/tree && for i in $(seq 500); do echo $i > sub/$i; done; ln -s a b");
    VERIFY_RESULT(upload({"tree"})->run());
    m_fixture->run("cd here/tree/sub && echo more >> 7; echo new > 501; rm 9");
    const auto again = upload({"tree"}, ConflictRule::Replace);
    VERIFY_RESULT(again->run());
    QCOMPARE(again->counters().filesThere.load(), 499);
    QCOMPARE(again->counters().bytesSent.load(), 11);
    m_fixture->run("rm there/tree/sub/9"); // what is only there stays there
    QVERIFY(isSame("tree"));

    m_fixture->run("cd there/tree/sub && echo more >> 8; echo new > 502");
    const auto back = download({"tree"}, ConflictRule::Replace);
    VERIFY_RESULT(back->run());
    QCOMPARE(back->counters().filesThere.load(), 500);
    QCOMPARE(back->counters().bytesSent.load(), 11);
    QVERIFY(isSame("tree"));
}

// As a stage goes whose files have all got to their places.
void TstSftpTransfers::keepsFilesWhenItRemovesFolders()
{
    const auto session = testing::await(m_fixture->host().openBulk());
    VERIFY_RESULT(session);
    const auto client = (*session)->sftp();
    VERIFY_RESULT(client);
    const QByteArray stage = m_fixture->there().toUtf8() + "/stage";
    m_fixture->run("mkdir -p there/stage/a/b there/stage/c; echo x > there/stage/a/b/file");
    QVERIFY(!removeSftpTree(**client, stage, FilesOfTree::Kept));
    QCOMPARE(m_fixture->run("cat there/stage/a/b/file; rm there/stage/a/b/file"), "x\n");
    VERIFY_RESULT(removeSftpTree(**client, stage, FilesOfTree::Kept));
    QCOMPARE(m_fixture->run("ls -A there"), "");
}

void TstSftpTransfers::bringsLargeFilesInParts()
{
    // Data, a hole, and an end that is no whole MiB.
    m_fixture->run(
        "mkdir here/t; head -c 70000001 /dev/urandom > here/t/large; truncate -s 400000003 here/t/large; "
        "printf end >> here/t/large; chmod 640 here/t/large; head -c 66000000 /dev/urandom > here/t/'other one'; "
        "truncate -s 50000000 here/t/hole; head -c 20000000 /dev/urandom > here/t/middle");
    const auto way = upload({"t"});
    VERIFY_RESULT(way->run());
    QVERIFY(isSame("t"));
    QVERIFY(way->counters().bytesSent < 170'000'000);
    QVERIFY(m_fixture->run("du -k there/t/large").split('\t').first().toInt() < 90'000);
    QCOMPARE(way->counters().filesDone.load(), 4);
    QCOMPARE(way->counters().bytesDone.load(), way->counters().bytesTotal.load());

    m_fixture->run("rm -r here/t");
    const auto back = download({"t"});
    VERIFY_RESULT(back->run());
    QVERIFY(isSame("t"));
    QVERIFY(m_fixture->run("du -k here/t/large").split('\t').first().toInt() < 90'000);
    QCOMPARE(back->counters().filesDone.load(), 4);
    QCOMPARE(back->counters().bytesDone.load(), back->counters().bytesTotal.load());
    QCOMPARE(leftOver(), "");
}

void TstSftpTransfers::goesOnWhereItWasCut_data()
{
    QTest::addColumn<bool>("isUpload");
    QTest::newRow("to the machine") << true;
    QTest::newRow("from the machine") << false;
}

void TstSftpTransfers::goesOnWhereItWasCut()
{
    QFETCH(bool, isUpload);
    const QByteArray from = isUpload ? "here" : "there";
    const QByteArray to = isUpload ? "there" : "here";
    m_fixture->run("cd " + from
                   + "; mkdir t; head -c 300000000 /dev/urandom > t/large; for i in $(seq 2000); do echo "
                     "$i > t/$i; done");
    auto way = run(isUpload, {"t"});
    std::jthread cutter([&way] {
        while (way->counters().bytesDone < 100'000'000)
            std::this_thread::yield();
        way->abort();
    });
    const auto cut = way->run();
    cutter.join();
    QVERIFY(!cut);
    QCOMPARE(int(cut.error().code), int(ErrorCode::Canceled));
    QCOMPARE(m_fixture->run("ls " + to), ""); // nothing half-made under its name
    const auto again = run(isUpload, {"t"});
    VERIFY_RESULT(again->run());
    QCOMPARE(again->failed().count(), 0);
    QVERIFY(isSame("t"));
    QVERIFY2(way->counters().bytesSent + again->counters().bytesSent < 310'000'000 + 80 * 1024 * 1024,
             qPrintable(QString::number(way->counters().bytesSent + again->counters().bytesSent)));
    QCOMPARE(leftOver(), "");
}

void TstSftpTransfers::goesOnAfterKills()
{
    m_fixture->run(
        "mkdir -p here/t/{a,b/c}; for i in $(seq 1500); do head -c $((i * 7)) /dev/urandom > here/t/a/$i; done; for i "
        "in $(seq 200); do ln -s ../$i here/t/b/$i; done; head -c 90000001 /dev/urandom > here/t/b/large; mkdir -p "
        "there/t/a; echo old > there/t/a/foreign");
    for (const bool isUpload : {true, false}) {
        for (const qint64 moment : {1, 1'000'000, 4'000'000, 20'000'000, 80'000'000, -1}) {
            VERIFY_RESULT(testing::await(m_fixture->host().open()));
            const auto way = run(isUpload, {"t"});
            std::atomic<bool> hasEnded = false;
            std::jthread killer([&] {
                while (moment > 0 && !hasEnded && way->counters().bytesSent < moment)
                    std::this_thread::yield();
                for (const qint64 session : moment > 0 ? m_fixture->server().sessions() : QList<qint64>())
                    ::kill(pid_t(session), SIGKILL);
            });
            const auto result = way->run();
            hasEnded = true;
            killer.join();
            if (moment > 0) {
                QTRY_VERIFY(!m_fixture->host().isOpen()); // also when it had ended before
                continue;
            }
            VERIFY_RESULT(result);
            QCOMPARE(way->failed().count(), 0);
        }
        QCOMPARE(m_fixture->run("cat there/t/a/foreign"), "old\n");
        m_fixture->run("cp -a there/t/a/foreign here/t/a/");
        QVERIFY(isSame("t"));
        QCOMPARE(leftOver(), "");
        m_fixture->run("rm -r here/t");
    }
}

void TstSftpTransfers::tellsWhatCannotBeRead()
{
    m_fixture->run("mkdir -p here/t there/u; echo a > here/t/a; mkfifo here/t/pipe there/u/pipe; echo a > there/u/a");
    const auto way = upload({"t"});
    VERIFY_RESULT(way->run());
    QCOMPARE(way->failed().count(), 1);
    QVERIFY(way->failed().has("t/pipe"));
    QCOMPARE(m_fixture->run("ls there/t"), "a\n");
    const auto back = download({"u"});
    VERIFY_RESULT(back->run());
    QCOMPARE(back->failed().count(), 1);
    QVERIFY(back->failed().has("u/pipe"));
    QCOMPARE(m_fixture->run("ls here/u"), "a\n");
}

void TstSftpTransfers::tellsThatTheDiskIsFull()
{
    m_fixture->run("mkdir here/t; for i in $(seq 60); do head -c 100000 /dev/urandom > here/t/$i; done; head -c "
                   "70000000 /dev/urandom > here/large");
    if (::mount("none", m_fixture->there().toUtf8().constData(), "tmpfs", 0, "size=3m") != 0)
        QSKIP("only root mounts a small disk");
    const auto unmount = qScopeGuard([this] { ::umount2(m_fixture->there().toUtf8().constData(), MNT_DETACH); });
    for (const QByteArray name : {"t", "large"}) {
        const auto full = upload({name})->run();
        QVERIFY(!full);
        QCOMPARE(int(full.error().code), int(ErrorCode::IoError));
        QVERIFY2(full.error().message.englishText().contains(u"no space"_s),
                 qPrintable(full.error().message.englishText()));
        QVERIFY(m_fixture->run("find there -type f | wc -l").trimmed().toInt() > 0); // what arrived stays
        VERIFY_RESULT(upload({name})->discard());
        QCOMPARE(m_fixture->run("ls -A there"), "");
    }
}

void TstSftpTransfers::tellsThatTheTargetCannotBeWritten()
{
    m_fixture->run("echo a > here/a; rmdir there; echo x > there");
    const auto refused = upload({"a"})->run();
    QVERIFY(!refused);
    QCOMPARE(int(refused.error().code), int(ErrorCode::IoError));
    QVERIFY2(refused.error().message.englishText().contains(u"there"_s),
             qPrintable(refused.error().message.englishText()));
}

void TstSftpTransfers::tellsThatASourceIsMissing()
{
    for (const bool isUpload : {true, false}) {
        const auto refused = run(isUpload, {"gone"})->run();
        QVERIFY(!refused);
        QCOMPARE(int(refused.error().code), int(ErrorCode::NotFound));
        QVERIFY(refused.error().message.englishText().contains(u"gone"_s));
    }
    QCOMPARE(m_fixture->run("ls -A here there"), "here:\n\nthere:\n");
}

void TstSftpTransfers::discardsWhatArrived()
{
    m_fixture->run("mkdir -p here/t there/.t.part-0123/t/{x,y/z}; echo a > here/t/a; echo b > there/.t.part-0123/t/b; "
                   "echo c > there/.t.part-0123/t/y/z/c; ln -s / there/.t.part-0123/t/y/root; chmod 555 "
                   "there/.t.part-0123/t/y");
    VERIFY_RESULT(upload({"t"})->discard());
    QCOMPARE(m_fixture->run("ls -A there"), "");
    VERIFY_RESULT(upload({"t"})->discard()); // nothing there
}

void TstSftpTransfers::servesWhereAToolIsMissing()
{
    m_fixture.reset(); // first: it takes its folders with it
    m_fixture = std::make_unique<TransferFixture>();
    QVERIFY(m_fixture->start());
    m_fixture->replaceTool("find", "#!/bin/sh\necho \"find: bad option -printf\" >&2; exit 1\n");
    m_fixture->run("mkdir here/t; for i in $(seq 20); do echo $i > here/t/$i; done");
    VERIFY_RESULT(upload({"t"})->run());
    QVERIFY(isSame("t"));
    m_fixture->run("rm -r here/t");
    VERIFY_RESULT(download({"t"})->run());
    QVERIFY(isSame("t"));
}

void TstSftpTransfers::tellsThatThereIsNoWay()
{
    m_fixture.reset();
    m_fixture = std::make_unique<TransferFixture>();
    QVERIFY(m_fixture->start("ForceCommand echo This account is for backups.\n"));
    m_fixture->run("echo a > here/a; echo b > there/b");
    for (const bool isUpload : {true, false}) {
        const auto refused = run(isUpload, {isUpload ? "a" : "b"})->run();
        QVERIFY(!refused);
        QCOMPARE(int(refused.error().code), int(ErrorCode::CommandFailed));
        QVERIFY2(refused.error().message.englishText().contains(u"or an sftp server"_s),
                 qPrintable(refused.error().message.englishText()));
    }
}

BATCHDECK_TEST(QCoreApplication, TstSftpTransfers)

#include "tst_sftptransfers.moc"
