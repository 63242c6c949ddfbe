// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/store/store.h"
#include "tests/store/storerowsupport.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>

using namespace engine;
using namespace storetest;

namespace {

constexpr int rows = 6000; // what a traced writer would write if it lived

// What the writer acknowledged: numbers, one a line; the last line may be torn.
QList<int> acknowledgedIn(const QByteArray &output)
{
    QList<int> numbers;
    for (qsizetype from = 0, end = 0; (end = output.indexOf('\n', from)) >= 0; from = end + 1)
        numbers.append(output.mid(from, end - from).toInt());
    return numbers;
}

} // namespace

/// A store whose process is killed, as often and wherever, keeps all that it acknowledged, and no row without those
/// before it.
class TstStoreCrash final : public QObject
{
    Q_OBJECT

private slots:
    void keepsWhatItAcknowledged()
    {
        const QTemporaryDir directory;
        QRandomGenerator random(20260101);
        int first = 0;
        for (int round = 0; round < 12; ++round) {
            QProcess writer;
            writer.setProcessChannelMode(QProcess::ForwardedErrorChannel);
            writer.start(QStringLiteral(STORECRASHWRITER), {directory.path(), QString::number(first), u"1000000"_s});
            QVERIFY(writer.waitForStarted(testing::patience));
            const int lines = random.bounded(1, 4000);
            QByteArray output;
            while (output.count('\n') < lines) {
                QVERIFY2(writer.waitForReadyRead(testing::patience), "the writer fell silent");
                output += writer.readAllStandardOutput();
            }
            writer.kill();
            QVERIFY(writer.waitForFinished(testing::patience));
            QCOMPARE(writer.exitStatus(), QProcess::CrashExit);
            output += writer.readAllStandardOutput();
            checkStore(directory.path(), first, acknowledgedIn(output), &first);
        }
    }

    void keepsWhatItAcknowledgedWhenKilledInASystemCall_data()
    {
        QTest::addColumn<QString>("call");
        QTest::addColumn<int>("when");
        for (const int when : {1, 2, 7, 40, 41, 42, 300, 1500})
            QTest::addRow("write %d", when) << u"pwrite64"_s << when;
        for (const int when : {1, 2, 3, 4, 5, 8})
            QTest::addRow("sync %d", when) << u"fdatasync,fsync"_s << when;
        QTest::newRow("rename 1") << u"rename"_s << 1;
        for (const int when : {1, 3})
            QTest::addRow("unlink %d", when) << u"unlink"_s << when;
    }

    void keepsWhatItAcknowledgedWhenKilledInASystemCall()
    {
        QFETCH(QString, call);
        QFETCH(int, when);
        SKIP_WITHOUT("strace");
        const QTemporaryDir directory;
        const QTemporaryDir traces;
        QProcess writer;
        writer.start(u"strace"_s,
                     {u"-f"_s, u"-qq"_s, u"-o"_s, traces.filePath(u"trace"_s), u"-e"_s, u"trace="_s + call, u"-e"_s,
                      u"inject=%1:signal=KILL:when=%2"_s.arg(call).arg(when), QStringLiteral(STORECRASHWRITER),
                      directory.path(), u"0"_s, QString::number(rows)});
        QVERIFY(writer.waitForFinished(testing::patience));
        const QByteArray errors = writer.readAllStandardError();
        if (errors.contains("ptrace") || errors.contains("PTRACE"))
            SKIP_UNLESS_ALL("this system does not let a test trace its children");
        const QList<int> acknowledged = acknowledgedIn(writer.readAllStandardOutput());
        QVERIFY2(acknowledged.size() < rows, "the writer came to its end: the kill point was never reached");
        int next = 0;
        checkStore(directory.path(), 0, acknowledged, &next);
    }

private:
    void checkStore(const QString &directory, int first, const QList<int> &acknowledged, int *next)
    {
        for (qsizetype i = 0; i < acknowledged.size(); ++i)
            QCOMPARE(acknowledged.at(i), first + int(i)); // in the order of the calls
        auto store = storetest::open(directory);
        QVERIFY(store);
        const auto events = store->listEvents(u"u"_s).result();
        QVERIFY2(events, wordsOf(events));
        const int there = int(events->size());
        QVERIFY2(there >= first + acknowledged.size(),
                 qPrintable(u"%1 acknowledged, %2 there"_s.arg(first + acknowledged.size()).arg(there)));
        for (int i = 0; i < there; ++i)
            QCOMPARE(events->at(i).event.value(u"number"_s).toInt(), i);
        // The job of a number is written before its event, and no further than one job ahead.
        const qsizetype jobs = store->initialContents().liveJobs.size();
        QVERIFY2(jobs == there || jobs == there + 1, qPrintable(u"%1 jobs, %2 events"_s.arg(jobs).arg(there)));
        *next = there;
    }
};

BATCHDECK_TEST(QCoreApplication, TstStoreCrash)
#include "tst_storecrash.moc"
