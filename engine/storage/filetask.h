// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/filetask.h"
#include "engine/storage/transfer/wire/plan/runsessions.h"

#include <thread>

namespace engine {

/// One thing that is done to files of a place, by its own tools, or by SFTP where it runs none, in a thread of its own.
/// Any thread; its destruction ends it.
class FileTask final
{
    Q_DISABLE_COPY_MOVE(FileTask)

public:
    /// \a changed is called in its thread: when there is something that snapshot() has not told, once until it is asked
    /// again, and when it has ended.
    FileTask(FileTaskRequest request, OpenBulk open, std::function<void()> changed = {});
    ~FileTask();

    /// How far it is. Its error, once it has ended: NotFound of a path, InvalidArgument (the home folder), Conflict (it
    /// is not what was counted), IoError (there is no trash; target: the path), CommandFailed, Canceled and those of a
    /// login.
    [[nodiscard]] FileTaskSnapshot snapshot() const;
    [[nodiscard]] bool isDone() const;
    [[nodiscard]] quint64 movedBytes() const { return m_sessions.movedBytes(); }
    void abort() { m_sessions.abort(); }

private:
    void tell();
    [[nodiscard]] QByteArray call() const;
    [[nodiscard]] Result<void> run();
    [[nodiscard]] Result<void> runCommand(BulkSession &session);
    [[nodiscard]] Result<void> hear(const QByteArray &output);
    [[nodiscard]] Result<void> hearLine(const QByteArray &line);
    [[nodiscard]] qsizetype wanted(FileTaskRequest::Kind kind) const; ///< answers of that kind; no more are kept
    [[nodiscard]] Error failure(const QByteArray &said) const;

    FileTaskRequest m_request;
    RunSessions m_sessions;
    QByteArray m_heard; // and not used yet
    qint64 m_summedBytes = 0; // of the paths before the one that is read
    qsizetype m_restored = 0; // number of the last that came back
    bool m_hasSpoken = false; // it is our script that answers: something may be done, and SFTP must not begin anew
    bool m_isWhole = false; // it said that it was through
    std::function<void()> m_changed;
    mutable std::atomic<bool> m_isTold = false; // that there is news
    mutable QMutex m_mutex; // of what follows
    FileTaskSnapshot m_shown;
    std::jthread m_thread; // last: it uses the rest
};

} // namespace engine
