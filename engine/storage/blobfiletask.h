// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/filetask.h"
#include "engine/storage/transfer/places/blob/blobsession.h"

#include <stop_token>

namespace engine {

/// Counts and removes blobs of a storage account; it has no trash and computes no checksums. A folder is what the names
/// of blobs begin with, up to a slash; a container counts as a folder. One thread, which waits for the answers.
class BlobFileTask final
{
    Q_DISABLE_COPY_MOVE(BlobFileTask)

public:
    using Tell = std::function<void(const FileTaskSnapshot &)>; ///< gets the progress

    /// Canceled once \a stop is requested.
    BlobFileTask(std::shared_ptr<BlobService> account, const FileTaskRequest &request, Tell tell, std::stop_token stop)
        : m_session(std::move(account)), m_request(request), m_tell(std::move(tell)), m_stop(std::move(stop))
    {
    }
    /// Errors as FileTask::snapshot(), and those of the service.
    [[nodiscard]] Result<void> run();

private:
    struct Target
    {
        QString path;
        QString container; ///< empty: all
        QString blob; ///< with all blobs below it; empty: the container
    };
    using Take = BlobSession::TakePage;

    [[nodiscard]] static Target targetOf(const QString &path);
    [[nodiscard]] Result<void> runKind();
    [[nodiscard]] Result<void> each(const Target &target, const Take &take);
    [[nodiscard]] Result<void> measure();
    [[nodiscard]] Result<void> measureAll();
    [[nodiscard]] Result<void> measureOne(const Target &target);
    [[nodiscard]] Result<void> remove();
    [[nodiscard]] Result<void> removeOne(const Target &target);
    [[nodiscard]] Result<void> removeBlobs(const QString &container, const QList<BlobEntry> &blobs);

    BlobSession m_session;
    const FileTaskRequest &m_request;
    Tell m_tell;
    std::stop_token m_stop;
    FileTaskSnapshot m_shown;
};

} // namespace engine
