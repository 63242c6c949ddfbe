// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/engineclient.h"
#include "models/job/utilisationmodel.h"
#include "tests/gui/cannedlink.h"
#include "tests/support/testmain.h"
#include "ui/job/jobpage.h"
#include "ui/submit/jsoneditor.h"
#include "ui/submit/rowseditor.h"
#include "ui/submit/submitpage.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace {

const QString experimentPath =
    u"/subscriptions/p/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w/experiments/e"_s;
const QString jobPath = experimentPath + u"/jobs/run-1"_s;
const QString clusterPath = u"/subscriptions/p/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w/clusters/c"_s;

engine::ResourceId id(const QString &path)
{
    return *engine::ResourceId::parse(path);
}

QJsonObject cannedJob(const QString &state, const QJsonObject &ours, const QJsonObject &execution = {})
{
    return {{u"id"_s, jobPath},
            {u"name"_s, u"run-1"_s},
            {u"properties"_s,
             QJsonObject{{u"executionState"_s, state},
                         {u"cluster"_s, QJsonObject{{u"id"_s, clusterPath}}},
                         {u"nodeCount"_s, 1},
                         {u"customToolkitSettings"_s, QJsonObject{{u"commandLine"_s, u"python3 train.py"_s}}},
                         {u"stdOutErrPathPrefix"_s, u"$AZ_BATCHAI_JOB_TEMP"_s},
                         {u"executionInfo"_s, execution},
                         {u"x-batchdeck"_s, ours}}}};
}

} // namespace

class TstJobPage final : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatAJobDoesAndWhy_data();
    void saysWhatAJobDoesAndWhy();
    void readsSamplesAsTheyGrow();
    void keepsEveryDipWhenThinned();
    void keepsFormAndDocumentInStep();
    void placesFaultsAtTheirFields();
    void copiesTheCommand();
};

void TstJobPage::saysWhatAJobDoesAndWhy_data()
{
    QTest::addColumn<QJsonObject>("document");
    QTest::addColumn<QString>("cause");
    QTest::addColumn<bool>("mayStop");
    const QJsonObject start{{u"startTime"_s, u"2026-01-02T03:04:05.000Z"_s}};
    const QJsonObject failure{{u"startTime"_s, u"2026-01-02T03:04:05.000Z"_s},
                              {u"endTime"_s, u"2026-01-02T03:05:05.000Z"_s},
                              {u"exitCode"_s, 3}};
    const auto reason = [](const char *text) { return engine::Message(text).toJson(); };
    const QJsonArray placed{u"/subscriptions/p/providers/Batchdeck/machines/m"_s};
    QTest::newRow("queued") << cannedJob(u"queued"_s, {{u"reason"_s, reason("Needs 2 nodes.")}}) << u"Needs 2 nodes."_s
                            << true;
    QTest::newRow("running") << cannedJob(u"running"_s, {{u"link"_s, u"online"_s}, {u"phase"_s, u"executing"_s}}, start)
                             << QString() << true;
    QTest::newRow("failed") << cannedJob(u"failed"_s, {{u"reason"_s, reason("The command failed.")}}, failure)
                            << u"The command failed. The command ended with exit code 3."_s << false;
    QTest::newRow("succeeded") << cannedJob(u"succeeded"_s, {}, failure) << QString() << false;
    QTest::newRow("out of reach") << cannedJob(u"running"_s, {{u"link"_s, u"offline"_s}, {u"placement"_s, placed}},
                                               start)
                                  << u"No news from m. The job was running then and goes on without us."_s << true;
}

void TstJobPage::saysWhatAJobDoesAndWhy()
{
    QFETCH(QJsonObject, document);
    testing::CannedLink link;
    link.answers[u"resource.get"_s] = QJsonValue(document);
    engine::EngineClient client(link);
    ui::JobPage page(client, id(jobPath));
    page.resize(1100, 700);
    page.showTab(u"overview"_s);
    page.show();
    QTRY_VERIFY(page.isSettled());
    const auto *banner = page.findChild<ui::Banner *>(u"cause"_s);
    QTEST(banner->isVisible() ? banner->text() : QString(), "cause");
    auto *stop = page.findChild<QAbstractButton *>(u"stop"_s);
    QTEST(stop->isEnabled(), "mayStop");
    if (stop->isEnabled()) {
        stop->click();
        QVERIFY(link.wasCalled(u"job.terminate"_s));
    }
}

