// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Mounts and setup tasks of clusters: which machine is to have them, and when.

#include "engine/service/service.h"

#include "engine/api/ours.h"
#include "engine/base/whenfinished.h"
#include "engine/cluster/membership.h"
#include "engine/job/jobsecrets.h"
#include "engine/launch/setupplan.h"
#include "engine/secret/secretstore.h"
#include "engine/service/shared.h"

#include <QJsonArray>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace engine {

QJsonObject Service::withUuid(const ResourceId &cluster, const QJsonObject &document)
{
    QJsonObject ours = oursOf(document);
    const QString uuid = QUuid::createUuid().toString(QUuid::WithoutBraces);
    ours[u"uuid"_s] = uuid;
    QJsonObject named = withOurs(document, ours);
    if (!hasSetupTask(named))
        return named;
    QJsonObject properties = named.value(u"properties"_s).toObject();
    QJsonObject setup = properties.value(u"nodeSetup"_s).toObject();
    QJsonObject task = setup.value(u"setupTask"_s).toObject();
    task[u"stdOutErrPathSuffix"_s] = setupLogSuffix(cluster, uuid);
    setup[u"setupTask"_s] = task;
    properties[u"nodeSetup"_s] = setup;
    named[u"properties"_s] = properties;
    return named;
}

// Clusters of earlier versions had none.
void Service::giveUuids()
{
    for (auto it = m_resources.begin(); it != m_resources.end(); ++it) {
        if (it.key().kind() != ResourceKind::Cluster || !uuidOf(it.value()).isEmpty())
            continue;
        *it = withUuid(it.key(), it.value());
        whenFinished(m_store->putResource({it.key(), it.value()}), this, [this](const Result<void> &stored) {
            if (!stored)
                storeFailed(stored.error());
        });
    }
}

void Service::beginMemberships()
{
    for (const MembershipRow &row : m_store->initialContents().memberships)
        startMembership(MembershipRecord::fromRow(row));
}

Membership *Service::startMembership(const MembershipRecord &record)
{
    const MembershipContext context{
        *m_store,
        [this](const MembershipRecord &of, const MachineController &machine) { return setupPlan(of, machine); },
        [this](const MembershipRecord &of, const QStringList &names) { return setupSecrets(of, names); }};
    auto *membership = new Membership(record, context, this);
    m_memberships.append(membership);
    m_members.insert({record.uuid, record.machine}, membership);
    connect(membership, &Membership::changed, this, [this, membership] { membershipChanged(*membership); });
    connect(membership, &Membership::settled, this, [this] {
        scheduleSoon();
        finishRemovals();
    });
    connect(membership, &Membership::removed, this, [this, membership] {
        m_memberships.removeOne(membership);
        m_members.remove({membership->record().uuid, membership->record().machine});
        membershipChanged(*membership);
        membership->deleteLater();
        finishRemovals();
        scheduleSoon();
    });
    connect(membership, &Membership::storeFailed, this, &Service::storeFailed);
    if (MachineController *machine = m_machines.value(record.machine))
        membership->adopt(machine);
    return membership;
}

void Service::membershipChanged(const Membership &membership)
{
    const ResourceId cluster = membership.record().cluster;
    if (!m_resources.contains(cluster))
        return;
    m_feed.upsert(cluster);
    followAllocationSoon(cluster);
}

Result<NodePlan> Service::setupPlan(const MembershipRecord &record, const MachineController &machine) const
{
    const QJsonObject cluster = m_resources.value(record.cluster);
    if (uuidOf(cluster) != record.uuid)
        return notFound(record.cluster);
    const Inventory &inventory = *machine.inventory();
    SetupView view{record.cluster,
                   cluster,
                   record.attempt,
                   {machine.id().name(), addressOf(machine.id()), inventory.home, inventory.machineId,
                    int(inventory.gpus.size())}};
    const VolumeUse use = useOfVolumes({}, cluster);
    if (!use.unmapped.isEmpty())
        return refusedDocument(record.cluster.toString(), use.unmapped);
    view.volumes = use.mappings;
    view.fileServers = use.fileServers;
    return planSetup(view);
}

QFuture<Result<LaunchSecrets>> Service::setupSecrets(const MembershipRecord &record, const QStringList &names)
{
    QList<DocumentSecret> secrets = secretsOf(ResourceKind::Cluster, m_resources.value(record.cluster), record.uuid);
    secrets.removeIf([&names](const DocumentSecret &secret) { return !names.contains(secret.variable); });
    return findSecrets(*m_secrets, secrets);
}

