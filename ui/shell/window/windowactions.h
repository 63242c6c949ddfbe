// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QKeySequence>
#include <QObject>

class QAction;
class QMainWindow;

namespace models {
class ResourceStore;
}

namespace ui {

class CurrentChoice;
class PageStack;

/// What can be done in the window, as its actions: with keys, in menus, and for the palette. One that cannot be done
/// now says why. Whoever carries it out connects to it.
class WindowActions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WindowActions)

public:
    explicit WindowActions(QMainWindow &window);

    void useTree(QAction *toggle); ///< that shows and hides the tree
    /// After something that an action depends on has changed. \a hasProfile: the engine has said which it is.
    void update(const PageStack &pages, const CurrentChoice &choice, const models::ResourceStore &store,
                bool hasProfile);

    QAction *submit, *newGroup, *newWorkspace, *newExperiment, *newCluster, *newFileServer, *quit;
    QAction *openDocument, *exportResource, *mapVolumes, *transferLimits, *transfers;
    QAction *connectMachine, *reconnect, *terminal, *doctor, *removeTraces;
    QAction *stop, *rerun, *clone, *deleteResource, *copyName;
    QAction *back, *forward, *up, *home, *files, *search, *filterTree, *reload;
    QAction *showTree = nullptr; ///< null before useTree()

private:
    [[nodiscard]] QAction *add(const QString &iconName, const QString &text, const QKeySequence &keys,
                               const QString &tip);
    void addForDocuments();
    void addForMachines();
    void updateOfChoice(const CurrentChoice &choice, const models::ResourceStore &store, bool hasPlace);
    static void allow(QAction *action, bool allowed, const QString &whyNot);

    QMainWindow &m_window;
};

} // namespace ui
