// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/support/hosts/insidenetwork.h"
#include "tests/support/hosts/node.h"
#include "tests/support/parts.h"

#include <memory>
#include <vector>

namespace testing {

/// Machines n1, n2… in namespaces, on the bridge of a test that has a network of its own (insidenetwork.h: use
/// BATCHDECK_NETWORK_TEST and SKIP_OUTSIDE_NETWORK). Needs the parts sshd, iproute2, tini, procps. Blocks. The machines
/// end with the test, also after a crash.
class NodeFleet
{
    Q_DISABLE_COPY_MOVE(NodeFleet)

public:
    NodeFleet() = default;
    ~NodeFleet(); ///< as down()

    /// Adds \a count machines, booted concurrently.
    [[nodiscard]] bool up(int count, const NodeOptions &options = {});
    void down();

    [[nodiscard]] int count() const { return int(m_nodes.size()); }
    [[nodiscard]] Node &node(int index) const { return *m_nodes.at(size_t(index)); } ///< from 0
    [[nodiscard]] static QString identityFile(); ///< a key for all machines
    [[nodiscard]] QString knownHostsFile() const; ///< has the host keys of all machines
    /// Makes a file system of this size, for NodeOptions::sharedHome.
    [[nodiscard]] static QString makeSharedHome(int mebibytes = 32);

private:
    std::vector<std::unique_ptr<Node>> m_nodes;
};

} // namespace testing

/// In a test function: skips it when a NodeFleet is not possible.
#define SKIP_WITHOUT_NODES()                                                                                           \
    do {                                                                                                               \
        SKIP_WITHOUT("sshd");                                                                                          \
        SKIP_WITHOUT("iproute2");                                                                                      \
        SKIP_WITHOUT("tini");                                                                                          \
        SKIP_WITHOUT("procps");                                                                                        \
        SKIP_OUTSIDE_NETWORK();                                                                                        \
    } while (false)
