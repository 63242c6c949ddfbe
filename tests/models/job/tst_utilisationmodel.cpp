// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/utilisationmodel.h"
#include "tests/support/testmain.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QPointF>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

class TstUtilisationModel final : public QObject
{
    Q_OBJECT

private slots:
    void readsSamplesAsTheyGrow();
    void keepsEveryDipWhenThinned();
    void marksRoundTimes_data();
    void marksRoundTimes();
};

void TstUtilisationModel::readsSamplesAsTheyGrow()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"samples"_s));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    models::UtilisationModel model;
    QAbstractItemModelTester tester(&model);
    model.setSource(file.fileName());
    file.write("1000 10 100 1024 4096 gpu 0 96 2048 8192 210\n2000 60 200 20");
    model.refresh();
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.gpuCount(), 1);
    file.write("48 4096 gpu 0 - 2048 8192 210\nnonsense\n");
    model.refresh();
    QCOMPARE(model.rowCount(), 2);
    const QList<QPointF> cpu{{2000, 50}};
    QCOMPARE(model.points(models::Measure::Cpu, 0, 0, 100), cpu);
    const QList<QPointF> memory{{1000, 25}, {2000, 50}};
    QCOMPARE(model.points(models::Measure::Memory, 0, 0, 100), memory);
    const QList<QPointF> gpu{{1000, 96}};
    QCOMPARE(model.points(models::Measure::GpuUse, 0, 0, 100), gpu);
    QCOMPARE(model.index(1, 1).data().toString(), u"50 %"_s);
    QCOMPARE(model.index(0, 3).data().toString(), u"96 %"_s);
    QCOMPARE(model.index(1, 3).data().toString(), QString());
}

void TstUtilisationModel::keepsEveryDipWhenThinned()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"samples"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (int i = 1; i <= 5000; ++i)
        file.write(QByteArray::number(i * 1000) + " 1 1 " + (i == 2500 ? "10" : "90") + " 100\n");
    file.close();
    models::UtilisationModel model;
    model.setSource(file.fileName());
    while (model.refresh()) { }
    const QList<QPointF> points = model.points(models::Measure::Memory, 0, 0, 100);
    QVERIFY(points.size() <= 200);
    QVERIFY(points.contains(QPointF(2500000, 10)));
}

void TstUtilisationModel::marksRoundTimes_data()
{
    QTest::addColumn<QTime>("from");
    QTest::addColumn<int>("seconds");
    QTest::addColumn<QStringList>("texts");
    QTest::newRow("seconds") << QTime(14, 32, 17) << 26 << QStringList{u"14:32:20"_s, u"14:32:30"_s, u"14:32:40"_s};
    QTest::newRow("it begins at one") << QTime(
        14, 0) << 60 << QStringList{u"14:00:00"_s, u"14:00:15"_s, u"14:00:30"_s, u"14:00:45"_s, u"14:01:00"_s};
    QTest::newRow("quarters") << QTime(14, 2, 1) << 4000 << QStringList{u"14:15"_s, u"14:30"_s, u"14:45"_s, u"15:00"_s};
    QTest::newRow("hours, by the local clock")
        << QTime(0, 30) << 22 * 3600 << QStringList{u"06:00"_s, u"12:00"_s, u"18:00"_s};
    QTest::newRow("days") << QTime(12, 0) << 9 * 86400 << QStringList{u"30 Nov"_s, u"3 Dec"_s, u"6 Dec"_s};
}

void TstUtilisationModel::marksRoundTimes()
{
    QFETCH(QTime, from);
    QFETCH(int, seconds);
    const qint64 begin = QDateTime(QDate(2026, 11, 27), from).toMSecsSinceEpoch();
    QStringList texts;
    for (const models::TimeTick &tick : models::timeTicks(begin, begin + 1000LL * seconds, 4)) {
        QVERIFY(tick.time >= begin && tick.time <= begin + 1000LL * seconds);
        texts.append(tick.text);
    }
    QTEST(texts, "texts");
}

BATCHDECK_TEST(QCoreApplication, TstUtilisationModel)
#include "tst_utilisationmodel.moc"
