// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/files/jobfileactions.h"

#include "models/words.h"
#include "ui/theme/icons.h"

#include <QAction>
#include <QWidget>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

void allow(QAction *action, bool isAllowed, const QString &tip)
{
    action->setEnabled(isAllowed);
    action->setToolTip(tip);
}

} // namespace

JobFileActions::JobFileActions(QWidget *tab)
    : QObject(tab), m_follow(new QAction(icon(u"file-text"_s), tr("&Follow among the logs"), tab)),
      m_download(new QAction(icon(u"download"_s), tr("&Download…"), tab)),
      m_open(new QAction(icon(u"folder"_s), tr("Open in &Files"), tab)),
      m_fetch(new QAction(icon(u"clock"_s), tr("&When it is over…"), tab))
{
    m_follow->setShortcut(QKeySequence(u"Ctrl+Shift+G"_s));
    m_download->setShortcut(QKeySequence(u"Ctrl+Shift+S"_s));
    m_open->setShortcut(QKeySequence(u"Ctrl+Shift+O"_s));
    m_fetch->setShortcut(QKeySequence(u"Ctrl+Shift+W"_s));
    m_fetch->setCheckable(true);
    m_fetch->setToolTip(tr("Say what is brought to this computer when the job is over (Ctrl+Shift+W)"));
    for (QAction *action : {m_follow, m_download, m_open, m_fetch}) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        tab->addAction(action);
    }
}

void JobFileActions::offer(bool isThere, qsizetype count, const QList<engine::StorageEntry> &one)
{
    constexpr qint64 mostFollowed = 256'000'000; // bytes: the file is copied to this computer as a whole
    const bool isFile = one.size() == 1 && !one.constFirst().isFolder;
    const bool isSmall = isFile && one.constFirst().size <= mostFollowed;
    allow(m_follow, isSmall,
          isFile && !isSmall ? tr("Only files up to %1 are copied here").arg(models::fileSize(mostFollowed))
              : isFile       ? tr("Read it among the logs, as it grows (Ctrl+Shift+G)")
                             : tr("Choose a file first"));
    const QString notThere = tr("The job has not made this directory yet");
    allow(m_download, isThere,
          !isThere        ? notThere
              : count > 0 ? tr("Bring what is selected to a folder of this computer (Ctrl+Shift+S)")
                          : tr("Bring this folder to one of this computer (Ctrl+Shift+S)"));
    allow(m_open, isThere, isThere ? tr("Show this folder among all files of its machine (Ctrl+Shift+O)") : notThere);
}

} // namespace ui
