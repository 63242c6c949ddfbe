// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/job/jobstops.h"
#include "ui/shell/notice/notices.h"

#include <QHash>

namespace ui {

/// Notices about jobs that are about to be stopped, with an undo action, and about the outcome.
class StopNotices final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StopNotices)

public:
    StopNotices(models::JobStops &stops, const Notices &notices, QObject *parent);

signals:
    void changed(); ///< the set of jobs that are about to be stopped

private:
    void begin(int number, const QList<engine::ResourceId> &jobs);
    void end(int number, const QString &words);

    models::JobStops &m_stops;
    const Notices m_notices;
    QHash<int, int> m_operations; // number in ActivityBar, by the number in JobStops
};

} // namespace ui
