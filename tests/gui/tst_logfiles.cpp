// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logfiles.h"

#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;

/// What the log files of a job are called, and which of them tells of its failure.
class TstLogFiles final : public QObject
{
    Q_OBJECT

private slots:
    void namesLogsForReaders_data();
    void namesLogsForReaders();
    void findsTheLogOfTheFirstFailure_data();
    void findsTheLogOfTheFirstFailure();
};

void TstLogFiles::namesLogsForReaders_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("title");
    QTest::newRow("the only process") << u"stdout.txt"_s << u"stdout"_s;
    QTest::newRow("a rank") << u"stderr-12.txt"_s << u"stderr, rank 12"_s;
    QTest::newRow("a worker") << u"stdout-wk-0.txt"_s << u"stdout, worker 0"_s;
    QTest::newRow("a parameter server") << u"stderr-ps-1.txt"_s << u"stderr, parameter server 1"_s;
    QTest::newRow("preparation") << u"stdout-job_prep-a05.txt"_s << u"Job preparation"_s;
    QTest::newRow("execution") << u"execution-a05.log"_s << u"Execution log"_s;
    QTest::newRow("another") << u"stdout-of-mine.txt"_s << u"stdout-of-mine.txt"_s;
}

void TstLogFiles::namesLogsForReaders()
{
    QFETCH(QString, file);
    QTEST(ui::logTitle(file), "title");
}

void TstLogFiles::findsTheLogOfTheFirstFailure_data()
{
    QTest::addColumn<int>("process");
    QTest::addColumn<QString>("task");
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<int>("found");
    const QStringList ofWorkers{u"stderr-wk-0.txt"_s, u"stderr-ps-1.txt"_s, u"stderr-wk-1.txt"_s};
    QTest::newRow("a worker") << 1 << u"worker"_s << ofWorkers << 2;
    QTest::newRow("a parameter server") << 1 << u"ps"_s << ofWorkers << 1;
    QTest::newRow("a process that has no log") << 0 << u"ps"_s << ofWorkers << -1;
    const QStringList ofRanks{u"stderr-0.txt"_s, u"stderr-1.txt"_s};
    QTest::newRow("a rank") << 1 << u"rank"_s << ofRanks << 1;
    QTest::newRow("a process without a task") << 1 << QString() << ofRanks << 1;
    QTest::newRow("no process") << -1 << QString() << ofRanks << 0;
    QTest::newRow("the only process") << 0 << QString() << QStringList{u"execution.log"_s, u"stderr.txt"_s} << 1;
}

void TstLogFiles::findsTheLogOfTheFirstFailure()
{
    QFETCH(const int, process);
    QFETCH(const QString, task);
    QFETCH(const QStringList, files);
    engine::JobSnapshot job;
    job.firstFailure = engine::FirstFailure{u"a05"_s, task, process, 1};
    QList<engine::LogFileSnapshot> logs;
    for (const QString &name : files) {
        engine::LogFileSnapshot log;
        log.name = name;
        log.node = u"a05"_s;
        logs.append(log);
    }
    QTEST(int(ui::logOfFailure(job, logs)), "found");
}

BATCHDECK_TEST_MAIN(QCoreApplication, TstLogFiles)

#include "tst_logfiles.moc"
