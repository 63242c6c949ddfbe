// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/backoff.h"
#include "tests/support/testmain.h"

using namespace std::chrono_literals;
using engine::Backoff;

class TstBackoff final : public QObject
{
    Q_OBJECT

private slots:
    void mayTryAtOnceBeforeAnyFailure()
    {
        const Backoff backoff(
            1s, 60s, [this] { return m_now; }, 1);
        QVERIFY(backoff.mayRetry());
        QCOMPARE(backoff.failures(), 0);
    }

    void waitsGrowAndStayBetweenTheBounds()
    {
        for (quint32 seed = 1; seed <= 200; ++seed) {
            Backoff backoff(
                1s, 60s, [this] { return m_now; }, seed);
            for (int failure = 1; failure <= 40; ++failure) {
                backoff.fail();
                const auto ceiling = std::min<Backoff::Duration>(60s, 1s * (1LL << std::min(failure, 10)));
                QVERIFY2(backoff.remaining() >= std::max<Backoff::Duration>(1s, ceiling / 2)
                             && backoff.remaining() <= ceiling,
                         qPrintable(QStringLiteral("seed %1, failure %2: %3 ms")
                                        .arg(seed)
                                        .arg(failure)
                                        .arg(backoff.remaining().count())));
            }
        }
    }

    void letsTheTryThroughWhenTheTimeIsOver()
    {
        Backoff backoff(
            1s, 60s, [this] { return m_now; }, 7);
        backoff.fail();
        const auto wait = backoff.remaining();
        m_now += wait - 1ms;
        QVERIFY(!backoff.mayRetry());
        m_now += 1ms;
        QVERIFY(backoff.mayRetry());
        m_now += 24h;
        QCOMPARE(backoff.remaining(), 0ms);
    }

    void startsOverAfterASuccess()
    {
        Backoff backoff(
            1s, 60s, [this] { return m_now; }, 7);
        for (int i = 0; i < 6; ++i)
            backoff.fail();
        backoff.succeed();
        QVERIFY(backoff.mayRetry());
        backoff.fail();
        QVERIFY(backoff.remaining() <= 2s);
    }

    void spreadsThoseThatFailTogether()
    {
        QSet<qint64> waits;
        for (quint32 seed = 1; seed <= 100; ++seed) {
            Backoff backoff(
                1s, 60s, [this] { return m_now; }, seed);
            for (int i = 0; i < 6; ++i)
                backoff.fail();
            waits.insert(backoff.remaining().count());
        }
        QVERIFY2(waits.size() > 90, qPrintable(QString::number(waits.size())));
    }

    void equalBoundsWaitExactlyThatLong()
    {
        Backoff backoff(
            5s, 5s, [this] { return m_now; }, 3);
        backoff.fail();
        QCOMPARE(backoff.remaining(), 5000ms);
    }

private:
    Backoff::Duration m_now = 1000h;
};

BATCHDECK_TEST(QCoreApplication, TstBackoff)
#include "tst_backoff.moc"
