// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/storage/transfers.h"
#include "tests/storage/transferfixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDeadlineTimer>
#include <QScopeGuard>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <string_view>
#include <thread>
#include <unistd.h>

using namespace engine;
using testing::TransferFixture;
using testing::TransferWay;

namespace {

constexpr std::string_view sound = "fox";
constexpr std::string_view damaged = "fix";

// Gives stdin on, and damages it once for each file "flagN" in a folder, which it takes away.
int giveOnDamaged(const QByteArray &folder)
{
    std::array<char, 65536> buffer{};
    ssize_t got = 0;
    while ((got = ::read(STDIN_FILENO, buffer.data(), buffer.size())) > 0) {
        const auto end = buffer.begin() + got;
        auto at = std::search(buffer.begin(), end, sound.begin(), sound.end());
        for (int i = 0; i < 9 && at != end; ++i) {
            if (::unlink(QByteArray(folder + "/flag" + QByteArray::number(i)).constData()) != 0)
                continue;
            std::copy(damaged.begin(), damaged.end(), at);
            at = std::search(at, end, sound.begin(), sound.end());
        }
        for (ssize_t given = 0; given < got;) {
            const ssize_t put = ::write(STDOUT_FILENO, buffer.data() + given, size_t(got - given));
            if (put <= 0 && errno != EINTR)
                return 1;
            given += qMax<ssize_t>(put, 0);
        }
    }
    return 0;
}

} // namespace

/// What transfers do when they go by checksums, over every way. Real sshds; one of them gives SFTP alone.
class TstChecksums final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void sendsAnEditThatShowsInBytesAlone_data() { testing::addAllWays(); }
    void sendsAnEditThatShowsInBytesAlone();
    void sendsNothingForAnotherTime_data() { testing::addAllWays(); }
    void sendsNothingForAnotherTime();
    void knowsFilesOfAnyName_data() { testing::addAllWays(); }
    void knowsFilesOfAnyName();
    void sendsOnceMoreWhatArrivedDamaged_data() { testing::addAllWays(); }
    void sendsOnceMoreWhatArrivedDamaged();
    void failsWhatArrivesDamagedTwice_data();
    void failsWhatArrivesDamagedTwice();
    void obeysTheRuleForOthers_data() { testing::addAllWays(); }
    void obeysTheRuleForOthers();
    void renewsDamagedCopies_data() { testing::addAllWays(); }
    void renewsDamagedCopies();
    void copiesBesideItself_data();
    void copiesBesideItself();
    void movesNothingThatIsNotThere_data() { testing::addAllWays(); }
    void movesNothingThatIsNotThere();
    void movesOntoWhatKeepsItsTime_data();
    void movesOntoWhatKeepsItsTime();
    void keepsWhatChangesThere();
    void tellsAMachineThatCannot_data();
    void tellsAMachineThatCannot();
    void endsWhileItReads_data();
    void endsWhileItReads();
    void goesOnWithItsSums_data();
    void goesOnWithItsSums();

private:
    [[nodiscard]] std::unique_ptr<TransferRun> copy(ConflictRule rule = ConflictRule::Replace, bool compares = true,
                                                    bool moves = false) const
    {
        QFETCH(TransferWay, way);
        TransferPlan plan = m_fixture.plan({"t"}, rule);
        plan.comparesChecksums = compares;
        plan.removesSources = moves;
        return m_fixture.copy(way, plan);
    }
    void damage(int times) const ///< of the sound words that pass from now on
    {
        for (int i = 0; i < times; ++i)
            m_fixture.run("touch " + m_tools.path().toUtf8() + "/flag" + QByteArray::number(i));
    }
    [[nodiscard]] qsizetype undamaged() const ///< as many as nothing passed for
    {
        return QDir(m_tools.path()).entryList({QStringLiteral("flag*")}).size();
    }
    void replaceTools() const;

    QTemporaryDir m_tools;
    QByteArray m_filter; // a command
    QByteArray m_path = qgetenv("PATH");
    TransferFixture m_fixture;
};

