// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/volumes.h"

#include "engine/api/storage/placespec.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QString azureShare(const QJsonObject &entry)
{
    return entry.value(u"azureFileUrl"_s).toString();
}

QString azureContainer(const QJsonObject &entry)
{
    return u"blob://"_s + entry.value(u"accountName"_s).toString() + u'/' + entry.value(u"containerName"_s).toString();
}

QString fileServer(const QJsonObject &entry)
{
    return entry.value(u"fileServer"_s).toObject().value(u"id"_s).toString();
}

QString mountCommand(const QJsonObject &entry)
{
    return entry.value(u"mountCommand"_s).toString();
}

QString path(const QJsonObject &entry)
{
    return entry.value(u"path"_s).toString();
}

struct KindOfEntry
{
    VolumeKind kind;
    const char *word;
    const char *list; // key in mountVolumes
    QString (*source)(const QJsonObject &entry);
};

constexpr std::array<KindOfEntry, 5> kinds{
    {{VolumeKind::AzureFileShare, "azureFileShare", "azureFileShares", &azureShare},
     {VolumeKind::AzureBlob, "azureBlob", "azureBlobFileSystems", &azureContainer},
     {VolumeKind::FileServer, "fileServer", "fileServers", &fileServer},
     {VolumeKind::Unmanaged, "unmanaged", "unmanagedFileSystems", &mountCommand},
     {VolumeKind::Path, "path", "paths", &path}}};

Error notMapping(const QString &target, const char *source, const QString &text)
{
    return {ErrorCode::InvalidArgument, Message(source, {text.left(200)}), target};
}

// Mount commands do not expand "~" and need a word for the home itself.
QString mountedPath(const QString &path)
{
    const QString inHome = path == u"~" || path.startsWith(u"~/") ? path.sliced(qMin<qsizetype>(2, path.size())) : path;
    return inHome.isEmpty() ? u"."_s : inHome;
}

QString comparable(QString source)
{
    while (source.size() > 1 && source.endsWith(u'/'))
        source.chop(1);
    return source;
}

// Matches \a pattern, in which "*" stands for any characters; alone for everything. Backtracks to the last "*" only:
// whatever an earlier one could match, the last one can match as well.
bool matches(QStringView pattern, QStringView source)
{
    if (pattern == u"*")
        return true;
    qsizetype at = 0;
    qsizetype star = -1;
    qsizetype starEnd = 0;
    for (qsizetype i = 0; i < source.size();) {
        const QChar wanted = at < pattern.size() ? pattern.at(at) : QChar();
        if (wanted == u'*') {
            star = at++;
            starEnd = i;
        } else if (at < pattern.size() && wanted.toCaseFolded() == source.at(i).toCaseFolded()) {
            ++at;
            ++i;
        } else if (star >= 0 && source.at(starEnd) != u'/') {
            at = star + 1;
            i = ++starEnd;
        } else {
            return false;
        }
    }
    while (at < pattern.size() && pattern.at(at) == u'*')
        ++at;
    return at == pattern.size();
}

} // namespace

QString toString(VolumeKind kind)
{
    const auto found = std::find_if(kinds.begin(), kinds.end(), [kind](const auto &each) { return each.kind == kind; });
    return QString::fromLatin1(found->word);
}

QList<Volume> volumesOf(const QJsonObject &mountVolumes, const QString &target)
{
    QList<Volume> volumes;
    for (const KindOfEntry &kind : kinds) {
        const bool isOurs = kind.kind == VolumeKind::Path;
        const QJsonObject lists = isOurs ? mountVolumes.value(u"x-batchdeck"_s).toObject() : mountVolumes;
        const QString list = QString::fromLatin1(kind.list);
        const QJsonArray entries = lists.value(list).toArray();
        for (qsizetype i = 0; i < entries.size(); ++i) {
            const QJsonObject entry = entries.at(i).toObject();
            const QString mountPath = entry.value(u"relativeMountPath"_s).toString();
            const QString source = kind.source(entry);
            if (!mountPath.isEmpty() && !source.isEmpty())
                volumes.append(
                    {kind.kind, source, mountPath, entry,
                     target + (isOurs ? u".x-batchdeck."_s : u"."_s) + list + u'[' + QString::number(i) + u']'});
        }
    }
    return volumes;
}

bool isContainer(const QString &target)
{
    return target.startsWith(u"blob://");
}

QStringList containersOf(const QJsonObject &mountVolumes, const QList<MappedVolume> &mappings)
{
    QStringList containers;
    for (const Volume &volume : volumesOf(mountVolumes, {})) {
        const QString target = volume.kind == VolumeKind::Path ? QString() : mappedTarget(volume, mappings);
        if (isContainer(target) && !containers.contains(target))
            containers.append(target);
    }
    return containers;
}

Result<MappedVolume> parseVolumeMapping(const QString &source, const QString &target)
{
    const QString from = comparable(source.trimmed());
    if (from.isEmpty())
        return notMapping(u"source"_s,
                          QT_TRANSLATE_NOOP("engine",
                                            "Say which volume is meant: https://ACCOUNT.file.core.windows.net/SHARE, "
                                            "blob://ACCOUNT/CONTAINER or the id of a file server; * is allowed."),
                          from);
    const auto typed = PlaceSpec::parse(target);
    // A name with a leading "-" would be an option of the mount command.
    const bool isWell = typed && !typed->isHere() && !typed->place.startsWith(u'-') && !target.contains(u"://"_s)
        && !target.contains(u'\n') && (typed->place != u"path" || typed->isAbsolute());
    if (!isWell)
        return notMapping(
            u"target"_s,
            QT_TRANSLATE_NOOP("engine",
                              "“%1” is no place: write path:/FOLDER for a folder that is on the nodes already, or "
                              "MACHINE:/FOLDER, or FILE-SERVER:FOLDER."),
            target);
    return MappedVolume{from, target.chopped(typed->path.size()) + mountedPath(typed->path)};
}

QString mappedTarget(const Volume &volume, const QList<MappedVolume> &mappings)
{
    const QString source = comparable(volume.source);
    const MappedVolume *best = nullptr;
    const auto exactness = [](const MappedVolume &mapping) {
        return std::pair(-mapping.source.count(u'*'), mapping.source.size());
    };
    for (const MappedVolume &mapping : mappings) {
        if (matches(mapping.source, source) && (!best || exactness(mapping) > exactness(*best)))
            best = &mapping;
    }
    return best ? best->target : QString();
}

} // namespace engine
