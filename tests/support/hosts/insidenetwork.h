// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace testing {

/// Enters a network of this test and its machines only. As root, the test continues in a second process with its own
/// namespaces for network, mounts and processes. Any end of that process also ends every process, device, mount and
/// file in it, with networkFolder(), to which TMPDIR is set. Returns the exit status in the first process, which only
/// waits. Without root nothing changes, and isInsideNetwork() is false. Call it before any thread is started.
std::optional<int> enterNetwork();

[[nodiscard]] bool isInsideNetwork();

/// A file system in memory, initially empty, that ends with the test.
[[nodiscard]] QString networkFolder();

/// Runs \a lines by `ip -batch` in the test's network; on false its errors are in the test's output.
[[nodiscard]] bool runIp(const QByteArray &lines);

/// Makes the bridge "br0" that connects the machines, with 10.77.0.1/16 for the test. Only the first call has an
/// effect.
[[nodiscard]] bool raiseBridge();

} // namespace testing

/// In a test function: skips it when enterNetwork() did not work.
#define SKIP_OUTSIDE_NETWORK()                                                                                         \
    do {                                                                                                               \
        if (!testing::isInsideNetwork())                                                                               \
            SKIP_UNLESS_ALL("machines in namespaces need root");                                                       \
    } while (false)

/// As BATCHDECK_TEST, for a test class whose machines are in a network of their own.
#define BATCHDECK_NETWORK_TEST(Application, Test)                                                                      \
    BATCHDECK_TEST_RUN(Test, [](int argc, char **argv) {                                                               \
        if (const auto status = testing::enterNetwork())                                                               \
            return *status;                                                                                            \
        Application application(argc, argv);                                                                           \
        Test test;                                                                                                     \
        return QTest::qExec(&test, argc, argv);                                                                        \
    });
