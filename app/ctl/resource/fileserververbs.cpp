// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/job/overrides.h"
#include "app/ctl/operands.h"
#include "app/ctl/resource/resourceacts.h"
#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/api/extension.h"
#include "engine/api/storage/placespec.h"
#include "engine/protocol/newresource.h"
#include "engine/protocol/storage.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

QString disksCell(const QJsonObject &document)
{
    const QJsonValue disks = document.value(u"properties"_s)[u"dataDisks"_s];
    return disks.isObject() ? u"%1 x %2 Gb"_s.arg(cellText(disks[u"diskCount"_s]), cellText(disks[u"diskSizeInGB"_s]))
                            : QString();
}

QString mountPointCell(const QJsonObject &document)
{
    const QString path = extensionOf(document)[u"path"_s].toString();
    return path.isEmpty() ? document[u"properties"_s][u"mountSettings"_s][u"mountPoint"_s].toString() : path;
}

// az's columns, and the machine with the folder.
const QList<Column> fileServerColumns{
    {u"Name"_s, "name"},
    {u"Resource Group"_s, groupCell},
    {u"Size"_s, "properties.vmSize"},
    {u"Disks"_s, disksCell},
    {u"Public IP"_s, "properties.mountSettings.fileServerPublicIP"},
    {u"Internal IP"_s, "properties.mountSettings.fileServerInternalIP"},
    {u"Mount Point"_s, mountPointCell},
    {u"Machine"_s, [](const QJsonObject &d) { return extensionOf(d)[u"machine"_s].toString().section(u'/', -1); }}};

// A number if the text is one; otherwise the engine reports the wrong type.
QJsonValue valueOf(const QString &text)
{
    bool isNumber = false;
    const int number = text.toInt(&isNumber);
    return isNumber ? QJsonValue(number) : QJsonValue(text);
}

QStringList overrides(const CommandLine &line)
{
    QStringList texts;
    for (const auto &[option, path] :
         {std::pair(u"--disk-count"_s, u"dataDisks.diskCount"_s), {u"--disk-size"_s, u"dataDisks.diskSizeInGB"_s}}) {
        if (line.has(option))
            texts.append(overrideText(path, valueOf(line.value(option))));
    }
    for (const auto &[option, path] : {std::pair(u"--vm-size"_s, u"vmSize"_s),
                                       {u"--storage-sku"_s, u"dataDisks.storageAccountType"_s},
                                       {u"--caching-type"_s, u"dataDisks.cachingType"_s},
                                       {u"--subnet"_s, u"subnet.id"_s},
                                       {u"--user-name"_s, u"sshConfiguration.userAccountSettings.adminUserName"_s}}) {
        if (line.has(option))
            texts.append(overrideText(path, line.value(option)));
    }
    return texts;
}

// --machine M --path DIR, or --path M:DIR; missing parts are empty.
Result<Location> servedFolder(Session &session)
{
    const QString machine = session.line().value(u"--machine"_s);
    const QString path = session.line().value(u"--path"_s);
    const auto spec = path.isEmpty() ? Result<PlaceSpec>(PlaceSpec()) : PlaceSpec::parse(path);
    if (!spec)
        return spec.error();
    if (!machine.isEmpty() && !spec->isHere())
        return Error{
            ErrorCode::InvalidArgument,
            Message("%1 names a machine, and so does --machine: say it once. A folder that is called so is ./%1.",
                    {shownPath(path)}),
            u"--path"_s};
    if (!spec->isHere())
        return locationOf(session, path);
    if (machine.isEmpty() || path.isEmpty() || spec->isAbsolute())
        return Location{machine, path};
    const auto located = session.read(method::locate, {machine, path});
    if (!located)
        return located.error();
    return Location{located->place, located->path};
}

Result<int> createFileServer(Session &session)
{
    const CommandLine &line = session.line();
    const auto folder = servedFolder(session);
    if (!folder)
        return folder.error();
    if (const int refused = refuseMissingFile(session))
        return refused;
    if (!session.hasConfigFile() && (folder->place.isEmpty() || folder->path.isEmpty()))
        return session.refuseUsage(
            u"say which folder it is: --machine M --path DIR, --path M:DIR, or -f FILE for an old document."_s);
    const auto id = session.idFrom(ResourceKind::FileServer, u"--name"_s);
    if (!id)
        return id.error();
    NewResource request;
    request.id = id->toString();
    if (session.hasConfigFile()) {
        const auto text = session.document();
        if (!text)
            return text.error();
        request.text = {QString::fromUtf8(*text)};
    }
    request.overrides = {overrides(line)};
    if (!folder->place.isEmpty())
        request.machine = folder->place;
    if (!folder->path.isEmpty())
        request.path = folder->path;
    const auto made = session.change(method::createResource, request);
    if (made)
        noteWarnings(session, ResourceKind::FileServer, request);
    return session.printed(made, fileServerColumns);
}

QList<Option> fileServerCreateOptions()
{
    return {{u"--machine"_s, {}, u"MACHINE"_s, u"the machine that has the folder"_s},
            {u"--path"_s, {}, u"DIR"_s, u"the folder there, from the home or /; or PLACE:DIR"_s},
            fileOption(u"its document; - is standard input. Options win over it"_s),
            oldFileOption,
            keptOption(u"--vm-size"_s, u"-s"_s),
            keptOption(u"--disk-count"_s),
            keptOption(u"--disk-size"_s),
            keptOption(u"--storage-sku"_s),
            keptOption(u"--caching-type"_s),
            keptOption(u"--subnet"_s),
            alsoNamed(keptOption(u"--user-name"_s, u"-u"_s), {u"--admin-user-name"_s}),
            ignoredOption(u"--ssh-key"_s, u"-k"_s),
            ignoredOption(u"--password"_s, u"-p"_s),
            ignoredSwitch(u"--generate-ssh-keys"_s),
            ignoredOption(u"--location"_s, u"-l"_s),
            noWaitOption};
}

} // namespace

QList<Verb> fileServerVerbs()
{
    const QList<Option> named = QList<Option>{nameOption(u"name of the file server"_s)} + inWorkspace;
    return {
        {u"file-server create"_s,
         u"Give a folder of a machine the name of a file server.\n"_s + placeGrammar(),
         createFileServer,
         {u"file-server create -n nfs --machine a05 --path /srv/data"_s,
          u"file-server create -n nfs --path a05:data"_s},
         named + fileServerCreateOptions()},
        {u"file-server show"_s,
         u"Show a file server."_s,
         show<ResourceKind::FileServer, fileServerColumns>,
         {u"file-server show -n nfs"_s},
         named},
        {u"file-server list"_s,
         u"List the file servers of a workspace."_s,
         list<ResourceKind::FileServer, fileServerColumns>,
         {u"file-server list -o table"_s},
         inWorkspace},
        {u"file-server delete"_s,
         u"Delete a file server; its folder stays."_s,
         remove<ResourceKind::FileServer>,
         {u"file-server delete -n nfs -y"_s},
         named + QList<Option>{yesOption, noWaitOption}},
    };
}

} // namespace ctl
