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

/// Jobs as a table that sorts and filters by itself: an index of what is shown over what is known. They are those of
/// an experiment, or of what holds it; then they have their names below that.
/// Roles are raw; DisplayRole is words.
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
    /// Forgets the jobs that are among \a ids or below one of them; false: it knew none.
    bool remove(const QList<engine::ResourceId> &ids);
    /// Shows the jobs whose name, state or reason contains every word of \a text.
    void setFilter(const QString &text);
    void setGroup(JobGroup group); ///< shows only those of it that match the filter
    [[nodiscard]] int knownCount() const { return int(m_jobs.size()); }
    [[nodiscard]] int countOf(JobGroup group) const; ///< of all known, not only the shown
    [[nodiscard]] int rowOf(const engine::ResourceId &id) const; ///< -1: not shown
    void announceRunning(); ///< a second has passed: what is still going took longer

    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    /// A job, and what rows are compared by.
    struct Row
    {
        engine::JobSnapshot job;
        QString name; ///< below the scope
        QString reason;
        bool isShown = false;
    };

    [[nodiscard]] int rows() const override { return int(m_shown.size()); }
    [[nodiscard]] bool accepts(const Row &row) const;
    [[nodiscard]] bool before(const Row &a, const Row &b, const QDateTime &now) const;
    [[nodiscard]] auto ordering() const ///< of rows, as of now
    {
        return
            [this, now = QDateTime::currentDateTimeUtc()](const Row *a, const Row *b) { return before(*a, *b, now); };
    }
    void restoreOrder();
    void filterAll();
    void dropHidden(); ///< rows that are not to be shown any more
    [[nodiscard]] QString nameOf(const engine::ResourceId &job) const;

    const engine::ResourceKind m_scope;
    QHash<engine::ResourceId, std::shared_ptr<Row>> m_jobs;
    std::vector<Row *> m_shown;
    QStringList m_words;
    JobGroup m_group = JobGroup::All;
    int m_sortColumn = Started;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

/// One line: why it waits, why it failed, what it waits for.
[[nodiscard]] QString reasonText(const engine::JobSnapshot &job);

} // namespace models
