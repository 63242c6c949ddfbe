// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

#include <QObject>

class QAction;
class QWidget;

namespace ui {

/// Actions on a job's files that a file pane does not have. An action that is not possible says why in its tool tip.
class JobFileActions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobFileActions)

public:
    explicit JobFileActions(QWidget *tab); ///< \a tab gets the actions with their shortcuts

    /// \a isThere: the directory exists. \a count: of selected entries. \a one: the entry, if only one is selected.
    void offer(bool isThere, qsizetype count, const QList<engine::StorageEntry> &one);
    [[nodiscard]] QAction *follow() const { return m_follow; } ///< follow a file among the logs
    [[nodiscard]] QAction *download() const { return m_download; }
    [[nodiscard]] QAction *open() const { return m_open; } ///< open the folder on the storage page
    [[nodiscard]] QAction *fetch() const { return m_fetch; } ///< edit which files are fetched after the job's end

private:
    QAction *m_follow;
    QAction *m_download;
    QAction *m_open;
    QAction *m_fetch;
};

} // namespace ui
