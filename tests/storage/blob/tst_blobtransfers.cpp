// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/blobloop.h"
#include "engine/blob/blobservice.h"
#include "engine/storage/transfer/places/blob/blobtree.h"
#include "engine/storage/transfer/queue/preview.h"
#include "tests/storage/transferfixture.h"
#include "tests/support/real/azurite.h"
#include "tests/support/testmain.h"

#include <thread>

using namespace engine;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 largeFileBytes = 70 * mebi + 12345;

QString reasonOf(const TransferRun &run, const QString &path)
{
    for (const FailedFile &file : run.failed().list()) {
        if (file.path == path)
            return file.reason;
    }
    return {};
}

} // namespace

/// Transfers from and to a real blob service.
class TstBlobTransfers final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void keepsTimesAsRcloneDoes_data();
    void keepsTimesAsRcloneDoes();
    void bringsATreeThereAndBack();
    void sendsWhatHasChanged();
    void previewsWhatDiffers();
    void obeysConflictRules();
    void goesOnWithALargeFile();
    void goesOnWithAFileInOrder();
    void noticesAChangedBlob();
    void failsNamesOfNoUse();
    void failsABlobWithTheNameOfAFolder();
    void keepsPropertiesOfBlobs();
    void sendsBesideBlocksOfOthers();
    void keepsABlobThatIsRewrittenDuringItsMove();
    void movesWithinAnAccount();
    void movesNothingOntoItself();
    void needsAContainer();

private:
    [[nodiscard]] std::unique_ptr<TransferRun> upload(const TransferPlan &plan) const
    {
        return makeTransferRun(plan, {.targetAccount = m_service});
    }
    [[nodiscard]] std::unique_ptr<TransferRun> download(const TransferPlan &plan) const
    {
        return makeTransferRun(plan, {.sourceAccount = m_service});
    }
    /// From here into a folder of the account.
    [[nodiscard]] TransferPlan planUp(const QByteArrayList &names, ConflictRule rule = ConflictRule::Skip) const
    {
        TransferPlan plan = m_folders.plan(true, names, rule);
        plan.target = '/' + m_container.toUtf8() + "/some folder";
        return plan;
    }
    /// From a folder of the account to "there".
    [[nodiscard]] TransferPlan planDown(const QByteArrayList &names) const
    {
        TransferPlan plan = m_folders.plan(false, names);
        plan.target = m_folders.there().toUtf8();
        plan.folder = '/' + m_container.toUtf8() + "/some folder";
        return plan;
    }
    [[nodiscard]] Result<BlobEntry> blob(const QString &name) const
    {
        return testing::await(m_service->stat(m_container, name));
    }
    [[nodiscard]] Result<void> put(const QString &name, const QByteArray &bytes) const
    {
        return testing::await(m_service->put(m_container, name, bytes));
    }
    /// Names of all blobs, sorted.
    [[nodiscard]] QStringList names() const
    {
        BlobListing listing;
        listing.container = m_container;
        listing.isRecursive = true;
        const auto page = testing::await(m_service->list(listing));
        QStringList names;
        if (page) {
            for (const BlobEntry &entry : page->entries)
                names.append(entry.name);
        }
        return names;
    }
    /// Runs a transfer until it has moved \a bytes, and aborts it.
    [[nodiscard]] static Result<void> runUntil(TransferRun &run, qint64 bytes)
    {
        Result<void> result;
        std::thread thread([&] { result = run.run(); });
        const bool isThere = QTest::qWaitFor([&] { return qint64(run.movedBytes()) >= bytes; }, testing::patience);
        run.abort();
        thread.join();
        return isThere ? result : Result<void>(Error{ErrorCode::Internal, "It moved too little."});
    }

    testing::TransferFolders m_folders;
    testing::Azurite m_azurite;
    std::shared_ptr<BlobService> m_service;
    QString m_container;
    int m_containers = 0;
};

