// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/link/statuspoll.h"

#include "engine/base/whenfinished.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto pollInterval = 1000ms;
constexpr auto quickInterval = 40ms; // after a start or an end, so that the state of a short job is seen

} // namespace

StatusPoll::StatusPoll(NodeAgent &agent, QObject *parent)
    : QObject(parent), m_agent(agent), m_next(this), m_silence(this)
{
    m_next.setSingleShot(true);
    m_silence.setSingleShot(true);
    m_silence.setInterval(patience);
    m_stirred.start();
    connect(&m_next, &QTimer::timeout, this, &StatusPoll::ask);
    connect(&m_silence, &QTimer::timeout, this, &StatusPoll::silent);
}

void StatusPoll::watch(const QString &directory, bool isCalm)
{
    const bool isNew = !m_watched.contains(directory);
    if (isNew)
        m_watched.append(directory);
    if (!isCalm)
        m_calm.remove(directory);
    else
        m_calm.insert(directory);
    if (isNew || !isCalm)
        soon();
}

void StatusPoll::unwatch(const QString &directory)
{
    m_watched.removeOne(directory);
    m_calm.remove(directory);
}

void StatusPoll::soon()
{
    m_stirred.start();
    if (m_state == State::On && !m_isUnderWay)
        m_next.start(quickInterval);
}

void StatusPoll::start()
{
    ++m_generation;
    m_state = State::On;
    if (!m_isUnderWay)
        m_next.start(m_watched.isEmpty() ? idleInterval : 0ms);
}

void StatusPoll::stop()
{
    m_state = State::Off;
    m_next.stop();
    m_silence.stop();
}

void StatusPoll::hold()
{
    if (m_state == State::On)
        m_state = State::Held;
}

void StatusPoll::release()
{
    if (m_state == State::Held)
        m_state = State::On;
}

void StatusPoll::repeat()
{
    m_next.start(pollInterval);
}

void StatusPoll::ask()
{
    if (m_isUnderWay || m_state == State::Off)
        return;
    m_isUnderWay = true;
    m_clock.start();
    ++m_number;
    m_silence.start();
    const QStringList directories = m_watched;
    whenFinished(m_agent.fetchStatus(directories), this,
                 [this, directories, generation = m_generation](const Result<QList<AttemptStatus>> &result) {
                     take(directories, result, generation);
                 });
}

void StatusPoll::take(const QStringList &directories, const Result<QList<AttemptStatus>> &result, quint64 generation)
{
    m_isUnderWay = false;
    m_silence.stop();
    if (m_state == State::Off)
        return;
    if (!result)
        return generation == m_generation ? emit failed(result.error()) : m_next.start(0ms);
    emit answered();
    for (qsizetype i = 0; i < directories.size() && i < result->size(); ++i) {
        if (m_watched.contains(directories.at(i)))
            emit observed(directories.at(i), result->at(i));
    }
    emit roundEnded();
    scheduleNext();
}

// The interval grows with the time since soon(), so that a short job's end is seen early. It is at least twice the last
// round trip, to spare a slow machine.
void StatusPoll::scheduleNext()
{
    const auto soonest = 1ms * qMax(m_stirred.elapsed() / 4, 2 * m_clock.elapsed());
    m_next.start(isCalm() ? idleInterval : std::clamp<std::chrono::milliseconds>(soonest, quickInterval, pollInterval));
}

} // namespace engine
