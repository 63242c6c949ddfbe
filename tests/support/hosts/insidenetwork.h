// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace testing {

/// A network that only this test and its machines are in. As root, the test continues in a second process with network,
/// mounts and process ids of its own, whose end, however it comes, is the end of every process, device, mount and file
/// below networkFolder(); TMPDIR points there, too. Returns the exit status in the process that only waited for it.
/// Without the rights nothing changes, and isInsideNetwork() is false. Call it before any thread.
std::optional<int> enterNetwork();

[[nodiscard]] bool isInsideNetwork();

/// An empty file system in memory, gone with the test.
[[nodiscard]] QString networkFolder();

/// Lines for `ip -batch`, in the test's network; false with its words in the test's output.
[[nodiscard]] bool runIp(const QByteArray &lines);

/// The bridge "br0" on which the machines meet, and the test is 10.77.0.1/16. Made by the first call.
[[nodiscard]] bool raiseBridge();

} // namespace testing

/// In a test function, for what needs enterNetwork() to have worked.
#define SKIP_OUTSIDE_NETWORK()                                                                                         \
    do {                                                                                                               \
        if (!testing::isInsideNetwork())                                                                               \
            SKIP_UNLESS_ALL("machines in namespaces need root");                                                       \
    } while (false)

/// A test class whose machines are in a network of their own; as BATCHDECK_TEST.
#define BATCHDECK_NETWORK_TEST(Application, Test)                                                                      \
    BATCHDECK_TEST_RUN(Test, [](int argc, char **argv) {                                                               \
        if (const auto status = testing::enterNetwork())                                                               \
            return *status;                                                                                            \
        Application application(argc, argv);                                                                           \
        Test test;                                                                                                     \
        return QTest::qExec(&test, argc, argv);                                                                        \
    });
