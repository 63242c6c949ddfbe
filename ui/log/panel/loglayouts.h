// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>

class QMenu;
class QWidget;

namespace ui {

class LogFileBar;

/// Commands, with keys, that show logs elsewhere: a second log beside the panel, all processes side by side, a window.
/// The owner of the panel opens them. No commands before offer(). GUI thread.
class LogLayouts final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogLayouts)

public:
    static constexpr QKeyCombination besideKey = Qt::CTRL | Qt::Key_Backslash;

    LogLayouts(const LogFileBar &files, QWidget *area); ///< keys work in \a area, the parent of this

    void offer();
    void setBesideOpen(bool isOpen) { m_isBesideOpen = isOpen; } ///< if open, the command closes it
    void addTo(QMenu &menu); ///< followed by a separator; no effect before offer()

signals:
    void besideRequested(); ///< open or close another log beside the panel
    void tilesRequested(); ///< all processes side by side
    void windowRequested(); ///< the shown log in a window

private:
    void requestTiles();

    const LogFileBar &m_files;
    QWidget *m_area;
    bool m_areOffered = false;
    bool m_isBesideOpen = false;
};

} // namespace ui