void TstChecksums::initTestCase()
{
    SKIP_WITHOUT("sshd");
    const QByteArray folder = m_tools.path().toUtf8();
    m_filter = "'" + QCoreApplication::applicationFilePath().toUtf8() + "' "
        + testing::ownArguments({QStringLiteral("--damage")}).join(u' ').toUtf8() + ' ' + folder;
    QFile server(m_tools.filePath(QStringLiteral("server")));
    QVERIFY(server.open(QIODevice::WriteOnly));
    server.write("#!/bin/sh\n" + m_filter + " | /usr/lib/openssh/sftp-server | " + m_filter + "\n");
    server.close();
    QVERIFY(server.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    QVERIFY(m_fixture.startOthers("ForceCommand " + folder + "/server\n"));
}

// What copies on the machine, and on this computer, damages what passes.
void TstChecksums::replaceTools() const
{
    const auto replace = [this](const char *tool, QByteArray script) {
        m_fixture.replaceTool(tool, script.replace("FILTER", m_filter));
    };
    replace("tar", R"(#!/bin/sh
case $* in
  *'-cf - -T -') REAL "$@" | FILTER ;;
  '-xpof -'*) FILTER | REAL "$@" ;;
  *) exec REAL "$@" ;;
esac
)");
    const QByteArray inPlace = R"(
