// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/localfiles.h"

#include <QDir>
#include <QFileInfo>
#include <QtConcurrentRun>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace engine {

namespace {

Error pathError(const QString &path, int number)
{
    const QString technical = QString::fromLocal8Bit(std::strerror(number));
    if (number == ENOENT || number == ENOTDIR)
        return {ErrorCode::NotFound, {QT_TRANSLATE_NOOP("engine", "There is no %1."), {path}}, path, {}, technical};
    return {ErrorCode::IoError,
            {QT_TRANSLATE_NOOP("engine", "%1 cannot be read: %2."), {path, technical}},
            path,
            {},
            technical};
}

Error argumentError(const QString &path)
{
    return {ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "“%1” is not an absolute path."), {path}},
            path,
            {},
            {}};
}

RemoteEntry entryOf(const QFileInfo &info)
{
    return {info.fileName(), info.isDir(), info.isSymLink(), info.isDir() ? 0 : info.size(),
            info.lastModified().toUTC()};
}

Result<QList<RemoteEntry>> listNow(const QString &path)
{
    if (!path.startsWith(u'/'))
        return argumentError(path);
    if (::access(QFile::encodeName(path).constData(), R_OK | X_OK) != 0)
        return pathError(path, errno);
    if (!QFileInfo(path).isDir())
        return pathError(path, ENOTDIR);
    const auto everything = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;
    QList<RemoteEntry> entries;
    for (const QFileInfo &info : QDir(path).entryInfoList(everything, QDir::Name))
        entries.append(entryOf(info));
    return entries;
}

Result<RemoteEntry> statNow(const QString &path)
{
    if (!path.startsWith(u'/'))
        return argumentError(path);
    struct ::stat status
    {
    };
    if (::lstat(QFile::encodeName(path).constData(), &status) != 0)
        return pathError(path, errno);
    return entryOf(QFileInfo(path));
}

Result<QByteArray> readOpen(int file, const QString &path, qint64 offset, qint64 length)
{
    struct ::stat status
    {
    };
    if (::fstat(file, &status) != 0)
        return pathError(path, errno);
    if (!S_ISREG(status.st_mode))
        return pathError(path, S_ISDIR(status.st_mode) ? EISDIR : EINVAL);
    // /proc and the like report size 0: their files are read to the end all the same.
    QByteArray bytes;
    const qint64 expected = qMax<qint64>(status.st_size - offset, 0);
    bytes.reserve(qMin(length, expected));
    std::array<char, 64 * 1024> chunk{};
    while (bytes.size() < length) {
        const auto wanted = static_cast<size_t>(qMin<qint64>(chunk.size(), length - bytes.size()));
        const ssize_t got = ::pread(file, chunk.data(), wanted, offset + bytes.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return pathError(path, errno);
        if (got == 0)
            break;
        bytes.append(chunk.data(), got);
    }
    return bytes;
}

Result<QByteArray> readNow(const QString &path, qint64 offset, qint64 length)
{
    if (!path.startsWith(u'/') || offset < 0 || length < 0)
        return argumentError(path);
    // A pipe without a writer must not hold the thread for ever.
    const int file = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return pathError(path, errno);
    Result<QByteArray> bytes = readOpen(file, path, offset, length);
    ::close(file);
    return bytes;
}

} // namespace

LocalFiles::LocalFiles()
{
    m_pool.setMaxThreadCount(2);
}

QFuture<Result<QList<RemoteEntry>>> LocalFiles::list(const QString &path)
{
    return QtConcurrent::run(&m_pool, listNow, path);
}

QFuture<Result<RemoteEntry>> LocalFiles::stat(const QString &path)
{
    return QtConcurrent::run(&m_pool, statNow, path);
}

QFuture<Result<QByteArray>> LocalFiles::read(const QString &path, qint64 offset, qint64 length)
{
    return QtConcurrent::run(&m_pool, readNow, path, offset, length);
}

} // namespace engine
