// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/support/real/sshserver.h"

#include <memory>
#include <vector>

namespace testing {

/// Many SshServers on this computer, cheap and without root: an address, port and host key each; what they serve is the
/// same computer. One key logs in to all. Blocks.
class SshFleet
{
    Q_DISABLE_COPY_MOVE(SshFleet)

public:
    explicit SshFleet(int count, const QByteArray &configuration = {}); ///< as SshServer's
    ~SshFleet() = default; ///< stops them

    [[nodiscard]] bool start(); ///< all at once
    [[nodiscard]] int count() const { return int(m_servers.size()); }
    [[nodiscard]] SshServer &server(int index) const { return *m_servers.at(size_t(index)); }
    [[nodiscard]] QString identityFile() const { return m_servers.front()->identityFile(); } ///< logs in everywhere
    [[nodiscard]] QString knownHostsFile() const; ///< knows all of them

private:
    std::vector<std::unique_ptr<SshServer>> m_servers;
};

} // namespace testing