void TstBlobTransfers::initTestCase()
{
    SKIP_WITHOUT("azurite");
    QVERIFY(m_azurite.start());
    m_service = std::make_shared<BlobService>(std::make_shared<BlobLoop>(), [account = m_azurite.account()] {
        return QtFuture::makeReadyFuture(Result<BlobAccount>(account));
    });
}

void TstBlobTransfers::init()
{
    QVERIFY(m_folders.make());
    m_container = u"box%1"_s.arg(++m_containers);
    VERIFY_RESULT(testing::await(m_service->createContainer(m_container)));
}

void TstBlobTransfers::keepsTimesAsRcloneDoes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("seconds");
    QTest::addColumn<int>("ns");
    constexpr qint64 listed = 1700000000;
    QTest::newRow("UTC") << u"2026-01-31T12:00:00.123456789Z"_s << qint64(1769860800) << 123456789;
    QTest::newRow("another zone") << u"2026-01-31T14:00:00.5+02:00"_s << qint64(1769860800) << 500000000;
    QTest::newRow("whole second") << u"2026-01-31T10:30:00-01:30"_s << qint64(1769860800) << 0;
    QTest::newRow("before 1970") << u"1969-12-31T23:59:59.250000000Z"_s << qint64(-1) << 250000000;
    QTest::newRow("none") << QString() << listed << 0;
    QTest::newRow("no time") << u"2026-13-31T12:00:00Z"_s << listed << 0;
    QTest::newRow("no zone") << u"2026-01-31T12:00:00"_s << listed << 0;
    QTest::newRow("more behind it") << u"2026-01-31T12:00:00Z or so"_s << listed << 0;
}

void TstBlobTransfers::keepsTimesAsRcloneDoes()
{
    QFETCH(QString, text);
    BlobEntry entry;
    entry.modified = QDateTime::fromSecsSinceEpoch(1700000000, Qt::UTC);
    entry.metadata.insert(u"mtime"_s, text);
    const TreeEntry file = blobEntryOf("f", entry);
    QTEST(file.modified, "seconds");
    QTEST(int(file.modifiedNs), "ns");
    if (text.endsWith(u'Z') && text.size() == 30)
        QCOMPARE(blobTimeText(file), text);
}

void TstBlobTransfers::bringsATreeThereAndBack()
{
    m_folders.run(
        "mkdir -p here/t/sub/deep here/t/empty 'here/t/ä b'; cd here/t; for i in $(seq 60); do echo $i > "
        "sub/$i; done; : > none; echo 1 > 'ä b/#1 100%? +&.txt'; echo 2 > sub/deep/f; echo 3 > runs; chmod 755 "
        "runs; head -c 9500000 /dev/urandom > some; touch -d '2001-02-03 04:05:06.789 UTC' sub/1 none some");
    const auto up = upload(planUp({"t"}));
    VERIFY_RESULT(up->run());
    QVERIFY(testing::countsEveryFile(*up));
    QCOMPARE(up->failed().count(), 0);
    QCOMPARE(up->counters().filesDone.load(), 65);
    QCOMPARE(up->noted().list().value(0).path, u"t/runs"_s);
    QVERIFY(up->noted().list().value(0).reason.contains(u"755"_s));
    QCOMPARE(up->noted().count(), 1);
    QVERIFY(names().contains(u"some folder/t/empty/"_s));
    QCOMPARE(names().size(), 66);
    const auto some = blob(u"some folder/t/some"_s);
    VERIFY_RESULT(some);
    QCOMPARE(some->metadata.value(u"mtime"_s), u"2001-02-03T04:05:06.789000000Z"_s);

    const auto again = upload(planUp({"t"}));
    VERIFY_RESULT(again->run());
    QCOMPARE(again->counters().filesThere.load(), 65);
    QCOMPARE(again->counters().bytesSent.load(), 0);
    QCOMPARE(m_folders.leftOver(), "");

    const auto down = download(planDown({"t"}));
    VERIFY_RESULT(down->run());
    QVERIFY(testing::countsEveryFile(*down));
    QCOMPARE(down->failed().count(), 0);
    QCOMPARE(m_folders.run("diff -r here/t there/t"), "");
    const QByteArray facts = " && find t -type f -printf '%s %T@ %p\\n' -o -printf '%p\\n' | LC_ALL=C sort";
    QCOMPARE(m_folders.run("cd there" + facts), m_folders.run("cd here" + facts));
    QCOMPARE(m_folders.leftOver(), "");
}

