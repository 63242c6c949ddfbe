// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/store/storefile.h"

#include "engine/store/storebackup.h"
#include "tests/store/storerowsupport.h"
#include "tests/support/files.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <functional>

using namespace engine;
using namespace storetest;
using testing::contentOf;

using Damage = std::function<void(const QString &path)>;
Q_DECLARE_METATYPE(Damage)

namespace {

constexpr int keptJobs = 50;

QString pathIn(const QTemporaryDir &directory)
{
    return directory.filePath(u"store/batchdeck.db"_s);
}

std::unique_ptr<StoreConnection> connectTo(const QString &path)
{
    auto connection = StoreConnection::open(path, StoreConnection::Journal::Truncate);
    return connection ? std::move(*connection) : nullptr;
}

void execute(const QString &path, const QString &sql)
{
    auto connection = connectTo(path);
    if (!connection || !connection->execute(sql))
        qFatal("%s", qPrintable(sql));
}

void overwrite(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("%s", qPrintable(path));
}

// 0xff over all pages of the file behind the first tenth.
void spoilPages(const QString &path)
{
    QByteArray bytes = contentOf(path);
    const qsizetype from = bytes.size() / 10 / 4096 * 4096;
    overwrite(path, bytes.first(from) + QByteArray(bytes.size() - from, '\xff'));
}

// A store makes its first backup when it has been open for a second.
void removeBackups(const QTemporaryDir &directory)
{
    for (const StoreBackup &backup : listBackups(directory.filePath(u"store"_s))) {
        if (!QFile::remove(backup.path))
            qFatal("%s", qPrintable(backup.path));
    }
}

// A store with jobs and events that was closed in order, and has no backup.
void makeStore(const QTemporaryDir &directory)
{
    auto store = storetest::open(directory.path());
    for (int i = 0; i < keptJobs; ++i)
        store->putJob(job(i));
    for (int i = 0; i < 3000; ++i)
        store->appendEvent(eventRow(i, job(i % keptJobs).uuid));
    store.reset();
    removeBackups(directory);
}

void backUp(const QTemporaryDir &directory)
{
    auto connection = connectTo(pathIn(directory));
    if (!connection || !makeBackup(*connection))
        qFatal("no backup");
}

QStringList filesIn(const QTemporaryDir &directory)
{
    return QDir(directory.filePath(u"store"_s)).entryList(QDir::Files);
}

} // namespace

class TstStoreFile final : public QObject
{
    Q_OBJECT

private slots:
    void repairsADamagedFile_data()
    {
        QTest::addColumn<Damage>("damage");
        QTest::newRow("not a database") << Damage([](const QString &path) { overwrite(path, QByteArray(9000, 'x')); });
        QTest::newRow("empty") << Damage([](const QString &path) { overwrite(path, {}); });
        QTest::newRow("truncated") << Damage(
            [](const QString &path) { QFile::resize(path, QFileInfo(path).size() / 3); });
        QTest::newRow("cut in its header") << Damage([](const QString &path) { QFile::resize(path, 60); });
        QTest::newRow("zeroes") << Damage(
            [](const QString &path) { overwrite(path, QByteArray(QFileInfo(path).size(), '\0')); });
        QTest::newRow("spoiled pages after an unclean end") << Damage([](const QString &path) {
            execute(path, u"UPDATE meta SET value = '0' WHERE key = 'clean'"_s);
            spoilPages(path);
        });
        QTest::newRow("an index that lies, after an unclean end") << Damage([](const QString &path) {
            execute(path, u"UPDATE meta SET value = '0' WHERE key = 'clean'"_s);
            auto connection = connectTo(path);
            QVERIFY(connection->execute(u"PRAGMA writable_schema = ON"_s));
            // events_by_job now claims to be an index of another column.
            QVERIFY(connection->execute(
                u"UPDATE sqlite_master SET sql = 'CREATE INDEX events_by_job ON events (event)' WHERE name = 'events_by_job'"_s));
        });
        QTest::newRow("a table is gone") << Damage([](const QString &path) { execute(path, u"DROP TABLE jobs"_s); });
    }

    void repairsADamagedFile()
    {
        QFETCH(Damage, damage);
        for (const bool hasBackup : {true, false}) {
            const QTemporaryDir directory;
            makeStore(directory);
            if (hasBackup)
                backUp(directory);
            QVERIFY(storetest::open(directory.path())->putJob(job(keptJobs)).result()); // newer than the backup
            if (!hasBackup)
                removeBackups(directory);
            damage(pathIn(directory));
            const QByteArray damaged = contentOf(pathIn(directory));

            QList<Message> notices;
            auto store = Store::open(directory.path(), notices);
            QVERIFY2(store, wordsOf(store));
            QCOMPARE((*store)->initialContents().liveJobs.size(), hasBackup ? keptJobs : 0);
            QVERIFY((*store)->putJob(job(100)).result());
            QCOMPARE(notices.size(), 1);
            const QString words = notices.first().englishText();
            const auto aside = QRegularExpression(u"kept as (\\S+)\\."_s).match(words);
            QVERIFY2(aside.hasMatch(), qPrintable(words));
            QVERIFY(aside.captured(1).startsWith(pathIn(directory) + u".damaged-"_s));
            // What a person may want to save from it; of the header SQLite counts openings.
            QCOMPARE(contentOf(aside.captured(1)).mid(100), damaged.mid(100));
            QVERIFY2(words.contains(hasBackup ? u"it is 0 min old"_s : u"There was no backup"_s), qPrintable(words));

            store->reset();
            QVERIFY(storetest::open(directory.path())); // once repaired, no more notices
        }
    }

