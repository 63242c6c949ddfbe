// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QTest>

namespace testing {

/// True in ./check --sanitize: for finding errors of memory, tests need only a few rounds instead of dozens.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool isSanitized = true;
#else
inline constexpr bool isSanitized = false;
#endif

/// Milliseconds that a test waits for an expected event, which may be late on a busy computer. No test asserts that it
/// came earlier. Tests that something does not happen use times of their own.
inline constexpr int patience = (isSanitized ? 4 : 1) * 60'000;

} // namespace testing

// Qt's macros wait only five seconds.
#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(statement) QTRY_VERIFY_WITH_TIMEOUT(statement, testing::patience)
#define QTRY_VERIFY2(statement, description) QTRY_VERIFY2_WITH_TIMEOUT(statement, description, testing::patience)
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, testing::patience)
