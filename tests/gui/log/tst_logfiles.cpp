// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logfiles.h"

#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;

/// What the log files of a job are called.
class TstLogFiles final : public QObject
{
    Q_OBJECT

private slots:
    void namesLogsForReaders_data();
    void namesLogsForReaders();
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

BATCHDECK_TEST(QCoreApplication, TstLogFiles)

#include "tst_logfiles.moc"
