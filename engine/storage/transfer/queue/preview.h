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

/// Counts what a transfer would bring and compares it with what is there, without changing anything: both sides are
/// listed, once, in threads of its own, the source as the transfer lists it. It costs 24 bytes for each entry that is
/// there already. Thread: any, one at a time.
class Preview final
{
    Q_DISABLE_COPY_MOVE(Preview)

public:
    /// The ways to the machines; none: that side is this computer. \a prepare, if any, is called in another thread once
    /// it is known that there is much: a transfer of it will want several sessions.
    Preview(TransferPlan plan, OpenBulk source, OpenBulk target, std::function<void()> prepare = {});
    ~Preview(); ///< ends it, and waits until it has

    void abort(); ///< it is done soon

    [[nodiscard]] TransferPreview state() const; ///< without space and speed
    [[nodiscard]] QFuture<bool> end() const { return m_end.future(); } ///< true, once all is known that can be
    [[nodiscard]] bool isDone() const { return end().isFinished(); }
    /// Once it is done: what the sources hold, for TransferRun::useList(). null unless all of it could be listed, and is
    /// to be sent: what is there already by the list may have been edited in its place by then.
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
    bool m_isSourceHere; // and the target is not, which takes the machine's way
    bool m_isTargetHere;
    std::function<void()> m_prepare; // empty once it was called
    RunSessions m_sources, m_target;
    RunContext m_context; // of the source; its state, too, is for who compares
    std::unique_ptr<SourceList> m_list;
    std::atomic<bool> m_isEnding = false;
    QPromise<bool> m_end;
    mutable QMutex m_mutex; // of what follows
    TransferPreview m_state;
    std::thread m_thread;
};

} // namespace engine
