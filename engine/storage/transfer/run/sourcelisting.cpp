// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/run/sourcelisting.h"

#include "engine/api/paths.h"
#include "engine/storage/transfer/places/here/stagefolder.h"

namespace engine {

Error targetInSource(const TransferPlan &plan)
{
    const QString target = pathFromBytes(plan.target);
    return {ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "%1 is in what shall be brought there."), {shownPath(target)}},
            target};
}

Result<void> SourceListing::checkEarlier(Source &source)
{
    if (!m_earlier)
        return {};
    m_context.counters.isQuiet = true;
    const auto isCurrent = source.isCurrent(*m_earlier);
    m_context.counters.isQuiet = false;
    if (!isCurrent)
        return isCurrent.error();
    m_usesEarlier = *isCurrent;
    return {};
}

void SourceListing::begin(Source &source, bool isTrusted)
{
    m_source = &source;
    m_isTrusted = isTrusted;
    m_list = m_usesEarlier ? std::move(m_earlier) : std::make_unique<SourceList>(m_context.plan);
    m_thread = std::jthread([this] { m_result = fill(); });
}

// With a long round trip a login takes long, and much data needs several sessions: the logins begin while the list is
// still made.
Result<void> SourceListing::fill()
{
    TransferCounters &counters = m_context.counters;
    bool isPrepared = !m_source->isHere() || !isHighLatency(m_roundTrip); // sessions would idle while a machine lists
    bool holdsTarget = false;
    const auto take = [&](const TreeEntry &entry) {
        const bool isFolder = entry.kind == EntryKind::Folder;
        ++m_entries;
        counters.filesTotal += !isFolder;
        counters.bytesTotal += entry.size;
        if (!isPrepared && isMuch(counters.filesTotal, counters.bytesTotal)) {
            m_targets.prepare(lanesFor(m_roundTrip).sessions);
            isPrepared = true;
        }
        if (isFolder)
            m_context.state.folders.add(entry);
        else if (entry.kind != EntryKind::Other && !m_isTrusted)
            (entry.kind == EntryKind::Link ? m_links : m_files).add(entry);
        holdsTarget = holdsTarget || (!m_source->isHere() && lastPart(entry.path) == m_context.plan.stage);
        return !m_sources.isAborted();
    };
    const auto listed = m_usesEarlier ? m_list->each(take) : m_source->list(*m_list, take);
    m_context.state.folders.seal();
    m_files.seal();
    m_links.seal();
    counters.isCounted = bool(listed);
    return listed && holdsTarget ? Result<void>(targetInSource(m_context.plan)) : listed;
}

Result<void> SourceListing::end()
{
    if (m_thread.joinable())
        m_thread.join();
    return m_result;
}

// A path below a link, or a path that is listed as two kinds, could lead out of the staging folder.
bool SourceListing::isSound(const TreeEntry &entry) const
{
    if (m_isTrusted)
        return true;
    const QByteArray above = beforeLastPart(entry.path);
    return (above.isEmpty() || m_context.state.folders.containsPath(above))
        && (entry.kind == EntryKind::File || !m_files.containsPath(entry.path))
        && (entry.kind == EntryKind::Link || !m_links.containsPath(entry.path));
}

} // namespace engine
