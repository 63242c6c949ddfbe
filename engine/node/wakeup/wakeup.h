// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>

class QThread;

namespace engine {

/// Says that this computer woke up, or that its network is another one, so that machines are tried at once instead of
/// when their back-off says. Listens to logind and NetworkManager on the system's bus, and, because not every computer
/// has them, to the kernel: its two clocks drift apart while it sleeps, and rtnetlink tells of links, addresses and
/// routes. Never blocks, but for at most 1 s in the destructor; what is missing is silently not listened to.
/// Thread: its creator's, with an event loop.
class Wakeup final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Wakeup)

public:
    struct Options
    {
        QString busAddress; ///< empty: the system's bus
        /// How long the computer has slept since it was booted; empty: as the kernel's clocks say.
        std::function<std::chrono::nanoseconds()> timeAsleep;
        std::chrono::milliseconds clockInterval{5000}; ///< between looks at it
    };

    explicit Wakeup(QObject *parent = nullptr);
    explicit Wakeup(const Options &options, QObject *parent = nullptr);
    ~Wakeup() override;

signals:
    void resumed(); ///< once a sleep, however many say so
    void networkChanged(); ///< at most one in 500 ms; changes of the loopback device are none

private:
    void listenToBus();
    void lookAtClock();
    void tellResumed();
    void tellNetworkChanged();

    Options m_options;
    QThread *m_busThread = nullptr; // not a child: one that a silent bus holds up outlives this
    QTimer m_clockTimer;
    QTimer m_networkTimer;
    std::chrono::nanoseconds m_asleep{};
    std::chrono::nanoseconds m_told{}; // when resumed() was last said, by a clock that counts sleep
};

} // namespace engine
