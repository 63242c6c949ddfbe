// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/storage/volumeservice.h"

#include "engine/api/storage/placespec.h"
#include "engine/batchai/placeholders.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// Normalises what people copy from portals, mount commands and documents to the form of Volume::source. An account that
// a document leaves open becomes "*".
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

VolumeService::VolumeService(Router &router, const QString &profileId, VolumeMap &volumes, const Places &places)
    : m_profileId(profileId), m_volumes(volumes), m_places(places)
{
    router.on(method::mapVolume, this, &VolumeService::map);
    router.on(method::listVolumes, this, &VolumeService::list);
    router.on(method::unmapVolume, this, &VolumeService::unmap);
}

void VolumeService::map(const MappedVolume &request, const ReplyTo<MappedVolume> &reply)
{
    const auto mapping = parseVolumeMapping(canonicalSource(m_profileId, request.source), request.target.trimmed());
    if (!mapping)
        return reply(mapping.error());
    if (const auto known = checkPlace(mapping->target); !known)
        return reply(known.error());
    m_volumes.put(*mapping,
                  [mapping, reply](const Result<void> &stored) { stored ? reply(*mapping) : reply(stored.error()); });
}

// A mapping to "path:" needs no machine: every node has the folder.
Result<void> VolumeService::checkPlace(const QString &target) const
{
    const auto spec = PlaceSpec::parse(target);
    if (!spec)
        return spec.error();
    const auto base = spec->place == u"path" ? Result<Places::Base>(Places::Base()) : m_places.baseOf(spec->place);
    if (base || base.error().code != ErrorCode::NotFound)
        return {};
    return Error{ErrorCode::NotFound,
                 {QT_TRANSLATE_NOOP("engine",
                                    "There is no machine and no file server “%1”. For a folder that is "
                                    "on the nodes already write path:/FOLDER."),
                  {spec->place.left(200)}},
                 u"target"_s};
}

void VolumeService::list(const Nothing &, const ReplyTo<QList<MappedVolume>> &reply)
{
    QList<MappedVolume> sorted = m_volumes.all();
    std::sort(sorted.begin(), sorted.end(), [](const MappedVolume &a, const MappedVolume &b) {
        return a.source.compare(b.source, Qt::CaseInsensitive) < 0;
    });
    reply(sorted);
}

void VolumeService::unmap(const UnmapVolume &request, const ReplyTo<Nothing> &reply)
{
    const auto read = parseVolumeMapping(canonicalSource(m_profileId, request.source), u"path:/"_s);
    m_volumes.remove(read ? read->source : request.source,
                     [reply, typed = request.source](const Result<void> &removed) {
                         if (removed)
                             return reply(Nothing());
                         Error error = removed.error();
                         if (error.code == ErrorCode::NotFound)
                             error.message.arguments = {typed.left(300)};
                         reply(error);
                     });
}

} // namespace engine
