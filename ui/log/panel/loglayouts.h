// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>

class QMenu;
class QWidget;

namespace ui {

class LogFileBar;

/// Other places that show the log of a panel, which its owner opens: a log beside it, all processes side by side, a
/// window. Commands with keys, where they are offered. GUI thread.
class LogLayouts final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogLayouts)

public:
    static constexpr QKeyCombination besideKey = Qt::CTRL | Qt::Key_Backslash;

    LogLayouts(const LogFileBar &files, QWidget *area); ///< keys are heard in \a area, its parent

    void offer();
    void setBesideOpen(bool isOpen) { m_isBesideOpen = isOpen; } ///< the command closes it then
    void addTo(QMenu &menu); ///< with a separator behind; no effect while they are not offered

signals:
    void besideRequested(); ///< another log beside the panel, or that no longer
    void tilesRequested(); ///< all processes side by side
    void windowRequested(); ///< what is shown, in a window of its own

private:
    void requestTiles();

    const LogFileBar &m_files;
    QWidget *m_area;
    bool m_areOffered = false;
    bool m_isBesideOpen = false;
};

} // namespace ui
