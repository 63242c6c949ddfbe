// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/file/spooltimes.h"

#include "engine/log/core/file/spoolpath.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace engine::logcore {

namespace {

constexpr std::int64_t shortestStep = 50; // ms
constexpr std::int64_t mostMarks = 64 * 1024; // 1 MiB
constexpr std::int64_t finestShare = 2048;
constexpr std::int64_t pause = 60'000; // ms between marks when the file cannot be thinned
constexpr std::chrono::seconds tryAgain{1};

struct Mark
{
    std::int64_t offset = 0;
    std::int64_t ms = 0;
};
constexpr std::int64_t markSize = sizeof(Mark);

std::string pathBeside(const std::string &spoolPath)
{
    return besideSpool(spoolPath, ".times");
}

/// Complete marks: a killed process may have written a part of one.
std::int64_t marksIn(int descriptor)
{
    struct stat status = {};
    return ::fstat(descriptor, &status) == 0 ? status.st_size / markSize : 0;
}

std::optional<Mark> markAt(int descriptor, std::int64_t index)
{
    Mark mark;
    if (::pread(descriptor, &mark, markSize, index * markSize) != markSize)
        return {};
    return mark;
}

/// Index of the first of \a count marks with an offset above \a offset.
std::int64_t firstAbove(int descriptor, std::int64_t count, std::int64_t offset)
{
    std::int64_t low = 0;
    for (std::int64_t high = count; low < high;) {
        const std::int64_t middle = low + (high - low) / 2;
        const std::optional<Mark> mark = markAt(descriptor, middle);
        if (mark && mark->offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Selects marks so that the error of a time is at most 1/\a share of its distance from the first or last mark,
/// whichever is nearer: the start of a log and its recent part are most exact.
std::vector<Mark> thinned(const std::vector<Mark> &marks, std::int64_t share)
{
    std::vector<Mark> kept;
    for (const Mark &mark : marks) {
        const std::int64_t distance = std::min(mark.ms - marks.front().ms, marks.back().ms - mark.ms);
        if (kept.empty() || mark.ms - kept.back().ms > distance / share)
            kept.push_back(mark);
    }
    return kept;
}

/// Removes at least half of the marks. Writes a new file and renames it, so that readers always see a complete file,
/// even if this process is killed.
bool thin(int descriptor, const std::string &spoolPath)
{
    std::vector<Mark> marks(std::size_t(marksIn(descriptor)));
    const auto size = ssize_t(marks.size() * sizeof(Mark));
    if (::pread(descriptor, marks.data(), std::size_t(size), 0) != size)
        return false;
    for (std::int64_t share = finestShare; marks.size() > mostMarks / 2 && share > 0; share /= 2)
        marks = thinned(marks, share);
    const std::string path = besideSpool(spoolPath, ".times.new");
    if (marks.size() > mostMarks / 2 || makeFoldersOf(path))
        return false;
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    const auto left = ssize_t(marks.size() * sizeof(Mark));
    return file.isValid() && ::write(file.get(), marks.data(), std::size_t(left)) == left
        && std::rename(path.c_str(), pathBeside(spoolPath).c_str()) == 0;
}

bool isReplaced(int descriptor)
{
    struct stat status = {};
    return ::fstat(descriptor, &status) == 0 && status.st_nlink == 0;
}

} // namespace

// Continues after the marks of existing bytes; marks beyond a truncation are no longer valid.
void SpoolTimes::begin(std::int64_t offset)
{
    m_lastMs = 0;
    const std::string path = pathBeside(m_spoolPath);
    (void)makeFoldersOf(path);
    const UniqueFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!file.isValid())
        return;
    const std::int64_t kept = firstAbove(file.get(), marksIn(file.get()), offset - 1);
    if (const std::optional<Mark> last = kept > 0 ? markAt(file.get(), kept - 1) : std::nullopt)
        m_lastMs = last->ms;
    if (::ftruncate(file.get(), kept * markSize) != 0)
        m_lastMs = std::numeric_limits<std::int64_t>::max() - shortestStep; // disables further marks
}

// The file is opened for each mark: there are as many files as logs, and descriptors are limited.
void SpoolTimes::note(std::int64_t offset, std::int64_t nowMs)
{
    if (!m_lastMs)
        begin(offset);
    if (nowMs < *m_lastMs + shortestStep)
        return;
    const UniqueFd file(::open(pathBeside(m_spoolPath).c_str(), O_RDWR | O_APPEND | O_CLOEXEC));
    if (!file.isValid())
        return;
    const Mark mark{offset, nowMs};
    const bool isWritten = ::write(file.get(), &mark, markSize) == markSize;
    // A partly written mark would shift all later ones.
    if (isWritten || ::ftruncate(file.get(), marksIn(file.get()) * markSize) == 0)
        m_lastMs = nowMs;
    else
        m_lastMs = std::numeric_limits<std::int64_t>::max() - shortestStep;
    if (isWritten && marksIn(file.get()) >= mostMarks && !thin(file.get(), m_spoolPath))
        m_lastMs = nowMs + pause;
}

std::optional<std::int64_t> SpoolArrivals::at(std::int64_t offset) const
{
    const std::lock_guard lock(m_mutex);
    if (offset >= m_known.begin && offset < m_known.end)
        return m_known.ms;
    const auto now = std::chrono::steady_clock::now();
    if ((!m_file.isValid() || isReplaced(m_file.get())) && now >= m_nextTry) {
        UniqueFd file(::open(pathBeside(m_spoolPath).c_str(), O_RDONLY | O_CLOEXEC));
        m_nextTry = now + (file.isValid() ? std::chrono::seconds(0) : tryAgain);
        if (file.isValid()) {
            m_file = std::move(file);
            m_known = {};
        }
    }
    if (!m_file.isValid())
        return {};
    const std::int64_t count = marksIn(m_file.get());
    if (count == m_known.lastOf && offset >= m_known.begin)
        return m_known.ms;
    const std::int64_t next = firstAbove(m_file.get(), count, offset);
    const std::optional<Mark> found = next > 0 ? markAt(m_file.get(), next - 1) : std::nullopt;
    if (!found)
        return {};
    const std::optional<Mark> behind = next < count ? markAt(m_file.get(), next) : std::nullopt;
    m_known = {found->offset, behind ? behind->offset : found->offset, found->ms, behind ? -1 : count};
    return found->ms;
}

} // namespace engine::logcore
