// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/machine/memberships.h"

#include "engine/api/extension.h"
#include "engine/api/resource/snapshots.h"
#include "engine/base/whenfinished.h"
#include "engine/launch/setupplan.h"
#include "engine/registry/refusals.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

QList<MachineController *> nodesOf(const QJsonObject &cluster, const Machines &machines)
{
    QList<MachineController *> nodes;
    for (const QJsonValue &path : extensionOf(cluster).value(u"machines"_s).toArray()) {
        const auto id = ResourceId::parse(path.toString());
        if (MachineController *machine = id ? machines.find(*id) : nullptr)
            nodes.append(machine);
    }
    return nodes;
}

Memberships::Memberships(Store &store, Resources &resources, const Machines &machines, const VolumeMap &volumes,
                         SecretStore &secrets, ContainerSigner sign, Notices &notices, QObject *parent)
    : QObject(parent), m_store(store), m_resources(resources), m_machines(machines), m_volumes(volumes),
      m_secrets(secrets), m_sign(std::move(sign)), m_notices(notices)
{
    connect(&volumes, &VolumeMap::added, this, &Memberships::retryAll);
}

Memberships::~Memberships()
{
    qDeleteAll(std::exchange(m_memberships, {}));
}

void Memberships::begin()
{
    for (const MembershipRow &row : m_store.initialContents().memberships)
        start(MembershipRecord::fromRow(row));
}

Membership *Memberships::start(const MembershipRecord &record)
{
    const MembershipContext context{
        m_store, [this](const MembershipRecord &of, const MachineController &machine) { return plan(of, machine); },
        [this](const MembershipRecord &of, const QStringList &names) { return secretsOf(of, names); }};
    auto *membership = new Membership(record, context, this);
    m_memberships.append(membership);
    m_byMachine.insert({record.uuid, record.machine}, membership);
    connect(membership, &Membership::changed, this, [this, membership] { publish(*membership); });
    connect(membership, &Membership::settled, this, &Memberships::settled);
    connect(membership, &Membership::removed, this, [this, membership] {
        m_memberships.removeOne(membership);
        m_byMachine.remove({membership->record().uuid, membership->record().machine});
        publish(*membership);
        membership->deleteLater();
        emit removed();
    });
    connect(membership, &Membership::storeFailed, &m_notices, &Notices::storeFailed);
    if (MachineController *machine = m_machines.find(record.machine))
        membership->adopt(machine);
    return membership;
}

void Memberships::publish(const Membership &membership)
{
    const ResourceId cluster = membership.record().cluster;
    if (!m_resources.contains(cluster))
        return;
    m_resources.feed().upsert(cluster);
    emit changed(cluster);
}

Result<NodePlan> Memberships::plan(const MembershipRecord &record, const MachineController &machine) const
{
    const QJsonObject cluster = m_resources.stored(record.cluster);
    if (uuidOf(cluster) != record.uuid)
        return notFound(record.cluster);
    const Inventory &inventory = *machine.inventory();
    SetupView view{record.cluster,
                   cluster,
                   record.attempt,
                   {machine.id().name(), m_machines.addressOf(machine.id()), inventory.home, inventory.machineId,
                    int(inventory.gpus.size())}};
    const VolumeMap::Use use = m_volumes.useOf({}, cluster);
    if (!use.unmapped.isEmpty())
        return refusedDocument(record.cluster.toString(), use.unmapped);
    view.volumes = use.mappings;
    view.fileServers = use.fileServers;
    return planSetup(view);
}

QFuture<Result<LaunchSecrets>> Memberships::secretsOf(const MembershipRecord &record, const QStringList &names)
{
    QList<DocumentSecret> secrets =
        engine::secretsOf(ResourceKind::Cluster, m_resources.stored(record.cluster), record.uuid);
    secrets.removeIf([&names](const DocumentSecret &secret) { return !names.contains(secret.variable); });
    const QJsonObject cluster = m_resources.stored(record.cluster);
    const QJsonValue volumes = cluster[u"properties"_s][u"nodeSetup"_s][u"mountVolumes"_s];
    return findSecrets(m_secrets, m_sign,
                       {secrets, containersOf(volumes.toObject(), m_volumes.useOf({}, cluster).mappings)});
}

const Membership *Memberships::find(const QString &uuid, const ResourceId &machine) const
{
    return m_byMachine.value({uuid, machine});
}

