// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/log/collectorfixture.h"
#include "tests/support/testmain.h"

#include <QSignalSpy>

#include <csignal>

using namespace engine;
using testing::append;
using testing::contentOf;
using Fixture = testing::CollectorFixture;

/// Files that do not only grow: renamed and made anew, cut, copied and cut, written anew.
class TstLogRotation final : public QObject
{
    Q_OBJECT

private slots:
    void followsARenamedFileAndTheNewOne_data();
    void followsARenamedFileAndTheNewOne();
    void takesAllThatWereRotatedMeanwhile_data();
    void takesAllThatWereRotatedMeanwhile();
    void waitsUntilTheWriterHasTheNewOne();
    void goesOnAfterACut_data();
    void goesOnAfterACut();
    void takesTheRestFromACopy_data();
    void takesTheRestFromACopy();
    void takesTheRestWhenTheCutIsYoungerThanItsTime();
    void takesTheRestOfWhatWasCutAndRenamed();
    void believesNoStrangersCopy();
    void knowsAFileThatWasWrittenAnew();
    void saysThatSomethingWasLost();
};

namespace {

const auto one = QStringLiteral(".1");

/// Nobody looks while it lasts.
void lookAway(Fixture &fixture)
{
    fixture.collector.reset();
}

void lookAgain(Fixture &fixture)
{
    fixture.collector = Fixture::newCollector();
    fixture.follow();
}

QByteArray finished(Fixture &fixture)
{
    QSignalSpy completed(fixture.collector.get(), &LogCollector::completed);
    fixture.collector->finish(fixture.spool);
    if (completed.count() == 0 && !completed.wait(30'000))
        return "it does not end";
    if (completed[0][1].toLongLong() != contentOf(fixture.spool).size())
        return "the size is not that of the copy";
    return contentOf(fixture.spool);
}

QByteArray partsOf(const Fixture &fixture)
{
    const QFileInfo spool(fixture.spool);
    return contentOf(spool.path() + QStringLiteral("/.parts/") + spool.fileName());
}

} // namespace

void TstLogRotation::followsARenamedFileAndTheNewOne_data()
{
    QTest::addColumn<bool>("isWatched");
    QTest::newRow("while it is followed") << true;
    QTest::newRow("while nobody looks") << false;
}

void TstLogRotation::followsARenamedFileAndTheNewOne()
{
    QFETCH(bool, isWatched);
    Fixture fixture;
    append(fixture.original, "first\n");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first\n"));
    if (!isWatched)
        lookAway(fixture);
    append(fixture.original, "unseen\n");
    QVERIFY(QFile::rename(fixture.original, fixture.original + one));
    append(fixture.original + one, "second\n");
    append(fixture.original, "longer than what the first one had, all together\n");
    if (!isWatched)
        lookAgain(fixture);
    const QByteArray expected("first\nunseen\nsecond\nlonger than what the first one had, all together\n");
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(fixture.spool), expected, 20'000);
    append(fixture.original, "end");
    QCOMPARE(finished(fixture), expected + "end");
}

void TstLogRotation::takesAllThatWereRotatedMeanwhile_data()
{
    QTest::addColumn<QStringList>("names"); // of the older ones, newest first
    QTest::newRow("by number") << QStringList{QStringLiteral(".1"), QStringLiteral(".2"), QStringLiteral(".3")};
    QTest::newRow("by date") << QStringList{QStringLiteral("-20261123-3"), QStringLiteral("-20261123-2"),
                                            QStringLiteral("-20261123-1")};
}

void TstLogRotation::takesAllThatWereRotatedMeanwhile()
{
    QFETCH(QStringList, names);
    Fixture fixture;
    append(fixture.original, "a1 ");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("a1 "));
    lookAway(fixture);
    append(fixture.original, "a2 ");
    QFile::rename(fixture.original, fixture.original + names.at(2));
    QTest::qSleep(20); // times of files have ticks
    append(fixture.original, "b ");
    QFile::rename(fixture.original, fixture.original + names.at(1));
    QTest::qSleep(20);
    append(fixture.original, "c ");
    QFile::rename(fixture.original, fixture.original + names.at(0));
    append(fixture.original + QStringLiteral(".gz"), "squeezed");
    QTest::qSleep(20);
    append(fixture.original, "d ");
    lookAgain(fixture);
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(fixture.spool), QByteArray("a1 a2 b c d "), 20'000);
    QVERIFY(!partsOf(fixture).contains(" 1\n"));
    QCOMPARE(finished(fixture), QByteArray("a1 a2 b c d "));
}

// logrotate makes the new one before it tells the writer.
void TstLogRotation::waitsUntilTheWriterHasTheNewOne()
{
    Fixture fixture;
    append(fixture.original, "first ");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first "));
    QFile::rename(fixture.original, fixture.original + one);
    append(fixture.original, {});
    append(fixture.original + one, "still the first ");
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(fixture.spool), QByteArray("first still the first "), 20'000);
    append(fixture.original + one, "and its end ");
    append(fixture.original, "second");
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(fixture.spool), QByteArray("first still the first and its end second"), 20'000);
}

void TstLogRotation::goesOnAfterACut_data()
{
    QTest::addColumn<bool>("isWatched");
    QTest::newRow("while it is followed") << true;
    QTest::newRow("while nobody looks") << false;
}

void TstLogRotation::goesOnAfterACut()
{
    QFETCH(bool, isWatched);
    Fixture fixture;
    append(fixture.original, "a line\nanother\n");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("a line\nanother\n"));
    if (!isWatched)
        lookAway(fixture);
    QVERIFY(QFile::resize(fixture.original, 0));
    append(fixture.original, "after\n");
    if (!isWatched)
        lookAgain(fixture);
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(fixture.spool), QByteArray("a line\nanother\nafter\n"), 20'000);
    QVERIFY(QFile::resize(fixture.original, 0));
    QCOMPARE(finished(fixture), QByteArray("a line\nanother\nafter\n"));
}

