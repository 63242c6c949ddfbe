// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/node/bench.h"

#include "engine/api/document/samples.h"
#include "tests/support/testmain.h"

#include <QXmlStreamReader>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::await;
using testing::Bench;
using testing::Kind;

/// The samples of an attempt: sampler.sh as wrapper.sh starts it, and the parser that reads its file.
class TstSampler final : public QObject
{
    Q_OBJECT

private slots:
    void readsPiecesOfAFile();
    void skipsNonsense_data();
    void skipsNonsense();
    void readsGpusOfRealMachines_data();
    void readsGpusOfRealMachines();
    void samplesOnBesideADriverThatHangs();
};

void TstSampler::readsPiecesOfAFile()
{
    const QByteArray file = "1000 10 100 512 1024\n2000 60 200 256 1024 gpu 0 50 100 15360 26.78 gpu 1 - - - -\n"
                            "3000 5 20 0 1024\n4000 10 30 1 1024\n";
    for (qsizetype piece = 1; piece <= file.size(); ++piece) {
        SampleParser parser;
        QList<UtilizationSample> samples;
        for (qsizetype at = 0; at < file.size(); at += piece)
            samples += parser.feed(file.mid(at, piece));
        QCOMPARE(samples.size(), 4);
        QVERIFY(!samples.at(0).cpuPercent);
        QCOMPARE(samples.at(0).memoryUsedBytes, 512 * 1024);
        QCOMPARE(*samples.at(1).cpuPercent, 50.0);
        QCOMPARE(samples.at(1).timeMs, 2000);
        QCOMPARE(samples.at(1).gpus.size(), 2);
        QCOMPARE(*samples.at(1).gpus.at(0).watts, 26.78);
        QCOMPARE(*samples.at(1).gpus.at(0).memoryTotalBytes, 15360ll * 1024 * 1024);
        QVERIFY(!samples.at(1).gpus.at(1).percent && !samples.at(1).gpus.at(1).memoryUsedBytes);
        QVERIFY(!samples.at(2).cpuPercent); // another boot's counters
        QCOMPARE(*samples.at(3).cpuPercent, 50.0);
    }
}

void TstSampler::skipsNonsense_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("empty") << ""_ba;
    QTest::newRow("too few") << "1 2 3 4"_ba;
    QTest::newRow("torn and glued") << "1700000000000 12 341700000001000 12 34 5 6"_ba;
    QTest::newRow("word") << "1000 10 x 512 1024"_ba;
    QTest::newRow("negative") << "1000 -10 100 512 1024"_ba;
    QTest::newRow("busier than total") << "1000 101 100 512 1024"_ba;
    QTest::newRow("fuller than full") << "1000 10 100 2048 1024"_ba;
    QTest::newRow("half a GPU") << "1000 10 100 512 1024 gpu 0 50"_ba;
    QTest::newRow("no GPU") << "1000 10 100 512 1024 npu 0 50 1 1 1"_ba;
    QTest::newRow("infinite GPU") << "1000 10 100 512 1024 gpu 0 inf 1 1 1"_ba;
    QTest::newRow("zeros of a crash") << QByteArray(300, '\0');
    QTest::newRow("endless") << QByteArray(300'000, '1');
}

void TstSampler::skipsNonsense()
{
    QFETCH(QByteArray, line);
    SampleParser parser;
    QVERIFY(parser.feed(line).isEmpty());
    const auto samples = parser.feed("\n1000 10 100 512 1024\n");
    QCOMPARE(samples.size(), 1);
    QCOMPARE(samples.first().timeMs, 1000);
}

namespace {

// What `nvidia-smi --query-gpu=…` prints on the machine that `nvidia-smi -q -x` described.
struct GpuReport
{
    QString name;
    QString total;
    QString used;
    QString percent;
    QString watts;
};

GpuReport readReport(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    GpuReport report;
    QXmlStreamReader xml(&file);
    QString group;
    const auto number = [&](QString *value) {
        if (const QString text = xml.readElementText(); value->isEmpty())
            *value = text == "N/A"_L1 ? u"[N/A]"_s : text.section(u' ', 0, 0);
    };
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const QStringView name = xml.name();
        if (name.endsWith(u"_memory_usage"))
            group = name.toString();
        else if (name == u"product_name")
            report.name = xml.readElementText();
        else if (name == u"gpu_util")
            number(&report.percent);
        else if (name == u"power_draw" || name == u"average_power_draw")
            number(&report.watts);
        else if (group == "fb_memory_usage"_L1 && name == u"total")
            number(&report.total);
        else if (group == "fb_memory_usage"_L1 && name == u"used")
            number(&report.used);
    }
    return report;
}