// Creates missing memberships and ends those that are not wanted.
void Memberships::update(const QSet<std::pair<ResourceId, ResourceId>> &used)
{
    QSet<std::pair<QString, ResourceId>> wanted;
    for (auto it = m_resources.all().cbegin(); it != m_resources.all().cend(); ++it) {
        if (it.key().kind() != ResourceKind::Cluster || !needsSetup(it.value()) || m_resources.isBeingDeleted(it.key()))
            continue;
        const int target = ClusterSnapshot::fromDocument(it.value()).targetNodeCount;
        const QString uuid = uuidOf(it.value());
        for (const MachineController *machine : nodesOf(it.value(), m_machines).mid(0, target)) {
            wanted.insert({uuid, machine->id()});
            if (find(uuid, machine->id()))
                continue;
            MembershipRecord record;
            record.uuid = uuid;
            record.cluster = it.key();
            record.machine = machine->id();
            start(record);
            m_resources.feed().upsert(it.key());
        }
    }
    QList<Membership *> unwanted = m_memberships;
    unwanted.removeIf([&wanted](const Membership *membership) {
        const MembershipRecord &record = membership->record();
        return record.isLeaving() || wanted.contains({record.uuid, record.machine});
    });
    for (Membership *membership : std::as_const(unwanted)) {
        if (!used.contains({membership->record().cluster, membership->record().machine}))
            membership->leave();
    }
}

// One setup at a time on a machine, and none beside a job: a setup task may change anything on the machine.
void Memberships::beginSetups(const ByMachine &otherNames, const ByMachine &busy)
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
            || m_machines.isBeingCleaned(membership->record().machine))
            continue;
        membership->begin();
        if (membership->isUnderWay())
            taken.insert(machine);
    }
}

Memberships::ByMachine Memberships::settingUp(const ByMachine &otherNames) const
{
    ByMachine machines;
    for (const Membership *membership : m_memberships) {
        const MembershipRecord &record = membership->record();
        const ResourceId first = otherNames.value(record.machine, record.machine);
        if (membership->isUnderWay() || (membership->isWaiting() && !machines.contains(first)))
            machines.insert(first, record.cluster);
    }
    return machines;
}

// Why a job of \a cluster cannot start on the online machine because of its setup; empty when it can.
Message Memberships::whyNotSetUp(const ResourceId &cluster, const ResourceId &machine,
                                 const std::optional<ResourceId> &settingUp) const
{
    const auto beingSetUp = [&machine](const ResourceId &whose) {
        return Message(QT_TRANSLATE_NOOP("engine", "%1 is being set up for the cluster %2."),
                       {machine.name(), whose.name()});
    };
    if (settingUp)
        return beingSetUp(*settingUp);
    const QJsonObject document = m_resources.stored(cluster);
    if (!needsSetup(document))
        return {};
    const Membership *membership = find(uuidOf(document), machine);
    if (membership && membership->isReady())
        return {};
    if (!membership || membership->record().state != SetupState::Failed)
        return beingSetUp(cluster);
    return {QT_TRANSLATE_NOOP("engine", "%1 could not be set up: %2"),
            {machine.name(), membership->record().reason.englishText()}};
}

// A user who repairs a machine wants to see at once whether its setup works now.
void Memberships::retryOn(const ResourceId &machine)
{
    const ByMachine otherNames = m_machines.aliases();
    for (Membership *membership : QList<Membership *>(m_memberships)) {
        const ResourceId each = membership->record().machine;
        if (otherNames.value(each, each) == otherNames.value(machine, machine))
            membership->retry();
    }
}

void Memberships::retryOf(const ResourceId &cluster)
{
    for (Membership *membership : QList<Membership *>(m_memberships)) {
        if (membership->record().cluster == cluster)
            membership->retry();
    }
}

void Memberships::retryAll()
{
    for (Membership *membership : QList<Membership *>(m_memberships))
        membership->retry();
}

void Memberships::retryWith(const QString &secret)
{
    for (Membership *membership : QList<Membership *>(m_memberships)) {
        const MembershipRecord &record = membership->record();
        if (record.errorCode != u"SecretMissing"_s && record.errorCode != u"SecretLocked"_s)
            continue;
        const QList<DocumentSecret> secrets =
            engine::secretsOf(ResourceKind::Cluster, m_resources.stored(record.cluster), record.uuid);
        if (std::any_of(secrets.cbegin(), secrets.cend(),
                        [&secret](const DocumentSecret &each) { return each.name == secret; }))
            membership->retry();
    }
}

Result<void> Memberships::mayForget(const ResourceId &machine) const
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
        return Error{ErrorCode::Conflict, words, machine.toString()};
    }
    return {};
}

QList<Message> Memberships::abandon(const ResourceId &machine)
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

bool Memberships::isSettingUp() const
{
    return std::any_of(m_memberships.cbegin(), m_memberships.cend(),
                       [](const Membership *membership) { return membership->isUnderWay() || membership->isGoing(); });
}

// Memberships on offline machines continue when the machines return.
bool Memberships::isCleaningUp(const ResourceId &scope) const
{
    const auto isUp = [this](const ResourceId &id) {
        const MachineController *machine = m_machines.find(id);
        return machine && machine->isReady();
    };
    return std::any_of(m_memberships.cbegin(), m_memberships.cend(), [&, this](const Membership *membership) {
        const MembershipRecord &record = membership->record();
        return isBelow(record.cluster, scope) && uuidOf(m_resources.stored(record.cluster)) == record.uuid
            && (membership->isGoing() || (!record.isLeaving() && isUp(record.machine)));
    });
}

} // namespace engine
