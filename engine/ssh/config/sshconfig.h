// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/config/sshroute.h"

#include <stop_token>

namespace engine {

/// The route to \a spec by the user's SSH configuration: runs `ssh -G` for the destination and each jump host. Nested
/// ProxyJumps become hops. Without an ssh program the route has the spec's values and OpenSSH's defaults. \a
/// agentSocket replaces SSH_AUTH_SOCK. Errors: InvalidArgument when ssh refuses the configuration, with its message;
/// Timeout after \a deadline; Canceled. Blocks (4 ms a hop), so for login threads only.
[[nodiscard]] Result<SshRoute> resolveRoute(const SshSpec &spec, const QString &agentSocket,
                                            std::chrono::milliseconds deadline, const std::stop_token &stop);

/// Reads the output of `ssh -G` for \a host, as a route of one hop. Pure.
[[nodiscard]] SshRoute parseSshG(const QByteArray &output, const QString &host, const QString &agentSocket);

/// \a text with ssh's tokens ("%h", "%r", "%d"…) replaced by their values for \a hop; unknown tokens stay. Pure.
[[nodiscard]] QString expandSshTokens(const QString &text, const SshHop &hop);

/// A name of a Host line that is no pattern, offered for import.
struct ConfigHost
{
    QString name;
    QString file; ///< the configuration file that has the line
    int line = 0;
};

/// The importable hosts of \a configFile (empty: ~/.ssh/config) and its Includes, in order, each once. Reads files;
/// blocks. NotFound without the file, IoError when it cannot be read.
[[nodiscard]] Result<QList<ConfigHost>> listConfigHosts(const QString &configFile);

} // namespace engine