void TstBlobTransfers::sendsWhatHasChanged()
{
    m_folders.run("mkdir here/t; cd here/t; for i in $(seq 20); do echo $i > $i; done");
    VERIFY_RESULT(upload(planUp({"t"}))->run());
    m_folders.run("echo changed > here/t/7; echo new > here/t/new");
    const auto run = upload(planUp({"t"}, ConflictRule::Replace));
    VERIFY_RESULT(run->run());
    QCOMPARE(run->counters().bytesSent.load(), qint64(sizeof "changed\n" - 1 + sizeof "new\n" - 1));
    QCOMPARE(run->counters().filesThere.load(), 19);
    QCOMPARE(run->counters().filesDone.load(), 21);
    QVERIFY(run->replaced().isEmpty());
    const auto bytes = testing::await(m_service->read(m_container, u"some folder/t/7"_s, 0, 100));
    VERIFY_RESULT(bytes);
    QCOMPARE(*bytes, "changed\n");
}

void TstBlobTransfers::previewsWhatDiffers()
{
    m_folders.run("mkdir here/t; cd here/t; for i in $(seq 5); do echo $i > $i; done; touch -d 2001-02-03 *");
    VERIFY_RESULT(upload(planUp({"t"}))->run());
    m_folders.run("echo changed > here/t/2; echo new > here/t/new");
    Preview preview(planUp({"t"}), {}, requestsTo(m_service));
    QTRY_VERIFY(preview.isDone());
    const TransferPreview state = preview.state();
    QVERIFY2(state.problem.isEmpty(), qPrintable(state.problem.englishText()));
    QCOMPARE(state.files, 6);
    QCOMPARE(state.filesThere, 4);
    QCOMPARE(state.filesDiffering, 1);
    QCOMPARE(state.differing.value(0).path, u"t/2"_s);
    QVERIFY(state.differing.value(0).isNewer);
}

void TstBlobTransfers::obeysConflictRules()
{
    m_folders.run("echo ours > here/f.txt");
    VERIFY_RESULT(put(u"some folder/f.txt"_s, "theirs"));
    const auto kept = upload(planUp({"f.txt"}, ConflictRule::Skip));
    VERIFY_RESULT(kept->run());
    QCOMPARE(kept->counters().filesKept.load(), 1);
    QCOMPARE(names(), QStringList{u"some folder/f.txt"_s});

    for (int i = 0; i < 2; ++i) { // the second finds its own
        const auto both = upload(planUp({"f.txt"}, ConflictRule::KeepBoth));
        VERIFY_RESULT(both->run());
        QCOMPARE(both->counters().filesThere.load(), i);
        QCOMPARE(names(), (QStringList{u"some folder/f (2).txt"_s, u"some folder/f.txt"_s}));
    }
    const auto theirs = blob(u"some folder/f.txt"_s);
    VERIFY_RESULT(theirs);
    QCOMPARE(theirs->size, 6);

    VERIFY_RESULT(upload(planUp({"f.txt"}, ConflictRule::Replace))->run());
    const auto ours = blob(u"some folder/f.txt"_s);
    VERIFY_RESULT(ours);
    QCOMPARE(ours->size, 5);
}