void TstJobPage::readsSamplesAsTheyGrow()
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

void TstJobPage::keepsEveryDipWhenThinned()
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

void TstJobPage::keepsFormAndDocumentInStep()
{
    testing::CannedLink link;
    engine::EngineClient client(link);
    ui::SubmitPage page(client, id(experimentPath), {});
    page.setDocument(u"a"_s, R"({"properties":{"nodeCount":1,"future":7,"customToolkitSettings":{"commandLine":"true"},
        "stdOutErrPathPrefix":"/tmp","x-batchdeck":{"k":1}}})");
    auto *command = page.findChild<QLineEdit *>(u"command"_s);
    auto *json = page.findChild<ui::JsonEditor *>();
    QCOMPARE(command->text(), u"true"_s);
    command->clear();
    QTest::keyClicks(command, u"echo 1"_s);
    const QString text = json->toPlainText();
    QVERIFY2(text.contains(u"echo 1"_s) && text.contains(u"future"_s) && text.contains(u"x-batchdeck"_s),
             qPrintable(text));
    json->setPlainText(
        QString(text).replace(u"echo 1"_s, u"echo 2"_s).replace(u"\"nodeCount\": 1"_s, u"\"nodeCount\": 4"_s));
    QTRY_COMPARE(command->text(), u"echo 2"_s);
    QCOMPARE(page.findChild<QSpinBox *>(u"nodes"_s)->value(), 4);
}

void TstJobPage::placesFaultsAtTheirFields()
{
    testing::CannedLink link;
    link.answers[u"resource.list"_s] = QJsonValue(QJsonArray{QJsonObject{{u"id"_s, clusterPath}}});
    engine::EngineClient client(link);
    ui::SubmitPage page(client, id(experimentPath), {});
    auto *submit = page.findChild<QPushButton *>(u"submit"_s);
    QTRY_VERIFY(submit->isEnabled());
    auto *fault = page.findChild<QLabel *>(u"fault-nodeCount"_s);
    QVERIFY(fault->isHidden());
    auto *json = page.findChild<ui::JsonEditor *>();
    const QString good = json->toPlainText();
    json->setPlainText(QString(good).replace(u"\"nodeCount\": 1"_s, u"\"nodeCount\": \"x\""_s));
    QTRY_VERIFY(!fault->isHidden());
    QVERIFY(!submit->isEnabled());
    QVERIFY(!page.findChild<QLabel *>(u"verdict"_s)->text().isEmpty());
    json->setPlainText(good);
    QTRY_VERIFY(submit->isEnabled());

    engine::Error refusal{engine::ErrorCode::InvalidDocument, {"Refused."}, {}, {}, {}};
    refusal.details.append({u"X"_s, {"Not this path."}, u"$.properties.stdOutErrPathPrefix"_s, 0, 0});
    link.answers[u"job.create"_s] = refusal;
    submit->click();
    auto *refused = page.findChild<QLabel *>(u"fault-stdOutErrPathPrefix"_s);
    QTRY_COMPARE(refused->text(), u"Not this path."_s);

    link.answers[u"job.create"_s] = QJsonValue(cannedJob(u"queued"_s, {}));
    QSignalSpy opened(&page, &ui::Page::openRequested);
    json->setPlainText(good + u"\n"_s);
    QTRY_VERIFY(submit->isEnabled());
    submit->click();
    QTRY_COMPARE(opened.size(), 1);
    QCOMPARE(opened.at(0).at(0).value<engine::ResourceId>(), id(jobPath));
}

void TstJobPage::copiesTheCommand()
{
    testing::CannedLink link;
    engine::EngineClient client(link);
    ui::SubmitPage page(client, id(experimentPath), {});
    page.findChild<QPushButton *>(u"copyCommand"_s)->click();
    const QString line = QGuiApplication::clipboard()->text();
    QVERIFY2(line.startsWith(u"batchctl job create -g g -w w -e e -n job-1 "_s), qPrintable(line));
    QVERIFY(line.contains(u"commandLine"_s));
}

BATCHDECK_TEST_MAIN(QApplication, TstJobPage)
#include "tst_jobpage.moc"
