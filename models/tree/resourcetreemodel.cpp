// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/tree/resourcetreemodel.h"

#include "models/tree/treeitem.h"

#include <QTimer>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace models {

using engine::JobSnapshot;
using engine::ResourceId;
using engine::ResourceKind;

namespace {

/// Place of a kind of resource in the tree.
struct Place
{
    int depth;
    TreeKind row;
    TreeKind folder; // folder below a workspace or the root; Root when there is none
};

// In the order of ResourceKind.
constexpr std::array places{Place{1, TreeKind::Group, TreeKind::Root},
                            Place{2, TreeKind::Workspace, TreeKind::Root},
                            Place{3, TreeKind::Cluster, TreeKind::Clusters},
                            Place{3, TreeKind::FileServer, TreeKind::FileServers},
                            Place{3, TreeKind::Experiment, TreeKind::Experiments},
                            Place{4, TreeKind::Job, TreeKind::Root},
                            Place{0, TreeKind::Machine, TreeKind::Machines},
                            Place{0, TreeKind::StorageAccount, TreeKind::StorageAccounts}};
static_assert(places.size() == engine::enumWords<ResourceKind>.size());

const Place &placeOf(const ResourceId &id)
{
    return places[size_t(id.kind())];
}

bool isFolder(TreeKind kind)
{
    return kind == TreeKind::Clusters || kind == TreeKind::FileServers || kind == TreeKind::Experiments
        || kind == TreeKind::Machines || kind == TreeKind::StorageAccounts;
}

bool isAlive(const JobSnapshot &job)
{
    return job.state == engine::JobState::Running || job.state == engine::JobState::Terminating;
}

} // namespace

ResourceTreeModel::ResourceTreeModel(QObject *parent)
    : QAbstractItemModel(parent), m_root(std::make_unique<Item>()), m_clock(new QTimer(this))
{
    m_clock->setInterval(1s);
    connect(m_clock, &QTimer::timeout, this, &ResourceTreeModel::announceRunning);
}

ResourceTreeModel::~ResourceTreeModel() = default;

void ResourceTreeModel::apply(const engine::ResourceDelta &delta)
{
    for (const ResourceId &id : delta.removed)
        remove(id);
    // Parents first; jobs last, so that those beyond the newest 200 never become rows.
    std::vector<const engine::ResourceSnapshot *> upserted;
    for (const auto &resource : delta.upserted)
        upserted.push_back(&resource);
    std::stable_sort(upserted.begin(), upserted.end(),
                     [](const auto *a, const auto *b) { return placeOf(a->id).depth < placeOf(b->id).depth; });
    for (const auto *resource : upserted)
        upsert(*resource);
    for (const ResourceId &id : std::exchange(m_changedExperiments, {})) {
        if (Item *experiment = m_items.value(id))
            showJobs(experiment);
    }
    const bool running = std::any_of(m_items.cbegin(), m_items.cend(), [](const Item *item) {
        return item->kind == TreeKind::Job && isAlive(item->job);
    });
    if (running != m_clock->isActive())
        running ? m_clock->start() : m_clock->stop();
}

QModelIndex ResourceTreeModel::indexOf(const ResourceId &id) const
{
    return indexOfItem(m_items.value(id));
}

QModelIndex ResourceTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, itemOf(parent)->children[size_t(row)].get());
}

QModelIndex ResourceTreeModel::parent(const QModelIndex &child) const
{
    return child.isValid() ? indexOfItem(itemOf(child)->parent) : QModelIndex();
}

int ResourceTreeModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : int(itemOf(parent)->children.size());
}

int ResourceTreeModel::columnCount(const QModelIndex &) const
{
    return 1;
}

ResourceTreeModel::Item *ResourceTreeModel::itemOf(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<Item *>(index.internalPointer()) : m_root.get();
}

QModelIndex ResourceTreeModel::indexOfItem(const Item *item) const
{
    return item && item != m_root.get() ? createIndex(item->row(), 0, item) : QModelIndex();
}

ResourceTreeModel::Item *ResourceTreeModel::insert(Item *parent, std::unique_ptr<Item> item, int row)
{
    item->parent = parent;
    Item *raw = item.get();
    beginInsertRows(indexOfItem(parent), row, row);
    parent->children.insert(parent->children.begin() + row, std::move(item));
    if (raw->kind != TreeKind::Node && raw->kind != TreeKind::AllJobs && !isFolder(raw->kind))
        m_items.insert(raw->id, raw);
    endInsertRows();
    return raw;
}

void ResourceTreeModel::removeRow(Item *item)
{
    Item *parent = item->parent;
    const int row = item->row();
    beginRemoveRows(indexOfItem(parent), row, row);
    forget(item);
    parent->children.erase(parent->children.begin() + row);
    endRemoveRows();
}

void ResourceTreeModel::forget(const Item *item)
{
    for (const auto &child : item->children)
        forget(child.get());
    if (m_items.value(item->id) == item)
        m_items.remove(item->id);
}

void ResourceTreeModel::announce(Item *item)
{
    const QModelIndex index = indexOfItem(item);
    emit dataChanged(index, index);
}

