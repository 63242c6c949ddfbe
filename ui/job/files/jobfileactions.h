// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

#include <QObject>

class QAction;
class QWidget;

namespace ui {

/// What can be done with a job's files beside what a file pane does. An action that is not possible says why in its
/// tool tip.
class JobFileActions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobFileActions)

public:
    explicit JobFileActions(QWidget *tab); ///< whose shortcuts they are

    /// \a isThere: whether the directory is. \a one: the entry that is selected, unless \a count are.
    void offer(bool isThere, qsizetype count, const QList<engine::StorageEntry> &one);
    [[nodiscard]] QAction *follow() const { return m_follow; } ///< a file among the logs
    [[nodiscard]] QAction *download() const { return m_download; }
    [[nodiscard]] QAction *open() const { return m_open; } ///< the folder among all files of its machine
    [[nodiscard]] QAction *fetch() const { return m_fetch; } ///< what is brought here once the job is over

private:
    QAction *m_follow;
    QAction *m_download;
    QAction *m_open;
    QAction *m_fetch;
};

} // namespace ui
