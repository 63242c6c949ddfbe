// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/joblist.h"

#include "engine/base/whenfinished.h"
#include "models/job/jobnodewords.h"
#include "models/job/jobtablemodel.h"
#include "models/resourcestore.h"
#include "models/words.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/celldelegate.h"
#include "ui/widgets/list/columnchoice.h"
#include "ui/widgets/list/statemarks.h"
#include "ui/widgets/list/tablelinks.h"
#include "ui/widgets/list/tables.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/emptystate.h"
#include "ui/widgets/page/segments.h"

#include <QAbstractButton>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QTableView>
#include <QTimer>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

using models::JobGroup;
using models::JobTableModel;

namespace {

constexpr int pageSize = 1000;

class JobCellDelegate final : public CellDelegate
{
public:
    using CellDelegate::CellDelegate;

    [[nodiscard]] bool isLink(const QModelIndex &index) const override { return index.column() == JobTableModel::Name; }

protected:
    [[nodiscard]] int markAt(const QModelIndex &index) const override
    {
        if (index.column() != JobTableModel::State)
            return -1;
        return int(markOf(index.data(JobTableModel::JobStateRole).value<engine::JobState>(),
                          engine::JobPhase(index.data(JobTableModel::JobPhaseRole).toInt()),
                          index.data(JobTableModel::LinkRole).value<engine::LinkState>()));
    }
};

} // namespace

LinkText jobsFact(qint64 count, JobGroup group)
{
    const QString words = models::counted(count, group);
    return count > 0 ? LinkText().addLink(words, QString::number(int(group))) : words;
}

JobGroup groupOfFact(const QString &link)
{
    return JobGroup(link.toInt());
}

JobList::JobList(engine::EngineClient &client, const models::ResourceStore &store, QSettings &settings,
                 const engine::ResourceId &scope, QWidget *parent)
    : QWidget(parent), m_client(client), m_store(store), m_scope(scope), m_model(new JobTableModel(this, scope.kind())),
      m_banner(new Banner(this)), m_filter(new QLineEdit(this)),
      m_groups(new Segments(tr("Jobs that are shown"), this)), m_count(new QLabel(this)), m_table(makeTable(this)),
      m_stack(new QStackedWidget(this)),
      m_empty(
          new EmptyState(u"flask"_s, tr("No jobs yet"), tr("A job runs a command on the nodes of a cluster."), this)),
      m_nothing(new EmptyState(u"search"_s, {}, {}, this))
{
    styleFilter(m_filter, tr("Filter the jobs by name, state or reason"));
    m_filter->setFixedWidth(200);
    // In the order of JobGroup.
    m_groups->setTexts({tr("All"), tr("Queued"), tr("Running"), tr("Succeeded"), tr("Failed")});
    auto *tools = newRow({16, 6, 16, 8}, usualSpacing, {m_filter, m_groups, Stretch{}, m_count});

    m_table->setModel(m_model);
    m_table->setItemDelegate(new JobCellDelegate(m_table));
    m_table->setSortingEnabled(true);
    m_table->setAccessibleName(tr("Jobs of %1").arg(scope.name()));
    m_table->horizontalHeader()->setSortIndicator(JobTableModel::Started, Qt::DescendingOrder);
    setWidths(*m_table, {170, 110, 90, 90, 64, 84});
    setWidthOfWords(*m_table, JobTableModel::State, models::stateTexts());
    new ColumnChoice(m_table, settings, u"jobs/hidden"_s);

    auto *clear = m_nothing->setButton(tr("Clear filter"));
    addPages(*m_stack, {m_table, m_empty, m_nothing});
    setLayout(newColumn({}, 0, {m_banner, tools, {m_stack, 1}}));

    connect(clear, &QAbstractButton::clicked, this, [this] { showGroup(JobGroup::All); });
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_model->setFilter(text);
        showCounts();
    });
    connect(m_groups, &Segments::currentChanged, this, [this](int group) {
        m_model->setGroup(JobGroup(group));
        showCounts();
    });
    connect(new TableLinks(m_table), &TableLinks::openRequested, this, &JobList::openRequested);
    connect(m_banner, &Banner::remedyRequested, this, &JobList::fetchAll);
    connect(&store, &models::ResourceStore::changed, this, &JobList::receive);
    auto *clock = new QTimer(this);
    connect(clock, &QTimer::timeout, m_model, &JobTableModel::announceRunning);
    clock->start(1s);

    receive({0, store.all(engine::ResourceKind::Job, scope), {}});
    fetchAll();
}

