// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/store/storefile.h"

#include "engine/store/storebackup.h"
#include "engine/store/storerows.h"

#include <QDateTime>
#include <QDir>
#include <QUuid>
#include <QVariant>
#include <QtEndian>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

using Migrations = std::span<const StoreMigration>;
using Journal = StoreConnection::Journal;

// Reads the file header directly: opening a file already writes to it and may delete the log beside it.
Result<void> checkHeader(const QString &path, int newestVersion)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error::of(
            ErrorCode::IoError,
            {QT_TRANSLATE_NOOP("engine", "The store %1 could not be read or written: %2"), {path, file.errorString()}},
            path, file.errorString());
    const QByteArray header = file.read(100);
    if (header.isEmpty())
        return storeDamaged(path, u"the file is empty"_s);
    if (header.size() < 100 || !header.startsWith("SQLite format 3"))
        return storeDamaged(path, u"the file is not a database"_s);
    if (const int version = qFromBigEndian<qint32>(header.constData() + 60); version > newestVersion)
        return storeFromFuture(path, version, newestVersion);
    return {};
}

// A store is renamed to its name when it is complete, so an empty file is always damage, never an interrupted start.
Result<void> createStore(const QString &path, Migrations migrations)
{
    const QString part = path + u".part"_s;
    QFile::remove(part);
    {
        auto connection = StoreConnection::open(part, Journal::Truncate);
        if (!connection)
            return connection.error();
        if (auto migrated = migrate(**connection, migrations); !migrated)
            return migrated.error();
        auto named =
            (*connection)
                ->run("INSERT INTO meta VALUES ('profile', ?)", {QUuid::createUuid().toString(QUuid::WithoutBraces)});
        if (!named)
            return named.error();
    }
    QFile::remove(part + u"-journal"_s);
    return renameDurably(part, path);
}

// Checks version, tables and, after an unclean end, every page. The result is whether every page was checked.
Result<bool> verify(StoreConnection &connection, Migrations migrations)
{
    const auto version = schemaVersion(connection);
    if (!version)
        return version.error();
    if (*version > int(migrations.size()))
        return storeFromFuture(connection.path(), *version, int(migrations.size()));
    QStringList tables{u"meta"_s, u"resources"_s, u"jobs"_s, u"events"_s};
    if (*version >= 2)
        tables.append(u"volumes"_s);
    for (const QString &table : std::as_const(tables)) {
        const auto there = connection.hasTable(table);
        if (!there)
            return there.error();
        if (!*there)
            return storeDamaged(connection.path(), u"the table %1 is missing"_s.arg(table));
    }
    const auto clean = connection.value(u"SELECT value FROM meta WHERE key = 'clean'"_s);
    if (!clean)
        return clean.error();
    if (clean->toString() == u"1"_s)
        return false;
    if (auto sound = connection.fullCheck(); !sound)
        return sound.error();
    return true;
}

Result<void> migrateWithBackup(StoreConnection &connection, Migrations migrations)
{
    const auto version = schemaVersion(connection);
    if (!version)
        return version.error();
    if (*version == int(migrations.size()))
        return {};
    if (auto kept = makeBackup(connection); !kept)
        return kept.error();
    return migrate(connection, migrations);
}

Result<OpenedStore> openExisting(const QString &path, Migrations migrations)
{
    if (auto known = checkHeader(path, int(migrations.size())); !known)
        return known.error();
    auto connection =
        StoreConnection::open(path, isOnNetworkFileSystem(path) ? Journal::Truncate : Journal::WriteAheadLog);
    if (!connection)
        return connection.error();
    const auto checked = verify(**connection, migrations);
    if (!checked)
        return checked.error();
    if (auto migrated = migrateWithBackup(**connection, migrations); !migrated)
        return migrated.error();
    auto contents = loadContents(**connection);
    if (!contents)
        return contents.error();
    if (auto marked = markClean(**connection, false); !marked)
        return marked.error();
    return OpenedStore{std::move(*connection), std::move(*contents), *checked};
}

// Moves SQLite's files beside it as well, so that a person can recover the latest rows.
Result<QString> setAside(const QString &path)
{
    const QString time = QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd'T'HHmmss'Z'"_s);
    QString target = path + u".damaged-"_s + time;
    for (int i = 2; QFileInfo::exists(target); ++i)
        target = path + u".damaged-%1-%2"_s.arg(time).arg(i);
    for (const QString &suffix : {QString(), u"-wal"_s, u"-shm"_s, u"-journal"_s}) {
        if (!QFileInfo::exists(path + suffix))
            continue;
        QFile file(path + suffix);
        if (!file.rename(target + suffix))
            return Error::of(ErrorCode::IoError,
                             {QT_TRANSLATE_NOOP("engine", "The damaged store %1 could not be set aside: %2"),
                              {file.fileName(), file.errorString()}},
                             file.fileName(), file.errorString());
    }
    return target;
}

