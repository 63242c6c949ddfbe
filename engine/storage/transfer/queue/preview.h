// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/transferpreview.h"
#include "engine/storage/transfer/wire/runsessions.h"
#include "engine/storage/transfer/wire/targetstate.h"

#include <QPromise>

#include <thread>

namespace engine {

/// Counts what a transfer would bring and compares it with what is there, without changing anything: both sides are
/// listed in threads of its own, and it costs 24 bytes for each entry that is there already. Thread: any, one at a
/// time.
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

private:
    using Take = std::function<void(const TreeEntry &)>;

    void count();
    void compare();
    [[nodiscard]] Result<void> listSources(RunSessions &sessions, const Take &take, bool tellsTrouble);
    [[nodiscard]] Result<void> listTarget(const QByteArrayList &names, const Take &take);
    void countEntry(const TreeEntry &entry);
    void compareEntry(const TreeEntry &entry, QList<TreeEntry> &differing);
    void nameDiffering(const QList<TreeEntry> &differing);
    void fail(const Error &error);

    TransferPlan m_plan;
    bool m_isSourceHere;
    bool m_isTargetHere;
    std::function<void()> m_prepare; // empty once it was called
    RunSessions m_counting, m_comparing, m_target;
    TransferCounters m_counters; // of m_there; what it counts is not looked at
    FailedFiles m_failed;
    NamedFiles m_noted;
    TargetState m_there{ConflictRule::Skip, m_counters, m_failed, m_noted};
    std::atomic<bool> m_isEnding = false;
    QPromise<bool> m_end;
    mutable QMutex m_mutex; // of what follows
    TransferPreview m_state;
    std::thread m_thread;
};

} // namespace engine