const Membership *Service::membershipOf(const QString &uuid, const ResourceId &machine) const
{
    return m_members.value({uuid, machine});
}

// Those that ought to be set up are made members, and those that ought not to be leave.
void Service::updateMembers()
{
    QSet<std::pair<QString, ResourceId>> wanted;
    for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
        if (it.key().kind() != ResourceKind::Cluster || !needsSetup(it.value()) || isBeingRemoved(it.key()))
            continue;
        const int target = ClusterSnapshot::fromDocument(it.value()).targetNodeCount;
        const QString uuid = uuidOf(it.value());
        for (const MachineController *machine : nodesOf(it.key()).mid(0, target)) {
            wanted.insert({uuid, machine->id()});
            if (membershipOf(uuid, machine->id()))
                continue;
            MembershipRecord record;
            record.uuid = uuid;
            record.cluster = it.key();
            record.machine = machine->id();
            startMembership(record);
            m_feed.upsert(it.key());
        }
    }
    QList<Membership *> unwanted = m_memberships;
    unwanted.removeIf([&wanted](const Membership *membership) {
        const MembershipRecord &record = membership->record();
        return record.isLeaving() || wanted.contains({record.uuid, record.machine});
    });
    if (unwanted.isEmpty())
        return;
    QSet<std::pair<ResourceId, ResourceId>> used; // cluster and machine
    for (const JobController *job : std::as_const(m_jobs)) {
        for (const ResourceId &machine : job->holdsNodes() ? job->record().placement() : QList<ResourceId>())
            used.insert({job->record().cluster(), machine});
    }
    for (Membership *membership : std::as_const(unwanted)) {
        if (!used.contains({membership->record().cluster, membership->record().machine}))
            membership->leave();
    }
}

// One at a time on a machine, and not beside a job: a setup task may change anything there.
void Service::beginSetups(const QHash<ResourceId, ResourceId> &otherNames, const QHash<ResourceId, ResourceId> &busy)
{
    QSet<ResourceId> taken;
    const auto firstName = [&otherNames](const Membership *membership) {
        return otherNames.value(membership->record().machine, membership->record().machine);
    };
    for (const Membership *membership : std::as_const(m_memberships)) {
        if (membership->isUnderWay())
            taken.insert(firstName(membership));
    }
    for (Membership *membership : QList<Membership *>(m_memberships)) {
        const ResourceId machine = firstName(membership);
        if (!membership->isWaiting() || taken.contains(machine) || busy.contains(machine)
            || m_beingCleaned.contains(membership->record().machine))
            continue;
        membership->begin();
        if (membership->isUnderWay())
            taken.insert(machine);
    }
}

QHash<ResourceId, ResourceId> Service::settingUp(const QHash<ResourceId, ResourceId> &otherNames) const
{
    QHash<ResourceId, ResourceId> machines;
    for (const Membership *membership : m_memberships) {
        const MembershipRecord &record = membership->record();
        const ResourceId first = otherNames.value(record.machine, record.machine);
        if (membership->isUnderWay() || (membership->isWaiting() && !machines.contains(first)))
            machines.insert(first, record.cluster);
    }
    return machines;
}

// Of a machine that is there: what its setups still keep a job of \a cluster from; empty: nothing.
Message Service::whyNotSetUp(const ResourceId &cluster, const ResourceId &machine,
                             const std::optional<ResourceId> &settingUp) const
{
    const auto beingSetUp = [&machine](const ResourceId &whose) {
        return Message(QT_TRANSLATE_NOOP("engine", "%1 is being set up for the cluster %2."),
                       {machine.name(), whose.name()});
    };
    if (settingUp)
        return beingSetUp(*settingUp);
    const QJsonObject document = m_resources.value(cluster);
    if (!needsSetup(document))
        return {};
    const Membership *membership = membershipOf(uuidOf(document), machine);
    if (membership && membership->isReady())
        return {};
    if (!membership || membership->record().state != SetupState::Failed)
        return beingSetUp(cluster);
    return {QT_TRANSLATE_NOOP("engine", "%1 could not be set up: %2"),
            {machine.name(), membership->record().reason.englishText()}};
}

