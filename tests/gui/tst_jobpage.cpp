// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/engineclient.h"
#include "models/job/jobtables.h"
#include "models/job/utilisationmodel.h"
#include "tests/gui/cannedworld.h"
#include "tests/support/testmain.h"
#include "ui/job/jobheader.h"
#include "ui/job/jobpage.h"
#include "ui/job/timeline.h"
#include "ui/job/utilisationstrip.h"
#include "ui/submit/jsoneditor.h"
#include "ui/submit/rowseditor.h"
#include "ui/submit/submitpage.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/pageheader.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
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
    void asksTheEngineForWhatIsClicked_data();
    void asksTheEngineForWhatIsClicked();
    void asksBeforeItDeletes();
    void clonesIntoTheSubmitPage();
    void drawsWhatWasSampled();
    void countsLogsThroughEveryChange();
    void tellsThePhasesInOrder();
    void keepsTablesConsistent();
    void readsSamplesAsTheyGrow();
    void keepsEveryDipWhenThinned();
    void beginsWithWhatRunsOnTheCluster_data();
    void beginsWithWhatRunsOnTheCluster();
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
    canned::CannedLink link;
    link.fallback = QJsonValue(QJsonArray());
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

void TstJobPage::asksTheEngineForWhatIsClicked_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<QString>("method");
    QTest::newRow("stop") << u"stop"_s << u"job.terminate"_s;
    QTest::newRow("rerun") << u"rerun"_s << u"job.rerun"_s;
}

void TstJobPage::asksTheEngineForWhatIsClicked()
{
    QFETCH(QString, button);
    QFETCH(QString, method);
    canned::CannedLink link;
    link.fallback = QJsonValue(QJsonArray());
    const QJsonObject job = cannedJob(u"running"_s, {{u"link"_s, u"online"_s}});
    link.answers[u"resource.get"_s] = QJsonValue(job);
    QJsonObject again = job;
    again[u"id"_s] = QString(jobPath + u"-r1"_s);
    link.answers[u"job.rerun"_s] = QJsonValue(again);
    engine::EngineClient client(link);
    ui::JobPage page(client, id(jobPath));
    QTRY_VERIFY(page.isSettled());
    QSignalSpy opened(&page, &ui::Page::openRequested);
    link.calls.clear();
    page.findChild<QAbstractButton *>(button)->click();
    QCOMPARE(link.calls.size(), 1);
    QCOMPARE(link.calls.constFirst().first, method);
    QCOMPARE(link.calls.constFirst().second.value(u"id"_s).toString(), jobPath);
    if (method == u"job.rerun") {
        QTRY_COMPARE(opened.size(), 1); // the new job is shown
        QCOMPARE(opened.at(0).at(0).value<engine::ResourceId>(), id(jobPath + u"-r1"_s));
    }
}

void TstJobPage::asksBeforeItDeletes()
{
    canned::CannedLink link;
    link.fallback = QJsonValue(QJsonArray());
    link.answers[u"resource.get"_s] = QJsonValue(cannedJob(u"succeeded"_s, {}));
    engine::EngineClient client(link);
    ui::JobPage page(client, id(jobPath));
    page.show();
    QTRY_VERIFY(page.isSettled());
    QSignalSpy opened(&page, &ui::Page::openRequested);
    emit page.findChild<ui::JobHeader *>()->deleteRequested();
    auto *question = page.findChild<QMessageBox *>();
    QVERIFY(question && question->isVisible());
    QVERIFY(question->defaultButton() == question->button(QMessageBox::Cancel));
    QVERIFY(!link.wasCalled(u"job.delete"_s));
    for (QAbstractButton *button : question->buttons()) {
        if (question->buttonRole(button) == QMessageBox::DestructiveRole)
            button->click();
    }
    QVERIFY(link.wasCalled(u"job.delete"_s));
    QTRY_COMPARE(opened.size(), 1);
    QCOMPARE(opened.at(0).at(0).value<engine::ResourceId>(), id(experimentPath));
}

void TstJobPage::clonesIntoTheSubmitPage()
{
    canned::CannedLink link;
    link.fallback = QJsonValue(QJsonArray());
    engine::EngineClient client(link);
    ui::JobPage page(client, id(jobPath));
    QSignalSpy submit(&page, &ui::Page::submitRequested);
    page.findChild<QAbstractButton *>(u"clone"_s)->click();
    QCOMPARE(submit.size(), 1);
    QCOMPARE(submit.at(0).at(0).value<engine::ResourceId>(), id(experimentPath));
    QCOMPARE(submit.at(0).at(1).value<engine::ResourceId>(), id(jobPath));
}