    void keepsTheWriteAheadLogWithTheDamagedFile()
    {
        const QTemporaryDir directory;
        makeStore(directory);
        overwrite(pathIn(directory), "x");
        overwrite(pathIn(directory) + u"-wal"_s, "newest rows");
        QList<Message> notices;
        QVERIFY(Store::open(directory.path(), notices));
        const QStringList logs = filesIn(directory).filter(QRegularExpression(u"damaged-.*-wal$"_s));
        QCOMPARE(logs.size(), 1);
        QCOMPARE(contentOf(directory.filePath(u"store/"_s + logs.first())), QByteArray("newest rows"));
    }

    void passesOverADamagedBackup()
    {
        const QTemporaryDir directory;
        makeStore(directory);
        backUp(directory);
        const QString sound = listBackups(directory.filePath(u"store"_s)).first().path;
        QVERIFY(QFile::rename(sound, directory.filePath(u"store/backup-20200101T120000Z.db"_s)));
        overwrite(directory.filePath(u"store/backup-20200102T120000Z.db"_s), "not a backup");
        overwrite(pathIn(directory), "x");
        QList<Message> notices;
        auto store = Store::open(directory.path(), notices);
        QVERIFY2(store, wordsOf(store));
        QCOMPARE((*store)->initialContents().liveJobs.size(), keptJobs);
        QVERIFY(notices.first().englishText().contains(u"2020-01-01"_s));
    }

    void replacesALostFile()
    {
        const QTemporaryDir directory;
        makeStore(directory);
        backUp(directory);
        QVERIFY(QFile::remove(pathIn(directory)));
        QList<Message> notices;
        auto store = Store::open(directory.path(), notices);
        QVERIFY2(store, wordsOf(store));
        QCOMPARE((*store)->initialContents().liveJobs.size(), keptJobs);
        QCOMPARE(notices.size(), 1);
        QVERIFY2(notices.first().englishText().contains(u"missing"_s), qPrintable(notices.first().englishText()));
    }

    void findsQuietDamageAfterTheStartAndRepairsItAtTheNext()
    {
        const QTemporaryDir directory;
        makeStore(directory);
        backUp(directory);
        // Rows that no start reads: only a check sees it.
        {
            auto connection = connectTo(pathIn(directory));
            const auto page = connection->value(u"SELECT rootpage FROM sqlite_master WHERE name = 'events'"_s);
            QVERIFY(page);
            connection.reset();
            QByteArray bytes = contentOf(pathIn(directory));
            bytes.replace((page->toInt() - 1) * 4096, 4096, QByteArray(4096, '\xff'));
            overwrite(pathIn(directory), bytes);
        }
        auto store = storetest::open(directory.path());
        QVERIFY(store);
        const auto checked = store->checkedAfterStart().result();
        QVERIFY(!checked);
        QCOMPARE(toString(checked.error().code), toString(ErrorCode::StoreDamaged));
        store.reset();

        QList<Message> notices;
        auto repaired = Store::open(directory.path(), notices);
        QVERIFY2(repaired, wordsOf(repaired));
        QCOMPARE(notices.size(), 1);
        QCOMPARE((*repaired)->listEvents(job(0).uuid).result()->size(), 3000 / keptJobs);
    }

    void makesTheFirstBackupSoonAfterTheStart()
    {
        const QTemporaryDir directory;
        makeStore(directory);
        auto store = storetest::open(directory.path());
        QVERIFY(store->checkedAfterStart().result());
        QTRY_COMPARE(listBackups(directory.filePath(u"store"_s)).size(), 1);
        store.reset();
        QCOMPARE(filesIn(directory).filter(u".part"_s), QStringList());
    }

    void keepsTheNewestBackups()
    {
        const QTemporaryDir directory;
        makeStore(directory);
        for (int day = 1; day <= 9; ++day)
            overwrite(directory.filePath(u"store/backup-2020010%1T120000Z.db"_s.arg(day)), "old");
        backUp(directory);
        const QList<StoreBackup> backups = listBackups(directory.filePath(u"store"_s));
        QCOMPARE(backups.size(), 7);
        QVERIFY(backups.first().madeAt.secsTo(QDateTime::currentDateTimeUtc()) < 60);
        QCOMPARE(backups.last().madeAt.date(), QDate(2020, 1, 4));
    }

