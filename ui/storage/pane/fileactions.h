// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>

class QAction;
class QMenu;
class QWidget;

namespace ui {

/// The actions of a pane and its selection, for keys, context menu and palette. A disabled action says why. The pane
/// connects to them. A member for each action: users name it, and a typing error is an error of the compiler.
class FileActions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileActions)

public:
    enum class Where { Disk, Container, ContainerList }; // the last two: of a storage account
    /// Facts that the actions depend on. Actions without a receiver on the page are disabled.
    struct Facts
    {
        Where where = Where::Disk;
        qsizetype selected = 0; ///< entries
        bool isFolder = false; ///< of the selected entry
        QString path; ///< of the selected entry, else of the folder
        bool isListed = false; ///< the folder could be read
        bool isRooted = false; ///< FilePane::setRoot() was called
        bool isOneOfTwo = false; ///< there is another pane
        bool showsHidden = false;
        bool looksInside = false; ///< properties are shown
        bool makesJobs = false;
    };

    explicit FileActions(QWidget &pane);

    void fill(QMenu &menu) const; ///< fills the context menu; the caller may add to it
    void update(const Facts &facts); ///< also after the clipboard changed

    QAction *open, *rename, *properties;
    QAction *copyPath, *copyCommand, *terminal, *useInJob;
    QAction *linkHour, *linkDay, *linkWeek;
    QAction *copy, *cut, *paste, *copyOver, *moveOver, *trash, *remove;
    QAction *newFolder, *refresh, *hidden, *typePath;

private:
    void allowChanges(const Facts &facts);
    void allowLinks(const Facts &facts);
    void nameFor(Where where);
    [[nodiscard]] QAction *add(const QString &iconName, const QString &text, const QString &keys, const QString &tip);
    static void allow(QAction *action, bool allowed, const QString &whyNot);

    QWidget &m_pane;
    Where m_where = Where::Disk;
};

} // namespace ui
