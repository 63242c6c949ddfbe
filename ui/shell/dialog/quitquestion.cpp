// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/dialog/quitquestion.h"

#include "models/job/jobcounts.h"
#include "models/job/jobstops.h"
#include "models/transfer/transferlist.h"
#include "ui/shell/dialog/quitdialog.h"

#include <algorithm>

namespace ui {

QuitQuestion::QuitQuestion(const models::ResourceStore &store, const models::TransferList &transfers,
                           const models::JobStops &stops, QWidget &window)
    : QObject(&window), m_store(store), m_transfers(transfers), m_stops(stops), m_window(window)
{
}

bool QuitQuestion::mayClose()
{
    if (const WorkUnderWay work = workUnderWay(); m_isAsked && work.needsEngine()) {
        ask(work);
        return false;
    }
    m_leavesEngine = m_leavesEngine || (m_isAsked && m_stops.isAnyWaiting());
    return true;
}

WorkUnderWay QuitQuestion::workUnderWay() const
{
    const models::JobCounts jobs = models::countJobs(m_store);
    WorkUnderWay work;
    work.queued = jobs.queued;
    work.running = jobs.running;
    const auto &transfers = m_transfers.all();
    work.transfers = std::count_if(transfers.cbegin(), transfers.cend(), [](const engine::TransferSnapshot &transfer) {
        return !engine::isEnded(transfer.state) && transfer.state != engine::TransferState::Paused;
    });
    return work;
}

void QuitQuestion::ask(const WorkUnderWay &work)
{
    if (m_window.findChild<QuitDialog *>())
        return;
    auto *dialog = new QuitDialog(work, &m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_leavesEngine = dialog->leavesEngine();
        m_isAsked = false;
        // Queued until the dialog is deleted, which would keep the application running.
        QMetaObject::invokeMethod(&m_window, &QWidget::close, Qt::QueuedConnection);
    });
    dialog->open();
}

} // namespace ui
