// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/clusterpage.h"

#include "models/document/clusterwords.h"
#include "models/job/jobtablemodel.h"
#include "models/resourcestore.h"
#include "models/words.h"
#include "ui/document/documentview.h"
#include "ui/machine/machinepage.h"
#include "ui/resource/itemrows.h"
#include "ui/resource/scalepanel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/factlist.h"
#include "ui/widgets/line.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/statemarks.h"
#include "ui/widgets/tablelinks.h"
#include "ui/widgets/tables.h"

#include <QAbstractButton>
#include <QLabel>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

QList<engine::JobSnapshot> queueOf(const models::ResourceStore &store, const engine::ResourceId &cluster)
{
    QList<engine::JobSnapshot> waiting;
    for (const auto &resource : store.all(engine::ResourceKind::Job)) {
        auto job = engine::JobSnapshot::fromDocument(resource.document);
        if (job.state == engine::JobState::Queued && job.cluster == cluster)
            waiting.append(std::move(job));
    }
    std::sort(waiting.begin(), waiting.end(), [](const auto &a, const auto &b) { return a.created < b.created; });
    return waiting;
}

} // namespace

ClusterPage::ClusterPage(engine::EngineClient &client, const models::ResourceStore &store, const engine::ResourceId &id,
                         QWidget *parent)
    : Page(parent), m_store(store), m_id(id), m_header(new PageHeader(this)), m_banner(new Banner(this)),
      m_stack(new QStackedWidget(this)), m_scale(new ScalePanel(client, id, this)), m_facts(new FactList(this)),
      m_document(new DocumentView(tr("The document of %1").arg(id.name()), this)),
      m_nodes(new QStandardItemModel(this)), m_queue(new QStandardItemModel(this)), m_nodeTable(makeTable(this)),
      m_queueTable(makeTable(this)), m_nodesTitle(sectionTitle({}, this)), m_queueTitle(sectionTitle({}, this))
{
    m_header->setTitle(id.name());
    auto *map = m_header->addCommand(u"link"_s, tr("Map volumes…"));
    map->setToolTip(tr("Say where the volumes that it mounts are now"));
    connect(map, &QAbstractButton::clicked, this,
            [this] { emit mapVolumeRequested(models::clusterSources(m_store.document(m_id)).value(0)); });
    auto *remove = m_header->addCommand(u"trash"_s, tr("Delete…"));
    connect(remove, &QAbstractButton::clicked, this, &ClusterPage::removeRequested);
    m_nodes->setHorizontalHeaderLabels({tr("Node"), tr("State"), tr("Link"), tr("As of"), tr("Job")});
    m_queue->setHorizontalHeaderLabels({tr("Job"), tr("Experiment"), tr("Nodes"), tr("Why it waits")});
    m_nodes->horizontalHeaderItem(3)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_queue->horizontalHeaderItem(2)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_nodeTable->setModel(m_nodes);
    m_nodeTable->setAccessibleName(tr("Nodes of %1").arg(id.name()));
    m_queueTable->setModel(m_queue);
    m_queueTable->setAccessibleName(tr("Jobs that wait for %1").arg(id.name()));
    setWidths(*m_nodeTable, {200, 130, 120, 90});
    setWidths(*m_queueTable, {200, 160, 70});

    m_header->addTab(u"overview"_s, tr("Overview"));
    m_header->addTab(u"configuration"_s, tr("Configuration"));
    m_stack->addWidget(newOverview());
    m_stack->addWidget(newConfiguration());
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_stack, 1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);

    for (QTableView *table : {m_nodeTable, m_queueTable})
        connect(new TableLinks(table), &TableLinks::openRequested, this, &ClusterPage::openRequested);
    connect(m_header, &PageHeader::tabChanged, this,
            [this](const QString &name) { m_stack->setCurrentIndex(name == u"configuration" ? 1 : 0); });
    connect(&store, &models::ResourceStore::changed, this, &ClusterPage::refresh);
    refresh();
}

