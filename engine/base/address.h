// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

namespace engine {

/// \a host as it stands before a colon that ends it: an address of IPv6 in brackets.
[[nodiscard]] inline QString beforeColon(const QString &host)
{
    return host.contains(u':') ? QString(u'[' + host + u']') : host;
}

/// "host:22", "[::1]:22": for people, who type it back, and for programs.
[[nodiscard]] inline QString hostAndPort(const QString &host, int port)
{
    return beforeColon(host) + u':' + QString::number(port);
}

} // namespace engine
