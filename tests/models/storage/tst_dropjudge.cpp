// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/transfer/dropjudge.h"

#include "tests/support/testmain.h"

#include <QLocale>
#include <QUrl>

using namespace Qt::StringLiterals;
using engine::ConflictRule;
using engine::Location;
using engine::TransferPreview;
using models::DropFacts;
using models::DropFigure;

namespace QTest {
template <> char *toString(const DropFigure &figure)
{
    return qstrdup(qPrintable(u"%1 files, %2 bytes"_s.arg(figure.files).arg(figure.bytes)));
}
} // namespace QTest

/// Whether files are taken where they are dropped, and what is said of it.
class TstDropJudge final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void saysWhereTheyGo_data();
    void saysWhereTheyGo();
    void refusesWhatCannotBe_data();
    void refusesWhatCannotBe();
    void keepsContainersInPlace();
    void makesARequestForEachFolder();
    void countsByTheRule_data();
    void countsByTheRule();
    void startsOnlyWhereThereIsRoom();
    void countsNoRoomForHoles();
    void hasNothingToSend();
    void waitsForNothing();
    void addsUpFolders();
    void tellsWhatIsThere();
    void moves();
    void saysHowLong_data();
    void saysHowLong();
    void saysWhatIsMissing();
    void asksOnlyWhatHasToBe_data();
    void asksOnlyWhatHasToBe();
    void readsUrls();

private:
    static QList<Location> files(const QString &place, const QStringList &paths)
    {
        QList<Location> list;
        for (const QString &path : paths)
            list.append({place, path});
        return list;
    }
    // 100 files with 1000 bytes: 60 are there, 10 differ.
    static DropFacts counted()
    {
        TransferPreview preview;
        preview.isCounted = preview.isCompared = true;
        preview.files = 100;
        preview.folders = preview.foldersThere = 5;
        preview.bytes = 1000;
        preview.filesThere = 60;
        preview.bytesThere = 600;
        preview.filesDiffering = 10;
        preview.bytesDiffering = 100;
        preview.freeBytes = 10'000;
        DropFacts facts{files({}, {u"/a/cells"_s}), {u"m1"_s, u"/srv/data"_s}};
        facts.conflicts = ConflictRule::Skip;
        facts.previews = {preview};
        return facts;
    }
};

void TstDropJudge::saysWhereTheyGo_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QStringList>("paths");
    QTest::addColumn<Location>("target");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("title");
    const Location data{u"m1"_s, u"/srv/data"_s};
    QTest::newRow("a folder") << QString() << QStringList{u"/a/cells"_s} << data << u"Upload cells into data"_s
                              << u"Upload cells to m1:/srv/data"_s;
    QTest::newRow("several") << QString() << QStringList{u"/a/b"_s, u"/c/d"_s} << data
                             << u"Upload 2 entries into data"_s << u"Upload 2 entries to m1:/srv/data"_s;
    QTest::newRow("a name that lies") << QString() << QStringList{u"/a/x\ny\u202etxt"_s} << data
                                      << u"Upload x\\ny\\u202etxt into data"_s
                                      << u"Upload x\\ny\\u202etxt to m1:/srv/data"_s;
    QTest::newRow("back") << u"m1"_s << QStringList{u"/out/best.pt"_s} << Location{{}, u"/home/me"_s}
                          << u"Download best.pt into me"_s << u"Download best.pt to /home/me"_s;
    QTest::newRow("across") << u"m1"_s << QStringList{u"/out/best.pt"_s} << Location{u"m2"_s, u"/"_s}
                            << u"Copy best.pt into m2:/"_s << u"Copy best.pt to m2:/"_s;
    QTest::newRow("where its files begin") << QString() << QStringList{u"/a/cells"_s} << Location{u"m1"_s, {}}
                                           << u"Upload cells into m1"_s << u"Upload cells to m1:"_s;
    QTest::newRow("into a container") << QString() << QStringList{u"/a/cells"_s}
                                      << Location{u"blob://labstore"_s, u"/runs"_s} << u"Upload cells into runs"_s
                                      << u"Upload cells to blob://labstore/runs"_s;
    QTest::newRow("a container") << u"blob://labstore"_s << QStringList{u"/runs"_s} << Location{{}, u"/home/me"_s}
                                 << u"Download runs into me"_s << u"Download runs to /home/me"_s;
    QTest::newRow("beside a longer name")
        << u"m1"_s << QStringList{u"/srv/data"_s} << Location{u"m1"_s, u"/srv/data2"_s} << u"Copy data into data2"_s
        << u"Copy data to m1:/srv/data2"_s;
}

