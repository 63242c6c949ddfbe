// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/retired.h"
#include "engine/storage/transfer/queue/preview.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QFuture>
#include <QPointer>
#include <QTimer>

#include <deque>

namespace engine {

/// The previews that are running, each for a caller who is told their progress. The lists of the last ones are kept for
/// a while, for the transfers that follow. Thread: its creator's.
class Previews final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Previews)

public:
    explicit Previews(QObject *parent = nullptr);

    /// Called some times a second, and at once when the preview is done.
    using Tell = std::function<void(const TransferPreview &known, bool isAll)>;
    /// Conflict: too many are running, with those that were aborted and have not ended yet.
    [[nodiscard]] Result<void> mayBegin() const;
    /// Begins a preview of \a request. It is aborted when \a caller is destroyed. \a space: of the target; an error is
    /// left out.
    void begin(std::unique_ptr<Preview> preview, const TransferRequest &request,
               const QFuture<Result<SpaceInfo>> &space, qint64 bytesPerSecond, QObject *caller, const Tell &tell);

    static constexpr std::chrono::seconds longestKept{60};
    /// The list of a preview of the same sources that is no older than longestKept, once, for TransferRun::useList().
    /// null: there is none.
    [[nodiscard]] std::unique_ptr<SourceList> takeList(const TransferRequest &request);

private:
    struct Running
    {
        std::unique_ptr<Preview> preview;
        TransferRequest request;
        QFuture<Result<SpaceInfo>> space;
        qint64 bytesPerSecond = 0;
        QPointer<QObject> caller;
        Tell tell;
        QElapsedTimer sinceTold;
    };

    struct Listed
    {
        TransferRequest request;
        std::unique_ptr<SourceList> list;
        QDeadlineTimer end;
    };

    void look();
    void keepList(Running &ended);
    void forgetOld();
    /// Tells the progress. True: the preview is done.
    static bool isOver(Running &running);

    std::vector<Running> m_running;
    Retired<Preview> m_ending;
    QTimer m_timer{this};
    std::deque<Listed> m_listed; // oldest first
    QTimer m_forget{this};
};

} // namespace engine
