// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/chart/chartstab.h"

#include "ui/job/chart/nodecharts.h"
#include "ui/job/chart/utilisationview.h"

#include <chrono>

using namespace std::chrono_literals;

namespace ui {

ChartsTab::ChartsTab(QWidget *parent)
    : QStackedWidget(parent), m_one(new UtilisationView(m_samples, this)), m_all(new NodeCharts(this))
{
    addWidget(m_one);
    addWidget(m_all);
    m_timer.setInterval(1s);
    connect(&m_timer, &QTimer::timeout, this, &ChartsTab::sample);
    connect(&m_samples, &models::UtilisationModel::sampled, this, &ChartsTab::sampled);
    connect(m_all, &NodeCharts::sampled, this, &ChartsTab::sampled);
    connect(m_all, &NodeCharts::nodeChosen, this, &ChartsTab::nodeChosen);
}

void ChartsTab::setNodes(const QList<engine::JobNode> &nodes)
{
    m_all->setNodes(nodes);
}

void ChartsTab::setReason(const QString &why)
{
    m_one->setReason(why);
    m_all->setReason(why);
}

void ChartsTab::showNode(const QString &samplesPath)
{
    setCurrentWidget(m_one);
    m_samples.setSource(samplesPath);
}

void ChartsTab::showAll()
{
    setCurrentWidget(m_all);
    m_samples.setSource({});
}

void ChartsTab::start()
{
    m_timer.start();
    sample();
}

void ChartsTab::sample()
{
    const bool ofAll = currentWidget() == m_all;
    if (ofAll ? m_all->refresh() : m_samples.refresh())
        QMetaObject::invokeMethod(this, &ChartsTab::sample, Qt::QueuedConnection);
}

void ChartsTab::sampleFirst()
{
    if (!m_timer.isActive() || (m_samples.rowCount() == 0 && !m_all->hasSamples()))
        sample();
}

bool ChartsTab::hasGpus() const
{
    return m_samples.gpuCount() > 0 || m_all->hasGpus();
}

bool ChartsTab::hasCurve() const
{
    return m_samples.rowCount() >= 2 || m_all->hasSamples();
}

} // namespace ui
