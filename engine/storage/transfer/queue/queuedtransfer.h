// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"
#include "engine/base/backoff.h"
#include "engine/storage/transfer/places/sourcelist.h"
#include "engine/storage/transfer/queue/transferspeed.h"

#include <thread>

namespace engine {

[[nodiscard]] qint64 epochMs(); ///< now, in milliseconds since 1970

/// The plan of a request, without a staging folder and a journal.
[[nodiscard]] TransferPlan planOf(const TransferRequest &request);
[[nodiscard]] TransferPlan planOf(const TransferSnapshot &transfer, const QString &journal);

/// A transfer of the queue, and its run while there is one. Thread: the queue's.
class QueuedTransfer final
{
    Q_DISABLE_COPY_MOVE(QueuedTransfer)

public:
    explicit QueuedTransfer(TransferSnapshot state);
    ~QueuedTransfer() { end(); }

    [[nodiscard]] const TransferSnapshot &shown() const { return m_shown; }
    [[nodiscard]] TransferSnapshot &shown() { return m_shown; }
    [[nodiscard]] bool isRunning() const { return bool(m_run); }
    [[nodiscard]] const TransferSpeed &speed() const { return m_speed; } ///< of this run, or the last

    /// \a done is called in the run's thread.
    void start(std::unique_ptr<RunningTransfer> run, bool isDiscarding, std::function<void(const Result<void> &)> done);
    void giveList(std::unique_ptr<SourceList> list) { m_list = std::move(list); } ///< a preview's, for the next run
    [[nodiscard]] std::unique_ptr<SourceList> takeList() { return std::move(m_list); }
    void abort();
    void setRate(qint64 bytesPerSecond);
    bool look(); ///< copies the run's progress into shown(); true: shown() changed
    void finish(const Result<void> &result); ///< ends the run, and shows its result
    void giveUp(const Error &why); ///< ends the transfer, as no run can be made for it
    void resume(); ///< waits for a run, without the errors of the last one
    void clear() { m_isCleared = true; } ///< the user wants it removed from the list once its staging folder is gone
    [[nodiscard]] bool isToBeForgotten() const
    {
        return m_isCleared && m_shown.state == TransferState::Canceled && m_shown.endedMs > 0
            && m_shown.reason.isEmpty();
    }

private:
    void end();
    void addReplaced();
    void showSpeed();
    void settle(const Result<void> &result, bool wasListedBefore);
    void fail(const Message &reason);
    void discarded(const Result<void> &result);
    void noteStageLeft(const Error &why);

    TransferSnapshot m_shown;
    Backoff m_backoff;
    std::unique_ptr<RunningTransfer> m_run;
    struct Whole
    {
        qint64 files = 0;
        qint64 bytes = 0;
    };
    Whole m_whole; // the part of the files and bytes shown as done that is known to be whole at the target
    std::unique_ptr<SourceList> m_list;
    bool m_isDiscarding = false; // the run removes the staging folder
    bool m_isCleared = false;
    QList<TrashedFile> m_lastReplaced; // as the run reported it last
    QSet<QString> m_trashed; // paths in m_shown.replaced
    std::thread m_thread;
    TransferSpeed m_speed;
    quint64 m_movedBytes = 0; // of the run's sessions when look() was called last
    qint64 m_movedMs = 0; // when they changed last
    bool m_isSilent = false; // the run was aborted since they did not change
};

} // namespace engine
