// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/backoff.h"

#include <QTimer>

namespace engine {

/// The timer that retries an offline machine: due() comes 1 s to 60 s after the failure, by Backoff. Thread: the
/// engine's.
class RetryTimer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RetryTimer)

public:
    explicit RetryTimer(QObject *parent);

    void fail() { m_backoff.fail(); } ///< lengthens the wait; schedule() begins it
    void succeed() { m_backoff.succeed(); }
    void schedule();
    void stop() { m_timer.stop(); }
    [[nodiscard]] bool isWaiting() const { return m_timer.isActive(); }
    [[nodiscard]] qint64 nextTryMs() const { return m_nextTryMs; } ///< UTC ms; valid while isWaiting()

signals:
    void due();

private:
    Backoff m_backoff;
    QTimer m_timer;
    qint64 m_nextTryMs = 0;
};

} // namespace engine
