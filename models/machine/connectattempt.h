// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <optional>

namespace models {

/// One attempt to reach a machine, as the user sees it: the steps it goes through, the question it stops at, and the
/// way on with an answer. Every answer is made by the call made again with all answers so far; they are kept no longer
/// than the attempt. Nothing is repeated but by answer(). Thread: its client's.
class ConnectAttempt final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectAttempt)

public:
    enum class State { Idle, Running, Asking, Failed, Ready };

    explicit ConnectAttempt(engine::EngineClient &client, QObject *parent = nullptr);

    void add(const engine::MachineRequest &request); ///< a machine that is not there yet
    void reconnect(const engine::ResourceId &id, const QList<engine::Answer> &answers = {});
    void answer(const engine::Answer &answer);
    void cancel(); ///< ends the engine's attempt, too

    [[nodiscard]] State state() const { return m_state; }
    /// Under way, asking, or where it failed.
    [[nodiscard]] engine::ConnectStep step() const { return m_step; }
    [[nodiscard]] const engine::Error &error() const { return m_error; } ///< Asking, Failed
    [[nodiscard]] const std::optional<engine::Question> &question() const { return m_error.question; } ///< Asking
    [[nodiscard]] QString name() const; ///< of the machine
    [[nodiscard]] const engine::MachineRequest &request() const { return m_request; } ///< of add()
    [[nodiscard]] bool adds() const { return !m_id.isValid(); }
    [[nodiscard]] const engine::MachineSnapshot &machine() const { return m_machine; } ///< Ready

signals:
    void changed();

private:
    void start();
    void receive(const engine::Result<QJsonObject> &answer);
    void follow(engine::ConnectStep step);
    void giveUp();
    void enter(State state);
    [[nodiscard]] engine::ConnectStep failedStep() const;

    engine::EngineClient &m_client;
    engine::MachineRequest m_request;
    engine::ResourceId m_id; // of reconnect(); invalid: add()
    QList<engine::Answer> m_answers;
    State m_state = State::Idle;
    engine::ConnectStep m_step = engine::ConnectStep::Resolve;
    engine::Error m_error;
    engine::MachineSnapshot m_machine;
    QFuture<engine::Result<QJsonObject>> m_call; // the latest
    int m_number = 0; // of that: what earlier ones tell comes too late
};

} // namespace models
