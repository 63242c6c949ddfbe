// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/blob/blobblocks.h"
#include "tests/support/testmain.h"

using namespace engine;

namespace {

TreeEntry fileOf(qint64 mebibytes)
{
    TreeEntry file;
    file.path = "source/f";
    file.size = mebibytes * mebi;
    file.modified = 1700000000;
    return file;
}

} // namespace

/// Which blocks make up a file, and which are found again.
class TstBlobBlocks final : public QObject
{
    Q_OBJECT

private slots:
    void findsTheBlocksOfItsOwnTransfer()
    {
        const TreeEntry file = fileOf(10);
        BlobBlocks first("transfer 1");
        BlobBlocks other("transfer 2");
        const QByteArray id = first.idOf(file, 4, 4);
        QCOMPARE(id.size(), BlobBlocks::idLength);
        const QMap<QByteArray, qint64> sent{{id, 4 * mebi}};
        BlobBlocks again("transfer 1");
        const auto runs = again.take(file, "f", sent);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs.front().first, qint64(4));
        QVERIFY(other.take(file, "f", sent).empty());
        TreeEntry changed = file;
        changed.modified += 1;
        QVERIFY(again.take(changed, "f", sent).empty());
    }

    /// Blocks of an earlier run that end elsewhere than those of this one.
    void makesAFileOfOverlappingBlocks()
    {
        const TreeEntry file = fileOf(10);
        BlobBlocks blocks("transfer");
        QCOMPARE(
            blocks.take(file, "f", {{blocks.idOf(file, 0, 3), 3 * mebi}, {blocks.idOf(file, 6, 2), 2 * mebi}}).size(),
            size_t(2));
        for (const auto &[first, count] : {std::pair<qint64, qint64>{0, 4}, {4, 4}, {8, 2}})
            blocks.add("f", first, count);
        QVERIFY(blocks.has("f", 0, 3) && blocks.has("f", 0, 4) && !blocks.has("f", 0, 5));
        QCOMPARE(blocks.takeWhole(file, "f"),
                 (QByteArrayList{blocks.idOf(file, 0, 4), blocks.idOf(file, 4, 4), blocks.idOf(file, 8, 2)}));
        QVERIFY(blocks.takeWhole(file, "f").isEmpty()); // all were forgotten
    }

    void makesNoFileOfPartsOfIt()
    {
        const TreeEntry file = fileOf(10);
        BlobBlocks blocks("transfer");
        blocks.add("f", 0, 4);
        blocks.add("f", 3, 7); // overlaps: no blocks follow each other
        QVERIFY(blocks.takeWhole(file, "f").isEmpty());
    }
};

BATCHDECK_TEST(QCoreApplication, TstBlobBlocks)
#include "tst_blobblocks.moc"
