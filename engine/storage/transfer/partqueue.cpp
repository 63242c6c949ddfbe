// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/partqueue.h"

#include "engine/base/bytes.h"
#include "engine/storage/transfer/hereerror.h"

#include <algorithm>

namespace engine {

namespace {

qint64 partsOf(const TreeEntry &file)
{
    return (file.size + mebi - 1) / mebi;
}

} // namespace

std::optional<PartQueue::Part> PartQueue::take()
{
    const std::lock_guard lock(m_mutex);
    for (; m_current < m_files.size(); ++m_current) {
        File &file = m_files[m_current];
        const qint64 end = partsOf(file.entry);
        while (file.next < end && !file.isBad) {
            const qint64 noted = m_journal.run(file.entry, file.next);
            if (noted > 0) {
                m_counters.spare(qMin(noted * mebi, file.entry.size - file.next * mebi));
                file.next += noted;
                continue;
            }
            const qint64 open = noted < -partMiB ? partMiB : -noted;
            const qint64 count = std::min({end - file.next, partMiB, open});
            return Part{m_current, std::exchange(file.next, file.next + count), count};
        }
    }
    return std::nullopt;
}

void PartQueue::spoil(size_t index)
{
    const std::lock_guard lock(m_mutex);
    m_files[index].isBad = true;
}

bool PartQueue::isWhole(const File &file) const
{
    return !file.isBad && (file.entry.size == 0 || m_journal.run(file.entry, 0) >= partsOf(file.entry));
}

Result<void> PartQueue::seal(StageWriter &writer, RunContext &context)
{
    m_current = 0;
    std::vector<TreeEntry> whole;
    for (File &file : std::exchange(m_files, {})) {
        if (!isWhole(file))
            continue;
        file.entry.path = context.nameThere(file.entry.path);
        whole.push_back(std::move(file.entry));
    }
    const int number = writer.sealParts(whole, [&context](const TreeEntry &there, int trouble) {
        if (trouble != 0)
            context.reasons.note(there.path, wordsOf(trouble));
        else
            ++context.counters.filesDone;
    });
    return number == 0 ? Result<void>() : Result<void>(writer.trouble());
}

} // namespace engine
