// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/foldermodel.h"
#include "models/storage/storagewords.h"
#include "tests/models/storage/foldersupport.h"
#include "tests/support/testmain.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;
using models::FolderColumn;
using testing::entryNamed;

/// The entries of a folder as they are packed, sorted, filtered and worded; pure.
class TstFolderRows final : public QObject
{
    Q_OBJECT

private slots:
    void ordersNamesAsPeopleDo();
    void packsWhatItIsGiven();
    void mergesAsItSorts();
    void filters_data();
    void filters();
    void words();
};

void TstFolderRows::ordersNamesAsPeopleDo()
{
    const QStringList expected{u"_x"_s,    u"Äpfel"_s,   u"b"_s,       u"Bild"_s,   u"run"_s,
                               u"run-9"_s, u"run-010"_s, u"run-10a"_s, u"run-11"_s, u"run-1000"_s};
    models::FolderRows rows;
    QList<engine::StorageEntry> entries;
    for (const QString &name : expected)
        entries.prepend(entryNamed(name));
    entries.append(entryNamed(u"zoo"_s, 0, true));
    rows.append(entries);
    QStringList names;
    for (const quint32 row : models::sortedRows(rows, {}))
        names.append(rows.entry(row).name);
    QCOMPARE(names.takeFirst(), u"zoo"_s); // folders first
    QCOMPARE(names, expected);
    QVERIFY(models::naturalKey("a2") < models::naturalKey("a10"));
}

void TstFolderRows::packsWhatItIsGiven()
{
    models::FolderRows rows;
    engine::StorageEntry odd = entryNamed(engine::pathFromBytes("caf\xe9 \n\xf0\x9f\x98\x80"), 1LL << 40);
    odd.mode = 07755;
    odd.modifiedMs = 1'700'000'000'123;
    odd.group = u"staff"_s;
    rows.append({odd, entryNamed(u".hidden"_s)});
    const models::FolderRows copy = rows; // as a worker has it
    rows.replace(0, entryNamed(u"b"_s));
    rows.drop(1);
    QCOMPARE(copy.entry(0).toJson(), odd.toJson());
    QCOMPARE(copy.hiddenCount(), 1U);
    QCOMPARE(copy.presentCount(), 2U);
    QCOMPARE(rows.entry(0).name, u"b"_s);
    QCOMPARE(rows.hiddenCount(), 0U);
    QCOMPARE(rows.presentCount(), 1U);
}

// Whatever comes and goes in between: merged is what sorted would be.
void TstFolderRows::mergesAsItSorts()
{
    QRandomGenerator random(7);
    for (const auto column : {FolderColumn::Name, FolderColumn::Size}) {
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            const models::FolderSort sort{column, order};
            models::FolderRows rows;
            models::RowNumbers merged;
            for (int round = 0; round < 40; ++round) {
                models::RowNumbers changed;
                QList<engine::StorageEntry> entries;
                for (int i = 0; i < int(random.bounded(60)); ++i) {
                    changed.push_back(rows.count() + quint32(i));
                    entries.append(
                        entryNamed(u"f%1"_s.arg(random.bounded(500)), random.bounded(20), random.bounded(5) == 0));
                }
                rows.append(entries);
                for (int i = 0; i < 3 && rows.count() > 0; ++i) {
                    const quint32 row = random.bounded(rows.count());
                    i == 0 ? rows.drop(row) : rows.replace(row, entryNamed(u"g%1"_s.arg(random.bounded(500)), 3));
                    changed.push_back(row);
                }
                std::sort(changed.begin(), changed.end());
                changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
                merged = models::mergedRows(rows, sort, merged, changed);
                QCOMPARE(merged, models::sortedRows(rows, sort));
            }
        }
    }
}

void TstFolderRows::filters_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("hidden");
    QTest::addColumn<QStringList>("shown");
    QTest::newRow("all") << QString() << false << QStringList{u"a.pt"_s, u"Best Model.pt"_s, u"Größe.csv"_s};
    QTest::newRow("hidden") << QString() << true
                            << QStringList{u".cache"_s, u"a.pt"_s, u"Best Model.pt"_s, u"Größe.csv"_s};
    QTest::newRow("words, any case") << u"MODEL best"_s << false << QStringList{u"Best Model.pt"_s};
    QTest::newRow("pattern") << u"?.PT"_s << false << QStringList{u"a.pt"_s};
    QTest::newRow("beyond ASCII") << u"GRÖSSE"_s.replace(u"SS"_s, u"ß"_s) << false << QStringList{u"Größe.csv"_s};
    QTest::newRow("none") << u"nothing"_s << false << QStringList();
    QTest::newRow("a pattern is no expression") << u"(.*"_s << false << QStringList();
}

void TstFolderRows::filters()
{
    QFETCH(QString, text);
    QFETCH(bool, hidden);
    QFETCH(QStringList, shown);
    models::FolderRows rows;
    rows.append(
        {entryNamed(u"Größe.csv"_s), entryNamed(u"a.pt"_s), entryNamed(u"Best Model.pt"_s), entryNamed(u".cache"_s)});
    QStringList names;
    for (const quint32 row : models::filteredRows(rows, {text, hidden}, models::sortedRows(rows, {})))
        names.append(rows.entry(row).name);
    QCOMPARE(names, shown);
}

void TstFolderRows::words()
{
    QCOMPARE(models::modeText(0755), u"rwxr-xr-x"_s);
    QCOMPARE(models::modeText(06640), u"rwSr-S---"_s);
    QCOMPARE(models::modeText(01777), u"rwxrwxrwt"_s);
    QCOMPARE(models::modeText(-1), QString());
    QCOMPARE(models::freeText({9'600'000'000'000, 3'800'000'000'000, {}}), u"3.8 of 9.6 TB free"_s);
    QCOMPARE(models::freeText({1'200'000'000'000, 212'000'000'000, {}}), u"212 GB of 1.2 TB free"_s);
    const QDateTime now(QDate(2026, 11, 12), QTime(14, 2));
    const auto at = [&](const QDateTime &time) { return models::changedTime(time.toMSecsSinceEpoch(), now); };
    QCOMPARE(at({QDate(2026, 11, 12), QTime(13, 31)}), u"today 13:31"_s);
    QCOMPARE(at({QDate(2026, 11, 9), QTime(17, 58)}), u"9 Nov 17:58"_s);
    QCOMPARE(at({QDate(2025, 1, 14), QTime(8, 0)}), u"14 Jan 2025"_s);
    QCOMPARE(models::changedTime(0, now), QString());
    QCOMPARE(models::iconNameOf(entryNamed(u"coco.tar.zst"_s)), u"archive"_s);
    QCOMPARE(models::iconNameOf(entryNamed(u".png"_s)), u"file"_s);
}

BATCHDECK_TEST(QCoreApplication, TstFolderRows)

#include "tst_folderrows.moc"
