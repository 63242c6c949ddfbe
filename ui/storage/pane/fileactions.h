// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>

class QAction;
class QMenu;
class QWidget;

namespace ui {

/// What can be done in a pane and with what is selected there, as actions of the pane: with keys, in its context menu,
/// and for the palette. One that cannot be done now says why. Whoever carries it out connects to it.
class FileActions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileActions)

public:
    /// What the actions depend on. What nobody takes where the pane is shown is not offered.
    struct Facts
    {
        qsizetype selected = 0; ///< entries
        bool isFolder = false; ///< the one that is selected
        QString path; ///< of the one that is selected, or of the folder if none is
        bool isListed = false; ///< the folder could be read
        bool isRooted = false; ///< nothing outside of a folder is shown
        bool isOneOfTwo = false; ///< there is another pane
        bool showsHidden = false;
        bool looksInside = false; ///< properties are shown
        bool makesJobs = false;
    };

    explicit FileActions(QWidget &pane);

    void fill(QMenu &menu) const; ///< the context menu; others may add to it
    void update(const Facts &facts); ///< also after the clipboard changed

    QAction *open, *rename, *properties;
    QAction *copyPath, *copyCommand, *terminal, *useInJob;
    QAction *copy, *cut, *paste, *copyOver, *moveOver, *trash, *remove;
    QAction *newFolder, *refresh, *hidden, *typePath;

private:
    void allowChanges(const Facts &facts);
    [[nodiscard]] QAction *add(const QString &iconName, const QString &text, const QString &keys, const QString &tip);
    static void allow(QAction *action, bool allowed, const QString &whyNot);

    QWidget &m_pane;
};

} // namespace ui
