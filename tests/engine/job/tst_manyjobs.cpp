// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/enginefixture.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/real/privatekeyring.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>
#include <QSet>

using namespace Qt::StringLiterals;
using namespace engine;
using testing::EngineFixture;

/// Thousands of jobs in one queue: the engine stays quick, and lists them all once.
class TstManyJobs final : public QObject
{
    Q_OBJECT

private slots:
    void staysQuickWithALongQueue()
    {
        EngineFixture fixture;
        VERIFY_RESULT(beginWithoutNodes(fixture));
        QSignalSpy changes(&fixture.link(), &EngineLink::changed);
        QElapsedTimer clock;
        clock.start();
        VERIFY_RESULT(submitAll(fixture));
        qInfo("%d jobs submitted in %lld ms, %lld batches of changes", jobs, clock.elapsed(), qint64(changes.size()));

        // Each reason names the first of the queue: when that one goes, all of them change.
        clock.restart();
        QVERIFY(fixture.call(u"job.terminate"_s, {{u"id"_s, EngineFixture::jobId(u"j0"_s)}}));
        const auto names = [&](const QString &first) {
            return fixture.job(u"j%1"_s.arg(jobs - 1)).reason.englishText().contains(first);
        };
        QTRY_VERIFY(names(u"j1,"_s));
        qint64 slowest = 0;
        for (int i = 0; i < 20; ++i) {
            QElapsedTimer one;
            one.start();
            QVERIFY(fixture.call(u"engine.status"_s));
            slowest = qMax(slowest, one.elapsed());
        }
        qInfo("the whole queue had new reasons after %lld ms; slowest call %lld ms", clock.elapsed(), slowest);
        QVERIFY(testing::measured("slowest answer after all of a long queue changed", slowest, 1000));

        QSet<QString> seen;
        QString before;
        for (int page = 0; page < 2 * jobs / 500; ++page) {
            QJsonObject parameters{{u"experiment"_s, u"default/default/default"_s}, {u"limit"_s, 500}};
            if (!before.isEmpty())
                parameters[u"before"_s] = before;
            const auto rows = fixture.call(u"job.list"_s, parameters);
            QVERIFY(rows);
            if (rows->toArray().isEmpty())
                break;
            for (const QJsonValue &row : rows->toArray()) {
                before = row[u"id"_s].toString();
                QVERIFY2(!seen.contains(before), qPrintable(before));
                seen.insert(before);
            }
        }
        QCOMPARE(seen.size(), jobs);
        const auto snapshot = fixture.call(u"resource.snapshot"_s);
        QVERIFY(snapshot);
        QVERIFY((*snapshot)[u"upserted"_s].toArray().size() < 300);
    }

    void asksTheKeyringOnceForAll()
    {
        SKIP_WITHOUT("dbus");
        SKIP_WITHOUT("gnome-keyring");
        testing::PrivateKeyring keyring;
        QVERIFY(keyring.start());
        EngineFixture fixture;
        VERIFY_RESULT(beginWithoutNodes(fixture));
        VERIFY_RESULT(fixture.call(u"secret.set"_s, {{u"name"_s, u"secret:hub"_s}, {u"value"_s, u"sesame"_s}}));
        const QJsonObject extension{{u"secretName"_s, u"secret:hub"_s}};
        const QJsonArray secrets{QJsonObject{{u"name"_s, u"TOKEN"_s}, {u"x-batchdeck"_s, extension}}};
        VERIFY_RESULT(submitAll(fixture, {{u"secrets"_s, secrets}}));
        fixture.stop(); // what the next engine wants of it is not in its memory

        QVERIFY(keyring.lock());
        QVERIFY(keyring.startCounting());
        QVERIFY(fixture.start());
        const auto waitForSecrets = [&fixture](bool theyDo) {
            return QTest::qWaitFor(
                [&] {
                    for (const int job : {0, jobs / 2, jobs - 1}) {
                        const QString reason = fixture.job(u"j"_s + QString::number(job)).reason.englishText();
                        if (reason.isEmpty() || reason.startsWith(u"It waits for its secrets: "_s) != theyDo)
                            return false;
                    }
                    return true;
                },
                2 * testing::patience);
        };
        QVERIFY(waitForSecrets(true));
        const qsizetype whileLocked = keyring.requests();
        QVERIFY2(whileLocked > 0 && whileLocked < jobs / 10, qPrintable(QString::number(whileLocked)));
        QVERIFY(keyring.startKeyring());
        QVERIFY(waitForSecrets(false));
        const qsizetype allTogether = keyring.requests();
        QVERIFY2(allTogether > 0 && allTogether < jobs / 10, qPrintable(QString::number(allTogether)));
    }

private:
    static constexpr int jobs = 3000;

    /// A cluster on which nothing can run.
    static Result<QJsonValue> beginWithoutNodes(EngineFixture &fixture)
    {
        if (!fixture.start() || !fixture.addThisComputer())
            return Error::of(ErrorCode::Internal, "The engine did not start.");
        return fixture.call(u"cluster.resize"_s, {{u"id"_s, u"default/default/clusters/desk"_s}, {u"target"_s, 0}});
    }

    /// j0, j1…, all at once.
    static Result<void> submitAll(EngineFixture &fixture, const QJsonObject &more = {})
    {
        const QString text = QString::fromUtf8(fixture.jobText(u"true"_s, more));
        QList<QFuture<Result<QJsonValue>>> submissions;
        for (int i = 0; i < jobs; ++i)
            submissions.append(fixture.begin(u"job.create"_s,
                                             {{u"id"_s, EngineFixture::jobId(u"j"_s + QString::number(i))},
                                              {u"cluster"_s, u"desk"_s},
                                              {u"text"_s, text}}));
        for (const auto &submission : std::as_const(submissions)) {
            if (const auto answer = testing::await(submission, 2 * testing::patience); !answer)
                return answer.error();
        }
        return {};
    }
};

BATCHDECK_TEST(QCoreApplication, TstManyJobs)
#include "tst_manyjobs.moc"
