// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/enginefixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDirIterator>
#include <QElapsedTimer>

using namespace Qt::StringLiterals;
using namespace engine;
using testing::EngineFixture;

/// A machine that answers nothing for ten seconds: the engine answers, tells, keeps what it knows, and goes on by
/// itself.
class TstHang : public QObject
{
    Q_OBJECT

private slots:
    void staysUsableWhileTheMachineHangs()
    {
        EngineFixture fixture;
        QVERIFY(fixture.start());
        QVERIFY(fixture.addThisComputer());
        const QString go = fixture.root() + u"/go"_s;
        QVERIFY(fixture.submit(u"a"_s, u"echo up; while [ ! -e %1 ]; do sleep 0.2; done; echo over"_s.arg(go)));
        QVERIFY(fixture.submit(u"b"_s, u"true"_s));
        QTRY_COMPARE(toString(fixture.job(u"a"_s).phase), u"executing"_s);

        QVERIFY(hang(fixture.home(), 10));
        QElapsedTimer hanging;
        hanging.start();
        qint64 slowest = 0;
        bool wasLate = false;
        while (hanging.elapsed() < 9'000) {
            for (const QString &method : {u"job.get"_s, u"job.why"_s, u"job.events"_s}) {
                QElapsedTimer clock;
                clock.start();
                QVERIFY(fixture.call(method, {{u"id"_s, EngineFixture::jobId(u"a"_s)}}));
                slowest = qMax(slowest, clock.elapsed());
            }
            QElapsedTimer clock;
            clock.start();
            const MachineSnapshot machine = this->machine(fixture);
            slowest = qMax(slowest, clock.elapsed());
            if (machine.link == LinkState::Degraded) {
                wasLate = true;
                QVERIFY(!machine.linkReason.isEmpty());
            }
            QCOMPARE(toString(fixture.job(u"a"_s).state), u"running"_s);
            QCOMPARE(toString(fixture.job(u"b"_s).state), u"queued"_s);
            QTest::qWait(100);
        }
        QVERIFY(wasLate);
        QVERIFY(testing::measured("slowest answer while a machine hangs", slowest, 1000));

        QTRY_COMPARE(toString(machine(fixture).link), u"online"_s);
        QVERIFY(QFile(go).open(QIODevice::WriteOnly));
        const JobSnapshot job = fixture.finished(u"a"_s);
        QCOMPARE(toString(job.state), u"succeeded"_s);
        QCOMPARE(job.attempt, 1);
        QCOMPARE(EngineFixture::log(job, u"stdout.txt"_s), "up\nover\n"_ba);
        QCOMPARE(toString(fixture.finished(u"b"_s).state), u"succeeded"_s);
    }

private:
    // Until then our script on the node does nothing at all: as on a machine whose disk does not answer.
    static bool hang(const QString &home, int seconds)
    {
        QDirIterator scripts(home + u"/agent"_s, {u"wrapper.sh"_s}, QDir::Files, QDirIterator::Subdirectories);
        if (!scripts.hasNext())
            return false;
        const QString path = scripts.next();
        const QByteArray until = QByteArray::number(QDateTime::currentSecsSinceEpoch() + seconds);
        QFile file(path + u".new"_s);
        const QByteArray text =
            "#!/bin/sh\nwhile [ $(date +%s) -lt " + until + " ]; do sleep 0.2; done\n" + EngineFixture::content(path);
        // By rename: a shell that runs the old one goes on reading the old one.
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.flush()
            && std::rename(qPrintable(file.fileName()), qPrintable(path)) == 0;
    }

    static MachineSnapshot machine(EngineFixture &fixture)
    {
        const auto answer = fixture.call(u"resource.get"_s, {{u"id"_s, u"machines/here"_s}});
        return answer ? MachineSnapshot::fromDocument(answer->toObject()) : MachineSnapshot();
    }
};

BATCHDECK_TEST(QCoreApplication, TstHang)
#include "tst_hang.moc"
