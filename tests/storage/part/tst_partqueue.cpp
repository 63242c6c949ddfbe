// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/part/partqueue.h"

#include "engine/base/bytes.h"
#include "engine/storage/transfer/places/here/herereader.h"
#include "engine/storage/transfer/wire/plan/runsessions.h"
#include "tests/support/await.h"
#include "tests/support/testmain.h"

#include <QTemporaryDir>

using namespace engine;
using namespace Qt::StringLiterals;

namespace {

/// A login, and nothing behind it.
class IdleSession final : public BulkSession
{
public:
    explicit IdleSession(bool hasHungUp) : m_hasHungUp(hasHungUp) { }

    Result<std::unique_ptr<BulkCommand>> start(const QByteArray &) override { return Error{}; }
    void abort() override { }
    [[nodiscard]] bool hasHungUp() const override { return m_hasHungUp; }
    [[nodiscard]] std::chrono::microseconds roundTrip() const override { return {}; }
    [[nodiscard]] quint64 movedBytes() const override { return 0; }

private:
    bool m_hasHungUp;
};

/// Takes all.
class AnyWriter final : public StageWriter
{
public:
    int add(const TreeEntry &) override { return 0; }
    int begin(const TreeEntry &, const QByteArray &) override { return 0; }
    int write(QByteArrayView) override { return 0; }
    int end() override { return 0; }
    int finish() override { return 0; }
    int beginParts(const TreeEntry &, const QByteArray &) override { return 0; }
    int putBlock(qint64, QByteArrayView) override { return 0; }
    int putHole(qint64, qsizetype) override { return 0; }
    int endMebibyte(qint64) override { return 0; }
    int endParts() override { return 0; }
    int sealParts(const std::vector<TreeEntry> &, const Sealed &) override { return 0; }
};

} // namespace

/// What is handed to the lanes of a transfer.
class TstPartQueue final : public QObject
{
    Q_OBJECT

private slots:
    void takesNoMoreThanItHasRoomFor();
    void keepsALaneToItsFile();
    void expectsNothingOfWhatGrewTooLarge();
    void handsOutNoSessionThatEnded();

private:
    [[nodiscard]] static bool add(PartQueue &queue, size_t number, qint64 size = 1)
    {
        TreeEntry file;
        file.path = QByteArray::number(number);
        file.size = size;
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

// Several share one where there is no other. What did not get there is handed out once more, and the last part is
// followed by one of no MiB. Of a file that is forgotten nothing is handed out.
void TstPartQueue::keepsALaneToItsFile()
{
    RunContext context(TransferPlan{});
    PartQueue queue(context);
    QVERIFY(add(queue, 0, 3 * mebi) && add(queue, 1, 3 * mebi - 1));
    const auto one = queue.take(nullptr, 2);
    const auto other = queue.take(nullptr, 2);
    QVERIFY(one && other && one->file != other->file);
    const auto ownRest = queue.take(one->file, 2);
    QVERIFY(ownRest && ownRest->file == one->file && ownRest->first == 2 && ownRest->count == 1);
    const auto otherRest = queue.take(one->file, 2);
    QVERIFY(otherRest && otherRest->file == other->file && otherRest->bytes() == mebi - 1);
    QVERIFY(!queue.take(one->file, 2));
    queue.giveBack(*other);
    const auto again = queue.take(one->file, 2);
    QVERIFY(again && again->file == other->file && again->first == 0 && again->count == 2);
    QVERIFY(!queue.done(*otherRest));
    const auto seal = queue.done(*again);
    QVERIFY(seal && seal->file == other->file && seal->count == 0);
    QCOMPARE(context.counters.bytesDone.load(), 3 * mebi - 1);

    QVERIFY(add(queue, 2, 2 * mebi));
    queue.forget(one->file);
    queue.giveBack(*one);
    for (const qint64 mib : {0, 1}) {
        const auto last = queue.take(one->file, 1);
        QVERIFY(last && last->file != one->file && last->file != other->file && last->first == mib);
    }
    QVERIFY(!queue.take(one->file, 1));
    QVERIFY(!queue.done(*ownRest));
}

// Something of an older version is there, of which nobody could tell how far it got.
void TstPartQueue::expectsNothingOfWhatGrewTooLarge()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"f"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(mostResent + 1));
    TransferPlan plan;
    plan.folder = folder.path().toUtf8();
    RunContext context(plan);
    TreeEntry listed;
    listed.path = "f";
    listed.size = 1;
    context.state.staged.add(listed);
    context.state.staged.seal();
    PartQueue parts(context);
    WorkQueue<TreeBatch> queue(1);
    QVERIFY(queue.push({listed}));
    queue.finish();
    AnyWriter writer;
    VERIFY_RESULT(HereReader(context, parts).readTrees(queue, writer));
    QVERIFY(context.failed.has("f"));
    QCOMPARE(context.state.versions.sent(listed).size, 1);
    context.state.expectSentVersions();
    QCOMPARE(context.state.expected.size(), size_t(0));
}

// They may have waited for as long as a machine took to list.
void TstPartQueue::handsOutNoSessionThatEnded()
{
    int logins = 0;
    RunSessions sessions([&logins] {
        return QtFuture::makeReadyFuture(
            Result<std::shared_ptr<BulkSession>>(std::make_shared<IdleSession>(++logins != 2)));
    });
    sessions.prepare(3);
    const auto second = sessions.open();
    VERIFY_RESULT(second);
    QVERIFY(!(*second)->hasHungUp());
    VERIFY_RESULT(sessions.open());
    QCOMPARE(logins, 4); // the third had ended
}

BATCHDECK_TEST(QCoreApplication, TstPartQueue)

#include "tst_partqueue.moc"
