// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/spooltimes.h"

#include "engine/log/spoolparts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QScopeGuard>

#include <algorithm>
#include <limits>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qint64 shortestStep = 50; // ms
constexpr std::chrono::seconds tryAgain{1};

struct Mark
{
    qint64 offset = 0;
    qint64 ms = 0;
};
constexpr qint64 markSize = sizeof(Mark);

QString pathBeside(const QString &spoolPath)
{
    return besideSpool(spoolPath, u".times"_s);
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

// Behind the marks of what is here already; those of bytes that somebody cut off are no longer true.
void SpoolTimes::begin(qint64 offset)
{
    m_lastMs = 0;
    const QString path = pathBeside(m_spoolPath);
    QDir().mkpath(QFileInfo(path).path());
    const int descriptor = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return;
    const auto close = qScopeGuard([descriptor] { ::close(descriptor); });
    const qint64 kept = firstAbove(descriptor, marksIn(descriptor), offset - 1);
    if (const std::optional<Mark> last = kept > 0 ? markAt(descriptor, kept - 1) : std::nullopt)
        m_lastMs = last->ms;
    if (::ftruncate(descriptor, kept * markSize) != 0)
        m_lastMs = std::numeric_limits<qint64>::max() - shortestStep; // no more marks
}

// Not kept open: there are as many as logs, and descriptors are few.
void SpoolTimes::note(qint64 offset, qint64 nowMs)
{
    if (!m_lastMs)
        begin(offset);
    if (nowMs < *m_lastMs + shortestStep)
        return;
    const int descriptor =
        ::open(QFile::encodeName(pathBeside(m_spoolPath)).constData(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (descriptor < 0)
        return;
    const auto close = qScopeGuard([descriptor] { ::close(descriptor); });
    const Mark mark{offset, nowMs};
    const bool isWritten = ::write(descriptor, &mark, markSize) == markSize;
    // A part of one would move all that follow.
    if (isWritten || ::ftruncate(descriptor, marksIn(descriptor) * markSize) == 0)
        m_lastMs = nowMs;
    else
        m_lastMs = std::numeric_limits<qint64>::max() - shortestStep;
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
    if (m_descriptor < 0) {
        const auto now = std::chrono::steady_clock::now();
        if (now < m_nextTry)
            return {};
        m_nextTry = now + tryAgain;
        m_descriptor = ::open(QFile::encodeName(pathBeside(m_spoolPath)).constData(), O_RDONLY | O_CLOEXEC);
        if (m_descriptor < 0)
            return {};
    }
    const qint64 count = marksIn(m_descriptor);
    if (count == m_known.lastOf && offset >= m_known.begin)
        return m_known.ms;
    const qint64 next = firstAbove(m_descriptor, count, offset);
    const std::optional<Mark> found = next > 0 ? markAt(m_descriptor, next - 1) : std::nullopt;
    if (!found)
        return {};
    const std::optional<Mark> behind = next < count ? markAt(m_descriptor, next) : std::nullopt;
    m_known = {found->offset, behind ? behind->offset : found->offset, found->ms, behind ? -1 : count};
    return found->ms;
}

} // namespace engine