void TstJobPage::drawsWhatWasSampled()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"samples"_s));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    canned::CannedLink link;
    link.fallback = QJsonValue(QJsonArray());
    link.answers[u"resource.get"_s] =
        QJsonValue(cannedJob(u"running"_s, {{u"link"_s, u"online"_s}, {u"samplesPath"_s, file.fileName()}}));
    engine::EngineClient client(link);
    ui::JobPage page(client, id(jobPath));
    page.resize(1100, 700);
    page.show();
    QCOMPARE(page.currentTab(), u"logs"_s);
    const auto *strip = page.findChild<ui::UtilisationStrip *>();
    QTRY_VERIFY(link.wasCalled(u"resource.get"_s));
    QVERIFY(!strip->isVisible());
    file.write("1000 10 100 1024 4096\n2000 60 200 2048 4096\n");
    QTRY_VERIFY(page.isSettled()); // it looks once a second
    QVERIFY(strip->isVisible());
    QCOMPARE(strip->lines().size(), 2);
    QCOMPARE(strip->lines().at(0).value, u"50 %"_s);
    QCOMPARE(strip->lines().at(0).points, (QList<QPointF>{{2000, 50}}));
    QCOMPARE(strip->lines().at(1).value, u"50 %"_s);
    QCOMPARE(strip->lines().at(1).points, (QList<QPointF>{{1000, 25}, {2000, 50}}));
    file.write("3000 160 300 1024 4096 gpu 0 96 2048 8192 210 gpu 1 - 0 8192 20\n");
    QTRY_COMPARE(strip->lines().size(), 4);
    QCOMPARE(strip->lines().at(0).title + strip->lines().at(0).value, u"GPU 096 %"_s);
    QCOMPARE(strip->lines().at(1).value, QString());
    QCOMPARE(strip->lines().at(2).value, u"100 %"_s);
}

void TstJobPage::countsLogsThroughEveryChange()
{
    ui::PageHeader header;
    header.addTab(u"logs"_s, u"Logs"_s);
    header.show();
    const auto *tabs = header.findChild<QTabBar *>();
    for (const int count : {1, 3, 3, 0, 2}) {
        header.setTabCount(u"logs"_s, count);
        const QWidget *badge = tabs->tabButton(0, QTabBar::RightSide);
        QCOMPARE(badge != nullptr && badge->isVisible(), count > 0);
    }
}

