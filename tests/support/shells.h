// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/support/parts.h"

#include <QStringList>
#include <QTest>

namespace testing {

/// Adds a row for each POSIX shell that we support; column "shell" is its command line.
inline void addShellRows()
{
    QTest::addColumn<QStringList>("shell");
    QTest::newRow("dash") << QStringList{QStringLiteral("dash")};
    QTest::newRow("bash") << QStringList{QStringLiteral("bash"), QStringLiteral("--posix")};
    QTest::newRow("busybox") << QStringList{QStringLiteral("busybox"), QStringLiteral("sh")};
    QTest::newRow("mksh") << QStringList{QStringLiteral("mksh")};
}

} // namespace testing

/// In such a test: as SKIP_WITHOUT_PART, for the row's shell.
#define SKIP_WITHOUT_SHELL(shell) SKIP_WITHOUT_PART((shell).constFirst())
