// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/cluster/membership.h"

#include "engine/base/whenfinished.h"
#include "engine/node/machinecontroller.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto terminationGrace = 10s;
constexpr auto cleanInterval = 10s;
constexpr int mostRefusals = 3;

} // namespace

Membership::Membership(MembershipRecord record, MembershipContext context, QObject *parent)
    : QObject(parent), m_record(std::move(record)), m_context(std::move(context)), m_retryTimer(this)
{
    m_retryTimer.setSingleShot(true);
    connect(&m_retryTimer, &QTimer::timeout, this, &Membership::retry);
}

bool Membership::isUnderWay() const
{
    return m_record.state == SetupState::Preparing || (m_record.state == SetupState::Waiting && m_busy);
}

bool Membership::isGoing() const
{
    return m_record.isLeaving() && !m_isStuck && m_machine && m_machine->isReady();
}

void Membership::adopt(MachineController *machine)
{
    m_machine = machine;
    connect(machine, &MachineController::observed, this, [this](const QString &directory, const AttemptStatus &status) {
        if (directory == m_record.directory && m_machine && m_machine->pollNumber() != m_stalePoll)
            observe(status);
    });
    connect(machine, &MachineController::linkChanged, this, [this] {
        if (!m_machine->isReady())
            confirm(false);
    });
    if (m_record.state == SetupState::Failed)
        awaitRetry();
    else if (m_record.isLeaving() && !m_record.isBegun)
        forget();
    else if (m_record.state != SetupState::Waiting)
        watch();
}

void Membership::begin()
{
    if (!isWaiting() || !m_machine || !m_machine->isReady() || !m_machine->inventory())
        return;
    if (!m_record.isBegun)
        return beginAttempt();
    takeBack([this](const Result<void> &result) {
        if (m_record.isLeaving())
            return result ? forget() : watch();
        if (!result)
            return fail({MembershipStep::Move::Fail, result.error().message, u"SetupNotTakenBack"_s, true});
        beginAttempt();
    });
}

void Membership::beginAttempt()
{
    if (!m_machine || !m_machine->inventory())
        return;
    MembershipRecord next = m_record;
    ++next.attempt;
    const auto plan = m_context.plan(next, *m_machine);
    if (!plan)
        return fail({MembershipStep::Move::Fail, plan.error().message, u"MountFailed"_s, true});
    m_record.attempt = next.attempt;
    m_record.directory = plan->directory;
    m_record.mountRoot = plan->environment.value(0).second;
    m_record.isBegun = true;
    m_busy = true;
    // Nothing is started before the record of it is on the disk.
    whenFinished(enter(SetupState::Preparing, m_record.reason), this, [this](const Result<void> &stored) {
        m_busy = false;
        if (m_record.isLeaving())
            return watch();
        if (!stored)
            return fail({MembershipStep::Move::Fail, stored.error().message, u"IoError"_s, true});
        watch();
    });
}

// A poll that is under way was asked before the act had its effect.
void Membership::actDone()
{
    m_busy = false;
    m_stalePoll = m_machine && m_machine->isPolling() ? m_machine->pollNumber() : 0;
}

void Membership::observe(const AttemptStatus &status)
{
    if (!m_busy && m_record.state != SetupState::Waiting && m_record.state != SetupState::Failed)
        carryOut(membershipStep(m_record, status, QDateTime::currentMSecsSinceEpoch()));
}

void Membership::carryOut(const MembershipStep &step)
{
    if (step.move != MembershipStep::Move::BeReady)
        confirm(false);
    switch (step.move) {
    case MembershipStep::Move::Wait:
        return;
    case MembershipStep::Move::Start:
        return start();
    case MembershipStep::Move::MakeVoid:
        return ask(m_machine->agent().makeVoid(m_record.directory));
    case MembershipStep::Move::BeReady:
        m_record.failures = 0;
        if (m_record.state != SetupState::Ready)
            enter(SetupState::Ready, {});
        watch();
        return confirm(true);
    case MembershipStep::Move::Repeat:
        return repeat(step.reason);
    case MembershipStep::Move::Abandon:
        unwatch();
        m_record.isBegun = false;
        return m_record.isLeaving() ? forget() : repeat(step.reason);
    case MembershipStep::Move::Fail:
        return fail(step);
    case MembershipStep::Move::End:
        return ask(m_machine->agent().end(m_record.directory, u"done"_s));
    case MembershipStep::Move::Terminate:
        m_busy = true;
        whenFinished(m_machine->agent().terminate(m_record.directory, terminationGrace, u"user"_s), this,
                     [this](const Result<void> &) {
                         actDone();
                         watch();
                     });
        return;
    case MembershipStep::Move::Clean:
        return clean();
    }
}

void Membership::start()
{
    if (!m_machine->inventory())
        return;
    const auto plan = m_context.plan(m_record, *m_machine);
    if (!plan)
        return fail({MembershipStep::Move::Fail, plan.error().message, u"MountFailed"_s, true});
    if (plan->directory != m_record.directory) // another machine has the name now
        return repeat(m_record.reason);
    m_busy = true;
    whenFinished(m_context.secrets(m_record, plan->secretNames), this,
                 [this, plan = *plan](const Result<LaunchSecrets> &secrets) {
                     if (secrets && !m_record.isLeaving() && m_machine)
                         return startWith(plan, *secrets);
                     actDone();
                     if (secrets || m_record.isLeaving())
                         return;
                     const bool isMissing = secrets.error().code == ErrorCode::NotFound;
                     fail({MembershipStep::Move::Fail, secrets.error().message,
                           isMissing ? u"SecretMissing"_s : u"SecretLocked"_s, !isMissing});
                 });
}

