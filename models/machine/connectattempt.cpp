// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/machine/connectattempt.h"

#include "engine/base/whenfinished.h"
#include "models/resourcestore.h"

#include <QPointer>

#include <algorithm>

namespace models {

using engine::ConnectStep;
using engine::ErrorCode;
using engine::Question;

ConnectAttempt::ConnectAttempt(engine::EngineClient &client, const ResourceStore &store, QObject *parent)
    : QObject(parent), m_client(client)
{
    connect(&store, &ResourceStore::changed, this, &ConnectAttempt::follow);
}

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
    // A question that comes again says that its last answer was wrong.
    m_answers.removeIf([&answer](const engine::Answer &old) { return old.question.matches(answer.question); });
    m_answers.append(answer);
    start();
}

void ConnectAttempt::cancel()
{
    if (m_isDropped)
        *m_isDropped = true;
    m_answers.clear();
    if (m_state == State::Running)
        m_client.machines.cancel(name());
    enter(State::Idle);
}

QString ConnectAttempt::name() const
{
    return m_id.isValid() ? m_id.name() : m_request.name;
}

void ConnectAttempt::start()
{
    m_step = ConnectStep::Resolve;
    m_error = {};
    if (m_isDropped)
        *m_isDropped = true;
    m_isDropped = std::make_shared<bool>(false);
    const auto answer =
        m_id.isValid() ? m_client.machines.connect(m_id, m_answers) : m_client.machines.add(m_request, m_answers);
    // In the client's keeping: who cancels may close the page, and the machine be added before the engine has noticed.
    engine::whenFinished(answer, &m_client,
                         [self = QPointer(this), &client = m_client, isDropped = m_isDropped,
                          isNew = adds()](const engine::Result<QJsonObject> &result) {
                             if (*isDropped && isNew && result)
                                 client.resources.remove(engine::ResourceSnapshot::fromDocument(*result).id);
                             else if (!*isDropped && self)
                                 self->receive(result);
                         });
    enter(State::Running);
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

void ConnectAttempt::follow(const engine::ResourceDelta &delta)
{
    if (m_state != State::Running)
        return;
    for (const engine::ResourceSnapshot &resource : delta.upserted) {
        if (resource.id.kind() != engine::ResourceKind::Machine
            || resource.id.name().compare(name(), Qt::CaseInsensitive) != 0)
            continue;
        const auto machine = engine::MachineSnapshot::fromDocument(resource.document);
        if (adds() && !machine.isProvisional)
            continue;
        if (machine.link != engine::LinkState::Connecting || machine.step == m_step)
            continue;
        m_step = machine.step;
        emit changed();
    }
}

void ConnectAttempt::enter(State state)
{
    m_state = state;
    emit changed();
}

// Changes come at most ten times a second, so the last step that was seen may lie before the one that failed.
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
