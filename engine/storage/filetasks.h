// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/retired.h"
#include "engine/storage/filetask.h"

#include <QTimer>

#include <map>

namespace engine {

/// What clients do to files, known by ids. One after which nobody asks for a minute is ended, and so is one through
/// which nothing moved for an hour. None is waited for but by the destruction. Thread: its creator's; each task has one
/// of its own.
class FileTasks final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileTasks)

public:
    explicit FileTasks(QObject *parent = nullptr);
    ~FileTasks() override;

    /// Its id. Conflict: there are too many, with those that were ended and have not stopped yet.
    [[nodiscard]] Result<QString> begin(const FileTaskRequest &request, const OpenBulk &open);
    /// NotFound: an id that is not known (any more).
    [[nodiscard]] Result<FileTaskSnapshot> snapshot(const QString &id);
    void end(const QString &id);

private:
    struct Open
    {
        std::unique_ptr<FileTask> task;
        qint64 askedMs = 0;
        qint64 movedMs = 0;
        quint64 movedBytes = 0;
    };

    using Tasks = std::map<QString, Open>;

    void look();
    void retire(Tasks::iterator task);

    Tasks m_tasks;
    Retired<FileTask> m_ending;
    QTimer m_timer{this};
};

} // namespace engine
