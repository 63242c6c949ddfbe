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

/// The menu bar and tool bar of the window, and the context menus of the tree and of lists of resources.
class WindowMenus final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WindowMenus)

public:
    /// Adds the bars to \a window. \a settings store the look.
    WindowMenus(const WindowActions &actions, QSettings &settings, QMainWindow &window);

    /// \a where in screen coordinates. \a id is invalid beside the rows.
    void popUpTreeMenu(const engine::ResourceId &id, const QPoint &where);
    /// For selected rows of a list, of which \a first is the first. \a where in screen coordinates.
    void popUpRowMenu(const engine::ResourceId &first, const QPoint &where);

private:
    void addMenus();
    void addLookMenu(QMenu *view);
    void addCommandBar();
    void showAbout();
    void popUp(const QList<QAction *> &own, const engine::ResourceId &id, const QPoint &where);
    [[nodiscard]] QList<QAction *> treeActions(const engine::ResourceId &id) const;

    const WindowActions &m_actions;
    QSettings &m_settings;
    QMainWindow &m_window;
};

} // namespace ui