void TstJobPage::tellsThePhasesInOrder()
{
    const QDateTime start = QDateTime::fromString(u"2026-01-02T03:04:05.000Z"_s, Qt::ISODateWithMs);
    const auto event = [&start](int ms, const QString &state) {
        return engine::JobEvent{start.addMSecs(ms), state, {}, u"node"_s};
    };
    engine::JobSnapshot job;
    job.created = start;
    job.state = engine::JobState::Succeeded;
    job.exitCode = 0;
    const auto steps = ui::timelineOf(job,
                                      {event(100, u"running"_s), event(150, u"staging"_s), event(600, u"executing"_s),
                                       event(90'600, u"succeeded"_s)});
    QStringList words;
    for (const ui::TimelineStep &step : steps)
        words.append(step.state + u' ' + (step.length.count() < 0 ? step.text : ui::stepLength(step.length)));
    QCOMPARE(words,
             (QStringList{u"queued 0.1 s"_s, u"staging 0.5 s"_s, u"executing 00:01:30"_s, u"succeeded exit code 0"_s}));
    QVERIFY(ui::timelineOf(job, {}).isEmpty());
}

void TstJobPage::keepsTablesConsistent()
{
    models::JobFilesModel files;
    const QAbstractItemModelTester filesTester(&files);
    const auto file = [](const QString &name, qint64 size, bool isDirectory = false) {
        engine::FileEntry entry;
        entry.name = name;
        entry.size = size;
        entry.isDirectory = isDirectory;
        return entry;
    };
    files.setEntries({file(u"b"_s, 2), file(u"d"_s, 0, true), file(u"a"_s, 1)});
    const auto names = [&files] {
        QStringList all;
        for (int row = 0; row < files.rowCount(); ++row)
            all.append(files.index(row, models::JobFilesModel::Name).data().toString());
        return all;
    };
    QCOMPARE(names(), (QStringList{u"d/"_s, u"a"_s, u"b"_s}));
    const QPersistentModelIndex kept = files.index(2, 0);
    files.setEntries({file(u"b"_s, 7), file(u"aa"_s, 1), file(u"c"_s, 1)});
    QCOMPARE(names(), (QStringList{u"aa"_s, u"b"_s, u"c"_s}));
    QVERIFY(kept.isValid());
    QCOMPARE(kept.data().toString(), u"b"_s);
    QCOMPARE(files.totalSize(), 9);
    files.setEntries({});
    QCOMPARE(files.rowCount(), 0);

    models::JobEventsModel events;
    const QAbstractItemModelTester eventsTester(&events);
    QList<engine::JobEvent> all{{QDateTime::currentDateTimeUtc(), u"queued"_s, {"Waits."}, u"user"_s}};
    events.setEvents(all);
    all.append({QDateTime::currentDateTimeUtc(), u"running"_s, {}, u"schedule"_s});
    events.setEvents(all);
    QCOMPARE(events.rowCount(), 2);
    QCOMPARE(events.index(0, models::JobEventsModel::What).data().toString(), u"Waits."_s);
    QCOMPARE(events.index(1, models::JobEventsModel::Actor).data().toString(), u"the schedule"_s);
    events.setEvents({});
    QCOMPARE(events.rowCount(), 0);
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

void TstJobPage::beginsWithWhatRunsOnTheCluster_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("experiment");
    QTest::addColumn<bool>("isSample");
    QTest::newRow("this computer has the sample") << u"local"_s << u"samples"_s << true;
    QTest::newRow("machines by SSH do not") << u"ssh"_s << u"default"_s << false;
}

void TstJobPage::beginsWithWhatRunsOnTheCluster()
{
    QFETCH(QString, kind);
    QFETCH(QString, experiment);
    QFETCH(bool, isSample);
    canned::CannedEngine engine{QJsonArray()};
    QJsonObject cluster = canned::cluster();
    QJsonObject properties = cluster[u"properties"_s].toObject();
    properties[u"x-batchdeck"_s] = QJsonObject{{u"kind"_s, kind}};
    cluster[u"properties"_s] = properties;
    engine.link.answers[u"resource.list"_s] = QJsonValue(QJsonArray{cluster});
    engine::EngineClient client(engine.link);
    ui::SubmitPage page(client, {}, {}, canned::clusterId());
    auto *json = page.findChild<ui::JsonEditor *>();
    QTRY_VERIFY(json->toPlainText().contains(u"commandLine"_s));
    QCOMPARE(json->toPlainText().contains(u"train.py"_s), isSample);
    QCOMPARE(page.resource().name(), experiment);
    QTRY_VERIFY(page.findChild<QPushButton *>(u"submit"_s)->isEnabled());
}

void TstJobPage::keepsFormAndDocumentInStep()
{
    canned::CannedLink link;
    link.fallback = QJsonValue(QJsonArray());
    engine::EngineClient client(link);
    ui::SubmitPage page(client, id(experimentPath), {}, {});
    page.setDocument(u"a"_s, R"({"properties":{"nodeCount":1,"future":7,"customToolkitSettings":{"commandLine":"true"},
        "stdOutErrPathPrefix":"/tmp","x-batchdeck":{"k":1}}})");
    auto *command = page.findChild<QLineEdit *>(u"commandLine"_s);
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
    canned::CannedLink link;
    link.fallback = QJsonValue(QJsonArray());
    link.answers[u"resource.list"_s] = QJsonValue(QJsonArray{QJsonObject{{u"id"_s, clusterPath}}});
    engine::EngineClient client(link);
    ui::SubmitPage page(client, id(experimentPath), {}, {});
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
    canned::CannedLink link;
    link.fallback = QJsonValue(QJsonArray());
    engine::EngineClient client(link);
    ui::SubmitPage page(client, id(experimentPath), {}, {});
    page.findChild<QPushButton *>(u"copyCommand"_s)->click();
    const QString line = QGuiApplication::clipboard()->text();
    QVERIFY2(line.startsWith(u"batchctl job create -g g -w w -e e -n job-1 "_s), qPrintable(line));
    QVERIFY(line.contains(u"commandLine"_s));
}

BATCHDECK_TEST_MAIN(QApplication, TstJobPage)
#include "tst_jobpage.moc"
