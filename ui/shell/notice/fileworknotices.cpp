// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/notice/fileworknotices.h"

#include "ui/shell/window/pagestack.h"
#include "ui/storage/storagepage.h"

namespace ui {

using models::FileWork;

FileWorkNotices::FileWorkNotices(FileWork &work, const PageStack &pages, const Notices &notices, QObject *parent)
    : QObject(parent), m_work(work), m_pages(pages), m_notices(notices)
{
    connect(&work, &FileWork::began, this, [this](int number, const QString &words) {
        m_operations.insert(number, m_notices.activity->begin(words, [this, number] { m_work.stop(number); }));
    });
    connect(&work, &FileWork::progressed, this,
            [this](int number, const QString &words) { m_notices.activity->say(m_operations.value(number), words); });
    connect(&work, &FileWork::ended, this, [this](int number) { m_notices.activity->end(m_operations.take(number)); });
    connect(&work, &FileWork::told, notices.toast, &Toast::say);
    connect(&work, &FileWork::failed, this,
            [this](const engine::Error &error) { page() ? page()->fail(error) : m_notices.banner->showError(error); });
    connect(&work, &FileWork::trashFailed, this,
            [this](const engine::Error &error, const QList<engine::Location> &left) {
                page() ? page()->offerRemoval(error, left) : m_notices.banner->showError(error);
            });
    // Queued, so that the page can ask first.
    connect(&work, &FileWork::questioned, this, &FileWorkNotices::tellQuestion, Qt::QueuedConnection);
}

StoragePage *FileWorkNotices::page() const
{
    return qobject_cast<StoragePage *>(m_pages.page());
}

void FileWorkNotices::tellQuestion()
{
    if (!m_work.hasQuestion() || page())
        return;
    const models::DropFacts &facts = m_work.firstQuestion();
    m_notices.toast->offer(tr("%1 needs an answer.").arg(models::judgeFiles(facts).title), tr("Show"),
                           [this, target = facts.target] { emit folderRequested(target); });
}

} // namespace ui
