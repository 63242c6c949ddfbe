// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/noderunner.h"

#include "engine/base/whenfinished.h"
#include "engine/node/machinecontroller.h"

#include <QDateTime>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto terminationGrace = 10s;

// The script there has spoken, if not in the words that were expected: asking again brings nothing else.
bool isAnswered(const Result<void> &result)
{
    return result || result.error().code == ErrorCode::CommandFailed || result.error().code == ErrorCode::Internal;
}

} // namespace

NodeRunner::NodeRunner(QString directory, QObject *parent) : QObject(parent), m_directory(std::move(directory)) { }

NodeRunner::~NodeRunner()
{
    unwatch();
}

void NodeRunner::setMachine(MachineController *machine)
{
    if (m_machine == machine)
        return;
    m_machine = machine;
    if (!machine)
        return;
    connect(machine, &MachineController::observed, this, [this](const QString &directory, const AttemptStatus &status) {
        if (directory == m_directory && !m_isBusy && m_machine && m_machine->pollNumber() != m_stalePoll)
            observe(status);
    });
    connect(machine, &MachineController::linkChanged, this, [this] {
        if (m_machine && m_machine->link() == LinkState::Offline)
            m_news.status.reset();
        emit linkChanged();
    });
}

NodeNews NodeRunner::news() const
{
    NodeNews news = m_news;
    news.isKnown = !m_machine.isNull();
    if (m_machine && m_machine->inventory())
        news.clockOffsetMs = m_machine->inventory()->clockOffset.count();
    return news;
}

JobNews NodeRunner::link() const
{
    return m_machine ? JobNews{m_machine->link(), m_machine->asOfMs()} : JobNews();
}

void NodeRunner::watch()
{
    if (m_machine)
        m_machine->watch(m_directory);
}

void NodeRunner::unwatch()
{
    if (m_machine)
        m_machine->unwatch(m_directory);
}

void NodeRunner::pollSoon()
{
    if (m_machine)
        m_machine->pollSoon();
}

void NodeRunner::observe(const AttemptStatus &status)
{
    using Kind = AttemptStatus::Kind;
    m_news.status = status;
    if (status.kind != Kind::Rebooted && status.kind != Kind::Lost && status.kind != Kind::NeverBegan)
        m_news.heardMs = QDateTime::currentMSecsSinceEpoch();
    emit heard();
}

// A poll that is under way was asked before the act had its effect: "absent" of it would be taken for a lost folder.
template <typename Answer, typename Receive>
void NodeRunner::act(const QFuture<Result<Answer>> &future, Receive receive)
{
    m_isBusy = true;
    m_news.status.reset();
    whenFinished(future, this, [this, receive](const Result<Answer> &result) {
        m_isBusy = false;
        m_stalePoll = m_machine && m_machine->isPolling() ? m_machine->pollNumber() : 0;
        receive(result);
    });
}

void NodeRunner::start(std::chrono::seconds limit, const QByteArray &payload, std::chrono::seconds patience)
{
    if (!mayAct())
        return;
    act(m_machine->agent().start(m_directory, limit, terminationGrace, payload, patience),
        [this](const Result<AttemptStatus> &result) {
            if (!result) {
                if (result.error().code == ErrorCode::CommandFailed)
                    ++m_failedStarts;
                return emit startRefused(result.error());
            }
            m_failedStarts = 0;
            pollSoon();
            observe(*result);
        });
}

void NodeRunner::makeVoid()
{
    if (!mayAct())
        return;
    act(m_machine->agent().makeVoid(m_directory), [this](const Result<AttemptStatus> &result) {
        if (result)
            observe(*result);
    });
}

void NodeRunner::release(const QList<QByteArray> &offers)
{
    if (!mayAct())
        return;
    act(m_machine->agent().release(m_directory, offers), [this](const Result<AttemptStatus> &result) {
        m_news.isReleased = result.has_value();
        pollSoon();
        if (result)
            observe(*result);
    });
}

void NodeRunner::end(const QString &why)
{
    if (!mayAct())
        return;
    act(m_machine->agent().end(m_directory, why), [this](const Result<AttemptStatus> &result) {
        if (isAnswered(result ? Result<void>() : result.error()))
            m_news.endToldMs = QDateTime::currentMSecsSinceEpoch();
        pollSoon();
        if (result)
            observe(*result);
    });
}

void NodeRunner::terminate(const QString &why)
{
    if (!mayAct())
        return;
    act(m_machine->agent().terminate(m_directory, terminationGrace, why), [this](const Result<void> &result) {
        m_news.isTerminated = result.has_value();
        pollSoon();
    });
}

void NodeRunner::tidy()
{
    if (!mayAct())
        return;
    act(m_machine->agent().tidy(m_directory), [this](const Result<void> &result) {
        m_news.isTidied = isAnswered(result);
        pollSoon();
    });
}

} // namespace engine
