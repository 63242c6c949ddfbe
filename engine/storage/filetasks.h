// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/retired.h"
#include "engine/storage/filetask.h"

#include <QTimer>

#include <chrono>
#include <map>

namespace engine {

/// What clients do to files. One through which nothing moved for an hour is ended. None is waited for but by the
/// destruction. Thread: its creator's; each task has one of its own.
class FileTasks final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileTasks)

public:
    using Tell = std::function<void(const FileTaskSnapshot &)>;

    explicit FileTasks(QObject *parent = nullptr);
    ~FileTasks() override;

    /// Its number. \a tell hears some times a second how far it is, in the end what is known then, and that at once.
    /// Conflict: there are too many, with those that were ended and have not stopped yet.
    [[nodiscard]] Result<int> begin(const FileTaskRequest &request, const OpenBulk &open, const Tell &tell);
    void end(int number); ///< one that runs; nothing is told of it any more

private:
    struct Running
    {
        std::unique_ptr<FileTask> task;
        Tell tell;
        bool namesFiles = false; ///< it tells what is in the trash, or no more
        std::chrono::milliseconds pause{}; ///< before it tells more
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