void TstBlobTransfers::goesOnWithALargeFile()
{
    m_folders.run("head -c " + QByteArray::number(largeFileBytes) + " /dev/urandom > here/large");
    TransferPlan slow = planUp({"large"});
    slow.bytesPerSecond = 30 * mebi;
    const auto first = upload(slow);
    const auto ended = runUntil(*first, 16 * mebi);
    QVERIFY(!ended);
    QVERIFY(ended.error().code == ErrorCode::Canceled);
    QCOMPARE(names(), QStringList());

    const auto second = upload(planUp({"large"}));
    VERIFY_RESULT(second->run());
    const TransferCounters &counters = second->counters();
    QVERIFY2(counters.bytesSpared >= 15 * mebi, QByteArray::number(counters.bytesSpared.load()));
    QCOMPARE(counters.bytesSpared + counters.bytesSent, largeFileBytes);
    QVERIFY(testing::countsEveryFile(*second));
    QCOMPARE(m_folders.leftOver(), "");

    const auto down = download(planDown({"large"}));
    VERIFY_RESULT(down->run());
    QCOMPARE(m_folders.run("cmp here/large there/large && stat -c %y here/large there/large | sort -u | wc -l"), "1\n");
}

// A file that is sent in order is read again, and only its missing blocks are sent.
void TstBlobTransfers::goesOnWithAFileInOrder()
{
    m_folders.run("head -c 30000000 /dev/urandom > here/some");
    TransferPlan slow = planUp({"some"});
    slow.bytesPerSecond = 10 * mebi;
    const auto first = upload(slow);
    QVERIFY(!runUntil(*first, 8 * mebi));
    QCOMPARE(names(), QStringList());

    const auto second = upload(planUp({"some"}));
    VERIFY_RESULT(second->run());
    QVERIFY2(second->movedBytes() < quint64(24 * mebi), QByteArray::number(second->movedBytes()));
    VERIFY_RESULT(download(planDown({"some"}))->run());
    QCOMPARE(m_folders.run("cmp here/some there/some && echo same"), "same\n");

    const auto canceled = upload(planUp({"some"}));
    VERIFY_RESULT(canceled->discard());
    QCOMPARE(m_folders.leftOver(), "");
}

void TstBlobTransfers::noticesAChangedBlob()
{
    m_folders.run("head -c " + QByteArray::number(largeFileBytes) + " /dev/urandom > here/large; echo 1 > here/small");
    VERIFY_RESULT(upload(planUp({"large", "small"}))->run());
    TransferPlan slow = planDown({"large", "small"});
    slow.bytesPerSecond = 20 * mebi;
    const auto run = download(slow);
    Result<void> result;
    std::thread thread([&] { result = run->run(); });
    const bool isUnderWay = QTest::qWaitFor([&] { return run->counters().bytesSent > mebi; }, testing::patience);
    const auto changed = put(u"some folder/large"_s, "another");
    run->setRate(0);
    thread.join();
    QVERIFY(isUnderWay);
    VERIFY_RESULT(changed);
    VERIFY_RESULT(result);
    QCOMPARE(run->failed().count(), 1);
    QCOMPARE(reasonOf(*run, u"large"_s), u"it changed while it was brought"_s);
    QVERIFY(testing::countsEveryFile(*run));
    QCOMPARE(m_folders.run("ls there"), "small\n");
}

void TstBlobTransfers::failsNamesOfNoUse()
{
    m_folders.run(
        "mkdir here/t; cd here/t; echo 1 > fine; echo 2 > 'back\\slash'; echo 3 > dot.; echo 4 > $'\\xff'; ln -s "
        "fine link");
    const auto run = upload(planUp({"t"}));
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 4);
    QVERIFY(testing::countsEveryFile(*run));
    QCOMPARE(names(), QStringList{u"some folder/t/fine"_s});
    QVERIFY(reasonOf(*run, u"t/back\\slash"_s).contains(u"a character"_s));
    QVERIFY(reasonOf(*run, u"t/dot."_s).contains(u"dot"_s));
    QVERIFY(reasonOf(*run, u"t/link"_s).contains(u"no links"_s));
}

