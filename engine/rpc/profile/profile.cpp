// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/rpc/profile/profile.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// sockaddr_un holds 108 bytes with the final zero; QLocalServer binds a longer temporary name before it renames.
constexpr qsizetype longestSocketPath = 100;

bool fits(const QString &path)
{
    return QFile::encodeName(path).size() <= longestSocketPath;
}

QString temporarySocketFolder()
{
    return u"/tmp/batchdeck-"_s + QString::number(getuid());
}

Error cannotMake(const QString &path, const QString &why)
{
    return {ErrorCode::IoError, {QT_TRANSLATE_NOOP("engine", "The folder %1 cannot be used: %2."), {path, why}}, path};
}

Result<void> makePrivate(const QString &path)
{
    if (!QDir().mkpath(path))
        return cannotMake(path, QString::fromLocal8Bit(std::strerror(errno)));
    if (chmod(QFile::encodeName(path).constData(), 0700) != 0)
        return cannotMake(path, QString::fromLocal8Bit(std::strerror(errno)));
    return {};
}

// The canonical path: two spellings of one profile must give the same socket.
QString trueName(const QString &profile)
{
    const QString canonical = QFileInfo(profile).canonicalFilePath();
    return canonical.isEmpty() ? QDir::cleanPath(QDir(profile).absolutePath()) : canonical;
}

} // namespace

QString profileDirectory(const QString &option)
{
    QString path = option;
    if (path.isEmpty())
        path = qEnvironmentVariable("BATCHDECK_PROFILE");
    if (path.isEmpty())
        path = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/batchdeck"_s;
    return QDir::cleanPath(QDir(path).absolutePath());
}

Result<void> prepareProfile(const QString &profile)
{
    if (auto made = makePrivate(profile); !made)
        return made;
    return makePrivate(logDirectory(profile));
}

QString socketPath(const QString &profile)
{
    const QString path = trueName(profile) + u"/socket"_s;
    if (fits(path))
        return path;
    const QByteArray digest =
        QCryptographicHash::hash(QFile::encodeName(trueName(profile)), QCryptographicHash::Sha256);
    const QString hash = QString::fromLatin1(digest.toHex().first(16));
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    const QString inRuntime = runtime + u"/batchdeck-"_s + hash + u".sock"_s;
    if (QDir::isAbsolutePath(runtime) && QFileInfo(runtime).isDir() && fits(inRuntime))
        return inRuntime;
    return temporarySocketFolder() + u'/' + hash + u".sock"_s;
}

Result<void> prepareSocketFolder(const QString &socket)
{
    const QString folder = temporarySocketFolder();
    if (!socket.startsWith(folder + u'/'))
        return {};
    const QByteArray path = QFile::encodeName(folder);
    if (mkdir(path.constData(), 0700) != 0 && errno != EEXIST)
        return cannotMake(folder, QString::fromLocal8Bit(std::strerror(errno)));
    // /tmp is writable for everybody: a folder that another user created there must not be used.
    struct stat status
    {
    };
    if (lstat(path.constData(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != getuid()
        || (status.st_mode & 077) != 0)
        return cannotMake(folder, u"it is not a folder of this user alone"_s);
    return {};
}

QString lockPath(const QString &profile)
{
    return profile + u"/lock"_s;
}

QString logDirectory(const QString &profile)
{
    return profile + u"/log"_s;
}

QString serveLogPath(const QString &profile)
{
    return logDirectory(profile) + u"/serve.log"_s;
}

} // namespace engine
