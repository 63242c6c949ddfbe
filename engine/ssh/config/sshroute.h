// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QStringList>

#include <chrono>

namespace engine {

/// How the user specified a machine. Value; any thread.
struct SshSpec
{
    QString destination; ///< [user@]host[:port]; host may be a Host of ~/.ssh/config; an IPv6 address with port in []
    QString identityFile; ///< absolute; in addition to those of the configuration
    QString configFile; ///< absolute; empty for the default files of user and system
    QList<SshSpec> jumps; ///< outermost first; empty for ProxyJump of the configuration

    /// x-batchdeck.ssh of a machine's document: {"destination","identity","config","jumps":[…]}.
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static SshSpec fromJson(const QJsonObject &json);
};

/// The parts of SshSpec::destination. InvalidArgument for text that ssh would refuse, or take for an option.
struct SshDestination
{
    QString user; ///< empty for the one of the configuration, else of the local user
    QString host;
    int port = 0; ///< 0 for the one of the configuration

    [[nodiscard]] static Result<SshDestination> parse(QStringView text);
};

/// One host of a route, from `ssh -G`, with tokens and "~" expanded. Value; any thread.
struct SshHop
{
    QString host; ///< as in the destination
    QString hostName; ///< the name to resolve
    int port = 22;
    QString user;
    QStringList identityFiles; ///< in order; some need not exist
    QStringList certificateFiles;
    bool identitiesOnly = false; ///< restricts the agent's keys to those of identityFiles
    QString agentSocket; ///< empty for none
    QString hostKeyAlias;
    QStringList userKnownHosts; ///< files
    QStringList globalKnownHosts;
    QString proxyCommand; ///< expanded, for /bin/sh; only of the first hop of a route
    QStringList hostKeyAlgorithms; ///< in order; empty for our defaults
    QStringList keyExchanges;
    QStringList ciphers;
    QStringList macs;
    QStringList authentications; ///< PreferredAuthentications; empty for our default
    QString addressFamily; ///< "any", "inet", "inet6"
    QString bindAddress;
    std::chrono::seconds connectTimeout{0}; ///< 0 for our default
    std::chrono::seconds aliveInterval{0}; ///< ServerAliveInterval; 0 for our default

    /// "user@hostName:port", as in Question::host.
    [[nodiscard]] QString identity() const;
    /// Its name in known_hosts: the alias, else the host name, as "[name]:port" unless the port is 22.
    [[nodiscard]] QString knownHostsName() const;
};

/// The hosts from here to a machine.
struct SshRoute
{
    QList<SshHop> hops; ///< never empty; the first is reached directly, the last is the machine
    QList<Message> notHonoured; ///< messages about settings that are not supported
};

} // namespace engine
