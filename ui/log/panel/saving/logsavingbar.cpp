// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/panel/saving/logsavingbar.h"

#include "ui/widgets/layouts.h"
#include "ui/widgets/page/banner.h"

#include <QTimer>

namespace ui {

namespace {

constexpr auto patience = std::chrono::milliseconds(500); // faster saves show no progress

} // namespace

LogSavingBar::LogSavingBar(QWidget *parent) : QWidget(parent), m_banner(new Banner)
{
    m_banner->setObjectName(QStringLiteral("saving"));
    m_banner->setRemedy(tr("Cancel"));
    m_banner->setClosable(false); // the next update would show it again
    setLayout(newColumn({}, 0, {m_banner}));
    connect(m_banner, &Banner::remedyRequested, this, [this] {
        if (!m_savings.isEmpty())
            m_savings.constFirst().watcher->future().cancel();
    });
}

void LogSavingBar::add(const QFuture<void> &saving, const QString &name)
{
    auto *watcher = new QFutureWatcher<void>(this);
    m_savings.append({watcher, name, QDeadlineTimer(patience)});
    connect(watcher, &QFutureWatcherBase::progressValueChanged, this, &LogSavingBar::refresh);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        m_savings.removeIf([watcher](const Saving &one) { return one.watcher == watcher; });
        watcher->deleteLater();
        refresh();
    });
    watcher->setFuture(saving);
    QTimer::singleShot(patience, this, &LogSavingBar::refresh);
}

void LogSavingBar::refresh()
{
    if (m_savings.isEmpty() || !m_savings.constFirst().patience.hasExpired())
        return m_banner->dismiss();
    const Saving &shown = m_savings.constFirst();
    const int steps = qMax(1, shown.watcher->progressMaximum());
    const QString percent = QString::number(shown.watcher->progressValue() * 100 / steps);
    m_banner->showNotice(Mark::Running, tr("Saving %1: %2 %").arg(shown.name, percent));
}

} // namespace ui