void TstDropJudge::saysWhereTheyGo()
{
    QFETCH(QString, from);
    QFETCH(QStringList, paths);
    QFETCH(Location, target);
    const auto verdict = models::judgeFiles({files(from, paths), target});
    QVERIFY(verdict.isPossible);
    QTEST(verdict.words, "words");
    QTEST(verdict.title, "title");
    QCOMPARE(verdict.words.section(u' ', 0, 0), verdict.verb);
}

void TstDropJudge::refusesWhatCannotBe_data()
{
    QTest::addColumn<QStringList>("paths");
    QTest::addColumn<QString>("target");
    QTest::addColumn<bool>("isOnline");
    QTest::addColumn<QString>("words");
    QTest::newRow("nothing of here") << QStringList() << u"/srv"_s << true << u"this computer"_s;
    QTest::newRow("everything") << QStringList{u"/"_s} << u"/srv"_s << true << u"as a whole"_s;
    QTest::newRow("into itself") << QStringList{u"/srv"_s} << u"/srv"_s << true << u"srv cannot be put into itself"_s;
    QTest::newRow("into what it holds") << QStringList{u"/srv"_s} << u"/srv/a/b"_s << true << u"into itself"_s;
    QTest::newRow("where it is") << QStringList{u"/srv/a"_s} << u"/srv"_s << true << u"a is in this folder already"_s;
    QTest::newRow("no way") << QStringList{u"/x/a"_s} << u"/srv"_s << false << u"m1 is not connected"_s;
}

void TstDropJudge::refusesWhatCannotBe()
{
    QFETCH(QStringList, paths);
    QFETCH(QString, target);
    QFETCH(bool, isOnline);
    QFETCH(QString, words);
    const auto verdict = models::judgeFiles({files(u"m1"_s, paths), {u"m1"_s, target}, isOnline});
    QVERIFY(!verdict.isPossible && !verdict.mayStart && verdict.requests.isEmpty());
    QVERIFY2(verdict.words.contains(words), qPrintable(verdict.words));
}

void TstDropJudge::keepsContainersInPlace()
{
    const Location containers{u"blob://labstore"_s, u"/"_s};
    const auto beside = models::judgeFiles({files({}, {u"/a/cells"_s}), containers});
    QVERIFY(!beside.isPossible);
    QVERIFY2(beside.words.contains(u"a container of labstore"_s), qPrintable(beside.words));
    DropFacts facts{files(containers.place, {u"/runs"_s}), {{}, u"/home/me"_s}};
    QVERIFY(models::judgeFiles(facts).isPossible);
    facts.moves = true;
    const auto moved = models::judgeFiles(facts);
    QVERIFY(!moved.isPossible);
    QVERIFY2(moved.words.contains(u"copied, not moved"_s), qPrintable(moved.words));
    facts = counted();
    facts.conflicts = ConflictRule::Replace;
    facts.target = {containers.place, u"/runs"_s};
    QVERIFY(models::judgeFiles(facts).notes.join(u'\n').contains(u"no trash"_s));
    // A move within an account is a copy, which takes as long as one.
    facts.sources = files(containers.place, {u"/other/x"_s});
    facts.moves = true;
    QVERIFY(models::judgeFiles(facts).takesRoom);
}

