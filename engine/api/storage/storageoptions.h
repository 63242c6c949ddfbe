// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QJsonObject>
#include <QProcessEnvironment>

namespace engine {

/// Values for the placeholders of old documents; either may be empty when unknown.
struct StorageAccount
{
    QString name;
    QString key;
};

/// From the options --storage-account-name and --storage-account-key; each falls back to AZURE_BATCHAI_STORAGE_ACCOUNT
/// or AZURE_BATCHAI_STORAGE_KEY.
[[nodiscard]] StorageAccount storageAccount(const QString &name, const QString &key,
                                            const QProcessEnvironment &environment);

/// Replaces <AZURE_BATCHAI_STORAGE_ACCOUNT> (in accountName and azureFileUrl) and <AZURE_BATCHAI_STORAGE_KEY> (in
/// accountKey) in mountVolumes of a job or cluster document, as far as \a account is known. A file share without
/// accountName gets the account of its URL. Entries of \a account without credentials get its key; other entries stay
/// without credentials. Documents of other kinds are unchanged. Pure.
[[nodiscard]] QJsonObject fillPlaceholders(ResourceKind kind, const QJsonObject &document,
                                           const StorageAccount &account);

/// The mount options of `job create` and `cluster create`; a volume with an empty name is not mounted.
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

/// \a document with the volumes of \a options appended to mountVolumes. InvalidArgument, with the option as target, for
/// a share or container without an account, and for a kind that mounts nothing. Other faults, e.g. a mount path that is
/// used twice, are found by checkDocument(). Pure.
[[nodiscard]] Result<QJsonObject> addStorageOptions(ResourceKind kind, const QJsonObject &document,
                                                    const StorageOptions &options);

} // namespace engine
