// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/tree/resourcetreemodel.h"

#include <QDockWidget>

class QMainWindow;
class QSettings;

namespace ui {

class TreePanel;

/// The dock of the tree. Keeps the width that the user set; a wide page may shrink it temporarily.
class TreeDock final : public QDockWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TreeDock)

public:
    explicit TreeDock(QMainWindow &window);

    [[nodiscard]] models::ResourceTreeModel &model() { return m_model; }
    [[nodiscard]] TreePanel &panel() const { return *m_panel; }
    /// Whether the user drags the separator between dock and page. The final width is kept.
    void setDragged(bool isDragged);
    void widen(); ///< back to the user's width, as far as the page allows
    void saveTo(QSettings &settings) const;
    void restoreFrom(const QSettings &settings);

private:
    QMainWindow &m_window;
    models::ResourceTreeModel m_model;
    TreePanel *m_panel;
    int m_width; // set by the user, in pixels
    bool m_isDragged = false;
};

} // namespace ui
