// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/loggap.h"

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
    void believesNoStrangersCopy_data();
    void believesNoStrangersCopy();
    void saysNothingWhereTheCopyIsWhole();
    void saysThatASecondCutHadNoCopy();
    void restsWhereItCannotReadWhatIsHere_data();
    void restsWhereItCannotReadWhatIsHere();
    void knowsAFileThatWasWrittenAnew();
    void saysThatSomethingWasLost();
    void believesNoStrangerWithItsNumber_data();
    void believesNoStrangerWithItsNumber();
    void believesNoStrangerInItsStead();
};

namespace {

const auto one = QStringLiteral(".1");

/// Nobody looks while it lasts.
void lookAway(Fixture &fixture)
{
    fixture.collector.reset();
}

/// Those of files written one after the other may be the same: they have ticks.
bool setAge(const QString &path, int seconds)
{
    QFile file(path);
    return file.open(QIODevice::ReadWrite)
        && file.setFileTime(QDateTime::currentDateTime().addSecs(-seconds), QFileDevice::FileModificationTime);
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
    if (completed.count() == 0 && !completed.wait(testing::patience))
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

/// What was followed is gone while nobody looks, and another log has its number in the file system: that of what was
/// compressed and removed is given to the next file that is made.
void loseNumberTo(const QByteArray &strange, Fixture &fixture)
{
    append(fixture.original, "first ");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first "));
    lookAway(fixture);
    const QString stranger = fixture.folder.filePath(QStringLiteral("stderr.txt"));
    QVERIFY(QFile::rename(fixture.original, stranger));
    QVERIFY(QFile::resize(stranger, 0));
    append(stranger, strange);
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
    QTRY_COMPARE(contentOf(fixture.spool), expected);
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
    QVERIFY(QFile::rename(fixture.original, fixture.original + names.at(2)));
    append(fixture.original, "b ");
    QVERIFY(QFile::rename(fixture.original, fixture.original + names.at(1)));
    append(fixture.original, "c ");
    QVERIFY(QFile::rename(fixture.original, fixture.original + names.at(0)));
    for (int i = 0; i < names.size(); ++i)
        QVERIFY(setAge(fixture.original + names.at(i), i + 1));
    append(fixture.original + QStringLiteral(".gz"), "squeezed");
    append(fixture.original, "d ");
    lookAgain(fixture);
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("a1 a2 b c d "));
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
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first still the first "));
    append(fixture.original + one, "and its end ");
    append(fixture.original, "second");
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first still the first and its end second"));
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
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("a line\nanother\nafter\n"));
    QVERIFY(mayMissBytes(fixture.spool));
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
    QVERIFY(setAge(fixture.original, 59));
    fixture.collector = Fixture::newCollector();
    connect(fixture.collector.get(), &LogCollector::appeared, this, [&] { QVERIFY(setAge(fixture.original, -1)); });
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
    append(fixture.original, "cut and longer than before ");
    QVERIFY(QFile::rename(fixture.original, fixture.original + QStringLiteral(".2")));
    QVERIFY(setAge(fixture.original + one, 2) && setAge(fixture.original + QStringLiteral(".2"), 1));
    append(fixture.original, "new");
    lookAgain(fixture);
    QCOMPARE(finished(fixture), QByteArray("first unseen cut and longer than before new"));
}

void TstLogRotation::believesNoStrangersCopy_data()
{
    QTest::addColumn<QByteArray>("copy");
    QTest::newRow("longer") << QByteArray("of last week, and quite long");
    QTest::newRow("as long as what is here") << QByteArray("other ");
    QTest::newRow("shorter") << QByteArray("o");
}

void TstLogRotation::believesNoStrangersCopy()
{
    QFETCH(QByteArray, copy);
    Fixture fixture;
    append(fixture.original + one, copy);
    append(fixture.original, "first ");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first "));
    QVERIFY(QFile::resize(fixture.original, 0));
    append(fixture.original, "new");
    QCOMPARE(finished(fixture), QByteArray("first new"));
    QVERIFY(mayMissBytes(fixture.spool));
}

