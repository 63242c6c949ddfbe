// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// StoragePage: the panes.

#include "ui/storage/drop/filedrop.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/pane/filetable.h"
#include "ui/storage/pane/panecommands.h"
#include "ui/storage/panel/placespanel.h"
#include "ui/storage/storagepage.h"
#include "ui/storage/storageside.h"

#include <QAbstractButton>
#include <QAction>
#include <QSettings>
#include <QSplitter>

using namespace Qt::StringLiterals;

namespace ui {

using engine::Location;

FilePane *StoragePage::newPane()
{
    auto *pane = new FilePane(m_client, m_placesModel, m_splitter);
    pane->setShowsHidden(m_settings.value(u"storage/hidden"_s).toBool());
    pane->table()->setColumns(m_settings.value(u"storage/columns"_s).toByteArray());
    connect(pane, &FilePane::stepsChanged, this, &StoragePage::stepsChanged);
    connect(pane, &FilePane::locationChanged, this, [this, pane](const Location &folder) {
        if (pane != m_active)
            return;
        m_places->showLocation(folder);
        showHeader();
        emit locationChanged(folder);
    });
    connect(pane, &FilePane::selectionChanged, this, [this, pane] {
        if (pane != m_active)
            return;
        m_selectionPause.start();
        emit selectionChanged();
    });
    connect(pane, &FilePane::propertiesRequested, this, [this] {
        setPropertiesShown(true);
        showSelected();
    });
    connect(pane, &FilePane::propertiesToggled, this,
            [this] { setPropertiesShown(!m_commands.properties->isChecked()); });
    connect(pane, &FilePane::connectRequested, this, [this, pane] {
        const engine::ResourceId id = m_machines.named(pane->location().place);
        connectMachineOf(m_client, pane, id, [this, id] { emit openRequested(id); });
    });
    connect(pane, &FilePane::terminalRequested, this,
            [this, pane] { openTerminalIn(m_client, pane, m_machines.named(pane->location().place)); });
    connect(pane, &FilePane::keyRequested, this, &StoragePage::accountKeyRequested);
    connect(pane, &FilePane::linkRequested, this,
            [this, pane](int minutes) { copyLink(pane->selectedLocations().constFirst(), minutes); });
    connect(pane, &FilePane::jobRequested, this, &Page::jobRequested);
    connect(pane, &FilePane::menuRequested, this, &StoragePage::showMenu);
    connectChanges(pane);
    auto *drop = new FileDrop(pane, [pane](const QPoint &where) { return pane->spotAt(where); });
    drop->setMayMove(true);
    connect(drop, &FileDrop::dropped, this, &StoragePage::askTransfer);
    connect(pane, &FilePane::otherPaneRequested, this, [this] {
        if (FilePane *other = otherPane())
            other->focusList();
    });
    connect(pane, &FilePane::hiddenToggled, this,
            [this](bool shows) { m_settings.setValue(u"storage/hidden"_s, shows); });
    connect(pane->table(), &FileTable::columnsChanged, this,
            [this, pane] { m_settings.setValue(u"storage/columns"_s, pane->table()->columns()); });
    m_splitter->addWidget(pane);
    return pane;
}

FilePane *StoragePage::otherPane() const
{
    return m_panes.size() < 2 ? nullptr : m_panes[m_active == m_panes.constFirst() ? 1 : 0];
}

void StoragePage::setSecondPane(bool isShown)
{
    m_commands.secondPane->setChecked(isShown);
    if (isShown == (m_panes.size() == 2))
        return;
    if (isShown) {
        FilePane *pane = newPane();
        m_panes.append(pane);
        pane->open(m_active->location());
        activate(pane);
        pane->focusList();
    } else {
        FilePane *gone = otherPane();
        const bool hadFocus = gone->isAncestorOf(focusWidget());
        m_panes.removeOne(gone);
        gone->hide();
        gone->deleteLater();
        activate(m_active);
        if (hadFocus)
            m_active->focusList();
    }
    fitPlaces();
}

void StoragePage::activate(FilePane *pane)
{
    const bool isOther = std::exchange(m_active, pane) != pane;
    for (FilePane *one : std::as_const(m_panes)) {
        one->setActive(one == pane, m_panes.size() == 2);
        for (QAction *action : one->actions()) // keys of the active pane work in the whole page
            one == pane ? addAction(action) : removeAction(action);
    }
    if (!isOther)
        return;
    m_places->showLocation(pane->location());
    m_selectionPause.start();
    showHeader();
    emit locationChanged(pane->location());
    emit stepsChanged();
    emit selectionChanged();
}

void StoragePage::focusNextArea(int direction)
{
    QList<QWidget *> areas;
    if (m_places->isVisible())
        areas.append(m_places);
    for (FilePane *pane : std::as_const(m_panes))
        areas.append(pane);
    if (m_side->neededWidth() > 0)
        areas.append(m_side);
    qsizetype at = 0;
    for (qsizetype i = 0; i < areas.size(); ++i) {
        if (areas[i]->isAncestorOf(focusWidget()))
            at = i;
    }
    QWidget *next = areas[(at + direction + areas.size()) % areas.size()];
    if (auto *pane = qobject_cast<FilePane *>(next))
        return pane->focusList();
    for (QWidget *inside : next->findChildren<QWidget *>()) {
        if (inside->isVisible() && (inside->focusPolicy() & Qt::TabFocus))
            return inside->setFocus(Qt::TabFocusReason);
    }
}

} // namespace ui
