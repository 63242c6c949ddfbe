// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QProcess>
#include <QTest>

#include <cstdio>

namespace testing {

enum class Part { Here, Missing, Unknown };

/// Asks the table tests/support/parts. Blocks for the few milliseconds of the probe.
inline Part findPart(const QString &name)
{
    QProcess probe;
    probe.start(QStringLiteral("bash"),
                {QStringLiteral(BATCHDECK_SOURCE_DIR "/tests/support/parts.sh"), QStringLiteral("has"), name});
    constexpr int longest = 300'000; // of a probe that starts python, on a machine that does much else
    if (!probe.waitForFinished(longest) || probe.exitStatus() != QProcess::NormalExit)
        return Part::Unknown;
    switch (probe.exitCode()) {
    case 0:
        return Part::Here;
    case 1:
        return Part::Missing;
    default:
        return Part::Unknown;
    }
}

/// True in ./check --long: the test runs its full counts.
inline bool isLongRun()
{
    return qEnvironmentVariableIsSet("BATCHDECK_LONG");
}

/// True in ./check --all-parts: what cannot be tested here is a failure.
inline bool mustTestAll()
{
    return qEnvironmentVariableIsSet("BATCHDECK_ALL_PARTS");
}

/// True in ./check --sanitize: they look at memory, for which a few rounds of what is counted in dozens will do.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool isSanitized = true;
#else
inline constexpr bool isSanitized = false;
#endif

/// ./check --long appends the line to docs/measurements.md. \a goal says what it is held against, or is empty.
inline void measured(const char *what, const QString &value, const char *goal = "")
{
    std::printf("MEASURED: %s | %s | %s\n", what, qPrintable(value), goal);
    std::fflush(stdout);
}

} // namespace testing

/// In a test function: skips aloud when the row \a name (a QString) of tests/support/parts is not here; under
/// ./check --all-parts that is a failure, and a name that the table does not have always is.
#define SKIP_WITHOUT_PART(name)                                                                                        \
    do {                                                                                                               \
        const QString part_ = (name);                                                                                  \
        const testing::Part found_ = testing::findPart(part_);                                                         \
        if (found_ == testing::Part::Unknown)                                                                          \
            QFAIL(qPrintable(QStringLiteral("tests/support/parts has no part '%1', or cannot be read").arg(part_)));   \
        if (found_ == testing::Part::Missing && testing::mustTestAll())                                                \
            QFAIL(qPrintable(QStringLiteral("the part '%1' is missing").arg(part_)));                                  \
        if (found_ == testing::Part::Missing)                                                                          \
            QSKIP(qPrintable(QStringLiteral("without the part '%1'").arg(part_)));                                     \
    } while (false)

/// The same for a part that is spelled out.
#define SKIP_WITHOUT(part) SKIP_WITHOUT_PART(QStringLiteral(part))

/// The same for what no package brings: the rights of root, or a system call that a container forbids.
#define SKIP_UNLESS_ALL(why)                                                                                           \
    do {                                                                                                               \
        if (testing::mustTestAll())                                                                                    \
            QFAIL("NOT TESTED: " why);                                                                                 \
        QSKIP("NOT TESTED: " why);                                                                                     \
    } while (false)
