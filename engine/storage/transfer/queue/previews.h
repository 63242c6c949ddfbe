// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/retired.h"
#include "engine/storage/transfer/queue/preview.h"

#include <QElapsedTimer>
#include <QFuture>
#include <QPointer>
#include <QTimer>

namespace engine {

/// Previews under way, each for a caller who is told how far it is. Thread: its creator's.
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
    /// It ends when \a caller dies. \a space: of where it goes; one that fails is left out.
    void begin(std::unique_ptr<Preview> preview, const QFuture<Result<SpaceInfo>> &space, qint64 bytesPerSecond,
               QObject *caller, const Tell &tell);

private:
    struct Running
    {
        std::unique_ptr<Preview> preview;
        QFuture<Result<SpaceInfo>> space;
        qint64 bytesPerSecond = 0;
        QPointer<QObject> caller;
        Tell tell;
        QElapsedTimer sinceTold;
    };

    void look();
    /// Tells what there is to tell; whether that was the last of it.
    static bool isOver(Running &running);

    std::vector<Running> m_running;
    Retired<Preview> m_ending;
    QTimer m_timer{this};
};

} // namespace engine
