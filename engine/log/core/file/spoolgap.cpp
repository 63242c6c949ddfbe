// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/file/spoolgap.h"

#include "engine/base/uniquefd.h"
#include "engine/log/core/file/spoolparts.h"

#include <algorithm>
#include <cerrno>
#include <optional>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace engine::logcore {

namespace {

constexpr std::int64_t pageSize = 4096; // minimum; with larger pages less is freed at both ends
constexpr std::int64_t longestSearch = 1024 * 1024; // when searching the end of a line
constexpr std::int64_t smallestGap = 64 * 1024;

/// The first start of a line at or after \a from; \a from itself when none is near.
std::int64_t lineBeginFrom(int descriptor, std::int64_t from)
{
    std::string bytes(longestSearch, '\0');
    const ssize_t count = ::pread(descriptor, bytes.data(), bytes.size(), from - 1);
    const std::size_t newline = std::string_view(bytes.data(), std::size_t(std::max<ssize_t>(count, 0))).find('\n');
    return newline == std::string_view::npos ? from : from + std::int64_t(newline);
}

bool write(int descriptor, std::string_view bytes, std::int64_t at)
{
    return ::pwrite(descriptor, bytes.data(), bytes.size(), at) == ssize_t(bytes.size());
}

/// The notice as logGap() would report the gap. A later rotation does not change it.
std::string noticeOf(const SpoolParts &parts, std::string_view machine)
{
    const SpoolParts::Gap gap = parts.gap().value_or(SpoolParts::Gap());
    const std::string source = parts.sourceOfGap();
    std::string where = source.empty()
        ? "The file on " + std::string(machine) + " that had them is not known any more"
        : "They were left on " + std::string(machine) + ':' + source + ", unless that was rotated since";
    const auto endsLine = [](char c) { return c == '\n' || c == '\r'; };
    std::replace_if(where.begin(), where.end(), endsLine, ' ');
    return "\r[Batchdeck: " + std::to_string(gap.end - gap.begin) + " bytes are not kept on this computer, from byte "
        + std::to_string(gap.begin) + " to byte " + std::to_string(gap.end) + ". " + where + "]\n";
}

std::string bytesAt(int descriptor, std::int64_t at, std::size_t length)
{
    std::string bytes(length, '\0');
    const ssize_t count = ::pread(descriptor, bytes.data(), length, at);
    bytes.resize(std::size_t(std::max<ssize_t>(count, 0)));
    return bytes;
}

/// Replacement of a gap: blanks followed by the notice; whole pages of blanks are holes.
struct Blank
{
    std::string begin;
    std::int64_t holeBegin = 0;
    std::int64_t holeEnd = 0;
    std::string end;
};

Blank blankOf(int descriptor, const SpoolParts::Gap &gap, const std::string &notice)
{
    const std::int64_t noticeAt = gap.end - std::int64_t(notice.size());
    Blank blank;
    blank.holeBegin = (gap.begin + pageSize - 1) / pageSize * pageSize;
    blank.holeEnd = noticeAt / pageSize * pageSize;
    blank.begin = std::string(std::size_t(blank.holeBegin - gap.begin), '\r');
    if (!blank.begin.empty() && gap.begin > 0 && bytesAt(descriptor, gap.begin - 1, 1) != "\n")
        blank.begin[0] = '\n';
    blank.end = std::string(std::size_t(noticeAt - blank.holeEnd), '\r') + notice;
    return blank;
}

bool isCleared(int descriptor, const SpoolParts::Gap &gap, const Blank &blank)
{
    const std::int64_t data = ::lseek(descriptor, blank.holeBegin, SEEK_DATA);
    return data >= blank.holeEnd && bytesAt(descriptor, gap.begin, blank.begin.size()) == blank.begin
        && bytesAt(descriptor, blank.holeEnd, blank.end.size()) == blank.end;
}

/// Clears the recorded gap; false when it was cleared before, or cannot be. The order of steps ensures that a partly
/// cleared line ends with the notice.
bool clearNoted(int descriptor, const SpoolParts &parts, std::string_view machine)
{
    const SpoolParts::Gap gap = parts.gap().value_or(SpoolParts::Gap());
    const Blank blank = blankOf(descriptor, gap, noticeOf(parts, machine));
    return !isCleared(descriptor, gap, blank) && write(descriptor, blank.end, blank.holeEnd)
        && ::fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, blank.holeBegin,
                       blank.holeEnd - blank.holeBegin)
        == 0
        && write(descriptor, blank.begin, gap.begin);
}

