// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/enginefixture.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QRegularExpression>

using namespace Qt::StringLiterals;
using namespace engine;
using testing::EngineFixture;

/// The store is spoilt while a job runs: the file is set aside, the user is told, what the backup knows is there.
class TstRestore : public QObject
{
    Q_OBJECT

private slots:
    void comesBackFromItsBackup()
    {
        EngineFixture fixture;
        QVERIFY(fixture.start());
        QVERIFY(fixture.addThisComputer());
        QVERIFY(fixture.submit(u"a"_s, u"echo up; sleep 4; echo over; exit 3"_s));
        QTRY_COMPARE(toString(fixture.job(u"a"_s).phase), u"executing"_s);
        fixture.stop(); // a start makes the day's backup when there is none: this one may be older than the job
        removeBackups(fixture);
        QVERIFY(fixture.start());
        QTRY_VERIFY(!backups(fixture).isEmpty());
        fixture.stop();

        QVERIFY(spoil(fixture));
        QVERIFY(fixture.start());
        QVERIFY(isToldOf(fixture));
        QVERIFY(!QDir(fixture.profile() + u"/store"_s).entryList({u"batchdeck.db.damaged-*"_s}).isEmpty());
        const JobSnapshot job = fixture.finished(u"a"_s);
        QCOMPARE(toString(job.state), u"failed"_s);
        QCOMPARE(job.exitCode.value_or(-1), 3);
        QCOMPARE(job.attempt, 1);
        QCOMPARE(EngineFixture::log(job, u"stdout.txt"_s), "up\nover\n"_ba);
    }

    void beginsAnewWithoutABackup()
    {
        EngineFixture fixture;
        QVERIFY(fixture.start());
        QVERIFY(fixture.addThisComputer());
        QVERIFY(fixture.submit(u"a"_s, u"sleep 2"_s));
        QTRY_COMPARE(toString(fixture.job(u"a"_s).phase), u"executing"_s);
        fixture.stop();
        removeBackups(fixture);
        QVERIFY(spoil(fixture));
        QVERIFY(fixture.start());
        QVERIFY(isToldOf(fixture));
        const auto groups = fixture.call(u"resource.list"_s, {{u"kind"_s, u"group"_s}});
        QVERIFY(groups && groups->toArray().isEmpty());
        // And it is a store to work with.
        QVERIFY(fixture.addThisComputer());
        QVERIFY(fixture.submit(u"a"_s, u"true"_s));
        QCOMPARE(toString(fixture.finished(u"a"_s).state), u"succeeded"_s);
    }

    void goesOnWhenTheFileIsSpoiltUnderIt()
    {
        EngineFixture fixture;
        QVERIFY(fixture.start());
        QVERIFY(fixture.addThisComputer());
        QVERIFY(fixture.submit(u"a"_s, u"echo up; sleep 2"_s));
        QTRY_COMPARE(toString(fixture.job(u"a"_s).phase), u"executing"_s);
        QVERIFY(spoil(fixture));
        // The job is in memory and on the node: it comes to its end whatever the store says, and calls are answered.
        QCOMPARE(toString(fixture.finished(u"a"_s).state), u"succeeded"_s);
        const auto answer = fixture.call(u"job.events"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}});
        QVERIFY(answer || answer.error().code != ErrorCode::Timeout);
        fixture.stop();
        QVERIFY(fixture.start());
        QVERIFY(fixture.call(u"resource.list"_s, {{u"kind"_s, u"group"_s}}));
    }

private:
    static QStringList backups(const EngineFixture &fixture)
    {
        return QDir(fixture.profile() + u"/store"_s).entryList({u"backup-*.db"_s});
    }

    static void removeBackups(const EngineFixture &fixture)
    {
        for (const QString &name : backups(fixture))
            QFile::remove(fixture.profile() + u"/store/"_s + name);
    }

    static bool spoil(const EngineFixture &fixture)
    {
        QFile file(fixture.profile() + u"/store/batchdeck.db"_s);
        const QByteArray noise(qMin<qint64>(file.size(), 64 * 1024), '\xa5');
        return file.open(QIODevice::ReadWrite) && file.write(noise) == noise.size();
    }

    // The first client learns what opening the store had to say.
    static bool isToldOf(EngineFixture &fixture)
    {
        QSignalSpy noticed(&fixture.link(), &EngineLink::noticed);
        if (!fixture.call(u"resource.snapshot"_s) || (noticed.isEmpty() && !noticed.wait(testing::patience)))
            return false;
        return noticed.first().first().value<Message>().englishText().contains(u"damaged"_s);
    }
};

BATCHDECK_TEST(QCoreApplication, TstRestore)
#include "tst_restore.moc"
