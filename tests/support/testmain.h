// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/support/patience.h"

#include <QCoreApplication>
#include <QProcess>
#include <QStringList>
#include <QTest>

namespace testing {

/// A test class among those of its program. A program has the tests of one folder: `tests_store tst_storefile` runs one
/// of them, in a process of its own, with whatever Qt Test takes behind the name. A program with one test needs no
/// name.
class Registration final
{
public:
    /// The application, the test and its run; what has to come before an application begins with it.
    using Run = int (*)(int argc, char **argv);

    Registration(const char *className, Run run); ///< "TstStoreFile" is called tst_storefile
};

/// What this test's own program is started with to run \a arguments of the same test class.
[[nodiscard]] QStringList ownArguments(const QStringList &arguments);

/// Starts this test's program once more, for \a arguments of the same test class.
void startOwnProgram(QProcess &process, const QStringList &arguments);

} // namespace testing

/// A test class that begins with more than an application: BATCHDECK_TEST_RUN(TstSshHost, runSshHost).
#define BATCHDECK_TEST_RUN(Test, run) static const testing::Registration registrationOf##Test(#Test, run)

/// A test class: BATCHDECK_TEST(QCoreApplication, TstShellQuote). Its unannounced warnings fail it
/// (tests/CMakeLists.txt).
#define BATCHDECK_TEST(Application, Test)                                                                              \
    BATCHDECK_TEST_RUN(Test, [](int argc, char **argv) {                                                               \
        Application application(argc, argv);                                                                           \
        Test test;                                                                                                     \
        return QTest::qExec(&test, argc, argv);                                                                        \
    });
