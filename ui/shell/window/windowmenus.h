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

/// The menu bar and tool bar of the window, and the context menu of the tree.
class WindowMenus final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WindowMenus)

public:
    /// Adds the bars to \a window. \a settings store the look.
    WindowMenus(const WindowActions &actions, QSettings &settings, QMainWindow &window);

    /// \a where in screen coordinates. \a id is invalid beside the rows.
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
