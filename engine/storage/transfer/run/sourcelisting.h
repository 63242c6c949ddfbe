// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/source.h"
#include "engine/storage/transfer/places/sourcelist.h"

#include <thread>

namespace engine {

/// The list of a run's sources, which a thread of its own makes, or takes over from a preview. The thread counts the
/// totals, collects the folders, and lets the logins for further sessions begin where they will be needed. All
/// functions but entries() are for the run's thread.
class SourceListing final
{
    Q_DISABLE_COPY_MOVE(SourceListing)

public:
    /// \a roundTrip: to the target, as far as it is known before a session is open.
    SourceListing(RunContext &context, RunSessions &sources, RunSessions &targets, std::chrono::microseconds roundTrip)
        : m_context(context), m_sources(sources), m_targets(targets), m_roundTrip(roundTrip)
    {
    }

    void setEarlier(std::unique_ptr<SourceList> list) { m_earlier = std::move(list); } ///< a preview's; before begin()
    /// Before begin(): decides whether the earlier list still holds. Errors: the source's.
    [[nodiscard]] Result<void> checkEarlier(Source &source);
    [[nodiscard]] bool usesEarlier() const { return m_usesEarlier; }

    /// Starts the thread. \a isTrusted: no check is needed that the list leads nowhere out of the staging folder.
    void begin(Source &source, bool isTrusted);
    [[nodiscard]] bool isRunning() const { return m_thread.joinable(); }
    /// Waits until the list is whole. Errors: the source's; InvalidArgument: the target is in a source.
    [[nodiscard]] Result<void> end();

    [[nodiscard]] const SourceList &list() const { return *m_list; } ///< after begin()
    /// Calls \a take with each entry, also while the thread runs; no entries before begin().
    [[nodiscard]] Result<void> each(const std::function<bool(TreeEntry &)> &take) const
    {
        return m_list ? m_list->each(take) : Result<void>();
    }
    /// After end(). False: the entry contradicts the rest of the list, and could lead out of the staging folder.
    [[nodiscard]] bool isSound(const TreeEntry &entry) const;
    [[nodiscard]] bool hasLink(const QByteArray &path) const { return m_links.containsPath(path); } ///< if not trusted
    [[nodiscard]] quint64 entries() const { return m_entries; } ///< so far; any thread

private:
    [[nodiscard]] Result<void> fill();

    RunContext &m_context;
    RunSessions &m_sources;
    RunSessions &m_targets;
    std::chrono::microseconds m_roundTrip;
    Source *m_source = nullptr; // from begin() on
    bool m_isTrusted = true;
    std::unique_ptr<SourceList> m_list; // from begin() on
    std::unique_ptr<SourceList> m_earlier; // until begin()
    bool m_usesEarlier = false;
    FactSet m_files, m_links; // of a list that is not trusted
    std::atomic<quint64> m_entries = 0;
    Result<void> m_result; // of the thread
    std::jthread m_thread; // last: it uses the other members
};

/// InvalidArgument: the target is in one of the sources.
[[nodiscard]] Error targetInSource(const TransferPlan &plan);

} // namespace engine
