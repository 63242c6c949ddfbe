// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/console/grab.h"

#include "ui/shell/window/mainwindow.h"
#include "ui/widgets/page/page.h"

#include <QApplication>
#include <QPixmap>
#include <QTimer>

#include <algorithm>
#include <cstdio>

using namespace std::chrono_literals;

namespace {

constexpr auto pollInterval = 100ms;
constexpr auto limit = 120s;
constexpr int steadyLooks = 3; // number of unchanged polls after which layout and painting are done

} // namespace

Grab::Grab(ui::MainWindow &window, QString file, bool waitForJob, QObject *parent)
    : QObject(parent), m_window(window), m_file(std::move(file)), m_waitForJob(waitForJob), m_poll(new QTimer(this))
{
    connect(m_poll, &QTimer::timeout, this, &Grab::look);
    m_poll->start(pollInterval);
    QTimer::singleShot(limit, this, [this] { write(1); });
}

void Grab::look()
{
    m_readyLooks = isReady() ? m_readyLooks + 1 : 0;
    if (m_readyLooks >= steadyLooks)
        write(!m_waitForJob || job().state == engine::JobState::Succeeded ? 0 : 1);
}

bool Grab::isReady() const
{
    if (!m_window.isSettled())
        return false;
    if (!m_waitForJob)
        return true;
    const auto id = m_window.currentPage()->resource();
    if (!id.isValid() || id.kind() != engine::ResourceKind::Job)
        return false;
    const auto shown = job();
    return engine::isFinal(shown.state)
        && std::all_of(shown.logs.cbegin(), shown.logs.cend(), [](const auto &log) { return log.complete; });
}

engine::JobSnapshot Grab::job() const
{
    return engine::JobSnapshot::fromDocument(m_window.store().document(m_window.currentPage()->resource()));
}

void Grab::write(int exitCode)
{
    m_poll->stop();
    QApplication::setActiveWindow(&m_window); // without a window manager no window becomes active by itself
    if (!m_window.grab().save(m_file)) {
        std::fprintf(stderr, "%s cannot be written.\n", qPrintable(m_file));
        exitCode = 1;
    }
    emit finished(exitCode);
}
