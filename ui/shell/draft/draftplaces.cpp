// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/draft/draftplaces.h"

#include <QCryptographicHash>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

using engine::ResourceId;

constexpr std::pair<Place::Kind, const char *> formKinds[]{{Place::Kind::Submit, "job"},
                                                           {Place::Kind::Connect, "machine"},
                                                           {Place::Kind::NewCluster, "cluster"},
                                                           {Place::Kind::NewFileServer, "file-server"},
                                                           {Place::Kind::NewStorageAccount, "storage-account"},
                                                           {Place::Kind::Document, "document"}};

QString wordOf(Place::Kind kind)
{
    for (const auto &[each, word] : formKinds) {
        if (each == kind)
            return QString::fromLatin1(word);
    }
    return {};
}

QString text(const ResourceId &id)
{
    return id.isValid() ? id.toString() : QString();
}

ResourceId idFrom(const QJsonValue &value)
{
    const auto id = ResourceId::parse(value.toString());
    return id ? *id : ResourceId();
}

} // namespace

QString draftKey(const Place &place)
{
    const QString word = wordOf(place.kind);
    if (word.isEmpty())
        return {};
    QStringList parts{word, text(place.id), text(place.likeJob), text(place.cluster), place.document.name};
    for (const ResourceId &machine : place.machines)
        parts.append(text(machine));
    if (!place.document.text.isEmpty())
        parts.append(
            QString::fromLatin1(QCryptographicHash::hash(place.document.text, QCryptographicHash::Sha256).toBase64()));
    return parts.join(u'\n');
}

QJsonObject placeToJson(const Place &place)
{
    QJsonArray machines;
    for (const ResourceId &machine : place.machines)
        machines.append(text(machine));
    return {{u"kind"_s, wordOf(place.kind)},
            {u"id"_s, text(place.id)},
            {u"likeJob"_s, text(place.likeJob)},
            {u"cluster"_s, text(place.cluster)},
            {u"machines"_s, machines},
            {u"document"_s, place.document.name},
            {u"documentKind"_s, int(place.document.kind)}};
}

Place placeOf(const models::Draft &draft)
{
    Place place;
    for (const auto &[kind, word] : formKinds) {
        if (draft.place[u"kind"_s].toString() == QLatin1StringView(word))
            place.kind = kind;
    }
    place.id = idFrom(draft.place[u"id"_s]);
    place.likeJob = idFrom(draft.place[u"likeJob"_s]);
    place.cluster = idFrom(draft.place[u"cluster"_s]);
    for (const QJsonValue &machine : draft.place[u"machines"_s].toArray())
        place.machines.append(idFrom(machine));
    place.document.name = draft.place[u"document"_s].toString();
    place.document.kind = models::DocumentKind(draft.place[u"documentKind"_s].toInt());
    if (!place.document.name.isEmpty())
        place.document.text = draft.fields[u"text"_s].toString().toUtf8();
    return place;
}

} // namespace ui
