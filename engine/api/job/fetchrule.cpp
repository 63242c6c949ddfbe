// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/job/fetchrule.h"

#include "engine/api/extension.h"
#include "engine/api/fields.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace engine {

QJsonObject FetchRule::toJson() const
{
    QJsonObject json{{u"to"_s, to}, {u"when"_s, isAlways ? u"always"_s : u"succeeded"_s}};
    if (!directory.isEmpty())
        json[u"outputDirectoryId"_s] = directory;
    if (!files.isEmpty())
        json[u"files"_s] = QJsonArray::fromStringList(files);
    return json;
}

FetchRule FetchRule::fromJson(const QJsonObject &json)
{
    FetchRule rule;
    rule.directory = json.value(u"outputDirectoryId"_s).toString();
    for (const QJsonValue &pattern : json.value(u"files"_s).toArray())
        rule.files.append(pattern.toString());
    rule.to = json.value(u"to"_s).toString();
    rule.isAlways = json.value(u"when"_s).toString() == u"always"_s;
    return rule;
}

QString FetchRule::key() const
{
    const QByteArray text = QJsonDocument(toJson()).toJson(QJsonDocument::Compact);
    return QString::fromLatin1(QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex().first(16));
}

QList<FetchRule> fetchRulesOf(const QJsonObject &jobDocument)
{
    QList<FetchRule> rules;
    for (const QJsonValue &rule : extensionOf(jobDocument).value(u"fetch"_s).toArray())
        rules.append(FetchRule::fromJson(rule.toObject()));
    return rules;
}

QJsonArray toJson(const QList<FetchRule> &rules)
{
    return arrayOf(rules, [](const FetchRule &rule) { return rule.toJson(); });
}

QStringList unknownPlaceholders(const QString &to)
{
    static const QRegularExpression placeholder(u"<[^<>/]*>"_s);
    QStringList unknown;
    for (auto found = placeholder.globalMatch(to); found.hasNext();) {
        const QString text = found.next().captured();
        if (text != u"<job>" && text != u"<experiment>" && text != u"<workspace>")
            unknown.append(text);
    }
    return unknown;
}

QString fetchFolder(const QString &to, const ResourceId &job, const QString &home)
{
    QString folder = to;
    folder.replace(u"<job>"_s, job.name());
    folder.replace(u"<experiment>"_s, job.parent().name());
    folder.replace(u"<workspace>"_s, job.workspaceName());
    return folder.startsWith(u"~/") ? QString(home + folder.sliced(1)) : folder;
}

} // namespace engine
