// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QStringList>

#include <chrono>

namespace engine {

/// How the user says a machine is reached. Value; any thread.
struct SshSpec
{
    QString destination; ///< [user@]host[:port]; host may be a Host of ~/.ssh/config; an IPv6 address with port in []
    QString identityFile; ///< absolute; in addition to the configuration's
    QString configFile; ///< absolute; empty: the user's and the system's
    QList<SshSpec> jumps; ///< outermost first; empty: the configuration's ProxyJump

    /// x-batchdeck.ssh of a machine's document: {"destination","identity","config","jumps":[…]}.
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static SshSpec fromJson(const QJsonObject &json);
};

/// The parts of SshSpec::destination. parse(): InvalidArgument for a text that ssh refuses or reads as an option.
struct SshDestination
{
    QString user; ///< empty: the configuration's, else the local user's name
    QString host;
    int port = 0; ///< 0 for the one of the configuration

    [[nodiscard]] static Result<SshDestination> parse(QStringView text);
};

/// One host of a route, from `ssh -G`, with tokens and "~" expanded. Value; any thread.
struct SshHop
{
    QString host; ///< as the user wrote it
    QString hostName; ///< the name or address to connect to
    int port = 22;
    QString user;
    QStringList identityFiles; ///< in order; some need not exist
    QStringList certificateFiles;
    bool identitiesOnly = false; ///< use only keys of the agent that are in identityFiles
    QString agentSocket; ///< empty: none
    QString hostKeyAlias;
    QStringList userKnownHosts; ///< files
    QStringList globalKnownHosts;
    QString proxyCommand; ///< expanded; for /bin/sh; only in a route's first hop
    QStringList hostKeyAlgorithms; ///< in order; empty: ours
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
    /// The name in known_hosts: the alias, else the host name; "[name]:port" unless the port is 22.
    [[nodiscard]] QString knownHostsName() const;
};

/// The jump hosts to a machine, and the machine itself.
struct SshRoute
{
    QList<SshHop> hops; ///< never empty; the first is connected to directly, the last is the machine
    QList<Message> notHonoured; ///< settings of the configuration that are not honoured
};

} // namespace engine