    void backsUpOnceADay()
    {
        const QTemporaryDir directory;
        QVERIFY(isBackupDue(directory.path(), QDateTime::currentDateTimeUtc()));
        overwrite(directory.filePath(u"backup-20200101T120000Z.db"_s), "old");
        const QDateTime made(QDate(2020, 1, 1), QTime(12, 0), Qt::UTC);
        QVERIFY(!isBackupDue(directory.path(), made.addSecs(24 * 3600 - 1)));
        QVERIFY(isBackupDue(directory.path(), made.addSecs(24 * 3600)));
    }

    void refusesAStoreFromTheFutureAndLeavesItAlone()
    {
        const QTemporaryDir directory;
        makeStore(directory);
        execute(pathIn(directory), u"PRAGMA user_version = 99"_s);
        const QByteArray before = contentOf(pathIn(directory));
        const QStringList files = filesIn(directory);
        QList<Message> notices;
        const auto store = Store::open(directory.path(), notices);
        QVERIFY(!store);
        QCOMPARE(toString(store.error().code), toString(ErrorCode::StoreFromFuture));
        QVERIFY(store.error().message.englishText().contains(u"99"_s));
        QVERIFY(notices.isEmpty());
        QCOMPARE(contentOf(pathIn(directory)), before);
        QCOMPARE(filesIn(directory), files);
    }

    void migratesAfterABackup()
    {
        const QTemporaryDir directory;
        makeStore(directory);
        QList<StoreMigration> steps(storeMigrations().begin(), storeMigrations().end());
        const int released = int(steps.size());
        steps.append({"ALTER TABLE jobs ADD COLUMN note TEXT\n\nUPDATE jobs SET note = uuid"});
        QList<Message> notices;
        {
            auto opened = openStoreFile(directory.path(), steps, notices);
            QVERIFY2(opened, wordsOf(opened));
            QCOMPARE(*schemaVersion(*opened->connection), released + 1);
            QCOMPARE(opened->connection->value(u"SELECT count(*) FROM jobs WHERE note = uuid"_s)->toInt(), keptJobs);
        }
        const QList<StoreBackup> backups = listBackups(directory.filePath(u"store"_s));
        QCOMPARE(backups.size(), 1);
        QCOMPARE(*schemaVersion(*connectTo(backups.first().path)), released);
        QVERIFY(notices.isEmpty());
    }

    void opensAStoreOfTheFirstFormat()
    {
        const QTemporaryDir directory;
        QVERIFY(QDir(directory.path()).mkpath(u"store"_s));
        {
            auto connection = connectTo(pathIn(directory));
            QVERIFY(connection && migrate(*connection, storeMigrations().first(1)));
            QVERIFY(connection->run("INSERT INTO meta VALUES ('profile', 'p')"));
        }
        auto store = storetest::open(directory.path()); // wants no notice
        QVERIFY(store);
        QCOMPARE(store->initialContents().profileId, u"p"_s);
        QVERIFY(store->putVolume({u"*"_s, u"path:/data"_s}).result());
        store.reset();
        QCOMPARE(storetest::open(directory.path())->initialContents().volumes.size(), 1);
    }

    void aStepThatFailsChangesNothing()
    {
        const QTemporaryDir directory;
        makeStore(directory);
        QList<StoreMigration> steps(storeMigrations().begin(), storeMigrations().end());
        steps.append({"ALTER TABLE jobs ADD COLUMN note TEXT\n\nUPDATE nothing SET note = 1"});
        QList<Message> notices;
        QVERIFY(!openStoreFile(directory.path(), steps, notices));
        auto store = storetest::open(directory.path());
        QVERIFY(store);
        QCOMPARE(store->initialContents().liveJobs.size(), keptJobs);
    }

    void aNetworkHomeNeedsNoSharedMemory()
    {
        const QTemporaryDir directory;
        makeStore(directory);
        // A file that was last used with a write-ahead log, and its home then moved to a network file system.
        auto connection = connectTo(pathIn(directory));
        QVERIFY(connection);
        QVERIFY(connection->run("UPDATE meta SET value = '1' WHERE key = 'clean'"));
        QCOMPARE(connection->value(u"PRAGMA journal_mode"_s)->toString(), u"truncate"_s);
        QCOMPARE(connection->value(u"PRAGMA synchronous"_s)->toInt(), 2);
        QVERIFY(!QFileInfo::exists(pathIn(directory) + u"-shm"_s));
        QVERIFY(!QFileInfo::exists(pathIn(directory) + u"-wal"_s));
        QVERIFY(!isOnNetworkFileSystem(directory.path()));
    }
};

BATCHDECK_TEST(QCoreApplication, TstStoreFile)
#include "tst_storefile.moc"
