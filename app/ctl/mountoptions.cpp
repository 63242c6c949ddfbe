// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/mountoptions.h"

#include "app/ctl/session.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

// A share, container or file server: the option that names it, the one for its mount path, and their parameters.
struct MountWords
{
    QString option;
    QString pathOption;
    QString parameter;
    QString pathParameter;
    QString help;
    QString mountPath; ///< az's own default
};

const QList<MountWords> &mountWords()
{
    static const QList<MountWords> table{
        {u"--afs-name"_s, u"--afs-mount-path"_s, u"afsName"_s, u"afsMountPath"_s, u"a share of the storage account"_s,
         u"afs"_s},
        {u"--bfs-name"_s, u"--bfs-mount-path"_s, u"bfsName"_s, u"bfsMountPath"_s,
         u"a container of the storage account"_s, u"bfs"_s},
        {u"--nfs"_s, u"--nfs-mount-path"_s, u"nfs"_s, u"nfsMountPath"_s, u"a file server, by name or id"_s, u"nfs"_s}};
    return table;
}

QString takenVariable(const char *name)
{
    const QString value = qEnvironmentVariable(name);
    qunsetenv(name);
    return value;
}

// The id that --nfs stands for. One of another profile or of the old service is only known by its id.
Result<QString> fileServerId(Session &session, const QString &text)
{
    if (const auto foreign = ResourceId::parse(text); foreign && foreign->kind() == ResourceKind::FileServer) {
        const auto own = session.id(ResourceKind::FileServer, foreign->name());
        if (!own || foreign->profile().compare(own->profile(), Qt::CaseInsensitive) != 0)
            return text;
    }
    const auto id = text.contains(u'/') ? Result<ResourceId>(ResourceId()) : session.id(ResourceKind::FileServer, text);
    if (!id)
        return id.error();
    const auto known = session.read(u"resource.get"_s, {{u"id"_s, id->isValid() ? id->toString() : text}});
    if (!known)
        return known.error();
    return known->toObject().value(u"id"_s).toString();
}

} // namespace

StorageAccount StorageAccount::takeFromEnvironment()
{
    return {takenVariable("AZURE_BATCHAI_STORAGE_ACCOUNT"), takenVariable("AZURE_BATCHAI_STORAGE_KEY")};
}

QList<Option> mountOptions()
{
    QList<Option> options{{u"--storage-account-name"_s,
                           {},
                           u"NAME"_s,
                           u"for its placeholder and the mounts below (else $AZURE_BATCHAI_STORAGE_ACCOUNT)"_s,
                           {}},
                          {u"--storage-account-key"_s, {}, u"KEY"_s, u"safer: $AZURE_BATCHAI_STORAGE_KEY"_s, {}}};
    for (const MountWords &words : mountWords()) {
        options.append({words.option, {}, u"NAME"_s, u"mount %1"_s.arg(words.help), {}});
        options.append({words.pathOption, {}, u"PATH"_s, u"below the mount root"_s, words.mountPath});
    }
    return options;
}

Result<QJsonObject> storageParameters(Session &session)
{
    const CommandLine &line = session.line();
    QJsonObject storage;
    const auto set = [&storage](const QString &parameter, const QString &value) {
        if (!value.isEmpty())
            storage[parameter] = value;
    };
    const bool hasKey = line.has(u"--storage-account-key"_s);
    if (hasKey)
        session.note(u"Others on this computer may see --storage-account-key in the list of processes; "
                     "$AZURE_BATCHAI_STORAGE_KEY is safer."_s);
    const StorageAccount &account = session.storageAccount();
    set(u"account"_s, line.has(u"--storage-account-name"_s) ? line.value(u"--storage-account-name"_s) : account.name);
    set(u"key"_s, hasKey ? line.value(u"--storage-account-key"_s) : account.key);
    for (const MountWords &words : mountWords()) {
        if (line.value(words.option).isEmpty())
            continue;
        set(words.parameter, line.value(words.option));
        set(words.pathParameter, line.value(words.pathOption));
    }
    if (storage.contains(u"nfs"_s)) {
        const auto server = fileServerId(session, storage.value(u"nfs"_s).toString());
        if (!server)
            return server.error();
        storage[u"nfs"_s] = *server;
    }
    return storage;
}

} // namespace ctl
