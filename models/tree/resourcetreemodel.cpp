// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/tree/resourcetreemodel.h"

#include "models/machine/machinewords.h"
#include "models/words.h"

#include <QLocale>
#include <QTimer>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace models {

using engine::JobSnapshot;
using engine::ResourceId;
using engine::ResourceKind;

namespace {

/// Newest first, and never two alike.
struct JobKey
{
    qint64 negatedTime = 0; // of creation
    QString name;

    explicit JobKey(const JobSnapshot &job = {})
        : negatedTime(job.created.isValid() ? -job.created.toMSecsSinceEpoch() : 0), name(job.id.name().toLower())
    {
    }
    friend bool operator<(const JobKey &a, const JobKey &b)
    {
        return a.negatedTime != b.negatedTime ? a.negatedTime < b.negatedTime : b.name < a.name;
    }
};

} // namespace

struct ResourceTreeModel::Item
{
    TreeKind kind = TreeKind::Root;
    ResourceId id;
    Item *parent = nullptr;
    std::vector<std::unique_ptr<Item>> children;
    engine::ClusterSnapshot cluster; // of a cluster
    engine::NodeSnapshot node; // of a node
    JobSnapshot job; // of a job
    std::map<JobKey, JobSnapshot> jobs; // of an experiment: every one that is known, newest first
    QHash<ResourceId, JobKey> jobKeys;
    int jobCount = 0; // of an experiment: what the engine counts, when it says so

    [[nodiscard]] int row() const
    {
        const auto &rows = parent->children;
        return int(std::find_if(rows.begin(), rows.end(), [this](const auto &child) { return child.get() == this; })
                   - rows.begin());
    }
    [[nodiscard]] int countOfJobs() const { return std::max(jobCount, int(jobs.size())); }
};

