// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/clusterpage.h"

#include "models/document/clusterwords.h"
#include "models/job/jobcounts.h"
#include "models/job/jobtablemodel.h"
#include "models/resourcestore.h"
#include "models/words.h"
#include "ui/document/documentview.h"
#include "ui/machine/machinepage.h"
#include "ui/resource/clustertrouble.h"
#include "ui/resource/itemrows.h"
#include "ui/resource/itemtable.h"
#include "ui/resource/scalepanel.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/list/columnchoice.h"
#include "ui/widgets/list/factlist.h"
#include "ui/widgets/list/statemarks.h"
#include "ui/widgets/list/tables.h"
#include "ui/widgets/page/pageheader.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLocale>
#include <QStackedWidget>
#include <QStandardItem>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

QList<engine::JobSnapshot> queueOf(const models::ResourceStore &store, const engine::ResourceId &cluster)
{
    QList<engine::JobSnapshot> waiting;
    for (const auto &resource : models::jobsOn(store, cluster)) {
        if (models::groupOf(resource) == models::JobGroup::Queued)
            waiting.append(engine::JobSnapshot::fromDocument(resource.document));
    }
    std::sort(waiting.begin(), waiting.end(), [](const auto &a, const auto &b) { return a.created < b.created; });
    return waiting;
}

QStandardItem *setupItem(const engine::NodeSnapshot &node, const QString &setup)
{
    const QString word = models::setupWord(setup);
    const QString reason = node.reason.text();
    const QString between = word.isEmpty() || reason.isEmpty() ? QString() : u": "_s;
    QStandardItem *item = textItem(word + between + reason, node.machine);
    item->setToolTip(reason);
    return item;
}

QList<QStandardItem *> nodeRow(const engine::NodeSnapshot &node, const engine::MachineSnapshot &machine,
                               const QString &setup, const QDateTime &now)
{
    const QString job = node.job.isValid() ? QString(node.job.parent().name() + u" / "_s + node.job.name()) : QString();
    const bool isOld = !job.isEmpty() && !models::isReached(machine.link);
    return {textItem(node.name, node.machine, u"link"_s),
            markItem(markOf(node.state, machine.link), models::word(node.state, machine.link), node.machine),
            markItem(markOf(machine.link), models::word(machine.link), node.machine),
            numberItem(machine.asOf.isValid() ? models::shortTime(machine.asOf, now) : QString(), node.machine),
            textItem(isOld ? ClusterPage::tr("%1, last seen %2").arg(job, models::word(node.state)) : job, node.job,
                     u"link"_s),
            setupItem(node, setup)};
}

} // namespace

ClusterPage::ClusterPage(engine::EngineClient &client, const models::ResourceStore &store, QSettings &settings,
                         const engine::ResourceId &id, QWidget *parent)
    : Page(parent), m_store(store), m_id(id), m_header(new PageHeader(this)),
      m_trouble(new ClusterTrouble(client, this)), m_stack(new QStackedWidget(this)),
      m_scale(new ScalePanel(client, id, this)), m_facts(new FactList(this)),
      m_document(new DocumentView(tr("The document of %1").arg(id.name()), this)),
      m_nodes(new ItemTable({tr("Node"), tr("State"), tr("Link"), tr("As of"), tr("Job"), tr("Node setup")}, 3, this)),
      m_queue(new ItemTable({tr("Job"), tr("Experiment"), tr("Nodes"), tr("Why it waits")}, 2, this))
{
    m_header->setTitle(id.name());
    auto *map = m_header->addCommand(u"link"_s, tr("Map volumes…"), tr("Say where the volumes that it mounts are now"));
    connect(map, &QAbstractButton::clicked, this,
            [this] { emit mapVolumeRequested(models::clusterSources(m_store.document(m_id)).value(0)); });
    auto *remove = m_header->addCommand(u"trash"_s, tr("Delete…"));
    connect(remove, &QAbstractButton::clicked, this, &ClusterPage::removeRequested);
    m_nodes->setAccessibleName(tr("Nodes of %1").arg(id.name()));
    m_queue->setAccessibleName(tr("Jobs that wait for %1").arg(id.name()));
    setWidths(*m_nodes, {120, 120, 110, 76, 190});
    setWidthOfWords(*m_nodes, 1, models::everyWord<engine::NodeState>() + models::everyWord<engine::LinkState>());
    setWidthOfWords(*m_nodes, 2, models::everyWord<engine::LinkState>());
    setWidths(*m_queue, {200, 160, 70});
    new ColumnChoice(m_nodes, settings, u"nodes/hidden"_s);
    new ColumnChoice(m_queue, settings, u"queue/hidden"_s);

    m_header->addTab(u"overview"_s, tr("Overview"));
    m_header->addTab(u"configuration"_s, tr("Configuration"));
    setTabs(m_header);
    addPages(*m_stack, {newOverview(), newConfiguration()});
    setLayout(newColumn({}, 0, {m_header, {m_stack, 1}}));

    for (ItemTable *table : {m_nodes, m_queue})
        connect(table, &ItemTable::openRequested, this, &ClusterPage::openRequested);
    connect(m_header, &PageHeader::tabChanged, this,
            [this](const QString &name) { m_stack->setCurrentIndex(name == u"configuration" ? 1 : 0); });
    connect(m_header, &PageHeader::factActivated, this, [this](const QString &link) {
        showTab(u"overview"_s);
        (link == u"queue" ? m_queue : m_nodes)->selectFirst();
    });
    connect(&store, &models::ResourceStore::changed, this, &ClusterPage::refresh);
    refresh();
}

