// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QCoreApplication>
#include <QTest>

#include <cstdio>
#include <cstdlib>

namespace testing {

/// A warning that no test announced with QTest::ignoreMessage ends the run: silence is part of the contract.
/// Messages of the off-screen platform about what it cannot do are not ours.
inline bool isOurWarning(const QString &text)
{
    return !text.startsWith(QLatin1StringView("This plugin does not support"));
}

template <typename Application, typename Test> int runTest(int argc, char **argv)
{
    Application application(argc, argv);
    static QtMessageHandler previous = nullptr;
    static bool unexpected = false;
    // QTest installs its own handler around ours and swallows what a test ignores.
    previous = qInstallMessageHandler([](QtMsgType type, const QMessageLogContext &context, const QString &text) {
        if ((type == QtWarningMsg || type == QtCriticalMsg) && isOurWarning(text)) {
            unexpected = true;
            std::fprintf(stderr, "unexpected warning: %s\n", qPrintable(text));
        }
        if (previous)
            previous(type, context, text);
    });
    Test test;
    const int result = QTest::qExec(&test, argc, argv);
    return result != 0 ? result : (unexpected ? 1 : 0);
}

} // namespace testing

/// main() of a test: BATCHDECK_TEST_MAIN(QCoreApplication, TstShellQuote)
#define BATCHDECK_TEST_MAIN(Application, Test)                                                                         \
    int main(int argc, char **argv)                                                                                    \
    {                                                                                                                  \
        return testing::runTest<Application, Test>(argc, argv);                                                        \
    }