void TstBlobTransfers::failsABlobWithTheNameOfAFolder()
{
    for (const QString &name : {u"a"_s, u"a!"_s, u"a-b"_s, u"a/b"_s, u"a/b/c"_s, u"marked/"_s})
        VERIFY_RESULT(put(u"some folder/t/"_s + name, "x"_ba.first(name.endsWith(u'/') ? 0 : 1)));
    const auto run = download(planDown({"t"}));
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 2);
    QVERIFY(reasonOf(*run, u"t/a"_s).contains(u"a folder has its name"_s));
    QVERIFY(reasonOf(*run, u"t/a/b"_s).contains(u"a folder has its name"_s));
    QVERIFY(testing::countsEveryFile(*run));
    QCOMPARE(m_folders.run("cd there && find t | LC_ALL=C sort"), "t\nt/a\nt/a!\nt/a-b\nt/a/b\nt/a/b/c\nt/marked\n");

    // The same names as targets.
    m_folders.run("mkdir -p here/t/a!; echo 1 > here/t/a; echo 2 > here/t/a!/x");
    const auto up = upload(planUp({"t"}, ConflictRule::Replace));
    VERIFY_RESULT(up->run());
    QVERIFY(reasonOf(*up, u"t/a"_s).contains(u"a folder has its name"_s));
    QVERIFY(reasonOf(*up, u"t/a!/x"_s).contains(u"a file has the name of its folder"_s));
    QVERIFY(testing::countsEveryFile(*up));
}

void TstBlobTransfers::keepsPropertiesOfBlobs()
{
    BlobProperties properties;
    properties.contentType = u"text/html"_s;
    properties.metadata = {{u"owner"_s, u"me"_s}};
    properties.contentHeaders = {{"cache-control"_ba, "no-cache"_ba}};
    for (const auto &[name, size] : {std::pair{u"some folder/t/small"_s, 5}, {u"some folder/t/in blocks"_s, 9000000}})
        VERIFY_RESULT(testing::await(m_service->put(m_container, name, QByteArray(size, 'x'), properties)));
    TransferPlan plan = planDown({"t"});
    plan.target = '/' + m_container.toUtf8() + "/other";
    VERIFY_RESULT(makeTransferRun(plan, {.sourceAccount = m_service, .targetAccount = m_service})->run());
    for (const QString &name : {u"other/t/small"_s, u"other/t/in blocks"_s}) {
        const auto copy = blob(name);
        VERIFY_RESULT(copy);
        QCOMPARE(copy->contentType, u"text/html"_s);
        QCOMPARE(copy->metadata.value(u"owner"_s), u"me"_s);
        QVERIFY(copy->metadata.contains(u"mtime"_s));
        QCOMPARE(copy->contentHeaders.value("cache-control"_ba), "no-cache"_ba);
    }
}

/// Blocks of another program, whose ids have another length: of no blob yet, and beside one that is there.
void TstBlobTransfers::sendsBesideBlocksOfOthers()
{
    m_folders.run("head -c 9000000 /dev/urandom > here/new; cp here/new here/old");
    VERIFY_RESULT(testing::await(m_service->putBlock(m_container, u"some folder/old"_s, "0001"_ba, "bytes"_ba)));
    VERIFY_RESULT(testing::await(m_service->commit(m_container, u"some folder/old"_s, {"0001"_ba})));
    for (const QString &name : {u"some folder/new"_s, u"some folder/old"_s})
        VERIFY_RESULT(testing::await(m_service->putBlock(m_container, name, "0002"_ba, "bytes"_ba)));
    const auto run = upload(planUp({"new", "old"}, ConflictRule::Replace));
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 0);
    for (const QString &name : {u"some folder/new"_s, u"some folder/old"_s}) {
        const auto sent = blob(name);
        VERIFY_RESULT(sent);
        QCOMPARE(sent->size, 9000000);
    }
}