grep -q fox "$file" || exit 0
touch -r "$file" TOP/time
FILTER < "$file" > TOP/passed
cat TOP/passed > "$file"
touch -r TOP/time "$file"
)";
    replace("dd", R"(#!/bin/sh
case $* in *if=./*) REAL "$@" | FILTER; exit ;; esac
REAL "$@" || exit
case $* in *iflag=fullblock*of=./*) ;; *) exit 0 ;; esac
for word; do case $word in of=*) file=${word#of=} ;; esac; done
)" + inPlace);
    replace("cp", R"(#!/bin/sh
REAL "$@" || exit
for file; do :; done
)" + inPlace);
    qputenv("PATH", m_fixture.toolFolder().toUtf8() + ':' + m_path);
}

void TstChecksums::sendsAnEditThatShowsInBytesAlone()
{
    QVERIFY(m_fixture.start());
    m_fixture.run("mkdir -p here/t there/t; for i in here there; do echo same > $i/t/same; truncate -s 5M $i/t/large; "
                  "done; echo one > here/t/a; echo two > there/t/a; echo end >> here/t/large; echo END >> "
                  "there/t/large; touch -d @1500000000 */t/*");
    const auto blind = copy(ConflictRule::Replace, false);
    VERIFY_RESULT(blind->run());
    QCOMPARE(m_fixture.run("cat there/t/a; tail -c 4 there/t/large"), "two\nEND\n");

    const auto way = copy();
    VERIFY_RESULT(way->run());
    QCOMPARE(way->failed().count(), 0);
    QVERIFY(m_fixture.isSame("t"));
    QCOMPARE(way->counters().filesThere.load(), 1);
    QCOMPARE(way->counters().filesDone.load(), 3);
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstChecksums::sendsNothingForAnotherTime()
{
    QVERIFY(m_fixture.start());
    m_fixture.run("mkdir -p here/t; head -c 300000 /dev/urandom > here/t/a; echo one > here/t/b; truncate -s 5M "
                  "here/t/large; echo end >> here/t/large; touch -d @1500000000 here/t/*; cp -r here/t there/");
    const QByteArray inodes = m_fixture.run("stat -c '%i %n' there/t/*");
    const auto way = copy();
    VERIFY_RESULT(way->run());
    QCOMPARE(way->failed().count(), 0);
    QCOMPARE(way->counters().filesThere.load(), 3);
    QCOMPARE(way->counters().filesDone.load(), 3);
    QCOMPARE(way->counters().bytesSent.load(), 0);
    QCOMPARE(m_fixture.run("stat -c '%i %n' there/t/*"), inodes);
    QCOMPARE(m_fixture.run("stat -c %Y there/t/*"), "1500000000\n1500000000\n1500000000\n");
}

void TstChecksums::knowsFilesOfAnyName()
{
    QVERIFY(m_fixture.start());
    m_fixture.run(". '" BATCHDECK_SOURCE_DIR
                  "/tests/storage/data/oddtree.sh'; cd ../..; mv here/tree here/t; cd here/t; "
                  "echo b > 'back\\slash'; echo n > $'return\\r'; echo f > '@bd failed it'; cp -r ../t ../../there/");
    const auto first = copy();
    VERIFY_RESULT(first->run());
    const qint64 files = m_fixture.run("find here/t -type f -printf x").size();
    const qint64 links = m_fixture.run("find here/t -type l -printf x").size();
    QCOMPARE(first->failed().count(), 0);
    QVERIFY(files > 12);
    QCOMPARE(first->counters().filesThere.load(), files + links);
}

void TstChecksums::sendsOnceMoreWhatArrivedDamaged()
{
    const auto restored = qScopeGuard([this] { qputenv("PATH", m_path); });
    for (const bool compares : {false, true}) {
        QVERIFY(m_fixture.start());
        replaceTools();
        m_fixture.run("mkdir here/t; echo 'the fox' > here/t/small; truncate -s 5M here/t/large; echo 'a fox' >> "
                      "here/t/large; echo other > here/t/other");
        damage(2);
        const auto way = copy(ConflictRule::Skip, compares);
        VERIFY_RESULT(way->run());
        QCOMPARE(way->failed().count(), 0);
        QCOMPARE(undamaged(), 0);
        QCOMPARE(m_fixture.isSame("t"), compares);
        QCOMPARE(way->counters().filesDone.load(), 3);
        QCOMPARE(way->counters().bytesDone.load(), way->counters().bytesTotal.load());
        QCOMPARE(m_fixture.leftOver(), "");
    }
}

// What a machine without a shell has would be damaged on its way to be summed, too.
void TstChecksums::failsWhatArrivesDamagedTwice_data()
{
    QTest::addColumn<TransferWay>("way");
    QTest::newRow("within this computer") << TransferWay::Here;
    QTest::newRow("within a machine") << TransferWay::Within;
    QTest::newRow("between machines") << TransferWay::Between;
    QTest::newRow("to a machine without a shell") << TransferWay::ToPlain;
    QTest::newRow("to a machine") << TransferWay::Up;
    QTest::newRow("from a machine") << TransferWay::Down;
    QTest::newRow("here to a machine without a shell") << TransferWay::UpPlain;
}

void TstChecksums::failsWhatArrivesDamagedTwice()
{
    const auto restored = qScopeGuard([this] { qputenv("PATH", m_path); });
    QVERIFY(m_fixture.start());
    replaceTools();
    m_fixture.run("mkdir here/t; echo 'the fox' > here/t/small; echo other > here/t/other");
    damage(2);
    const auto way = copy();
    VERIFY_RESULT(way->run());
    QCOMPARE(undamaged(), 0);
    QCOMPARE(way->failed().count(), 1);
    QCOMPARE(way->failed().list().constFirst().path, QStringLiteral("t/small"));
    QVERIFY2(way->failed().list().constFirst().reason.contains(QStringLiteral("checksum")),
             qPrintable(way->failed().list().constFirst().reason));
    QCOMPARE(m_fixture.run("ls there/t"), "other\n");
    QCOMPARE(way->counters().filesDone.load(), 1);

    const auto again = copy();
    VERIFY_RESULT(again->run());
    QVERIFY(m_fixture.isSame("t"));
    QCOMPARE(again->counters().filesThere.load(), 1);
}

void TstChecksums::obeysTheRuleForOthers()
{
    QVERIFY(m_fixture.start());
    m_fixture.run("mkdir -p here/t there/t; echo one > here/t/a; echo two > there/t/a; touch -d @1500000000 here/t/a");
    const auto skipping = copy(ConflictRule::Skip);
    VERIFY_RESULT(skipping->run());
    QCOMPARE(skipping->counters().filesKept.load(), 1);
    QCOMPARE(m_fixture.run("cat there/t/*"), "two\n");

    QVERIFY(m_fixture.machine().reconnect());
    const auto keeping = copy(ConflictRule::KeepBoth);
    VERIFY_RESULT(keeping->run());
    QCOMPARE(m_fixture.run("ls -d there/t*; cat 'there/t/a (2)' there/t/a"), "there/t\none\ntwo\n");
    const auto again = copy(ConflictRule::KeepBoth);
    VERIFY_RESULT(again->run());
    QCOMPARE(again->counters().filesThere.load(), 1);
    QCOMPARE(m_fixture.run("ls there/t"), "a\na (2)\n");
}

// They have size and time of their sources. What differs in one of them may be somebody else's.
void TstChecksums::renewsDamagedCopies()
{
    QVERIFY(m_fixture.start());
    m_fixture.run("mkdir -p {here,there}/t/in; cd here/t; echo one | tee in/damaged another size > new; truncate -s "
                  "70M large; cp -a . ../../there/t; rm ../../there/t/new; cd ../../there/t; "
                  "echo 2wo | tee in/damaged > another; echo two2 > size; echo 2 | dd of=large conv=notrunc 2>&1; "
                  "touch -r ../../here/t/in/damaged in/damaged; touch -r ../../here/t/size size; "
                  "touch -r ../../here/t/large large; touch -d @1500000000 another");
    for (int i = 0; i < 2; ++i) {
        const auto run = copy(ConflictRule::Skip);
        VERIFY_RESULT(run->run());
        QCOMPARE(run->failed().count(), 0);
        QCOMPARE(run->counters().filesKept.load(), 2);
        QCOMPARE(run->counters().filesThere.load(), i == 0 ? 0 : 3);
        QVERIFY(testing::countsEveryFile(*run));
        QCOMPARE(m_fixture.run("cd there/t; cat in/damaged another size new; cmp large ../../here/t/large"),
                 "one\n2wo\ntwo2\none\n");
        QCOMPARE(m_fixture.leftOver(), "");
    }
}

void TstChecksums::copiesBesideItself_data()
{
    QTest::addColumn<TransferWay>("way");
    QTest::newRow("within this computer") << TransferWay::Here;
    QTest::newRow("within a machine") << TransferWay::Within;
    QTest::newRow("within a machine without a shell") << TransferWay::WithinPlain;
}

void TstChecksums::copiesBesideItself()
{
    QFETCH(TransferWay, way);
    const auto restored = qScopeGuard([this] { qputenv("PATH", m_path); });
    QVERIFY(m_fixture.start());
    replaceTools();
    m_fixture.run("mkdir here/t; echo 'the fox' > here/t/a; echo one > here/t/b");
    damage(1);
    TransferPlan plan = m_fixture.plan({"t"}, ConflictRule::KeepBoth);
    plan.target = plan.folder;
    plan.comparesChecksums = true;
    const auto run = m_fixture.copy(way, plan);
    VERIFY_RESULT(run->run());
    QCOMPARE(undamaged(), 0);
    QCOMPARE(run->failed().count(), 0);
    QCOMPARE(m_fixture.run("cd here; ls -A; cat */*"), "t\nt (2)\nthe fox\none\nthe fox\none\n");
}

