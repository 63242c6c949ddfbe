// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/rules/documentrules.h"

#include <QRegularExpression>
#include <QSet>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr std::chrono::seconds longestJob = 7 * 24h;

void checkDirectoryIds(const QJsonObject &job, const QString &key, const JsonPath &path, FaultNotes &notes)
{
    static const QRegularExpression rule(u"^[A-Za-z0-9_]+\\z"_s);
    QSet<QString> seen;
    const QJsonArray directories = job.value(key).toArray();
    for (int i = 0; i < directories.size(); ++i) {
        const QString id = directories.at(i).toObject().value(u"id"_s).toString();
        // Reported already.
        if (id.isEmpty())
            continue;
        const JsonPath place = path / key / i / u"id"_s;
        if (!rule.match(id).hasMatch())
            notes.fault(place, u"NameRule"_s,
                        {QT_TRANSLATE_NOOP("engine", "“%1” should be letters, digits and _ only."), {shortened(id)}});
        else if (key == u"outputDirectories" && id.compare(u"stdouterr", Qt::CaseInsensitive) == 0)
            notes.fault(
                place, u"NameRule"_s,
                {QT_TRANSLATE_NOOP("engine", "“%1” is the standard output directory of every job; choose another id."),
                 {id}});
        else if (seen.contains(id))
            notes.fault(place, u"Duplicate"_s,
                        {QT_TRANSLATE_NOOP("engine", "“%1” is the id of another directory; choose another id."),
                         {shortened(id)}});
        seen.insert(id);
    }
}

void checkConstraints(const QJsonObject &job, const JsonPath &path, FaultNotes &notes)
{
    const QJsonValue limit = job.value(u"constraints"_s).toObject().value(u"maxWallClockTime"_s);
    const std::optional<std::chrono::seconds> duration = parseDuration(limit.toString());
    if (duration && (*duration < 1s || *duration > longestJob))
        notes.fault(path / u"constraints"_s / u"maxWallClockTime"_s, u"OutOfRange"_s,
                    QT_TRANSLATE_NOOP("engine", "“maxWallClockTime” should be from 1 second to 7 days."));
}

// The full id, or a typed form: NAME, GROUP/WORKSPACE/clusters/NAME. Empty: named on the command line.
void checkCluster(const QJsonObject &job, const JsonPath &path, FaultNotes &notes)
{
    const QString id = job.value(u"cluster"_s).toObject().value(u"id"_s).toString();
    const JsonPath place = path / u"cluster"_s / u"id"_s;
    if (id.isEmpty())
        return;
    if (id.startsWith(u'/'))
        return checkIdText(id, u"Microsoft.BatchAI/workspaces/clusters"_s, place, notes);
    const Result<ResourceId> typed = ResourceId::parseShort(u"p"_s, id);
    if (id.contains(u'/') ? !typed || typed->kind() != ResourceKind::Cluster
                          : !checkName(ResourceKind::Cluster, id).has_value())
        notes.fault(place, u"IdForm"_s,
                    {QT_TRANSLATE_NOOP("engine",
                                       "“%1” names no cluster: give its full id, its name, or "
                                       "GROUP/WORKSPACE/clusters/NAME."),
                     {shortened(id)}});
}

// "registry.example/team/image" names its registry; "team/image" is an image of Docker Hub.
bool namesRegistry(const QString &image)
{
    const QString first = image.section(u'/', 0, 0);
    return image.contains(u'/') && (first.contains(u'.') || first.contains(u':') || first == u"localhost");
}

bool isDockerHub(const QString &serverUrl)
{
    return serverUrl.contains(u"docker.io", Qt::CaseInsensitive)
        || serverUrl.contains(u"hub.docker.com", Qt::CaseInsensitive);
}

void checkContainer(const QJsonObject &job, const JsonPath &path, FaultNotes &notes)
{
    // Docker's syntax of sizes.
    static const QRegularExpression size(u"^[0-9]+(\\.[0-9]+)? ?[kKmMgGtTpP]?[iI]?[bB]?\\z"_s);
    const JsonPath place = path / u"containerSettings"_s;
    const QJsonObject container = job.value(u"containerSettings"_s).toObject();
    const QJsonValue shm = container.value(u"shmSize"_s);
    if (shm.isString() && !size.match(shm.toString()).hasMatch())
        notes.fault(place / u"shmSize"_s, u"NotAllowed"_s,
                    {QT_TRANSLATE_NOOP("engine", "“%1” is no size as docker writes it, for example 64m or 16gb."),
                     {shortened(shm.toString())}});
    const JsonPath registryPlace = place / u"imageSourceRegistry"_s;
    const QJsonObject registry = container.value(u"imageSourceRegistry"_s).toObject();
    const QString server = registry.value(u"serverUrl"_s).toString();
    const QString image = registry.value(u"image"_s).toString();
    if (!server.isEmpty() && !isDockerHub(server) && !image.isEmpty() && !namesRegistry(image))
        notes.warn(
            registryPlace / u"image"_s, u"Unqualified"_s,
            {QT_TRANSLATE_NOOP("engine", "“%1” is looked for in Docker Hub; put the name of its registry before it."),
             {shortened(image)}});
    if (registry.value(u"credentials"_s).isObject())
        checkEitherSecret(registry.value(u"credentials"_s).toObject(), u"password"_s, u"passwordSecretReference"_s,
                          SecretNeed::MayBeKept, registryPlace / u"credentials"_s, notes);
}

} // namespace

void checkJobRules(const QJsonObject &job, const JsonPath &path, FaultNotes &notes)
{
    checkCluster(job, path, notes);
    checkToolkitRules(job, path, notes);
    checkDirectoryIds(job, u"inputDirectories"_s, path, notes);
    checkDirectoryIds(job, u"outputDirectories"_s, path, notes);
    checkEnvironmentRules(job, path, notes);
    checkVolumeRules(job.value(u"mountVolumes"_s).toObject(), path / u"mountVolumes"_s, notes);
    checkContainer(job, path, notes);
    checkFileRules(job, path, notes);
    checkFetchRules(job, path, notes);
    checkConstraints(job, path, notes);
}

} // namespace engine
