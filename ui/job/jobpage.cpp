// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/jobpage.h"

#include "engine/api/job/joblogs.h"
#include "engine/base/whenfinished.h"
#include "ui/connect/terminal.h"
#include "ui/job/chart/chartstab.h"
#include "ui/job/chart/utilisationstrip.h"
#include "ui/job/configurationtab.h"
#include "ui/job/eventstab.h"
#include "ui/job/files/filestab.h"
#include "ui/job/jobfeed.h"
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

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int roomForNodeStates = 820; // pixels; if narrower, the list of nodes hides their states

const QStringList tabNames{u"overview"_s, u"nodes"_s,         u"logs"_s,  u"gpus"_s,
                           u"files"_s,    u"configuration"_s, u"events"_s};

} // namespace

JobPage::JobPage(engine::EngineClient &client, models::FileWork &work, std::shared_ptr<engine::LogReaders> readers,
                 const engine::ResourceId &job, QWidget *parent)
    : Page(parent), m_client(client), m_header(new JobHeader(this)), m_notices(new JobNotices(client, this)),
      m_nodePanel(new NodePanel(this)), m_overview(new OverviewTab(this)),
      m_logs(new LogsTab(client, std::move(readers), job, this)), m_failure(new FailureFinder(this)),
      m_charts(new ChartsTab(this)), m_files(new FilesTab(client, work, this)), m_feed(new JobFeed(client, job, this))
{
    connect(m_feed, &JobFeed::changed, this, &JobPage::setJob);
    connect(m_feed, &JobFeed::eventsListed, m_overview, &OverviewTab::setEvents);
    connect(m_feed, &JobFeed::failed, m_notices, &JobNotices::showError);
    auto *middle = newRow({}, 0, {m_nodePanel, {newTabs(), 1}});
    setLayout(newColumn({}, 0, {m_header, m_notices, {middle, 1}}));
    m_nodePanel->hide();
    connectCommands();
    connectLogs();
    connectFiles();
    m_logs->panel().takeKeysOf(*this);
    m_header->tabs().setCurrentTab(u"logs"_s); // the default tab, unless the job failed
    m_header->setJob(m_feed->job());
}

engine::ResourceId JobPage::resource() const
{
    return m_feed->job().id;
}

QStringList JobPage::tabTexts()
{
    return {tr("Overview"), tr("Nodes"), tr("Logs"), tr("CPU"), tr("Files"), tr("Configuration"), tr("Events")};
}

QWidget *JobPage::newTabs()
{
    auto *stack = new QStackedWidget(this);
    auto *nodes = new NodesTab(this);
    auto *logs = new QWidget(this);
    logs->setLayout(newColumn({}, 0, {new UtilisationStrip(m_charts->samples(), this), {m_logs, 1}}));
    auto *configuration = new ConfigurationTab(this);
    auto *events = new EventsTab(this);
    const QList<QWidget *> parts{m_overview, nodes, logs, m_charts, m_files, configuration, events};
    const QStringList words = tabTexts();
    PageHeader &tabs = m_header->tabs();
    setTabs(&tabs);
    for (qsizetype i = 0; i < parts.size(); ++i) {
        stack->addWidget(parts.at(i));
        tabs.addTab(tabNames.at(i), words.at(i));
    }
    tabs.setTabVisible(u"nodes"_s, false);
    tabs.setTabTip(u"gpus"_s, tr("How it used GPUs, CPU and memory"));
    connect(m_charts, &ChartsTab::sampled, this,
            [this] { m_header->tabs().setTabText(u"gpus"_s, m_charts->hasGpus() ? tr("GPUs") : tr("CPU")); });
    connect(&tabs, &PageHeader::tabChanged, this, [this, stack](const QString &name) {
        stack->setCurrentIndex(int(tabNames.indexOf(name)));
        showTabParts();
    });
    connect(nodes, &NodesTab::logRequested, this, [this](const QString &node) {
        m_nodePanel->chooseForUser(node);
        openLogs();
    });
    connect(m_feed, &JobFeed::changed, nodes,
            [nodes](const engine::JobSnapshot &job) { nodes->setNodes(job.nodeRuns); });
    connect(m_feed, &JobFeed::changed, configuration,
            [configuration](const engine::JobSnapshot &job) { configuration->setDocument(job.document); });
    connect(m_feed, &JobFeed::changed, events, &EventsTab::setJob);
    connect(m_feed, &JobFeed::eventsListed, events, &EventsTab::setEvents);
    return stack;
}

void JobPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    m_charts->start();
}

void JobPage::hideEvent(QHideEvent *event)
{
    Page::hideEvent(event);
    m_charts->stop();
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
    m_nodePanel->setVisible(isOfNodes && m_feed->job().nodeRuns.size() > 1);
}

void JobPage::connectCommands()
{
    connect(m_header, &JobHeader::stopRequested, this, &JobPage::stopRequested);
    connect(m_header, &JobHeader::rerunRequested, this, &JobPage::rerun);
    connect(m_header, &JobHeader::cloneRequested, this,
            [this] { emit submitRequested(resource().parent(), resource()); });
    connect(m_header, &JobHeader::copyIdRequested, this, [this] { copyText(resource().toString()); });
    connect(m_header, &JobHeader::copyCommandRequested, this, &JobPage::copyCommand);
    connect(m_header, &JobHeader::deleteRequested, this, &Page::removeRequested);
    connect(m_header, &JobHeader::clusterRequested, this, [this] { emit openRequested(m_feed->job().cluster); });
    connect(m_overview, &OverviewTab::rerunRequested, this, &JobPage::rerun);
    connect(m_charts, &ChartsTab::nodeChosen, m_nodePanel, &NodePanel::chooseForUser);
    connect(m_nodePanel, &NodePanel::chosenByUser, this, [this] {
        showChosenNode();
        m_charts->sample();
    });
}

void JobPage::connectLogs()
{
    connect(m_overview, &OverviewTab::logRequested, this, &JobPage::openFailure);
    connect(&m_logs->panel(), &LogPanel::failureRequested, this, &JobPage::openFailure);
    connect(m_failure, &FailureFinder::changed, this, [this] {
        m_overview->setCause(m_failure->failure());
        m_logs->panel().setFailureKnown(m_failure->failure().has_value());
    });
}

void JobPage::connectFiles()
{
    connect(m_files, &FilesTab::logRequested, this, [this](const engine::LogFileSnapshot &file) {
        const auto isIt = [&file](const auto &known) { return known.spoolPath == file.spoolPath; };
        if (std::none_of(m_followed.cbegin(), m_followed.cend(), isIt))
            m_followed.append(file);
        showChosenNode();
        m_logs->panel().showFile(file);
        openLogs();
    });
    connect(&m_files->pane(), &FilePane::stepsChanged, this, &Page::stepsChanged);
    connect(&m_header->tabs(), &PageHeader::tabChanged, this, &Page::stepsChanged);
    connect(m_files, &FilesTab::filesRequested, this, &Page::filesRequested);
    connect(m_files, &FilesTab::jobRequested, this, &Page::jobRequested);
    connect(m_files, &FilesTab::machineRequested, this, &Page::openRequested);
}

void JobPage::openLogs()
{
    showTab(u"logs"_s);
    m_logs->closeTiles();
}

void JobPage::showTab(const QString &name)
{
    m_isTabChosen = true;
    m_header->tabs().setCurrentTab(name == u"cpu" ? u"gpus"_s : name);
}

void JobPage::useSettings(QSettings &settings)
{
    m_logs->useSettings(settings);
}

bool JobPage::isSettled() const
{
    if (!m_feed->isSettled() || !m_failure->isSettled())
        return false;
    // A job that ended gets no further samples.
    const engine::JobSnapshot &job = m_feed->job();
    const bool hasSamples = m_charts->hasCurve() || job.samplesPath.isEmpty() || engine::isFinal(job.state);
    if (currentTab() == u"logs"_s)
        return m_logs->isSettled() && hasSamples;
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
    const QList<QAction *> ofLogs = m_logs->panel().commands();
    if (!areLogsShown || !m_logs->panel().isVisibleTo(m_logs)) {
        for (QAction *action : ofLogs) {
            action->setEnabled(false);
            action->setToolTip(areLogsShown ? tr("All processes are shown side by side.")
                                            : tr("The logs are not shown."));
        }
    }
    return ofLogs + (currentTab() == u"files"_s ? m_files->commands() : QList<QAction *>()) + m_header->commands();
}

