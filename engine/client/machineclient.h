// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/resource/resourceid.h"
#include "engine/protocol/machines.h"

#include <functional>

namespace engine {

/// A machine to be reached by SSH.
struct MachineRequest
{
    QString name;
    QString destination; ///< [user@]host[:port], or a Host of ~/.ssh/config
    QString identityFile;
    QStringList jumps; ///< names of machines, or destinations; outermost first
    QString home; ///< $BATCHDECK_HOME there; empty: ~/.batchdeck
    QString address = {}; ///< by which other machines reach it; empty: that of the destination
};

/// What is about machines. The agent that they are reached with is the user's who sits here, whoever started the
/// engine.
class MachineClient final
{
public:
    using Told = std::function<void(ConnectStep)>; ///< hears the steps of an attempt, in the link's thread

    explicit MachineClient(EngineLink &link) : m_link(link) { }

    /// Connects, and stores the machine once it is ready. May be made again with an answer to Error::question.
    /// Cancelling the future ends it, and nothing is stored.
    QFuture<Result<QJsonObject>> add(const MachineRequest &request, const QList<Answer> &answers = {},
                                     const Told &told = {});
    /// Tries now; may be made again with an answer to Error::question. Cancelling the future ends the attempt, unless
    /// somebody else waits for it.
    QFuture<Result<QJsonObject>> connect(const ResourceId &id, const QList<Answer> &answers = {},
                                         const Told &told = {});
    /// What ~/.ssh/config offers.
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
