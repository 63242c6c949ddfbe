// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/part/dataruns.h"

#include "engine/base/bytes.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cerrno>
#include <unistd.h>

namespace engine {

namespace {

constexpr qsizetype longestHead = 2 * mebi; // bd_holes writes half of it at most
constexpr size_t mostDataRuns = 100'000;

void add(std::vector<DataRun> &runs, qint64 first, qint64 end)
{
    if (!runs.empty() && first <= runs.back().end)
        runs.back().end = std::max(runs.back().end, end);
    else
        runs.push_back({first, end});
}

// Data ranges of the first entry of a sparse archive; none: all of the file.
std::vector<DataRun> runsIn(const QByteArray &head, qint64 size)
{
    const std::unique_ptr<archive, int (*)(archive *)> reader(archive_read_new(), archive_read_free);
    archive_read_support_format_tar(reader.get());
    archive_entry *entry = nullptr;
    if (archive_read_open_memory(reader.get(), head.constData(), size_t(head.size())) != ARCHIVE_OK
        || archive_read_next_header(reader.get(), &entry) != ARCHIVE_OK || archive_entry_filetype(entry) != AE_IFREG
        || archive_entry_hardlink(entry) || archive_entry_size(entry) != size || archive_entry_sparse_reset(entry) == 0)
        return {};
    std::vector<DataRun> runs;
    la_int64_t offset = 0;
    la_int64_t length = 0;
    la_int64_t before = 0;
    while (archive_entry_sparse_next(entry, &offset, &length) == ARCHIVE_OK) {
        if (offset < before || length < 0 || length > size - offset || runs.size() == mostDataRuns)
            return {};
        before = offset + length;
        if (length > 0)
            add(runs, offset / mebi, mebibytesOf(before));
    }
    const qint64 end = mebibytesOf(size);
    add(runs, end - 1, end);
    return runs;
}

} // namespace

Result<std::vector<DataRun>> dataRuns(BulkSession &session, const QByteArray &folder, const TreeEntry &file)
{
    auto command = session.start(transferCall("bd_holes", {folder, file.path}));
    if (!command)
        return command.error();
    if (const auto closed = (*command)->closeInput(); !closed)
        return closed.error();
    QByteArray head;
    for (bool isAtEnd = false; !isAtEnd && head.size() < longestHead;) {
        const Result<QByteArray> some = (*command)->read(longestHead);
        if (!some)
            return some.error();
        isAtEnd = some->isEmpty();
        head += *some;
    }
    std::vector<DataRun> runs = runsIn(head, file.size);
    if (runs.empty())
        runs.push_back({0, mebibytesOf(file.size)});
    return runs;
}

std::vector<DataRun> dataRuns(int file, qint64 size)
{
    const qint64 end = mebibytesOf(size);
    std::vector<DataRun> runs;
    for (off_t at = 0; at < size;) {
        const off_t data = ::lseek(file, at, SEEK_DATA);
        if (data >= size || (data < 0 && errno == ENXIO))
            break;
        const off_t hole = data < 0 ? data : ::lseek(file, data, SEEK_HOLE);
        const bool isTold = hole >= 0 && runs.size() < mostDataRuns;
        add(runs, (data < 0 ? at : data) / mebi, isTold ? std::min(mebibytesOf(hole), end) : end);
        at = isTold ? hole : size;
    }
    add(runs, end - 1, end);
    return runs;
}

} // namespace engine
