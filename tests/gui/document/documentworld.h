// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/gui/machine/machinewindow.h"

#include <QFile>
#include <QJsonDocument>

/// Typical job documents, and an engine's answers about them.
namespace canned {

inline QByteArray jobText()
{
    return R"({
    "$schema": "https://raw.githubusercontent.com/Azure/BatchAI/master/schemas/2018-05-01/job.json",
    "properties": {
        "nodeCount": 2,
        "tensorFlowSettings": {
            "parameterServerCount": 1,
            "workerCount": 2,
            "pythonScriptFilePath": "$AZ_BATCHAI_JOB_MOUNT_ROOT/scripts/mnist_replica.py",
            "workerCommandLineArgs": "--job_name=worker --ps_hosts=$AZ_BATCHAI_PS_HOSTS"
        },
        "stdOutErrPathPrefix": "$AZ_BATCHAI_JOB_MOUNT_ROOT/logs",
        "mountVolumes": {
            "azureFileShares": [
                {
                    "azureFileUrl": "https://<AZURE_BATCHAI_STORAGE_ACCOUNT>.file.core.windows.net/logs",
                    "relativeMountPath": "logs"
                }
            ]
        },
        "containerSettings": { "imageSourceRegistry": { "image": "tensorflow/tensorflow:1.8.0-gpu" } }
    }
}
)";
}

inline QByteArray clusterText()
{
    return R"({
    "properties": {
        "vmSize": "STANDARD_NC6",
        "vmPriority": "dedicated",
        "scaleSettings": { "manual": { "targetNodeCount": 2 } },
        "userAccountSettings": { "adminUserName": "ada" },
        "nodeSetup": {
            "setupTask": { "commandLine": "apt-get install -y libopenmpi-dev", "stdOutErrPathPrefix": "/logs" },
            "mountVolumes": {
                "azureFileShares": [
                    {
                        "accountName": "acc",
                        "azureFileUrl": "https://acc.file.core.windows.net/data",
                        "relativeMountPath": "data"
                    }
                ]
            }
        }
    }
}
)";
}

inline QByteArray fileServerText()
{
    return R"({
    "properties": {
        "vmSize": "STANDARD_D1",
        "dataDisks": { "diskSizeInGB": 10, "diskCount": 2, "storageAccountType": "Standard_LRS" },
        "sshConfiguration": { "userAccountSettings": { "adminUserName": "ada", "adminUserPassword": "x" } }
    }
}
)";
}

inline engine::ResourceId fileServerId()
{
    return experimentId().parent().child(engine::ResourceKind::FileServer, QStringLiteral("nas-1"));
}

inline QJsonObject fileServer()
{
    return document(fileServerId(),
                    {{QStringLiteral("vmSize"), QStringLiteral("STANDARD_D1")},
                     {QStringLiteral("creationTime"), QStringLiteral("2026-11-20T10:00:00.000Z")},
                     {QStringLiteral("dataDisks"),
                      QJsonObject{{QStringLiteral("diskSizeInGB"), 10}, {QStringLiteral("diskCount"), 2}}},
                     {QStringLiteral("x-batchdeck"),
                      QJsonObject{{QStringLiteral("machine"), sshMachineId().toString()},
                                  {QStringLiteral("path"), QStringLiteral("/data/shared")}}}});
}

inline const QString share = QStringLiteral("https://acc.file.core.windows.net/logs");