// It has no more than what is here already.
void TstLogRotation::saysNothingWhereTheCopyIsWhole()
{
    Fixture fixture;
    append(fixture.original, "first ");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first "));
    QVERIFY(QFile::copy(fixture.original, fixture.original + one));
    QVERIFY(QFile::resize(fixture.original, 0));
    append(fixture.original, "new");
    QCOMPARE(finished(fixture), QByteArray("first new"));
    QVERIFY(!mayMissBytes(fixture.spool));
}

void TstLogRotation::saysThatASecondCutHadNoCopy()
{
    Fixture fixture;
    append(fixture.original, "first ");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first "));
    QVERIFY(QFile::copy(fixture.original, fixture.original + one));
    QVERIFY(QFile::resize(fixture.original, 0));
    append(fixture.original, "2nd");
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first 2nd"));
    QVERIFY(!mayMissBytes(fixture.spool));
    QVERIFY(QFile::resize(fixture.original, 0));
    QTRY_VERIFY(mayMissBytes(fixture.spool));
    append(fixture.original, "new");
    QCOMPARE(finished(fixture), QByteArray("first 2ndnew"));
}

void TstLogRotation::restsWhereItCannotReadWhatIsHere_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("the copy") << QStringLiteral("stdout.txt");
    QTest::newRow("its parts") << QStringLiteral(".parts/stdout.txt");
}

// A link to itself stands for all that a disk, or too many open files, may say.
void TstLogRotation::restsWhereItCannotReadWhatIsHere()
{
    QFETCH(const QString, name);
    Fixture fixture;
    append(fixture.original, "first ");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first "));
    QVERIFY(QFile::rename(fixture.original, fixture.original + one));
    append(fixture.original, "second ");
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first second "));
    lookAway(fixture);
    const QString path = QFileInfo(fixture.spool).dir().filePath(name);
    QVERIFY(QFile::rename(path, path + QStringLiteral(".aside")) && QFile::link(path, path));
    append(fixture.original, "third");
    fixture.collector = Fixture::newCollector();
    QSignalSpy stalled(fixture.collector.get(), &LogCollector::stalled);
    fixture.follow();
    QVERIFY(stalled.wait(testing::patience));
    const auto error = stalled[0][1].value<Error>();
    QVERIFY2(error.message.englishText().contains(path + QStringLiteral(" cannot be read")),
             qPrintable(error.message.englishText()));
    QVERIFY(QFile::remove(path) && QFile::rename(path + QStringLiteral(".aside"), path));
    QCOMPARE(finished(fixture), QByteArray("first second third"));
    QCOMPARE(stalled.count(), 1);
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
    QTRY_COMPARE(contentOf(fixture.spool), expected);
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

void TstLogRotation::believesNoStrangerWithItsNumber_data()
{
    QTest::addColumn<QByteArray>("strange");
    QTest::newRow("shorter") << QByteArray("odd");
    QTest::newRow("longer") << QByteArray("another log, and quite long");
}

void TstLogRotation::believesNoStrangerWithItsNumber()
{
    QFETCH(QByteArray, strange);
    Fixture fixture;
    loseNumberTo(strange, fixture);
    append(fixture.original, "new");
    lookAgain(fixture);
    QCOMPARE(finished(fixture), QByteArray("first new"));
    QVERIFY(mayMissBytes(fixture.spool));
}

void TstLogRotation::believesNoStrangerInItsStead()
{
    Fixture fixture;
    loseNumberTo("another log, and quite long", fixture);
    lookAgain(fixture);
    QSignalSpy failed(fixture.collector.get(), &LogCollector::failed);
    fixture.collector->finish(fixture.spool);
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(contentOf(fixture.spool), QByteArray("first "));
}

BATCHDECK_TEST(QCoreApplication, TstLogRotation)
#include "tst_logrotation.moc"
