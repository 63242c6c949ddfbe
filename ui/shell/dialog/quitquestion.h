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

/// Whether the window may close. Where this process's engine ends with it, the user is asked once while jobs wait or
/// transfers run.
class QuitQuestion final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QuitQuestion)

public:
    QuitQuestion(const models::ResourceStore &store, const models::TransferList &transfers,
                 const models::JobStops &stops, QWidget &window);

    void setEngineEnds() { m_isAsked = true; } ///< with the window
    /// False: the user is asked, and the window is closed if the answer is yes.
    [[nodiscard]] bool mayClose();
    /// Another engine is to be started: so the user answered, or a job that was stopped a moment ago is yet to be ended
    /// by one.
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
