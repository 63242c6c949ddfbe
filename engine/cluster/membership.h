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
    /// The plan of the record's attempt, or why there is none.
    std::function<Result<NodePlan>(const MembershipRecord &record, const MachineController &machine)> plan;
    std::function<QFuture<Result<LaunchSecrets>>(const MembershipRecord &record, const QStringList &names)> secrets;
};

/// One machine as a node of a cluster with setup: brings mounts and setup task to "ready" and keeps them so, by
/// reconciling its record with the node's status, as JobController does; undoes everything when it has to leave. The
/// record is stored before any action that it describes. Thread: the engine's.
class Membership final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Membership)

public:
    Membership(MembershipRecord record, MembershipContext context, QObject *parent = nullptr);

    [[nodiscard]] const MembershipRecord &record() const { return m_record; }
    /// Ready, and confirmed by the machine since the connection was made.
    [[nodiscard]] bool isReady() const { return m_isConfirmed && m_record.state == SetupState::Ready; }
    [[nodiscard]] bool isWaiting() const { return m_record.state == SetupState::Waiting && !m_busy; }
    /// Something of the membership may run on the machine and needs it exclusively.
    [[nodiscard]] bool isUnderWay() const;
    /// It is leaving, its machine is online, and nothing blocks it.
    [[nodiscard]] bool isGoing() const;

    void adopt(MachineController *machine);
    void begin(); ///< starts a waiting setup; its machine must be online and free
    void retry(); ///< repeats a failed setup
    void leave(); ///< removed() follows as soon as the machine has cleaned up
    void abandon(); ///< leaves everything on the machine; removed() follows

signals:
    void changed();
    void settled(); ///< the scheduler should run
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
    void startOver(const Message &reason);
    void fail(const MembershipStep &step);
    void cleanUp();
    void tidied(const Result<void> &result);
    void cleanedUp(const Result<void> &result);
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
    Attempt *m_attempt = nullptr; // of the record, while it is begun and the machine is known; child of this
    bool m_busy = false; // reading secrets, a write that must complete, or cleaning is under way
    bool m_isConfirmed = false;
    bool m_isStuck = false; // cleaning has failed
    QDeadlineTimer m_rest{0}; // delay before the next try of cleaning
};

} // namespace engine
