// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/node/nodeagent.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTimer>

namespace engine {

/// Polls the status of all watched attempts of a machine, one round trip a second; several a second just after soon().
/// Off until start(). Thread: the engine's.
class StatusPoll final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StatusPoll)

public:
    static constexpr std::chrono::milliseconds idleInterval{10'000}; ///< while every watched attempt is calm
    static constexpr std::chrono::seconds patience{4}; ///< time without an answer until silent()

    /// \a agent must outlive this.
    StatusPoll(NodeAgent &agent, QObject *parent);

    /// Adds the attempt in \a directory to the polls. \a isCalm: its status is not about to change; polls come each
    /// idleInterval while all attempts are calm.
    void watch(const QString &directory, bool isCalm = false);
    void unwatch(const QString &directory);
    void soon(); ///< after a start or an end: the next polls come early, later ones at growing intervals
    /// The number of the current or last poll, to which observed() belongs.
    [[nodiscard]] quint64 number() const { return m_number; }
    [[nodiscard]] bool isUnderWay() const { return m_isUnderWay; }

    void start(); ///< the connection to the machine is open, or was opened again
    void stop(); ///< the connection is lost
    /// During an attempt to connect over an open connection: soon() has no effect until release() or start().
    void hold();
    void release();
    void repeat(); ///< after failed(): the next poll follows in a second

signals:
    void silent(); ///< the current poll has had no answer for `patience`
    void answered(); ///< observed() follows for each attempt
    void observed(const QString &directory, const engine::AttemptStatus &status);
    void roundEnded(); ///< after the last observed()
    void failed(const engine::Error &error);

private:
    enum class State { Off, On, Held };

    void ask();
    void take(const QStringList &directories, const Result<QList<AttemptStatus>> &result, quint64 generation);
    void scheduleNext();
    [[nodiscard]] bool isCalm() const { return m_watched.size() == m_calm.size(); }

    NodeAgent &m_agent;
    State m_state = State::Off;
    quint64 m_generation = 0; // count of start(): an error of an earlier connection does not concern this one
    QStringList m_watched;
    QSet<QString> m_calm; // the calm ones of m_watched
    bool m_isUnderWay = false;
    quint64 m_number = 0;
    QElapsedTimer m_stirred; // since soon()
    QElapsedTimer m_clock; // since the current or last poll began
    QTimer m_next;
    QTimer m_silence; // runs during a call
};

} // namespace engine
