// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/partqueue.h"

#include "tests/support/testmain.h"

using namespace engine;

/// What is handed to the lanes of a transfer.
class TstPartQueue final : public QObject
{
    Q_OBJECT

private slots:
    void takesNoMoreThanItHasRoomFor();

private:
    [[nodiscard]] static bool add(PartQueue &queue, size_t number)
    {
        TreeEntry file;
        file.path = QByteArray::number(number);
        file.size = 1;
        return queue.add(file);
    }
};

// Who has more does not wait, and brings it another way, until there is room again.
void TstPartQueue::takesNoMoreThanItHasRoomFor()
{
    RunContext context(TransferPlan{});
    PartQueue queue(context);
    size_t taken = 0;
    while (taken < 2 * PartQueue::mostFiles && add(queue, taken))
        ++taken;
    QCOMPARE(taken, PartQueue::mostFiles);
    TreeEntry last;
    last.path = "last";
    QVERIFY(!queue.add(last));
    QCOMPARE(last.path, "last");

    const auto part = queue.take(nullptr, 1, PartQueue::Waits::No);
    QVERIFY(part);
    queue.forget(part->file);
    QVERIFY(queue.add(last));
    QCOMPARE(queue.takeLeft().size(), PartQueue::mostFiles);
}

BATCHDECK_TEST(QCoreApplication, TstPartQueue)

#include "tst_partqueue.moc"
