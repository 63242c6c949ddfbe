// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/storage/transferfixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QScopeGuard>

#include <sys/mount.h>
#include <thread>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::TransferFixture;

/// Trees of a real machine on their way to this computer.
class TstDownload final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void bringsATree();
    void bringsManyFilesOverSeveralSessions();
    void bringsALargeFileInParts();
    void goesOnWhereItWasCut();
    void forgetsWhatTheMachineForgot();
    void tellsWhatCannotBeRead();
    void goesOnWhenAllOfABatchIsGone();
    void comesBackWhenTarIsKilled();
    void failsWhatChangesMeanwhile();
    void tellsThatTheDiskIsFull();
    void tellsThatTheTargetCannotBeWritten();
    void tellsThatASourceIsMissing();
    void refusesWhatIsNoName();
    void discardsWhatArrived();

private:
    [[nodiscard]] std::unique_ptr<TransferRun> download(const QByteArrayList &names,
                                                        ConflictRule rule = ConflictRule::Skip) const
    {
        return m_fixture->download(m_fixture->plan(false, names, rule));
    }
    [[nodiscard]] bool isSame(const QByteArray &name) const
    {
        const QByteArray there = m_fixture->contents("there/" + name);
        return !there.isEmpty() && there == m_fixture->contents("here/" + name);
    }
    [[nodiscard]] QByteArray leftOver() const
    {
        return m_fixture->run("find here -name '*.part-*'; ls journal 2>/dev/null");
    }

    std::unique_ptr<TransferFixture> m_fixture;
};

void TstDownload::initTestCase()
{
    SKIP_WITHOUT("sshd");
}

void TstDownload::init()
{
    m_fixture = std::make_unique<TransferFixture>();
    QVERIFY(m_fixture->start());
}

void TstDownload::bringsATree()
{
    // Of set-uid and its like nothing comes.
    m_fixture->run("(. '" BATCHDECK_SOURCE_DIR "/tests/storage/data/oddtree.sh'); chmod 755 here/tree/tool; "
                   "printf 'back\\\\slash' > 'here/tree/back\\nslash'; ln here/tree/secret here/tree/hard; "
                   "mv here/tree there/");
    const auto way = download({"tree"});
    VERIFY_RESULT(way->run());
    QCOMPARE(way->failed().count(), 0);
    QVERIFY(isSame("tree"));
    const QByteArray facts =
        "stat -c '%n %a %Y' tree tree/empty tree/deep tree/deep/er tree/locked; stat -c %.9Y tree/nothing tree/link";
    QCOMPARE(m_fixture->run("cd here; " + facts), m_fixture->run("cd there; " + facts));
    QCOMPARE(leftOver(), "");
    QCOMPARE(way->counters().filesDone.load(), way->counters().filesTotal.load());
    QCOMPARE(way->counters().bytesDone.load(), way->counters().bytesTotal.load());
    m_fixture->run("chmod 4755 there/tree/tool");
    VERIFY_RESULT(download({"tree"}, ConflictRule::Replace)->run());
    QCOMPARE(m_fixture->run("stat -c %a here/tree/tool"), "755\n");
}

void TstDownload::bringsManyFilesOverSeveralSessions()
{
    m_fixture->run(
        "cd there; for d in $(seq 40); do mkdir -p t/$d && for f in $(seq 50); do echo $d $f > t/$d/$f; done; done; "
        "head -c 20000000 /dev/urandom | split -b 1000000 - t/big; head -c 8000000 /dev/urandom > single");
    const auto way = download({"t", "single"});
    VERIFY_RESULT(way->run());
    QCOMPARE(way->failed().count(), 0);
    QVERIFY(isSame("t"));
    QCOMPARE(m_fixture->run("cmp there/single here/single"), "");
    QCOMPARE(way->counters().filesDone.load(), 2021);
}