// Whoever looks after a machine by hand wants to know at once whether it works now.
void Service::retrySetups(const ResourceId &machine)
{
    const QHash<ResourceId, ResourceId> otherNames = aliases();
    for (Membership *membership : QList<Membership *>(m_memberships)) {
        const ResourceId each = membership->record().machine;
        if (otherNames.value(each, each) == otherNames.value(machine, machine))
            membership->retry();
    }
}

void Service::retrySetupsOf(const ResourceId &cluster)
{
    for (Membership *membership : QList<Membership *>(m_memberships)) {
        if (!cluster.isValid() || membership->record().cluster == cluster)
            membership->retry();
    }
}

void Service::retrySetupsWith(const QString &secret)
{
    for (Membership *membership : QList<Membership *>(m_memberships)) {
        const MembershipRecord &record = membership->record();
        if (record.errorCode != u"SecretMissing"_s && record.errorCode != u"SecretLocked"_s)
            continue;
        const QList<DocumentSecret> secrets =
            secretsOf(ResourceKind::Cluster, m_resources.value(record.cluster), record.uuid);
        if (std::any_of(secrets.cbegin(), secrets.cend(),
                        [&secret](const DocumentSecret &each) { return each.name == secret; }))
            membership->retry();
    }
}

QList<Message> Service::abandonSetups(const ResourceId &machine)
{
    QList<Message> left;
    for (Membership *membership : QList<Membership *>(m_memberships)) {
        const MembershipRecord &record = membership->record();
        if (record.machine != machine)
            continue;
        left.append(Message(QT_TRANSLATE_NOOP("engine",
                                              "What the cluster %1 set up on %2 was not taken back: mounts, and the "
                                              "folder %3, may be left there."),
                            {record.cluster.shortText(), machine.name(), record.directory}));
        membership->abandon();
    }
    return left;
}

Result<void> Service::mayForget(const ResourceId &machine) const
{
    for (const Membership *membership : m_memberships) {
        const MembershipRecord &record = membership->record();
        if (record.machine != machine)
            continue;
        const Message words = record.isLeaving()
            ? Message(QT_TRANSLATE_NOOP("engine",
                                        "What the cluster %1 set up on %2 is not taken back yet: connect the machine, "
                                        "and it is; should it never come back, remove it with --terminate. %3"),
                      {record.cluster.shortText(), machine.name(), record.reason.englishText()})
            : Message(QT_TRANSLATE_NOOP("engine",
                                        "The machine %1 is set up as a node of the cluster %2. Resize or delete the "
                                        "cluster first."),
                      {machine.name(), record.cluster.shortText()});
        return Error{ErrorCode::Conflict, words, machine.toString(), {}, {}};
    }
    return {};
}

bool Service::isSettingUp() const
{
    return std::any_of(m_memberships.cbegin(), m_memberships.cend(),
                       [](const Membership *membership) { return membership->isUnderWay() || membership->isGoing(); });
}

// Those on machines that are away go on when these are back.
bool Service::isTakingBack(const ResourceId &scope) const
{
    const auto isUp = [this](const ResourceId &id) {
        const MachineController *machine = m_machines.value(id);
        return machine && machine->isReady();
    };
    return std::any_of(m_memberships.cbegin(), m_memberships.cend(), [&, this](const Membership *membership) {
        const MembershipRecord &record = membership->record();
        return isBelow(record.cluster, scope) && uuidOf(m_resources.value(record.cluster)) == record.uuid
            && (membership->isGoing() || (!record.isLeaving() && isUp(record.machine)));
    });
}

void Service::listSetupFiles(const QJsonObject &parameters, const Reply &reply)
{
    const auto id = idOf(parameters);
    if (!id)
        return reply(id.error());
    if (!m_resources.contains(*id) || id->kind() != ResourceKind::Cluster)
        return reply(notFound(*id));
    const QString path = parameters.value(u"path"_s).toString();
    if (path.split(u'/').contains(u".."_s))
        return reply(invalidArgument(
            path, Message(QT_TRANSLATE_NOOP("engine", "\"%1\" leads out of the output directory."), {path})));
    QList<std::pair<MachineController *, QString>> places;
    for (const Membership *membership : std::as_const(m_memberships)) {
        const MembershipRecord &record = membership->record();
        MachineController *machine = m_machines.value(record.machine);
        if (record.uuid == uuidOf(m_resources.value(*id)) && record.isBegun && machine && machine->isReady())
            places.append({machine, QString(record.directory + u"/stdouterr/"_s + path)});
    }
    listPlaces(places, reply);
}

} // namespace engine
