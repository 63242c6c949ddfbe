// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/part/partqueue.h"

#include "engine/base/bytes.h"
#include "engine/storage/transfer/wire/hereerror.h"

#include <algorithm>

namespace engine {

namespace {

qint64 bytesIn(const TreeEntry &file, qint64 first, qint64 count)
{
    return qMin((first + count) * mebi, file.size) - first * mebi;
}

} // namespace

qint64 PartQueue::Part::bytes() const
{
    return count == 0 ? 0 : bytesIn(file->entry, first, count);
}

bool PartQueue::add(const TreeEntry &file)
{
    const std::lock_guard lock(m_mutex);
    if (m_isClosed || (m_sealsEach && m_files.size() >= mostFiles))
        return false;
    m_files.push_back(FilePtr(new File{file}));
    m_changed.notify_all();
    return true;
}

bool PartQueue::isEmpty() const
{
    const std::lock_guard lock(m_mutex);
    return m_files.empty();
}

void PartQueue::finish()
{
    const std::lock_guard lock(m_mutex);
    m_isFinished = true;
    m_changed.notify_all();
}

void PartQueue::close()
{
    const std::lock_guard lock(m_mutex);
    m_isClosed = true;
    m_changed.notify_all();
}

void PartQueue::pause(std::chrono::seconds time)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, time, [this] { return m_isClosed; });
}

std::optional<PartQueue::Part> PartQueue::take(const FilePtr &current, qint64 mostMiB, Waits waits)
{
    std::unique_lock lock(m_mutex);
    std::optional<Part> part;
    while (!m_isClosed && !(part = find(current, mostMiB)) && waits == Waits::Yes && !m_isFinished)
        m_changed.wait(lock);
    return part;
}

std::optional<PartQueue::Part> PartQueue::find(const FilePtr &current, qint64 mostMiB)
{
    std::optional<Part> part;
    if (current && !current->isForgotten)
        part = partOf(current, mostMiB);
    while (!part && m_taken < qsizetype(m_files.size()))
        part = partOf(m_files.at(size_t(m_taken++)), mostMiB);
    for (auto file = m_files.cbegin(); !part && file != m_files.cend(); ++file)
        part = partOf(*file, mostMiB);
    return part;
}

std::optional<PartQueue::Part> PartQueue::partOf(const FilePtr &file, qint64 mostMiB)
{
    constexpr qint64 fewestParts = 16; // of a file, so that all sessions end together
    if (!file->returned.empty()) {
        const auto [first, count] = file->returned.back();
        file->returned.pop_back();
        ++file->open;
        return Part{file, first, count};
    }
    const TreeEntry &entry = file->entry;
    const qint64 end = mebibytesOf(entry.size);
    const qint64 most = qMin(mostMiB, qBound(m_sizes.least, end / fewestParts, m_sizes.most));
    while (file->next < end) {
        const qint64 noted = m_context.journal.run(entry, file->next);
        if (noted > 0) {
            const qint64 bytes = bytesIn(entry, file->next, noted);
            file->spared += bytes;
            m_context.counters.spare(bytes);
            file->next += noted;
            continue;
        }
        if (file->data.empty() && m_context.keepsHoles && m_asksForHoles && m_asksForHoles(entry))
            return Part{file, 0, 0};
        const auto run = std::partition_point(file->data.cbegin(), file->data.cend(),
                                              [&file](const DataRun &data) { return data.end <= file->next; });
        if (run != file->data.cend() && run->first > file->next) {
            m_context.journal.add(entry, file->next, run->first - file->next);
            continue;
        }
        const qint64 dataEnd = run == file->data.cend() ? end : run->end;
        const qint64 open = noted < -most ? most : -noted;
        const qint64 count = std::min({dataEnd - file->next, most, open});
        ++file->open;
        return Part{file, std::exchange(file->next, file->next + count), count};
    }
    if (!m_sealsEach || file->open > 0 || std::exchange(file->isSealing, true))
        return std::nullopt;
    return Part{file, end, 0};
}

void PartQueue::setData(const FilePtr &file, std::vector<DataRun> data)
{
    const std::lock_guard lock(m_mutex);
    if (file->data.empty()) // another session may have set it first
        file->data = std::move(data);
}

std::optional<PartQueue::Part> PartQueue::done(const Part &part)
{
    const std::lock_guard lock(m_mutex);
    File &file = *part.file;
    m_context.journal.add(file.entry, part.first, part.count);
    file.counted += part.bytes();
    m_context.counters.bytesDone += part.bytes();
    const qint64 end = mebibytesOf(file.entry.size);
    if (--file.open > 0 || file.next < end || !file.returned.empty() || std::exchange(file.isSealing, true))
        return std::nullopt;
    return Part{part.file, end, 0};
}

void PartQueue::giveBack(const Part &part)
{
    const std::lock_guard lock(m_mutex);
    if (part.count == 0) {
        part.file->isSealing = false;
    } else {
        part.file->returned.emplace_back(part.first, part.count);
        --part.file->open;
    }
    m_changed.notify_all();
}

void PartQueue::forget(const FilePtr &file)
{
    const std::lock_guard lock(m_mutex);
    file->isForgotten = file->isSealing = true; // parts that still arrive do not make it whole
    if (const auto found = std::find(m_files.begin(), m_files.end(), file); found != m_files.end()) {
        m_taken -= found - m_files.begin() < m_taken ? 1 : 0;
        m_files.erase(found);
    } // else another lane has forgotten it already
    m_changed.notify_all();
}

std::vector<TreeEntry> PartQueue::takeLeft()
{
    const std::lock_guard lock(m_mutex);
    std::vector<TreeEntry> left;
    m_taken = 0;
    for (const FilePtr &file : std::exchange(m_files, {})) {
        m_context.counters.bytesDone -= file->counted + file->spared;
        m_context.counters.bytesSpared -= file->spared;
        left.push_back(file->entry);
    }
    return left;
}

Result<void> PartQueue::seal(StageWriter &writer)
{
    std::vector<TreeEntry> whole;
    m_taken = 0;
    for (const FilePtr &file : std::exchange(m_files, {})) {
        const TreeEntry &entry = file->entry;
        if (entry.size > 0 && m_context.journal.run(entry, 0) < mebibytesOf(entry.size))
            continue; // a part is not noted
        whole.push_back(entry);
        whole.back().path = m_context.targetPath(entry.path);
    }
    const int number = writer.sealParts(whole, [this](const TreeEntry &there, int trouble) {
        if (trouble != 0)
            m_context.reasons.note(there.path, wordsOf(trouble));
        else
            ++m_context.counters.filesDone;
    });
    return number == 0 ? Result<void>() : Result<void>(writer.trouble());
}

Result<void> PartLane::run()
{
    while (const auto part = m_parts.take(m_current)) {
        if (m_current != part->file) {
            if (const auto ended = m_current ? end() : Result<void>(); !ended)
                return ended;
            m_current = part->file;
            m_entry = m_current->entry;
            m_isBad = false;
            if (const auto begun = begin(); !begun)
                return begun;
        }
        if (const auto brought = m_isBad ? Result<void>() : bring(*part); !brought)
            return brought;
    }
    return m_current ? end() : Result<void>();
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
    m_parts.forget(m_current);
    m_context.reasons.note(there(), words);
    return {};
}

} // namespace engine
