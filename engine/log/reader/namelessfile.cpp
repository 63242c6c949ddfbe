// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/namelessfile.h"

#include "engine/log/core/file/textfile.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <cerrno>
#include <limits>

#include <fcntl.h>
#include <sys/statvfs.h>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qint64 checkedEvery = 64 * 1024 * 1024;
constexpr qint64 leftForOthers = 256 * 1024 * 1024;
constexpr qsizetype searchedAtOnce = 64 * 1024;
constexpr qint64 pageSize = 4096;
constexpr char noticeBegin[] = "\r[Batchdeck: ";
const QString descriptors = u"/proc/self/fd/"_s;

int openIn(const QString &folder)
{
    QDir().mkpath(folder);
    return logcore::openNameless(QFile::encodeName(folder).toStdString());
}

} // namespace

NamelessFile::NamelessFile(const QString &folder) : m_descriptor(openIn(folder))
{
    if (!m_descriptor.isValid())
        m_error = errno;
}

QString NamelessFile::path() const
{
    return m_descriptor.isValid() ? descriptors + QString::number(m_descriptor.get()) : QString();
}

bool NamelessFile::isPathOfOne(const QString &path)
{
    return path.startsWith(descriptors);
}

std::optional<NamelessFile::Gap> NamelessFile::gap(const QString &path)
{
    const auto file = logcore::TextFile::open(QFile::encodeName(path).toStdString());
    // Between the two reads more may be removed: then the notice is further on.
    for (qint64 last = 0; file;) {
        const logcore::TextFile::Hole hole = file->holeFrom(0, std::numeric_limits<qint64>::max());
        if (hole.begin > 0 || hole.end == last)
            break;
        last = hole.end;
        const QByteArray bytes = QByteArray::fromStdString(file->read(hole.end, searchedAtOnce));
        const qsizetype notice = bytes.indexOf(noticeBegin);
        const qsizetype end = notice < 0 ? -1 : bytes.indexOf('\n', notice);
        if (end >= 0)
            return Gap{hole.end + end + 1, bytes.sliced(notice + 1, end - notice)};
    }
    return {};
}

bool NamelessFile::append(QByteArrayView bytes)
{
    if (m_error == 0 && m_size / checkedEvery != (m_size + bytes.size()) / checkedEvery && !hasRoomFor(bytes.size()))
        m_error = ENOSPC;
    while (m_error == 0 && !bytes.isEmpty()) {
        const ssize_t count = ::write(m_descriptor.get(), bytes.data(), size_t(bytes.size()));
        if (count < 0 && errno != EINTR)
            m_error = errno;
        if (count > 0) {
            m_size += count;
            bytes = bytes.sliced(count);
        }
    }
    return m_error == 0;
}

bool NamelessFile::keepBelow(qint64 bytes)
{
    if (m_error != 0 || m_size - m_begin <= bytes)
        return m_error == 0;
    qint64 begin = m_size - bytes + bytes / 8;
    QByteArray piece(searchedAtOnce, Qt::Uninitialized);
    for (qsizetype newline = -1; newline < 0 && begin < m_size; begin += newline < 0 ? piece.size() : newline + 1) {
        const ssize_t count = ::pread(m_descriptor.get(), piece.data(), size_t(piece.size()), begin);
        newline = count > 0 ? piece.first(count).indexOf('\n') : -1;
    }
    begin = std::min(begin, m_size);
    // The hole and the notice form one line, of which only the notice is shown.
    const QByteArray notice =
        noticeBegin + QByteArray::number(begin) + " bytes before this were given up, as more are not kept.]\n";
    const qint64 holeEnd = (begin - notice.size()) / pageSize * pageSize;
    // No whole page lies before the notice, so that nothing can be freed.
    if (holeEnd <= 0)
        return true;
    const QByteArray margin = QByteArray(begin - notice.size() - holeEnd, '\r') + notice;
    const auto punch = [this](qint64 at, qint64 length) {
        return ::fallocate(m_descriptor.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, at, length) == 0;
    };
    // Beyond the end, where a file system without holes loses nothing.
    const qint64 behind = (m_size / pageSize + 1) * pageSize;
    if (!punch(behind, pageSize)
        || ::pwrite(m_descriptor.get(), margin.constData(), size_t(margin.size()), holeEnd) != margin.size()
        || !punch(0, holeEnd))
        m_error = errno;
    m_begin = begin;
    return m_error == 0;
}

bool NamelessFile::hasRoomFor(qint64 bytes) const
{
    struct statvfs facts = {};
    return ::fstatvfs(m_descriptor.get(), &facts) != 0
        || qint64(facts.f_bavail) * qint64(facts.f_frsize) >= bytes + leftForOthers;
}

} // namespace engine