void TstDownload::bringsALargeFileInParts()
{
    // Data, a hole, and an end that is no whole MiB.
    m_fixture->run(
        "mkdir there/t; head -c 70000001 /dev/urandom > there/t/large; truncate -s 400000003 there/t/large; "
        "printf end >> there/t/large; chmod 640 there/t/large; head -c 70000000 /dev/urandom > there/t/'other one'");
    const auto way = download({"t"});
    VERIFY_RESULT(way->run());
    QCOMPARE(way->failed().count(), 0);
    QVERIFY(isSame("t"));
    QVERIFY(m_fixture->run("du -k here/t/large").split('\t').first().toInt() < 90'000);
    QVERIFY2(way->counters().bytesSent < 160'000'000, qPrintable(QString::number(way->counters().bytesSent)));
    QCOMPARE(way->counters().filesDone.load(), way->counters().filesTotal.load());
    QCOMPARE(way->counters().bytesDone.load(), way->counters().bytesTotal.load());
    QCOMPARE(leftOver(), "");
}

void TstDownload::goesOnWhereItWasCut()
{
    m_fixture->run("mkdir there/t; head -c 300000000 /dev/urandom > there/t/large; for i in $(seq 2000); do echo $i > "
                   "there/t/$i; done");
    auto way = download({"t"});
    std::jthread cutter([&way] {
        while (way->counters().bytesDone < 100'000'000)
            std::this_thread::yield();
        way->abort();
    });
    const auto cut = way->run();
    cutter.join();
    QVERIFY(!cut);
    QCOMPARE(int(cut.error().code), int(ErrorCode::Canceled));
    QCOMPARE(m_fixture->run("ls here"), ""); // nothing half-made under its name
    const auto again = download({"t"});
    VERIFY_RESULT(again->run());
    QCOMPARE(again->failed().count(), 0);
    QVERIFY(isSame("t"));
    QVERIFY(way->counters().bytesSent + again->counters().bytesSent < 310'000'000 + 32 * 1024 * 1024);
    QCOMPARE(leftOver(), "");
}

void TstDownload::forgetsWhatTheMachineForgot()
{
    m_fixture->run(
        "mkdir -p there/t here/.t.part-0123/t/gone; echo 1 > there/t/a; echo 2 > here/.t.part-0123/t/b; echo 3 > "
        "here/.t.part-0123/t/gone/c");
    VERIFY_RESULT(download({"t"})->run());
    QCOMPARE(m_fixture->run("cd here && find ."), ".\n./t\n./t/a\n");
}

void TstDownload::tellsWhatCannotBeRead()
{
    m_fixture->run("mkdir -p there/t; echo a > there/t/a; mkfifo there/t/pipe; echo b > there/t/b; chmod 0 there/t/b");
    const auto way = download({"t"});
    VERIFY_RESULT(way->run());
    QVERIFY(way->failed().has("t/pipe"));
    if (::getuid() != 0) {
        QVERIFY(way->failed().has("t/b"));
        m_fixture->run("rm there/t/b");
    }
    m_fixture->run("rm there/t/pipe");
    QVERIFY(isSame("t"));
}

// What is not found any more says nothing: whoever waited for it would wait for ever.
void TstDownload::goesOnWhenAllOfABatchIsGone()
{
    m_fixture->run(
        "mkdir -p there/t/{a,b,c} && cd there/t && for i in $(seq 3000); do echo $i > b/$i; done; echo 1 > a/1; "
        "echo 2 > c/2");
    m_fixture->replaceTool(
        "tar", "#!/bin/sh\ncase $* in *literal*) mv TOP/there/t/b TOP/ 2>/dev/null;; esac\nexec REAL \"$@\"\n");
    const auto way = download({"t"});
    VERIFY_RESULT(way->run());
    QCOMPARE(way->failed().count(), 3000);
    QVERIFY2(way->failed().list().constFirst().reason.contains(u"No such file"_s),
             qPrintable(way->failed().list().constFirst().reason));
    QCOMPARE(m_fixture->run("cat here/t/*/*"), "1\n2\n");
}

// As by who looks for memory: no file has failed by that.
void TstDownload::comesBackWhenTarIsKilled()
{
    m_fixture->run("mkdir there/t; for i in $(seq 100); do echo $i > there/t/$i; done");
    m_fixture->replaceTool("tar",
                           "#!/bin/bash\ncase $* in *literal*) [ -e TOP/came ] || { : > TOP/came; "
                           "REAL \"$@\" | head -c 20480; kill -9 $$; } ;; esac\nexec REAL \"$@\"\n");
    const TransferPlan asked = m_fixture->plan(false, {"t"});
    const auto struck = m_fixture->download(asked);
    const auto done = struck->run();
    QVERIFY(!done);
    QCOMPARE(int(done.error().code), int(ErrorCode::Unreachable));
    QCOMPARE(struck->failed().count(), 0);
    const auto run = m_fixture->download(asked);
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 0);
    QCOMPARE(m_fixture->run("ls here/t | wc -l; ls came"), "100\ncame\n");
}

