// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/log/logside.h"

#include "engine/base/whenfinished.h"
#include "ui/job/log/logmiddlewindow.h"
#include "ui/log/panel/loglayouts.h"
#include "ui/log/panel/logpanel.h"
#include "ui/log/panel/saving/logsaver.h"
#include "ui/widgets/commandbutton.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/page/banner.h"

#include <QComboBox>
#include <QShortcut>
#include <QToolButton>

#include <utility>

namespace ui {

namespace {

QComboBox *newChoice(const QString &name, const QString &words)
{
    auto *choice = new QComboBox;
    choice->setObjectName(name);
    choice->setAccessibleName(words);
    choice->setToolTip(words);
    choice->setMaxVisibleItems(20);
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice->setMinimumContentsLength(18);
    return choice;
}

// Names are case-insensitive.
int indexOf(const QComboBox &choice, const engine::ResourceId &id)
{
    return choice.findData(id.toString(), Qt::UserRole, Qt::MatchFixedString);
}

} // namespace

LogSide::LogSide(engine::EngineClient &client, std::shared_ptr<engine::LogReaders> readers,
                 const engine::ResourceId &job, QWidget *parent)
    : QWidget(parent), m_client(client), m_logs(client), m_own(job.parent()), m_experiment(m_own),
      m_experiments(newChoice(QStringLiteral("comparedExperiment"), tr("Experiment whose jobs are offered"))),
      m_jobs(newChoice(QStringLiteral("comparedJob"), tr("Job whose log this is"))), m_banner(new Banner),
      m_panel(new LogPanel(std::move(readers)))
{
    const QKeySequence key(LogLayouts::besideKey);
    QToolButton *close = newToolButton(QStringLiteral("x"), tr("Close this log"), key);
    connect(close, &QToolButton::clicked, this, &LogSide::closeRequested);
    new QShortcut(key, this, this, &LogSide::closeRequested, Qt::WidgetWithChildrenShortcut);
    auto *header = new QWidget;
    header->setFixedHeight(36);
    header->setLayout(newRow({16, 0, 16, 0}, usualSpacing, {m_experiments, m_jobs, Stretch{}, close}));
    setLayout(newColumn({}, 0, {header, newLine(), m_banner, {m_panel, 1}}));
    connect(m_jobs, &QComboBox::activated, this, [this](int index) {
        if (const auto chosen = engine::ResourceId::parse(m_jobs->itemData(index).toString()))
            setJob(*chosen);
    });
    connect(m_experiments, &QComboBox::activated, this, [this](int index) {
        if (const auto chosen = engine::ResourceId::parse(m_experiments->itemData(index).toString()))
            setExperiment(*chosen);
    });
    setFocusPolicy(Qt::ClickFocus);
    setFocusProxy(m_panel);
    m_panel->takeKeysOf(*this);
    LogMiddleWindow::openFor(*m_panel, client);
    connect(&m_logs, &JobLogs::changed, this, &LogSide::showLogs);
    connect(&m_logs, &JobLogs::failed, m_banner, &Banner::showError);
    connect(&client, &engine::EngineClient::resourcesChanged, this, &LogSide::updateJobs);
    offerExperiment(m_experiment);
    setJob(job);
    listJobs();
    listExperiments();
}

void LogSide::useSettings(QSettings &settings)
{
    m_panel->useSettings(settings);
}

void LogSide::setJob(const engine::ResourceId &job)
{
    if (std::exchange(m_isGone, false) && job != m_logs.job())
        m_jobs->removeItem(indexOf(*m_jobs, m_logs.job()));
    offer(job, m_jobs->count());
    m_jobs->setCurrentIndex(indexOf(*m_jobs, job));
    m_panel->saver().setJobName(job.name());
    m_logs.setJob(job);
}

void LogSide::updateJobs(const engine::ResourceDelta &delta)
{
    for (const engine::ResourceSnapshot &resource : delta.upserted) {
        m_isGone &= resource.id != m_logs.job();
        if (resource.id.kind() == engine::ResourceKind::Job && resource.id.parent() == m_experiment)
            offer(resource.id, 0);
        else if (resource.id.kind() == engine::ResourceKind::Experiment)
            offerExperiment(resource.id);
    }
    for (const engine::ResourceId &gone : delta.removed) {
        m_isGone |= gone == m_logs.job();
        if (gone != m_logs.job()) // the log of the shown job stays readable
            m_jobs->removeItem(indexOf(*m_jobs, gone));
        if (gone != m_experiment)
            removeExperiment(gone);
    }
}

// Lists the newest jobs of the experiment; an older one can be opened from its page.
void LogSide::listJobs()
{
    engine::whenFinished(m_client.jobs.list(m_own), this, [this](const auto &answer) {
        if (m_experiment != m_own)
            return; // another experiment was chosen meanwhile
        if (!answer)
            return m_banner->showError(answer.error());
        for (const engine::JobSnapshot &job : *answer)
            offer(job.id, m_jobs->count());
    });
}

void LogSide::listExperiments()
{
    engine::whenFinished(m_client.resources.list(engine::ResourceKind::Experiment), this, [this](const auto &answer) {
        if (!answer)
            return m_banner->showError(answer.error());
        for (const engine::ResourceSnapshot &experiment : *answer)
            offerExperiment(experiment.id);
    });
}

void LogSide::setExperiment(const engine::ResourceId &experiment)
{
    if (experiment == m_experiment)
        return;
    engine::whenFinished(m_client.jobs.list(experiment), this, [this, experiment](const auto &answer) {
        if (m_experiments->currentIndex() == indexOf(*m_experiments, experiment))
            takeJobs(experiment, answer); // else another experiment was chosen meanwhile
    });
}

void LogSide::takeJobs(const engine::ResourceId &experiment, const engine::Result<QList<engine::JobSnapshot>> &answer)
{
    if (answer && !answer->isEmpty()) {
        m_experiment = experiment;
        m_isGone = false;
        m_jobs->clear();
        for (const engine::JobSnapshot &job : *answer)
            offer(job.id, m_jobs->count());
        return setJob(answer->constFirst().id);
    }
    if (answer)
        m_banner->showNotice(Mark::Terminating, tr("There is no job in %1.").arg(m_experiments->currentText()));
    else
        m_banner->showError(answer.error());
    m_experiments->setCurrentIndex(indexOf(*m_experiments, m_experiment));
    if (!answer && answer.error().code == engine::ErrorCode::NotFound)
        removeExperiment(experiment);
}

void LogSide::offerExperiment(const engine::ResourceId &experiment)
{
    if (indexOf(*m_experiments, experiment) >= 0)
        return;
    const QString name = experiment.parent() == m_own.parent() ? experiment.name() : experiment.shortText();
    int index = 0;
    while (index < m_experiments->count() && m_experiments->itemText(index).localeAwareCompare(name) < 0)
        ++index;
    m_experiments->insertItem(index, name, experiment.toString());
    m_experiments->setVisible(m_experiments->count() > 1);
}

void LogSide::removeExperiment(const engine::ResourceId &experiment)
{
    const int index = indexOf(*m_experiments, experiment);
    const bool isChosen = index == m_experiments->currentIndex();
    m_experiments->removeItem(index);
    if (isChosen) // chosen while its jobs were being listed
        m_experiments->setCurrentIndex(indexOf(*m_experiments, m_experiment));
    m_experiments->setVisible(m_experiments->count() > 1);
}

void LogSide::offer(const engine::ResourceId &job, int index)
{
    if (indexOf(*m_jobs, job) < 0)
        m_jobs->insertItem(index, job.name(), job.toString());
}

void LogSide::showLogs()
{
    m_banner->dismiss();
    m_panel->setFiles(m_logs.files());
}

} // namespace ui
