// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"
#include "engine/base/backoff.h"
#include "engine/storage/transfer/places/sourcelist.h"

#include <deque>
#include <thread>

namespace engine {

[[nodiscard]] qint64 epochMs(); ///< now

/// Without a stage and a journal.
[[nodiscard]] TransferPlan planOf(const TransferRequest &request);
[[nodiscard]] TransferPlan planOf(const TransferSnapshot &transfer, const QString &journal);

/// A transfer of the queue, and its run, while there is one. Thread: the queue's.
class QueuedTransfer final
{
    Q_DISABLE_COPY_MOVE(QueuedTransfer)

public:
    explicit QueuedTransfer(TransferSnapshot state);
    ~QueuedTransfer() { end(); }

    [[nodiscard]] const TransferSnapshot &shown() const { return m_shown; }
    [[nodiscard]] TransferSnapshot &shown() { return m_shown; }
    [[nodiscard]] bool isRunning() const { return bool(m_run); }
    /// Bytes a second over all that this run, or the last, has brought so far; 0: too little to tell.
    [[nodiscard]] qint64 meanSpeed() const;

    /// \a done is called in the run's thread.
    void start(std::unique_ptr<RunningTransfer> run, bool isDiscarding, std::function<void(const Result<void> &)> done);
    void giveList(std::unique_ptr<SourceList> list) { m_list = std::move(list); } ///< of a preview, for its next run
    [[nodiscard]] std::unique_ptr<SourceList> takeList() { return std::move(m_list); }
    void abort();
    void setRate(qint64 bytesPerSecond);
    bool look(); ///< takes over how far the run is; whether anything that is shown changed
    void finish(const Result<void> &result); ///< of the run; what has become of it
    void giveUp(const Error &why); ///< it has ended: no run can be made for it
    void resume(); ///< from the beginning of what is left
    void clear() { m_isCleared = true; } ///< nobody wants to see it once what arrived is taken away
    [[nodiscard]] bool isToBeForgotten() const
    {
        return m_isCleared && m_shown.state == TransferState::Canceled && m_shown.endedMs > 0
            && m_shown.reason.isEmpty();
    }

private:
    void end();
    void addReplaced();
    void beginToMeasure(qint64 bytes);
    void measureSpeed();
    void settle(const Result<void> &result, bool wasListedBefore);
    void fail(const Message &reason);
    void discarded(const Result<void> &result);
    void noteLeft(const Error &why);

    TransferSnapshot m_shown;
    Backoff m_backoff;
    std::unique_ptr<RunningTransfer> m_run;
    struct Whole
    {
        qint64 files = 0;
        qint64 bytes = 0;
    };
    Whole m_whole; // known to be so there, of what is shown as done
    std::unique_ptr<SourceList> m_list;
    bool m_isDiscarding = false; // the run takes away what arrived
    bool m_isCleared = false;
    QList<TrashedFile> m_heard; // of the run: what it replaced
    QSet<QString> m_trashed; // what is shown of that, and of earlier runs
    std::thread m_thread;
    struct Sample
    {
        qint64 ms = 0;
        qint64 bytes = 0; // brought
    };
    std::deque<Sample> m_samples; // of the last seconds
    Sample m_firstSample; // before anything is brought, and
    Sample m_lastSample; // when the last of it was seen to be
    quint64 m_movedBytes = 0;
    qint64 m_movedMs = 0;
    bool m_isSilent = false;
};

} // namespace engine
