// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QList>
#include <QObject>

class QAction;
class QWidget;

namespace ui {

class ActivityBar;
class PageStack;

/// Collects the commands for the palette: of page, Activity and window.
class PaletteCommands final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PaletteCommands)

public:
    /// \a search opens the palette and is left out of all().
    PaletteCommands(const PageStack &pages, ActivityBar &activity, QAction *search, QWidget &window);

    [[nodiscard]] QList<QAction *> all() const;
    [[nodiscard]] QList<QAction *> withKeys() const;

private:
    const PageStack &m_pages;
    ActivityBar &m_activity;
    QAction *m_search;
    QWidget &m_window;
    QList<QAction *> m_jobTabs; // disabled, shown while no job is open
};

} // namespace ui