QWidget *ClusterPage::newOverview()
{
    auto *overview = new QWidget(this);
    auto *bannerRow = new QHBoxLayout;
    bannerRow->setContentsMargins(16, 4, 16, 4);
    bannerRow->addWidget(m_banner);
    auto *column = new QVBoxLayout(overview);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bannerRow);
    column->addWidget(m_scale);
    column->addWidget(newLine());
    column->addWidget(m_nodesTitle);
    column->addWidget(m_nodeTable, 300);
    column->addWidget(m_queueTitle);
    column->addWidget(m_queueTable, 200);
    column->addStretch(1); // what the rows leave; nothing of it is for the banner
    return overview;
}

QWidget *ClusterPage::newConfiguration()
{
    auto *configuration = new QWidget(this);
    auto *facts = new QHBoxLayout;
    facts->setContentsMargins(16, 12, 16, 12);
    facts->addWidget(m_facts);
    auto *column = new QVBoxLayout(configuration);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(facts);
    column->addWidget(newLine());
    column->addWidget(sectionTitle(tr("Document"), configuration));
    column->addWidget(m_document, 1);
    return configuration;
}

void ClusterPage::showTab(const QString &name)
{
    m_header->setCurrentTab(name);
}

QString ClusterPage::currentTab() const
{
    return m_header->currentTab();
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
    for (const engine::NodeSnapshot &node : cluster.nodes) {
        const auto machine = engine::MachineSnapshot::fromDocument(m_store.document(node.machine));
        const bool isLeaving = node.state == engine::NodeState::Leaving;
        online += machine.link == engine::LinkState::Online && !isLeaving ? 1 : 0;
        busy = busy || node.job.isValid();
        rows.append(
            {textItem(node.name, node.machine, u"link"_s),
             markItem(markOf(node.state, machine.link), models::word(node.state), node.machine),
             markItem(markOf(machine.link), models::word(machine.link), node.machine),
             numberItem(machine.asOf.isValid() ? models::shortTime(machine.asOf, now) : QString(), node.machine),
             textItem(node.job.isValid() ? node.job.parent().name() + u" / "_s + node.job.name() : QString(), node.job,
                      u"link"_s)});
    }
    setRows(*m_nodes, rows);
    fitRows(*m_nodeTable);
    m_nodesTitle->setText(rows.isEmpty() ? tr("Nodes: none yet") : tr("Nodes"));
    m_nodeTable->setVisible(!rows.isEmpty());

    const qsizetype waiting = showQueue();
    m_scale->setScale(document.value(u"properties"_s)[u"scaleSettings"_s].toObject());
    showConfiguration(document);

    if (online == 0)
        m_header->setState(Mark::Offline, tr("offline"));
    else
        busy ? m_header->setState(Mark::Running, tr("running")) : m_header->setState(Mark::Idle, tr("idle"));
    m_header->setFacts({cluster.targetNodeCount == 1
                            ? tr("%1 of 1 node online").arg(online)
                            : tr("%1 of %2 nodes online").arg(online).arg(cluster.targetNodeCount),
                        cluster.kind == u"local"_s     ? tr("this computer")
                            : cluster.kind == u"ssh"_s ? tr("machines by SSH")
                                                       : cluster.kind,
                        tr("%1 queued").arg(QLocale().toString(waiting))});
    if (cluster.reason.isEmpty())
        m_banner->dismiss();
    else
        m_banner->showNotice(Mark::Unusable, cluster.reason.text());
}

qsizetype ClusterPage::showQueue()
{
    QList<QList<QStandardItem *>> rows;
    const auto waiting = queueOf(m_store, m_id);
    for (const engine::JobSnapshot &job : waiting)
        rows.append({markItem(Mark::Queued, job.id.name(), job.id, u"link"_s), textItem(job.id.parent().name(), job.id),
                     numberItem(QLocale().toString(job.nodeCount), job.id), textItem(models::reasonText(job), job.id)});
    setRows(*m_queue, rows);
    fitRows(*m_queueTable);
    m_queueTitle->setText(waiting.isEmpty() ? tr("Queue: nothing waits")
                                            : tr("Queue: %1 waiting, and why").arg(QLocale().toString(waiting.size())));
    m_queueTable->setVisible(!waiting.isEmpty());
    return waiting.size();
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
