// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// FilePane: from folder to folder.

#include "engine/base/whenfinished.h"
#include "ui/storage/filepane.h"
#include "ui/storage/filetable.h"
#include "ui/storage/pathbar.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/tables.h"

#include <QLineEdit>

namespace ui {

using engine::Location;
using models::FolderModel;

namespace {

constexpr qsizetype longestHistory = 100;

} // namespace

void FilePane::setRoot(const Location &root, const QString &name)
{
    m_root = root;
    m_path->setRoot(root, name);
    m_history.clear();
    m_at = -1;
    open(root);
}

void FilePane::open(const Location &folder)
{
    if (m_at >= 0 && folder == location() && m_model.state() != FolderModel::State::Failed)
        return refresh();
    if (m_at >= 0)
        m_history[m_at].current = m_table->currentName();
    m_history.resize(m_at + 1);
    m_history.append({folder, {}});
    if (m_history.size() > longestHistory)
        m_history.removeFirst();
    m_at = m_history.size() - 1;
    show(m_history[m_at]);
}

bool FilePane::canStep(Page::Step way) const
{
    if (way == Page::Step::Up)
        return canGoUp();
    return way == Page::Step::Back ? m_at > 0 : m_at + 1 < m_history.size();
}

void FilePane::step(Page::Step way)
{
    if (way == Page::Step::Up)
        return goUp();
    if (!canStep(way))
        return;
    m_history[m_at].current = m_table->currentName();
    m_at += way == Page::Step::Back ? -1 : 1;
    show(m_history[m_at]);
}

void FilePane::goUp()
{
    if (!canGoUp())
        return;
    const QString child = location().name();
    open(location().parent());
    m_table->select({child});
}

void FilePane::show(const Visit &visit)
{
    m_saidFailure = false;
    m_remedy = Remedy::None;
    m_banner->dismiss();
    m_path->setLocation(visit.folder);
    m_table->setAccessibleName(tr("Files in %1").arg(engine::shownPath(visit.folder.toString())));
    m_table->selectionModel()->clear(); // else it would be looked for in the next folder
    m_table->select({});
    {
        const QSignalBlocker quiet(m_filter); // a filter is for one folder
        m_filter->clear();
    }
    m_model.open(visit.folder);
    m_model.setFilter({{}, showsHidden()});
    if (!visit.current.isEmpty())
        m_table->select({visit.current});
    emit locationChanged(visit.folder);
    emit stepsChanged();
}

// What is typed may be a file: then its folder is opened at it.
void FilePane::openTyped(const Location &location)
{
    engine::whenFinished(m_client.storage.stat(location), this, [this, location](const auto &entry) {
        if (!entry || entry->isFolder)
            return open(location);
        open(location.parent());
        m_table->select({location.name()});
    });
}

void FilePane::openRow(int row)
{
    const engine::StorageEntry entry = m_model.entry(row);
    if (entry.isFolder)
        open(m_model.location(row));
    else
        emit propertiesRequested();
}

void FilePane::openSelected()
{
    if (const QList<int> rows = selectedRows(*m_table); rows.size() == 1)
        openRow(rows.constFirst());
}

} // namespace ui