/// A plan of \a nodes nodes: TensorFlow, one parameter server.
inline QJsonObject plan(int nodes)
{
    QJsonArray list;
    for (int i = 0; i < nodes; ++i) {
        const QString number = QString::number(i);
        const auto pair = [](const char *name, const QString &value) {
            return QJsonObject{{QStringLiteral("name"), QString::fromLatin1(name)}, {QStringLiteral("value"), value}};
        };
        QJsonArray environment;
        for (const char *name : {"AZ_BATCHAI_JOB_TEMP", "AZ_BATCHAI_MOUNT_ROOT", "AZ_BATCHAI_JOB_MOUNT_ROOT",
                                 "AZ_BATCHAI_NUM_GPUS", "AZ_BATCH_HOST_LIST", "AZ_BATCHAI_PS_HOSTS"})
            environment.append(pair(name, QStringLiteral("$HOME/of/") + number));
        QJsonArray commands;
        const auto command = [&](const QString &task, int index, const QString &line) {
            const QString tail = QStringLiteral("-%1-%2.txt").arg(task.left(2)).arg(index);
            commands.append(QJsonObject{
                {QStringLiteral("purpose"), QStringLiteral("toolkit")},
                {QStringLiteral("commandLine"), line},
                {QStringLiteral("standardOutput"), QString(QStringLiteral("stdout") + tail)},
                {QStringLiteral("standardError"), QString(QStringLiteral("stderr") + tail)},
                {QStringLiteral("task"), task},
                {QStringLiteral("index"), index},
                {QStringLiteral("processes"), 1},
                {QStringLiteral("environment"), QJsonArray{pair("AZ_BATCHAI_TASK_INDEX", QString::number(index))}}});
        };
        command(QStringLiteral("worker"), i,
                QStringLiteral("python $AZ_BATCHAI_JOB_MOUNT_ROOT/scripts/mnist_replica.py "
                               "--job_name=worker --task_index=$AZ_BATCHAI_TASK_INDEX"));
        if (i == 0)
            command(QStringLiteral("ps"), 0, QStringLiteral("python mnist_replica.py --job_name=ps"));
        list.append(QJsonObject{
            {QStringLiteral("node"), QString(QStringLiteral("a") + number.rightJustified(3, QLatin1Char('0')))},
            {QStringLiteral("text"), QStringLiteral("as the engine tells it")},
            {QStringLiteral("directory"), QStringLiteral("/home/ada/.batchdeck/jobs/p/u/a1/m")},
            {QStringLiteral("files"), QJsonArray{QStringLiteral("hostfile")}},
            {QStringLiteral("mounts"),
             QJsonArray{QJsonObject{{QStringLiteral("kind"), QStringLiteral("azureFileShare")},
                                    {QStringLiteral("source"), share},
                                    {QStringLiteral("mappedTo"), QString()},
                                    {QStringLiteral("path"), QStringLiteral("$AZ_BATCHAI_JOB_MOUNT_ROOT/logs")},
                                    {QStringLiteral("commandLine"), QString()},
                                    {QStringLiteral("isOfCluster"), false}}}},
            {QStringLiteral("container"),
             QJsonObject{{QStringLiteral("image"), QStringLiteral("tensorflow/tensorflow:1.8.0-gpu")},
                         {QStringLiteral("tool"), QStringLiteral("docker")},
                         {QStringLiteral("commands"),
                          QJsonArray{QStringLiteral("docker pull tensorflow/tensorflow:1.8.0-gpu")}},
                         {QStringLiteral("prefix"), QStringLiteral("docker exec batchdeck-u")},
                         {QStringLiteral("stop"), QStringLiteral("docker rm -f batchdeck-u")}}},
            {QStringLiteral("environment"), environment},
            {QStringLiteral("commands"), commands},
            {QStringLiteral("logFiles"), QJsonArray{QStringLiteral("stdout-wk-%1.txt").arg(i)}}});
    }
    return {{QStringLiteral("nodes"), list},
            {QStringLiteral("warnings"),
             QJsonArray{
                 QJsonObject{
                     {QStringLiteral("code"), QStringLiteral("Placeholder")},
                     {QStringLiteral("reason"),
                      engine::Message("<AZURE_BATCHAI_STORAGE_ACCOUNT> stands for something that you have to fill in.")
                          .toJson()},
                     {QStringLiteral("target"), QStringLiteral("$.properties.mountVolumes")}},
                 QJsonObject{
                     {QStringLiteral("code"), QStringLiteral("Unmapped")},
                     {QStringLiteral("reason"), engine::Message("Nothing says where %1 lives now.", {share}).toJson()},
                     {QStringLiteral("target"), QStringLiteral("$.properties.mountVolumes.azureFileShares[0]")}}}},
            {QStringLiteral("document"), QJsonObject()}};
}

/// Groups, machines by SSH, a file server and \a servers further file servers.
inline QJsonArray documentWorld(int servers)
{
    QJsonArray all = world(3);
    all.append(sshMachine(QStringLiteral("gpu-a"), QStringLiteral("online")));
    all.append(sshMachine(QStringLiteral("gpu-b"), QStringLiteral("offline")));
    if (servers > 0)
        all.append(fileServer());
    for (int i = 2; i <= servers; ++i) {
        const auto id =
            experimentId().parent().child(engine::ResourceKind::FileServer, QStringLiteral("nas-%1").arg(i));
        all.append(document(id));
    }
    return all;
}

inline QString written(const QTemporaryDir &directory, const QString &name, const QByteArray &text)
{
    QFile file(directory.filePath(name));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(text);
    return file.fileName();
}

} // namespace canned
