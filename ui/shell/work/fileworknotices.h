// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/storage/filework.h"
#include "ui/shell/work/notices.h"

#include <QHash>

namespace ui {

class PageStack;
class StoragePage;

/// Tells of work with files that goes on whatever page is shown. What a page of files can tell itself is left to it.
class FileWorkNotices final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileWorkNotices)

public:
    FileWorkNotices(models::FileWork &work, const PageStack &pages, const Notices &notices, QObject *parent);

signals:
    void folderRequested(const engine::Location &folder); ///< where a question waits for its answer

private:
    [[nodiscard]] StoragePage *page() const; ///< null while another page is shown
    void tellQuestion();

    models::FileWork &m_work;
    const PageStack &m_pages;
    const Notices m_notices;
    QHash<int, int> m_operations; // of Activity, by their number as work
};

} // namespace ui
