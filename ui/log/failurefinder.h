// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/logfailure.h"
#include "engine/api/snapshots.h"

#include <QObject>

namespace ui {

/// Looks in a worker for what the logs of a failed job say of why, and again while their last lines are on their way.
/// GUI thread.
class FailureFinder final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FailureFinder)

public:
    explicit FailureFinder(QObject *parent) : QObject(parent) { }

    void setJob(const engine::JobSnapshot &job);
    [[nodiscard]] const std::optional<engine::LogFailure> &failure() const { return m_failure; }
    [[nodiscard]] const engine::LogFileSnapshot &log() const { return m_log; } ///< in which it stands
    [[nodiscard]] bool isSettled() const { return !m_isLooking; }

signals:
    void changed();

private:
    void look();
    void take(const std::optional<engine::LogFailure> &failure, const engine::LogFileSnapshot &log);

    QList<engine::LogFileSnapshot> m_logs; ///< in the order in which they are looked at
    QList<qint64> m_sizes; ///< of them, when they were looked at last
    std::optional<engine::LogFailure> m_failure;
    engine::LogFileSnapshot m_log;
    bool m_isLooking = false;
    bool m_isStale = false;
};

} // namespace ui
