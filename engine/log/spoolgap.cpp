// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/spoolgap.h"

#include "engine/log/spoolparts.h"

#include <QFile>
#include <QScopeGuard>

#include <algorithm>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace engine {

namespace {

constexpr qint64 pageSize = 4096; // at least; where pages are larger, less is freed at both ends
constexpr qint64 longestSearch = 1024 * 1024; // for the end of a line
constexpr qint64 smallestGap = 64 * 1024;

/// The first beginning of a line from \a from on; that itself when there is none near.
qint64 lineBeginFrom(int descriptor, qint64 from)
{
    QByteArray bytes(longestSearch, Qt::Uninitialized);
    const ssize_t count = ::pread(descriptor, bytes.data(), size_t(bytes.size()), from - 1);
    const qsizetype newline = count > 0 ? bytes.first(count).indexOf('\n') : -1;
    return newline < 0 ? from : from + newline;
}

bool write(int descriptor, const QByteArray &bytes, qint64 at)
{
    return ::pwrite(descriptor, bytes.constData(), size_t(bytes.size()), at) == bytes.size();
}

QByteArray noticeOf(const SpoolParts &parts, const SpoolParts::Gap &gap, const QString &machine)
{
    QByteArray where = machine.toUtf8();
    if (!parts.source().isEmpty())
        where += ':' + parts.source().toUtf8();
    where.replace('\n', ' ').replace('\r', ' ');
    return "\r[Batchdeck: " + QByteArray::number(gap.end - gap.begin)
        + " bytes are not kept on this computer, from byte " + QByteArray::number(gap.begin) + " to byte "
        + QByteArray::number(gap.end) + ". They were left on " + where + "]\n";
}

/// Blank but for the notice; what is whole pages takes no room.
bool clear(int descriptor, const SpoolParts::Gap &gap, const QByteArray &notice)
{
    const qint64 noticeAt = gap.end - notice.size();
    const qint64 holeBegin = (gap.begin + pageSize - 1) / pageSize * pageSize;
    const qint64 holeEnd = noticeAt / pageSize * pageSize;
    char before = '\n';
    if (gap.begin > 0 && ::pread(descriptor, &before, 1, gap.begin - 1) != 1)
        return false;
    QByteArray margin(holeBegin - gap.begin, '\r');
    if (before != '\n' && !margin.isEmpty())
        margin[0] = '\n';
    return write(descriptor, QByteArray(noticeAt - holeEnd, '\r') + notice, holeEnd)
        && ::fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, holeBegin, holeEnd - holeBegin) == 0
        && write(descriptor, margin, gap.begin);
}

} // namespace

qint64 bytesOnDisk(const QString &path)
{
    struct stat status = {};
    constexpr qint64 unit = 512; // of st_blocks, whatever the file system's is
    return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? qint64(status.st_blocks) * unit : 0;
}

qint64 takeMiddle(const QString &spoolPath, const QString &machine, qint64 bytes)
{
    const int descriptor = ::open(QFile::encodeName(spoolPath).constData(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0)
        return 0;
    const auto close = qScopeGuard([descriptor] { ::close(descriptor); });
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0)
        return 0;
    const qint64 here = bytesOnDisk(spoolPath);
    SpoolParts parts = SpoolParts::of(spoolPath);
    const qint64 kept = std::min(here, qint64(status.st_size)) / 4;
    const SpoolParts::Gap old = parts.gap().value_or(SpoolParts::Gap());
    SpoolParts::Gap gap;
    gap.begin = lineBeginFrom(descriptor, std::max<qint64>(kept, 1));
    if (parts.gap())
        gap.begin = std::min(gap.begin, old.begin);
    const qint64 before = parts.gap() ? old.begin - gap.begin : 0; // taken at the beginning of what is a gap already
    const qint64 from = parts.gap() ? old.end : gap.begin;
    gap.end = std::max(from, std::min(from + bytes - before, qint64(status.st_size) - kept));
    if (gap.end > from)
        gap.end = lineBeginFrom(descriptor, gap.end);
    if (before + gap.end - from < smallestGap || gap.end > status.st_size)
        return 0;
    // Known before it is done: what was killed in between is done with the next one.
    parts.setGap(gap);
    if (!parts.save(spoolPath) || !clear(descriptor, gap, noticeOf(parts, gap, machine)))
        return 0;
    return std::max<qint64>(0, here - bytesOnDisk(spoolPath));
}

} // namespace engine
