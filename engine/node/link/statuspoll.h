// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/node/nodeagent.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTimer>

namespace engine {

/// Asks a machine for the status of all attempts that are watched there, in one round trip a second; in the first
/// seconds after something was begun or ended there, in several. Off until start(). Thread: the engine's.
class StatusPoll final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StatusPoll)

public:
    static constexpr std::chrono::milliseconds idleInterval{10'000}; ///< when nothing is about to change
    static constexpr std::chrono::seconds patience{4}; ///< with an answer, until silent()

    /// \a agent outlives it.
    StatusPoll(NodeAgent &agent, QObject *parent);

    /// The attempt in \a directory is asked for once a second; \a isCalm: it is not about to change, and is asked for
    /// each idleInterval.
    void watch(const QString &directory, bool isCalm = false);
    void unwatch(const QString &directory);
    void soon(); ///< something was just started or told to end: the next round trips come early, then ever more rarely
    /// The number of the round trip that is under way, or was last; observed() belongs to it.
    [[nodiscard]] quint64 number() const { return m_number; }
    [[nodiscard]] bool isUnderWay() const { return m_isUnderWay; }

    void start(); ///< the way to the machine is open, or was made anew
    void stop(); ///< the way is lost
    void hold(); ///< the open way is examined: until release() or start(), soon() does not bring the next round forward
    void release();
    void repeat(); ///< after failed(): the next round trip follows in a second

signals:
    void silent(); ///< the round trip that is under way has no answer yet
    void answered(); ///< observed() follows for each attempt
    void observed(const QString &directory, const engine::AttemptStatus &status);
    void roundEnded(); ///< after the last observed()
    void failed(const engine::Error &error);

private:
    enum class State { Off, On, Held };

    void ask();
    void take(const QStringList &directories, const Result<QList<AttemptStatus>> &result, quint64 way);
    void scheduleNext();
    [[nodiscard]] bool isCalm() const { return m_watched.size() == m_calm.size(); }

    NodeAgent &m_agent;
    State m_state = State::Off;
    quint64 m_way = 0; // counts start(): an error of an earlier way says nothing about this one
    QStringList m_watched;
    QSet<QString> m_calm; // of those watched
    bool m_isUnderWay = false;
    quint64 m_number = 0;
    QElapsedTimer m_stirred; // since soon()
    QElapsedTimer m_clock; // of the round trip that is under way, or was last
    QTimer m_next;
    QTimer m_silence; // runs while an answer is awaited
};

} // namespace engine
