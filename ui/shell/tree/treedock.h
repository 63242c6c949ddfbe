// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/tree/resourcetreemodel.h"

#include <QDockWidget>

class QMainWindow;
class QSettings;

namespace ui {

class TreePanel;

/// The tree at the left of the window. It is as wide as the user made it. A page that needs more room takes of it for a
/// while.
class TreeDock final : public QDockWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TreeDock)

public:
    explicit TreeDock(QMainWindow &window);

    [[nodiscard]] models::ResourceTreeModel &model() { return m_model; }
    [[nodiscard]] TreePanel &panel() const { return *m_panel; }
    /// Whether the user drags the separator between dock and page. The width at the end is the one to keep.
    void setDragged(bool isDragged);
    void widen(); ///< to the width that the user gave it, as far as the page leaves that room
    void saveTo(QSettings &settings) const;
    void restoreFrom(const QSettings &settings);

private:
    QMainWindow &m_window;
    models::ResourceTreeModel m_model;
    TreePanel *m_panel;
    int m_width; // that the user gave it, in pixels
    bool m_isDragged = false;
};

} // namespace ui
