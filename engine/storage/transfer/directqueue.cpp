// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/directqueue.h"

#include "engine/base/bytes.h"

#include <algorithm>

namespace engine {

namespace {

qint64 bytesIn(const TreeEntry &file, qint64 first, qint64 count)
{
    return qMin((first + count) * mebi, file.size) - first * mebi;
}

} // namespace

qint64 DirectPart::bytes() const
{
    return count == 0 ? 0 : bytesIn(file->entry, first, count);
}

bool DirectQueue::add(TreeEntry &file, const QByteArray &name)
{
    const std::lock_guard lock(m_mutex);
    if (m_isClosed || m_files.size() >= mostFiles)
        return false;
    m_files.push_back(std::shared_ptr<DirectFile>(new DirectFile{std::move(file), name}));
    m_changed.notify_all();
    return true;
}

void DirectQueue::finish()
{
    const std::lock_guard lock(m_mutex);
    m_isFinished = true;
    m_changed.notify_all();
}

void DirectQueue::close()
{
    const std::lock_guard lock(m_mutex);
    m_isClosed = true;
    m_changed.notify_all();
}

void DirectQueue::pause(std::chrono::seconds time)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, time, [this] { return m_isClosed; });
}

std::optional<DirectPart> DirectQueue::take(const DirectFile *current, qint64 mostMiB, Waits waits)
{
    std::unique_lock lock(m_mutex);
    std::optional<DirectPart> part;
    while (!m_isClosed && !(part = find(current, mostMiB)) && waits == Waits::Yes && !m_isFinished)
        m_changed.wait(lock);
    return part;
}

std::optional<DirectPart> DirectQueue::find(const DirectFile *current, qint64 mostMiB)
{
    const auto mine =
        std::find_if(m_files.cbegin(), m_files.cend(), [current](const auto &file) { return file.get() == current; });
    if (mine != m_files.cend()) {
        if (auto part = partOf(*mine, mostMiB))
            return part;
    }
    for (const bool isTaken : {false, true}) {
        for (const auto &file : m_files) {
            if (file->isTaken != isTaken)
                continue;
            if (auto part = partOf(file, mostMiB))
                return part;
        }
    }
    return std::nullopt;
}

std::optional<DirectPart> DirectQueue::partOf(const std::shared_ptr<DirectFile> &file, qint64 mostMiB)
{
    file->isTaken = true;
    if (!file->returned.empty()) {
        const auto [first, count] = file->returned.back();
        file->returned.pop_back();
        ++file->open;
        return DirectPart{file, first, count};
    }
    const qint64 end = mebibytesOf(file->entry.size);
    while (file->next < end) {
        const qint64 noted = m_journal.run(file->entry, file->next);
        if (noted > 0) {
            const qint64 bytes = bytesIn(file->entry, file->next, noted);
            file->spared += bytes;
            m_counters.spare(bytes);
            file->next += noted;
            continue;
        }
        const qint64 open = noted < -mostMiB ? mostMiB : -noted;
        const qint64 count = std::min({end - file->next, mostMiB, open});
        ++file->open;
        return DirectPart{file, std::exchange(file->next, file->next + count), count};
    }
    if (file->open > 0 || std::exchange(file->isSealing, true))
        return std::nullopt;
    return DirectPart{file, end, 0};
}

std::optional<DirectPart> DirectQueue::done(const DirectPart &part)
{
    const std::lock_guard lock(m_mutex);
    m_journal.add(part.file->entry, part.first, part.count);
    part.file->counted += part.bytes();
    m_counters.bytesDone += part.bytes();
    const bool isLast = --part.file->open == 0 && part.file->next >= mebibytesOf(part.file->entry.size)
        && part.file->returned.empty() && !part.file->isSealing;
    if (!isLast)
        return std::nullopt;
    part.file->isSealing = true;
    return DirectPart{part.file, mebibytesOf(part.file->entry.size), 0};
}

void DirectQueue::giveBack(const DirectPart &part)
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

void DirectQueue::forget(const std::shared_ptr<DirectFile> &file)
{
    const std::lock_guard lock(m_mutex);
    file->isSealing = true; // for ever: what is still on its way makes it no whole one
    if (const auto found = std::find(m_files.begin(), m_files.end(), file); found != m_files.end())
        m_files.erase(found); // else another lane found it bad, too
    m_changed.notify_all();
}

std::vector<TreeEntry> DirectQueue::takeLeft()
{
    const std::lock_guard lock(m_mutex);
    std::vector<TreeEntry> left;
    for (const auto &file : std::exchange(m_files, {})) {
        m_counters.bytesDone -= file->counted + file->spared;
        m_counters.bytesSpared -= file->spared;
        left.push_back(file->entry);
    }
    return left;
}

} // namespace engine
