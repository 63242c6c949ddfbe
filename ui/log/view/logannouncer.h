// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>
#include <QTimer>

namespace ui {

class LogView;

/// Announces the visible text of a log and its caret to screen readers, delayed after a change. GUI thread.
class LogAnnouncer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogAnnouncer)

public:
    explicit LogAnnouncer(LogView &view); ///< its child

private:
    void announceSoon();
    void announce();

    LogView &m_view;
    QTimer m_soon;
    QString m_announced;
};

} // namespace ui
