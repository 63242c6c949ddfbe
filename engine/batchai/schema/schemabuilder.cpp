// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/schema/schemabuilder.h"

using namespace Qt::StringLiterals;

namespace engine {

using enum PropertyType;

PropertySpec &SchemaBuilder::add(const char *key, PropertyType type, const char *help)
{
    PropertySpec spec;
    spec.path = m_prefix + QLatin1StringView(key);
    spec.type = type;
    spec.help = Message(help);
    m_specs.append(spec);
    return m_specs.last();
}

PropertySpec &SchemaBuilder::require(const char *key, PropertyType type, const char *help)
{
    PropertySpec &spec = add(key, type, help);
    spec.required = true;
    spec.minimum = type == String ? 1 : 0;
    return spec;
}

PropertySpec &SchemaBuilder::number(const char *key, int minimum, const char *help, const char *defaultJson)
{
    PropertySpec &spec = add(key, Integer, help);
    spec.minimum = minimum;
    spec.defaultJson = defaultJson;
    return spec;
}

PropertySpec &SchemaBuilder::choice(const char *key, const QStringList &values, const char *help,
                                    const char *defaultJson)
{
    PropertySpec &spec = add(key, String, help);
    spec.values = values;
    spec.defaultJson = defaultJson;
    return spec;
}

void SchemaBuilder::reference(const char *key, const char *idOf, const char *help, bool required)
{
    add(key, Object, help).required = required;
    below([&] {
        require("id", String, QT_TRANSLATE_NOOP("engine", "Full id of the resource.")).idOf = QString::fromLatin1(idOf);
        answer("resourceGroup"); // printed by az beside every id
    });
}

PropertySpec &SchemaBuilder::answer(const char *key, PropertyType type)
{
    PropertySpec &spec = add(key, type, QT_TRANSLATE_NOOP("engine", "Filled in by the service."));
    spec.byServer = true;
    return spec;
}

void SchemaBuilder::answers(std::initializer_list<const char *> keys, PropertyType type)
{
    for (const char *key : keys)
        answer(key, type);
}

QString SchemaBuilder::enter()
{
    const QString outer = m_prefix;
    if (m_specs.constLast().type == Array)
        elements(Object);
    m_prefix = m_specs.constLast().path + u'.';
    return outer;
}

void SchemaBuilder::elements(PropertyType type)
{
    PropertySpec element;
    element.path = m_specs.constLast().path + u"[]"_s;
    element.type = type;
    element.byServer = m_specs.constLast().byServer;
    m_specs.append(element);
}

void SchemaBuilder::tags()
{
    add("tags", StringMap, QT_TRANSLATE_NOOP("engine", "Labels."));
}

void SchemaBuilder::userAccount(bool required)
{
    add("userAccountSettings", Object, QT_TRANSLATE_NOOP("engine", "Administrator's account on each node.")).required =
        required;
    below([this] {
        require("adminUserName", String, QT_TRANSLATE_NOOP("engine", "User name."));
        add("adminUserSshPublicKey", String, QT_TRANSLATE_NOOP("engine", "Public key."));
        add("adminUserPassword", String, QT_TRANSLATE_NOOP("engine", "Password.")).secret = true;
    });
}

void SchemaBuilder::environment(const char *key)
{
    add(key, Array, QT_TRANSLATE_NOOP("engine", "Environment variables; a value may use $NAME."));
    below([this] {
        require("name", String, QT_TRANSLATE_NOOP("engine", "Name of the variable."));
        require("value", String, QT_TRANSLATE_NOOP("engine", "Value of the variable.")).minimum = 0;
    });
}

void SchemaBuilder::secrets(const char *key)
{
    add(key, Array, QT_TRANSLATE_NOOP("engine", "Environment variables whose values are never shown."));
    below([this] {
        require("name", String, QT_TRANSLATE_NOOP("engine", "Name of the variable."));
        add("value", String, QT_TRANSLATE_NOOP("engine", "Value of the variable.")).secret = true;
        secretReference("valueSecretReference");
    });
}

void SchemaBuilder::secretReference(const char *key)
{
    add(key, Object, QT_TRANSLATE_NOOP("engine", "Where the secret is kept."));
    below([this] {
        reference("sourceVault", "Microsoft.KeyVault/vaults",
                  QT_TRANSLATE_NOOP("engine", "The vault that holds the secret."), true);
        require("secretUrl", String, QT_TRANSLATE_NOOP("engine", "Address of the secret in its vault."));
    });
}

void SchemaBuilder::storageCredentials()
{
    // The service requires account and credentials; the command line can supply both.
    add("credentials", Object, QT_TRANSLATE_NOOP("engine", "Key of the storage account."));
    below([this] {
        add("accountKey", String, QT_TRANSLATE_NOOP("engine", "Key of the storage account.")).secret = true;
        secretReference("accountKeySecretReference");
    });
}

void SchemaBuilder::mountPath()
{
    require("relativeMountPath", String, QT_TRANSLATE_NOOP("engine", "Folder below the mount root."));
}

void SchemaBuilder::mountVolumes()
{
    add("mountVolumes", Object, QT_TRANSLATE_NOOP("engine", "Shared storage to mount on every node."));
    below([this] {
        add("azureFileShares", Array, QT_TRANSLATE_NOOP("engine", "Azure file shares."));
        below([this] {
            add("accountName", String, QT_TRANSLATE_NOOP("engine", "Storage account."));
            require("azureFileUrl", String,
                    QT_TRANSLATE_NOOP("engine", "https://ACCOUNT.file.core.windows.net/SHARE."));
            storageCredentials();
            mountPath();
            add("fileMode", String, QT_TRANSLATE_NOOP("engine", "Mode of files.")).defaultJson = "\"0777\"";
            add("directoryMode", String, QT_TRANSLATE_NOOP("engine", "Mode of folders.")).defaultJson = "\"0777\"";
        });
        add("azureBlobFileSystems", Array, QT_TRANSLATE_NOOP("engine", "Azure blob containers."));
        below([this] {
            require("accountName", String, QT_TRANSLATE_NOOP("engine", "Storage account."));
            require("containerName", String, QT_TRANSLATE_NOOP("engine", "Blob container."));
            storageCredentials();
            mountPath();
            add("mountOptions", String, QT_TRANSLATE_NOOP("engine", "Options of blobfuse."));
        });
        add("fileServers", Array, QT_TRANSLATE_NOOP("engine", "File servers (NFS)."));
        below([this] {
            reference("fileServer", "Microsoft.BatchAI/workspaces/fileServers",
                      QT_TRANSLATE_NOOP("engine", "The file server."), true);
            add("sourceDirectory", String,
                QT_TRANSLATE_NOOP("engine", "Folder on the server; its whole export if absent."));
            mountPath();
            add("mountOptions", String, QT_TRANSLATE_NOOP("engine", "Options of mount(8)."));
        });
        add("unmanagedFileSystems", Array, QT_TRANSLATE_NOOP("engine", "Anything else that a mount command mounts."));
        below([this] {
            require("mountCommand", String,
                    QT_TRANSLATE_NOOP("engine", "Command to which the mount path is appended."));
            mountPath();
        });
        add("x-batchdeck", Object, QT_TRANSLATE_NOOP("engine", "Batchdeck's own: what the service did not have."))
            .open = true;
        below([this] {
            add("paths", Array, QT_TRANSLATE_NOOP("engine", "Folders that are on every node already."));
            below([this] {
                require("path", String, QT_TRANSLATE_NOOP("engine", "Folder on the nodes, from /."));
                mountPath();
            });
        });
    });
}

void SchemaBuilder::errors(const char *key)
{
    answer(key, Array);
    below([this] {
        answers({"code", "message"});
        answer("details", Array);
        below([this] { answers({"name", "value"}); });
    });
}

void SchemaBuilder::extension(std::initializer_list<const char *> texts)
{
    add("x-batchdeck", Object, QT_TRANSLATE_NOOP("engine", "Batchdeck's own: what the service did not have.")).open =
        true;
    below([&] { answers(texts); });
}

} // namespace engine
