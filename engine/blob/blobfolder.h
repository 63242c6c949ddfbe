// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/blob/blobchain.h"
#include "engine/remote/remotefiles.h"

namespace engine {

/// Metadata by which Azure's own tools know a blob that stands for a folder.
[[nodiscard]] bool isFolderMarker(const BlobEntry &entry);
[[nodiscard]] StorageEntry storageEntry(const QString &name, const BlobEntry &entry);
[[nodiscard]] StorageEntry storageFolder(const QString &name);

/// A folder that is being listed: the containers of an account, or what a container has below a prefix.
class BlobFolder final : public FolderListing
{
public:
    /// \a prefix of the folder's names: empty, or with a slash at its end. Without \a container: the containers.
    BlobFolder(std::shared_ptr<BlobService> service, const QString &container, const QString &prefix);
    ~BlobFolder() override;

    QFuture<Result<QList<StorageEntry>>> next(int most) override;

private:
    struct State;

    std::shared_ptr<BlobService> m_service;
    std::shared_ptr<State> m_state; // in the service's thread only
    QFuture<Result<QList<StorageEntry>>> m_running;
};

} // namespace engine