void TstDropJudge::makesARequestForEachFolder()
{
    DropFacts facts{files({}, {u"/a/1"_s, u"/b/2"_s, u"/a/3"_s}), {u"m1"_s, u"/srv"_s}};
    facts.conflicts = ConflictRule::KeepBoth;
    facts.honoursGitignore = true;
    facts.comparesChecksums = true;
    const auto verdict = models::judgeFiles(facts);
    QCOMPARE(verdict.requests.size(), 2);
    QCOMPARE(verdict.requests.at(0).sources, files({}, {u"/a/1"_s, u"/a/3"_s}));
    QCOMPARE(verdict.requests.at(1).sources, files({}, {u"/b/2"_s}));
    for (const auto &request : verdict.requests) {
        QCOMPARE(request.target, facts.target);
        QVERIFY(request.conflicts == ConflictRule::KeepBoth && request.honoursGitignore && request.comparesChecksums);
    }
    QCOMPARE(verdict.from, u"from 2 folders"_s);
    QCOMPARE(models::judgeFiles(counted()).from, u"from /a"_s);
}

void TstDropJudge::countsByTheRule_data()
{
    QTest::addColumn<ConflictRule>("rule");
    QTest::addColumn<qint64>("files");
    QTest::newRow("skip") << ConflictRule::Skip << qint64(30);
    QTest::newRow("replace") << ConflictRule::Replace << qint64(40);
    QTest::newRow("keep both") << ConflictRule::KeepBoth << qint64(40);
}

void TstDropJudge::countsByTheRule()
{
    QFETCH(ConflictRule, rule);
    QFETCH(qint64, files);
    DropFacts facts = counted();
    facts.conflicts = rule;
    const auto verdict = models::judgeFiles(facts);
    QCOMPARE(verdict.all, (DropFigure{100, 1000}));
    QCOMPARE(verdict.there, (DropFigure{60, 600}));
    QCOMPARE(verdict.differing, (DropFigure{10, 100}));
    QCOMPARE(verdict.toSend, (DropFigure{files, files * 10}));
    QVERIFY(verdict.mayStart && verdict.isCompared);
}

void TstDropJudge::startsOnlyWhereThereIsRoom()
{
    DropFacts facts = counted();
    facts.previews[0].freeBytes = 300;
    QVERIFY(models::judgeFiles(facts).mayStart);
    facts.conflicts = ConflictRule::Replace; // the new one is there before the old one goes
    const auto verdict = models::judgeFiles(facts);
    QVERIFY(!verdict.mayStart);
    QVERIFY(verdict.notes.constLast().contains(u"goes into the trash"_s));
    QCOMPARE(verdict.whyNot, u"There is not enough space: this needs 400 B, and 300 B are free there."_s);
    facts.previews[0].freeBytes.reset();
    QVERIFY(models::judgeFiles(facts).mayStart);
}

void TstDropJudge::countsNoRoomForHoles()
{
    DropFacts facts = counted(); // 300 are new
    facts.previews[0].freeBytes = 250;
    QVERIFY(models::judgeFiles(facts).whyNot.contains(u"needs 300 B, and 250 B are free"_s));
    facts.previews[0].holes = 400;
    facts.previews[0].holesThere = 250;
    facts.previews[0].holesDiffering = 60;
    auto verdict = models::judgeFiles(facts);
    QVERIFY(verdict.mayStart);
    QCOMPARE(verdict.toSend.bytes, 300);
    QCOMPARE(verdict.room, 210);
    QVERIFY(verdict.estimate.contains(u"40 B stay free"_s));
    facts.conflicts = ConflictRule::Replace; // those that differ are sent, too
    verdict = models::judgeFiles(facts);
    QCOMPARE(verdict.room, 250);
    QVERIFY(verdict.mayStart);
}