/// The gap enlarged by about \a bytes, keeping \a kept bytes at both ends; unchanged when too little would be freed.
std::optional<SpoolParts::Gap> widened(int descriptor, const std::optional<SpoolParts::Gap> &before, std::int64_t size,
                                       std::int64_t kept, std::int64_t bytes)
{
    SpoolParts::Gap gap;
    gap.begin = lineBeginFrom(descriptor, std::max<std::int64_t>(kept, 1));
    if (before)
        gap.begin = std::min(gap.begin, before->begin);
    // Bytes are added at the start of the existing gap.
    const std::int64_t first = before ? before->begin - gap.begin : 0;
    const std::int64_t from = before ? before->end : gap.begin;
    gap.end = std::max(from, std::min(from + bytes - first, size - kept));
    const std::int64_t lineBegin = gap.end > from ? lineBeginFrom(descriptor, gap.end) : gap.end;
    if (lineBegin <= size - kept / 2) // otherwise a long line would remove the last part, too
        gap.end = lineBegin;
    return first + gap.end - from < smallestGap ? before : gap;
}

/// False when the file was truncated, or somebody else wrote the record of the gap.
bool isGapOf(const SpoolParts::Gap &gap, std::int64_t size)
{
    return gap.begin >= 0 && gap.end <= size && gap.end - gap.begin >= smallestGap;
}

/// Works on a full disk, where a new file cannot be written: clearing frees space.
bool noteGap(const SpoolParts &parts, const std::string &spoolPath)
{
    const std::error_code error = parts.save(spoolPath);
    const bool isFull = error.value() == ENOSPC || error.value() == EDQUOT;
    return !error || (isFull && !parts.appendGap(spoolPath));
}

/// Whether the file system supports holes. Tested far beyond the end, where nothing can be lost even if the file grows
/// meanwhile.
bool canClear(int descriptor, std::int64_t size)
{
    constexpr std::int64_t far = std::int64_t(1) << 40;
    const std::int64_t behind = size / pageSize * pageSize + far;
    return ::fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, behind, pageSize) == 0;
}

} // namespace

std::int64_t bytesOnDisk(const std::string &path)
{
    struct stat status = {};
    constexpr std::int64_t unit = 512; // of st_blocks on every file system
    return ::stat(path.c_str(), &status) == 0 ? std::int64_t(status.st_blocks) * unit : 0;
}

std::int64_t removeMiddle(const std::string &spoolPath, std::string_view machine, std::int64_t bytes)
{
    const UniqueFd file(::open(spoolPath.c_str(), O_RDWR | O_CLOEXEC));
    struct stat status = {};
    if (!file.isValid() || ::fstat(file.get(), &status) != 0)
        return 0;
    const std::int64_t here = bytesOnDisk(spoolPath);
    const std::int64_t kept = std::min(here, std::int64_t(status.st_size)) / 4;
    SpoolParts parts;
    if (SpoolParts::read(spoolPath, parts)) // an unreadable file of parts must not be overwritten by save()
        return 0;
    if ((2 * kept < smallestGap && !parts.gap())
        || !canClear(file.get(), status.st_size)) // quick exit, as most files are small
        return 0;
    const std::optional<SpoolParts::Gap> gap = widened(file.get(), parts.gap(), status.st_size, kept, bytes);
    if (!gap || !isGapOf(*gap, status.st_size))
        return 0;
    const bool isWider = gap != parts.gap();
    parts.setGap(*gap);
    // The gap is recorded before it is cleared: if the process is killed in between, the next call clears it, even if
    // no more bytes are to be removed.
    const bool isKnown = !isWider || noteGap(parts, spoolPath);
    if (!isKnown || !clearNoted(file.get(), parts, machine))
        return 0;
    return std::max<std::int64_t>(0, here - bytesOnDisk(spoolPath));
}

void completeRemoval(const std::string &spoolPath, std::string_view machine)
{
    const SpoolParts parts = SpoolParts::of(spoolPath);
    if (!parts.gap())
        return;
    const UniqueFd file(::open(spoolPath.c_str(), O_RDWR | O_CLOEXEC));
    struct stat status = {};
    if (!file.isValid() || ::fstat(file.get(), &status) != 0 || !isGapOf(*parts.gap(), status.st_size))
        return;
    const std::int64_t hole = ::lseek(file.get(), parts.gap()->begin, SEEK_HOLE);
    if (hole >= 0 && hole < parts.gap()->end) // otherwise all bytes are there, perhaps from a repeated copy
        (void)clearNoted(file.get(), parts, machine);
}

bool hasHoles(const std::string &spoolPath)
{
    const UniqueFd file(::open(spoolPath.c_str(), O_RDWR | O_CLOEXEC));
    struct stat status = {};
    return !file.isValid() || ::fstat(file.get(), &status) != 0 || canClear(file.get(), status.st_size);
}

} // namespace engine::logcore
