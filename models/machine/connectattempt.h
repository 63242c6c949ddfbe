// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <optional>

namespace models {

/// One attempt of the user to connect a machine: its steps, its open question, and its continuation by an answer. Each
/// answer repeats the call with all answers so far; they are deleted with the attempt. Only answer() repeats a call.
/// Thread: its client's.
class ConnectAttempt final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectAttempt)

public:
    enum class State { Idle, Running, Asking, Failed, Ready };

    explicit ConnectAttempt(engine::EngineClient &client, QObject *parent = nullptr);

    void add(const engine::MachineRequest &request); ///< a new machine
    void reconnect(const engine::ResourceId &id, const QList<engine::Answer> &answers = {});
    void answer(const engine::Answer &answer);
    void cancel(); ///< cancels the engine's attempt as well

    [[nodiscard]] State state() const { return m_state; }
    /// The current step, or the step that failed.
    [[nodiscard]] engine::ConnectStep step() const { return m_step; }
    [[nodiscard]] const engine::Error &error() const { return m_error; } ///< in the states Asking and Failed
    /// In the state Asking.
    [[nodiscard]] const std::optional<engine::Question> &question() const { return m_error.question; }
    [[nodiscard]] QString name() const; ///< of the machine
    [[nodiscard]] const engine::MachineRequest &request() const { return m_request; } ///< of add()
    [[nodiscard]] bool adds() const { return !m_id.isValid(); }
    [[nodiscard]] const engine::MachineSnapshot &machine() const { return m_machine; } ///< in the state Ready

signals:
    void changed();

private:
    void start();
    void receive(const engine::Result<QJsonObject> &answer);
    void follow(engine::ConnectStep step);
    void cancelCall();
    void enter(State state);
    [[nodiscard]] engine::ConnectStep failedStep() const;

    engine::EngineClient &m_client;
    engine::MachineRequest m_request;
    engine::ResourceId m_id; // of reconnect(); invalid for add()
    QList<engine::Answer> m_answers;
    State m_state = State::Idle;
    engine::ConnectStep m_step = engine::ConnectStep::Resolve;
    engine::Error m_error;
    engine::MachineSnapshot m_machine;
    QFuture<engine::Result<QJsonObject>> m_call; // latest call
    int m_number = 0; // number of m_call: progress of earlier calls is ignored
};

} // namespace models