void TstDropJudge::hasNothingToSend()
{
    DropFacts facts = counted();
    facts.previews[0].filesThere = 90;
    facts.previews[0].bytesThere = 900;
    QVERIFY(models::judgeFiles(facts).whyNot.contains(u"what differs there is left"_s));
    facts.conflicts = ConflictRule::Replace;
    QVERIFY(models::judgeFiles(facts).mayStart);
    facts.previews[0].filesDiffering = facts.previews[0].bytesDiffering = 0;
    facts.previews[0].filesThere = 100;
    facts.previews[0].bytesThere = 1000;
    QVERIFY(models::judgeFiles(facts).whyNot.contains(u"all of it is there already"_s));
    facts.comparesChecksums = true; // who looks closer may find that it is not
    QVERIFY(models::judgeFiles(facts).mayStart);
    QVERIFY(models::judgeFiles(facts).notes.constFirst().contains(u"by size and time"_s));
    facts.comparesChecksums = false;
    facts.previews[0].foldersThere = 4; // an empty folder is something, too
    QVERIFY(models::judgeFiles(facts).mayStart);
}

// Whoever is in a hurry begins before all is counted; what is not known yet is no reason.
void TstDropJudge::waitsForNothing()
{
    DropFacts facts = counted();
    facts.previews.clear();
    QVERIFY(models::judgeFiles(facts).mayStart);
    facts = counted();
    facts.previews[0].isCompared = false;
    facts.previews[0].freeBytes = 1;
    const auto verdict = models::judgeFiles(facts);
    QVERIFY(verdict.mayStart && verdict.isCounted && !verdict.isCompared);
    QCOMPARE(verdict.estimate, QString());
}

void TstDropJudge::addsUpFolders()
{
    DropFacts facts = counted();
    facts.sources = files({}, {u"/a/1"_s, u"/b/2"_s});
    QVERIFY(!models::judgeFiles(facts).isCounted);
    facts.previews.append(facts.previews.constFirst());
    const auto verdict = models::judgeFiles(facts);
    QVERIFY(verdict.isCounted && verdict.isCompared);
    QCOMPARE(verdict.toSend, (DropFigure{60, 600}));
    facts.previews[1].freeBytes = 500; // of one disk, which has to hold both
    QVERIFY(!models::judgeFiles(facts).mayStart);
}

void TstDropJudge::tellsWhatIsThere()
{
    DropFacts facts = counted();
    QVERIFY(models::judgeFiles(facts).meetsOthers == true);
    facts.previews[0].isCompared = facts.previews[0].isCounted = false;
    QVERIFY(models::judgeFiles(facts).meetsOthers == true); // one is enough
    facts.previews[0].filesThere = facts.previews[0].filesDiffering = 0;
    QVERIFY(models::judgeFiles(facts).meetsOthers == true); // a folder, too
    facts.previews[0].foldersThere = 0;
    QVERIFY(!models::judgeFiles(facts).meetsOthers);
    facts.previews[0].isCompared = true; // though not all is counted
    QVERIFY(models::judgeFiles(facts).meetsOthers == false);
    facts.previews.clear();
    QVERIFY(!models::judgeFiles(facts).meetsOthers);
}

void TstDropJudge::moves()
{
    DropFacts facts = counted();
    facts.moves = true;
    auto verdict = models::judgeFiles(facts);
    QCOMPARE(verdict.title, u"Move cells to m1:/srv/data"_s);
    QCOMPARE(verdict.words, u"Move cells into data"_s);
    QCOMPARE(verdict.wanted, u"To move"_s);
    QVERIFY(verdict.requests.constFirst().removesSources && verdict.mayStart);
    facts.previews[0].filesThere = 100; // all of it: it is taken away here
    facts.previews[0].filesDiffering = 0;
    QVERIFY(models::judgeFiles(facts).mayStart);
    facts.previews[0].filesThere = 0;
    facts.previews[0].filesDiffering = 100;
    QCOMPARE(models::judgeFiles(facts).whyNot, u"Nothing would be moved: what differs there is left as it is."_s);
    facts.conflicts = ConflictRule::Replace;
    facts.previews[0].freeBytes = 1;
    QVERIFY(models::judgeFiles(facts).whyNot.contains(u"not enough space"_s));
    facts.sources = files(u"m1"_s, {u"/srv/old/cells"_s}); // there it needs none, and no time
    verdict = models::judgeFiles(facts);
    QVERIFY(verdict.mayStart);
    QCOMPARE(verdict.estimate, QString());
}

