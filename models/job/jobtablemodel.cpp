// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/jobtablemodel.h"

#include "models/job/jobnodewords.h"
#include "models/words.h"

#include <QSet>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace models {

using engine::JobSnapshot;
using engine::ResourceId;

QString reasonText(const JobSnapshot &job)
{
    const engine::Message &error = job.errors.value(0).message;
    return (!job.cause.isEmpty() ? job.cause : !error.isEmpty() ? error : job.reason).text();
}

namespace {

// None before its start.
std::optional<std::chrono::milliseconds> timeTaken(const JobSnapshot &job, const QDateTime &now)
{
    if (!job.started.isValid())
        return std::nullopt;
    return std::chrono::milliseconds(job.started.msecsTo(job.ended.isValid() ? job.ended : now));
}

bool isIn(JobGroup group, engine::JobState state)
{
    return group == JobGroup::All || group == groupOf(state);
}

int compareCells(const JobSnapshot &a, const JobSnapshot &b, int column, const QDateTime &now)
{
    const auto three = [](const auto &left, const auto &right) { return left < right ? -1 : (right < left ? 1 : 0); };
    switch (column) {
    case JobTableModel::State:
        return three(int(a.state), int(b.state));
    case JobTableModel::Started:
        return three(a.started.isValid() ? a.started : a.created, b.started.isValid() ? b.started : b.created);
    case JobTableModel::Took:
        return three(timeTaken(a, now).value_or(std::chrono::milliseconds(-1)),
                     timeTaken(b, now).value_or(std::chrono::milliseconds(-1)));
    case JobTableModel::Nodes:
        return three(a.nodeCount, b.nodeCount);
    case JobTableModel::ExitCode:
        return three(a.exitCode.value_or(-1), b.exitCode.value_or(-1));
    default:
        return reasonText(a).compare(reasonText(b), Qt::CaseInsensitive);
    }
}

QString cellText(const JobSnapshot &job, int column)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    switch (column) {
    case JobTableModel::State:
        return stateText(job);
    case JobTableModel::Started:
        return dayAndTime(job.started, now);
    case JobTableModel::Took: {
        const auto taken = timeTaken(job, now);
        return taken ? duration(*taken) : QString();
    }
    case JobTableModel::Nodes:
        return number(job.nodeCount);
    case JobTableModel::ExitCode:
        return job.exitCode ? number(*job.exitCode) : QString();
    default:
        return reasonText(job);
    }
}

} // namespace

JobTableModel::JobTableModel(QObject *parent, engine::ResourceKind scope)
    : TableModel({tr("Job"), tr("State"), tr("Started"), tr("Took"), tr("Nodes"), tr("Exit code"), tr("Reason")},
                 {Started, Took, Nodes, ExitCode}, parent),
      m_scope(scope)
{
}

void JobTableModel::upsert(const QList<JobSnapshot> &jobs)
{
    std::vector<ResourceId> appearing;
    const QSet<ResourceId> shown(m_shown.cbegin(), m_shown.cend());
    QSet<ResourceId> touched;
    QList<ResourceId> vanishing;
    for (const JobSnapshot &job : jobs) {
        const bool wanted = accepts(job);
        m_jobs.insert(job.id, job);
        if (shown.contains(job.id))
            wanted ? void(touched.insert(job.id)) : vanishing.append(job.id);
        else if (wanted && !touched.contains(job.id)) {
            touched.insert(job.id);
            appearing.push_back(job.id);
        }
    }
    for (const ResourceId &id : vanishing) {
        const int row = rowOf(id);
        beginRemoveRows({}, row, row);
        m_shown.erase(m_shown.begin() + row);
        endRemoveRows();
    }
    for (size_t row = 0; row < m_shown.size(); ++row) {
        if (touched.contains(m_shown[row]))
            emit dataChanged(index(int(row), 0), index(int(row), ColumnCount - 1));
    }
    if (!appearing.empty()) {
        beginInsertRows({}, int(m_shown.size()), int(m_shown.size() + appearing.size()) - 1);
        m_shown.insert(m_shown.end(), appearing.begin(), appearing.end());
        endInsertRows();
    }
    restoreOrder();
}

void JobTableModel::remove(const QList<ResourceId> &ids)
{
    for (const ResourceId &id : ids) {
        if (m_jobs.remove(id) == 0)
            continue;
        if (const int row = rowOf(id); row >= 0) {
            beginRemoveRows({}, row, row);
            m_shown.erase(m_shown.begin() + row);
            endRemoveRows();
        }
    }
}

