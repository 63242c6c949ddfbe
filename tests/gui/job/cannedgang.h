// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/extension.h"
#include "tests/gui/cannedworld.h"

/// Documents of multi-node jobs as the engine writes them, with fixed values for tests.
namespace canned {

/// An entry of x-batchdeck.nodes; \a more overrides its properties.
inline QJsonObject node(const QString &name, const QString &state, const QString &phase, const QJsonObject &more = {})
{
    QJsonObject all{{QStringLiteral("id"), sshMachineId(name).toString()},
                    {QStringLiteral("name"), name},
                    {QStringLiteral("phase"), phase},
                    {QStringLiteral("state"), state},
                    {QStringLiteral("exitCode"), QJsonValue::Null},
                    {QStringLiteral("link"), QStringLiteral("online")},
                    {QStringLiteral("asOf"), QStringLiteral("2026-11-20T14:02:10.000Z")},
                    {QStringLiteral("directory"), QStringLiteral("/home/ada/.batchdeck/jobs/p/u/a1/m")},
                    {QStringLiteral("samplesPath"), QString()}};
    for (auto it = more.begin(); it != more.end(); ++it)
        all[it.key()] = it.value();
    return all;
}

/// The logs of \a nodes with one rank each: \a folder/NODE/stdout-RANK.txt, stderr-RANK.txt and the execution log.
inline QJsonArray gangLogs(const QJsonArray &nodes, const QString &folder)
{
    QJsonArray logs;
    for (qsizetype rank = 0; rank < nodes.size(); ++rank) {
        const QString name = nodes.at(rank)[QStringLiteral("name")].toString();
        for (const QString &file :
             {QStringLiteral("execution-%1.log").arg(name), QStringLiteral("stderr-%1.txt").arg(rank),
              QStringLiteral("stdout-%1.txt").arg(rank)})
            logs.append(QJsonObject{{QStringLiteral("name"), file},
                                    {QStringLiteral("node"), name},
                                    {QStringLiteral("spoolPath"), QString(folder + u'/' + name + u'/' + file)},
                                    {QStringLiteral("complete"), false}});
    }
    return logs;
}

inline QJsonObject gang(const QString &state, const QJsonArray &nodes, const QString &toolkit, const QString &folder)
{
    QJsonObject document = job(7, state);
    QJsonObject properties = document[QStringLiteral("properties")].toObject();
    properties[QStringLiteral("nodeCount")] = int(nodes.size());
    properties[toolkit] = QJsonObject{{QStringLiteral("pythonScriptFilePath"), QStringLiteral("train.py")}};
    QJsonObject extension = engine::extensionOf(document);
    QJsonArray placement;
    for (const QJsonValue &entry : nodes)
        placement.append(entry[QStringLiteral("id")]);
    extension[QStringLiteral("placement")] = placement;
    extension[QStringLiteral("nodes")] = nodes;
    extension[QStringLiteral("logs")] = gangLogs(nodes, folder);
    document[QStringLiteral("properties")] = properties;
    return engine::withExtension(document, extension);
}

inline const QString pyTorch = QStringLiteral("pyTorchSettings");

/// A running job on \a count nodes a000, a001…; of each ten nodes one is unreachable and one is still preparing.
inline QJsonObject runningGang(int count, const QString &folder = {})
{
    QJsonArray nodes;
    for (int i = 0; i < count; ++i) {
        const QString name = QStringLiteral("a%1").arg(i, 3, 10, QLatin1Char('0'));
        QJsonObject more{{QStringLiteral("samplesPath"), QString(folder + u'/' + name + QStringLiteral("/samples"))}};
        if (i % 10 == 2)
            more[QStringLiteral("link")] = QStringLiteral("offline");
        nodes.append(node(name, QStringLiteral("running"),
                          i % 10 == 1 ? QStringLiteral("preparing") : QStringLiteral("executing"), more));
    }
    return gang(QStringLiteral("running"), nodes, pyTorch, folder);
}

inline QJsonObject withFailure(const QJsonObject &document, const QJsonValue &process, const QString &task = {})
{
    QJsonObject extension = engine::extensionOf(document);
    QJsonObject first{{QStringLiteral("node"), QStringLiteral("a05")},
                      {QStringLiteral("process"), process},
                      {QStringLiteral("exitCode"), 3}};
    if (!task.isEmpty())
        first[QStringLiteral("task")] = task;
    extension[QStringLiteral("firstFailure")] = first;
    return engine::withExtension(document, extension);
}

/// A job whose rank 1 on a05 failed; a03 and a12 were ended because of it.
inline QJsonObject failedGang(const QString &toolkit = pyTorch, const QString &folder = {})
{
    const QString executing = QStringLiteral("executing");
    const QJsonArray nodes{
        node(QStringLiteral("a03"), QStringLiteral("ended"), executing, {{QStringLiteral("exitCode"), 143}}),
        node(QStringLiteral("a05"), QStringLiteral("failed"), executing,
             {{QStringLiteral("exitCode"), 3}, {QStringLiteral("reason"), engine::Message("Out of memory.").toJson()}}),
        node(QStringLiteral("a12"), QStringLiteral("ended"), executing, {{QStringLiteral("exitCode"), 143}})};
    QJsonObject document = gang(QStringLiteral("failed"), nodes, toolkit, folder);
    QJsonObject properties = document[QStringLiteral("properties")].toObject();
    QJsonObject execution = properties[QStringLiteral("executionInfo")].toObject();
    execution[QStringLiteral("exitCode")] = 3;
    execution[QStringLiteral("errors")] =
        QJsonArray{QJsonObject{{QStringLiteral("code"), QStringLiteral("JobFailed")},
                               {QStringLiteral("reason"), engine::Message("The job failed on a05.").toJson()}}};
    properties[QStringLiteral("executionInfo")] = execution;
    document[QStringLiteral("properties")] = properties;
    return withFailure(document, 1);
}

} // namespace canned
