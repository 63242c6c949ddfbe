// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/config/sshroute.h"

#include <stop_token>

namespace engine {

/// The way to \a spec by the user's own client: `ssh -G` for it and each jump host. ProxyJump becomes hops, however
/// nested. Without an ssh program: what the spec says and the usual defaults. \a agentSocket stands for SSH_AUTH_SOCK.
/// Errors: InvalidArgument when ssh refuses the configuration, its own words in the message; Timeout after \a deadline;
/// Canceled. Blocks (4 ms a hop): connectors only.
[[nodiscard]] Result<SshRoute> resolveRoute(const SshSpec &spec, const QString &agentSocket,
                                            std::chrono::milliseconds deadline, const std::stop_token &stop);

/// What `ssh -G` printed for \a host, one hop of a route. Pure.
[[nodiscard]] SshRoute parseSshG(const QByteArray &output, const QString &host, const QString &agentSocket);

/// \a text with ssh's tokens ("%h", "%r", "%d"…) replaced by what they are for \a hop; an unknown one stays. Pure.
[[nodiscard]] QString expandSshTokens(const QString &text, const SshHop &hop);

/// A Host line's name without patterns, to be offered for import.
struct ConfigHost
{
    QString name;
    QString file; ///< where it stands
    int line = 0;
};

/// The importable hosts of \a configFile (empty: ~/.ssh/config) and what it includes, in order, each once. Reads files;
/// blocks. NotFound without the file, IoError when it cannot be read.
[[nodiscard]] Result<QList<ConfigHost>> listConfigHosts(const QString &configFile);

} // namespace engine
