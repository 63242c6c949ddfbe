// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/support/patience.h"

#include <QCoreApplication>
#include <QProcess>
#include <QStringList>
#include <QTest>

namespace testing {

/// Registers a test class in its program. A program has the tests of one folder; `tests_store tst_storefile` runs one
/// of them, with the arguments of Qt Test after the name. A program with one test needs no name.
class Registration final
{
public:
    /// Makes the application and runs the test; may do before what has to precede an application.
    using Run = int (*)(int argc, char **argv);

    Registration(const char *className, Run run); ///< "TstStoreFile" gets the name tst_storefile
};

/// The arguments with which this program runs the same test class with \a arguments.
[[nodiscard]] QStringList ownArguments(const QStringList &arguments);

/// Starts this program again, with the same test class and \a arguments.
void startOwnProgram(QProcess &process, const QStringList &arguments);

} // namespace testing

/// Registers a test class with its own run function: BATCHDECK_TEST_RUN(TstSshHost, runSshHost).
#define BATCHDECK_TEST_RUN(Test, run) static const testing::Registration registrationOf##Test(#Test, run)

/// Registers a test class: BATCHDECK_TEST(QCoreApplication, TstShellQuote). Unexpected warnings fail the test
/// (tests/CMakeLists.txt).
#define BATCHDECK_TEST(Application, Test)                                                                              \
    BATCHDECK_TEST_RUN(Test, [](int argc, char **argv) {                                                               \
        Application application(argc, argv);                                                                           \
        Test test;                                                                                                     \
        return QTest::qExec(&test, argc, argv);                                                                        \
    });
