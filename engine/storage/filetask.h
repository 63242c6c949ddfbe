// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/filetask.h"
#include "engine/blob/blobservice.h"
#include "engine/storage/transfer/wire/plan/runsessions.h"

#include <stop_token>
#include <thread>
#include <variant>

namespace engine {

/// One task on files of a place, in a thread of its own: by the place's tools, by SFTP if it runs no commands, or by
/// the requests of a storage account. Any thread; the destructor ends the task.
class FileTask final
{
    Q_DISABLE_COPY_MOVE(FileTask)

public:
    /// Sessions to a machine or this computer, or the requests of a storage account.
    using Access = std::variant<OpenBulk, std::shared_ptr<BlobService>>;

    /// \a changed is called in the task's thread when there is news for snapshot(), once until the next snapshot(), and
    /// at the end.
    FileTask(FileTaskRequest request, const Access &access, std::function<void()> changed = {});
    ~FileTask();

    /// The progress. Errors, at the end: NotFound of a path, InvalidArgument (the home folder), Conflict (the files are
    /// not those that were counted), IoError (there is no trash; target: the path), CommandFailed, Canceled and those
    /// of a login.
    [[nodiscard]] FileTaskSnapshot snapshot() const;
    [[nodiscard]] bool isDone() const;
    /// Grows while the task goes on.
    [[nodiscard]] quint64 movedBytes() const { return m_sessions.movedBytes() + m_shows; }
    void abort();

private:
    void tell();
    [[nodiscard]] QByteArray call() const;
    void show(const FileTaskSnapshot &shown);
    [[nodiscard]] Result<void> run(const std::stop_token &stop);
    [[nodiscard]] Result<void> runCommand(BulkSession &session);
    [[nodiscard]] Result<void> hear(const QByteArray &output);
    [[nodiscard]] Result<void> hearLine(const QByteArray &line);
    [[nodiscard]] qsizetype wanted(FileTaskRequest::Kind kind) const; ///< most answers to keep of that kind
    [[nodiscard]] Error failure(const QByteArray &said) const;

    FileTaskRequest m_request;
    RunSessions m_sessions; // none with m_blobs
    std::shared_ptr<BlobService> m_blobs; // null: no storage account
    std::atomic<quint64> m_shows = 0; // calls of show()
    QByteArray m_heard; // output that is not parsed yet
    qint64 m_summedBytes = 0; // of paths before the current one
    qsizetype m_restored = 0; // number of the last restored path
    bool m_hasSpoken = false; // our script has answered: it may have done something, so SFTP must not begin anew
    bool m_isWhole = false; // the script reported its end
    std::function<void()> m_changed;
    mutable std::atomic<bool> m_isTold = false; // `changed` was called since the last snapshot()
    mutable QMutex m_mutex; // of what follows
    FileTaskSnapshot m_shown;
    std::jthread m_thread; // last: it uses the other members
};

} // namespace engine
