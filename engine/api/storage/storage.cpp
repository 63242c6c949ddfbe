// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/storage/storage.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr QLatin1StringView blobScheme{"blob://"};

} // namespace

QString blobPlace(const QString &account)
{
    return blobScheme + account;
}

QString accountOf(const QString &place)
{
    return place.startsWith(blobScheme) ? place.sliced(blobScheme.size()) : QString();
}

Result<Location> Location::parse(const QString &text)
{
    if (text.startsWith(blobScheme)) {
        const qsizetype slash = text.indexOf(u'/', blobScheme.size());
        const Result<QString> path = cleanPath(slash < 0 ? u"/"_s : text.sliced(slash));
        return path ? Result(Location{slash < 0 ? text : text.first(slash), *path}) : path.error();
    }
    const qsizetype colon = text.indexOf(u':');
    const bool isHere = text.startsWith(u'/') || colon < 0;
    const Result<QString> path = cleanPath(isHere ? text : text.mid(colon + 1));
    if (!path)
        return path.error();
    return Location{isHere ? QString() : text.first(colon), *path};
}

QString Location::toString() const
{
    if (place.isEmpty() || !accountOf(place).isEmpty())
        return place + path;
    return place + u':' + path;
}

QJsonObject Location::toJson() const
{
    return {{u"place"_s, place}, {u"path"_s, path}};
}

QJsonArray StorageEntry::toJson() const
{
    return {name, int(kind), isFolder, size, modifiedMs, mode, owner, group, target};
}

StorageEntry StorageEntry::fromJson(const QJsonArray &json)
{
    StorageEntry entry;
    entry.name = json.at(0).toString();
    entry.kind = EntryKind(qBound(0, json.at(1).toInt(), int(EntryKind::Other)));
    entry.isFolder = json.at(2).toBool();
    entry.size = json.at(3).toInteger();
    entry.modifiedMs = json.at(4).toInteger();
    entry.mode = json.at(5).toInt(-1);
    entry.owner = json.at(6).toString();
    entry.group = json.at(7).toString();
    entry.target = json.at(8).toString();
    return entry;
}

} // namespace engine
