// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>

namespace testing {

class Node;

/// The real podman for Node::user(), without rights of root, as laboratories have it: images on the machine's own disk,
/// also where homes are shared, and ContainerStore::image() among them. Once a machine; a reboot keeps it. Needs the
/// parts "podman", "runc", "busybox". False with its words in the test's output.
[[nodiscard]] bool addContainers(const Node &node);

/// "container NAME STATUS" of each that podman knows there, a line each, also of what it cannot tell.
[[nodiscard]] QByteArray containersOn(const Node &node);

} // namespace testing
