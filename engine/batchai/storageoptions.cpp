// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/storage/storageoptions.h"

#include "engine/batchai/faultnotes.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr QLatin1StringView accountPlaceholder("<AZURE_BATCHAI_STORAGE_ACCOUNT>");
constexpr QLatin1StringView keyPlaceholder("<AZURE_BATCHAI_STORAGE_KEY>");

// Path of keys to mountVolumes; empty when the kind mounts nothing.
QStringList keysToVolumes(ResourceKind kind)
{
    if (kind == ResourceKind::Job)
        return {u"properties"_s, u"mountVolumes"_s};
    if (kind == ResourceKind::Cluster)
        return {u"properties"_s, u"nodeSetup"_s, u"mountVolumes"_s};
    return {};
}

// Applies \a change to the object at the end of the path \a keys, which is created if missing.
template <typename Change> QJsonObject changedAt(const QJsonObject &object, const QStringList &keys, Change &&change)
{
    QJsonObject changed = object;
    if (keys.isEmpty()) {
        change(changed);
        return changed;
    }
    const QJsonValue inner = object.value(keys.constFirst());
    // A fault of the document, which checkDocument() reports.
    if (isGiven(inner) && !inner.isObject())
        return object;
    changed.insert(keys.constFirst(), changedAt(inner.toObject(), keys.sliced(1), std::forward<Change>(change)));
    return changed;
}

template <typename Change> void changeEntries(QJsonObject &lists, const QString &key, Change &&change)
{
    if (!lists.value(key).isArray())
        return;
    QJsonArray entries;
    for (const QJsonValue &value : lists.value(key).toArray()) {
        QJsonObject entry = value.toObject();
        if (value.isObject())
            change(entry);
        entries.append(value.isObject() ? QJsonValue(entry) : value);
    }
    lists.insert(key, entries);
}

// The account in "https://ACCOUNT.file.core.windows.net/SHARE"; empty for another form.
QString accountOfUrl(const QString &url)
{
    const QString host = url.section(u"://"_s, 1).section(u'/', 0, 0);
    return host.contains(u'.') ? host.section(u'.', 0, 0) : QString();
}

void fillAccount(QJsonObject &entry, const StorageAccount &account)
{
    const QString key = u"accountName"_s;
    if (!account.name.isEmpty() && entry.value(key).toString() == accountPlaceholder)
        entry.insert(key, account.name);
}

void fillCredentials(QJsonObject &entry, const StorageAccount &account)
{
    const QJsonValue given = entry.value(u"credentials"_s);
    if (account.key.isEmpty() || (isGiven(given) && !given.isObject()))
        return;
    QJsonObject credentials = given.toObject();
    const QJsonValue key = credentials.value(u"accountKey"_s);
    const bool isOfAccount = !account.name.isEmpty()
        && entry.value(u"accountName"_s).toString().compare(account.name, Qt::CaseInsensitive) == 0;
    const bool isMissing = !isGiven(key) && !isGiven(credentials.value(u"accountKeySecretReference"_s));
    if (key.toString() != keyPlaceholder && !(isMissing && isOfAccount))
        return;
    credentials.insert(u"accountKey"_s, account.key);
    entry.insert(u"credentials"_s, credentials);
}

void fillShare(QJsonObject &share, const StorageAccount &account)
{
    const QString urlKey = u"azureFileUrl"_s;
    QString url = share.value(urlKey).toString();
    if (!account.name.isEmpty() && url.contains(accountPlaceholder))
        share.insert(urlKey, url.replace(accountPlaceholder, account.name));
    fillAccount(share, account);
    const QString ofUrl = accountOfUrl(url);
    if (!isGiven(share.value(u"accountName"_s)) && !ofUrl.isEmpty() && !ofUrl.startsWith(u'<'))
        share.insert(u"accountName"_s, ofUrl);
    fillCredentials(share, account);
}

Error refusal(const char *source, const QString &option)
{
    return {ErrorCode::InvalidArgument, Message(source, {option}), option};
}

QJsonObject credentialsOf(const StorageAccount &account)
{
    return account.key.isEmpty() ? QJsonObject() : QJsonObject{{u"accountKey"_s, account.key}};
}

void append(QJsonObject &lists, const QString &key, const QJsonObject &entry)
{
    const QJsonValue given = lists.value(key);
    // A fault of the document, which checkDocument() reports.
    if (isGiven(given) && !given.isArray())
        return;
    QJsonArray entries = given.toArray();
    entries.append(entry);
    lists.insert(key, entries);
}

void appendVolumes(QJsonObject &lists, const StorageOptions &options)
{
    if (!options.fileShare.isEmpty()) {
        append(
            lists, u"azureFileShares"_s,
            {{u"accountName"_s, options.account.name},
             {u"azureFileUrl"_s, u"https://%1.file.core.windows.net/%2"_s.arg(options.account.name, options.fileShare)},
             {u"relativeMountPath"_s, options.fileSharePath},
             {u"credentials"_s, credentialsOf(options.account)}});
    }
    if (!options.container.isEmpty()) {
        append(lists, u"azureBlobFileSystems"_s,
               {{u"accountName"_s, options.account.name},
                {u"containerName"_s, options.container},
                {u"relativeMountPath"_s, options.containerPath},
                {u"credentials"_s, credentialsOf(options.account)}});
    }
    if (!options.fileServer.isEmpty()) {
        append(lists, u"fileServers"_s,
               {{u"fileServer"_s, QJsonObject{{u"id"_s, options.fileServer}}},
                {u"relativeMountPath"_s, options.fileServerPath},
                {u"mountOptions"_s, u"rw"_s}});
    }
}

} // namespace

StorageAccount storageAccount(const QString &name, const QString &key, const QProcessEnvironment &environment)
{
    return {name.isEmpty() ? environment.value(u"AZURE_BATCHAI_STORAGE_ACCOUNT"_s) : name,
            key.isEmpty() ? environment.value(u"AZURE_BATCHAI_STORAGE_KEY"_s) : key};
}

QJsonObject fillPlaceholders(ResourceKind kind, const QJsonObject &document, const StorageAccount &account)
{
    const QStringList keys = keysToVolumes(kind);
    QJsonValue volumes = document;
    for (const QString &key : keys)
        volumes = volumes.toObject().value(key);
    if (keys.isEmpty() || !volumes.isObject())
        return document;
    return changedAt(document, keys, [&account](QJsonObject &lists) {
        changeEntries(lists, u"azureFileShares"_s, [&account](QJsonObject &share) { fillShare(share, account); });
        changeEntries(lists, u"azureBlobFileSystems"_s, [&account](QJsonObject &container) {
            fillAccount(container, account);
            fillCredentials(container, account);
        });
    });
}

Result<QJsonObject> addStorageOptions(ResourceKind kind, const QJsonObject &document, const StorageOptions &options)
{
    const QString first = !options.fileShare.isEmpty() ? u"--afs-name"_s
        : !options.container.isEmpty()                 ? u"--bfs-name"_s
        : !options.fileServer.isEmpty()                ? u"--nfs"_s
                                                       : QString();
    if (first.isEmpty())
        return document;
    const QStringList keys = keysToVolumes(kind);
    if (keys.isEmpty())
        return refusal(QT_TRANSLATE_NOOP("engine", "%1 goes with jobs and clusters only."), first);
    if (first != u"--nfs" && options.account.name.isEmpty())
        return refusal(QT_TRANSLATE_NOOP("engine", "%1 needs the storage account: give --storage-account-name."),
                       first);
    return changedAt(document, keys, [&options](QJsonObject &lists) { appendVolumes(lists, options); });
}

} // namespace engine
