// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/plan/placednote.h"
#include "tests/storage/transferfixture.h"
#include "tests/support/files.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QScopeGuard>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::TransferFixture;
using testing::TransferWay;

/// What comes to where something is already, by every way that there is: from "here" to "there".
class TstMerge final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void bringsOnlyWhatIsMissing_data() { testing::addAllWays(); }
    void bringsOnlyWhatIsMissing();
    void obeysTheConflictRule_data() { testing::addAllWays(); }
    void obeysTheConflictRule();
    void losesNothingThatItReplaces_data();
    void losesNothingThatItReplaces();
    void keepsBothBesideOthers_data() { testing::addAllWays(); }
    void keepsBothBesideOthers();
    void keepsBothOfAName_data() { testing::addAllWays(); }
    void keepsBothOfAName();
    void mergesIntoWhatIsThere_data() { testing::addAllWays(); }
    void mergesIntoWhatIsThere();
    void namesWhatMeetsAnotherKind_data() { testing::addAllWays(); }
    void namesWhatMeetsAnotherKind();
    void countsNoByteOfWhatHasNoPlace_data();
    void countsNoByteOfWhatHasNoPlace();
    void followsNoLinkWhereItMerges_data() { testing::addAllWays(); }
    void followsNoLinkWhereItMerges();
    void copiesBesideItself_data() { addWaysWithin(true); }
    void copiesBesideItself();
    void copiesBesideItselfOnce_data() { addWaysWithin(false); }
    void copiesBesideItselfOnce();

private:
    static void addWaysWithin(bool alsoPlain)
    {
        QTest::addColumn<TransferWay>("way");
        QTest::newRow("within this computer") << TransferWay::Here;
        QTest::newRow("within a machine") << TransferWay::Within;
        if (alsoPlain)
            QTest::newRow("within a machine without a shell") << TransferWay::WithinPlain;
    }

    /// What a run asks for that often is its end, before or after it is done.
    [[nodiscard]] bool strikeAt(TransferWay way, const QByteArray &what, const QByteArray &when, int number,
                                bool hasLinks);

    TransferFixture m_fixture;
};

void TstMerge::initTestCase()
{
    SKIP_WITHOUT("sshd");
    QVERIFY(m_fixture.startOthers());
}

void TstMerge::init()
{
    QVERIFY(m_fixture.start());
}

void TstMerge::bringsOnlyWhatIsMissing()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p here/tree/sub && cd here/tree && for i in $(seq 500); do echo $i > sub/$i; done");
    VERIFY_RESULT(m_fixture.copy(way, m_fixture.plan({"tree"}))->run());
    m_fixture.run("cd here/tree/sub && echo more >> 7; echo new > 501; rm 9");
    const auto again = m_fixture.copy(way, m_fixture.plan({"tree"}, ConflictRule::Replace));
    VERIFY_RESULT(again->run());
    QCOMPARE(again->counters().filesThere.load(), 498);
    const bool isPacked =
        way == TransferWay::Between || way == TransferWay::ToPlain || way == TransferWay::Down; // by tar, there
    QVERIFY(again->counters().bytesSent < (isPacked ? 40'000 : 20'000));
    m_fixture.run("rm there/tree/sub/9"); // what is only there stays there
    QVERIFY(m_fixture.isSame("tree"));
}

void TstMerge::obeysTheConflictRule()
{
    QFETCH(TransferWay, way);
    for (const auto &[rule, there] : {std::pair{ConflictRule::Skip, "a.txt:old\n"},
                                      {ConflictRule::Replace, "a.txt:new\n"},
                                      {ConflictRule::KeepBoth, "a (2).txt:new\na.txt:old\n"}}) {
        m_fixture.run("rm -rf {here,there}/t; mkdir {here,there}/t; echo new > here/t/a.txt; "
                      "echo old > there/t/a.txt; touch -d 2001-01-01 there/t/a.txt");
        TransferPlan asked = m_fixture.plan({"t"}, rule);
        asked.stage = ".t.part-" + QByteArray::number(int(rule)); // each is another transfer
        for (int i = 0; i < 2; ++i) { // a second time it has nothing to do, and tells what the first replaced
            const auto run = m_fixture.copy(way, asked);
            VERIFY_RESULT(run->run());
            QCOMPARE(run->failed().count(), 0);
            QCOMPARE(run->counters().filesKept.load(), rule == ConflictRule::Skip ? 1 : 0);
            QCOMPARE(run->counters().filesDone.load(), rule == ConflictRule::Skip ? 0 : 1);
            QVERIFY(testing::countsEveryFile(*run));
            QCOMPARE(m_fixture.run("cd there/t && grep -H '' *"), there);
            const QList<TrashedFile> kept = run->replaced();
            QCOMPARE(kept.size(), rule == ConflictRule::Replace ? 1 : 0);
            for (const TrashedFile &folder : kept) {
                QCOMPARE(folder.path, m_fixture.path(u"there/t"_s));
                QCOMPARE(m_fixture.run("cat '" + folder.trashed.toUtf8() + "/a.txt'"), "old\n");
            }
            forgetPlaced(asked);
        }
        QCOMPARE(m_fixture.leftOver(), "");
    }
}

