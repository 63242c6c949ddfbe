// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/storage/mountoptions.h"

#include "app/ctl/job/overrides.h"
#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/api/document/documents.h"
#include "engine/protocol/resources.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

Option mountOption(const QString &name, const QString &what)
{
    return {name, {}, u"NAME"_s, u"mount "_s + what, {}};
}

Option pathOption(const QString &name, const QString &fallback)
{
    return {name, {}, u"PATH"_s, u"where, below the mount root"_s, fallback};
}

// The id for --nfs. A full id of the service need not exist here: the volume map has its place.
Result<QString> fileServerId(Session &session, const QString &text)
{
    const auto own = session.id(ResourceKind::FileServer, text.section(u'/', -1));
    if (!own)
        return own.error();
    const auto given = ResourceId::parseShort(own->profile(), text.contains(u'/') ? text : own->toString());
    if (!given)
        return given.error();
    if (given->profile().compare(own->profile(), Qt::CaseInsensitive) != 0)
        return text;
    const auto known = session.read(method::getResource, {given->toString()});
    if (!known)
        return known.error();
    return given->toString();
}

Result<StorageOptions> storageOptions(Session &session)
{
    const CommandLine &line = session.line();
    StorageOptions options{session.storageAccount()};
    if (line.has(u"--storage-account-name"_s))
        options.account.name = line.value(u"--storage-account-name"_s);
    if (line.has(u"--storage-account-key"_s)) {
        options.account.key = line.value(u"--storage-account-key"_s);
        session.note(u"Others on this computer may see --storage-account-key in the list of processes; "
                     "$AZURE_BATCHAI_STORAGE_KEY is safer."_s);
    }
    options.fileShare = line.value(u"--afs-name"_s);
    options.fileSharePath = line.value(u"--afs-mount-path"_s);
    options.container = line.value(u"--bfs-name"_s);
    options.containerPath = line.value(u"--bfs-mount-path"_s);
    options.fileServerPath = line.value(u"--nfs-mount-path"_s);
    if (line.has(u"--nfs"_s)) {
        QString name = line.value(u"--nfs"_s);
        if (line.has(u"--nfs-resource-group"_s) && !name.contains(u'/'))
            name =
                line.value(u"--nfs-resource-group"_s) + u'/' + line.value(u"--workspace"_s) + u"/fileServers/"_s + name;
        const auto server = fileServerId(session, name);
        if (!server)
            return server.error();
        options.fileServer = *server;
    }
    return options;
}

} // namespace

StorageAccount takeStorageAccount()
{
    const StorageAccount account = engine::storageAccount({}, {}, QProcessEnvironment::systemEnvironment());
    qunsetenv("AZURE_BATCHAI_STORAGE_ACCOUNT");
    qunsetenv("AZURE_BATCHAI_STORAGE_KEY");
    return account;
}

QList<Option> mountOptions()
{
    return {{u"--storage-account-name"_s,
             {},
             u"NAME"_s,
             u"for its placeholder and the mounts below (else $AZURE_BATCHAI_STORAGE_ACCOUNT)"_s},
            {u"--storage-account-key"_s, {}, u"KEY"_s, u"safer: $AZURE_BATCHAI_STORAGE_KEY"_s},
            mountOption(u"--afs-name"_s, u"a file share of the storage account"_s),
            pathOption(u"--afs-mount-path"_s, u"afs"_s),
            alsoNamed(mountOption(u"--bfs-name"_s, u"a container of the storage account"_s), {u"--container-name"_s}),
            alsoNamed(pathOption(u"--bfs-mount-path"_s, u"bfs"_s), {u"--container-mount-path"_s}),
            alsoNamed(mountOption(u"--nfs"_s, u"a file server; its name or id"_s), {u"--nfs-name"_s}),
            {u"--nfs-resource-group"_s, {}, u"GROUP"_s, u"that of the file server; else -g"_s},
            pathOption(u"--nfs-mount-path"_s, u"nfs"_s)};
}

Result<QStringList> withMounts(Session &session, ResourceKind kind, const QByteArray &text,
                               const QStringList &overrides)
{
    const auto options = storageOptions(session);
    if (!options)
        return options.error();
    const QJsonObject document = checkDocument(kind, text, overrides).document;
    // The engine reports the fault.
    if (document.isEmpty())
        return overrides;
    const auto mounted = addStorageOptions(kind, fillPlaceholders(kind, document, options->account), *options);
    if (!mounted)
        return mounted.error();
    return overrides + overridesBetween(document.value(u"properties"_s), mounted->value(u"properties"_s));
}

} // namespace ctl