void TstLogRotation::takesTheRestFromACopy_data()
{
    QTest::addColumn<QByteArray>("grown");
    QTest::newRow("still shorter") << QByteArray("new");
    QTest::newRow("longer again") << QByteArray(6'000'000, 'n');
}

void TstLogRotation::takesTheRestFromACopy()
{
    QFETCH(QByteArray, grown);
    const QByteArray unseen(5'000'000, 'u'); // more than is sent at once
    Fixture fixture;
    append(fixture.original, "first ");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first "));
    lookAway(fixture);
    append(fixture.original, unseen);
    QVERIFY(QFile::copy(fixture.original, fixture.original + one));
    QVERIFY(QFile::resize(fixture.original, 0));
    append(fixture.original, grown);
    lookAgain(fixture);
    QVERIFY(finished(fixture) == QByteArray("first " + unseen + grown));
    QVERIFY2(!partsOf(fixture).contains(" 1\n"), partsOf(fixture));
}

// As ext4 has it for a moment: the file is empty, but its time is still that of its last byte.
void TstLogRotation::takesTheRestWhenTheCutIsYoungerThanItsTime()
{
    Fixture fixture;
    append(fixture.original, "first ");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first "));
    lookAway(fixture);
    append(fixture.original, "unseen ");
    QVERIFY(QFile::copy(fixture.original, fixture.original + one));
    QVERIFY(QFile::resize(fixture.original, 0));
    const auto setTime = [&fixture](const QDateTime &time) {
        QFile file(fixture.original);
        return file.open(QIODevice::ReadWrite) && file.setFileTime(time, QFileDevice::FileModificationTime);
    };
    const QDateTime afterTheCut = QDateTime::currentDateTime().addSecs(1);
    QVERIFY(setTime(afterTheCut.addSecs(-60)));
    fixture.collector = Fixture::newCollector();
    connect(fixture.collector.get(), &LogCollector::appeared, this, [&] { QVERIFY(setTime(afterTheCut)); });
    fixture.follow();
    QTRY_VERIFY(partsOf(fixture).contains("\npart 13 "));
    append(fixture.original, "new");
    QCOMPARE(finished(fixture), QByteArray("first unseen new"));
}

void TstLogRotation::takesTheRestOfWhatWasCutAndRenamed()
{
    Fixture fixture;
    append(fixture.original, "first ");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first "));
    lookAway(fixture);
    append(fixture.original, "unseen ");
    QVERIFY(QFile::copy(fixture.original, fixture.original + one));
    QVERIFY(QFile::resize(fixture.original, 0));
    QTest::qSleep(20); // times of files have ticks
    append(fixture.original, "cut and longer than before ");
    QVERIFY(QFile::rename(fixture.original, fixture.original + QStringLiteral(".2")));
    QTest::qSleep(20);
    append(fixture.original, "new");
    lookAgain(fixture);
    QCOMPARE(finished(fixture), QByteArray("first unseen cut and longer than before new"));
}

void TstLogRotation::believesNoStrangersCopy()
{
    Fixture fixture;
    append(fixture.original + one, "of last week, and quite long");
    append(fixture.original, "first ");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first "));
    QVERIFY(QFile::resize(fixture.original, 0));
    append(fixture.original, "new");
    QCOMPARE(finished(fixture), QByteArray("first new"));
}

// Its number is the same, and it is not shorter: the bytes alone tell.
void TstLogRotation::knowsAFileThatWasWrittenAnew()
{
    Fixture fixture;
    append(fixture.original, "step 1 of the first attempt\n");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("step 1 of the first attempt\n"));
    lookAway(fixture);
    QVERIFY(QFile::resize(fixture.original, 0));
    append(fixture.original, "step 1 of the second attempt\nstep 2\n");
    lookAgain(fixture);
    const QByteArray expected("step 1 of the first attempt\nstep 1 of the second attempt\nstep 2\n");
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(fixture.spool), expected, 20'000);
    QCOMPARE(finished(fixture), expected);
}

void TstLogRotation::saysThatSomethingWasLost()
{
    Fixture fixture;
    append(fixture.original, "first ");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first "));
    lookAway(fixture);
    append(fixture.folder.filePath(QStringLiteral("other")), "new");
    QVERIFY(QFile::remove(fixture.original));
    QVERIFY(QFile::rename(fixture.folder.filePath(QStringLiteral("other")), fixture.original));
    lookAgain(fixture);
    QCOMPARE(finished(fixture), QByteArray("first new"));
    QVERIFY2(partsOf(fixture).contains("\npart 6 ") && partsOf(fixture).contains(" 1\n"), partsOf(fixture).constData());
}

BATCHDECK_TEST_MAIN(QCoreApplication, TstLogRotation)
#include "tst_logrotation.moc"
