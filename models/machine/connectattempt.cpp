// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/machine/connectattempt.h"

#include "engine/base/whenfinished.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace models {

using engine::ConnectStep;
using engine::ErrorCode;
using engine::Question;

ConnectAttempt::ConnectAttempt(engine::EngineClient &client, QObject *parent) : QObject(parent), m_client(client) { }

void ConnectAttempt::add(const engine::MachineRequest &request)
{
    m_request = request;
    m_id = {};
    m_answers.clear();
    start();
}

void ConnectAttempt::reconnect(const engine::ResourceId &id, const QList<engine::Answer> &answers)
{
    m_request = {};
    m_id = id;
    m_answers = answers;
    start();
}

void ConnectAttempt::answer(const engine::Answer &answer)
{
    // A repeated question means that its last answer was wrong.
    m_answers.removeIf([&answer](const engine::Answer &old) { return old.question.matches(answer.question); });
    m_answers.append(answer);
    start();
}

void ConnectAttempt::cancel()
{
    cancelCall();
    m_answers.clear();
    enter(State::Idle);
}

QString ConnectAttempt::name() const
{
    return m_id.isValid() ? m_id.name() : m_request.name;
}

void ConnectAttempt::start()
{
    cancelCall();
    m_step = ConnectStep::Resolve;
    m_error = {};
    const auto told = [self = QPointer(this), number = m_number](ConnectStep step) {
        if (self && self->m_number == number)
            self->follow(step);
    };
    m_call =
        adds() ? m_client.machines.add(m_request, m_answers, told) : m_client.machines.connect(m_id, m_answers, told);
    engine::whenFinished(m_call, this, [this, number = m_number](const engine::Result<QJsonObject> &result) {
        if (m_number == number)
            receive(result);
    });
    enter(State::Running);
}

void ConnectAttempt::cancelCall()
{
    ++m_number;
    m_call.cancel();
}

void ConnectAttempt::receive(const engine::Result<QJsonObject> &answer)
{
    if (answer) {
        m_answers.clear();
        m_machine = engine::MachineSnapshot::fromDocument(*answer);
        m_step = ConnectStep::Ready;
        return enter(State::Ready);
    }
    m_error = answer.error();
    m_step = failedStep();
    if (!m_error.question)
        m_answers.clear();
    enter(m_error.question ? State::Asking : State::Failed);
}

void ConnectAttempt::follow(ConnectStep step)
{
    if (std::exchange(m_step, step) != step)
        emit changed();
}

void ConnectAttempt::enter(State state)
{
    m_state = state;
    emit changed();
}

// The error's step is more exact than the last reported step.
ConnectStep ConnectAttempt::failedStep() const
{
    if (m_error.question)
        return m_error.question->kind == Question::Kind::HostKey ? ConnectStep::HostKey : ConnectStep::Authenticate;
    switch (m_error.code) {
    case ErrorCode::HostKeyUnknown:
    case ErrorCode::HostKeyChanged:
        return ConnectStep::HostKey;
    case ErrorCode::AuthenticationFailed:
        return ConnectStep::Authenticate;
    case ErrorCode::Unreachable:
        return std::max(m_step, ConnectStep::Connect);
    default:
        return m_step;
    }
}

} // namespace models