void TstMerge::losesNothingThatItReplaces_data()
{
    QTest::addColumn<TransferWay>("way");
    QTest::addColumn<QByteArray>("what"); // a tool and how it is called, or a request of SFTP
    QTest::addColumn<QByteArray>("when");
    QTest::addColumn<int>("number");
    QTest::addColumn<bool>("hasLinks");
    const auto row = [](TransferWay way, const char *name, const QByteArray &what, const QByteArray &when, int number,
                        bool hasLinks) {
        QTest::addRow("%s, %s %s %d%s", name, when.constData(), what.constData(), number,
                      hasLinks ? "" : ", without links")
            << way << what << when << number << hasLinks;
    };
    for (const QByteArray when : {"before", "after"}) {
        for (const auto &[name, way] :
             {std::pair("within this computer", TransferWay::Here), {"to a machine", TransferWay::Up}}) {
            row(way, name, "cp -lP", when, 1, true);
            row(way, name, "ln -P", when, 1, true);
            row(way, name, "mv -f", when, 1, true);
            row(way, name, "mv -nT", when, 1, false);
            row(way, name, "mv -f", when, 1, false);
        }
        row(TransferWay::Down, "from a machine", "find -empty", when, 1, true); // all is in its place
        for (const int number : {1, 2}) {
            if (number == 2 && when == "before" && !testing::isExtendedRun())
                continue;
            row(TransferWay::UpPlain, "by SFTP", "link", when, number, true);
            row(TransferWay::UpPlain, "by SFTP", "replace", when, number, true);
            row(TransferWay::UpPlain, "by SFTP", "rename", when, number, false);
            row(TransferWay::UpPlain, "by SFTP", "replace", when, number, false);
        }
    }
}

bool TstMerge::strikeAt(TransferWay way, const QByteArray &what, const QByteArray &when, int number, bool hasLinks)
{
    if (way == TransferWay::UpPlain)
        return m_fixture.plain().start(QByteArray(TransferFixture::struckSftp) + (hasLinks ? "\n" : "-P hardlink\n"))
            && testing::writeFile(m_fixture.plain().server().home() + u"/strike"_s,
                                  what + ' ' + when + ' ' + QByteArray::number(number));
    if (!hasLinks)
        m_fixture.replaceTool("ln", "#!/bin/sh\nexit 1\n");
    if (!hasLinks || what.startsWith("ln ")) // as another cp than GNU's
        m_fixture.replaceTool("cp", "#!/bin/sh\nexit 1\n");
    const QByteArray strike = ": > TOP/struck; " + QByteArray(when == "after" ? "REAL \"$@\"; " : "")
        + "at=$PPID; while read -r _ name _ up _ < /proc/$at/stat; do case $name in *sh')' | *xargs')') all=\"$all "
          "$at\" at=$up ;; "
          "*) break ;; esac; done; kill -9 $all; exit";
    m_fixture.replaceTool(what.split(' ').first(),
                          "#!/bin/sh\ncase \" $*\" in *' " + what.split(' ').last() + " '*) [ -e TOP/struck ] || { "
                              + strike + "; } ;; esac\nexec REAL \"$@\"\n");
    return true;
}

