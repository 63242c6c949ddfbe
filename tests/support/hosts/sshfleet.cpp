// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/hosts/sshfleet.h"

#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace testing {

SshFleet::SshFleet(int count, const QByteArray &configuration)
{
    for (int i = 0; i < count; ++i) {
        auto server = std::make_unique<SshServer>(configuration);
        if (i > 0) {
            QFile first(m_servers.front()->authorizedKeysFile()), keys(server->authorizedKeysFile());
            if (first.open(QIODevice::ReadOnly) && keys.open(QIODevice::Append))
                keys.write(first.readAll());
        }
        m_servers.push_back(std::move(server));
    }
}

bool SshFleet::start()
{
    return std::all_of(m_servers.begin(), m_servers.end(), [](auto &server) { return server->begin(); })
        && std::all_of(m_servers.begin(), m_servers.end(), [](auto &server) { return server->waitUntilUp(); });
}

QString SshFleet::knownHostsFile() const
{
    QFile file(m_servers.front()->folder() + u"/known_hosts_of_all"_s);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate))
        return {};
    for (const auto &server : m_servers)
        file.write(server->knownHostsLine());
    return file.fileName();
}

} // namespace testing