QString reportFolder()
{
    const QString data =
        qEnvironmentVariable("BATCHDECK_TEST_DATA", QStringLiteral(BATCHDECK_SOURCE_DIR "/../shared/data"));
    return data + u"/gpu/nvidia-smi"_s;
}

// Puts a program of that name before all others on the bench's PATH.
void putTool(Bench &bench, const QByteArray &text)
{
    const QByteArray tools = bench.home().toLocal8Bit() + "/tools";
    QVERIFY(QDir().mkpath(QString::fromLocal8Bit(tools)));
    Bench::write(QString::fromLocal8Bit(tools), "nvidia-smi", "#!/bin/sh\n" + text);
    QVERIFY(bench.sh("chmod +x " + tools + "/nvidia-smi")->exitCode == 0);
    bench.setPrefix("PATH=" + tools + ":$PATH ");
}

} // namespace

void TstSampler::readsGpusOfRealMachines_data()
{
    QTest::addColumn<QString>("path");
    const QFileInfoList files = QDir(reportFolder()).entryInfoList({u"*.xml"_s}, QDir::Files);
    for (const QFileInfo &file : files)
        QTest::newRow(qPrintable(file.baseName())) << file.filePath();
    if (files.isEmpty())
        QTest::newRow("none") << QString();
}

void TstSampler::readsGpusOfRealMachines()
{
    QFETCH(QString, path);
    if (path.isEmpty())
        QSKIP("NOT TESTED: there are no reports of real GPUs here; BATCHDECK_TEST_DATA names their folder.");
    const GpuReport report = readReport(path);
    QVERIFY(!report.name.isEmpty() && !report.total.isEmpty() && !report.used.isEmpty());
    Bench bench;
    putTool(bench,
            QString(u"case $1 in *index*) echo '0, %1, %2, %3, %4'; echo '1, [N/A], [Not Supported], [N/A], [Unknown "
                    "Error]' ;;\n*) echo '%3, %5' ;; esac\n"_s)
                .arg(report.percent, report.used, report.total, report.watts, report.name)
                .toUtf8());
    const QString attempt = bench.attempt(u"gpu"_s);
    VERIFY_RESULT(bench.start(attempt, "mkdir launched; while [ ! -s samples ]; do sleep 0.05; done"));
    QCOMPARE(int(bench.waitFor(attempt, Kind::Exited).kind), int(Kind::Exited));
    const auto samples = SampleParser().feed(Bench::read(attempt, "samples"));
    QVERIFY(!samples.isEmpty());
    QCOMPARE(samples.first().gpus.size(), 2);
    const GpuSample &gpu = samples.first().gpus.first();
    QCOMPARE(*gpu.percent, report.percent.toDouble());
    QCOMPARE(*gpu.memoryUsedBytes, report.used.toLongLong() * 1024 * 1024);
    QCOMPARE(*gpu.memoryTotalBytes, report.total.toLongLong() * 1024 * 1024);
    QCOMPARE(*gpu.watts, report.watts.toDouble());
    QVERIFY(!samples.first().gpus.last().percent && !samples.first().gpus.last().watts);

    const QByteArray script = "PATH=" + bench.home().toLocal8Bit()
        + "/tools:$PATH sh '" BATCHDECK_SOURCE_DIR "/resources/scripts/inventory.sh' " + shellWord(bench.home());
    const auto answer = bench.sh(script);
    VERIFY_RESULT(answer);
    const QByteArray expected = "@bd gpu " + report.total.toUtf8() + ", " + report.name.toUtf8() + '\n';
    QVERIFY2(answer->output.contains(expected), answer->output.constData());
    QTRY_VERIFY(!bench.isAnyLeft());
}

void TstSampler::samplesOnBesideADriverThatHangs()
{
    Bench bench;
    putTool(bench, "exec sleep 1000");
    const QString attempt = bench.attempt(u"gpu"_s);
    VERIFY_RESULT(bench.start(attempt, "mkdir launched; exec sleep 1000"));
    const auto count = [&] { return SampleParser().feed(Bench::read(attempt, "samples")).size(); };
    QTRY_VERIFY(count() >= 3);
    QVERIFY(bench.isAnyLeft());
    VERIFY_RESULT(bench.ask("kill " + shellWord(attempt) + " 1 user"));
    QCOMPARE(int(bench.waitFor(attempt, Kind::Exited).kind), int(Kind::Exited));
    QTRY_VERIFY(!bench.isAnyLeft());
}

BATCHDECK_TEST(QCoreApplication, TstSampler)

#include "tst_sampler.moc"
