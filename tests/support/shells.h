// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QStandardPaths>
#include <QStringList>
#include <QTest>

namespace testing {

/// Rows of a test that runs under each POSIX shell that we promise: column "shell" is its command line.
inline void addShellRows()
{
    QTest::addColumn<QStringList>("shell");
    QTest::newRow("dash") << QStringList{QStringLiteral("dash")};
    QTest::newRow("bash") << QStringList{QStringLiteral("bash"), QStringLiteral("--posix")};
    QTest::newRow("busybox") << QStringList{QStringLiteral("busybox"), QStringLiteral("sh")};
    QTest::newRow("mksh") << QStringList{QStringLiteral("mksh")};
}

inline bool isInstalled(const QStringList &shell)
{
    return !QStandardPaths::findExecutable(shell.constFirst()).isEmpty();
}

} // namespace testing

/// Leaves a test function, loudly, when its row's shell is not there.
#define SKIP_WITHOUT(shell)                                                                                            \
    do {                                                                                                               \
        if (!testing::isInstalled(shell))                                                                              \
            QSKIP(qPrintable(QStringLiteral("NOT TESTED: no ") + (shell).constFirst()));                               \
    } while (false)
