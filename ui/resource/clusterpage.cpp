// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/clusterpage.h"

#include "engine/base/whenfinished.h"
#include "models/document/clusterwords.h"
#include "models/document/wantedsecrets.h"
#include "models/job/jobcounts.h"
#include "models/job/jobtablemodel.h"
#include "models/resourcestore.h"
#include "models/words.h"
#include "ui/document/documentview.h"
#include "ui/machine/machinepage.h"
#include "ui/resource/itemrows.h"
#include "ui/resource/scalepanel.h"
#include "ui/secret/secretpanel.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/list/factlist.h"
#include "ui/widgets/list/statemarks.h"
#include "ui/widgets/list/tablelinks.h"
#include "ui/widgets/list/tables.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/pageheader.h"

#include <QAbstractButton>
#include <QJsonArray>
#include <QLabel>
#include <QLocale>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTableView>

#include <algorithm>
#include <utility>

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

} // namespace

ClusterPage::ClusterPage(engine::EngineClient &client, const models::ResourceStore &store, const engine::ResourceId &id,
                         QWidget *parent)
    : Page(parent), m_client(client), m_store(store), m_id(id), m_header(new PageHeader(this)),
      m_banner(new Banner(this)), m_setupBanner(new Banner(this)), m_secretBanner(new Banner(this)),
      m_secrets(new SecretPanel(client, this)), m_stack(new QStackedWidget(this)),
      m_scale(new ScalePanel(client, id, this)), m_facts(new FactList(this)),
      m_document(new DocumentView(tr("The document of %1").arg(id.name()), this)),
      m_nodes(new QStandardItemModel(this)), m_queue(new QStandardItemModel(this)), m_nodeTable(makeTable(this)),
      m_queueTable(makeTable(this)), m_nodesTitle(sectionTitle({}, this)), m_queueTitle(sectionTitle({}, this))
{
    m_header->setTitle(id.name());
    auto *map = m_header->addCommand(u"link"_s, tr("Map volumes…"), tr("Say where the volumes that it mounts are now"));
    connect(map, &QAbstractButton::clicked, this,
            [this] { emit mapVolumeRequested(models::clusterSources(m_store.document(m_id)).value(0)); });
    auto *remove = m_header->addCommand(u"trash"_s, tr("Delete…"));
    connect(remove, &QAbstractButton::clicked, this, &ClusterPage::removeRequested);
    m_nodes->setHorizontalHeaderLabels({tr("Node"), tr("State"), tr("Link"), tr("As of"), tr("Job"), tr("Node setup")});
    m_queue->setHorizontalHeaderLabels({tr("Job"), tr("Experiment"), tr("Nodes"), tr("Why it waits")});
    m_nodes->horizontalHeaderItem(3)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_queue->horizontalHeaderItem(2)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_nodeTable->setModel(m_nodes);
    m_nodeTable->setAccessibleName(tr("Nodes of %1").arg(id.name()));
    m_queueTable->setModel(m_queue);
    m_queueTable->setAccessibleName(tr("Jobs that wait for %1").arg(id.name()));
    setWidths(*m_nodeTable, {140, 120, 110, 90, 190});
    setWidths(*m_queueTable, {200, 160, 70});

    m_header->addTab(u"overview"_s, tr("Overview"));
    m_header->addTab(u"configuration"_s, tr("Configuration"));
    setTabs(m_header);
    addPages(*m_stack, {newOverview(), newConfiguration()});
    setLayout(newColumn({}, 0, {m_header, {m_stack, 1}}));

    for (QTableView *table : {m_nodeTable, m_queueTable})
        connect(new TableLinks(table), &TableLinks::openRequested, this, &ClusterPage::openRequested);
    connect(m_header, &PageHeader::tabChanged, this,
            [this](const QString &name) { m_stack->setCurrentIndex(name == u"configuration" ? 1 : 0); });
    connect(m_header, &PageHeader::factActivated, this, [this](const QString &link) {
        showTab(u"overview"_s);
        QTableView *table = link == u"queue" ? m_queueTable : m_nodeTable;
        table->setFocus(Qt::OtherFocusReason);
        table->selectRow(qMax(0, table->currentIndex().row()));
    });
    m_setupBanner->setObjectName(u"setupBanner"_s);
    connect(m_setupBanner, &Banner::remedyRequested, this, &ClusterPage::setUpAgain);
    m_secretBanner->setObjectName(u"secretBanner"_s);
    connect(m_secrets, &SecretPanel::asked, m_secretBanner, &Banner::dismiss);
    m_secrets->reportTo(m_secretBanner);
    connect(&store, &models::ResourceStore::changed, this, &ClusterPage::refresh);
    refresh();
}

