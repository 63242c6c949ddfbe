// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/resource/resourceid.h"
#include "engine/api/storage/storage.h"
#include "engine/protocol/storageaccounts.h"

namespace engine {

/// Calls about storage accounts of Azure Blob and their containers.
class StorageAccountClient final
{
public:
    explicit StorageAccountClient(EngineLink &link) : m_link(link) { }

    /// Tries the account, then stores it. The error of a failed try has the remedy in words.
    QFuture<Result<ResourceId>> add(const AddStorageAccount &account);
    QFuture<Result<void>> setCredential(const SetStorageCredential &credential);
    QFuture<Result<void>> createContainer(const QString &account, const QString &container);
    /// With all of its blobs.
    QFuture<Result<void>> removeContainer(const QString &account, const QString &container);
    /// A link that reads one blob for \a minutes.
    QFuture<Result<QString>> linkTo(const Location &blob, qint64 minutes);

private:
    EngineLink &m_link;
};

} // namespace engine