void JobList::showGroup(JobGroup group)
{
    m_filter->clear();
    m_groups->setCurrent(int(group));
    m_table->setFocus(Qt::OtherFocusReason);
}

int JobList::countOf(JobGroup group) const
{
    return m_model->countOf(group);
}

QAbstractButton *JobList::setEmptyButton(const QString &text)
{
    return m_empty->setButton(text);
}

void JobList::receive(const engine::ResourceDelta &delta)
{
    QList<engine::JobSnapshot> jobs;
    for (const auto &resource : delta.upserted) {
        if (resource.id.kind() != engine::ResourceKind::Job || resource.id.ancestor(m_scope.kind()) != m_scope)
            continue;
        jobs.append(engine::JobSnapshot::fromDocument(resource.document));
        m_heard.insert(resource.id);
    }
    for (const engine::ResourceId &id : delta.removed) {
        m_heard.insert(id);
        const qsizetype at = id.kind() == engine::ResourceKind::Experiment ? m_unread.indexOf(id) : -1;
        if (at > 0) // the first is being fetched
            m_unread.removeAt(at);
    }
    const bool areLess = m_model->remove(delta.removed);
    if (jobs.isEmpty() && !areLess)
        return;
    m_model->upsert(jobs);
    showCounts();
}

void JobList::fetchAll()
{
    m_banner->dismiss();
    m_unread = {m_scope};
    if (m_scope.kind() != engine::ResourceKind::Experiment) {
        m_unread.clear();
        for (const auto &experiment : m_store.all(engine::ResourceKind::Experiment, m_scope))
            m_unread.append(experiment.id);
    }
    fetchOlder({});
}

void JobList::fetchOlder(const engine::ResourceId &before)
{
    m_heard.clear();
    m_complete = m_unread.isEmpty();
    showCounts();
    if (m_complete)
        return;
    const engine::ResourceId experiment = m_unread.constFirst();
    const auto asked = m_client.jobs.list(experiment, before, pageSize);
    engine::whenFinished(asked, this, [this, experiment](const auto &answer) {
        const bool isGone = m_heard.contains(experiment);
        if (!answer && !isGone) {
            m_complete = true;
            m_banner->showError(answer.error());
            m_banner->setRemedy(tr("Load again"));
            return;
        }
        QList<engine::JobSnapshot> older = isGone ? QList<engine::JobSnapshot>() : *answer;
        const bool isWhole = older.size() < pageSize;
        const engine::ResourceId last = isWhole ? engine::ResourceId() : older.constLast().id;
        older.removeIf([this](const engine::JobSnapshot &job) { return m_heard.contains(job.id); });
        m_model->upsert(older);
        if (isWhole)
            m_unread.removeFirst();
        fetchOlder(last);
    });
}

void JobList::showCounts()
{
    const int known = m_model->knownCount();
    const int shown = m_model->rowCount();
    const QString count = tr("%1 of %2").arg(models::number(shown), models::number(known));
    m_count->setText(m_complete ? count : tr("%1 so far").arg(count));
    m_nothing->setTexts(m_filter->text().isEmpty() ? tr("No job is in this state.")
                                                   : tr("No job matches %1.").arg(m_filter->text()),
                        tr("%1 jobs are hidden.").arg(models::number(known)));
    m_stack->setCurrentIndex(shown > 0 ? 0 : (known == 0 ? 1 : 2));
    emit counted();
}

} // namespace ui
