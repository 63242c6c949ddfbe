// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/attempt.h"

#include "engine/base/whenfinished.h"
#include "engine/node/machinecontroller.h"

#include <QDateTime>

using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto terminationGrace = 10s;
constexpr int mostFailedStarts = 3;

// True when the node's script ran, even if its output was not understood: repeating the call gives the same result.
template <typename T> bool isAnswered(const Result<T> &result)
{
    return result || result.error().code == ErrorCode::CommandFailed || result.error().code == ErrorCode::Internal;
}

} // namespace

Attempt::Attempt(QString directory, Past past, QObject *parent) : QObject(parent), m_directory(std::move(directory))
{
    if (past == Past::None)
        m_news.status.emplace().kind = AttemptStatus::Kind::Absent;
}

Attempt::~Attempt()
{
    unwatch();
}

void Attempt::setMachine(MachineController *machine)
{
    if (m_machine == machine)
        return;
    m_machine = machine;
    if (!machine)
        return;
    connect(&machine->poll(), &StatusPoll::observed, this,
            [this](const QString &directory, const AttemptStatus &status) {
                if (directory == m_directory && !m_isBusy && m_machine && m_machine->poll().number() != m_stalePoll)
                    observe(status);
            });
    connect(machine, &MachineController::linkChanged, this, [this] {
        if (m_machine && m_machine->link() == LinkState::Offline)
            m_news.status.reset();
        emit linkChanged();
    });
}

MachineController *Attempt::machine() const
{
    return m_machine;
}

AttemptNews Attempt::news() const
{
    AttemptNews news = m_news;
    news.isKnown = !m_machine.isNull();
    if (m_machine && m_machine->inventory())
        news.clockOffsetMs = m_machine->inventory()->clockOffset.count();
    return news;
}

void Attempt::watch(bool isCalm)
{
    m_isWatched = true;
    m_isCalm = isCalm;
    if (mayAct())
        m_machine->poll().watch(m_directory, isCalm);
}

void Attempt::unwatch()
{
    m_isWatched = false;
    if (m_machine)
        m_machine->poll().unwatch(m_directory);
}

void Attempt::pollSoon()
{
    if (m_machine)
        m_machine->poll().soon();
}

void Attempt::observe(const Result<AttemptStatus> &status)
{
    using Kind = AttemptStatus::Kind;
    if (!status)
        return;
    m_news.status = *status;
    if (status->kind != Kind::Rebooted && status->kind != Kind::Lost && status->kind != Kind::NeverBegan)
        m_news.heardMs = QDateTime::currentMSecsSinceEpoch();
    emit statusReceived();
}

// The answer of a poll that began before the act ended is ignored: its "absent" would be read as a lost folder.
template <typename Answer, typename Receive> void Attempt::act(const QFuture<Result<Answer>> &future, Receive receive)
{
    m_isBusy = true;
    m_news.status.reset();
    whenFinished(future, this, [this, receive](const Result<Answer> &result) {
        m_isBusy = false;
        m_stalePoll = m_machine && m_machine->poll().isUnderWay() ? m_machine->poll().number() : 0;
        if (m_isWatched)
            watch(m_isCalm);
        receive(result);
    });
}

bool Attempt::mayAct() const
{
    return m_machine && !m_isBusy;
}

void Attempt::start(std::chrono::seconds limit, const QByteArray &payload, std::chrono::milliseconds patience)
{
    if (mayAct())
        act(m_machine->agent().start(m_directory, limit, terminationGrace, payload, patience),
            [this](const Result<AttemptStatus> &result) { started(result); });
}

void Attempt::started(const Result<AttemptStatus> &result)
{
    if (result) {
        m_failedStarts = 0;
        return observe(result);
    }
    // A refusal by our script on the node is final. A lost answer proves nothing; the next status shows whether the
    // attempt started. Any other answer means that the script is damaged: connectNow() installs it again, and the start
    // is retried.
    const Error &error = result.error();
    const bool hasFailed = error.code == ErrorCode::CommandFailed;
    const auto words = refusalOf(error);
    if (words || (hasFailed && ++m_failedStarts >= mostFailedStarts))
        return emit startFailed(words.value_or(error.technical));
    emit startDelayed(error);
    if (hasFailed && m_machine)
        m_machine->connectNow();
}

void Attempt::makeVoid()
{
    if (mayAct())
        act(m_machine->agent().makeVoid(m_directory), [this](const Result<AttemptStatus> &result) { observe(result); });
}

void Attempt::release(const QList<QByteArray> &offers)
{
    if (mayAct())
        act(m_machine->agent().release(m_directory, offers), [this](const Result<AttemptStatus> &result) {
            m_news.isReleased = result.has_value();
            observe(result);
        });
}

void Attempt::end(const QString &why)
{
    if (mayAct())
        act(m_machine->agent().end(m_directory, why), [this](const Result<AttemptStatus> &result) {
            if (isAnswered(result))
                m_news.endToldMs = QDateTime::currentMSecsSinceEpoch();
            observe(result);
        });
}

void Attempt::terminate(const QString &why)
{
    if (mayAct())
        act(m_machine->agent().terminate(m_directory, terminationGrace, why),
            [this](const Result<void> &result) { m_news.isTerminated = result.has_value(); });
}

void Attempt::tidy()
{
    if (mayAct())
        act(m_machine->agent().tidy(m_directory), [this](const Result<void> &result) {
            m_news.isTidied = isAnswered(result);
            emit tidied(result);
        });
}

} // namespace engine
