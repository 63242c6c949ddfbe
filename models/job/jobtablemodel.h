// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "models/job/jobcounts.h"
#include "models/tablemodel.h"

#include <QHash>

#include <memory>
#include <vector>

namespace models {

/// Jobs of an experiment, a workspace or a group as a table that sorts and filters itself: the shown rows are an index
/// into all jobs. Names are relative to the table's scope. Roles are typed values; DisplayRole is text.
class JobTableModel final : public TableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobTableModel)

public:
    enum Column { Name, State, Started, Took, Nodes, ExitCode, Reason, ColumnCount };
    enum Role {
        IdRole = Qt::UserRole, ///< engine::ResourceId
        JobStateRole, ///< engine::JobState
        JobPhaseRole, ///< int of engine::JobPhase
        LinkRole, ///< engine::LinkState
    };

    explicit JobTableModel(QObject *parent = nullptr, engine::ResourceKind scope = engine::ResourceKind::Experiment);

    void upsert(const QList<engine::JobSnapshot> &jobs);
    /// Removes jobs that are in \a ids or below one of them; false when there are none.
    bool remove(const QList<engine::ResourceId> &ids);
    /// Shows jobs whose name, state or reason contains every word of \a text.
    void setFilter(const QString &text);
    void setGroup(JobGroup group); ///< shows the group's jobs that match the filter
    [[nodiscard]] int knownCount() const { return int(m_jobs.size()); }
    [[nodiscard]] int countOf(JobGroup group) const; ///< of all jobs, not only the shown ones
    [[nodiscard]] int rowOf(const engine::ResourceId &id) const; ///< -1 when it is not shown
    void announceRunning(); ///< called every second: run times of live jobs have changed

    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    /// A job with its sort keys.
    struct Row
    {
        engine::JobSnapshot job;
        QString name; ///< relative to the scope
        QString reason;
        bool isShown = false;
    };

    [[nodiscard]] int rows() const override { return int(m_shown.size()); }
    [[nodiscard]] bool accepts(const Row &row) const;
    [[nodiscard]] bool before(const Row &a, const Row &b, const QDateTime &now) const;
    [[nodiscard]] auto ordering() const ///< order of rows for the current sort
    {
        return
            [this, now = QDateTime::currentDateTimeUtc()](const Row *a, const Row *b) { return before(*a, *b, now); };
    }
    void restoreOrder();
    void filterAll();
    void dropHidden(); ///< removes rows that no longer match
    [[nodiscard]] QString nameOf(const engine::ResourceId &job) const;

    const engine::ResourceKind m_scope;
    QHash<engine::ResourceId, std::shared_ptr<Row>> m_jobs;
    std::vector<Row *> m_shown;
    QStringList m_words;
    JobGroup m_group = JobGroup::All;
    int m_sortColumn = Started;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

/// One line: why the job waits or failed, or what it waits for.
[[nodiscard]] QString reasonText(const engine::JobSnapshot &job);

} // namespace models
