// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/pane/folderhistory.h"

namespace ui {

namespace {

constexpr qsizetype mostVisits = 100;

} // namespace

void FolderHistory::clear()
{
    m_visits.clear();
    m_at = -1;
}

void FolderHistory::open(const engine::Location &folder, const QString &left)
{
    if (m_at >= 0)
        m_visits[m_at].current = left;
    m_visits.resize(m_at + 1);
    m_visits.append({folder, {}});
    if (m_visits.size() > mostVisits)
        m_visits.removeFirst();
    m_at = m_visits.size() - 1;
}

void FolderHistory::go(int direction, const QString &left)
{
    if (direction < 0 ? !canGoBack() : !canGoForward())
        return;
    m_visits[m_at].current = left;
    m_at += direction;
}

} // namespace ui
