// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/tree/packrequests.h"

#include <archive_entry.h>

#include <algorithm>

namespace engine {

namespace {

constexpr size_t mostBatches = 3;
// tar reports no end of a batch, and writes blocks of 10 KiB. So a device that exists everywhere is requested behind
// each batch, as often as fills a block: when tar packs it, all files of the batch have been sent, or are missed.
constexpr int marksABatch = 20;
constexpr QByteArrayView markPath("/dev/null");
constexpr qsizetype mostMissed = 1000;

} // namespace

void PackRequests::next(std::vector<TreeEntry> &others)
{
    const auto batch = m_queue.pop();
    m_isComplete = !batch;
    if (!batch)
        return;
    m_names.clear();
    for (const TreeEntry &entry : *batch) {
        if (entry.kind == EntryKind::File && entry.size > 0) {
            m_names += "./" + entry.path + '\0';
            m_open.push_back(entry);
        } else {
            others.push_back(entry);
        }
    }
    if (m_names.isEmpty())
        return;
    ++m_batches;
    TreeEntry mark;
    mark.path = markPath.toByteArray();
    mark.kind = EntryKind::Other;
    for (int i = 0; i < marksABatch; ++i) {
        m_names += mark.path + '\0';
        m_open.push_back(mark);
    }
}

bool PackRequests::isFull() const
{
    return m_batches >= mostBatches;
}

std::optional<TreeEntry> PackRequests::take(archive_entry *entry)
{
    const QByteArray name = archive_entry_pathname(entry);
    const auto type = archive_entry_filetype(entry);
    const auto isIt = [&](const TreeEntry &request) {
        return request.kind == EntryKind::File ? type == AE_IFREG && name == "./" + request.path
                                               : type == AE_IFCHR && name == request.path;
    };
    const auto found = archive_entry_hardlink(entry) ? m_open.end() : std::find_if(m_open.begin(), m_open.end(), isIt);
    if (found == m_open.end())
        return std::nullopt;
    std::for_each(m_open.begin(), found, [this](const TreeEntry &missed) { miss(missed); });
    m_open.erase(m_open.begin(), found);
    TreeEntry request = std::move(m_open.front());
    m_open.pop_front();
    const bool isLastMark = request.kind != EntryKind::File && (isEmpty() || m_open.front().kind == EntryKind::File);
    m_batches -= isLastMark;
    return request;
}

void PackRequests::missRest()
{
    for (const TreeEntry &entry : std::exchange(m_open, {}))
        miss(entry);
}

void PackRequests::miss(const TreeEntry &entry)
{
    if (entry.kind == EntryKind::File && m_missed.size() < mostMissed)
        m_missed.insert(entry.path);
}

} // namespace engine
