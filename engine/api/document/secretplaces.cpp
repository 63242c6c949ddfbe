// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/secretplaces.h"

#include <QJsonArray>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const QString registryWord = u"registry-password"_s; // cannot be the name of a variable
const QString valueKey = u"value"_s;
const QString passwordKey = u"password"_s;
const QString storagePrefix = u"storage-account:"_s;

struct Places
{
    QStringList list; // path of keys to the array "secrets"
    QStringList registry; // path of keys to the registry's credentials; empty when the kind has none
};

Places placesOf(ResourceKind kind)
{
    if (kind == ResourceKind::Cluster)
        return {{u"properties"_s, u"nodeSetup"_s, u"setupTask"_s, u"secrets"_s}, {}};
    return {{u"properties"_s, u"secrets"_s},
            {u"properties"_s, u"containerSettings"_s, u"imageSourceRegistry"_s, u"credentials"_s}};
}

QJsonValue at(const QJsonObject &document, const QStringList &keys)
{
    if (keys.isEmpty())
        return {};
    QJsonValue value(document);
    for (const QString &key : keys)
        value = value[key];
    return value;
}

QJsonValue withAt(const QJsonValue &value, const QStringList &keys, const QJsonValue &replacement)
{
    if (keys.isEmpty())
        return replacement;
    QJsonObject object = value.toObject();
    object[keys.constFirst()] = withAt(object.value(keys.constFirst()), keys.sliced(1), replacement);
    return object;
}

bool isGiven(const QJsonValue &value)
{
    return !value.isUndefined() && !value.isNull();
}

QString keptName(const QJsonObject &place)
{
    return place[u"x-batchdeck"_s][u"secretName"_s].toString();
}

DocumentSecret secretAt(const QJsonObject &place, const QString &key, const QString &variable, const QString &owner,
                        const QString &path)
{
    const QString kept = keptName(place);
    const bool isOpen =
        kept.isEmpty() && !isGiven(place.value(key)) && !isGiven(place.value(key + u"SecretReference"_s));
    const QString own = owner.isEmpty() ? QString() : owner + u':' + (variable.isEmpty() ? registryWord : variable);
    return {variable, kept.isEmpty() ? own : kept, place.value(key).toString(), kept.isEmpty(), isOpen, path};
}

QJsonObject filled(QJsonObject place, const QString &key, const QString &value)
{
    if (keptName(place).isEmpty() && !isGiven(place.value(key)))
        place[key] = value;
    return place;
}

} // namespace

QList<DocumentSecret> secretsOf(ResourceKind kind, const QJsonObject &document, const QString &uuid)
{
    const Places places = placesOf(kind);
    const QString owner = uuid.isEmpty() ? QString() : secretOwner(kind, uuid);
    QList<DocumentSecret> secrets;
    const QJsonArray entries = at(document, places.list).toArray();
    for (qsizetype i = 0; i < entries.size(); ++i) {
        const QJsonObject entry = entries.at(i).toObject();
        if (const QString variable = entry.value(u"name"_s).toString(); !variable.isEmpty())
            secrets.append(
                secretAt(entry, valueKey, variable, owner, u"$.%1[%2]"_s.arg(places.list.join(u'.')).arg(i)));
    }
    if (const QJsonValue credentials = at(document, places.registry); credentials.isObject())
        secrets.append(
            secretAt(credentials.toObject(), passwordKey, {}, owner, u"$.%1"_s.arg(places.registry.join(u'.'))));
    return secrets;
}

QJsonObject withSecretValues(ResourceKind kind, const QJsonObject &document, const QHash<QString, QString> &values)
{
    const Places places = placesOf(kind);
    QJsonValue complete(document);
    QJsonArray entries = at(document, places.list).toArray();
    for (QJsonValueRef entry : entries) {
        const QString variable = entry.toObject().value(u"name"_s).toString();
        if (!variable.isEmpty() && values.contains(variable))
            entry = filled(entry.toObject(), valueKey, values.value(variable));
    }
    if (!entries.isEmpty())
        complete = withAt(complete, places.list, entries);
    if (const QJsonValue credentials = at(document, places.registry); credentials.isObject() && values.contains({}))
        complete =
            withAt(complete, places.registry, filled(credentials.toObject(), passwordKey, values.value(QString())));
    return complete.toObject();
}

QString secretOwner(ResourceKind kind, const QString &uuid)
{
    return (kind == ResourceKind::Cluster ? u"cluster:"_s : u"job:"_s) + uuid;
}

QString storageSecret(const QString &account)
{
    return storagePrefix + account.toLower();
}

QString ownerOfSecret(const QString &name)
{
    if (name.startsWith(storagePrefix))
        return checkName(ResourceKind::StorageAccount, name.sliced(storagePrefix.size())) ? name : QString();
    constexpr qsizetype uuidLength = 36;
    const QString kind = name.section(u':', 0, 0);
    const QString uuid = name.mid(kind.size() + 1, uuidLength);
    const qsizetype length = kind.size() + 1 + uuidLength;
    const bool isOne = (kind == u"job"_s || kind == u"cluster"_s) && name.mid(length).startsWith(u':')
        && name.size() > length + 1 && QUuid::fromString(uuid).toString(QUuid::WithoutBraces) == uuid;
    return isOne ? name.left(length) : QString();
}

} // namespace engine