namespace {

int depth(ResourceKind kind)
{
    switch (kind) {
    case ResourceKind::Machine:
        return 0;
    case ResourceKind::Group:
        return 1;
    case ResourceKind::Workspace:
        return 2;
    case ResourceKind::Job:
        return 4;
    default:
        return 3;
    }
}

TreeKind treeKind(ResourceKind kind)
{
    switch (kind) {
    case ResourceKind::Group:
        return TreeKind::Group;
    case ResourceKind::Workspace:
        return TreeKind::Workspace;
    case ResourceKind::Cluster:
        return TreeKind::Cluster;
    case ResourceKind::Experiment:
        return TreeKind::Experiment;
    default:
        return TreeKind::Job;
    }
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
    // Parents first; jobs become rows last, so that those beyond the window never do.
    std::vector<const engine::ResourceSnapshot *> upserted;
    for (const auto &resource : delta.upserted)
        upserted.push_back(&resource);
    std::stable_sort(upserted.begin(), upserted.end(),
                     [](const auto *a, const auto *b) { return depth(a->id.kind()) < depth(b->id.kind()); });
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

QVariant ResourceTreeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Item &item = *itemOf(index);
    switch (role) {
    case Qt::DisplayRole:
        switch (item.kind) {
        case TreeKind::Clusters:
            return tr("Clusters");
        case TreeKind::Experiments:
            return tr("Experiments");
        case TreeKind::Machines:
            return tr("Machines");
        case TreeKind::AllJobs:
            return tr("All %1 jobs").arg(QLocale().toString(item.parent->countOfJobs()));
        case TreeKind::Node:
            return item.node.name;
        default:
            return item.id.name();
        }
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: {
        const QString state = item.kind == TreeKind::Job ? word(item.job.state)
            : item.kind == TreeKind::Machine             ? word(linkOf(item))
                                                         : QString();
        QStringList parts{index.data().toString(), state};
        if (const QString right = fact(item); right != state)
            parts.append(right);
        parts.removeAll(QString());
        return parts.join(u", "_s);
    }
    case IdRole:
        return QVariant::fromValue(item.id);
    case KindRole:
        return QVariant::fromValue(item.kind);
    case JobStateRole:
        return item.kind == TreeKind::Job ? QVariant::fromValue(item.job.state) : QVariant();
    case JobPhaseRole:
        return item.kind == TreeKind::Job ? QVariant(int(item.job.phase)) : QVariant();
    case NodeStateRole:
        return item.kind == TreeKind::Node ? QVariant::fromValue(item.node.state) : QVariant();
    case LinkRole:
        return QVariant::fromValue(linkOf(item));
    case StartedRole:
        return item.job.started;
    case CountRole:
        return item.kind == TreeKind::Experiment ? item.countOfJobs() : int(item.children.size());
    case FactRole:
        return fact(item);
    case PathRole:
        return QString(item.id.toString() + u'#' + QString::number(int(item.kind)));
    default:
        return {};
    }
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
    if (raw->kind != TreeKind::Node && raw->kind != TreeKind::Clusters && raw->kind != TreeKind::Experiments
        && raw->kind != TreeKind::AllJobs && raw->kind != TreeKind::Machines)
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
    Item *parent = id.kind() == ResourceKind::Group ? m_root.get() : ensure(id.parent());
    if (id.kind() == ResourceKind::Cluster)
        parent = ensureFolder(parent, TreeKind::Clusters);
    else if (id.kind() == ResourceKind::Experiment)
        parent = ensureFolder(parent, TreeKind::Experiments);
    auto item = std::make_unique<Item>();
    item->kind = treeKind(id.kind());
    item->id = id;
    const auto &rows = parent->children;
    // Folders stand before workspaces' other children; names are in order.
    const auto place = std::find_if(rows.begin(), rows.end(), [&id](const auto &child) {
        return child->kind == TreeKind::Machines || child->id.name().compare(id.name(), Qt::CaseInsensitive) > 0;
    });
    const int row = int(place - rows.begin());
    Item *inserted = insert(parent, std::move(item), row);
    if (parent->kind == TreeKind::Clusters || parent->kind == TreeKind::Experiments)
        announce(parent);
    return inserted;
}

ResourceTreeModel::Item *ResourceTreeModel::ensureFolder(Item *workspace, TreeKind kind)
{
    for (const auto &child : workspace->children) {
        if (child->kind == kind)
            return child.get();
    }
    auto folder = std::make_unique<Item>();
    folder->kind = kind;
    folder->id = workspace->id;
    return insert(workspace, std::move(folder), kind == TreeKind::Clusters ? 0 : int(workspace->children.size()));
}

// Machines belong to no group: they stand below the groups, in order of name.
ResourceTreeModel::Item *ResourceTreeModel::ensureMachine(const ResourceId &id)
{
    if (Item *known = m_items.value(id))
        return known;
    Item *folder = ensureFolder(m_root.get(), TreeKind::Machines);
    const auto place = std::lower_bound(
        folder->children.begin(), folder->children.end(), id.name(),
        [](const auto &child, const QString &name) { return child->id.name().compare(name, Qt::CaseInsensitive) < 0; });
    auto item = std::make_unique<Item>();
    item->kind = TreeKind::Machine;
    item->id = id;
    Item *inserted = insert(folder, std::move(item), int(place - folder->children.begin()));
    announce(folder);
    return inserted;
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
        item->jobCount = resource.batchdeck().value(u"jobCount"_s).toInt();
        m_changedExperiments.insert(item->id);
        return announce(item);
    }
    case ResourceKind::Group:
    case ResourceKind::Workspace:
        return announce(ensure(resource.id));
    case ResourceKind::FileServer:
        return;
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
            auto added = std::make_unique<Item>();
            added->kind = TreeKind::Node;
            added->id = node.machine;
            added->node = node;
            row = insert(item, std::move(added), int(place - rows.begin()));
        }
        row->node = node;
        announce(row);
    }
    announce(item);
}

void ResourceTreeModel::upsertJob(const engine::ResourceSnapshot &resource)
{
    JobSnapshot job = JobSnapshot::fromDocument(resource.document);
    Item *experiment = ensure(job.id.parent());
    const JobKey key(job);
    if (const auto known = experiment->jobKeys.constFind(job.id); known != experiment->jobKeys.cend())
        experiment->jobs.erase(*known);
    experiment->jobs.insert_or_assign(key, job);
    experiment->jobKeys.insert(job.id, key);
    m_changedExperiments.insert(experiment->id);
    if (Item *row = m_items.value(job.id)) {
        row->job = std::move(job);
        announce(row);
    }
}

