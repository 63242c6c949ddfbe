// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"
#include "tests/support/patience.h"

#include <QFuture>
#include <QTest>

namespace testing {

/// Waits for the future's result with this thread's event loop running; an Internal error after \a timeoutMs.
template <typename T> engine::Result<T> await(const QFuture<engine::Result<T>> &future, int timeoutMs = patience)
{
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, timeoutMs) || future.resultCount() == 0)
        return engine::Error::of(engine::ErrorCode::Internal, "No answer came.");
    return future.result();
}

} // namespace testing

/// Fails the test with the error's text when \a result is an error.
#define VERIFY_RESULT(result)                                                                                          \
    do {                                                                                                               \
        const auto &verified = (result);                                                                               \
        QVERIFY2(verified, verified ? "" : qPrintable(verified.error().message.englishText()));                        \
    } while (false)