QWidget *ClusterPage::newOverview()
{
    auto *overview = new QWidget(this);
    auto *bannerRow = newColumn({16, 4, 16, 4}, 8, {m_banner, m_setupBanner, m_secretBanner, m_secrets});
    overview->setLayout(newColumn({}, 0,
                                  {bannerRow,
                                   m_scale,
                                   newLine(),
                                   m_nodesTitle,
                                   {m_nodeTable, 300},
                                   m_queueTitle,
                                   {m_queueTable, 200},
                                   Stretch{}})); // what the rows leave; nothing of it is for the banner
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
    bool busy = false;
    QList<engine::NodeState> heard; // of those that are reached
    for (const engine::NodeSnapshot &node : cluster.nodes) {
        const auto machine = engine::MachineSnapshot::fromDocument(m_store.document(node.machine));
        const bool isLeaving = node.state == engine::NodeState::Leaving;
        online += machine.link == engine::LinkState::Online && !isLeaving ? 1 : 0;
        const bool isReached = models::isReached(machine.link);
        busy = busy || (node.job.isValid() && isReached);
        if (isReached)
            heard.append(node.state);
        const QString job =
            node.job.isValid() ? QString(node.job.parent().name() + u" / "_s + node.job.name()) : QString();
        rows.append(
            {textItem(node.name, node.machine, u"link"_s),
             markItem(markOf(node.state, machine.link), models::word(node.state, machine.link), node.machine),
             markItem(markOf(machine.link), models::word(machine.link), node.machine),
             numberItem(machine.asOf.isValid() ? models::shortTime(machine.asOf, now) : QString(), node.machine),
             textItem(job.isEmpty() || isReached ? job : tr("%1, last seen %2").arg(job, models::word(node.state)),
                      node.job, u"link"_s),
             setupItem(node, models::setupOf(document, node.name))});
    }
    setRows(*m_nodes, rows);
    fitRows(*m_nodeTable);
    m_nodesTitle->setText(rows.isEmpty() ? tr("Nodes: none yet") : tr("Nodes"));
    m_nodeTable->setVisible(!rows.isEmpty());

    const auto queue = queueOf(m_store, m_id);
    const qint64 waiting = models::countQueued(document, queue.size());
    showQueue(queue, waiting);
    m_scale->setScale(document.value(u"properties"_s)[u"scaleSettings"_s].toObject());
    showConfiguration(document);

    showSetup(cluster, document);
    if (online == 0)
        m_header->setState(Mark::Offline, tr("offline"));
    else if (busy)
        m_header->setState(Mark::Running, tr("running"));
    else if (heard.contains(engine::NodeState::Idle))
        m_header->setState(Mark::Idle, tr("idle"));
    else if (heard.contains(engine::NodeState::Preparing))
        m_header->setState(Mark::Preparing, models::word(engine::NodeState::Preparing));
    else if (heard.contains(engine::NodeState::Unusable))
        m_header->setState(Mark::Unusable, models::word(engine::NodeState::Unusable));
    else
        m_header->setState(Mark::Idle, tr("idle"));
    const QString nodes = cluster.targetNodeCount == 1
        ? tr("%1 of 1 node online").arg(online)
        : tr("%1 of %2 nodes online").arg(online).arg(cluster.targetNodeCount);
    const QString queued = models::counted(waiting, models::JobGroup::Queued);
    m_header->setFacts({cluster.nodes.isEmpty() ? nodes : LinkText().addLink(nodes, u"nodes"_s),
                        cluster.kind == u"local"_s     ? tr("this computer")
                            : cluster.kind == u"ssh"_s ? tr("machines by SSH")
                                                       : cluster.kind,
                        queue.isEmpty() ? queued : LinkText().addLink(queued, u"queue"_s)});
    if (cluster.reason.isEmpty())
        m_banner->dismiss();
    else
        m_banner->showNotice(Mark::Unusable, cluster.reason.text());
}

