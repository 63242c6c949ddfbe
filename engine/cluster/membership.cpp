// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/cluster/membership.h"

#include "engine/base/whenfinished.h"
#include "engine/node/machinecontroller.h"

#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto cleanInterval = 10s;

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

// A waiting or failed membership has nothing on the machine that changes by itself.
bool Membership::isWatched() const
{
    return m_attempt && m_record.state != SetupState::Waiting && m_record.state != SetupState::Failed;
}

void Membership::adopt(MachineController *machine)
{
    m_machine = machine;
    if (m_record.isBegun && !m_attempt)
        makeAttempt(Attempt::Past::Unknown);
    else if (m_attempt)
        m_attempt->setMachine(machine);
    if (m_record.state == SetupState::Failed)
        awaitRetry();
    else if (m_record.isLeaving() && !m_record.isBegun)
        forget();
    else
        watch();
}

void Membership::makeAttempt(Attempt::Past past)
{
    dropAttempt();
    m_attempt = new Attempt(m_record.directory, past, this);
    connect(m_attempt, &Attempt::statusReceived, this, &Membership::reconcile);
    connect(m_attempt, &Attempt::startFailed, this, &Membership::startFailed);
    connect(m_attempt, &Attempt::tidied, this, &Membership::tidied);
    connect(m_attempt, &Attempt::linkChanged, this, [this] {
        if (!m_machine->isReady())
            confirm(false);
    });
    m_attempt->setMachine(m_machine);
}

void Membership::dropAttempt()
{
    Attempt *attempt = std::exchange(m_attempt, nullptr);
    if (!attempt)
        return;
    attempt->unwatch();
    attempt->disconnect(this);
    attempt->deleteLater(); // deleteLater(): this may be called from a signal of the attempt
}

void Membership::begin()
{
    if (!isWaiting() || !m_machine || !m_machine->isReady() || !m_machine->inventory())
        return;
    m_record.isBegun ? cleanUp() : beginAttempt();
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
    makeAttempt(Attempt::Past::None);
    m_busy = true;
    // The record must be on the disk before anything is started.
    whenFinished(enter(SetupState::Preparing, m_record.reason), this, [this](const Result<void> &stored) {
        m_busy = false;
        if (!stored && !m_record.isLeaving())
            return fail({MembershipStep::Move::Fail, stored.error().message, u"IoError"_s, true});
        reconcile(); // starts the attempt; a status request would find nothing
        watch();
    });
}

void Membership::reconcile()
{
    if (m_busy || !isWatched())
        return;
    if (const auto status = m_attempt->news().status)
        carryOut(membershipStep(m_record, *status, QDateTime::currentMSecsSinceEpoch()));
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
        return m_attempt->makeVoid();
    case MembershipStep::Move::BeReady:
        m_record.failures = 0;
        if (m_record.state != SetupState::Ready)
            enter(SetupState::Ready, {});
        watch();
        return confirm(true);
    case MembershipStep::Move::Repeat:
        return startOver(step.reason);
    case MembershipStep::Move::Abandon:
        dropAttempt();
        m_record.isBegun = false;
        return m_record.isLeaving() ? forget() : startOver(step.reason);
    case MembershipStep::Move::Fail:
        return fail(step);
    case MembershipStep::Move::End:
        return m_attempt->end(u"done"_s);
    case MembershipStep::Move::Terminate:
        return m_attempt->terminate(u"user"_s);
    case MembershipStep::Move::Clean:
        if (m_rest.hasExpired())
            cleanUp();
        return;
    }
}

void Membership::start()
{
    if (!m_machine || !m_machine->inventory())
        return;
    const auto plan = m_context.plan(m_record, *m_machine);
    if (!plan)
        return fail({MembershipStep::Move::Fail, plan.error().message, u"MountFailed"_s, true});
    if (plan->directory != m_record.directory) // another machine has this name now
        return startOver(m_record.reason);
    m_busy = true;
    whenFinished(m_context.secrets(m_record, plan->secretNames), this,
                 [this, plan = *plan](const Result<LaunchSecrets> &secrets) {
                     m_busy = false;
                     if (m_attempt && !m_record.isLeaving())
                         startWith(plan, secrets);
                 });
}

void Membership::startWith(const NodePlan &plan, const Result<LaunchSecrets> &secrets)
{
    if (secrets)
        return m_attempt->start(0s, wrapperPayload(plan, *secrets));
    const bool isMissing = secrets.error().code == ErrorCode::NotFound;
    fail({MembershipStep::Move::Fail, secrets.error().message, isMissing ? u"SecretMissing"_s : u"SecretLocked"_s,
          !isMissing});
}

void Membership::startFailed(const QString &words)
{
    if (!m_record.isLeaving())
        fail(setupNotStarted(words));
}

void Membership::startOver(const Message &reason)
{
    m_record.failures = m_record.state == SetupState::Ready ? 0 : m_record.failures + 1;
    // Not at the first failure: a setup that is lost as soon as it starts would keep the machine busy for ever.
    if (m_record.failures > 1) {
        --m_record.failures;
        return fail({MembershipStep::Move::Fail, reason, u"SetupLost"_s, true});
    }
    if (m_attempt)
        m_attempt->unwatch();
    enter(SetupState::Waiting, reason);
    emit settled();
}

void Membership::fail(const MembershipStep &step)
{
    if (m_attempt)
        m_attempt->unwatch();
    ++m_record.failures;
    m_record.retryMs =
        step.retries ? QDateTime::currentMSecsSinceEpoch() + setupRetryDelay(m_record.failures).count() : 0;
    enter(SetupState::Failed, step.reason, step.code);
    awaitRetry();
    emit settled();
}

void Membership::awaitRetry()
{
    // Limited to the longest delay, in case the clock was set back.
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
    // The running step will see it.
    if (m_busy)
        return;
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

// Each step may be repeated; what does not exist counts as removed.
void Membership::cleanUp()
{
    m_busy = true;
    m_attempt->tidy();
}

void Membership::tidied(const Result<void> &result)
{
    if (!result || !m_machine)
        return cleanedUp(result);
    whenFinished(m_machine->agent().removeSetup(m_record.directory, m_record.mountRoot), this,
                 [this](const Result<void> &removed) {
                     if (m_attempt) // null if it was abandoned in the meantime
                         cleanedUp(removed);
                 });
}

void Membership::cleanedUp(const Result<void> &result)
{
    m_busy = false;
    m_isStuck = !result;
    if (result) {
        dropAttempt();
        m_record.isBegun = false;
        save();
        return m_record.isLeaving() ? forget() : beginAttempt();
    }
    if (!m_record.isLeaving())
        return fail({MembershipStep::Move::Fail, result.error().message, u"SetupNotTakenBack"_s, true});
    m_rest.setRemainingTime(cleanInterval);
    m_record.reason = result.error().message;
    watch();
    emit changed();
    emit settled();
}

void Membership::forget()
{
    dropAttempt();
    m_busy = true;
    whenFinished(m_context.store.removeMembership(m_record.uuid, m_record.machine), this,
                 [this](const Result<void> &result) {
                     if (!result)
                         // The next engine finds nothing on the machine and deletes the record then.
                         emit storeFailed(result.error());
                     emit removed();
                 });
}

void Membership::watch()
{
    if (isWatched())
        m_attempt->watch(m_record.state == SetupState::Ready);
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
