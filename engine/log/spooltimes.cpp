// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/spooltimes.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <limits>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qint64 shortestStep = 20; // ms

struct Mark
{
    qint64 offset = 0;
    qint64 ms = 0;
};
constexpr qint64 markSize = sizeof(Mark);

QString pathBeside(const QString &spoolPath)
{
    const QFileInfo spool(spoolPath);
    return spool.path() + u"/.times/"_s + spool.fileName();
}

/// Whole ones: what was killed while it wrote may have left a part of one.
qint64 marksIn(int descriptor)
{
    struct stat status = {};
    return ::fstat(descriptor, &status) == 0 ? status.st_size / markSize : 0;
}

std::optional<Mark> markAt(int descriptor, qint64 index)
{
    Mark mark;
    if (::pread(descriptor, &mark, markSize, index * markSize) != markSize)
        return {};
    return mark;
}

/// The first of \a count marks whose offset is above \a offset.
qint64 firstAbove(int descriptor, qint64 count, qint64 offset)
{
    qint64 low = 0;
    for (qint64 high = count; low < high;) {
        const qint64 middle = low + (high - low) / 2;
        const std::optional<Mark> mark = markAt(descriptor, middle);
        if (mark && mark->offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

} // namespace

SpoolTimes::~SpoolTimes()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

// Behind the marks of what is here already; those of bytes that somebody cut off are no longer true.
void SpoolTimes::open(qint64 offset)
{
    m_isOpened = true;
    const QString path = pathBeside(m_spoolPath);
    QDir().mkpath(QFileInfo(path).path());
    m_descriptor = ::open(QFile::encodeName(path).constData(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (m_descriptor < 0)
        return;
    const qint64 kept = firstAbove(m_descriptor, marksIn(m_descriptor), offset - 1);
    if (::ftruncate(m_descriptor, kept * markSize) != 0) {
        ::close(m_descriptor);
        m_descriptor = -1;
        return;
    }
    if (const std::optional<Mark> last = kept > 0 ? markAt(m_descriptor, kept - 1) : std::nullopt)
        m_lastMs = last->ms;
}

void SpoolTimes::note(qint64 offset, qint64 nowMs)
{
    if (!m_isOpened)
        open(offset);
    if (m_descriptor < 0 || nowMs < m_lastMs + shortestStep)
        return;
    const Mark mark{offset, nowMs};
    if (::write(m_descriptor, &mark, markSize) == markSize) {
        m_lastMs = nowMs;
        return;
    }
    // A part of one would move all that follow: no more of them.
    (void)::ftruncate(m_descriptor, marksIn(m_descriptor) * markSize);
    ::close(m_descriptor);
    m_descriptor = -1;
}

SpoolArrivals::~SpoolArrivals()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

std::optional<qint64> SpoolArrivals::at(qint64 offset) const
{
    const std::lock_guard lock(m_mutex);
    if (offset >= m_known.begin && offset < m_known.end)
        return m_known.ms;
    if (m_descriptor < 0)
        m_descriptor = ::open(QFile::encodeName(pathBeside(m_spoolPath)).constData(), O_RDONLY | O_CLOEXEC);
    if (m_descriptor < 0)
        return {};
    const qint64 count = marksIn(m_descriptor);
    const qint64 next = firstAbove(m_descriptor, count, offset);
    const std::optional<Mark> found = next > 0 ? markAt(m_descriptor, next - 1) : std::nullopt;
    if (!found)
        return {};
    const std::optional<Mark> behind = next < count ? markAt(m_descriptor, next) : std::nullopt;
    m_known = {found->offset, behind ? behind->offset : found->offset, found->ms}; // the last one may still get another
    return found->ms;
}

} // namespace engine