ResourceTreeModel::Item *ResourceTreeModel::ensure(const ResourceId &id)
{
    if (Item *known = m_items.value(id))
        return known;
    const bool isTop = id.kind() == ResourceKind::Group || id.isOfProfile();
    Item *parent = isTop ? m_root.get() : ensure(id.parent());
    if (const TreeKind folder = placeOf(id).folder; folder != TreeKind::Root)
        parent = ensureFolder(parent, folder);
    const auto &rows = parent->children;
    // Names are sorted; groups come before the folders beside them.
    const auto place = std::find_if(rows.begin(), rows.end(), [&id](const auto &child) {
        return isFolder(child->kind) || child->id.name().compare(id.name(), Qt::CaseInsensitive) > 0;
    });
    Item *inserted = insert(parent, std::make_unique<Item>(placeOf(id).row, id), int(place - rows.begin()));
    if (isFolder(parent->kind))
        announce(parent);
    return inserted;
}

ResourceTreeModel::Item *ResourceTreeModel::ensureFolder(Item *parent, TreeKind kind)
{
    for (const auto &child : parent->children) {
        if (child->kind == kind)
            return child.get();
    }
    // Groups, which have no rank, come before the folders beside them.
    constexpr std::array order{TreeKind::Clusters, TreeKind::FileServers, TreeKind::Experiments, TreeKind::Machines,
                               TreeKind::StorageAccounts};
    const auto rank = [&order](TreeKind one) {
        const auto found = std::find(order.begin(), order.end(), one);
        return found == order.end() ? -1 : found - order.begin();
    };
    const auto &rows = parent->children;
    const auto place =
        std::find_if(rows.begin(), rows.end(), [&](const auto &child) { return rank(child->kind) > rank(kind); });
    return insert(parent, std::make_unique<Item>(kind, parent->id), int(place - rows.begin()));
}

void ResourceTreeModel::upsert(const engine::ResourceSnapshot &resource)
{
    switch (resource.id.kind()) {
    case ResourceKind::Machine:
        return upsertMachine(resource);
    case ResourceKind::Cluster:
        return upsertCluster(resource);
    case ResourceKind::Job:
        return upsertJob(resource);
    case ResourceKind::Experiment: {
        Item *item = ensure(resource.id);
        item->jobCount = resource.extension().value(u"jobCount"_s).toInt();
        m_changedExperiments.insert(item->id);
        return announce(item);
    }
    case ResourceKind::FileServer: {
        Item *item = ensure(resource.id);
        const auto machine = ResourceId::parse(resource.extension().value(u"machine"_s).toString());
        item->machine = machine ? *machine : ResourceId();
        return announce(item);
    }
    case ResourceKind::StorageAccount: {
        Item *item = ensure(resource.id);
        item->endpoint = engine::StorageAccountSnapshot::fromDocument(resource.document).endpoint;
        return announce(item);
    }
    case ResourceKind::Group:
    case ResourceKind::Workspace:
        return announce(ensure(resource.id));
    }
}

void ResourceTreeModel::upsertCluster(const engine::ResourceSnapshot &resource)
{
    Item *item = ensure(resource.id);
    item->cluster = engine::ClusterSnapshot::fromDocument(resource.document);
    const auto &nodes = item->cluster.nodes;
    for (size_t row = item->children.size(); row-- > 0;) {
        Item *child = item->children[row].get();
        if (std::none_of(nodes.begin(), nodes.end(),
                         [child](const auto &node) { return node.name == child->node.name; }))
            removeRow(child);
    }
    for (const engine::NodeSnapshot &node : nodes) {
        const auto &rows = item->children;
        const auto place = std::find_if(rows.begin(), rows.end(), [&node](const auto &child) {
            return child->node.name.compare(node.name, Qt::CaseInsensitive) >= 0;
        });
        Item *row = nullptr;
        if (place != rows.end() && (*place)->node.name == node.name) {
            row = place->get();
        } else {
            auto added = std::make_unique<Item>(TreeKind::Node, node.machine);
            added->node = node;
            row = insert(item, std::move(added), int(place - rows.begin()));
        }
        row->node = node;
        announce(row);
    }
    announce(item);
}

void ResourceTreeModel::upsertMachine(const engine::ResourceSnapshot &resource)
{
    m_machines.insert(resource.id, engine::MachineSnapshot::fromDocument(resource.document));
    announce(ensure(resource.id));
    for (Item *cluster : std::as_const(m_items)) {
        if (cluster->kind == TreeKind::FileServer && cluster->machine == resource.id)
            announce(cluster);
        if (cluster->kind != TreeKind::Cluster)
            continue;
        for (const auto &child : cluster->children) {
            if (child->kind == TreeKind::Node && child->id == resource.id) {
                announce(child.get());
                announce(cluster);
            }
        }
    }
}

void ResourceTreeModel::remove(const ResourceId &id)
{
    m_machines.remove(id);
    if (id.kind() == ResourceKind::Job)
        return removeJob(id);
    Item *item = m_items.value(id);
    if (!item)
        return;
    Item *parent = item->parent;
    removeRow(item);
    if (!isFolder(parent->kind))
        return;
    if (parent->children.empty())
        removeRow(parent);
    else
        announce(parent);
}

void ResourceTreeModel::announceRunning()
{
    for (Item *item : std::as_const(m_items)) {
        if (item->kind == TreeKind::Job && isAlive(item->job)) {
            const QModelIndex index = indexOfItem(item);
            emit dataChanged(index, index, {FactRole});
        }
    }
}

} // namespace models
