// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/plannedcontainer.h"

#include "engine/launch/plannedmounts.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// The password comes by stdin and stands in no line. Without a server it is the tool's own: Docker Hub.
QString loginLine(const QString &tool, const QJsonObject &registry)
{
    const QString user = registry[u"credentials"_s][u"username"_s].toString();
    const QString server = registry.value(u"serverUrl"_s).toString();
    return tool + u" login -u "_s + ShellWords::literal(user) + u" --password-stdin"_s
        + (server.isEmpty() ? QString() : QString(u' ' + ShellWords::literal(server)));
}

QString volumeOptions(const PlanNode &node, const QList<PlannedMount> &mounts, const ShellWords &words)
{
    QString options = u" -v "_s + words.word(node.home + u':' + node.home);
    QSet<QString> seen;
    for (const PlannedMount &mount : mounts) {
        const QString folder = folderOf(mount);
        if (folder.isEmpty() || seen.contains(folder))
            continue;
        seen.insert(folder);
        options += u" -v "_s + words.word(folder + u':' + folder);
    }
    return options;
}

QString gpuOption(const QString &tool, const PlanNode &node)
{
    if (node.gpus == 0)
        return {};
    return tool == u"podman" ? u" --device nvidia.com/gpu=all"_s : u" --gpus all"_s;
}

} // namespace

std::optional<PlannedContainer> plannedContainer(const PlanView &view, const PlanNode &node,
                                                 const QList<PlannedMount> &mounts, const ShellWords &words)
{
    const QJsonObject settings = view.document[u"properties"_s][u"containerSettings"_s].toObject();
    const QJsonObject registry = settings.value(u"imageSourceRegistry"_s).toObject();
    PlannedContainer container;
    container.image = registry.value(u"image"_s).toString();
    if (container.image.isEmpty())
        return {};
    container.tool = node.containerTool == u"podman" ? u"podman"_s : u"docker"_s;
    const QString image = ShellWords::literal(container.image);
    const QString name = u"batchdeck-%1-a%2"_s.arg(view.jobUuid, QString::number(view.attempt));
    const QString sharedMemory = settings.value(u"shmSize"_s).toString();
    if (registry.value(u"credentials"_s).isObject())
        container.commands.append(loginLine(container.tool, registry));
    container.commands.append(container.tool + u" pull "_s + image);
    container.commands.append(
        container.tool + u" run -d --rm --name "_s + name + u" --network host"_s
        + (sharedMemory.isEmpty() ? QString() : QString(u" --shm-size "_s + ShellWords::literal(sharedMemory)))
        + gpuOption(container.tool, node) + volumeOptions(node, mounts, words) + u' ' + image + u" sleep infinity"_s);
    container.prefix = container.tool + u" exec -w "_s + words.word(u"$AZ_BATCHAI_JOB_TEMP/wd"_s) + u" --env-file "_s
        + words.word(u"$AZ_BATCHAI_JOB_TEMP/environment"_s) + u' ' + name;
    container.stop = container.tool + u" rm -f "_s + name;
    return container;
}

} // namespace engine
