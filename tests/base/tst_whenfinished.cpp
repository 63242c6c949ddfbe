// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/result.h"
#include "engine/base/whenfinished.h"
#include "tests/support/testmain.h"

#include <QPromise>
#include <QTest>

#include <optional>
#include <thread>

using namespace Qt::StringLiterals;
using engine::Result;

class TstWhenFinished final : public QObject
{
    Q_OBJECT

private slots:
    void bringsAResultInAnyCase_data();
    void bringsAResultInAnyCase();
    void bringsNothingToTheDead();
    void transformsOnce();
    void endsWhatItTransformsWithItsContext();
};

void TstWhenFinished::bringsAResultInAnyCase_data()
{
    QTest::addColumn<QString>("end");
    QTest::addColumn<QString>("told");
    QTest::newRow("a value") << u"value"_s << u"7"_s;
    QTest::newRow("cancelled") << u"cancel"_s << u"Canceled"_s;
    QTest::newRow("cancelled with a value") << u"cancel late"_s << u"Canceled"_s;
    QTest::newRow("its promise dies") << u"die"_s << u"Canceled"_s;
    QTest::newRow("cancelled before a step that follows") << u"chain"_s << u"Canceled"_s;
    QTest::newRow("there never was a promise") << u"none"_s << u"Canceled"_s;
}

void TstWhenFinished::bringsAResultInAnyCase()
{
    QFETCH(const QString, end);
    std::optional<QPromise<Result<int>>> promise(std::in_place);
    promise->start();
    QFuture<Result<int>> future = end == u"none" ? QFuture<Result<int>>() : promise->future();
    if (end == u"chain")
        future = future.then([](const Result<int> &result) { return result; });
    QStringList told;
    engine::whenFinished(future, this, [&told](const Result<int> &result) {
        told.append(result ? QString::number(*result) : toString(result.error().code));
    });
    if (end == u"value" || end == u"cancel late")
        promise->addResult(7);
    if (end == u"cancel" || end == u"cancel late")
        future.cancel();
    if (end == u"chain")
        promise->future().cancel();
    if (end == u"die")
        promise.reset();
    else
        promise->finish();
    QTRY_COMPARE(told.size(), 1);
    QTEST(told.constFirst(), "told");
}

void TstWhenFinished::bringsNothingToTheDead()
{
    QPromise<Result<int>> promise;
    promise.start();
    bool isTold = false;
    {
        QObject context;
        engine::whenFinished(promise.future(), &context, [&isTold](const Result<int> &) { isTold = true; });
    }
    promise.future().cancel();
    promise.finish();
    QCoreApplication::processEvents();
    QVERIFY(!isTold);
}

// The future finishes in another thread while what follows is being told to it.
void TstWhenFinished::transformsOnce()
{
    constexpr int many = 2000;
    int calls = 0;
    int sum = 0;
    for (int i = 0; i < many; ++i) {
        QPromise<Result<int>> promise;
        promise.start();
        const QFuture<Result<int>> future = promise.future();
        std::thread finishing([&promise] {
            promise.addResult(1);
            promise.finish();
        });
        const auto next = engine::transformed(future, this, [&calls](const Result<int> &result) -> Result<int> {
            ++calls;
            return *result + 1;
        });
        engine::whenFinished(next, this, [&sum](const Result<int> &result) { sum += *result; });
        finishing.join();
    }
    QTRY_COMPARE(sum, 2 * many);
    QCOMPARE(calls, many);
}

void TstWhenFinished::endsWhatItTransformsWithItsContext()
{
    QPromise<Result<int>> promise;
    promise.start();
    std::optional<QObject> context(std::in_place);
    const auto next =
        engine::transformed(promise.future(), &*context, [](const Result<int> &result) { return result; });
    QString told;
    engine::whenFinished(next, this, [&told](const Result<int> &result) { told = toString(result.error().code); });
    context.reset();
    QTRY_COMPARE(told, u"Canceled"_s);
}

BATCHDECK_TEST(QCoreApplication, TstWhenFinished)
#include "tst_whenfinished.moc"
