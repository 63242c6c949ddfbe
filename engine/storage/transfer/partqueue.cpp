// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/partqueue.h"

#include "engine/base/bytes.h"
#include "engine/storage/transfer/hereerror.h"

#include <algorithm>

namespace engine {

std::optional<PartQueue::Part> PartQueue::take()
{
    const std::lock_guard lock(m_mutex);
    for (; m_current < m_files.size(); ++m_current) {
        if (const auto part = takeOf(m_current))
            return part;
    }
    return std::nullopt;
}

std::optional<PartQueue::Part> PartQueue::takeOf(size_t index)
{
    constexpr qint64 fewestParts = 16; // of a file, so that all sessions end together
    File &file = m_files[index];
    const qint64 end = mebibytesOf(file.entry.size);
    const qint64 most = qBound(m_sizes.least, end / fewestParts, m_sizes.most);
    while (file.next < end && !file.isBad) {
        const qint64 noted = m_context.journal.run(file.entry, file.next);
        if (noted > 0) {
            m_context.counters.spare(qMin(noted * mebi, file.entry.size - file.next * mebi));
            file.next += noted;
            continue;
        }
        if (file.data.empty() && m_asksForHoles && m_asksForHoles(file.entry))
            return Part{index, 0, 0};
        const auto run = std::partition_point(file.data.cbegin(), file.data.cend(),
                                              [&file](const DataRun &data) { return data.end <= file.next; });
        if (run != file.data.cend() && run->first > file.next) {
            m_context.journal.add(file.entry, file.next, run->first - file.next);
            continue;
        }
        const qint64 dataEnd = run == file.data.cend() ? end : run->end;
        const qint64 open = noted < -most ? most : -noted;
        const qint64 count = std::min({dataEnd - file.next, most, open});
        return Part{index, std::exchange(file.next, file.next + count), count};
    }
    return std::nullopt;
}

void PartQueue::setData(size_t index, std::vector<DataRun> data)
{
    const std::lock_guard lock(m_mutex);
    if (m_files[index].data.empty()) // another session may have been first
        m_files[index].data = std::move(data);
}

void PartQueue::spoil(size_t index)
{
    const std::lock_guard lock(m_mutex);
    m_files[index].isBad = true;
}

bool PartQueue::isWhole(const File &file) const
{
    return !file.isBad
        && (file.entry.size == 0 || m_context.journal.run(file.entry, 0) >= mebibytesOf(file.entry.size));
}

Result<void> PartQueue::seal(StageWriter &writer)
{
    m_current = 0;
    std::vector<TreeEntry> whole;
    for (File &file : std::exchange(m_files, {})) {
        if (!isWhole(file))
            continue;
        file.entry.path = m_context.nameThere(file.entry.path);
        whole.push_back(std::move(file.entry));
    }
    const int number = writer.sealParts(whole, [this](const TreeEntry &there, int trouble) {
        if (trouble != 0)
            m_context.reasons.note(there.path, wordsOf(trouble));
        else
            ++m_context.counters.filesDone;
    });
    return number == 0 ? Result<void>() : Result<void>(writer.trouble());
}

void PartLane::turnTo(size_t index)
{
    m_index = index;
    m_entry = m_parts.file(index);
    m_isBad = false;
}

Result<void> PartLane::beginParts()
{
    const int number = m_writer.beginParts(m_entry, there());
    m_isOpen = number == 0;
    return told(number);
}

Result<void> PartLane::endParts()
{
    return std::exchange(m_isOpen, false) ? told(m_writer.endParts()) : Result<void>();
}

Result<void> PartLane::told(int number)
{
    if (number == StageWriter::broken)
        return m_writer.trouble();
    return number == 0 ? Result<void>() : spoil(wordsOf(number));
}

Result<void> PartLane::spoil(const QString &words)
{
    m_isBad = true;
    m_parts.spoil(*m_index);
    m_context.reasons.note(there(), words);
    return {};
}

} // namespace engine
