// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/document/clusterwords.h"

#include "engine/api/extension.h"
#include "models/translated.h"
#include "models/words.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace models {

namespace {

QString scaleWords(const QJsonObject &document)
{
    const QJsonValue scale = document[u"properties"_s][u"scaleSettings"_s];
    if (const QJsonValue range = scale[u"autoScale"_s]; range.isObject())
        return tr("%1 to %2, as the queue needs them")
            .arg(number(range[u"minimumNodeCount"_s].toInt()), number(range[u"maximumNodeCount"_s].toInt()));
    if (const QJsonValue manual = scale[u"manual"_s]; manual.isObject())
        return number(manual[u"targetNodeCount"_s].toInt());
    return tr("not said: all machines that are chosen");
}

} // namespace

QList<DocumentFact> clusterFacts(const QJsonObject &document)
{
    if (document.isEmpty())
        return {};
    QList<DocumentFact> facts{{tr("Nodes"), scaleWords(document), false}};
    const QJsonValue setup = document[u"properties"_s][u"nodeSetup"_s];
    facts.append({tr("Setup task"), setup[u"setupTask"_s][u"commandLine"_s].toString(), true});
    facts.append({tr("Mounts"), clusterSources(document).join(u'\n'), true});
    return facts;
}

QList<DocumentFact> fileServerFacts(const QJsonObject &document)
{
    const QJsonValue properties = document[u"properties"_s];
    const QJsonValue disks = properties[u"dataDisks"_s];
    const int count = disks[u"diskCount"_s].toInt();
    const QString size = number(disks[u"diskSizeInGB"_s].toInt());
    const QString text = count == 1 ? tr("1 disk of %1 GB").arg(size)
        : count > 1                 ? tr("%1 disks of %2 GB").arg(number(count), size)
                                    : QString();
    return {{tr("It was"), properties[u"vmSize"_s].toString(), false}, {tr("Disks"), text, false}};
}

int nodesWanted(const QJsonObject &document)
{
    const QJsonValue scale = document[u"properties"_s][u"scaleSettings"_s];
    return std::max(scale[u"manual"_s][u"targetNodeCount"_s].toInt(),
                    scale[u"autoScale"_s][u"minimumNodeCount"_s].toInt());
}

QStringList clusterSources(const QJsonObject &document)
{
    const QJsonValue mounts = document[u"properties"_s][u"nodeSetup"_s][u"mountVolumes"_s];
    QStringList sources;
    for (const QJsonValue &share : mounts[u"azureFileShares"_s].toArray())
        sources.append(share[u"azureFileUrl"_s].toString());
    for (const QJsonValue &blob : mounts[u"azureBlobFileSystems"_s].toArray())
        sources.append(
            QString(u"blob://"_s + blob[u"accountName"_s].toString() + u'/' + blob[u"containerName"_s].toString()));
    for (const QJsonValue &server : mounts[u"fileServers"_s].toArray())
        sources.append(server[u"fileServer"_s][u"id"_s].toString());
    sources.removeAll(QString());
    sources.removeDuplicates();
    return sources;
}

QString setupOf(const QJsonObject &cluster, const QString &node)
{
    for (const QJsonValue &each : engine::extensionOf(cluster).value(u"nodes"_s).toArray()) {
        if (each[u"name"_s].toString() == node)
            return each[u"setup"_s].toString();
    }
    return {};
}

QString setupWord(const QString &setup)
{
    static constexpr Wording setups[]{{"waiting", QT_TRANSLATE_NOOP("models", "waits")},
                                      {"preparing", QT_TRANSLATE_NOOP("models", "under way")},
                                      {"ready", QT_TRANSLATE_NOOP("models", "done")},
                                      {"failed", QT_TRANSLATE_NOOP("models", "failed")},
                                      {"leaving", QT_TRANSLATE_NOOP("models", "being taken back")}};
    return translated(setups, setup);
}

} // namespace models