// Whatever ends it: what is replaced is in its place or in the trash, and in the end there, and told.
void TstMerge::losesNothingThatItReplaces()
{
    QFETCH(TransferWay, way);
    QFETCH(QByteArray, what);
    QFETCH(QByteArray, when);
    QFETCH(int, number);
    QFETCH(bool, hasLinks);
    const bool isBySftp = way == TransferWay::UpPlain;
    if (isBySftp)
        SKIP_WITHOUT("python3");
    m_fixture.run("mkdir -p {here,there}/t; echo new > here/t/a; echo old > there/t/a; echo mine > there/t/b; touch -d "
                  "2001-01-01 there/t/*; ln -s "
                  "a here/t/b");
    QVERIFY(strikeAt(way, what, when, number, hasLinks));
    const auto path = qgetenv("PATH");
    if (way == TransferWay::Here || way == TransferWay::Down)
        qputenv("PATH", m_fixture.toolFolder().toUtf8() + ':' + path);
    const auto restore = qScopeGuard([this, &path, isBySftp] {
        qputenv("PATH", path);
        if (isBySftp)
            QVERIFY(m_fixture.plain().start(TransferFixture::sftpOnly));
    });
    const TransferPlan asked = m_fixture.plan({"t"}, ConflictRule::Replace);
    const QByteArray home = (isBySftp ? m_fixture.plain().server() : m_fixture.server()).home().toUtf8();
    const QByteArray trash = way == TransferWay::Here || way == TransferWay::Down
        ? m_fixture.path(u"data/Trash"_s).toUtf8()
        : home + "/.local/share/Trash";
    const QByteArray all = "cd '" + trash + "/files'; cat */t/[ab] " + m_fixture.path(u"there/t/[ab]"_s).toUtf8();
    m_fixture.run("rm -rf '" + trash + '\'');
    QVERIFY(!m_fixture.copy(way, asked)->run());
    QVERIFY(QFile::exists(isBySftp ? QString::fromUtf8(home) + u"/struck"_s : m_fixture.path(u"struck"_s)));
    const QByteArray cut = m_fixture.run(all);
    QVERIFY2(cut.contains("old\n") && cut.contains("mine\n"), cut);
    for (int round = 0; round < 2; ++round) { // the engine may be killed before it has noted the end
        const auto run = m_fixture.copy(way, asked);
        VERIFY_RESULT(run->run());
        QCOMPARE(m_fixture.run("cat there/t/a; readlink there/t/b; cd '" + trash + "/files'; cat */t/[ab]; ls ../info"),
                 "new\na\nold\nmine\nt.replaced-0123.trashinfo\n");
        QCOMPARE(run->replaced(),
                 (QList<TrashedFile>{
                     {m_fixture.path(u"there/t"_s), QString::fromUtf8(trash) + u"/files/t.replaced-0123/t"_s}}));
    }
    if (!isBySftp) // which does not tell a further name from another file
        QCOMPARE(m_fixture.run("cd '" + trash + "/files'; find . -type f | wc -l"), "2\n");
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstMerge::keepsBothBesideOthers()
{
    QFETCH(TransferWay, way);
    m_fixture.run("echo new > here/a.txt; cd there; echo old > a.txt; echo other > 'a (2).txt'; touch -d 2001-01-01 *");
    for (int i = 0; i < 2; ++i) {
        const TransferPlan asked = m_fixture.plan({"a.txt"}, ConflictRule::KeepBoth);
        VERIFY_RESULT(m_fixture.copy(way, asked)->run());
        QCOMPARE(m_fixture.run("cd there && grep -H '' *"), "a (2).txt:other\na (3).txt:new\na.txt:old\n");
        forgetPlaced(asked);
    }
    QCOMPARE(m_fixture.leftOver(), "");
}

// One source has the very name that another gets, as what it was called is taken.
void TstMerge::keepsBothOfAName()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p here/t there/t; echo old > there/t/a.x; touch -d @1000000000 there/t/a.x; cd here/t; "
                  "echo new > a.x; echo second > 'a (2).x'; echo third > 'a (2) (2).x'; echo last > 'b (2).x'");
    const TransferPlan asked = m_fixture.plan({"t"}, ConflictRule::KeepBoth);
    for (int round = 0; round < 2; ++round) {
        const auto run = m_fixture.copy(way, asked);
        VERIFY_RESULT(run->run());
        QCOMPARE(run->failed().count(), 0);
        QCOMPARE(m_fixture.run("cd there/t; cat * | LC_ALL=C sort; cat a.x 'b (2).x'"),
                 "last\nnew\nold\nsecond\nthird\nold\nlast\n");
        forgetPlaced(asked); // what comes next is another transfer, and finds all there
    }
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstMerge::mergesIntoWhatIsThere()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p here/t/{new/deep,both/in} there/t/{both/in,own}; echo 1 > here/t/new/deep/f; echo 2 > "
                  "here/t/both/g; echo 3 > here/t/both/in/.h; echo 4 > there/t/own/i; echo 5 > there/t/both/j; "
                  "chmod 555 here/t/new");
    VERIFY_RESULT(m_fixture.copy(way, m_fixture.plan({"t"}))->run());
    QCOMPARE(m_fixture.run("cd there/t && find . -type f | sort | xargs grep ''; stat -c %a new"),
             "./both/g:2\n./both/in/.h:3\n./both/j:5\n./new/deep/f:1\n./own/i:4\n555\n");
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstMerge::countsNoByteOfWhatHasNoPlace_data()
{
    QTest::addColumn<TransferWay>("way");
    QTest::newRow("to a machine") << TransferWay::Up;
    QTest::newRow("to this computer") << TransferWay::Down;
}

