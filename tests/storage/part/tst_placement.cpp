// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/here/placement.h"

#include "engine/base/uniquefd.h"
#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/queue/queuedtransfer.h"
#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/testmain.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <optional>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <thread>

using namespace engine;
using namespace Qt::StringLiterals;

/// How what a stage of this computer holds gets to its places, and what may go with the stage then.
class TstPlacement final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void placesAll();
    void countsOnceWhatCannotBeRenewed();
    void countsOnceWhatIsSaidTwice();
    void tellsOnceWhatWasReplaced();
    void keepsWhatCannotBeListed();
    void removesFoldersAlone();
    void givesThePlaceBack_data();
    void givesThePlaceBack();

private:
    [[nodiscard]] QString path(const QString &name) const { return m_folder->filePath(name); }
    void write(const QString &name, const QByteArray &bytes = "new") const
    {
        QVERIFY(QDir().mkpath(QFileInfo(path(name)).path()));
        QVERIFY(testing::writeFile(path(name), bytes));
    }
    [[nodiscard]] UniqueFd open(const QString &name) const
    {
        return UniqueFd(::open(path(name).toUtf8().constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    }
    [[nodiscard]] Result<void> place(ConflictRule rule = ConflictRule::Skip)
    {
        HerePlacement placement(path(u"to"_s).toUtf8(), rule, *m_counters, *m_failed,
                                [this]() -> Result<UniqueFd> { return open(u"trash"_s); });
        return placement.place(open(u"stage"_s).get(), open(u"to"_s).get());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::optional<TransferCounters> m_counters;
    std::optional<FailedFiles> m_failed;
};

namespace {

/// A run that is through, and replaced files.
class Replacing final : public RunningTransfer
{
public:
    explicit Replacing(QList<TrashedFile> files) : m_files(std::move(files)) { }
    Result<void> run() override { return {}; }
    Result<void> discard() override { return {}; }
    void abort() override { }
    void setRate(qint64) override { }
    [[nodiscard]] const TransferCounters &counters() const override { return m_counters; }
    [[nodiscard]] const FailedFiles &failed() const override { return m_failed; }
    [[nodiscard]] const NamedFiles &noted() const override { return m_noted; }
    [[nodiscard]] QList<TrashedFile> replaced() const override { return m_files; }
    [[nodiscard]] quint64 movedBytes() const override { return 0; }

private:
    QList<TrashedFile> m_files;
    TransferCounters m_counters;
    FailedFiles m_failed;
    NamedFiles m_noted;
};

// As a file system may answer, to this thread.
bool refuseCall(unsigned call, unsigned number)
{
    std::array<sock_filter, 4> filter{
        sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
        sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | number),
        sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog program{filter.size(), filter.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

} // namespace

void TstPlacement::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_failed.emplace();
    m_counters.emplace();
    for (const char *name : {"to", "stage", "trash"})
        QVERIFY(QDir().mkpath(path(QString::fromLatin1(name))));
}

// More than one reading of a folder gives, into a folder that is there; what is left on purpose does not hold the
// stage.
void TstPlacement::placesAll()
{
    constexpr int files = 5000;
    for (int i = 0; i < files; ++i)
        write(u"stage/t/%1"_s.arg(i));
    write(u"stage/t/there"_s);
    write(u"to/t/there"_s, "old");
    write(u"stage/t/is-a-file/below"_s);
    write(u"to/t/is-a-file"_s, "old");
    VERIFY_RESULT(place());
    QCOMPARE(QDir(path(u"to/t"_s)).entryList(QDir::Files).size(), files + 2);
    QCOMPARE(testing::contentOf(path(u"to/t/there"_s)), "old");
    QCOMPARE(testing::contentOf(path(u"to/t/is-a-file"_s)), "old");
    QCOMPARE(m_failed->count(), 1);
    const QSet<QByteArray> unplaced{"t/there", "t/is-a-file"}; // the one is kept there, the other has failed
    QCOMPARE(m_failed->unplaced(), unplaced);
    QCOMPARE(removeFolders(open(u"."_s).get(), "stage"), 0);
    QVERIFY(!QFileInfo::exists(path(u"stage"_s)));
}

// It must not meet its place once more.
void TstPlacement::countsOnceWhatCannotBeRenewed()
{
    write(u"stage/t/damaged"_s, "new");
    write(u"to/t/damaged"_s, "old");
    for (const QString &name : {u"stage/t/damaged"_s, u"to/t/damaged"_s}) {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::ReadWrite)
                && file.setFileTime(QDateTime::fromSecsSinceEpoch(1'500'000'000), QFileDevice::FileModificationTime));
    }
    m_counters->filesDone = 1;
    HerePlacement renewal(path(u"to"_s).toUtf8(), ConflictRule::Skip, *m_counters, *m_failed,
                          []() -> Result<UniqueFd> { return Error(); });
    VERIFY_RESULT(renewal.renew(open(u"stage"_s).get(), open(u"to"_s).get(), {"t/damaged"}));
    VERIFY_RESULT(place());
    QCOMPARE(testing::contentOf(path(u"to/t/damaged"_s)), "old");
    QCOMPARE(m_failed->count(), 1);
    QCOMPARE(m_counters->filesKept.load(), 0);
    QCOMPARE(m_counters->filesDone.load(), 0);
    QCOMPARE(removeFolders(open(u"."_s).get(), "stage"), 0);
}

// However many there are, named or not.
void TstPlacement::countsOnceWhatIsSaidTwice()
{
    constexpr int many = 100'000;
    NamedFiles noted;
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < many; ++i)
            QCOMPARE(noted.add("t/" + QByteArray::number(i), u"why"_s), round == 0);
    }
    QVERIFY(noted.add("t", u"why"_s, 0) && noted.has("t/99999") && !noted.has("t/100000"));
    noted.addUnnamed(5);
    for (int round = 0; round < 2; ++round) {
        noted.addFurther("t/7", u"more"_s);
        noted.addFurther("t/99999", u"more"_s); // it is not named
    }
    QCOMPARE(noted.list().at(7).reason, u"why; more"_s);
    QCOMPARE(noted.count(), many + 5);
    QCOMPARE(noted.list().size(), 1000);
}

// However many there are, and however often they are told.
void TstPlacement::tellsOnceWhatWasReplaced()
{
    constexpr int many = 100'000;
    QList<TrashedFile> files;
    for (int i = 0; i < many; ++i)
        files.append({u"/to/%1"_s.arg(i), u"/trash/files/t.replaced-1/%1"_s.arg(i)});
    TransferSnapshot before;
    before.replaced = {{u"/to/a"_s, u"/trash/files/t.replaced-1/a"_s}, files.constFirst()};
    QueuedTransfer transfer(before);
    for (int i = 0; i < 2; ++i) {
        transfer.start(std::make_unique<Replacing>(files + files), false, [](const Result<void> &) {});
        QCOMPARE(transfer.look(), i == 0);
        transfer.finish({});
    }
    QCOMPARE(transfer.shown().replaced.size(), many + 1);
    QCOMPARE(transfer.shown().replaced.constLast(), files.constLast());
}

void TstPlacement::keepsWhatCannotBeListed()
{
    write(u"stage/t"_s);
    bool isRefused = false;
    Result<void> placed;
    int removed = 0;
    std::thread([&] {
        isRefused = refuseCall(SYS_getdents64, EIO); // it is gone
        placed = place();
        removed = removeFolders(open(u"."_s).get(), "stage");
    }).join();
    QVERIFY(isRefused);
    QVERIFY2(!placed, "a folder that was not listed to its end counts as empty");
    QVERIFY(placed.error().code == ErrorCode::IoError);
    QCOMPARE(removed, EIO);
    QCOMPARE(testing::contentOf(path(u"stage/t"_s)), "new");
}

void TstPlacement::removesFoldersAlone()
{
    QVERIFY(QDir().mkpath(path(u"stage/a/b/c"_s)) && QDir().mkpath(path(u"stage/d"_s)));
    write(u"stage/a/b/file"_s);
    QCOMPARE(removeFolders(open(u"."_s).get(), "stage"), ENOTEMPTY);
    QCOMPARE(testing::contentOf(path(u"stage/a/b/file"_s)), "new");
    QVERIFY(QFile::remove(path(u"stage/a/b/file"_s)));
    QCOMPARE(removeFolders(open(u"."_s).get(), "stage"), 0);
    QVERIFY(!QFileInfo::exists(path(u"stage"_s)));
    QCOMPARE(removeFolders(open(u"."_s).get(), "stage"), 0);
}

void TstPlacement::givesThePlaceBack_data()
{
    QTest::addColumn<bool>("hasLinks");
    QTest::newRow("as a further name") << true;
    QTest::newRow("where the file system has none") << false;
}

// What would replace a file cannot be moved.
void TstPlacement::givesThePlaceBack()
{
    QFETCH(bool, hasLinks);
    write(u"stage/t/file"_s);
    write(u"to/t/file"_s, "own");
    bool isRefused = false;
    Result<void> placed;
    std::thread([&] {
        isRefused = refuseCall(SYS_renameat, EPERM) && (hasLinks || refuseCall(SYS_linkat, EPERM));
        placed = place(ConflictRule::Replace);
    }).join();
    QVERIFY(isRefused);
    VERIFY_RESULT(placed);
    QCOMPARE(m_failed->count(), 1);
    QCOMPARE(testing::contentOf(path(u"to/t/file"_s)), "own");
    QCOMPARE(QDir(path(u"trash/t"_s)).entryList(QDir::Files), QStringList());
}

BATCHDECK_TEST(QCoreApplication, TstPlacement)

#include "tst_placement.moc"
