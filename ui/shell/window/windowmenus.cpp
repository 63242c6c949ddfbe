// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/window/windowmenus.h"

#include "ui/shell/commandpalette.h"
#include "ui/shell/searchbutton.h"
#include "ui/shell/window/windowactions.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QLayout>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QToolBar>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

WindowMenus::WindowMenus(const WindowActions &actions, QSettings &settings, QMainWindow &window)
    : QObject(&window), m_actions(actions), m_settings(settings), m_window(window)
{
    addMenus();
    addCommandBar();
}

void WindowMenus::addMenus()
{
    QMenu *file = m_window.menuBar()->addMenu(tr("&File"));
    file->addActions({m_actions.submit, m_actions.newExperiment, m_actions.newCluster, m_actions.newFileServer,
                      m_actions.addAccount, m_actions.newWorkspace, m_actions.newGroup});
    file->addSeparator();
    file->addActions({m_actions.openDocument, m_actions.exportResource});
    file->addSeparator();
    file->addAction(m_actions.quit);
    QMenu *edit = m_window.menuBar()->addMenu(tr("&Edit"));
    edit->addAction(m_actions.undo);
    edit->addSeparator();
    edit->addActions({m_actions.copyName, m_actions.mapVolumes, m_actions.transferLimits, m_actions.accountKey,
                      m_actions.deleteResource});
    QMenu *view = m_window.menuBar()->addMenu(tr("&View"));
    view->addActions({m_actions.showTree, m_actions.filterTree, m_actions.reload});
    addLookMenu(view);
    QMenu *goMenu = m_window.menuBar()->addMenu(tr("&Go"));
    goMenu->addActions({m_actions.back, m_actions.forward, m_actions.up, m_actions.home});
    goMenu->addSeparator();
    goMenu->addActions({m_actions.files, m_actions.transfers, m_actions.search});
    QMenu *job = m_window.menuBar()->addMenu(tr("&Job"));
    job->addActions({m_actions.submit, m_actions.openLog, m_actions.stop, m_actions.rerun, m_actions.clone});
    QMenu *machine = m_window.menuBar()->addMenu(tr("&Machine"));
    machine->addActions({m_actions.connectMachine, m_actions.newCluster});
    machine->addSeparator();
    machine->addActions({m_actions.reconnect, m_actions.terminal, m_actions.doctor, m_actions.removeTraces});
    QMenu *help = m_window.menuBar()->addMenu(tr("&Help"));
    help->addActions({m_actions.shortcuts, m_actions.about});
    connect(m_actions.about, &QAction::triggered, this, &WindowMenus::showAbout);
    for (QMenu *menu : {file, edit, view, goMenu, job, machine, help})
        menu->setToolTipsVisible(true); // for the reason of a disabled action
}

void WindowMenus::addLookMenu(QMenu *view)
{
    QMenu *menu = view->addMenu(icon(u"sun"_s), tr("&Look"));
    auto *group = new QActionGroup(&m_window);
    const std::pair<LookChoice, QString> choices[] = {{LookChoice::Desktop, tr("As the &desktop")},
                                                      {LookChoice::Light, tr("&Light")},
                                                      {LookChoice::Dark, tr("Dar&k")}};
    for (const auto &[choice, text] : choices) {
        QAction *made = menu->addAction(text);
        made->setIcon(icon(u"sun"_s));
        made->setCheckable(true);
        made->setChecked(choice == lookChoice());
        made->setToolTip(text);
        made->setProperty(synonymsProperty, tr("settings preferences theme"));
        group->addAction(made);
        m_window.addAction(made);
        connect(made, &QAction::triggered, this, [this, wanted = choice] {
            applyTheme(*qApp, wanted);
            m_settings.setValue(u"look"_s, int(wanted));
        });
    }
}

void WindowMenus::showAbout()
{
    auto *about =
        new QMessageBox(QMessageBox::NoIcon, tr("About Batchdeck"),
                        tr("Batchdeck %1").arg(QCoreApplication::applicationVersion()), QMessageBox::Close, &m_window);
    about->setAttribute(Qt::WA_DeleteOnClose);
    about->setInformativeText(tr("Jobs and files on your machines, over SSH. Free software under the GNU General "
                                 "Public License, version 3 or later."));
    about->open();
}

