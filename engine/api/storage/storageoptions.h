// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QJsonObject>
#include <QProcessEnvironment>

namespace engine {

/// What the placeholders of old files stand for; either may be empty: not known.
struct StorageAccount
{
    QString name;
    QString key;
};

/// Of the options --storage-account-name and --storage-account-key, each else of AZURE_BATCHAI_STORAGE_ACCOUNT and
/// AZURE_BATCHAI_STORAGE_KEY.
[[nodiscard]] StorageAccount storageAccount(const QString &name, const QString &key,
                                            const QProcessEnvironment &environment);

/// The document of a job or cluster with <AZURE_BATCHAI_STORAGE_ACCOUNT> (in accountName and azureFileUrl) and
/// <AZURE_BATCHAI_STORAGE_KEY> (as accountKey) of its mountVolumes filled in from \a account, as far as that is known.
/// A file share without accountName gets the one in its URL; entries of \a account without credentials get its key,
/// others stay without. Documents of other kinds stay as they are. Pure.
[[nodiscard]] QJsonObject fillPlaceholders(ResourceKind kind, const QJsonObject &document,
                                           const StorageAccount &account);

/// The mount options of `job create` and `cluster create`; a volume whose name is empty is not asked for.
struct StorageOptions
{
    StorageAccount account; ///< of share and container
    QString fileShare = {}; ///< --afs-name
    QString fileSharePath = QStringLiteral("afs"); ///< --afs-mount-path
    QString container = {}; ///< --bfs-name
    QString containerPath = QStringLiteral("bfs"); ///< --bfs-mount-path
    QString fileServer = {}; ///< --nfs, as a full id
    QString fileServerPath = QStringLiteral("nfs"); ///< --nfs-mount-path
};

/// The document of a job or cluster with the volumes of \a options appended to its mountVolumes. InvalidArgument with
/// the option as its target: share or container without an account, or a kind that mounts nothing. What else may be
/// wrong with the entries, as a mount path that is taken, checking the document tells. Pure.
[[nodiscard]] Result<QJsonObject> addStorageOptions(ResourceKind kind, const QJsonObject &document,
                                                    const StorageOptions &options);

} // namespace engine