void TstDownload::failsWhatChangesMeanwhile()
{
    m_fixture->run("mkdir there/t && cd there/t && for f in same touched grown rewritten; do echo $f > $f; done; head "
                   "-c 70000000 /dev/urandom > "
                   "large; head -c 70000000 /dev/urandom > whole; touch -d 2020-01-01 *");
    // Listed, and then it is another; read, and then it is another (tar tells that by how it ends).
    m_fixture->replaceTool("tar",
                           "#!/bin/bash\ncase $* in *literal*) ;; *) exec REAL \"$@\";; esac\ncd TOP/there/t; touch "
                           "touched; echo more >> grown; "
                           "touch -d 2020-01-01 grown\ncd ..; REAL \"$@\"; echo REWRITTEN > t/rewritten; exit 1\n");
    m_fixture->replaceTool("dd",
                           "#!/bin/sh\ncase $* in *large*) echo x >> TOP/there/t/large;; esac\nexec REAL \"$@\"\n");
    const auto way = download({"t"});
    VERIFY_RESULT(way->run());
    for (const QByteArray name : {"touched", "grown", "rewritten", "large"}) {
        QVERIFY2(way->failed().has("t/" + name), name);
        QVERIFY(way->failed().list().constFirst().reason.contains(u"changed"_s));
    }
    QCOMPARE(way->failed().count(), 4);
    QCOMPARE(m_fixture->run("ls here/t"), "same\nwhole\n");
    QCOMPARE(leftOver(), "");
}

void TstDownload::tellsThatTheDiskIsFull()
{
    m_fixture->run("mkdir there/t; for i in $(seq 30); do head -c 100000 /dev/urandom > there/t/$i; done; head -c "
                   "70000000 /dev/urandom > there/large");
    if (::mount("none", m_fixture->here().toUtf8().constData(), "tmpfs", 0, "size=1m") != 0)
        QSKIP("only root mounts a small disk");
    const auto unmount = qScopeGuard([this] { ::umount2(m_fixture->here().toUtf8().constData(), MNT_DETACH); });
    for (const QByteArray name : {"t", "large"}) {
        const auto full = download({name})->run();
        QVERIFY(!full);
        QCOMPARE(int(full.error().code), int(ErrorCode::IoError));
        QVERIFY(full.error().message.englishText().contains(m_fixture->here()));
        QVERIFY(m_fixture->run("find here -type f | wc -l").trimmed().toInt() > 0); // what arrived stays
        VERIFY_RESULT(download({name})->discard());
        QCOMPARE(m_fixture->run("ls -A here"), "");
    }
}

void TstDownload::tellsThatTheTargetCannotBeWritten()
{
    m_fixture->run("echo a > there/a; rmdir here; echo x > here");
    const auto refused = download({"a"})->run();
    QVERIFY(!refused);
    QCOMPARE(int(refused.error().code), int(ErrorCode::IoError));
    QVERIFY2(refused.error().message.englishText().contains(u"here"_s),
             qPrintable(refused.error().message.englishText()));
}

void TstDownload::tellsThatASourceIsMissing()
{
    m_fixture->run("echo a > there/a");
    const auto refused = download({"a", "gone"})->run();
    QVERIFY(!refused);
    QCOMPARE(int(refused.error().code), int(ErrorCode::NotFound));
    QVERIFY(refused.error().message.englishText().contains(u"there/gone"_s));
    QCOMPARE(m_fixture->run("ls -A here"), "");
}

void TstDownload::refusesWhatIsNoName()
{
    for (const QByteArray name : {"..", ".", "a/b", ""}) {
        const auto refused = download({name})->run();
        QVERIFY(!refused);
        QCOMPARE(int(refused.error().code), int(ErrorCode::InvalidArgument));
    }
}

void TstDownload::discardsWhatArrived()
{
    m_fixture->run("mkdir -p here/.t.part-0123/t/closed; echo b > here/.t.part-0123/t/closed/b; ln -s /etc "
                   "here/.t.part-0123/l; chmod 0 "
                   "here/.t.part-0123/t/closed");
    VERIFY_RESULT(download({"t"})->discard());
    QCOMPARE(m_fixture->run("ls -A here"), "");
    VERIFY_RESULT(download({"t"})->discard()); // there is nothing any more
}

BATCHDECK_TEST(QCoreApplication, TstDownload)

#include "tst_download.moc"
