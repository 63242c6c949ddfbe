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

/// The actions of the window, for keys, menus and the palette. A disabled action says why. WindowCommands and others
/// connect to them. A member for each action: users name it, and a typing error is an error of the compiler.
class WindowActions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WindowActions)

public:
    explicit WindowActions(QMainWindow &window);

    void useTree(QAction *toggle); ///< \a toggle shows and hides the tree
    /// To be called after a change that actions depend on. \a hasProfile: the profile's id is known.
    void update(const PageStack &pages, const CurrentChoice &choice, const models::ResourceStore &store,
                bool hasProfile);
    void allowUndo(bool isOffered);

    QAction *submit, *newGroup, *newWorkspace, *newExperiment, *newCluster, *newFileServer, *addAccount, *quit;
    QAction *openDocument, *exportResource, *mapVolumes, *transferLimits, *transfers;
    QAction *connectMachine, *reconnect, *terminal, *doctor, *removeTraces, *accountKey;
    QAction *openLog, *stop, *rerun, *clone, *deleteResource, *copyName, *undo;
    QAction *back, *forward, *up, *home, *files, *search, *filterTree, *reload, *shortcuts, *about;
    QAction *showTree = nullptr; ///< null before useTree()

private:
    [[nodiscard]] QAction *add(const QString &iconName, const QString &text, const QKeySequence &keys,
                               const QString &tip);
    void addForDocuments();
    void addForMachines();
    void addSynonyms(); // for the palette
    void updateOfChoice(const CurrentChoice &choice, const models::ResourceStore &store, bool hasPlace);
    static void allow(QAction *action, bool allowed, const QString &whyNot);

    QMainWindow &m_window;
};

} // namespace ui
