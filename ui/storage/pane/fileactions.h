// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>

class QAction;
class QMenu;

namespace ui {

class FilePane;

/// What can be done in a pane and with what is selected there, as actions of the pane: with keys, in its context menu,
/// and for the palette. One that cannot be now says why.
class FileActions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileActions)

public:
    explicit FileActions(FilePane &pane);

    void fill(QMenu &menu) const; ///< the context menu; others may add to it
    void update(); ///< after the selection or the folder changed

private:
    void allowChanges(bool hasSelection, bool isListed);
    [[nodiscard]] QAction *add(const QString &iconName, const QString &text, const QString &keys, const QString &tip,
                               void (FilePane::*slot)());
    static void allow(QAction *action, bool allowed, const QString &whyNot);

    FilePane &m_pane;
    QAction *m_open, *m_rename, *m_properties;
    QAction *m_copyPath, *m_copyCommand, *m_terminal, *m_useInJob;
    QAction *m_copy, *m_cut, *m_paste, *m_copyOver, *m_moveOver, *m_trash, *m_remove;
    QAction *m_newFolder, *m_refresh, *m_hidden, *m_path;
};

} // namespace ui