void TstDropJudge::saysHowLong_data()
{
    QTest::addColumn<qint64>("speed");
    QTest::addColumn<QString>("words");
    QTest::newRow("not known") << qint64(0) << u"9.7 kB stay free"_s;
    QTest::newRow("a moment") << qint64(1'000'000) << u"About 1 s at 1.0 MB/s; 9.7 kB stay free"_s;
    QTest::newRow("minutes") << qint64(1) << u"About 5 min at 1 B/s; 9.7 kB stay free"_s;
}

void TstDropJudge::saysHowLong()
{
    QFETCH(qint64, speed);
    DropFacts facts = counted();
    facts.previews[0].bytesPerSecond = speed;
    QTEST(models::judgeFiles(facts).estimate, "words");
}

void TstDropJudge::saysWhatIsMissing()
{
    DropFacts facts = counted();
    QCOMPARE(models::judgeFiles(facts).notes, QStringList());
    facts.previews[0].ignored = 3;
    facts.previews[0].unreadable = 2;
    facts.previews[0].problem = {"The machine does not answer."};
    const QStringList notes = models::judgeFiles(facts).notes;
    QCOMPARE(notes.size(), 3);
    QVERIFY(notes.at(0).contains(u"3 left out"_s) && !notes.at(0).contains(u".gitignore"_s));
    facts.honoursGitignore = true;
    QVERIFY(models::judgeFiles(facts).notes.at(0).contains(u".gitignore"_s));
}

void TstDropJudge::asksOnlyWhatHasToBe_data()
{
    QTest::addColumn<qint64>("there");
    QTest::addColumn<bool>("isCounted");
    QTest::addColumn<qint64>("free");
    QTest::addColumn<bool>("renames");
    QTest::addColumn<qint64>("holes");
    QTest::addColumn<models::Unasked>("becomes");
    using models::Unasked;
    const qint64 enough = 1000;
    QTest::newRow("free, and room") << qint64(0) << true << enough << false << qint64(0) << Unasked::Begin;
    QTest::newRow("free, but no room") << qint64(0) << true << qint64(999) << false << qint64(0) << Unasked::Ask;
    QTest::newRow("free, not counted") << qint64(0) << false << enough << false << qint64(0) << Unasked::Wait;
    QTest::newRow("something is there") << qint64(1) << false << enough << false << qint64(0) << Unasked::Ask;
    QTest::newRow("only renamed") << qint64(0) << false << qint64(0) << true << qint64(0) << Unasked::Begin;
    QTest::newRow("room but for holes") << qint64(0) << true << qint64(999) << false << qint64(500) << Unasked::Ask;
}

void TstDropJudge::asksOnlyWhatHasToBe()
{
    QFETCH(qint64, there);
    QFETCH(bool, isCounted);
    QFETCH(qint64, free);
    QFETCH(bool, renames);
    QFETCH(qint64, holes);
    DropFacts facts = counted();
    if (renames)
        facts.target = {{}, u"/b"_s};
    facts.moves = renames;
    TransferPreview &preview = facts.previews[0];
    preview.isCounted = isCounted;
    preview.filesThere = preview.bytesThere = preview.bytesDiffering = preview.foldersThere = 0;
    preview.filesDiffering = there;
    preview.freeBytes = free;
    preview.holes = holes;
    const auto verdict = models::judgeFiles(facts);
    QTEST(models::unasked(verdict, false), "becomes");
    if (models::unasked(verdict, false) == models::Unasked::Wait)
        QCOMPARE(models::unasked(verdict, true), models::Unasked::Ask);
}

void TstDropJudge::readsUrls()
{
    QCOMPARE(models::filesIn({QUrl::fromEncoded("file:///a/%FF%20b"), QUrl::fromEncoded("file:///c/")}),
             files({}, {engine::pathFromBytes("/a/\xFF b"), u"/c"_s}));
    QCOMPARE(models::filesIn({QUrl(u"file:///a"_s), QUrl(u"https://example.org/a"_s)}), QList<Location>());
}

BATCHDECK_TEST(QCoreApplication, TstDropJudge)

#include "tst_dropjudge.moc"