void Membership::startWith(const NodePlan &plan, const LaunchSecrets &secrets)
{
    whenFinished(m_machine->agent().start(m_record.directory, 0s, terminationGrace, wrapperPayload(plan, secrets)),
                 this, [this](const Result<AttemptStatus> &result) { started(result); });
}

void Membership::started(const Result<AttemptStatus> &result)
{
    actDone();
    watch();
    if (result) {
        m_refusals = 0;
        return observe(*result);
    }
    if (m_record.isLeaving())
        return;
    // A refusal is our script's own word. A lost answer proves nothing: the next status tells. Any other answer means
    // that the script itself is not well: it is put back, and the start is tried again.
    const Error &error = result.error();
    const auto words = refusalOf(error);
    if (words || (error.code == ErrorCode::CommandFailed && ++m_refusals >= mostRefusals)) {
        m_refusals = 0;
        return fail(setupNotStarted(words.value_or(error.technical)));
    }
    if (error.code == ErrorCode::CommandFailed && m_machine)
        m_machine->connectNow();
}

void Membership::ask(const QFuture<Result<AttemptStatus>> &answer)
{
    m_busy = true;
    whenFinished(answer, this, [this](const Result<AttemptStatus> &status) {
        actDone();
        watch();
        if (status)
            observe(*status);
    });
}

void Membership::repeat(const Message &reason)
{
    m_record.failures = m_record.state == SetupState::Ready ? 0 : m_record.failures + 1;
    if (m_record.failures > 1) { // else one that is lost as soon as it begins would keep the machine busy for ever
        --m_record.failures;
        return fail({MembershipStep::Move::Fail, reason, u"SetupLost"_s, true});
    }
    unwatch();
    enter(SetupState::Waiting, reason);
    emit settled();
}

void Membership::fail(const MembershipStep &step)
{
    unwatch();
    ++m_record.failures;
    m_record.retryMs =
        step.retries ? QDateTime::currentMSecsSinceEpoch() + setupRetryDelay(m_record.failures).count() : 0;
    enter(SetupState::Failed, step.reason, step.code);
    awaitRetry();
    emit settled();
}

void Membership::awaitRetry()
{
    // At most the longest delay, should the clock have been put back.
    if (m_record.retryMs > 0)
        m_retryTimer.start(std::clamp(std::chrono::milliseconds(m_record.retryMs - QDateTime::currentMSecsSinceEpoch()),
                                      std::chrono::milliseconds(0), setupRetryDelay(m_record.failures)));
}

void Membership::retry()
{
    if (m_record.state != SetupState::Failed)
        return;
    m_retryTimer.stop();
    m_record.retryMs = 0;
    enter(SetupState::Waiting, m_record.reason);
    emit settled();
}

void Membership::leave()
{
    if (m_record.isLeaving())
        return;
    m_retryTimer.stop();
    confirm(false);
    enter(SetupState::Leaving, {});
    if (m_busy)
        return; // what is under way sees it
    if (!m_record.isBegun)
        return forget();
    watch();
}

void Membership::abandon()
{
    m_retryTimer.stop();
    confirm(false);
    forget();
}

// Each step may be repeated; what is not there counts as taken back.
void Membership::takeBack(const std::function<void(const Result<void> &)> &then)
{
    m_busy = true;
    const auto done = [this, then](const Result<void> &result) {
        actDone();
        m_isStuck = !result;
        if (result) {
            m_record.isBegun = false;
            save();
        }
        then(result);
    };
    whenFinished(m_machine->agent().tidy(m_record.directory), this, [this, done](const Result<void> &tidied) {
        if (!tidied || !m_machine)
            return done(tidied);
        whenFinished(m_machine->agent().removeSetup(m_record.directory, m_record.mountRoot), this, done);
    });
}

void Membership::clean()
{
    if (!m_rest.hasExpired())
        return;
    takeBack([this](const Result<void> &result) {
        if (result)
            return forget();
        m_rest.setRemainingTime(cleanInterval);
        m_record.reason = result.error().message;
        watch();
        emit changed();
        emit settled();
    });
}

void Membership::forget()
{
    unwatch();
    if (m_machine)
        disconnect(m_machine, nullptr, this, nullptr);
    m_busy = true;
    whenFinished(m_context.store.removeMembership(m_record.uuid, m_record.machine), this,
                 [this](const Result<void> &result) {
                     if (!result)
                         emit storeFailed(result.error()); // a next engine finds nothing there, and forgets it then
                     emit removed();
                 });
}

void Membership::watch()
{
    if (m_machine && m_record.isBegun)
        m_machine->watch(m_record.directory, m_record.state == SetupState::Ready);
}

void Membership::unwatch()
{
    if (m_machine)
        m_machine->unwatch(m_record.directory);
}

QFuture<Result<void>> Membership::enter(SetupState state, const Message &reason, const QString &errorCode)
{
    m_record.state = state;
    m_record.reason = reason;
    m_record.errorCode = errorCode;
    m_record.sinceMs = QDateTime::currentMSecsSinceEpoch();
    emit changed();
    return save();
}

void Membership::confirm(bool isConfirmed)
{
    if (m_isConfirmed == isConfirmed)
        return;
    m_isConfirmed = isConfirmed;
    emit changed();
    emit settled();
}

QFuture<Result<void>> Membership::save()
{
    const auto stored = m_context.store.putMembership(m_record.toRow());
    whenFinished(stored, this, [this](const Result<void> &result) {
        if (!result)
            emit storeFailed(result.error());
    });
    return stored;
}

} // namespace engine