/// Rewritten after it was read, with the same size and time.
void TstBlobTransfers::keepsABlobThatIsRewrittenDuringItsMove()
{
    m_folders.run("echo 1 > here/a; head -c 20000000 /dev/urandom > here/some");
    VERIFY_RESULT(upload(planUp({"a", "some"}))->run());
    const auto before = blob(u"some folder/a"_s);
    VERIFY_RESULT(before);
    TransferPlan plan = planDown({"a", "some"});
    plan.removesSources = true;
    plan.bytesPerSecond = 3 * mebi;
    const auto run = download(plan);
    Result<void> result;
    std::thread thread([&] { result = run->run(); });
    const bool isRead = QTest::qWaitFor([&] { return run->counters().bytesSent > 0; }, testing::patience);
    const auto rewritten =
        testing::await(m_service->put(m_container, u"some folder/a"_s, "2\n", BlobProperties::of(*before)));
    run->setRate(0);
    thread.join();
    QVERIFY(isRead);
    VERIFY_RESULT(rewritten);
    VERIFY_RESULT(result);
    QCOMPARE(names(), QStringList{u"some folder/a"_s});
}

void TstBlobTransfers::movesWithinAnAccount()
{
    m_folders.run("mkdir -p here/t/sub here/t/empty; cd here/t; for i in $(seq 20); do echo $i > sub/$i; done; head -c "
                  "9000000 /dev/urandom > some");
    VERIFY_RESULT(upload(planUp({"t"}))->run());
    TransferPlan plan = planDown({"t"});
    plan.target = '/' + m_container.toUtf8() + "/other";
    plan.removesSources = true;
    const auto run = makeTransferRun(plan, {.sourceAccount = m_service, .targetAccount = m_service});
    VERIFY_RESULT(run->run());
    QVERIFY(testing::countsEveryFile(*run));
    QCOMPARE(run->failed().count(), 0);
    const QStringList left = names();
    QCOMPARE(left.size(), 22);
    QCOMPARE(left.filter(u"other/t/"_s), left);
}

void TstBlobTransfers::movesNothingOntoItself()
{
    VERIFY_RESULT(put(u"some folder/t/f"_s, "1"));
    TransferPlan plan = planDown({"t"});
    plan.target = plan.folder;
    plan.removesSources = true;
    const auto onto = makeTransferRun(plan, {.sourceAccount = m_service, .targetAccount = m_service})->run();
    QVERIFY(!onto);
    QVERIFY(onto.error().code == ErrorCode::InvalidArgument);
    plan.target = plan.folder + "/t/deeper";
    const auto into = makeTransferRun(plan, {.sourceAccount = m_service, .targetAccount = m_service})->run();
    QVERIFY(!into);
    QVERIFY(into.error().code == ErrorCode::InvalidArgument);
    QCOMPARE(names(), QStringList{u"some folder/t/f"_s});
}

void TstBlobTransfers::needsAContainer()
{
    m_folders.run("echo 1 > here/f");
    TransferPlan plan = planUp({"f"});
    plan.target = "/";
    const auto nowhere = upload(plan)->run();
    QVERIFY(!nowhere);
    QVERIFY(nowhere.error().code == ErrorCode::InvalidArgument);
    plan.target = "/no-such-container";
    const auto missing = upload(plan)->run();
    QVERIFY(!missing);
    QVERIFY(missing.error().code == ErrorCode::NotFound);

    VERIFY_RESULT(put(u"f"_s, "12345"));
    TransferPlan whole = planDown({m_container.toUtf8()});
    whole.folder = "/";
    VERIFY_RESULT(download(whole)->run());
    QCOMPARE(m_folders.run("cat there/" + m_container.toUtf8() + "/f"), "12345");
}

BATCHDECK_TEST(QCoreApplication, TstBlobTransfers)

#include "tst_blobtransfers.moc"