// What a setup lacks or broke on comes whole: in its column there is room for the beginning.
void ClusterPage::showSetup(const engine::ClusterSnapshot &cluster, const QJsonObject &document)
{
    const QJsonArray errors = document.value(u"properties"_s)[u"errors"_s].toArray();
    const bool lacksSecret = std::any_of(errors.cbegin(), errors.cend(), [](const QJsonValue &error) {
        return error[u"code"_s].toString() == u"SecretMissing";
    });
    m_unset.clear();
    QString first;
    for (const engine::NodeSnapshot &node : cluster.nodes) {
        if (models::setupOf(document, node.name) != u"failed")
            continue;
        if (m_unset.isEmpty())
            first = node.reason.text();
        m_unset.append(node.machine);
    }
    if (!lacksSecret && m_lacksSecret && !m_secrets->isBusy())
        m_secrets->withdraw(); // else what was typed is all given first
    if (lacksSecret && !m_lacksSecret)
        m_secrets->askAgain(models::secretsOf(engine::ResourceKind::Cluster, document), tr("Set and go on"));
    m_lacksSecret = lacksSecret;
    if (m_unset.isEmpty()) {
        m_told.clear();
        return m_setupBanner->dismiss();
    }
    const QString name = m_unset.constFirst().name();
    const QString told = name + first + QString::number(m_unset.size()) + (lacksSecret ? u"+"_s : QString());
    if (told == std::exchange(m_told, told))
        return; // the user may have put it away
    m_setupBanner->showNotice(
        Mark::Unusable,
        m_unset.size() == 1
            ? tr("%1 could not be set up.").arg(name)
            : tr("%1 nodes could not be set up. The first is %2.").arg(QLocale().toString(m_unset.size()), name),
        first);
    m_setupBanner->setRemedy(lacksSecret ? tr("Type the secrets") : tr("Set up again"));
}

void ClusterPage::setUpAgain()
{
    if (std::exchange(m_lacksSecret, false))
        return refresh();
    for (const engine::ResourceId &machine : std::as_const(m_unset)) {
        engine::whenFinished(m_client.machines.connect(machine), this, [this](const auto &connected) {
            if (!connected)
                m_setupBanner->showError(connected.error());
        });
    }
}

void ClusterPage::showQueue(const QList<engine::JobSnapshot> &queue, qint64 waiting)
{
    QList<QList<QStandardItem *>> rows;
    for (const engine::JobSnapshot &job : queue)
        rows.append({markItem(Mark::Queued, job.id.name(), job.id, u"link"_s), textItem(job.id.parent().name(), job.id),
                     numberItem(QLocale().toString(job.nodeCount), job.id), textItem(models::reasonText(job), job.id)});
    setRows(*m_queue, rows);
    fitRows(*m_queueTable);
    m_queueTitle->setText(
        waiting == 0 ? tr("Queue: nothing waits")
            : waiting > rows.size()
            ? tr("Queue: %1 waiting, the newest %2 and why").arg(models::number(waiting), models::number(rows.size()))
            : tr("Queue: %1 waiting, and why").arg(models::number(waiting)));
    m_queueTable->setVisible(!rows.isEmpty());
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