void JobPage::setJob(const engine::JobSnapshot &job)
{
    if (!m_isTabChosen && job.state == engine::JobState::Failed)
        m_header->tabs().setCurrentTab(u"overview"_s); // shows the cause
    m_isTabChosen = true;
    m_notices->setJob(job);
    m_header->setJob(job);
    m_overview->setJob(job);
    m_failure->setJob(job);
    m_header->tabs().setTabCount(u"logs"_s, int(job.logs.size()));
    m_charts->setReason(engine::isFinal(job.state)  ? tr("The job ended before the first one.")
                            : job.started.isValid() ? tr("They come once a second while the job runs.")
                                                    : tr("The job has not started."));
    showNodes();
    m_files->setJob(job);
}

void JobPage::showNodes()
{
    const engine::JobSnapshot &job = m_feed->job();
    const bool areSeveral = job.nodeRuns.size() > 1;
    m_header->tabs().setTabVisible(u"nodes"_s, areSeveral);
    m_header->tabs().setTabCount(u"nodes"_s, areSeveral ? int(job.nodeRuns.size()) : 0);
    m_nodePanel->setNodes(areSeveral ? job.nodeRuns : QList<engine::JobNode>());
    m_charts->setNodes(areSeveral ? job.nodeRuns : QList<engine::JobNode>());
    showTabParts();
    // Shows the first failure, unless the user selected a node or a log is already shown.
    const bool isFree = !m_nodePanel->isChosenByUser() && m_logs->panel().shownFile().spoolPath.isEmpty();
    if (!isFree || job.state != engine::JobState::Failed || !showFailure())
        showChosenNode();
    m_charts->sampleFirst(); // also while hidden: the tab's title depends on whether nodes have GPUs
}

bool JobPage::showFailure()
{
    const engine::JobSnapshot &job = m_feed->job();
    const qsizetype log = logOfFailure(job, job.logs);
    if (log < 0)
        return false;
    const engine::LogFileSnapshot file = m_failure->failure() ? m_failure->failure()->file : job.logs.at(log);
    m_nodePanel->choose(file.node);
    showChosenNode();
    m_logs->panel().showFile(file);
    return true;
}

void JobPage::openFailure()
{
    openLogs();
    if (showFailure() && m_failure->failure() && m_failure->failure()->offset >= 0)
        m_logs->panel().showByte(m_failure->failure()->offset);
}

QList<engine::LogFileSnapshot> JobPage::logsOf(const QString &node) const
{
    QList<engine::LogFileSnapshot> logs = m_feed->job().logs + m_followed;
    if (!node.isEmpty())
        logs.removeIf([&node](const engine::LogFileSnapshot &log) { return log.node != node; });
    return logs;
}

void JobPage::showChosenNode()
{
    const engine::JobSnapshot &job = m_feed->job();
    const QString node = m_nodePanel->chosen();
    m_logs->panel().setFiles(logsOf(node));
    m_logs->panel().saver().setAllFiles(logsOf({}));
    m_files->setNode(node);
    if (node.isEmpty() && job.nodeRuns.size() > 1)
        return m_charts->showAll();
    const auto run = std::find_if(job.nodeRuns.cbegin(), job.nodeRuns.cend(),
                                  [&node](const engine::JobNode &each) { return each.name == node; });
    m_charts->showNode(run != job.nodeRuns.cend() ? run->samplesPath : job.samplesPath);
}

void JobPage::rerun()
{
    engine::whenFinished(m_client.jobs.rerun(resource()), this, [this](const auto &answer) {
        if (!answer)
            return m_notices->showError(answer.error());
        emit openRequested(engine::ResourceSnapshot::fromDocument(*answer).id);
    });
}

void JobPage::copyCommand() const
{
    const engine::ResourceId id = resource();
    copyText(shellLine({u"batchctl"_s, u"job"_s, u"show"_s, u"-g"_s, id.groupName(), u"-w"_s, id.workspaceName(),
                        u"-e"_s, id.parent().name(), u"-n"_s, id.name()}));
}

} // namespace ui