// Also of those beyond the thousand that are named.
void TstMerge::countsNoByteOfWhatHasNoPlace()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir {here,there}/t; cd there/t; mkdir $(seq 1003); cd ../../here/t; "
                  "echo new | tee $(seq 1003) > other");
    const auto run = m_fixture.copy(way, m_fixture.plan({"t"}, ConflictRule::Replace));
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 1003);
    QCOMPARE(run->failed().list().size(), 1000);
    QCOMPARE(run->counters().filesDone.load(), 1);
    QCOMPARE(run->counters().bytesDone.load(), 4);
    QCOMPARE(m_fixture.leftOver(), "");
}

// A file where a folder is, and the other way round: the rest gets to its place, and nothing there is touched.
void TstMerge::namesWhatMeetsAnotherKind()
{
    QFETCH(TransferWay, way);
    for (const ConflictRule rule : {ConflictRule::Skip, ConflictRule::KeepBoth, ConflictRule::Replace}) {
        QVERIFY(m_fixture.start());
        m_fixture.run("mkdir -p {here,there}/t/in there/t/in/file here/t/{$'a\\nfolder',empty,z}; cd there/t; "
                      "echo own | tee in/file/own empty > $'a\\nfolder'; cd ../../here/t; "
                      "echo new | tee $'a\\nfolder/f' in/file in/other z/f > last");
        const auto run = m_fixture.copy(way, m_fixture.plan({"t"}, rule));
        VERIFY_RESULT(run->run());
        QStringList failed{u"t/a\nfolder"_s, u"t/empty"_s}, named;
        if (rule == ConflictRule::Replace)
            failed.append(u"t/in/file"_s);
        for (const FailedFile &file : run->failed().list()) {
            named.append(file.path);
            QVERIFY2(file.reason.contains(u"has its name there"_s), qPrintable(file.reason));
        }
        named.sort();
        QCOMPARE(named, failed);
        QCOMPARE(run->failed().count(), failed.size() - 1); // a folder is empty
        QCOMPARE(run->counters().filesKept.load(), rule == ConflictRule::Skip ? 1 : 0);
        QVERIFY(testing::countsEveryFile(*run));
        constexpr qint64 bytes = 4; // of each
        QCOMPARE(run->counters().bytesDone.load(), bytes * run->counters().filesDone);
        QCOMPARE(run->counters().bytesKept.load(), bytes * run->counters().filesKept);
        QCOMPARE(m_fixture.run("cd there/t; cat $'a\\nfolder' empty in/file/own; cat in/other last z/f"),
                 "own\nown\nown\nnew\nnew\nnew\n");
        QCOMPARE(m_fixture.run("ls there/t/in"),
                 rule == ConflictRule::KeepBoth ? "file\nfile (2)\nother\n" : "file\nother\n");
        QCOMPARE(m_fixture.leftOver(), "");
    }
}

void TstMerge::followsNoLinkWhereItMerges()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p {here,there}/t here/t/sub/deep outside/deep; echo own | tee outside/f > outside/deep/g; "
                  "ln -s ../../outside there/t/sub; echo new | tee here/t/sub/f here/t/sub/deep/g > here/t/last");
    const auto run = m_fixture.copy(way, m_fixture.plan({"t"}, ConflictRule::Replace));
    VERIFY_RESULT(run->run());
    QVERIFY(run->failed().has("t/sub"));
    QCOMPARE(run->failed().count(), 2); // files that it holds
    QCOMPARE(run->counters().filesDone.load(), 1);
    QCOMPARE(m_fixture.run("cat outside/f outside/deep/g there/t/last; readlink there/t/sub; ls outside"),
             "own\nown\nnew\n../../outside\ndeep\nf\n");
    QCOMPARE(m_fixture.leftOver(), "");
}

