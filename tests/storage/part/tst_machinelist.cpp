// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/tree/machinelist.h"

#include "engine/host/localsession.h"
#include "engine/storage/transfer/places/sourcelist.h"
#include "tests/support/await.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QScopeGuard>
#include <QTemporaryDir>

#include <sys/mount.h>
#include <thread>

using namespace engine;
using namespace Qt::StringLiterals;

namespace {

/// This computer, as far away as it is told to be.
class DistantSession final : public BulkSession
{
public:
    explicit DistantSession(std::chrono::microseconds roundTrip) : m_roundTrip(roundTrip) { }

    Result<std::unique_ptr<BulkCommand>> start(const QByteArray &script) override
    {
        m_hasPressed = script.contains("\nbd_pressed 'bd_manifest_of' ");
        return m_here.start(script);
    }
    void abort() override { m_here.abort(); }
    [[nodiscard]] std::chrono::microseconds roundTrip() const override { return m_roundTrip; }
    [[nodiscard]] quint64 movedBytes() const override { return m_here.movedBytes(); }
    [[nodiscard]] bool hasPressed() const { return m_hasPressed; }

private:
    LocalSession m_here;
    std::chrono::microseconds m_roundTrip;
    bool m_hasPressed = false;
};

} // namespace

/// What a machine lists, over a short way and, pressed, over a long one.
class TstMachineList final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void listsTheSame_data() { addWays(); }
    void listsTheSame();
    void listsNothingOfNothing_data() { addWays(); }
    void listsNothingOfNothing();
    void tellsThatItWasCut_data() { addWays(); }
    void tellsThatItWasCut();
    void keepsAListWhereTheDiskIsFull();

private:
    static void addWays()
    {
        QTest::addColumn<int>("milliseconds");
        QTest::newRow("near") << 0;
        QTest::newRow("far") << 20;
    }
    [[nodiscard]] Result<QByteArrayList> list(const QByteArray &name)
    {
        QFETCH(int, milliseconds);
        DistantSession session{std::chrono::milliseconds(milliseconds)};
        QByteArrayList found;
        const auto listed = readManifest(session, "bd_manifest_of", {m_folder->path().toUtf8(), name},
                                         [&found](TreeEntry &&entry) { found.append(entry.path); });
        if (session.hasPressed() != (milliseconds > 0))
            return Error::of(ErrorCode::Internal, {}, {}, u"pressed where it should not be, or the reverse"_s);
        std::sort(found.begin(), found.end());
        return listed ? Result<QByteArrayList>(found) : listed.error();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstMachineList::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TstMachineList::listsTheSame()
{
    QByteArrayList expected{"t", "t/sub"};
    QVERIFY(QDir(m_folder->path()).mkpath(u"t/sub"_s));
    for (int i = 0; i < 3000; ++i)
        expected.append("t/sub/" + QByteArray::number(i) + " a\nb");
    for (const QByteArray &path : std::as_const(expected).mid(2)) {
        QFile file(m_folder->filePath(QString::fromUtf8(path)));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    std::sort(expected.begin(), expected.end());
    const auto found = list("t");
    VERIFY_RESULT(found);
    QCOMPARE(*found, expected);
}

void TstMachineList::listsNothingOfNothing()
{
    const auto found = list("absent");
    VERIFY_RESULT(found);
    QVERIFY(found->isEmpty());
}

// By a find that is ended while it speaks.
void TstMachineList::tellsThatItWasCut()
{
    QVERIFY(QDir(m_folder->path()).mkpath(u"t/sub"_s) && QDir(m_folder->path()).mkpath(u"bin"_s));
    QFile find(m_folder->filePath(u"bin/find"_s));
    QVERIFY(find.open(QIODevice::WriteOnly));
    find.write("#!/bin/sh\nprintf 'd 0 1.0\\0./t\\0\\0'\nkill -9 $$\n");
    QVERIFY(find.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    find.close();
    const QByteArray path = qgetenv("PATH");
    const auto back = qScopeGuard([&path] { qputenv("PATH", path); });
    qputenv("PATH", QByteArray(m_folder->filePath(u"bin"_s).toUtf8() + ':' + path));
    const auto found = list("t");
    QVERIFY(!found);
    QCOMPARE(toString(found.error().code), toString(ErrorCode::Unreachable));
}

// What it was begun in is read on elsewhere.
void TstMachineList::keepsAListWhereTheDiskIsFull()
{
    const QByteArray disk = m_folder->filePath(u"disk"_s).toUtf8();
    QVERIFY(QDir(m_folder->path()).mkpath(u"disk"_s));
    if (::mount("none", disk.constData(), "tmpfs", 0, "size=64k") != 0)
        QSKIP("only root mounts a small disk");
    const auto unmount = qScopeGuard([&disk] { ::umount2(disk.constData(), MNT_DETACH); });
    TransferPlan plan;
    plan.names = {"t"};
    plan.journalFile = m_folder->filePath(u"disk/journal"_s);
    QByteArrayList expected{"t"};
    for (int i = 0; i < 4000; ++i)
        expected.append("t/" + QByteArray::number(i));
    SourceList list(plan);
    QByteArrayList found;
    const auto take = [&found](TreeEntry &entry) {
        found.append(entry.path);
        return true;
    };
    Result<void> read;
    std::thread reader([&] { read = list.each(take); });
    const auto kept = list.gather(
        plan, [](const TreeEntry &) {},
        [&expected](const SourceList::Add &add) {
            Result<void> added;
            for (auto path = expected.cbegin(); path != expected.cend() && added; ++path) {
                TreeEntry entry;
                entry.path = *path;
                entry.kind = *path == "t" ? EntryKind::Folder : EntryKind::File;
                added = add(entry);
            }
            return added;
        });
    reader.join();
    VERIFY_RESULT(kept);
    VERIFY_RESULT(read);
    QCOMPARE(found, expected);
}

BATCHDECK_TEST(QCoreApplication, TstMachineList)

#include "tst_machinelist.moc"
