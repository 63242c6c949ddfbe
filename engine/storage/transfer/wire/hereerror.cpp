// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/hereerror.h"

#include "engine/api/paths.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace engine {

namespace {

template <typename Write> int writeWith(QByteArrayView bytes, Write write)
{
    while (!bytes.isEmpty()) {
        const ssize_t put = write(bytes);
        if (put < 0 && errno != EINTR)
            return errno;
        bytes = bytes.sliced(qMax<ssize_t>(put, 0));
    }
    return 0;
}

} // namespace

QString wordsOf(int number)
{
    return QString::fromLocal8Bit(std::strerror(number));
}

Error hereError(const QByteArray &folder, int number)
{
    const QString words = wordsOf(number);
    const QString path = pathFromBytes(folder);
    if (number == ENOSPC || number == EDQUOT)
        return {ErrorCode::IoError,
                {QT_TRANSLATE_NOOP("engine",
                                   "There is no space left in %1. What arrived stays; free some, and let it go on."),
                 {shownPath(path)}},
                path,
                {},
                words};
    return Error::of(ErrorCode::IoError,
                     {QT_TRANSLATE_NOOP("engine", "%1 cannot be written: %2."), {shownPath(path), words}}, path, words);
}

Error sourceError(const QByteArray &path, int number)
{
    const QString words = wordsOf(number);
    return {number == ENOENT ? ErrorCode::NotFound : ErrorCode::IoError,
            {QT_TRANSLATE_NOOP("engine", "%1 cannot be read: %2."), {shownPath(pathFromBytes(path)), words}},
            pathFromBytes(path),
            {},
            words};
}

bool isOfTheDisk(int number)
{
    return number == ENOSPC || number == EDQUOT || number == EIO || number == EROFS;
}

qsizetype readAt(int file, char *to, qsizetype wanted, qint64 at)
{
    qsizetype have = 0;
    while (have < wanted) {
        const ssize_t got = ::pread(file, to + have, size_t(wanted - have), at + have);
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = 0;
        if (got <= 0)
            break;
        have += got;
    }
    return have;
}

int writeAll(int file, QByteArrayView bytes)
{
    return writeWith(bytes, [file](QByteArrayView rest) { return ::write(file, rest.data(), size_t(rest.size())); });
}

int writeAllAt(int file, QByteArrayView bytes, qint64 offset)
{
    return writeWith(bytes, [&](QByteArrayView rest) {
        const ssize_t put = ::pwrite(file, rest.data(), size_t(rest.size()), offset);
        offset += qMax<ssize_t>(put, 0);
        return put;
    });
}

} // namespace engine
