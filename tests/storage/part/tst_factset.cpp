// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/queue/transferspans.h"
#include "engine/storage/transfer/wire/plan/factset.h"
#include "tests/support/testmain.h"

using namespace engine;

/// What counts as one version of a file, where not all that tell of it keep the same of its time, or have one clock.
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
    void seesAClock_data();
    void seesAClock();
    void coversWhatChangedMeanwhile();
    void remembersWhenRunsWere();
    void remembersFewSpans();

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

void TstFactSet::seesAClock_data()
{
    QTest::addColumn<qint64>("aheadMs");
    for (const qint64 aheadMs : {qint64(0), qint64(400), qint64(-400), qint64(3'600'000), qint64(-3'599'999)})
        QTest::addRow("%lld ms ahead", static_cast<long long>(aheadMs)) << aheadMs;
}

// Whenever it is asked, a change within a run is seen as one, and one of a while before as none.
void TstFactSet::seesAClock()
{
    QFETCH(qint64, aheadMs);
    const auto shown = [aheadMs](qint64 ourMs) { return (ourMs + aheadMs) / 1000; };
    for (qint64 part = 0; part < 1000; part += 111) {
        const qint64 askedMs = 1'700'000'000'000 + part;
        const ClockOffset offset = ClockOffset::seen(askedMs, shown(askedMs + 30), askedMs + 200);
        QVERIFY(offset.least * 1000 <= aheadMs && aheadMs <= offset.most * 1000);
        QVERIFY(offset.most - offset.least <= 3);
        const auto ran = spansThere({{1'600'000'000, 1'600'000'060}}, offset);
        for (const qint64 ms : {qint64(0), qint64(999), qint64(30'500), qint64(60'999)})
            QVERIFY(covers(ran, shown(1'600'000'000'000 + ms)));
        QVERIFY(!covers(ran, shown(1'600'000'000'000 - 10'000)) && !covers(ran, shown(1'600'000'070'000)));
    }
}

void TstFactSet::coversWhatChangedMeanwhile()
{
    const QList<TimeSpan> spans = joined({{50, 60}, {10, 12}, {13, 20}, {55, TimeSpan::goesOn}, {30, 30}});
    QCOMPARE(spans, (QList<TimeSpan>{{10, 20}, {30, 30}, {50, TimeSpan::goesOn}}));
    for (const qint64 second : {10, 20, 30, 50, 1'000'000})
        QVERIFY(covers(spans, second));
    for (const qint64 second : {-5, 9, 21, 29, 31, 49})
        QVERIFY(!covers(spans, second));
    QVERIFY(!covers({}, 10));
    QVERIFY(covers(spansThere(spans, ClockOffset::any()), -1'000'000'000));
    QVERIFY(covers(spansThere(spans, ClockOffset::any()), 5'000'000'000));
}

// From the first to the last that is under way; stored amid one it goes on.
void TstFactSet::remembersWhenRunsWere()
{
    TransferSpans spans;
    spans.begin(QStringLiteral("m"), 100);
    spans.begin(QStringLiteral("m"), 105);
    spans.begin({}, 7);
    spans.end(QStringLiteral("m"), 110);
    spans.end(QStringLiteral("m"), 120); // nothing is under way
    spans.begin(QStringLiteral("m"), 200);
    QCOMPARE(spans.of(QStringLiteral("m")), (QList<TimeSpan>{{100, 110}, {200, TimeSpan::goesOn}}));
    TransferSpans stored = TransferSpans::fromJson(spans.toJson());
    QCOMPARE(stored.of(QStringLiteral("m")), spans.of(QStringLiteral("m")));
    stored.endAll(150); // by a clock that was set back
    QCOMPARE(stored.of(QStringLiteral("m")), (QList<TimeSpan>{{100, 110}, {150, 200}}));
    QCOMPARE(stored.of({}), (QList<TimeSpan>{{7, 150}}));
    QCOMPARE(stored.of(QStringLiteral("other")), QList<TimeSpan>());
}

// However many there were, none is forgotten, and those apart stay so for longest.
void TstFactSet::remembersFewSpans()
{
    const QString place = QStringLiteral("m");
    TransferSpans spans;
    spans.begin(place, 0);
    spans.end(place, 1);
    for (qint64 second = 100'000; second < 110'000; second += 10) {
        spans.begin(place, second);
        spans.end(place, second + 2);
    }
    QCOMPARE(spans.of(place).size(), TransferSpans::mostSpans);
    QCOMPARE(spans.of(place).constFirst(), (TimeSpan{0, 1}));
    for (qint64 second = 100'000; second < 110'000; second += 10)
        QVERIFY(covers(spans.of(place), second + 1));
    for (int i = 0; i < TransferSpans::mostPlaces; ++i) {
        spans.begin(QString::number(i), 200'000 + i);
        spans.end(QString::number(i), 200'000 + i);
    }
    QVERIFY(spans.of(place).isEmpty() && !spans.of(QStringLiteral("0")).isEmpty());
}

BATCHDECK_TEST(QCoreApplication, TstFactSet)

#include "tst_factset.moc"
