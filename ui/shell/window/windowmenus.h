// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QObject>

class QAction;
class QMainWindow;
class QMenu;
class QSettings;

namespace ui {

class WindowActions;

/// The menus of the window, the bar of commands below them, and the menu of a row of the tree.
class WindowMenus final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WindowMenus)

public:
    /// Adds menus and bar to \a window. \a settings remember the look.
    WindowMenus(const WindowActions &actions, QSettings &settings, QMainWindow &window);

    /// At \a where of the screen. \a id is invalid beside the rows.
    void popUpTreeMenu(const engine::ResourceId &id, const QPoint &where);

private:
    void addMenus();
    void addLookMenu(QMenu *view);
    void addCommandBar();
    [[nodiscard]] QList<QAction *> treeActions(const engine::ResourceId &id) const;

    const WindowActions &m_actions;
    QSettings &m_settings;
    QMainWindow &m_window;
};

} // namespace ui
