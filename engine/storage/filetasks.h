// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/retired.h"
#include "engine/storage/filetask.h"

#include <QTimer>

#include <chrono>
#include <map>

namespace engine {

/// The file tasks of clients. A task without progress for an hour is ended. Only the destructor waits for tasks.
/// Thread: its creator's; each task has a thread of its own.
class FileTasks final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileTasks)

public:
    using Tell = std::function<void(const FileTaskSnapshot &)>;

    explicit FileTasks(QObject *parent = nullptr);
    ~FileTasks() override;

    /// Returns the number of the task. \a tell gets the progress some times a second, and the result at once. Conflict:
    /// too many are running, with those that were aborted and have not ended yet.
    [[nodiscard]] Result<int> begin(const FileTaskRequest &request, const FileTask::Access &access, const Tell &tell);
    void end(int number); ///< aborts a task, whose progress is not told any more

private:
    struct Running
    {
        std::unique_ptr<FileTask> task;
        Tell tell;
        bool namesFiles = false; ///< its result has names of files
        std::chrono::milliseconds pause{}; ///< between two calls of tell
        qint64 movedMs = 0;
        quint64 movedBytes = 0;
    };

    using Tasks = std::map<int, Running>;

    void hear(int number);
    void tellOf(int number);
    void retire(Tasks::iterator task);
    void look();

    Tasks m_tasks;
    int m_last = 0;
    Retired<FileTask> m_ending;
    QTimer m_timer{this};
};

} // namespace engine
