// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/run/transferrun.h"
#include "tests/storage/transferfixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <thread>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::TransferFixture;
using testing::TransferWay;

/// What only trees of this computer on their way to a real machine have; the rest is TstTransferContract's.
class TstUpload final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void showsThatItLooks();
    void leavesOutWhatIsIgnored();
    void runsFewCommands_data();
    void runsFewCommands();
    void removesManyAtOnce();
    void sealsManyAtOnce();
    void keepsAFolderThatWent();
    void bringsFromAFolderOfAnyName();
    void endsAtOnceWhenItCannotBegin();
    void bringsWhatIsThereWhenItIsRead();
    void failsWhatChangesMeanwhile_data();
    void failsWhatChangesMeanwhile();

private:
    [[nodiscard]] std::unique_ptr<TransferRun> upload(const QByteArrayList &names) const
    {
        return m_fixture.copy(TransferWay::Up, m_fixture.plan(names));
    }

    TransferFixture m_fixture;
};

void TstUpload::initTestCase()
{
    SKIP_WITHOUT("sshd");
}

void TstUpload::init()
{
    QVERIFY(m_fixture.start());
}

// Where nothing is to be sent, and looking takes long, nobody must take it for one that is stuck.
void TstUpload::showsThatItLooks()
{
    m_fixture.run("mkdir here/t && cd here/t && touch $(seq 2000)");
    VERIFY_RESULT(upload({"t"})->run());
    const auto again = upload({"t"});
    VERIFY_RESULT(again->run());
    QCOMPARE(again->counters().filesThere.load(), 2000);
    QVERIFY(again->movedBytes() >= 2000); // its sessions, with what they moved, are somebody else's by now
}

void TstUpload::leavesOutWhatIsIgnored()
{
    m_fixture.run("mkdir -p here/tree/cache/deep here/tree/kept && cd here/tree && touch a.txt a.tmp kept/b.tmp "
                  "cache/deep/file && printf '*.tmp\\ncache/\\n' > .batchdeckignore");
    const auto way = upload({"tree"});
    VERIFY_RESULT(way->run());
    QCOMPARE(m_fixture.run("cd there && find tree | LC_ALL=C sort"),
             "tree\ntree/.batchdeckignore\ntree/a.txt\ntree/kept\n");
    QCOMPARE(way->counters().filesTotal.load(), 2);
    QCOMPARE(way->counters().filesDone.load(), 2);
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstUpload::runsFewCommands_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("a file") << "f"_ba;
    QTest::newRow("a folder") << "t"_ba;
}

// Each is a way there and back, and a login shell: one begins the stage, one fills it, and one places what is in it.
void TstUpload::runsFewCommands()
{
    QFETCH(QByteArray, name);
    m_fixture.run("echo one > here/f; mkdir -p here/t/shut here/t/empty; echo two > here/t/shut/f; ln -s f here/t/l; "
                  "chmod 555 here/t/shut; touch -d @1000000000 here/t/shut here/t/empty here/t");
    TransferFixture counting;
    QVERIFY(counting.start("ForceCommand case \"$SSH_ORIGINAL_COMMAND\" in *bd_fail*) echo >> '"
                           + m_fixture.path(u"commands"_s).toUtf8() + "' ;; esac; eval \"$SSH_ORIGINAL_COMMAND\"\n"));
    const auto way = counting.copy(TransferWay::Up, m_fixture.plan({name}));
    VERIFY_RESULT(way->run());
    QVERIFY(testing::countsEveryFile(*way));
    QCOMPARE(m_fixture.run("wc -l < commands"), "3\n");
    QCOMPARE(m_fixture.run("diff -r --no-dereference here/" + name + " there/" + name), "");
    const QByteArray facts = "; find " + name + " -type l -o -printf '%m %T@ %p\\n' | sort";
    QCOMPARE(m_fixture.run("cd there" + facts), m_fixture.run("cd here" + facts));
    QCOMPARE(m_fixture.leftOver(), "");
}

// Of an earlier run, that nobody wants any more.
void TstUpload::removesManyAtOnce()
{
    m_fixture.run("mkdir -p here/t there/.t.part-0123/t; echo 1 > here/t/f; cd there/.t.part-0123/t; touch $(seq 900)");
    TransferFixture counting;
    QVERIFY(counting.start("ForceCommand case \"$SSH_ORIGINAL_COMMAND\" in *bd_fail*) echo >> '"
                           + m_fixture.path(u"commands"_s).toUtf8() + "' ;; esac; eval \"$SSH_ORIGINAL_COMMAND\"\n"));
    const auto way = counting.copy(TransferWay::Up, m_fixture.plan({"t"}));
    VERIFY_RESULT(way->run());
    QVERIFY(m_fixture.isSame("t"));
    QVERIFY2(m_fixture.run("wc -l < commands").toInt() <= 6, m_fixture.run("wc -l < commands"));
}

