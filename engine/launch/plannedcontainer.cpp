// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/plannedcontainer.h"

#include "engine/api/extension.h"
#include "engine/base/shellquote.h"
#include "engine/launch/launchpaths.h"
#include "engine/launch/plannedmounts.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// The password is passed on stdin. Without a server the tool uses its default: Docker Hub.
QString loginLine(const QString &tool, const QJsonObject &registry)
{
    const QString user = registry[u"credentials"_s][u"username"_s].toString();
    const QString server = registry.value(u"serverUrl"_s).toString();
    return tool + u" login -u "_s + ShellWords::literal(user) + u" --password-stdin"_s
        + (server.isEmpty() ? QString() : QString(u' ' + ShellWords::literal(server)));
}

// The home, all mounts in it, and folders outside of it that the job names. Folders that do not exist are skipped on
// the node.
QStringList boundFolders(const PlanView &view, const PlanNode &node, const QList<PlannedMount> &mounts)
{
    QStringList folders{node.home};
    for (const PlannedMount &mount : mounts)
        folders.append(folderOf(mount));
    for (const QJsonValue &directory : view.document[u"properties"_s][u"inputDirectories"_s].toArray())
        folders.append(inHome(directory[u"path"_s].toString()));
    folders.removeIf([](const QString &folder) { return !folder.startsWith(u'/') && !folder.startsWith(u"$HOME"); });
    folders.removeDuplicates();
    return folders;
}

// In a rootless container, root is the user who runs it.
QString userOption(const PlannedContainer &container)
{
    const bool isRoot = container.tool == u"podman" || container.wantsRoot;
    return isRoot ? u" --user 0:0"_s : u" --user \"$(id -u):$(id -g)\""_s;
}

QString volumeOptions(const QStringList &folders, const ShellWords &words)
{
    QString options;
    for (const QString &folder : folders)
        options += u" -v "_s + words.word(folder + u':' + folder);
    return options;
}

QString gpuOption(const PlannedContainer &container)
{
    if (container.gpus == 0)
        return {};
    return container.tool == u"podman" ? u" --device nvidia.com/gpu=all"_s : u" --gpus all"_s;
}

QString runLine(const PlannedContainer &container, const ShellWords &words)
{
    const QString sharedMemory = container.sharedMemory.isEmpty()
        ? QString()
        : QString(u" --shm-size "_s + ShellWords::literal(container.sharedMemory));
    return container.tool + u" run -d --rm --name "_s + container.name
        + u" --network host --security-opt label=disable"_s + userOption(container) + sharedMemory
        + gpuOption(container) + volumeOptions(container.folders, words) + u" --entrypoint sleep "_s
        + ShellWords::literal(container.image) + u" infinity"_s;
}

QByteArray argument(const QString &text)
{
    return ' ' + shellQuote(text.toUtf8());
}

} // namespace

bool ignoresContainer(const QJsonObject &jobDocument)
{
    return extensionOf(jobDocument).value(u"container"_s) == u"ignore"_s;
}

std::optional<PlannedContainer> plannedContainer(const PlanView &view, qsizetype index,
                                                 const QList<PlannedMount> &mounts, const ShellWords &words)
{
    const QJsonObject settings = view.document[u"properties"_s][u"containerSettings"_s].toObject();
    const QJsonObject registry = settings.value(u"imageSourceRegistry"_s).toObject();
    const PlanNode &node = view.nodes.at(index);
    PlannedContainer container;
    container.image = registry.value(u"image"_s).toString();
    if (container.image.isEmpty() || ignoresContainer(view.document))
        return {};
    container.tool = node.containerTool == u"podman" ? u"podman"_s : u"docker"_s;
    container.name = u"batchdeck-%1-a%2-%3"_s.arg(view.jobUuid, QString::number(view.attempt), QString::number(index));
    container.hasLogin = registry.value(u"credentials"_s).isObject();
    container.registry = registry.value(u"serverUrl"_s).toString();
    container.user = registry[u"credentials"_s][u"username"_s].toString();
    container.sharedMemory = settings.value(u"shmSize"_s).toString();
    container.gpus = node.gpus;
    container.wantsRoot = extensionOf(view.document)[u"container"_s][u"user"_s] == u"root"_s;
    container.folders = boundFolders(view, node, mounts);
    if (container.hasLogin)
        container.commands.append(loginLine(container.tool, registry));
    container.commands.append(container.tool + u" pull "_s + ShellWords::literal(container.image));
    container.commands.append(runLine(container, words));
    container.prefix =
        container.tool + u" exec -i -w "_s + words.word(u"$AZ_BATCHAI_JOB_TEMP/wd"_s) + u' ' + container.name;
    container.stop = container.tool + u" rm -f "_s + container.name;
    return container;
}

QByteArray containerPayload(const PlannedContainer &container, const QStringList &variables,
                            const QString &registryPassword)
{
    QByteArray text = ". \"$bd_agent/container.sh\"\nbd_container_variables() { \"$1\" " + variables.join(u' ').toUtf8()
        + "; }\nbd_container" + argument(container.tool) + argument(container.name) + argument(container.image)
        + argument(container.wantsRoot ? u"root"_s : QString()) + '\n';
    if (container.hasLogin)
        text += "bd_container_login" + argument(container.registry) + argument(container.user)
            + argument(registryPassword) + '\n';
    text += "bd_container_start" + argument(container.sharedMemory) + ' ' + QByteArray::number(container.gpus);
    for (const QString &folder : container.folders)
        text += ' ' + shellExpandable(folder);
    return text + "\nbd_exec() { bd_in_container \"$@\"; }\n";
}

} // namespace engine
