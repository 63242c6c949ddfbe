// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/jobnodewords.h"
#include "models/machine/machinewords.h"
#include "models/storage/accountinput.h"
#include "models/tree/treeitem.h"
#include "models/words.h"

using namespace Qt::StringLiterals;

/// Texts of the tree's rows.
namespace models {

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
        case TreeKind::FileServers:
            return tr("File servers");
        case TreeKind::Experiments:
            return tr("Experiments");
        case TreeKind::Machines:
            return tr("Machines");
        case TreeKind::StorageAccounts:
            return tr("Storage accounts");
        case TreeKind::AllJobs:
            return tr("All %1 jobs").arg(number(item.parent->countOfJobs()));
        case TreeKind::Node:
            return item.node.name;
        default:
            return item.id.name();
        }
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: {
        const QString state = item.kind == TreeKind::Job ? stateText(item.job)
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

engine::LinkState ResourceTreeModel::linkOf(const Item &item) const
{
    if (item.kind == TreeKind::Node || item.kind == TreeKind::Machine)
        return m_machines.value(item.id).link;
    if (item.kind == TreeKind::FileServer)
        return m_machines.value(item.machine).link;
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
    case TreeKind::FileServers:
    case TreeKind::Experiments:
    case TreeKind::Machines:
    case TreeKind::StorageAccounts:
        return number(int(item.children.size()));
    case TreeKind::Cluster:
        return clusterFact(item);
    case TreeKind::FileServer:
        return item.machine.isValid() ? item.machine.name() : tr("no folder yet");
    case TreeKind::Machine:
        return machineFact(m_machines.value(item.id));
    case TreeKind::StorageAccount:
        return endpointFact(item.id.name(), item.endpoint);
    case TreeKind::Node:
        return item.node.job.isValid() && isReached(linkOf(item)) ? item.node.job.name()
                                                                  : word(item.node.state, linkOf(item));
    case TreeKind::Experiment: {
        const int count = item.countOfJobs();
        return count == 1 ? tr("1 job") : tr("%1 jobs").arg(number(count));
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
    const int wanted = item.cluster.targetNodeCount; // there are more nodes while some are leaving
    return tr("%1 of %2").arg(number(std::min<qint64>(online, wanted)), number(wanted));
}

QString ResourceTreeModel::jobFact(const engine::JobSnapshot &job) const
{
    if (isOutOfReach(job.state, job.link))
        return word(job.link);
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
