// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QStringList>

#include <chrono>

namespace engine {

/// What the user said of a machine. Value; any thread.
struct SshSpec
{
    QString destination; ///< [user@]host[:port]; host may be a Host of ~/.ssh/config; an IPv6 address with port in []
    QString identityFile; ///< absolute; beside what the configuration says
    QString configFile; ///< absolute; empty: the user's own and the system's
    QList<SshSpec> jumps; ///< outermost first; empty: the configuration's ProxyJump

    /// x-batchdeck.ssh of a machine's document: {"destination","identity","config","jumps":[…]}.
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static SshSpec fromJson(const QJsonObject &json);
};

/// The parts of SshSpec::destination. InvalidArgument for what ssh would not take, or would take for an option.
struct SshDestination
{
    QString user; ///< empty: the configuration's, else the user's own
    QString host;
    int port = 0; ///< 0: the configuration's

    [[nodiscard]] static Result<SshDestination> parse(QStringView text);
};

/// One host of a route, as `ssh -G` tells it, tokens and "~" expanded. Value; any thread.
struct SshHop
{
    QString host; ///< as the user calls it
    QString hostName; ///< what is looked up
    int port = 22;
    QString user;
    QStringList identityFiles; ///< in order; some need not exist
    QStringList certificateFiles;
    bool identitiesOnly = false; ///< of the agent's keys only those of identityFiles
    QString agentSocket; ///< empty: none
    QString hostKeyAlias;
    QStringList userKnownHosts; ///< files
    QStringList globalKnownHosts;
    QString proxyCommand; ///< expanded; for /bin/sh; only ever of a route's first hop
    QStringList hostKeyAlgorithms; ///< in order; empty: ours
    QStringList keyExchanges;
    QStringList ciphers;
    QStringList macs;
    QStringList authentications; ///< PreferredAuthentications; empty: ours
    QString addressFamily; ///< "any", "inet", "inet6"
    QString bindAddress;
    std::chrono::seconds connectTimeout{0}; ///< 0: ours
    std::chrono::seconds aliveInterval{0}; ///< ServerAliveInterval; 0: ours

    /// "user@hostName:port": who asks, in Question::host.
    [[nodiscard]] QString identity() const;
    /// Under what known_hosts has it: the alias, else the host name, "[name]:port" unless the port is 22.
    [[nodiscard]] QString knownHostsName() const;
};

/// The way to a machine.
struct SshRoute
{
    QList<SshHop> hops; ///< never empty; the first is reached directly, the last is the machine
    QList<Message> notHonoured; ///< what the configuration wants and we do not do, in words
};

} // namespace engine
