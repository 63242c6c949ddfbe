// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>

namespace testing {

class Node;

/// Installs the real podman for Node::user(), rootless, with images on the machine's own disk, also with shared homes,
/// among them ContainerStore::image(). Call it once for each machine; a reboot keeps it. Needs the parts "podman",
/// "runc", "busybox". On false the errors are in the test's output.
[[nodiscard]] bool addContainers(const Node &node);

/// A line "container NAME STATUS" for each container that podman lists on \a node; errors are included.
[[nodiscard]] QByteArray containersOn(const Node &node);

} // namespace testing
