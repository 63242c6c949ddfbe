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

/// Previews under way, each for a caller who is told how far it is. What the last of them listed is kept for a while,
/// for the transfers that follow. Thread: its creator's.
class Previews final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Previews)

public:
    explicit Previews(QObject *parent = nullptr);

    /// Some times a second, and the last time, at once, when all is known that can be.
    using Tell = std::function<void(const TransferPreview &known, bool isAll)>;
    /// Conflict: there are too many, with those that were ended and have not stopped yet.
    [[nodiscard]] Result<void> mayBegin() const;
    /// Of \a request. It ends when \a caller dies. \a space: of where it goes; one that fails is left out.
    void begin(std::unique_ptr<Preview> preview, const TransferRequest &request,
               const QFuture<Result<SpaceInfo>> &space, qint64 bytesPerSecond, QObject *caller, const Tell &tell);

    static constexpr std::chrono::seconds longestKept{60};
    /// What a preview listed of the same sources no longer ago than that, once: for TransferRun::useList(). null: none
    /// did.
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
    /// Tells what there is to tell; whether that was the last of it.
    static bool isOver(Running &running);

    std::vector<Running> m_running;
    Retired<Preview> m_ending;
    QTimer m_timer{this};
    std::deque<Listed> m_listed; // the last of them last
    QTimer m_forget{this};
};

} // namespace engine
