// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Where the volumes of old documents live now.

#include "engine/service/service.h"

#include "engine/api/ours.h"
#include "engine/api/placespec.h"
#include "engine/base/whenfinished.h"
#include "engine/batchai/placeholders.h"
#include "engine/launch/plannedmounts.h"
#include "engine/service/shared.h"

#include <QJsonArray>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QJsonObject toJson(const VolumeMapping &mapping)
{
    return {{u"source"_s, mapping.source}, {u"target"_s, mapping.target}};
}

bool isSame(const QString &source, const VolumeMapping &mapping)
{
    return mapping.source.compare(source, Qt::CaseInsensitive) == 0;
}

// One spelling for what people copy from portals, mount commands and documents: that of Volume::source. An account that
// a document leaves open stands for any.
QString canonicalSource(const QString &profile, const QString &typed)
{
    static const QRegularExpression blob(u"\\Ahttps?://([^./]+)\\.blob\\.core\\.windows\\.net/(.+)\\z"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression scheme(u"\\A([a-z]+)://"_s, QRegularExpression::CaseInsensitiveOption);
    QString source = withoutPlaceholders(typed.trimmed());
    if (source.startsWith(u"//"_s))
        source.prepend(u"https:"_s);
    if (const auto match = blob.match(source); match.hasMatch())
        return u"blob://"_s + match.captured(1) + u'/' + match.captured(2);
    if (const auto match = scheme.match(source); match.hasMatch())
        return match.captured(0).toLower() + source.sliced(match.capturedLength());
    const auto id = ResourceId::parseShort(profile, source);
    return id && id->kind() == ResourceKind::FileServer ? id->toString() : source;
}

} // namespace

void Service::mapVolume(const QJsonObject &parameters, const Reply &reply)
{
    auto mapping = parseVolumeMapping(canonicalSource(m_profileId, parameters.value(u"source"_s).toString()),
                                      parameters.value(u"target"_s).toString().trimmed());
    if (!mapping)
        return reply(mapping.error());
    if (const auto known = checkPlace(mapping->target); !known)
        return reply(known.error());
    whenFinished(m_store->putVolume(*mapping), this, [this, mapping = *mapping, reply](const Result<void> &stored) {
        if (!stored)
            return reply(stored.error());
        m_volumes.removeIf([&mapping](const VolumeMapping &known) { return isSame(mapping.source, known); });
        m_volumes.append(mapping);
        retrySetupsOf({});
        reply(QJsonValue(toJson(mapping)));
    });
}

// "path" is no place of its own: a folder that every node has.
Result<void> Service::checkPlace(const QString &target) const
{
    const auto spec = PlaceSpec::parse(target);
    if (!spec)
        return spec.error();
    const auto ground = spec->place == u"path" ? Result<Ground>(Ground()) : groundOf(spec->place);
    if (ground || ground.error().code != ErrorCode::NotFound)
        return {};
    return Error{ErrorCode::NotFound,
                 Message(QT_TRANSLATE_NOOP("engine",
                                           "There is no machine and no file server “%1”. For a folder that is "
                                           "on the nodes already write path:/FOLDER."),
                         {spec->place.left(200)}),
                 u"target"_s,
                 {},
                 {}};
}

void Service::listVolumes(const QJsonObject &, const Reply &reply)
{
    QList<VolumeMapping> sorted = m_volumes;
    std::sort(sorted.begin(), sorted.end(), [](const VolumeMapping &a, const VolumeMapping &b) {
        return a.source.compare(b.source, Qt::CaseInsensitive) < 0;
    });
    QJsonArray array;
    for (const VolumeMapping &mapping : std::as_const(sorted))
        array.append(toJson(mapping));
    reply(QJsonValue(array));
}

void Service::unmapVolume(const QJsonObject &parameters, const Reply &reply)
{
    const QString typed = parameters.value(u"source"_s).toString();
    const auto read = parseVolumeMapping(canonicalSource(m_profileId, typed), u"path:/"_s);
    const QString source = read ? read->source : typed;
    const auto isKnown = [&source](const VolumeMapping &known) { return isSame(source, known); };
    if (std::none_of(m_volumes.cbegin(), m_volumes.cend(), isKnown))
        return reply(Error{ErrorCode::NotFound,
                           Message(QT_TRANSLATE_NOOP("engine", "“%1” is not mapped."), {typed.left(300)}),
                           u"source"_s,
                           {},
                           {}});
    whenFinished(m_store->removeVolume(source), this, [this, source, reply](const Result<void> &removed) {
        if (!removed)
            return reply(removed.error());
        m_volumes.removeIf([&source](const VolumeMapping &known) { return isSame(source, known); });
        reply(QJsonValue(QJsonObject()));
    });
}

Service::VolumeUse Service::useOfVolumes(const QJsonObject &job, const QJsonObject &cluster) const
{
    const QJsonValue setup = cluster[u"properties"_s][u"nodeSetup"_s];
    const QList<Volume> volumes =
        volumesOf(setup[u"mountVolumes"_s].toObject(), u"$.properties.nodeSetup.mountVolumes"_s)
        + volumesOf(job[u"properties"_s][u"mountVolumes"_s].toObject(), u"$.properties.mountVolumes"_s);
    VolumeUse use;
    for (const Volume &volume : volumes) {
        const QString mapped = mappedTarget(volume, m_volumes);
        const FileServerSnapshot server = FileServerSnapshot::fromDocument(
            volume.kind == VolumeKind::FileServer ? m_resources.value(fileServerOf(volume)) : QJsonObject());
        if (!mapped.isEmpty()) {
            use.mappings.append({volume.source, mapped});
            use.recorded.append({volume.source, mapped});
            use.mappedTargets.append(volume.target);
        } else if (server.machine.isValid()) {
            const QJsonObject ours{{u"machine"_s, addressOf(server.machine)}, {u"path"_s, server.path}};
            use.fileServers.append(withOurs({{u"id"_s, volume.source}}, ours));
            use.recorded.append({volume.source, QString(server.machine.name() + u':' + server.path)});
        } else if (volume.kind != VolumeKind::Unmanaged && volume.kind != VolumeKind::Path) {
            use.unmapped.append({u"Unmapped"_s, unmappedWords(volume), volume.target});
        }
    }
    return use;
}

QJsonObject Service::withVolumes(const QJsonObject &job, const QList<VolumeMapping> &recorded)
{
    QJsonObject ours = oursOf(job);
    ours.remove(u"volumes"_s);
    QJsonArray list;
    for (const VolumeMapping &mapping : recorded)
        list.append(toJson(mapping));
    if (!list.isEmpty())
        ours[u"volumes"_s] = list;
    return ours.isEmpty() && oursOf(job).isEmpty() ? job : withOurs(job, ours);
}

} // namespace engine
