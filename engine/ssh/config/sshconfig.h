// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/config/sshroute.h"

#include <stop_token>

namespace engine {

/// The route to \a spec as the user's ssh client would take it: by `ssh -G` for the machine and each jump host.
/// ProxyJump becomes hops, also if nested. Without an ssh program: from \a spec and the usual defaults. \a agentSocket
/// is used for SSH_AUTH_SOCK. Errors: InvalidArgument when ssh refuses the configuration, its own words in the message;
/// Timeout after \a deadline; Canceled. Blocks (4 ms a hop): connectors only.
[[nodiscard]] Result<SshRoute> resolveRoute(const SshSpec &spec, const QString &agentSocket,
                                            std::chrono::milliseconds deadline, const std::stop_token &stop);

/// One hop of a route, from the output of `ssh -G` for \a host. Pure.
[[nodiscard]] SshRoute parseSshG(const QByteArray &output, const QString &host, const QString &agentSocket);

/// \a text with ssh's tokens ("%h", "%r", "%d"…) replaced by what they are for \a hop; an unknown one stays. Pure.
[[nodiscard]] QString expandSshTokens(const QString &text, const SshHop &hop);

/// A Host line's name without patterns, to be offered for import.
struct ConfigHost
{
    QString name;
    QString file; ///< file that contains it
    int line = 0;
};

/// The importable hosts of \a configFile (empty: ~/.ssh/config) and what it includes, in order, each once. Reads files;
/// blocks. NotFound without the file, IoError when it cannot be read.
[[nodiscard]] Result<QList<ConfigHost>> listConfigHosts(const QString &configFile);

} // namespace engine