// Size and time say that it is there.
void TstChecksums::movesNothingThatIsNotThere()
{
    QVERIFY(m_fixture.start());
    m_fixture.run("mkdir -p here/t there/t; echo one > here/t/a; echo two > there/t/a; echo same > here/t/b; cp -p "
                  "here/t/b there/t/; echo new > here/t/c; echo one > here/t/d; echo two > there/t/d; "
                  "touch -d @1500000000 */t/a there/t/d");
    const auto way = copy(ConflictRule::Skip, true, true);
    VERIFY_RESULT(way->run());
    QCOMPARE(m_fixture.run("ls here/t; cat there/t/*"), "d\none\nsame\nnew\ntwo\n");

    const auto replacing = copy(ConflictRule::Replace, true, true);
    VERIFY_RESULT(replacing->run());
    QCOMPARE(replacing->failed().count(), 0);
    QCOMPARE(m_fixture.run("ls here; cat there/t/*"), "one\nsame\nnew\none\n");
}

void TstChecksums::movesOntoWhatKeepsItsTime_data()
{
    QTest::addColumn<TransferWay>("way");
    QTest::newRow("within this computer") << TransferWay::Here;
    QTest::newRow("within a machine") << TransferWay::Within;
    QTest::newRow("to a machine without a shell") << TransferWay::ToPlain;
    QTest::newRow("to a machine") << TransferWay::Up;
    QTest::newRow("here to a machine without a shell") << TransferWay::UpPlain;
}

