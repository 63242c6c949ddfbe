// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/experimentpage.h"

#include "engine/base/whenfinished.h"
#include "models/job/jobtablemodel.h"
#include "models/resourcestore.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/statemarks.h"
#include "ui/widgets/tablelinks.h"
#include "ui/widgets/tables.h"

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

ExperimentPage::ExperimentPage(engine::EngineClient &client, const models::ResourceStore &store,
                               const engine::ResourceId &id, QWidget *parent)
    : Page(parent), m_client(client), m_id(id), m_model(new JobTableModel(this)), m_header(new PageHeader(this)),
      m_banner(new Banner(this)), m_filter(new QLineEdit(this)), m_count(new QLabel(this)), m_table(makeTable(this)),
      m_stack(new QStackedWidget(this)), m_nothing(new EmptyState(u"search"_s, {}, {}, this))
{
    m_header->setTitle(id.name());
    auto *submit = m_header->addCommand(u"send"_s, tr("Submit job"));
    styleFilter(m_filter, tr("Filter the jobs by name, state or reason"));
    m_filter->setFixedWidth(200);
    auto *tools = newRow({16, 6, 16, 8}, usualSpacing, {m_filter, Stretch{}, m_count});

    m_table->setModel(m_model);
    m_table->setItemDelegate(new JobCellDelegate(m_table));
    m_table->setSortingEnabled(true);
    m_table->setAccessibleName(tr("Jobs of %1").arg(id.name()));
    m_table->horizontalHeader()->setSortIndicator(JobTableModel::Started, Qt::DescendingOrder);
    setWidths(*m_table, {200, 110, 100, 100, 64, 84});

    auto *empty =
        new EmptyState(u"flask"_s, tr("No jobs yet"), tr("A job runs a command on the nodes of a cluster."), this);
    auto *first = empty->setButton(tr("Submit job"));
    auto *clear = m_nothing->setButton(tr("Clear filter"));
    addPages(*m_stack, {m_table, empty, m_nothing});
    setLayout(newColumn({}, 0, {m_header, m_banner, tools, {m_stack, 1}}));

    for (QAbstractButton *button : {submit, first})
        connect(button, &QAbstractButton::clicked, this, [this] { emit submitRequested(m_id, {}); });
    connect(clear, &QAbstractButton::clicked, m_filter, &QLineEdit::clear);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_model->setFilter(text);
        showCounts();
    });
    connect(new TableLinks(m_table), &TableLinks::openRequested, this, &ExperimentPage::openRequested);
    connect(m_banner, &Banner::remedyRequested, this, [this] { fetchOlder({}); });
    connect(&store, &models::ResourceStore::changed, this, &ExperimentPage::receive);
    auto *clock = new QTimer(this);
    connect(clock, &QTimer::timeout, m_model, &JobTableModel::announceRunning);
    clock->start(1s);

    receive({0, store.all(engine::ResourceKind::Job, id), {}});
    fetchOlder({});
}

void ExperimentPage::receive(const engine::ResourceDelta &delta)
{
    QList<engine::JobSnapshot> jobs;
    for (const auto &resource : delta.upserted) {
        if (resource.id.kind() != engine::ResourceKind::Job || resource.id.parent() != m_id)
            continue;
        jobs.append(engine::JobSnapshot::fromDocument(resource.document));
        m_heard.insert(resource.id);
    }
    for (const engine::ResourceId &id : delta.removed)
        m_heard.insert(id);
    m_model->remove(delta.removed);
    m_model->upsert(jobs);
    showCounts();
}

void ExperimentPage::fetchOlder(const engine::ResourceId &before)
{
    m_banner->dismiss();
    m_heard.clear();
    engine::whenFinished(m_client.jobs.list(m_id, before, pageSize), this, [this](const auto &answer) {
        if (!answer) {
            m_complete = true;
            m_banner->showError(answer.error());
            m_banner->setRemedy(tr("Load again"));
            return;
        }
        QList<engine::JobSnapshot> older = *answer;
        older.removeIf([this](const engine::JobSnapshot &job) { return m_heard.contains(job.id); });
        m_model->upsert(older);
        m_complete = answer->size() < pageSize;
        showCounts();
        if (!m_complete)
            fetchOlder(answer->constLast().id);
    });
}

void ExperimentPage::showCounts()
{
    const QLocale locale;
    const int known = m_model->knownCount();
    const int shown = m_model->rowCount();
    m_header->setFacts({known == 1 ? tr("1 job") : tr("%1 jobs").arg(locale.toString(known)),
                        tr("%1 running").arg(locale.toString(m_model->countOf(engine::JobState::Running))),
                        tr("%1 queued").arg(locale.toString(m_model->countOf(engine::JobState::Queued))),
                        tr("%1 failed").arg(locale.toString(m_model->countOf(engine::JobState::Failed)))});
    const QString count = tr("%1 of %2").arg(locale.toString(shown), locale.toString(known));
    m_count->setText(m_complete ? count : tr("%1 so far").arg(count));
    m_nothing->setTexts(tr("No job matches %1.").arg(m_filter->text()),
                        tr("%1 jobs are hidden.").arg(locale.toString(known)));
    m_stack->setCurrentIndex(shown > 0 ? 0 : (known == 0 ? 1 : 2));
}

} // namespace ui
