// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/jobcause.h"

#include <QFuture>
#include <QObject>

namespace ui {

/// Finds the cause of a failed job in its logs and exit code, in a worker; searches again as last lines arrive. GUI
/// thread.
class FailureFinder final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FailureFinder)

public:
    explicit FailureFinder(QObject *parent) : QObject(parent) { }
    ~FailureFinder() override { m_work.cancel(); }

    void setJob(const engine::JobSnapshot &job);
    [[nodiscard]] const std::optional<engine::JobCause> &failure() const { return m_seen.cause; }
    [[nodiscard]] bool isSettled() const { return !m_isLooking; }

signals:
    void changed();

private:
    struct Seen
    {
        engine::FailureLogs logs;
        QList<qint64> sizes; // of the first files of logs
        std::optional<engine::JobCause> cause;
    };

    void look();
    void take(const Seen &seen);

    engine::FailureLogs m_logs;
    Seen m_seen; // of the last search
    QFuture<Seen> m_work;
    bool m_isLooking = false;
    bool m_isStale = false;
};

} // namespace ui
