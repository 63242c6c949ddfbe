// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace ui {

/// One tick a frame, shared by all watchers of growing files, so that their changes are painted in one frame. Stops
/// without receivers of tick(); slows down after a second without a change. GUI thread.
class FrameClock final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FrameClock)

public:
    static constexpr int frame = 16; ///< ms
    static constexpr int quietFrame = 33; ///< ms

    static FrameClock &shared(); ///< the one of the application

    explicit FrameClock(QObject *parent = nullptr);
    void noteChange(); ///< something grew: returns to the fast rate
    [[nodiscard]] bool isTicking() const { return m_timer.isActive(); }

signals:
    void tick();

protected:
    void connectNotify(const QMetaMethod &signal) override;

private:
    void onTimeout();

    QTimer m_timer;
    QElapsedTimer m_sinceChange;
};

} // namespace ui
