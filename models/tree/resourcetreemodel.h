// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"

#include <QAbstractItemModel>
#include <QHash>
#include <QSet>

#include <memory>

class QTimer;

namespace models {

enum class TreeKind {
    Root,
    Group,
    Workspace,
    Clusters,
    Cluster,
    Node,
    FileServers,
    FileServer,
    Experiments,
    Experiment,
    Job,
    AllJobs,
    Machines,
    Machine,
    StorageAccounts,
    StorageAccount
};

/// The resource tree of the window: groups, workspaces, clusters with nodes, file servers, and experiments with their
/// newest 200 jobs and a row that opens all of them; machines and storage accounts below the groups. Deltas become
/// inserted, removed and changed rows, never a reset. One column; roles are typed values, except DisplayRole, FactRole,
/// ToolTipRole and AccessibleTextRole.
class ResourceTreeModel final : public QAbstractItemModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ResourceTreeModel)

public:
    enum Role {
        IdRole = Qt::UserRole, ///< engine::ResourceId; a node's is its machine's, a folder's its workspace's, invalid
                               ///< for Machines and StorageAccounts
        KindRole, ///< TreeKind
        JobStateRole, ///< engine::JobState
        JobPhaseRole, ///< int of engine::JobPhase
        NodeStateRole, ///< engine::NodeState
        LinkRole, ///< engine::LinkState of a machine, of a node, of a file server's, of a cluster's best node, of a job
        StartedRole, ///< QDateTime
        CountRole, ///< int: number of items in a folder or experiment
        FactRole, ///< QString: the fact at the right edge
        PathRole, ///< QString: stable name of the row, for remembering expanded rows
    };
    static constexpr int shownJobs = 200;

    explicit ResourceTreeModel(QObject *parent = nullptr);
    ~ResourceTreeModel() override;

    void apply(const engine::ResourceDelta &delta);
    [[nodiscard]] QModelIndex indexOf(const engine::ResourceId &id) const; ///< invalid for an id without a row

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    struct Item;

    Item *itemOf(const QModelIndex &index) const;
    QModelIndex indexOfItem(const Item *item) const;
    Item *insert(Item *parent, std::unique_ptr<Item> item, int row);
    void removeRow(Item *item);
    void announce(Item *item);

    Item *ensure(const engine::ResourceId &id);
    Item *ensureFolder(Item *parent, TreeKind kind);
    void upsert(const engine::ResourceSnapshot &resource);
    void upsertCluster(const engine::ResourceSnapshot &resource);
    void upsertJob(const engine::ResourceSnapshot &resource);
    void upsertMachine(const engine::ResourceSnapshot &resource);
    void remove(const engine::ResourceId &id);
    void removeJob(const engine::ResourceId &id);
    void forget(const Item *item);
    void showJobs(Item *experiment);
    void announceRunning();
    [[nodiscard]] QString fact(const Item &item) const;
    [[nodiscard]] engine::LinkState linkOf(const Item &item) const;
    [[nodiscard]] QString clusterFact(const Item &item) const;
    [[nodiscard]] QString jobFact(const engine::JobSnapshot &job) const;

    std::unique_ptr<Item> m_root;
    QHash<engine::ResourceId, Item *> m_items; // without nodes: a machine may be in several clusters
    QHash<engine::ResourceId, engine::MachineSnapshot> m_machines;
    QSet<engine::ResourceId> m_changedExperiments; // valid during apply()
    QTimer *m_clock; // updates run times
};

} // namespace models

Q_DECLARE_METATYPE(models::TreeKind)
