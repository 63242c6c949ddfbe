// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/cluster/membershipstep.h"
#include "engine/launch/launchplan.h"
#include "engine/node/attempt.h"

#include <QDeadlineTimer>
#include <QPointer>
#include <QTimer>

#include <functional>

namespace engine {

class MachineController;

/// What a membership needs of the engine.
struct MembershipContext
{
    Store &store;
    /// Of the attempt that the record names; an error when it cannot be.
    std::function<Result<NodePlan>(const MembershipRecord &record, const MachineController &machine)> plan;
    std::function<QFuture<Result<LaunchSecrets>>(const MembershipRecord &record, const QStringList &names)> secrets;
};

/// One machine in one cluster that sets up its nodes: brings the mounts and the setup task to "ready" and keeps them
/// there, by reconciling its record with what the node says, as JobController does; takes all back when it is to leave.
/// The record is in the store before anything is done that it promises. Thread: the engine's.
class Membership final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Membership)

public:
    Membership(MembershipRecord record, MembershipContext context, QObject *parent = nullptr);

    [[nodiscard]] const MembershipRecord &record() const { return m_record; }
    /// And the machine has confirmed it since it was connected.
    [[nodiscard]] bool isReady() const { return m_isConfirmed && m_record.state == SetupState::Ready; }
    [[nodiscard]] bool isWaiting() const { return m_record.state == SetupState::Waiting && !m_busy; }
    /// Something of it may run on the machine that wants the machine for itself.
    [[nodiscard]] bool isUnderWay() const;
    /// It leaves, its machine is there, and nothing is in the way.
    [[nodiscard]] bool isGoing() const;

    void adopt(MachineController *machine);
    void begin(); ///< of one that waits: its machine is there and free
    void retry(); ///< of one that failed
    void leave(); ///< removed() follows, when the machine allows
    void abandon(); ///< what is on the machine stays there; removed() follows

signals:
    void changed();
    void settled(); ///< the scheduler should look again
    void removed();
    void storeFailed(const engine::Error &error);

private:
    void beginAttempt();
    void makeAttempt(Attempt::Past past);
    void dropAttempt();
    void reconcile();
    void carryOut(const MembershipStep &step);
    void start();
    void startWith(const NodePlan &plan, const Result<LaunchSecrets> &secrets);
    void startFailed(const QString &words);
    void repeat(const Message &reason);
    void fail(const MembershipStep &step);
    void takeBack();
    void tidied(const Result<void> &result);
    void takenBack(const Result<void> &result);
    void forget();
    void awaitRetry();
    void watch();
    [[nodiscard]] bool isWatched() const;
    QFuture<Result<void>> enter(SetupState state, const Message &reason, const QString &errorCode = {});
    void confirm(bool isConfirmed);
    QFuture<Result<void>> save();

    MembershipRecord m_record;
    MembershipContext m_context;
    QPointer<MachineController> m_machine;
    QTimer m_retryTimer;
    Attempt *m_attempt = nullptr; // that the record names, while it is begun and the machine is known; child of this
    bool m_busy = false; // secrets, a write that it waits for, or all that takes it back is under way
    bool m_isConfirmed = false;
    bool m_isStuck = false; // what is there could not be taken away
    QDeadlineTimer m_rest{0}; // before the next try to take it away
};

} // namespace engine
