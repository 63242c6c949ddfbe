// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

namespace engine {

/// \a host as it is written before ":PORT": an IPv6 address gets brackets.
[[nodiscard]] inline QString bracketed(const QString &host)
{
    return host.contains(u':') ? QString(u'[' + host + u']') : host;
}

/// "host:22" or "[::1]:22". People can type the text back, and programs can parse it.
[[nodiscard]] inline QString hostAndPort(const QString &host, int port)
{
    return bracketed(host) + u':' + QString::number(port);
}

} // namespace engine
