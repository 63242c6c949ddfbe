// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/pane/folderentries.h"

#include "models/storage/foldermodel.h"
#include "ui/storage/pane/emptyfolder.h"
#include "ui/storage/pane/filetable.h"
#include "ui/widgets/layouts.h"

#include <QAbstractButton>

namespace ui {

FolderEntries::FolderEntries(models::FolderModel &model, QWidget &pane)
    : QStackedWidget(&pane), m_pane(pane), m_model(model), m_table(new FileTable(model, this)),
      m_none(new EmptyFolder(this))
{
    addPages(*this, {m_table, m_none->widget()});
}

void FolderEntries::showState()
{
    const QWidget *shown = currentWidget();
    const bool hadFocus = shown && shown->isAncestorOf(m_pane.focusWidget());
    if (m_model.rowCount() > 0 || m_model.state() == models::FolderModel::State::Failed || !m_model.isSettled()) {
        const bool wasButton = m_none->button() && window()->focusWidget() == m_none->button();
        setCurrentWidget(m_table);
        if (wasButton)
            takeFocus();
        return;
    }
    m_none->show(m_model);
    setCurrentWidget(m_none->widget());
    if (hadFocus && shown != m_none->widget())
        m_none->button()->setFocus(Qt::OtherFocusReason);
}

void FolderEntries::takeFocus()
{
    const bool isNone = currentWidget() == m_none->widget() && m_none->button();
    (isNone ? static_cast<QWidget *>(m_none->button()) : m_table)->setFocus(Qt::OtherFocusReason);
}

} // namespace ui
