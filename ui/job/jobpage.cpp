// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/jobpage.h"

#include "engine/api/job/joblogs.h"
#include "engine/api/ours.h"
#include "engine/base/whenfinished.h"
#include "ui/connect/terminal.h"
#include "ui/job/chart/nodecharts.h"
#include "ui/job/chart/utilisationstrip.h"
#include "ui/job/chart/utilisationview.h"
#include "ui/job/configurationtab.h"
#include "ui/job/eventstab.h"
#include "ui/job/files/filestab.h"
#include "ui/job/jobheader.h"
#include "ui/job/jobnotices.h"
#include "ui/job/log/logstab.h"
#include "ui/job/nodepanel.h"
#include "ui/job/nodestab.h"
#include "ui/job/overviewtab.h"
#include "ui/log/failurefinder.h"
#include "ui/log/panel/logpanel.h"
#include "ui/log/panel/saving/logsaver.h"
#include "ui/storage/pane/filepane.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/pageheader.h"
#include "ui/widgets/text/copying.h"

#include <QStackedWidget>

#include <algorithm>
#include <chrono>
#include <tuple>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

namespace {

constexpr int roomForNodeStates = 820; // below it, the list of nodes leaves the room to the log

const QStringList tabNames{u"overview"_s, u"nodes"_s,         u"logs"_s,  u"gpus"_s,
                           u"files"_s,    u"configuration"_s, u"events"_s};

auto whatEventsTell(const engine::JobSnapshot &job)
{
    return std::tuple(job.state, job.phase, job.attempt, job.reason, job.firstFailure,
                      engine::oursOf(job.document).value(u"fetch"_s));
}

} // namespace

