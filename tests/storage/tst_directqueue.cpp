// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/directqueue.h"

#include "tests/support/testmain.h"

using namespace engine;

/// What is handed to the lanes of a direct way.
class TstDirectQueue final : public QObject
{
    Q_OBJECT

private slots:
    void takesNoMoreThanItHasRoomFor();

private:
    [[nodiscard]] static bool add(DirectQueue &queue, size_t number)
    {
        TreeEntry file;
        file.path = QByteArray::number(number);
        file.size = 1;
        return queue.add(file, QByteArray::number(number));
    }
};

// Who has more does not wait, and brings it another way, until there is room again.
void TstDirectQueue::takesNoMoreThanItHasRoomFor()
{
    PartJournal journal;
    TransferCounters counters;
    DirectQueue queue(journal, counters);
    size_t taken = 0;
    while (taken < 2 * DirectQueue::mostFiles && add(queue, taken))
        ++taken;
    QCOMPARE(taken, DirectQueue::mostFiles);
    TreeEntry last;
    last.path = "last";
    QVERIFY(!queue.add(last, last.path));
    QCOMPARE(last.path, "last");

    const auto part = queue.take(nullptr, 1, DirectQueue::Waits::No);
    QVERIFY(part);
    queue.forget(part->file);
    QVERIFY(queue.add(last, "last"));
    QCOMPARE(queue.takeLeft().size(), DirectQueue::mostFiles);
}

BATCHDECK_TEST(QCoreApplication, TstDirectQueue)

#include "tst_directqueue.moc"
