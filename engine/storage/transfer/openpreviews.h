// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/retired.h"
#include "engine/storage/transfer/preview.h"

#include <QElapsedTimer>
#include <QFuture>
#include <QObject>
#include <QTimer>

#include <map>

namespace engine {

/// Previews that clients look at again and again, known by cursors. One at which nobody looks for half a minute is
/// ended, and so is one of the others when there are too many. Thread: its creator's.
class OpenPreviews final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OpenPreviews)

public:
    explicit OpenPreviews(QObject *parent = nullptr);

    /// Given soon: when all is known, else after a moment, with a cursor for the next look.
    using Take = std::function<void(const Result<TransferPreview> &)>;
    /// \a space: of where it goes; one that fails is left out.
    void begin(std::unique_ptr<Preview> preview, const QFuture<Result<SpaceInfo>> &space, qint64 bytesPerSecond,
               const Take &take);
    /// NotFound for a cursor that is not known (any more).
    void look(const QString &cursor, const Take &take);
    void end(const QString &cursor);

private:
    struct Open
    {
        std::unique_ptr<Preview> preview;
        QFuture<Result<SpaceInfo>> space;
        qint64 bytesPerSecond = 0;
        QElapsedTimer sinceAsked;
        Take take; // null: nobody waits
    };

    void answer();
    void retire(std::map<QString, Open>::iterator open);

    std::map<QString, Open> m_open; // by cursor
    Retired<Preview> m_ending;
    QTimer m_timer{this};
};

} // namespace engine