// As that of somebody else does: only its owner may give a file a time.
void TstChecksums::movesOntoWhatKeepsItsTime()
{
    QFETCH(TransferWay, way);
    const auto restored = qScopeGuard([this] { qputenv("PATH", m_path); });
    TransferFixture fixture;
    QVERIFY(fixture.startOthers("ForceCommand internal-sftp -P setstat,fsetstat\n"));
    QVERIFY(fixture.start());
    for (const auto &rule : {ConflictRule::Skip, ConflictRule::KeepBoth}) {
        fixture.run("rm -rf here/t there/t '" + fixture.toolFolder().toUtf8()
                    + "'; mkdir -p {here,there}/t; echo one | tee here/t/a > there/t/a; "
                      "echo two > here/t/b; cp here/t/b 'there/t/b (2)'; echo 2wo > there/t/b; "
                      "touch -d @1500000000 there/t/*");
        fixture.replaceTool("touch", "#!/bin/sh\nexit 1\n");
        qputenv("PATH", fixture.toolFolder().toUtf8() + ':' + m_path);
        TransferPlan plan = fixture.plan({"t"}, rule);
        plan.comparesChecksums = plan.removesSources = true;
        const auto run = fixture.copy(way, plan);
        VERIFY_RESULT(run->run());
        QVERIFY2(run->failed().count() == 0, qPrintable(run->failed().list().value(0).reason));
        QCOMPARE(fixture.run("find here -type f; stat -c %Y there/t/a"),
                 rule == ConflictRule::Skip ? "here/t/b\n1500000000\n" : "1500000000\n");
    }
}

// Between the comparison and the removal.
void TstChecksums::keepsWhatChangesThere()
{
    QVERIFY(m_fixture.start());
    m_fixture.run("mkdir -p {here,there}/t; echo one | tee here/t/a > there/t/a; touch -d @1500000000 there/t/*");
    m_fixture.replaceTool("touch", "#!/bin/sh\nexit 1\n");
    m_fixture.replaceTool("rm", "#!/bin/sh\nREAL \"$@\"\ncase $* in *-rf*) echo 2wo > TOP/there/t/a ;; esac\n");
    TransferPlan plan = m_fixture.plan({"t"});
    plan.comparesChecksums = plan.removesSources = true;
    const auto run = m_fixture.copy(TransferWay::Up, plan);
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 1);
    QCOMPARE(m_fixture.run("cat here/t/a there/t/a"), "one\n2wo\n");
}

void TstChecksums::tellsAMachineThatCannot_data()
{
    QTest::addColumn<bool>("isUpload");
    QTest::newRow("to it") << true;
    QTest::newRow("from it") << false;
}

void TstChecksums::tellsAMachineThatCannot()
{
    QFETCH(bool, isUpload);
    QVERIFY(m_fixture.start());
    m_fixture.run(
        "mkdir tools; ln -s /usr/bin/* tools/; rm tools/sha256sum; mkdir here/t there/t2; echo one > here/t/a; "
        "echo two > there/t2/b");
    testing::TransferFixture lacking;
    QVERIFY(lacking.start("ForceCommand PATH=" + m_fixture.path(QStringLiteral("tools")).toUtf8()
                          + "; eval \"$SSH_ORIGINAL_COMMAND\"\n"));
    TransferPlan plan = m_fixture.plan(isUpload, {isUpload ? "t" : "t2"});
    for (const bool compares : {true, false, true}) { // at first nothing is there
        plan.comparesChecksums = compares;
        const auto way = lacking.copy(isUpload ? TransferWay::Up : TransferWay::Down, plan);
        const auto done = way->run();
        QCOMPARE(bool(done), !compares);
        if (done)
            continue;
        QVERIFY2(done.error().message.englishText().contains(QStringLiteral("there is no sha256sum")),
                 qPrintable(done.error().message.englishText()));
        QCOMPARE(way->counters().bytesSent.load(), 0);
    }
}

void TstChecksums::endsWhileItReads_data()
{
    QTest::addColumn<TransferWay>("way");
    QTest::addColumn<QByteArray>("name");
    // The tools would escape what is odd, so that it is read from where they see no name.
    for (const QByteArray &name : {QByteArray("a"), QByteArray("a\nb")}) {
        const char *kind = name == "a" ? "" : ", oddly named";
        QTest::addRow("to a machine%s", kind) << TransferWay::Up << name;
        QTest::addRow("from a machine%s", kind) << TransferWay::Down << name;
        QTest::addRow("within a machine%s", kind) << TransferWay::Within << name;
    }
}

