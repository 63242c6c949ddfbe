// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/support/real/sshserver.h"

#include <memory>
#include <vector>

namespace testing {

/// Many SshServers on this computer, without root, each with its own address, port and host key. All serve this
/// computer; one key logs in to all. Blocks.
class SshFleet
{
    Q_DISABLE_COPY_MOVE(SshFleet)

public:
    explicit SshFleet(int count, const QByteArray &configuration = {}); ///< \a configuration as in SshServer
    ~SshFleet() = default; ///< stops all servers

    [[nodiscard]] bool start(); ///< starts all servers concurrently
    [[nodiscard]] int count() const { return int(m_servers.size()); }
    [[nodiscard]] SshServer &server(int index) const { return *m_servers.at(size_t(index)); }
    [[nodiscard]] QString identityFile() const { return m_servers.front()->identityFile(); } ///< a key for all servers
    [[nodiscard]] QString knownHostsFile() const; ///< has the host keys of all servers

private:
    std::vector<std::unique_ptr<SshServer>> m_servers;
};

} // namespace testing