QWidget *ClusterPage::newOverview()
{
    auto *overview = new QWidget(this);
    overview->setLayout(newColumn({}, 0,
                                  {m_trouble->newNotices(),
                                   m_scale,
                                   newLine(),
                                   m_nodes->title(),
                                   {m_nodes, 300},
                                   m_queue->title(),
                                   {m_queue, 200},
                                   Stretch{}})); // takes the remaining room, so that the banner does not grow
    return overview;
}

QWidget *ClusterPage::newConfiguration()
{
    auto *configuration = new QWidget(this);
    auto *facts = newRow({16, 12, 16, 12}, 0, {m_facts});
    configuration->setLayout(
        newColumn({}, 0, {facts, newLine(), sectionTitle(tr("Document"), configuration), {m_document, 1}}));
    return configuration;
}

bool ClusterPage::isSettled() const
{
    const auto cluster = engine::ClusterSnapshot::fromDocument(m_store.document(m_id));
    return std::all_of(cluster.nodes.cbegin(), cluster.nodes.cend(), [this](const engine::NodeSnapshot &node) {
        return MachinePage::isKnown(engine::MachineSnapshot::fromDocument(m_store.document(node.machine)));
    });
}

void ClusterPage::refresh()
{
    const QJsonObject document = m_store.document(m_id);
    const auto cluster = engine::ClusterSnapshot::fromDocument(document);
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QList<QList<QStandardItem *>> rows;
    int online = 0;
    bool isBusy = false;
    QList<engine::NodeState> reached; // of connected nodes
    for (const engine::NodeSnapshot &node : cluster.nodes) {
        const auto machine = engine::MachineSnapshot::fromDocument(m_store.document(node.machine));
        const bool isLeaving = node.state == engine::NodeState::Leaving;
        online += machine.link == engine::LinkState::Online && !isLeaving ? 1 : 0;
        const bool isReached = models::isReached(machine.link);
        isBusy = isBusy || (node.job.isValid() && isReached);
        if (isReached)
            reached.append(node.state);
        rows.append(nodeRow(node, machine, models::setupOf(document, node.name), now));
    }
    m_nodes->setRows(rows.isEmpty() ? tr("Nodes: none yet") : tr("Nodes"), rows);

    const auto queue = queueOf(m_store, m_id);
    const qint64 waiting = models::countQueued(document, queue.size());
    showQueue(queue, waiting);
    m_scale->setScale(document.value(u"properties"_s)[u"scaleSettings"_s].toObject());
    showConfiguration(document);

    m_trouble->show(cluster, document);
    showState(online, isBusy, reached);
    const QString nodes = cluster.targetNodeCount == 1
        ? tr("%1 of 1 node online").arg(online)
        : tr("%1 of %2 nodes online").arg(online).arg(cluster.targetNodeCount);
    const QString queued = models::counted(waiting, models::JobGroup::Queued);
    m_header->setFacts({cluster.nodes.isEmpty() ? nodes : LinkText().addLink(nodes, u"nodes"_s),
                        cluster.kind == u"local"_s     ? tr("this computer")
                            : cluster.kind == u"ssh"_s ? tr("machines by SSH")
                                                       : cluster.kind,
                        queue.isEmpty() ? queued : LinkText().addLink(queued, u"queue"_s)});
}

void ClusterPage::showState(int online, bool isBusy, const QList<engine::NodeState> &reached)
{
    if (online == 0)
        m_header->setState(Mark::Offline, tr("offline"));
    else if (isBusy)
        m_header->setState(Mark::Running, tr("running"));
    else if (reached.contains(engine::NodeState::Idle))
        m_header->setState(Mark::Idle, tr("idle"));
    else if (reached.contains(engine::NodeState::Preparing))
        m_header->setState(Mark::Preparing, models::word(engine::NodeState::Preparing));
    else if (reached.contains(engine::NodeState::Unusable))
        m_header->setState(Mark::Unusable, models::word(engine::NodeState::Unusable));
    else
        m_header->setState(Mark::Idle, tr("idle"));
}

void ClusterPage::showQueue(const QList<engine::JobSnapshot> &queue, qint64 waiting)
{
    QList<QList<QStandardItem *>> rows;
    for (const engine::JobSnapshot &job : queue)
        rows.append({markItem(Mark::Queued, job.id.name(), job.id, u"link"_s), textItem(job.id.parent().name(), job.id),
                     numberItem(QLocale().toString(job.nodeCount), job.id), textItem(models::reasonText(job), job.id)});
    m_queue->setRows(
        waiting == 0 ? tr("Queue: nothing waits")
            : waiting > rows.size()
            ? tr("Queue: %1 waiting, the newest %2 and why").arg(models::number(waiting), models::number(rows.size()))
            : tr("Queue: %1 waiting, and why").arg(models::number(waiting)),
        rows);
}

void ClusterPage::showConfiguration(const QJsonObject &document)
{
    const QJsonObject properties = document.value(u"properties"_s).toObject();
    QList<Fact> facts{{tr("It was"), properties.value(u"vmSize"_s).toString(), false, {}}};
    for (const auto &[label, value, isCode] : models::clusterFacts(document))
        facts.append({label, value, isCode, {}});
    m_facts->setFacts(facts);
    m_document->setDocumentOf(engine::ResourceKind::Cluster, document);
}

} // namespace ui
