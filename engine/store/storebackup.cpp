// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/store/storebackup.h"

#include "engine/store/storeschema.h"

#include <QDir>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype keptBackups = 7;
constexpr qint64 backupIntervalSeconds = 24 * 3600;
const QString timeFormat = u"yyyyMMdd'T'HHmmss'Z'"_s;

Error fileError(const QString &path, const QString &words)
{
    return Error::of(ErrorCode::IoError, {QT_TRANSLATE_NOOP("engine", "%1 could not be written: %2"), {path, words}},
                     path, words);
}

// Flushes the file to the disk: VACUUM INTO and QFile::copy() do not, and the rename could be written before the
// content.
Result<void> sync(const QString &path)
{
    const int fd = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC);
    const bool done = fd >= 0 && ::fsync(fd) == 0;
    const QString words = done ? QString() : QString::fromLocal8Bit(std::strerror(errno));
    if (fd >= 0)
        ::close(fd);
    if (!done)
        return fileError(path, words);
    return {};
}

bool isSound(const QString &path, int newestVersion)
{
    // Without a write-ahead log, so that no second file remains.
    auto connection = StoreConnection::open(path, StoreConnection::Journal::Truncate);
    if (!connection)
        return false;
    const auto version = schemaVersion(**connection);
    return version && *version >= 1 && *version <= newestVersion && (*connection)->quickCheck();
}

} // namespace

QList<StoreBackup> listBackups(const QString &storeDirectory)
{
    QList<StoreBackup> backups;
    const QDir directory(storeDirectory);
    const QStringList names = directory.entryList({u"backup-*.db"_s}, QDir::Files, QDir::Name | QDir::Reversed);
    for (const QString &name : names) {
        QDateTime madeAt = QDateTime::fromString(name.mid(7).chopped(3), timeFormat);
        madeAt.setTimeSpec(Qt::UTC);
        if (madeAt.isValid())
            backups.append({directory.filePath(name), madeAt});
    }
    return backups;
}

Result<void> makeBackup(StoreConnection &connection)
{
    const QDir directory = QFileInfo(connection.path()).dir();
    const QString path =
        directory.filePath(u"backup-"_s + QDateTime::currentDateTimeUtc().toString(timeFormat) + u".db"_s);
    const QString part = path + u".part"_s;
    QFile::remove(part);
    auto copied = connection.execute(u"VACUUM INTO '%1'"_s.arg(QString(part).replace(u'\'', u"''"_s)));
    if (!copied) {
        QFile::remove(part);
        return copied.error();
    }
    if (auto renamed = renameDurably(part, path); !renamed)
        return renamed.error();
    const QList<StoreBackup> backups = listBackups(directory.path());
    for (const StoreBackup &old : backups.mid(keptBackups))
        QFile::remove(old.path);
    return {};
}

bool isBackupDue(const QString &storeDirectory, const QDateTime &now)
{
    const QList<StoreBackup> backups = listBackups(storeDirectory);
    return backups.isEmpty() || backups.first().madeAt.secsTo(now) >= backupIntervalSeconds;
}

Result<std::optional<StoreBackup>> restoreNewestBackup(const QString &path, int newestVersion)
{
    const QString part = path + u".part"_s;
    for (const StoreBackup &backup : listBackups(QFileInfo(path).path())) {
        QFile::remove(part);
        QFile source(backup.path);
        if (!source.copy(part))
            return fileError(part, source.errorString());
        if (!isSound(part, newestVersion)) {
            QFile::remove(part);
            continue;
        }
        if (auto renamed = renameDurably(part, path); !renamed)
            return renamed.error();
        return std::optional(backup);
    }
    return std::optional<StoreBackup>();
}

Result<void> renameDurably(const QString &from, const QString &to)
{
    if (auto synced = sync(from); !synced)
        return synced.error();
    if (::rename(QFile::encodeName(from).constData(), QFile::encodeName(to).constData()) != 0)
        return fileError(to, QString::fromLocal8Bit(std::strerror(errno)));
    return sync(QFileInfo(to).path());
}

} // namespace engine
