// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/wakeup/wakeup.h"

#include "engine/node/wakeup/busevents.h"
#include "engine/node/wakeup/routeevents.h"

#include <QThread>

#include <time.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto networkPause = 500ms;
constexpr auto leastSleep = 1s; // shorter differences arise because the two clocks are read one after the other
constexpr auto echoTime = 10s; // reports of logind and of the clocks within this time mean the same sleep
constexpr auto busLimit = 1s;

std::chrono::nanoseconds now(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

std::chrono::nanoseconds kernelTimeAsleep()
{
    return now(CLOCK_BOOTTIME) - now(CLOCK_MONOTONIC);
}

} // namespace

Wakeup::Wakeup(QObject *parent) : Wakeup(Options(), parent) { }

Wakeup::Wakeup(const Options &options, QObject *parent)
    : QObject(parent), m_options(options), m_clockTimer(this), m_networkTimer(this)
{
    if (!m_options.timeAsleep)
        m_options.timeAsleep = kernelTimeAsleep;
    m_asleep = m_options.timeAsleep();
    connect(&m_clockTimer, &QTimer::timeout, this, &Wakeup::lookAtClock);
    m_networkTimer.setSingleShot(true);
    connect(&m_networkTimer, &QTimer::timeout, this, &Wakeup::networkChanged);
    // Queued, so that timers and notifiers are made in the thread that this object was moved to.
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_clockTimer.start(m_options.clockInterval);
            connect(new RouteEvents(this), &RouteEvents::changed, this, &Wakeup::tellNetworkChanged);
            listenToBus();
        },
        Qt::QueuedConnection);
}

Wakeup::~Wakeup()
{
    if (!m_busThread)
        return;
    m_busThread->quit();
    // A bus that accepts the connection but never answers blocks the thread for 25 s; after busLimit the thread is
    // leaked.
    if (m_busThread->wait(busLimit))
        delete m_busThread;
}

void Wakeup::listenToBus()
{
    m_busThread = new QThread;
    m_busThread->setObjectName(u"wakeup"_s);
    auto *events = new BusEvents(m_options.busAddress);
    events->moveToThread(m_busThread);
    connect(m_busThread, &QThread::started, events, &BusEvents::listen);
    connect(m_busThread, &QThread::finished, events, &QObject::deleteLater);
    connect(events, &BusEvents::resumed, this, &Wakeup::tellResumed);
    connect(events, &BusEvents::networkChanged, this, &Wakeup::tellNetworkChanged);
    m_busThread->start();
}

void Wakeup::lookAtClock()
{
    const auto asleep = m_options.timeAsleep();
    if (asleep - std::exchange(m_asleep, asleep) >= leastSleep)
        tellResumed();
}

void Wakeup::tellResumed()
{
    m_asleep = m_options.timeAsleep(); // so that the clock timer does not report this sleep again
    const auto time = now(CLOCK_BOOTTIME);
    if (m_told != 0ns && time - m_told < echoTime)
        return;
    m_told = time;
    emit resumed();
}

void Wakeup::tellNetworkChanged()
{
    if (!m_networkTimer.isActive())
        m_networkTimer.start(networkPause);
}

} // namespace engine