QString ageText(const QDateTime &since)
{
    const qint64 minutes = std::max<qint64>(0, since.secsTo(QDateTime::currentDateTimeUtc()) / 60);
    if (minutes < 120)
        return u"%1 min"_s.arg(minutes);
    return minutes < 48 * 60 ? u"%1 h"_s.arg(minutes / 60) : u"%1 d"_s.arg(minutes / (24 * 60));
}

// \a aside: path of the damaged file; empty when the file was lost.
Message noticeOf(const QString &path, const QString &words, const QString &aside,
                 const std::optional<StoreBackup> &backup)
{
    if (aside.isEmpty() && backup)
        return {QT_TRANSLATE_NOOP("engine",
                                  "The store %1 was missing. The backup of %2 took its place; it is %3 old, and what "
                                  "changed since then is lost."),
                {path, backup->madeAt.toLocalTime().toString(u"yyyy-MM-dd HH:mm"_s), ageText(backup->madeAt)}};
    if (aside.isEmpty())
        return {QT_TRANSLATE_NOOP(
                    "engine", "The store %1 was missing, and no backup of it can be read. A new, empty one was made."),
                {path}};
    if (backup)
        return {
            QT_TRANSLATE_NOOP("engine",
                              "The store was damaged (%1). The damaged file is kept as %2. The backup of %3 took its "
                              "place; it is %4 old, and what changed since then is missing."),
            {words, aside, backup->madeAt.toLocalTime().toString(u"yyyy-MM-dd HH:mm"_s), ageText(backup->madeAt)}};
    return {
        QT_TRANSLATE_NOOP("engine",
                          "The store was damaged (%1). The damaged file is kept as %2. There was no backup that can "
                          "be read, so a new, empty store was made."),
        {words, aside}};
}

Result<void> replace(const QString &path, const QString &words, Migrations migrations, QList<Message> &notices)
{
    const bool lost = !QFileInfo::exists(path);
    const auto aside = setAside(path);
    if (!aside)
        return aside.error();
    const auto backup = restoreNewestBackup(path, int(migrations.size()));
    if (!backup)
        return backup.error();
    if (!backup->has_value()) {
        if (auto made = createStore(path, migrations); !made)
            return made.error();
    }
    notices.append(noticeOf(path, words, lost ? QString() : *aside, *backup));
    return {};
}

Result<QString> makeDirectory(const QString &profileDirectory)
{
    const QString path = profileDirectory + u"/store"_s;
    if (QDir().mkpath(path))
        return path;
    return Error{ErrorCode::IoError, {QT_TRANSLATE_NOOP("engine", "The folder %1 could not be made."), {path}}, path};
}

} // namespace

Result<OpenedStore> openStoreFile(const QString &profileDirectory, Migrations migrations, QList<Message> &notices)
{
    const auto directory = makeDirectory(profileDirectory);
    if (!directory)
        return directory.error();
    const QString path = *directory + u"/batchdeck.db"_s;
    const bool isNew =
        !QFileInfo::exists(path) && !QFileInfo::exists(path + u"-wal"_s) && listBackups(*directory).isEmpty();
    if (isNew) {
        if (auto made = createStore(path, migrations); !made)
            return made.error();
    } else if (!QFileInfo::exists(path)) {
        if (auto replaced = replace(path, {}, migrations, notices); !replaced)
            return replaced.error();
    }
    auto opened = openExisting(path, migrations);
    if (opened || opened.error().code != ErrorCode::StoreDamaged)
        return opened;
    if (auto replaced = replace(path, opened.error().technical, migrations, notices); !replaced)
        return replaced.error();
    return openExisting(path, migrations);
}

Result<void> markClean(StoreConnection &connection, bool clean)
{
    // Synced: if a power loss could undo the mark, a damaged store would not be checked.
    const auto usual = connection.value(u"PRAGMA synchronous"_s);
    if (!usual)
        return usual.error();
    if (auto full = connection.execute(u"PRAGMA synchronous = FULL"_s); !full)
        return full.error();
    auto marked = connection.run("UPDATE meta SET value = ? WHERE key = 'clean'", {clean ? u"1"_s : u"0"_s});
    auto restored = connection.execute(u"PRAGMA synchronous = %1"_s.arg(usual->toInt()));
    return marked ? restored : marked;
}

} // namespace engine