void TstMerge::copiesBesideItself()
{
    QFETCH(TransferWay, way);
    m_fixture.run("mkdir -p here/t/in; cd here; echo 1 > t/in/f; echo 2 > plate.v1.tif; echo 3 > .hidden; echo 4 > -n; "
                  "echo other > 'plate.v1 (2).tif'; chmod 750 t/in; touch -d @1000000000 t");
    TransferPlan asked = m_fixture.plan({"t", "plate.v1.tif", ".hidden", "-n"}, ConflictRule::KeepBoth);
    asked.target = asked.folder;
    for (int round = 0; round < 2; ++round) {
        const auto run = m_fixture.copy(way, asked);
        VERIFY_RESULT(run->run());
        QCOMPARE(run->failed().count(), 0);
        forgetPlaced(asked); // what comes next is another transfer
    }
    QCOMPARE(m_fixture.run("cd here; LC_ALL=C ls -A; cat 't (3)/in/f' 'plate.v1 (2).tif' 'plate.v1 (3).tif' "
                           "'.hidden (2)' './-n (2)'; stat -c '%a' 't (2)/in'; stat -c %Y 't (2)'"),
             "-n\n-n (2)\n-n (3)\n.hidden\n.hidden (2)\n.hidden (3)\nplate.v1 (2).tif\nplate.v1 (3).tif\n"
             "plate.v1 (4).tif\nplate.v1.tif\nt\nt (2)\nt (3)\n1\nother\n2\n3\n4\n750\n1000000000\n");
    // One that was interrupted among its last steps makes nothing twice.
    const QByteArray before = m_fixture.run("cd here; find . | sort");
    m_fixture.run("cd here; mkdir .t.part-0123.named; mv -- 't (2)' '-n (3)' .t.part-0123.named");
    VERIFY_RESULT(m_fixture.copy(way, asked)->run());
    QCOMPARE(m_fixture.run("cd here; find . | sort"), before);
    forgetPlaced(asked);
    // What an earlier run left in the stage goes, and nothing that it leads to.
    m_fixture.run("mkdir -p elsewhere here/.t.part-0123; echo own > elsewhere/f; ln -s ../../elsewhere "
                  "'here/.t.part-0123/t (4)'");
    VERIFY_RESULT(m_fixture.copy(way, asked)->run());
    QCOMPARE(m_fixture.run("cat elsewhere/f; cd here; rm -r 't (4)' 'plate.v1 (5).tif' '.hidden (4)' './-n (4)'; "
                           "find . | sort"),
             "own\n" + before);
    forgetPlaced(asked);
    // What came between is not touched.
    m_fixture.run("cd here; mkdir .t.part-0123.named; mv -- '-n (3)' .t.part-0123.named; echo foreign > './-n (3)'");
    QVERIFY(!m_fixture.copy(way, asked)->run());
    QCOMPARE(m_fixture.run("cat './here/-n (3)'"), "foreign\n");
    VERIFY_RESULT(m_fixture.copy(way, asked)->discard());
    QCOMPARE(m_fixture.leftOver(), "");
}

// The way is lost when all is in its place, and its answer with it; then the engine, before it has noted the end.
void TstMerge::copiesBesideItselfOnce()
{
    QFETCH(TransferWay, way);
    m_fixture.run("echo 1 > here/f");
    TransferPlan asked = m_fixture.plan({"f"}, ConflictRule::KeepBoth);
    asked.target = asked.folder;
    for (const QByteArray tool : {"rm", "rmdir"})
        m_fixture.replaceTool(tool,
                              "#!/bin/sh\nREAL \"$@\"\ncode=$?\ncase $* in *.named*) [ -e TOP/lost ] || "
                              "{ : > TOP/lost; kill -9 $PPID; } ;; esac\nexit $code\n");
    const auto path = qgetenv("PATH");
    if (way == TransferWay::Here)
        qputenv("PATH", m_fixture.toolFolder().toUtf8() + ':' + path);
    const auto restore = qScopeGuard([&path] { qputenv("PATH", path); });
    QVERIFY(!m_fixture.copy(way, asked)->run());
    QCOMPARE(m_fixture.run("ls lost"), "lost\n");
    for (int round = 0; round < 3; ++round)
        VERIFY_RESULT(m_fixture.copy(way, asked)->run());
    QCOMPARE(m_fixture.run("ls -A here"), "f\nf (2)\n");
    QCOMPARE(m_fixture.leftOver(), "");
}

BATCHDECK_TEST(QCoreApplication, TstMerge)

#include "tst_merge.moc"
