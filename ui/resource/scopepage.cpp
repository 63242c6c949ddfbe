// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/scopepage.h"

#include "models/resourcestore.h"
#include "ui/resource/itemrows.h"
#include "ui/resource/joblist.h"
#include "ui/resource/tagspanel.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/columnchoice.h"
#include "ui/widgets/list/tablelinks.h"
#include "ui/widgets/list/tables.h"
#include "ui/widgets/page/emptystate.h"
#include "ui/widgets/page/pageheader.h"

#include <QAbstractButton>
#include <QHeaderView>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTableView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceKind;
using models::JobGroup;

namespace {

QString kindWord(ResourceKind kind)
{
    switch (kind) {
    case ResourceKind::Workspace:
        return ScopePage::tr("workspace");
    case ResourceKind::Cluster:
        return ScopePage::tr("cluster");
    case ResourceKind::FileServer:
        return ScopePage::tr("file server");
    default:
        return ScopePage::tr("experiment");
    }
}

} // namespace

ScopePage::ScopePage(engine::EngineClient &client, const models::ResourceStore &store, QSettings &settings,
                     const engine::ResourceId &id, QWidget *parent)
    : Page(parent), m_client(client), m_store(store), m_settings(settings), m_id(id), m_header(new PageHeader(this)),
      m_model(new QStandardItemModel(this)), m_table(makeTable(this)), m_stack(new QStackedWidget(this)),
      m_tags(new TagsPanel(client, id, this))
{
    m_header->setTitle(id.name());
    m_model->setHorizontalHeaderLabels({tr("Name"), tr("Kind"), tr("Jobs"), tr("Running"), tr("Queued")});
    for (const int column : {2, 3, 4})
        m_model->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("What %1 holds").arg(id.name()));
    setWidths(*m_table, {280, 140, 100, 100, 100});
    m_table->horizontalHeader()->setStretchLastSection(false); // keeps columns of numbers narrow
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    new ColumnChoice(m_table, settings, u"contents/hidden"_s);
    m_empty = new EmptyState(
        u"layers"_s, tr("Nothing in %1 yet").arg(id.name()),
        tr("Clusters, file servers and experiments are made with New, or by a document that is dropped here."), this);
    connect(m_empty->setButton(tr("Open document…")), &QAbstractButton::clicked, this, &ScopePage::openFileRequested);
    addPages(*m_stack, {m_table, m_empty, m_tags});
    m_header->addTab(u"contents"_s, tr("Contents"));
    m_header->addTab(u"jobs"_s, tr("Jobs"));
    m_header->addTab(u"tags"_s, tr("Tags"));
    setTabs(m_header);
    setLayout(newColumn({}, 4, {m_header, {m_stack, 1}}));
    connect(new TableLinks(m_table), &TableLinks::openRequested, this,
            [this](const engine::ResourceId &target, const QModelIndex &cell) {
                const QVariant jobs = cell.data(jobsRole);
                jobs.isValid() ? emit jobsRequested(target, JobGroup(jobs.toInt())) : emit openRequested(target);
            });
    connect(m_header, &PageHeader::factActivated, this, [this](const QString &link) { showJobs(groupOfFact(link)); });
    connect(m_header, &PageHeader::tabChanged, this, &ScopePage::refresh);
    connect(&store, &models::ResourceStore::changed, this, &ScopePage::refresh);
    refresh();
}

void ScopePage::showJobs(JobGroup group)
{
    showTab(u"jobs"_s);
    jobList()->showGroup(group);
}

JobList *ScopePage::jobList()
{
    if (!m_jobs) {
        m_jobs = new JobList(m_client, m_store, m_settings, m_id, this);
        m_stack->addWidget(m_jobs);
        connect(m_jobs, &JobList::openRequested, this, &ScopePage::openRequested);
        connect(m_jobs->setEmptyButton(tr("Submit job")), &QAbstractButton::clicked, this, [this] {
            const auto experiments = m_store.all(ResourceKind::Experiment, m_id);
            emit submitRequested(experiments.size() == 1 ? experiments.constFirst().id : engine::ResourceId(), {});
        });
    }
    return m_jobs;
}

void ScopePage::refresh()
{
    QList<engine::ResourceSnapshot> inside;
    for (const auto kind :
         {ResourceKind::Workspace, ResourceKind::Cluster, ResourceKind::FileServer, ResourceKind::Experiment}) {
        for (const auto &resource : m_store.all(kind, m_id)) {
            if (resource.id.parent() == m_id)
                inside.append(resource);
        }
    }
    std::stable_sort(inside.begin(), inside.end(), [](const auto &a, const auto &b) {
        return a.id.kind() != b.id.kind() ? a.id.kind() < b.id.kind()
                                          : a.id.name().compare(b.id.name(), Qt::CaseInsensitive) < 0;
    });
    models::JobCounts sum;
    QHash<engine::ResourceId, models::JobCounts> below; // by row
    const auto byExperiment = models::countJobsByExperiment(m_store, m_id);
    const ResourceKind withJobs =
        m_id.kind() == ResourceKind::Group ? ResourceKind::Workspace : ResourceKind::Experiment;
    for (auto it = byExperiment.cbegin(); it != byExperiment.cend(); ++it) {
        sum += *it;
        below[it.key().ancestor(withJobs)] += *it;
    }
    QList<QList<QStandardItem *>> rows;
    for (const auto &resource : std::as_const(inside)) {
        const auto &id = resource.id;
        const bool hasJobs = id.kind() == withJobs;
        const models::JobCounts jobs = hasJobs ? below.value(id) : models::JobCounts();
        const auto number = [&](qint64 count, JobGroup group) {
            return hasJobs ? jobsItem(count, group, id) : numberItem({}, id);
        };
        rows.append({textItem(id.name(), id, u"link"_s), textItem(kindWord(id.kind()), id),
                     number(jobs.all, JobGroup::All), number(jobs.running, JobGroup::Running),
                     number(jobs.queued, JobGroup::Queued)});
    }
    setRows(*m_model, rows);
    m_header->setFacts({jobsFact(sum.all, JobGroup::All), jobsFact(sum.running, JobGroup::Running),
                        jobsFact(sum.queued, JobGroup::Queued)});
    const QJsonObject tags = m_store.document(m_id).value(u"tags"_s).toObject();
    m_tags->setTags(tags);
    m_header->setTabCount(u"tags"_s, int(tags.size()));
    m_header->setTabCount(u"jobs"_s, int(sum.all));
    m_header->setTabCount(u"contents"_s, int(inside.size()));
    QWidget *contents = inside.isEmpty() ? static_cast<QWidget *>(m_empty) : m_table;
    m_stack->setCurrentWidget(currentTab() == u"tags" ? m_tags : currentTab() == u"jobs" ? jobList() : contents);
}

} // namespace ui