void TstChecksums::endsWhileItReads()
{
    QFETCH(const QByteArray, name);
    QVERIFY(m_fixture.start());
    m_fixture.replaceTool("sha256sum", "#!/bin/sh\n[ $# -gt 1 ] || exit\necho $$ > TOP/pid\nexec sleep 600\n");
    m_fixture.run("mkdir here/t; echo one > 'here/t/" + name + "'");
    const auto way = copy();
    std::jthread ending([&way, this] {
        const QDeadlineTimer deadline(testing::patience);
        const auto isReading = [&] {
            return QFile::exists(m_fixture.path(QStringLiteral("pid"))) && way->counters().isVerifying;
        };
        while (!isReading() && !deadline.hasExpired())
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        way->abort();
    });
    const auto ended = way->run();
    ending.join();
    QVERIFY(!ended);
    QCOMPARE(m_fixture.run("ls there"), "");
    QTRY_COMPARE(m_fixture.run("[ ! -d /proc/$(cat pid) ] && echo gone"), "gone\n");
}

void TstChecksums::goesOnWithItsSums_data()
{
    QTest::addColumn<TransferWay>("way");
    QTest::addColumn<bool>("isThere"); // in their places; else in the stage
    QTest::addColumn<bool>("isSentAgain"); // by a run that is lost before it compares
    QTest::newRow("before all is sent") << TransferWay::Up << true << false;
    QTest::newRow("when all is sent") << TransferWay::Up << false << false;
    QTest::newRow("when one is sent again") << TransferWay::Up << false << true;
}

// It is lost once some of them are compared. What is another since is read anew.
void TstChecksums::goesOnWithItsSums()
{
    QFETCH(const bool, isThere);
    QFETCH(const bool, isSentAgain);
    QVERIFY(m_fixture.start());
    m_fixture.run("mkdir here/t && cd here/t && for i in $(seq 900); do echo $i > $i; done; touch -d @1500000000 *");
    if (isThere)
        m_fixture.run("cp -rp here/t there/");
    m_fixture.replaceTool("sha256sum",
                          "#!/bin/sh\n[ $# -gt 1 ] || exec REAL \"$@\"\n"
                          "if [ -e TOP/summed ] && [ ! -e TOP/lost ]; then : > TOP/lost; kill -9 $PPID; exit; fi\n"
                          "for name; do echo \"$name\"; done >> TOP/summed\nexec REAL \"$@\"\n");
    const auto lost = copy()->run();
    QVERIFY(!lost);
    QCOMPARE(int(lost.error().code), int(ErrorCode::Unreachable));
    const QByteArrayList known = m_fixture.run("grep ^./ summed; rm summed").trimmed().split('\n');
    QVERIFY(known.size() > 100 && known.size() < 900);
    const QByteArray stale = known.constFirst().sliced(2);
    const QByteArray there = isThere ? "there/" : "there/.t.part-0123/";
    if (isSentAgain) {
        m_fixture.run("rm lost " + there + stale + "; : > summed");
        QVERIFY(!copy()->run());
        QCOMPARE(m_fixture.run("cat summed; rm summed; ls " + there + stale), QByteArray(there + stale + '\n'));
    }
    m_fixture.run("cd " + there + "; tr 0-9 a-j < " + stale + " > new; touch -d @1" + (isSentAgain ? '5' : '4')
                  + "00000000 new; mv new " + stale);
    const auto way = copy();
    VERIFY_RESULT(way->run());
    QCOMPARE(way->failed().count(), 0);
    const QByteArrayList again = m_fixture.run("grep ^./ summed | sort -u").trimmed().split('\n');
    QCOMPARE(again.size(), 900 - known.size() + 1);
    QVERIFY(m_fixture.isSame("t"));
    QCOMPARE(m_fixture.run("ls | grep journal"), "");
    QCOMPARE(m_fixture.leftOver(), "");
}

int runChecksums(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (argc == 3 && QByteArrayView(argv[1]) == "--damage")
        return giveOnDamaged(argv[2]);
    TstChecksums test;
    return QTest::qExec(&test, argc, argv);
}

BATCHDECK_TEST_RUN(TstChecksums, runChecksums);
#include "tst_checksums.moc"