void WindowMenus::addCommandBar()
{
    QToolBar *bar = m_window.addToolBar(tr("Commands"));
    bar->setObjectName(u"commands"_s);
    bar->setMovable(false);
    bar->toggleViewAction()->setEnabled(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto *newButton = new QToolButton(bar);
    newButton->setText(tr("New"));
    newButton->setIcon(icon(u"plus"_s));
    newButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    newButton->setPopupMode(QToolButton::InstantPopup);
    newButton->setFocusPolicy(Qt::TabFocus);
    newButton->setToolTip(tr("Make something new"));
    newButton->setAccessibleName(tr("New"));
    auto *menu = new QMenu(newButton);
    menu->addActions({m_actions.submit, m_actions.newExperiment, m_actions.newCluster, m_actions.newFileServer,
                      m_actions.addAccount, m_actions.newWorkspace, m_actions.newGroup});
    menu->setToolTipsVisible(true);
    newButton->setMenu(menu);
    bar->addWidget(newButton);
    bar->addSeparator();
    for (const auto &[shown, name] : {std::pair(m_actions.connectMachine, tr("Connect machine")),
                                      {m_actions.files, tr("Browse files")},
                                      {m_actions.submit, tr("Submit job")}}) {
        bar->addAction(shown);
        bar->widgetForAction(shown)->setFocusPolicy(Qt::TabFocus);
        bar->widgetForAction(shown)->setAccessibleName(name);
    }
    auto *space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    auto *search = new SearchButton(tr("Search or run anything"), tr("Ctrl K"), bar);
    connect(search, &QPushButton::clicked, m_actions.search, &QAction::trigger);
    bar->addWidget(search);
    bar->layout()->setContentsMargins(8, 5, 12, 6);
}

void WindowMenus::popUpTreeMenu(const ResourceId &id, const QPoint &where)
{
    popUp(treeActions(id), id, where);
}

// Without actions that act on the page, as a row's page is not open. Those of jobs act on the selection.
void WindowMenus::popUpRowMenu(const ResourceId &first, const QPoint &where)
{
    popUp(first.kind() == ResourceKind::Job ? treeActions(first) : QList<QAction *>(), first, where);
}

void WindowMenus::popUp(const QList<QAction *> &own, const ResourceId &id, const QPoint &where)
{
    auto *menu = new QMenu(&m_window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->addActions(own);
    if (id.isValid()) {
        menu->addSeparator();
        menu->addAction(m_actions.copyName);
        if (!id.isOfProfile())
            menu->addAction(m_actions.exportResource);
        menu->addAction(m_actions.deleteResource);
    }
    menu->popup(where);
}

// Actions for the resource of a row.
QList<QAction *> WindowMenus::treeActions(const ResourceId &id) const
{
    if (!id.isValid())
        return {m_actions.newGroup,       m_actions.newCluster, m_actions.newFileServer,
                m_actions.connectMachine, m_actions.addAccount, m_actions.openDocument};
    switch (id.kind()) {
    case ResourceKind::Group:
        return {m_actions.newWorkspace, m_actions.openDocument};
    case ResourceKind::Workspace:
        return {m_actions.submit, m_actions.newExperiment, m_actions.newCluster, m_actions.newFileServer,
                m_actions.openDocument};
    case ResourceKind::Cluster:
        return {m_actions.submit, m_actions.mapVolumes};
    case ResourceKind::FileServer:
        return {m_actions.files, m_actions.mapVolumes};
    case ResourceKind::Experiment:
        return {m_actions.submit};
    case ResourceKind::Job:
        return {m_actions.openLog, m_actions.stop, m_actions.rerun, m_actions.clone};
    case ResourceKind::Machine:
        return {m_actions.files,  m_actions.reconnect,    m_actions.terminal,
                m_actions.doctor, m_actions.removeTraces, m_actions.newCluster};
    case ResourceKind::StorageAccount:
        return {m_actions.accountKey, m_actions.addAccount};
    }
    return {};
}

} // namespace ui
