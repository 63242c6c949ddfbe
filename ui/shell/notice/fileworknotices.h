// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/storage/filework.h"
#include "ui/shell/notice/notices.h"

#include <QHash>

namespace ui {

class PageStack;
class StoragePage;

/// Notices about FileWork while another page is shown; the storage page shows its own.
class FileWorkNotices final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileWorkNotices)

public:
    FileWorkNotices(models::FileWork &work, const PageStack &pages, const Notices &notices, QObject *parent);

signals:
    void folderRequested(const engine::Location &folder); ///< of a question without an answer

private:
    [[nodiscard]] StoragePage *page() const; ///< null while another page is shown
    void tellQuestion();

    models::FileWork &m_work;
    const PageStack &m_pages;
    const Notices m_notices;
    QHash<int, int> m_operations; // number in ActivityBar, by the number in FileWork
};

} // namespace ui
