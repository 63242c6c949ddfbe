// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/node/nodeagent.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTimer>

namespace engine {

/// Asks a machine for the status of all watched attempts in one call a second, and more often in the first seconds
/// after soon(). Off until start(). Thread: the engine's.
class StatusPoll final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StatusPoll)

public:
    static constexpr std::chrono::milliseconds idleInterval{10'000}; ///< when no change is expected
    static constexpr std::chrono::seconds patience{4}; ///< from a call to silent()

    /// \a agent outlives it.
    StatusPoll(NodeAgent &agent, QObject *parent);

    /// Adds the attempt in \a directory. \a isCalm: no change is expected; if all attempts are calm, calls come each
    /// idleInterval.
    void watch(const QString &directory, bool isCalm = false);
    void unwatch(const QString &directory);
    void soon(); ///< after a start or an end on the machine: the next calls come early, with growing intervals
    /// Number of the call that is under way, or of the last one, to which observed() belongs.
    [[nodiscard]] quint64 number() const { return m_number; }
    [[nodiscard]] bool isUnderWay() const { return m_isUnderWay; }

    void start(); ///< the connection was made, or made anew
    void stop(); ///< the connection is lost
    void hold(); ///< until release() or start(), soon() does not bring the next call forward
    void release();
    void repeat(); ///< after failed(): calls again in a second

signals:
    void silent(); ///< the call that is under way has no answer yet
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
    quint64 m_way = 0; // counts start(): errors of calls on an earlier connection are ignored
    QStringList m_watched;
    QSet<QString> m_calm; // part of m_watched
    bool m_isUnderWay = false;
    quint64 m_number = 0;
    QElapsedTimer m_stirred; // since soon()
    QElapsedTimer m_clock; // since the last call
    QTimer m_next;
    QTimer m_silence; // runs during a call
};

} // namespace engine
