// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/resource/resourceid.h"
#include "engine/protocol/machines.h"

#include <functional>

namespace engine {

/// A machine to connect by SSH.
struct MachineRequest
{
    QString name;
    QString destination; ///< [user@]host[:port], or a Host of ~/.ssh/config
    QString identityFile;
    QStringList jumps; ///< names of machines, or destinations; outermost first
    QString home; ///< $BATCHDECK_HOME on the machine; empty for ~/.batchdeck
    QString address = {}; ///< for other machines; empty for the host of the destination
};

/// Calls about machines. They use the SSH agent of this client's user, not that of the engine's process.
class MachineClient final
{
public:
    using StepListener = std::function<void(ConnectStep)>; ///< receives the steps of an attempt, in the link's thread

    explicit MachineClient(EngineLink &link) : m_link(link) { }

    /// Connects, and stores the machine when it is ready. May be repeated with an answer to Error::question. Canceling
    /// the future cancels the attempt; nothing is stored.
    QFuture<Result<QJsonObject>> add(const MachineRequest &request, const QList<Answer> &answers = {},
                                     const StepListener &listener = {});
    /// Connects now. May be repeated with an answer to Error::question. Canceling the future cancels the attempt,
    /// unless another call waits for it.
    QFuture<Result<QJsonObject>> connect(const ResourceId &id, const QList<Answer> &answers = {},
                                         const StepListener &listener = {});
    /// The Hosts of ~/.ssh/config.
    QFuture<Result<QList<ListedHost>>> listHosts();
    QFuture<Result<void>> importHosts(const QStringList &hosts);
    QFuture<Result<QList<DoctorFinding>>> diagnose(const ResourceId &id);
    QFuture<Result<CleanedMachine>> clean(const ResourceId &id, bool dryRun);
    QFuture<Result<ForgottenKey>> forgetHostKey(const ResourceId &id);
    QFuture<Result<QStringList>> fetchTerminalCommand(const ResourceId &id);

private:
    EngineLink &m_link;
};

} // namespace engine
