// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/factset.h"

#include "tests/support/testmain.h"

using namespace engine;

/// What counts as one version of a file, where not all that tell of it keep the same of its time.
class TstFactSet final : public QObject
{
    Q_OBJECT

private slots:
    void comparesPartsOfASecond_data();
    void comparesPartsOfASecond();
    void takesNothingForSealedInAStage();
    void comparesNoTimesOfOthers();
    void knowsWholeSeconds();
    void knowsWhatIsUnchanged();

private:
    static TreeEntry file(const QByteArray &path, long ns, qint64 seconds = 1'500'000'000)
    {
        TreeEntry entry;
        entry.path = path;
        entry.size = 4;
        entry.modified = seconds;
        entry.modifiedNs = ns;
        return entry;
    }
    static bool hasOne(const TreeEntry &there, const TreeEntry &wanted)
    {
        FactSet set;
        for (const char *other : {"a", "b", "c"})
            set.add(file(other, 1));
        set.add(there);
        set.seal();
        return set.contains(wanted);
    }
};

void TstFactSet::comparesPartsOfASecond_data()
{
    QTest::addColumn<long>("one");
    QTest::addColumn<long>("other");
    QTest::addColumn<bool>("isSame");
    QTest::newRow("the same") << 123'456'789L << 123'456'789L << true;
    QTest::newRow("not known") << 123'456'789L << 0L << true;
    QTest::newRow("tenths of microseconds") << 123'456'789L << 123'456'700L << true;
    QTest::newRow("microseconds") << 123'456'789L << 123'456'000L << true;
    QTest::newRow("hundredths") << 123'456'789L << 120'000'000L << true;
    QTest::newRow("a nanosecond later") << 123'456'789L << 123'456'790L << false;
    QTest::newRow("a microsecond later") << 123'456'789L << 123'457'000L << false;
    QTest::newRow("tenths") << 123'456'789L << 100'000'000L << false;
    QTest::newRow("another") << 300'000'000L << 700'000'000L << false;
}

void TstFactSet::comparesPartsOfASecond()
{
    QFETCH(long, one);
    QFETCH(long, other);
    QFETCH(bool, isSame);
    QCOMPARE(hasOne(file("x", one), file("x", other)), isSame);
    QCOMPARE(hasOne(file("x", other), file("x", one)), isSame);
    QVERIFY(!hasOne(file("x", one), file("x", one, 1'500'000'001)));
    QVERIFY(!hasOne(file("x", one), file("y", one)));
}

// A file that was cut in the second in which its source had been written: a source by SFTP has no part of it.
void TstFactSet::takesNothingForSealedInAStage()
{
    for (const long ns : {0L, 123'456'789L}) {
        FactSet stage(FactSet::Of::Stage);
        stage.add(file("x", ns));
        stage.seal();
        QCOMPARE(stage.contains(file("x", 0)), ns == 0);
        QVERIFY(stage.contains(file("x", 123'456'789)));
    }
}

void TstFactSet::comparesNoTimesOfOthers()
{
    TreeEntry link = file("x", 1);
    link.kind = EntryKind::Link;
    link.target = "a";
    TreeEntry other = link;
    other.modifiedNs = 2;
    QVERIFY(hasOne(link, other));
    other.target = "b";
    QVERIFY(!hasOne(link, other));
}

void TstFactSet::knowsWhatIsUnchanged()
{
    FactSet earlier;
    for (const char *path : {"a", "b", "gone"})
        earlier.add(file(path, 1));
    earlier.seal();
    FactSet now;
    now.compareWith(earlier);
    now.add(file("a", 1));
    now.add(file("b", 2));
    now.add(file("new", 1));
    now.seal();
    QVERIFY(now.isUnchanged("a"));
    for (const char *path : {"b", "new", "gone"})
        QVERIFY(!now.isUnchanged(path));
}

// A second says nothing of what changed within it.
void TstFactSet::knowsWholeSeconds()
{
    FactSet set;
    set.add(file("told", 5, 100));
    set.add(file("not told", 0, 90));
    set.seal();
    QVERIFY(set.containsExactly(file("told", 5, 100)));
    QVERIFY(!set.containsExactly(file("told", 0, 100)) && set.contains(file("told", 0, 100)));
    QVERIFY(!set.containsExactly(file("not told", 5, 90)) && set.contains(file("not told", 5, 90)));
    QVERIFY(!set.containsExactly(file("not told", 0, 90)));
    QCOMPARE(set.latestWholeSecond(), 90);
}

BATCHDECK_TEST(QCoreApplication, TstFactSet)

#include "tst_factset.moc"
