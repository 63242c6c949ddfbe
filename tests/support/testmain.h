// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QCoreApplication>
#include <QTest>

/// main() of a test: BATCHDECK_TEST_MAIN(QCoreApplication, TstShellQuote). Its unannounced warnings fail it
/// (tests/CMakeLists.txt).
#define BATCHDECK_TEST_MAIN(Application, Test)                                                                         \
    int main(int argc, char **argv)                                                                                    \
    {                                                                                                                  \
        Application application(argc, argv);                                                                           \
        Test test;                                                                                                     \
        return QTest::qExec(&test, argc, argv);                                                                        \
    }