void JobTableModel::setFilter(const QString &text)
{
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    if (words == m_words)
        return;
    m_words = words;
    filterAll();
}

void JobTableModel::setGroup(JobGroup group)
{
    if (std::exchange(m_group, group) != group)
        filterAll();
}

void JobTableModel::filterAll()
{
    beginResetModel();
    m_shown.clear();
    for (const JobSnapshot &job : std::as_const(m_jobs)) {
        if (accepts(job))
            m_shown.push_back(job.id);
    }
    std::stable_sort(m_shown.begin(), m_shown.end(), [this](const auto &a, const auto &b) { return before(a, b); });
    endResetModel();
}

int JobTableModel::countOf(JobGroup group) const
{
    return int(std::count_if(m_jobs.cbegin(), m_jobs.cend(),
                             [group](const JobSnapshot &job) { return isIn(group, job.state); }));
}

int JobTableModel::rowOf(const ResourceId &id) const
{
    const auto found = std::find(m_shown.begin(), m_shown.end(), id);
    return found == m_shown.end() ? -1 : int(found - m_shown.begin());
}

void JobTableModel::announceRunning()
{
    for (size_t row = 0; row < m_shown.size(); ++row) {
        const auto state = m_jobs.value(m_shown[row]).state;
        if (!engine::isFinal(state) && state != engine::JobState::Queued)
            emit dataChanged(index(int(row), Took), index(int(row), Took), {Qt::DisplayRole});
    }
}

QVariant JobTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const JobSnapshot job = m_jobs.value(m_shown[size_t(index.row())]);
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == Name ? nameOf(job) : cellText(job, index.column());
    case Qt::ToolTipRole:
        if (index.column() == Nodes)
            return nodesDetails(job);
        return index.column() == Name ? nameOf(job) : index.column() == Reason ? reasonText(job) : QString();
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    case IdRole:
        return QVariant::fromValue(job.id);
    case JobStateRole:
        return QVariant::fromValue(job.state);
    case JobPhaseRole:
        return int(job.phase);
    case LinkRole:
        return QVariant::fromValue(job.link);
    default:
        return {};
    }
}

void JobTableModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    restoreOrder();
}

bool JobTableModel::accepts(const JobSnapshot &job) const
{
    return isIn(m_group, job.state) && std::all_of(m_words.cbegin(), m_words.cend(), [this, &job](const QString &part) {
               return nameOf(job).contains(part, Qt::CaseInsensitive)
                   || cellText(job, State).contains(part, Qt::CaseInsensitive)
                   || reasonText(job).contains(part, Qt::CaseInsensitive);
           });
}

QString JobTableModel::nameOf(const JobSnapshot &job) const
{
    return m_scope == engine::ResourceKind::Experiment ? job.id.name()
                                                       : job.id.shortText().section(u" / "_s, int(m_scope) + 1);
}

bool JobTableModel::before(const ResourceId &a, const ResourceId &b) const
{
    const auto left = m_jobs.constFind(a);
    const auto right = m_jobs.constFind(b);
    const int order = m_sortColumn == Name ? nameOf(*left).compare(nameOf(*right), Qt::CaseInsensitive)
                                           : compareCells(*left, *right, m_sortColumn, QDateTime::currentDateTimeUtc());
    if (order == 0)
        return left->created > right->created;
    return m_sortOrder == Qt::AscendingOrder ? order < 0 : order > 0;
}

void JobTableModel::restoreOrder()
{
    const auto inOrder = [this](const auto &a, const auto &b) { return before(a, b); };
    if (std::is_sorted(m_shown.begin(), m_shown.end(), inOrder))
        return;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList old = persistentIndexList();
    QList<ResourceId> ids;
    for (const QModelIndex &cell : old)
        ids.append(m_shown[size_t(cell.row())]);
    std::stable_sort(m_shown.begin(), m_shown.end(), inOrder);
    QHash<ResourceId, int> rows;
    for (size_t row = 0; row < m_shown.size() && !old.isEmpty(); ++row)
        rows.insert(m_shown[row], int(row));
    QModelIndexList now;
    for (qsizetype i = 0; i < old.size(); ++i)
        now.append(index(rows.value(ids[i]), old[i].column()));
    changePersistentIndexList(old, now);
    emit layoutChanged({}, VerticalSortHint);
}

} // namespace models