// Makes the rows of an experiment equal to its newest jobs. Rows that stay are not touched.
void ResourceTreeModel::showJobs(Item *experiment)
{
    auto &rows = experiment->children;
    const auto shown = std::min<size_t>(experiment->jobs.size(), size_t(shownJobs));
    auto next = experiment->jobs.cbegin();
    for (size_t row = 0; row < shown; ++row, ++next) {
        const JobSnapshot &job = next->second;
        if (row < rows.size() && rows[row]->kind == TreeKind::Job && rows[row]->id == job.id)
            continue;
        if (Item *elsewhere = m_items.value(job.id))
            removeRow(elsewhere);
        auto item = std::make_unique<Item>();
        item->kind = TreeKind::Job;
        item->id = job.id;
        item->job = job;
        insert(experiment, std::move(item), int(row));
    }
    while (rows.size() > shown && rows[shown]->kind == TreeKind::Job)
        removeRow(rows[shown].get());
    const bool hasAll = !rows.empty() && rows.back()->kind == TreeKind::AllJobs;
    const bool wantsAll = experiment->countOfJobs() > int(shown);
    if (wantsAll && !hasAll) {
        auto all = std::make_unique<Item>();
        all->kind = TreeKind::AllJobs;
        all->id = experiment->id;
        insert(experiment, std::move(all), int(shown));
    } else if (!wantsAll && hasAll) {
        removeRow(rows.back().get());
    } else if (hasAll) {
        announce(rows.back().get());
    }
    announce(experiment);
}

void ResourceTreeModel::upsertMachine(const engine::ResourceSnapshot &resource)
{
    m_machines.insert(resource.id, engine::MachineSnapshot::fromDocument(resource.document));
    announce(ensureMachine(resource.id));
    for (Item *cluster : std::as_const(m_items)) {
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
    const bool isFolder = parent->kind == TreeKind::Clusters || parent->kind == TreeKind::Experiments
        || parent->kind == TreeKind::Machines;
    if (isFolder && parent->children.empty())
        removeRow(parent);
    else if (isFolder)
        announce(parent);
}

void ResourceTreeModel::removeJob(const ResourceId &id)
{
    Item *experiment = m_items.value(id.parent());
    if (!experiment || !experiment->jobKeys.contains(id))
        return;
    experiment->jobs.erase(experiment->jobKeys.take(id));
    m_changedExperiments.insert(experiment->id);
    if (Item *row = m_items.value(id))
        removeRow(row);
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

engine::LinkState ResourceTreeModel::linkOf(const Item &item) const
{
    if (item.kind == TreeKind::Node || item.kind == TreeKind::Machine)
        return m_machines.value(item.id).link;
    if (item.kind == TreeKind::Job)
        return item.job.link;
    engine::LinkState best = engine::LinkState::Offline;
    for (const auto &child : item.children) {
        if (child->kind != TreeKind::Node)
            continue;
        const auto link = m_machines.value(child->id).link;
        if (link == engine::LinkState::Online)
            return link;
        if (best == engine::LinkState::Offline)
            best = link;
    }
    return best;
}

QString ResourceTreeModel::fact(const Item &item) const
{
    switch (item.kind) {
    case TreeKind::Clusters:
    case TreeKind::Experiments:
    case TreeKind::Machines:
        return QLocale().toString(int(item.children.size()));
    case TreeKind::Cluster:
        return clusterFact(item);
    case TreeKind::Machine:
        return machineFact(m_machines.value(item.id));
    case TreeKind::Node:
        return item.node.job.isValid()                  ? item.node.job.name()
            : linkOf(item) == engine::LinkState::Online ? word(item.node.state)
                                                        : word(linkOf(item));
    case TreeKind::Experiment: {
        const int count = item.countOfJobs();
        return count == 1 ? tr("1 job") : tr("%1 jobs").arg(QLocale().toString(count));
    }
    case TreeKind::Job:
        return jobFact(item.job);
    default:
        return {};
    }
}

QString ResourceTreeModel::clusterFact(const Item &item) const
{
    if (item.cluster.kind == u"local"_s && item.children.size() == 1)
        return tr("this computer");
    const auto online = std::count_if(item.children.begin(), item.children.end(), [this](const auto &child) {
        return linkOf(*child) == engine::LinkState::Online;
    });
    return tr("%1 of %2").arg(QLocale().toString(qint64(online)), QLocale().toString(item.cluster.targetNodeCount));
}

QString ResourceTreeModel::jobFact(const JobSnapshot &job) const
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    switch (job.state) {
    case engine::JobState::Queued:
    case engine::JobState::Terminating:
        return word(job.state);
    case engine::JobState::Running: {
        if (!job.started.isValid())
            return word(job.phase);
        const QString time = duration(std::chrono::milliseconds(job.started.msecsTo(now)));
        return time.startsWith(u"00:"_s) ? time.mid(3) : time;
    }
    case engine::JobState::Succeeded:
    case engine::JobState::Failed:
        return job.ended.isValid() ? shortTime(job.ended, now) : QString();
    }
    return {};
}

} // namespace models
