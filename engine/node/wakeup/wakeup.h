// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>

class QThread;

namespace engine {

/// Reports that this computer woke up or that its network changed, so that machines are retried without waiting for
/// their back-off. Sources: logind and NetworkManager on the system bus and, since not every computer has these, the
/// kernel: the difference of CLOCK_BOOTTIME and CLOCK_MONOTONIC grows during sleep, and rtnetlink reports links,
/// addresses and routes. A missing source is no error. Blocks only in the destructor, at most 1 s. Thread: its
/// creator's, with an event loop.
class Wakeup final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Wakeup)

public:
    struct Options
    {
        QString busAddress; ///< empty: the system bus
        /// How long the computer slept since it was booted; empty: by the kernel's clocks.
        std::function<std::chrono::nanoseconds()> timeAsleep;
        std::chrono::milliseconds clockInterval{5000}; ///< between two calls of timeAsleep
    };

    explicit Wakeup(QObject *parent = nullptr);
    explicit Wakeup(const Options &options, QObject *parent = nullptr);
    ~Wakeup() override;

signals:
    void resumed(); ///< once a sleep, whichever sources report it
    void networkChanged(); ///< at most once in 500 ms; not for the loopback device

private:
    void listenToBus();
    void lookAtClock();
    void tellResumed();
    void tellNetworkChanged();

    Options m_options;
    QThread *m_busThread = nullptr; // no child: a thread that the bus blocks outlives this
    QTimer m_clockTimer;
    QTimer m_networkTimer;
    std::chrono::nanoseconds m_asleep{};
    std::chrono::nanoseconds m_told{}; // CLOCK_BOOTTIME of the last resumed()
};

} // namespace engine
