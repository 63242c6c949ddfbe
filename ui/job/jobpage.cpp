// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/jobpage.h"

#include "engine/base/whenfinished.h"
#include "ui/job/configurationtab.h"
#include "ui/job/eventstab.h"
#include "ui/job/filestab.h"
#include "ui/job/jobheader.h"
#include "ui/job/overviewtab.h"
#include "ui/job/utilisationstrip.h"
#include "ui/job/utilisationview.h"
#include "ui/log/logpanel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/pageheader.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

namespace {

const QStringList tabNames{u"overview"_s, u"logs"_s, u"gpus"_s, u"files"_s, u"configuration"_s, u"events"_s};

} // namespace

JobPage::JobPage(engine::EngineClient &client, const engine::ResourceId &job, QWidget *parent)
    : Page(parent), m_client(client), m_id(job), m_header(new JobHeader(this)), m_banner(new Banner(this)),
      m_stack(new QStackedWidget(this)), m_overview(new OverviewTab(this)), m_logs(new LogPanel(this)),
      m_utilisation(new UtilisationView(m_samples, this)), m_files(new FilesTab(client, this)),
      m_configuration(new ConfigurationTab(this)), m_events(new EventsTab(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    auto *notice = new QVBoxLayout;
    notice->setContentsMargins(16, 0, 16, 0);
    notice->addWidget(m_banner);
    column->addLayout(notice);
    column->addWidget(m_stack, 1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    buildTabs();
    connectCommands();
    m_sampling.setInterval(1s);
    connect(&m_sampling, &QTimer::timeout, this, &JobPage::sample);
    m_header->tabs().setCurrentTab(u"logs"_s); // what somebody opens a job for, unless it failed
    m_job.id = job;
    m_header->setJob(m_job);
    connect(&client, &engine::EngineClient::resourcesChanged, this, &JobPage::receive);
    connect(&client, &engine::EngineClient::connectedChanged, this, [this](bool connected) {
        if (connected)
            fetch();
    });
    fetch();
}

void JobPage::buildTabs()
{
    const QList<QWidget *> parts{m_overview, newLogsPart(), m_utilisation, m_files, m_configuration, m_events};
    const QStringList words{tr("Overview"), tr("Logs"), tr("CPU"), tr("Files"), tr("Configuration"), tr("Events")};
    PageHeader &tabs = m_header->tabs();
    for (qsizetype i = 0; i < parts.size(); ++i) {
        m_stack->addWidget(parts.at(i));
        tabs.addTab(tabNames.at(i), words.at(i));
    }
    connect(&m_samples, &models::UtilisationModel::sampled, this,
            [this] { m_header->tabs().setTabText(u"gpus"_s, m_samples.gpuCount() > 0 ? tr("GPUs") : tr("CPU")); });
    connect(&tabs, &PageHeader::tabChanged, this,
            [this](const QString &name) { m_stack->setCurrentIndex(int(tabNames.indexOf(name))); });
}

QWidget *JobPage::newLogsPart()
{
    auto *part = new QWidget(this);
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(new UtilisationStrip(m_samples, part));
    column->addWidget(m_logs, 1);
    return part;
}

void JobPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    m_sampling.start();
    sample();
}

void JobPage::hideEvent(QHideEvent *event)
{
    Page::hideEvent(event);
    m_sampling.stop();
}

// A long job's samples are read in pieces between which the window answers.
void JobPage::sample()
{
    if (m_samples.refresh())
        QMetaObject::invokeMethod(this, &JobPage::sample, Qt::QueuedConnection);
}

void JobPage::connectCommands()
{
    connect(m_header, &JobHeader::stopRequested, this, &JobPage::stop);
    connect(m_header, &JobHeader::rerunRequested, this, &JobPage::rerun);
    connect(m_header, &JobHeader::cloneRequested, this, [this] { emit submitRequested(m_id.parent(), m_id); });
    connect(m_header, &JobHeader::copyIdRequested, this,
            [this] { QGuiApplication::clipboard()->setText(m_id.toString()); });
    connect(m_header, &JobHeader::copyCommandRequested, this, &JobPage::copyCommand);
    connect(m_header, &JobHeader::deleteRequested, this, &JobPage::confirmDelete);
    connect(m_header, &JobHeader::clusterRequested, this, [this] { emit openRequested(m_job.cluster); });
    connect(m_overview, &OverviewTab::logRequested, this, [this] { showTab(u"logs"_s); });
    connect(m_overview, &OverviewTab::rerunRequested, this, &JobPage::rerun);
}

void JobPage::showTab(const QString &name)
{
    m_isTabChosen = true;
    m_header->tabs().setCurrentTab(name == u"cpu" ? u"gpus"_s : name);
}

QString JobPage::currentTab() const
{
    return m_header->tabs().currentTab();
}

bool JobPage::isSettled() const
{
    if (!m_isLoaded || !m_hasEvents)
        return false;
    // A job that ended gets no more samples than it has.
    const bool hasSamples = m_samples.rowCount() >= 2 || m_job.samplesPath.isEmpty() || engine::isFinal(m_job.state);
    if (currentTab() == u"logs"_s)
        return m_logs->isSettled() && hasSamples;
    return currentTab() != u"gpus"_s || hasSamples;
}

void JobPage::fetch()
{
    engine::whenFinished(m_client.fetchResource(m_id), this, [this](const engine::Result<QJsonObject> &answer) {
        if (!answer)
            return showError(answer.error());
        setJob(engine::JobSnapshot::fromDocument(*answer));
    });
    fetchEvents();
}

void JobPage::fetchEvents()
{
    engine::whenFinished(m_client.listJobEvents(m_id), this,
                         [this](const engine::Result<QList<engine::JobEvent>> &answer) {
                             m_hasEvents = true;
                             if (!answer)
                                 return showError(answer.error());
                             m_overview->setEvents(*answer);
                             m_events->setEvents(*answer);
                         });
}

void JobPage::receive(const engine::ResourceDelta &delta)
{
    for (const engine::ResourceSnapshot &resource : delta.upserted) {
        if (resource.id != m_id)
            continue;
        const engine::JobSnapshot job = engine::JobSnapshot::fromDocument(resource.document);
        const bool isNews = job.state != m_job.state || job.phase != m_job.phase || job.attempt != m_job.attempt
            || job.reason != m_job.reason;
        setJob(job);
        if (isNews)
            fetchEvents();
    }
}

void JobPage::setJob(const engine::JobSnapshot &job)
{
    if (!m_isLoaded && !m_isTabChosen && job.state == engine::JobState::Failed)
        m_header->tabs().setCurrentTab(u"overview"_s); // it says why
    m_job = job;
    m_isLoaded = true;
    m_header->setJob(job);
    m_overview->setJob(job);
    m_logs->setFiles(job.logs);
    m_header->tabs().setTabCount(u"logs"_s, int(job.logs.size()));
    m_samples.setSource(job.samplesPath);
    m_utilisation->setReason(engine::isFinal(job.state)  ? tr("The job ended before the first one.")
                                 : job.started.isValid() ? tr("They come once a second while the job runs.")
                                                         : tr("The job has not started."));
    sample(); // once even when hidden: the tab is named after what the node has
    m_files->setJob(job);
    m_configuration->setDocument(job.document);
}

void JobPage::stop()
{
    engine::whenFinished(m_client.terminateJob(m_id), this, [this](const engine::Result<void> &answer) {
        if (!answer)
            showError(answer.error());
    });
}

void JobPage::rerun()
{
    engine::whenFinished(m_client.rerunJob(m_id), this, [this](const engine::Result<QJsonObject> &answer) {
        if (!answer)
            return showError(answer.error());
        emit openRequested(engine::ResourceSnapshot::fromDocument(*answer).id);
    });
}

void JobPage::confirmDelete()
{
    auto *question = new QMessageBox(QMessageBox::Warning, tr("Delete job"),
                                     tr("Delete %1 and its log? This cannot be undone.").arg(m_id.name()),
                                     QMessageBox::Cancel, this);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(engine::isFinal(m_job.state) ? tr("What it wrote into its output directories stays.")
                                                              : tr("It is stopped first. What it wrote into its output "
                                                                   "directories stays."));
    const auto *act = question->addButton(tr("Delete %1").arg(m_id.name()), QMessageBox::DestructiveRole);
    question->setDefaultButton(QMessageBox::Cancel);
    connect(act, &QAbstractButton::clicked, this, &JobPage::remove);
    question->open();
}

void JobPage::remove()
{
    engine::whenFinished(m_client.deleteJob(m_id), this, [this](const engine::Result<void> &answer) {
        if (!answer)
            return showError(answer.error());
        emit openRequested(m_id.parent());
    });
}

void JobPage::copyCommand() const
{
    QGuiApplication::clipboard()->setText(u"batchctl job show -g %1 -w %2 -e %3 -n %4"_s.arg(
        m_id.groupName(), m_id.workspaceName(), m_id.parent().name(), m_id.name()));
}

void JobPage::showError(const engine::Error &error)
{
    m_banner->showError(error);
}

} // namespace ui
