// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>

class QWidget;

namespace models {
class JobStops;
class ResourceStore;
class TransferList;
} // namespace models

namespace ui {

struct WorkUnderWay;

/// Decides whether the window may close. If the engine of this process ends with it, asks the user while jobs are
/// queued or transfers run.
class QuitQuestion final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QuitQuestion)

public:
    QuitQuestion(const models::ResourceStore &store, const models::TransferList &transfers,
                 const models::JobStops &stops, QWidget &window);

    void setEngineEnds() { m_isAsked = true; } ///< the engine ends with the window
    /// False: the user is being asked; if accepted, the window is closed then.
    [[nodiscard]] bool mayClose();
    /// Whether to start another engine: because the user chose so, or to finish stopping a job.
    [[nodiscard]] bool leavesEngine() const { return m_leavesEngine; }

private:
    [[nodiscard]] WorkUnderWay workUnderWay() const;
    void ask(const WorkUnderWay &work);

    const models::ResourceStore &m_store;
    const models::TransferList &m_transfers;
    const models::JobStops &m_stops;
    QWidget &m_window;
    bool m_isAsked = false;
    bool m_leavesEngine = false;
};

} // namespace ui