JobPage::JobPage(engine::EngineClient &client, models::FileWork &work, std::shared_ptr<engine::LogReaders> readers,
                 const engine::ResourceId &job, QWidget *parent)
    : Page(parent), m_client(client), m_id(job), m_header(new JobHeader(this)), m_notices(new JobNotices(client, this)),
      m_nodePanel(new NodePanel(this)), m_stack(new QStackedWidget(this)), m_overview(new OverviewTab(this)),
      m_nodes(new NodesTab(this)), m_logsTab(new LogsTab(client, std::move(readers), job, this)),
      m_logs(&m_logsTab->panel()), m_failure(new FailureFinder(this)), m_strip(new UtilisationStrip(m_samples, this)),
      m_utilisation(new UtilisationView(m_samples, this)), m_nodeCharts(new NodeCharts(this)),
      m_charts(new QStackedWidget(this)), m_files(new FilesTab(client, work, this)),
      m_configuration(new ConfigurationTab(this)), m_events(new EventsTab(this))
{
    auto *middle = newRow({}, 0, {m_nodePanel, {m_stack, 1}});
    setLayout(newColumn({}, 0, {m_header, m_notices, {middle, 1}}));
    m_nodePanel->hide();
    buildTabs();
    connectCommands();
    m_sampling.setInterval(1s);
    connect(&m_sampling, &QTimer::timeout, this, &JobPage::sample);
    m_logs->takeKeysOf(*this);
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

QStringList JobPage::tabTexts()
{
    return {tr("Overview"), tr("Nodes"), tr("Logs"), tr("CPU"), tr("Files"), tr("Configuration"), tr("Events")};
}

void JobPage::buildTabs()
{
    auto *logs = new QWidget(this);
    logs->setLayout(newColumn({}, 0, {m_strip, {m_logsTab, 1}}));
    m_charts->addWidget(m_utilisation);
    m_charts->addWidget(m_nodeCharts);
    const QList<QWidget *> parts{m_overview, m_nodes, logs, m_charts, m_files, m_configuration, m_events};
    const QStringList words = tabTexts();
    PageHeader &tabs = m_header->tabs();
    setTabs(&tabs);
    for (qsizetype i = 0; i < parts.size(); ++i) {
        m_stack->addWidget(parts.at(i));
        tabs.addTab(tabNames.at(i), words.at(i));
    }
    tabs.setTabVisible(u"nodes"_s, false);
    tabs.setTabTip(u"gpus"_s, tr("How it used GPUs, CPU and memory"));
    const auto nameCharts = [this] {
        const bool haveGpus = m_samples.gpuCount() > 0 || m_nodeCharts->hasGpus();
        m_header->tabs().setTabText(u"gpus"_s, haveGpus ? tr("GPUs") : tr("CPU"));
    };
    connect(&m_samples, &models::UtilisationModel::sampled, this, nameCharts);
    connect(m_nodeCharts, &NodeCharts::sampled, this, nameCharts);
    connect(&tabs, &PageHeader::tabChanged, this, [this](const QString &name) {
        m_stack->setCurrentIndex(int(tabNames.indexOf(name)));
        showTabParts();
    });
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

void JobPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    m_nodePanel->setNarrow(width() < roomForNodeStates);
}

void JobPage::showTabParts()
{
    const QString tab = currentTab();
    const bool isOfNodes = tab == u"logs" || tab == u"gpus" || tab == u"files";
    m_nodePanel->setVisible(isOfNodes && m_job.nodeRuns.size() > 1);
}

// A long job's samples are read in pieces between which the window answers.
void JobPage::sample()
{
    const bool ofAll = m_charts->currentWidget() == m_nodeCharts;
    if (ofAll ? m_nodeCharts->refresh() : m_samples.refresh())
        QMetaObject::invokeMethod(this, &JobPage::sample, Qt::QueuedConnection);
}

void JobPage::connectCommands()
{
    connect(m_header, &JobHeader::stopRequested, this, &JobPage::stopRequested);
    connect(m_header, &JobHeader::rerunRequested, this, &JobPage::rerun);
    connect(m_header, &JobHeader::cloneRequested, this, [this] { emit submitRequested(m_id.parent(), m_id); });
    connect(m_header, &JobHeader::copyIdRequested, this, [this] { copyText(m_id.toString()); });
    connect(m_header, &JobHeader::copyCommandRequested, this, &JobPage::copyCommand);
    connect(m_header, &JobHeader::deleteRequested, this, &Page::removeRequested);
    connect(m_header, &JobHeader::clusterRequested, this, [this] { emit openRequested(m_job.cluster); });
    connect(m_overview, &OverviewTab::logRequested, this, &JobPage::openFailure);
    connect(m_logs, &LogPanel::failureRequested, this, &JobPage::openFailure);
    connect(m_failure, &FailureFinder::changed, this, [this] {
        m_overview->setCause(m_failure->failure());
        m_logs->setFailureKnown(m_failure->failure().has_value());
    });
    connect(m_nodes, &NodesTab::logRequested, this, &JobPage::showLogOf);
    connect(m_nodeCharts, &NodeCharts::nodeChosen, this, &JobPage::chooseNode);
    connect(m_nodePanel, &NodePanel::chosenByUser, this, [this] {
        m_isNodeChosen = true;
        showChosenNode();
        sample();
    });
    connect(m_files, &FilesTab::logRequested, this, [this](const engine::LogFileSnapshot &file) {
        const auto isIt = [&file](const auto &known) { return known.spoolPath == file.spoolPath; };
        if (std::none_of(m_followed.cbegin(), m_followed.cend(), isIt))
            m_followed.append(file);
        showChosenNode();
        m_logs->showFile(file);
        showTab(u"logs"_s);
        m_logsTab->closeTiles();
    });
    connect(&m_files->pane(), &FilePane::stepsChanged, this, &Page::stepsChanged);
    connect(&m_header->tabs(), &PageHeader::tabChanged, this, &Page::stepsChanged);
    connect(m_files, &FilesTab::filesRequested, this, &Page::filesRequested);
    connect(m_files, &FilesTab::jobRequested, this, &Page::jobRequested);
    connect(m_files, &FilesTab::machineRequested, this, &Page::openRequested);
    connect(m_overview, &OverviewTab::rerunRequested, this, &JobPage::rerun);
}

void JobPage::showTab(const QString &name)
{
    m_isTabChosen = true;
    m_header->tabs().setCurrentTab(name == u"cpu" ? u"gpus"_s : name);
}

void JobPage::useSettings(QSettings &settings)
{
    m_logsTab->useSettings(settings);
}

bool JobPage::isSettled() const
{
    if (!m_isLoaded || !m_hasEvents || !m_failure->isSettled())
        return false;
    // A job that ended gets no more samples than it has.
    const bool hasSamples = m_samples.rowCount() >= 2 || m_nodeCharts->hasSamples() || m_job.samplesPath.isEmpty()
        || engine::isFinal(m_job.state);
    if (currentTab() == u"logs"_s)
        return m_logsTab->isSettled() && hasSamples;
    if (currentTab() == u"files"_s)
        return m_files->isSettled();
    return currentTab() != u"gpus"_s || hasSamples;
}

bool JobPage::canStep(Step step) const
{
    return currentTab() == u"files"_s && m_files->isThere() && m_files->pane().canStep(step);
}

void JobPage::step(Step step)
{
    m_files->pane().step(step);
}

bool JobPage::reload()
{
    if (currentTab() != u"files"_s)
        return false;
    m_files->reload();
    return true;
}

QList<QAction *> JobPage::commands() const
{
    const bool areLogsShown = currentTab() == u"logs"_s;
    const QList<QAction *> ofLogs = m_logs->commands();
    if (!areLogsShown || !m_logs->isVisibleTo(m_logsTab)) {
        for (QAction *action : ofLogs) {
            action->setEnabled(false);
            action->setToolTip(areLogsShown ? tr("All processes are shown side by side.")
                                            : tr("The logs are not shown."));
        }
    }
    return ofLogs + (currentTab() == u"files"_s ? m_files->commands() : QList<QAction *>()) + m_header->commands();
}

void JobPage::fetch()
{
    m_isHeard = false;
    engine::whenFinished(m_client.resources.get(m_id), this, [this](const auto &answer) {
        if (!answer)
            return m_notices->showError(answer.error());
        if (m_isHeard)
            return fetch(); // changes are told without the contents of files
        setJob(engine::JobSnapshot::fromDocument(*answer));
    });
    fetchEvents();
}

void JobPage::fetchEvents()
{
    engine::whenFinished(m_client.jobs.listEvents(m_id), this, [this](const auto &answer) {
        m_hasEvents = true;
        if (!answer)
            return m_notices->showError(answer.error());
        m_overview->setEvents(*answer);
        m_events->setEvents(*answer);
    });
}

void JobPage::receive(const engine::ResourceDelta &delta)
{
    for (const engine::ResourceSnapshot &resource : delta.upserted) {
        if (resource.id != m_id)
            continue;
        m_isHeard = true;
        const engine::JobSnapshot job = engine::JobSnapshot::fromDocument(resource.document);
        const bool isNews = whatEventsTell(job) != whatEventsTell(m_job);
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
    m_notices->setJob(job);
    m_header->setJob(job);
    m_overview->setJob(job);
    m_failure->setJob(job);
    m_header->tabs().setTabCount(u"logs"_s, int(job.logs.size()));
    const QString whyNoSamples = engine::isFinal(job.state) ? tr("The job ended before the first one.")
        : job.started.isValid()                             ? tr("They come once a second while the job runs.")
                                                            : tr("The job has not started.");
    m_utilisation->setReason(whyNoSamples);
    m_nodeCharts->setReason(whyNoSamples);
    showNodes();
    m_files->setJob(job);
    m_configuration->setDocument(job.document);
    m_events->setJob(job);
}

void JobPage::showNodes()
{
    const bool areSeveral = m_job.nodeRuns.size() > 1;
    m_header->tabs().setTabVisible(u"nodes"_s, areSeveral);
    m_header->tabs().setTabCount(u"nodes"_s, areSeveral ? int(m_job.nodeRuns.size()) : 0);
    m_nodes->setNodes(m_job.nodeRuns);
    m_nodePanel->setNodes(areSeveral ? m_job.nodeRuns : QList<engine::JobNode>());
    m_nodeCharts->setNodes(areSeveral ? m_job.nodeRuns : QList<engine::JobNode>());
    showTabParts();
    // What failed first is what one comes for; whoever looks at a log already is left alone.
    const bool isFree = !m_isNodeChosen && m_logs->shownFile().spoolPath.isEmpty();
    if (!isFree || m_job.state != engine::JobState::Failed || !showFailure())
        showChosenNode();
    if (!m_sampling.isActive() || (m_samples.rowCount() == 0 && !m_nodeCharts->hasSamples()))
        sample(); // also while hidden: a tab is named after what the nodes have
}

bool JobPage::showFailure()
{
    const qsizetype log = logOfFailure(m_job, m_job.logs);
    if (log < 0)
        return false;
    const engine::LogFileSnapshot file = m_failure->failure() ? m_failure->failure()->file : m_job.logs.at(log);
    m_nodePanel->choose(file.node);
    showChosenNode();
    m_logs->showFile(file);
    return true;
}

void JobPage::openFailure()
{
    showTab(u"logs"_s);
    m_logsTab->closeTiles();
    if (showFailure() && m_failure->failure() && m_failure->failure()->offset >= 0)
        m_logs->showByte(m_failure->failure()->offset);
}

void JobPage::chooseNode(const QString &node)
{
    m_isNodeChosen = true;
    m_nodePanel->choose(node);
    showChosenNode();
    sample();
}

void JobPage::showLogOf(const QString &node)
{
    chooseNode(node);
    showTab(u"logs"_s);
    m_logsTab->closeTiles();
}

QList<engine::LogFileSnapshot> JobPage::logsOf(const QString &node) const
{
    QList<engine::LogFileSnapshot> logs = m_job.logs + m_followed;
    if (!node.isEmpty())
        logs.removeIf([&node](const engine::LogFileSnapshot &log) { return log.node != node; });
    return logs;
}

void JobPage::showChosenNode()
{
    const QString node = m_nodePanel->chosen();
    const auto run = std::find_if(m_job.nodeRuns.cbegin(), m_job.nodeRuns.cend(),
                                  [&node](const engine::JobNode &each) { return each.name == node; });
    const bool areAll = node.isEmpty() && m_job.nodeRuns.size() > 1;
    m_logs->setFiles(logsOf(node));
    m_logs->saver().setAllFiles(logsOf({}));
    m_files->setNode(node);
    m_charts->setCurrentWidget(areAll ? static_cast<QWidget *>(m_nodeCharts) : m_utilisation);
    m_samples.setSource(run != m_job.nodeRuns.cend() ? run->samplesPath : areAll ? QString() : m_job.samplesPath);
}

void JobPage::rerun()
{
    engine::whenFinished(m_client.jobs.rerun(m_id), this, [this](const auto &answer) {
        if (!answer)
            return m_notices->showError(answer.error());
        emit openRequested(engine::ResourceSnapshot::fromDocument(*answer).id);
    });
}

void JobPage::copyCommand() const
{
    copyText(shellLine({u"batchctl"_s, u"job"_s, u"show"_s, u"-g"_s, m_id.groupName(), u"-w"_s, m_id.workspaceName(),
                        u"-e"_s, m_id.parent().name(), u"-n"_s, m_id.name()}));
}

} // namespace ui
