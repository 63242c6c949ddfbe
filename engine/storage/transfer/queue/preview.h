// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transferpreview.h"
#include "engine/storage/transfer/places/sourcelist.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"
#include "engine/storage/transfer/wire/plan/runsessions.h"

#include <QPromise>

#include <thread>

namespace engine {

/// Counts what a transfer would bring, and compares it with the target, without changing anything. Threads of its own
/// list both sides, once, as the transfer would. Needs 24 bytes for each entry that exists at the target. Thread: any,
/// one at a time.
class Preview final
{
    Q_DISABLE_COPY_MOVE(Preview)

public:
    /// \a source and \a target open sessions to the machines or accounts; empty: this computer. \a prepare, if any, is
    /// called in another thread once so much is counted that the transfer will need several sessions.
    Preview(TransferPlan plan, OpenBulk source, OpenBulk target, std::function<void()> prepare = {});
    ~Preview(); ///< aborts, and waits for the threads

    void abort(); ///< isDone() is soon true

    [[nodiscard]] TransferPreview state() const; ///< without space and speed
    [[nodiscard]] QFuture<bool> end() const { return m_end.future(); } ///< finishes with true
    [[nodiscard]] bool isDone() const { return end().isFinished(); }
    /// Once it is done: the list of the sources, for TransferRun::useList(). null: not all of it could be listed, or
    /// some files exist at the target already, which might be edited before the transfer begins.
    [[nodiscard]] std::unique_ptr<SourceList> takeList();

private:
    using Take = std::function<void(const TreeEntry &)>;

    void count();
    void compare(std::jthread &counter);
    [[nodiscard]] Result<void> listSources();
    [[nodiscard]] Result<void> listTarget(const QByteArrayList &names, const Take &take);
    void countEntry(const TreeEntry &entry);
    void compareEntry(const TreeEntry &entry, QList<TreeEntry> &differing);
    void nameDiffering(const QList<TreeEntry> &differing);
    void fail(const Error &error);

    const TransferPlan m_plan;
    bool m_isSourceHere; // and the target is a machine
    bool m_isTargetHere;
    std::function<void()> m_prepare; // empty once it was called
    RunSessions m_sources, m_target;
    RunContext m_context; // for the source; its state is for the comparison
    std::unique_ptr<SourceList> m_list;
    std::atomic<bool> m_isEnding = false;
    QPromise<bool> m_end;
    mutable QMutex m_mutex; // of what follows
    TransferPreview m_state;
    std::thread m_thread;
};

} // namespace engine