// By one command, whatever their names: each would be a way there and back.
void TstUpload::sealsManyAtOnce()
{
    m_fixture.run("mkdir here/t; cd here/t; for i in $(seq 20) $'\\\\0101 \xff%s' $'new\\n' '-n \"$x\"'; do "
                  "truncate -s 3000001 -- \"./$i\"; chmod 604 -- \"./$i\"; done");
    m_fixture.replaceTool("touch",
                          "#!/bin/sh\nread -r _ _ _ shell _ < /proc/$PPID/stat; echo $shell >> "
                          "TOP/shells\nexec REAL \"$@\"\n");
    const auto way = upload({"t"});
    VERIFY_RESULT(way->run());
    QVERIFY(m_fixture.isSame("t"));
    QCOMPARE(m_fixture.run("ls -A here/t | wc -l; wc -l < shells; sort -u shells | wc -l"), "24\n23\n1\n");
    QCOMPARE(m_fixture.leftOver(), "");
}

// Between what it holds and itself: nobody else may look into it until then.
void TstUpload::keepsAFolderThatWent()
{
    m_fixture.run("mkdir -p here/t/gone; echo 1 > here/t/gone/f; echo 2 > here/t/g; touch -d @1000000000 here/t/gone; "
                  "chmod 755 here/t/gone");
    m_fixture.replaceTool(
        "tar", "#!/bin/sh\nREAL \"$@\"\ncode=$?\ncase $1 in -x*) rm -rf TOP/here/t/gone ;; esac\nexit $code\n");
    VERIFY_RESULT(upload({"t"})->run());
    QCOMPARE(m_fixture.run("ls here/t; cd there/t; cat gone/f g; stat -c '%a %Y' gone"), "g\n1\n2\n755 1000000000\n");
}

void TstUpload::bringsFromAFolderOfAnyName()
{
    const QByteArray name = "b\xe4"
                            "r \n name";
    m_fixture.run("mkdir here/$'b\\xe4r \\n name'; echo 1 > here/$'b\\xe4r \\n name'/f");
    TransferPlan plan = m_fixture.plan({"f"});
    plan.folder += '/' + name;
    VERIFY_RESULT(m_fixture.copy(TransferWay::Up, plan)->run());
    QCOMPARE(m_fixture.run("cat there/f"), "1\n");
}

// What it would have brought need not be counted to its end: all that runs here takes a while to count.
void TstUpload::endsAtOnceWhenItCannotBegin()
{
    TransferPlan asked = m_fixture.plan({"proc"});
    asked.folder = "/";
    TransferRun way(asked, {}, TransferRun::Into::Machine, [] {
        return QtFuture::makeReadyFuture(
            Result<std::shared_ptr<BulkSession>>(Error::of(ErrorCode::Unreachable, "No way.")));
    });
    QVERIFY(!way.run());
    QVERIFY(!way.counters().isCounted);
}

// It was counted and looked at before.
void TstUpload::bringsWhatIsThereWhenItIsRead()
{
    m_fixture.run("mkdir here/t; echo 1 > here/t/log; echo 2 > here/t/same; touch -d 2020-01-01 here/t/*");
    m_fixture.replaceTool("dd", "#!/bin/sh\necho more >> TOP/here/t/log\nexec REAL \"$@\"\n"); // once: of bd_begin
    const auto way = upload({"t"});
    VERIFY_RESULT(way->run());
    QVERIFY2(way->failed().count() == 0, qPrintable(way->failed().list().value(0).reason));
    QCOMPARE(m_fixture.run("cat there/t/log; diff -r here/t there/t"), "1\nmore\n");

    m_fixture.run("rm -r here/t there/t; mkdir here/t; echo 1 > here/t/log; touch -d 2020-01-01 here/t/log");
    TransferPlan plan = m_fixture.plan({"t"});
    plan.comparesChecksums = plan.removesSources = true;
    const auto move = m_fixture.copy(testing::TransferWay::Up, plan);
    VERIFY_RESULT(move->run());
    QVERIFY2(move->failed().count() == 0, qPrintable(move->failed().list().value(0).reason));
    QCOMPARE(m_fixture.run("ls here; cat there/t/log"), "1\nmore\n");
}

void TstUpload::failsWhatChangesMeanwhile_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("bytesPerSecond"); // such that to read it takes seconds
    QTest::newRow("in a stream of files") << 900'000 << 300'000;
    QTest::newRow("in parts") << 70'000'000 << 40'000'000;
}

// What came of it has no version, and must not get to its place.
void TstUpload::failsWhatChangesMeanwhile()
{
    QFETCH(int, size);
    QFETCH(int, bytesPerSecond);
    m_fixture.run("mkdir here/t; cd here/t; head -c " + QByteArray::number(size)
                  + " /dev/urandom > changing; "
                    "echo same > same");
    TransferPlan slow = m_fixture.plan({"t"});
    slow.bytesPerSecond = bytesPerSecond;
    const auto way = m_fixture.copy(TransferWay::Up, slow);
    std::jthread touching([file = m_fixture.path(u"here/t/changing"_s).toUtf8()](const std::stop_token &stop) {
        while (!stop.stop_requested()) {
            ::utimensat(AT_FDCWD, file.constData(), nullptr, 0);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    VERIFY_RESULT(way->run());
    touching.request_stop();
    touching.join();
    QVERIFY(way->failed().has("t/changing"));
    QVERIFY(testing::countsEveryFile(*way));
    QCOMPARE(way->failed().count(), 1);
    QCOMPARE(m_fixture.run("ls there/t"), "same\n");
}

BATCHDECK_TEST(QCoreApplication, TstUpload)

#include "tst_upload.moc"
