// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "tests/gui/cannedlink.h"

#include <QJsonArray>
#include <QJsonObject>

/// Documents as the engine writes them, with fixed values for tests.
namespace canned {

inline const QString profile = QStringLiteral("0b2d1c5e-7a53-4a8e-9f57-3f1f3f3f0001");

inline engine::ResourceId experimentId()
{
    using engine::ResourceKind;
    return engine::ResourceId::group(profile, QStringLiteral("lab"))
        .child(ResourceKind::Workspace, QStringLiteral("vision"))
        .child(ResourceKind::Experiment, QStringLiteral("resnet"));
}

inline QJsonObject document(const engine::ResourceId &id, const QJsonObject &properties = {})
{
    return {{QStringLiteral("id"), id.toString()},
            {QStringLiteral("name"), id.name()},
            {QStringLiteral("type"), engine::typeName(id.kind())},
            {QStringLiteral("properties"), properties}};
}

inline engine::ResourceId machineId()
{
    return engine::ResourceId::machine(profile, QStringLiteral("desk"));
}

inline QJsonObject machine(const QString &link)
{
    return document(machineId(),
                    {{QStringLiteral("x-batchdeck"),
                      QJsonObject{{QStringLiteral("link"), link},
                                  {QStringLiteral("local"), true},
                                  {QStringLiteral("asOf"), QStringLiteral("2026-11-20T14:02:10.000Z")},
                                  {QStringLiteral("inventory"),
                                   QJsonObject{{QStringLiteral("cores"), 16},
                                               {QStringLiteral("memoryBytes"), 68719476736.0},
                                               {QStringLiteral("os"), QStringLiteral("Debian GNU/Linux 12")},
                                               {QStringLiteral("hostname"), QStringLiteral("desk")}}}}}});
}

inline engine::ResourceId sshMachineId(const QString &name = QStringLiteral("gpu-a"))
{
    return engine::ResourceId::machine(profile, name);
}

/// A machine reached by SSH; \a extension overrides properties of its x-batchdeck.
inline QJsonObject sshMachine(const QString &name, const QString &link, const QJsonObject &extension = {})
{
    QJsonObject all{
        {QStringLiteral("link"), link},
        {QStringLiteral("asOf"), QStringLiteral("2026-11-20T14:02:10.000Z")},
        {QStringLiteral("hostKey"), QStringLiteral("SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU")},
        {QStringLiteral("ssh"),
         QJsonObject{
             {QStringLiteral("destination"), QString(QStringLiteral("ada@") + name + QStringLiteral(".lab.example"))},
             {QStringLiteral("jumps"),
              QJsonArray{QJsonObject{{QStringLiteral("destination"), QStringLiteral("ada@gate.example:2222")}}}}}},
        {QStringLiteral("inventory"),
         QJsonObject{{QStringLiteral("cores"), 16},
                     {QStringLiteral("memoryBytes"), 66571993088.0},
                     {QStringLiteral("os"), QStringLiteral("Ubuntu 24.04.1 LTS")},
                     {QStringLiteral("hostname"), name},
                     {QStringLiteral("user"), QStringLiteral("ada")},
                     {QStringLiteral("home"), QStringLiteral("/home/ada/.batchdeck")},
                     {QStringLiteral("tools"),
                      QJsonObject{{QStringLiteral("git"), QStringLiteral("/usr/bin/git")},
                                  {QStringLiteral("nvidia-smi"), QStringLiteral("/usr/bin/nvidia-smi")},
                                  {QStringLiteral("python3"), QStringLiteral("/usr/bin/python3")}}},
                     {QStringLiteral("disks"),
                      QJsonArray{QJsonObject{{QStringLiteral("mountPoint"), QStringLiteral("/")},
                                             {QStringLiteral("sizeBytes"), 480.0e9},
                                             {QStringLiteral("freeBytes"), 21.0e9}},
                                 QJsonObject{{QStringLiteral("mountPoint"), QStringLiteral("/data")},
                                             {QStringLiteral("sizeBytes"), 7.6e12},
                                             {QStringLiteral("freeBytes"), 3.1e12}}}},
                     {QStringLiteral("gpus"),
                      QJsonArray{QJsonObject{{QStringLiteral("model"), QStringLiteral("NVIDIA RTX A6000")},
                                             {QStringLiteral("memoryBytes"), 51527024640.0}},
                                 QJsonObject{{QStringLiteral("model"), QStringLiteral("NVIDIA RTX A6000")},
                                             {QStringLiteral("memoryBytes"), 51527024640.0}}}}}}};
    for (auto it = extension.begin(); it != extension.end(); ++it)
        all[it.key()] = it.value();
    return document(sshMachineId(name), {{QStringLiteral("x-batchdeck"), all}});
}

/// A storage account; \a endpoint empty: Azure's own.
inline QJsonObject storageAccount(const QString &name, const QString &endpoint = {})
{
    const QString usual = QStringLiteral("https://%1.blob.core.windows.net").arg(name);
    return document(
        engine::ResourceId::storageAccount(profile, name),
        {{QStringLiteral("primaryEndpoints"),
          QJsonObject{{QStringLiteral("blob"), endpoint.isEmpty() ? usual : endpoint}}},
         {QStringLiteral("x-batchdeck"), QJsonObject{{QStringLiteral("credential"), QStringLiteral("key")}}}});
}

inline engine::ResourceId clusterId()
{
    return experimentId().parent().child(engine::ResourceKind::Cluster, QStringLiteral("desk"));
}

inline QJsonObject cluster(const QStringList &nodes = {QStringLiteral("desk")})
{
    QJsonArray list;
    for (const QString &node : nodes)
        list.append(QJsonObject{{QStringLiteral("name"), node},
                                {QStringLiteral("machine"), machineId().toString()},
                                {QStringLiteral("state"), QStringLiteral("idle")}});
    return document(
        clusterId(),
        {{QStringLiteral("scaleSettings"),
          QJsonObject{{QStringLiteral("manual"), QJsonObject{{QStringLiteral("targetNodeCount"), int(nodes.size())}}}}},
         {QStringLiteral("x-batchdeck"),
          QJsonObject{{QStringLiteral("kind"), QStringLiteral("local")}, {QStringLiteral("nodes"), list}}}});
}

/// Job number \a number of the experiment; higher numbers are newer.
inline QJsonObject job(int number, const QString &state)
{
    const QDateTime created =
        QDateTime::fromString(QStringLiteral("2026-11-20T10:00:00.000Z"), Qt::ISODateWithMs).addSecs(60 * number);
    const auto time = [](const QDateTime &when) { return when.toString(Qt::ISODateWithMs); };
    QJsonObject execution;
    if (state != QStringLiteral("queued"))
        execution[QStringLiteral("startTime")] = time(created.addSecs(5));
    if (state == QStringLiteral("succeeded") || state == QStringLiteral("failed"))
        execution[QStringLiteral("endTime")] = time(created.addSecs(65 + number));
    if (state == QStringLiteral("succeeded"))
        execution[QStringLiteral("exitCode")] = 0;
    QJsonObject extension{{QStringLiteral("link"), QStringLiteral("online")},
                          {QStringLiteral("placement"), QJsonArray{machineId().toString()}}};
    if (state == QStringLiteral("running"))
        extension[QStringLiteral("phase")] = QStringLiteral("executing");
    if (state == QStringLiteral("queued"))
        extension[QStringLiteral("reason")] = engine::Message("Waits for %1: its one node is taken by %2.",
                                                              {QStringLiteral("desk"), QStringLiteral("run-2")})
                                                  .toJson();
    return document(experimentId().child(engine::ResourceKind::Job, QStringLiteral("run-%1").arg(number)),
                    {{QStringLiteral("executionState"), state},
                     {QStringLiteral("nodeCount"), 1},
                     {QStringLiteral("creationTime"), time(created)},
                     {QStringLiteral("cluster"), QJsonObject{{QStringLiteral("id"), clusterId().toString()}}},
                     {QStringLiteral("executionInfo"), execution},
                     {QStringLiteral("x-batchdeck"), extension}});
}

inline QJsonObject delta(int revision, const QJsonArray &upserted, const QStringList &removed = {})
{
    return {{QStringLiteral("revision"), revision},
            {QStringLiteral("upserted"), upserted},
            {QStringLiteral("removed"), QJsonArray::fromStringList(removed)}};
}

/// Group, workspace, machine, cluster, experiment and \a jobs jobs, the newest of them queued, the next running.
inline QJsonArray world(int jobs)
{
    const auto workspace = experimentId().parent();
    QJsonArray all{document(workspace.parent()), document(workspace), machine(QStringLiteral("online")), cluster(),
                   document(experimentId())};
    for (int number = 1; number <= jobs; ++number)
        all.append(job(number,
                       number == jobs           ? QStringLiteral("queued")
                           : number == jobs - 1 ? QStringLiteral("running")
                           : number % 5 == 0    ? QStringLiteral("failed")
                                                : QStringLiteral("succeeded")));
    return all;
}

/// A link to an engine that has \a resources and the bundled sample.
class CannedEngine
{
public:
    explicit CannedEngine(const QJsonArray &resources) : link(delta(1, resources))
    {
        link.answers[QStringLiteral("job.list")] = QJsonValue(QJsonArray());
        link.answers[QStringLiteral("resource.list")] = QJsonValue(QJsonArray());
        link.answers[QStringLiteral("machine.hosts")] = QJsonValue(QJsonArray());
        link.answers[QStringLiteral("engine.status")] = QJsonValue(QJsonObject{{QStringLiteral("profileId"), profile}});
        link.answers[QStringLiteral("console.sample")] = QJsonValue(QJsonObject{
            {QStringLiteral("name"), QStringLiteral("iris-1")},
            {QStringLiteral("text"),
             QStringLiteral("// the sample\n{\"properties\":{\"nodeCount\":1,\"stdOutErrPathPrefix\":\"/out\","
                            "\"customToolkitSettings\":{\"commandLine\":\"python3 train.py\"}}}\n")}});
    }

    CannedLink link;
};

} // namespace canned
