// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/volumemap.h"

#include "engine/api/extension.h"
#include "engine/api/resource/snapshots.h"
#include "engine/base/whenfinished.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

bool isSame(const QString &source, const MappedVolume &mapping)
{
    return mapping.source.compare(source, Qt::CaseInsensitive) == 0;
}

} // namespace

VolumeMap::VolumeMap(Store &store, const Resources &resources, const Machines &machines, QObject *parent)
    : QObject(parent), m_store(store), m_resources(resources), m_machines(machines),
      m_volumes(store.initialContents().volumes)
{
}

void VolumeMap::put(const MappedVolume &mapping, const std::function<void(const Result<void> &)> &take)
{
    whenFinished(m_store.putVolume(mapping), this, [this, mapping, take](const Result<void> &stored) {
        if (stored) {
            m_volumes.removeIf([&mapping](const MappedVolume &known) { return isSame(mapping.source, known); });
            m_volumes.append(mapping);
            emit added();
        }
        take(stored);
    });
}

void VolumeMap::remove(const QString &source, const std::function<void(const Result<void> &)> &take)
{
    const auto isKnown = [source](const MappedVolume &known) { return isSame(source, known); };
    if (std::none_of(m_volumes.cbegin(), m_volumes.cend(), isKnown))
        return take(Error::of(ErrorCode::NotFound,
                              {QT_TRANSLATE_NOOP("engine", "“%1” is not mapped."), {source.left(300)}}, u"source"_s));
    whenFinished(m_store.removeVolume(source), this, [this, isKnown, take](const Result<void> &removed) {
        if (removed)
            m_volumes.removeIf(isKnown);
        take(removed);
    });
}

VolumeMap::Use VolumeMap::useOf(const QJsonObject &job, const QJsonObject &cluster) const
{
    const QJsonValue setup = cluster[u"properties"_s][u"nodeSetup"_s];
    const QList<Volume> volumes =
        volumesOf(setup[u"mountVolumes"_s].toObject(), u"$.properties.nodeSetup.mountVolumes"_s)
        + volumesOf(job[u"properties"_s][u"mountVolumes"_s].toObject(), u"$.properties.mountVolumes"_s);
    Use use;
    for (const Volume &volume : volumes) {
        QString mapped = mappedTarget(volume, m_volumes);
        if (mapped.isEmpty() && volume.kind == VolumeKind::AzureBlob && hasAccountOf(volume))
            mapped = volume.source;
        const FileServerSnapshot server = FileServerSnapshot::fromDocument(
            volume.kind == VolumeKind::FileServer ? m_resources.stored(fileServerOf(volume)) : QJsonObject());
        if (!mapped.isEmpty()) {
            use.mappings.append({volume.source, mapped});
            use.recorded.append({volume.source, mapped});
            use.mappedTargets.append(volume.target);
        } else if (server.machine.isValid()) {
            const QJsonObject extension{{u"machine"_s, m_machines.addressOf(server.machine)}, {u"path"_s, server.path}};
            use.fileServers.append(withExtension({{u"id"_s, volume.source}}, extension));
            use.recorded.append({volume.source, QString(server.machine.name() + u':' + server.path)});
        } else if (volume.kind != VolumeKind::Unmanaged && volume.kind != VolumeKind::Path) {
            use.unmapped.append({u"Unmapped"_s, unmappedWords(volume), volume.target});
        }
    }
    return use;
}

QJsonObject VolumeMap::recordedIn(const QJsonObject &job, const QList<MappedVolume> &recorded)
{
    QJsonObject extension = extensionOf(job);
    extension.remove(u"volumes"_s);
    if (!recorded.isEmpty())
        extension[u"volumes"_s] = JsonOf<QList<MappedVolume>>::write(recorded);
    return extension.isEmpty() && extensionOf(job).isEmpty() ? job : withExtension(job, extension);
}

bool VolumeMap::hasAccountOf(const Volume &volume) const
{
    const QString name = volume.settings.value(u"accountName"_s).toString();
    return m_resources.contains(ResourceId::storageAccount(m_resources.profileId(), name));
}

// Documents of the service have another subscription in their ids: only group, workspace and name are compared.
ResourceId VolumeMap::fileServerOf(const Volume &volume) const
{
    const auto named = ResourceId::parseShort(m_resources.profileId(), volume.source);
    if (!named || named->kind() != ResourceKind::FileServer)
        return {};
    return ResourceId::group(m_resources.profileId(), named->groupName())
        .child(ResourceKind::Workspace, named->workspaceName())
        .child(ResourceKind::FileServer, named->name());
}

} // namespace engine
