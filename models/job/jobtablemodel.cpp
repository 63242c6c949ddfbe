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

// Nothing before the start.
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
    default:
        return three(a.exitCode.value_or(-1), b.exitCode.value_or(-1));
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
    default:
        return job.exitCode ? number(*job.exitCode) : QString();
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
    if (jobs.isEmpty())
        return;
    std::vector<Row *> received;
    for (const JobSnapshot &job : jobs) {
        auto &row = m_jobs[job.id];
        if (!row)
            row = std::make_shared<Row>();
        row->job = job;
        row->name = nameOf(job.id);
        row->reason = reasonText(job);
        received.push_back(row.get());
    }
    std::vector<Row *> appearing;
    for (Row *row : received) {
        const bool wasShown = std::exchange(row->isShown, accepts(*row));
        if (row->isShown && !wasShown)
            appearing.push_back(row);
    }
    dropHidden();
    const QSet<Row *> touched(received.cbegin(), received.cend());
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

bool JobTableModel::remove(const QList<ResourceId> &ids)
{
    QSet<ResourceId> gone;
    QSet<ResourceId> holders;
    for (const ResourceId &id : ids) {
        if (m_jobs.contains(id))
            gone.insert(id);
        else if (id.kind() != engine::ResourceKind::Job && id.kind() != engine::ResourceKind::Machine)
            holders.insert(id);
    }
    for (auto job = m_jobs.keyBegin(); job != m_jobs.keyEnd() && !holders.isEmpty(); ++job) {
        ResourceId above = job->parent();
        while (above.isValid() && !holders.contains(above))
            above = above.parent();
        if (above.isValid())
            gone.insert(*job);
    }
    for (const ResourceId &id : std::as_const(gone))
        m_jobs.value(id)->isShown = false;
    if (!gone.isEmpty())
        dropHidden();
    for (const ResourceId &id : std::as_const(gone))
        m_jobs.remove(id);
    return !gone.isEmpty();
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
    for (const auto &row : std::as_const(m_jobs)) {
        row->isShown = accepts(*row);
        if (row->isShown)
            m_shown.push_back(row.get());
    }
    std::stable_sort(m_shown.begin(), m_shown.end(), ordering());
    endResetModel();
}

int JobTableModel::countOf(JobGroup group) const
{
    return int(std::count_if(m_jobs.cbegin(), m_jobs.cend(),
                             [group](const auto &row) { return isIn(group, row->job.state); }));
}

int JobTableModel::rowOf(const ResourceId &id) const
{
    const auto found = std::find(m_shown.begin(), m_shown.end(), m_jobs.value(id).get());
    return found == m_shown.end() ? -1 : int(found - m_shown.begin());
}

void JobTableModel::announceRunning()
{
    for (size_t row = 0; row < m_shown.size(); ++row) {
        const auto state = m_shown[row]->job.state;
        if (!engine::isFinal(state) && state != engine::JobState::Queued)
            emit dataChanged(index(int(row), Took), index(int(row), Took), {Qt::DisplayRole});
    }
}

QVariant JobTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = *m_shown[size_t(index.row())];
    const JobSnapshot &job = row.job;
    const bool isWords = index.column() == Name || index.column() == Reason;
    const QString words = index.column() == Name ? row.name : row.reason;
    switch (role) {
    case Qt::DisplayRole:
        return isWords ? words : cellText(job, index.column());
    case Qt::ToolTipRole:
        return index.column() == Nodes ? nodesDetails(job) : isWords ? words : QString();
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

bool JobTableModel::accepts(const Row &row) const
{
    return isIn(m_group, row.job.state) && std::all_of(m_words.cbegin(), m_words.cend(), [&row](const QString &part) {
               return row.name.contains(part, Qt::CaseInsensitive)
                   || cellText(row.job, State).contains(part, Qt::CaseInsensitive)
                   || row.reason.contains(part, Qt::CaseInsensitive);
           });
}

QString JobTableModel::nameOf(const ResourceId &job) const
{
    return m_scope == engine::ResourceKind::Experiment ? job.name()
                                                       : job.shortText().section(u" / "_s, int(m_scope) + 1);
}

bool JobTableModel::before(const Row &a, const Row &b, const QDateTime &now) const
{
    const int order = m_sortColumn == Name ? a.name.compare(b.name, Qt::CaseInsensitive)
        : m_sortColumn == Reason           ? a.reason.compare(b.reason, Qt::CaseInsensitive)
                                           : compareCells(a.job, b.job, m_sortColumn, now);
    if (order == 0)
        return a.job.created > b.job.created;
    return m_sortOrder == Qt::AscendingOrder ? order < 0 : order > 0;
}

void JobTableModel::restoreOrder()
{
    const auto inOrder = ordering();
    if (std::is_sorted(m_shown.begin(), m_shown.end(), inOrder))
        return;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList old = persistentIndexList();
    std::vector<Row *> moved;
    for (const QModelIndex &cell : old)
        moved.push_back(m_shown[size_t(cell.row())]);
    std::stable_sort(m_shown.begin(), m_shown.end(), inOrder);
    QHash<Row *, int> rowsNow;
    for (size_t row = 0; row < m_shown.size() && !old.isEmpty(); ++row)
        rowsNow.insert(m_shown[row], int(row));
    QModelIndexList now;
    for (qsizetype i = 0; i < old.size(); ++i)
        now.append(index(rowsNow.value(moved[size_t(i)]), old[i].column()));
    changePersistentIndexList(old, now);
    emit layoutChanged({}, VerticalSortHint);
}

// From the last row on, in ranges of neighbours.
void JobTableModel::dropHidden()
{
    for (size_t end = m_shown.size(); end > 0; --end) {
        size_t first = end;
        while (first > 0 && !m_shown[first - 1]->isShown)
            --first;
        if (first == end)
            continue;
        beginRemoveRows({}, int(first), int(end) - 1);
        m_shown.erase(m_shown.begin() + qptrdiff(first), m_shown.begin() + qptrdiff(end));
        endRemoveRows();
        end = first + 1;
    }
}

} // namespace models
