// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/documentwindow.h"
#include "tests/support/testmain.h"
#include "ui/document/faultlist.h"
#include "ui/submit/jsoneditor.h"
#include "ui/submit/submitpage.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>

using namespace Qt::StringLiterals;
using canned::DocumentWindow;

/// A new job: its faults, the fields of its toolkit, and what will run.
class TstSubmitPage final : public QObject
{
    Q_OBJECT

private slots:
    void showsEveryFault();
    void showsFieldsOfEveryToolkit();
    void showsPlanOfManyNodes();
    void saysEachWarningOnce();
};

// Each fault stands in the list with its line and what to do; a click goes there.
void TstSubmitPage::showsEveryFault()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.openFile(u"job.json"_s, R"({
  "properties": {
    "nodeCount": "two",
    "horovodSettings": { "processCount": 0 },
    "inputDirectories": [ { "id": "a b", "path": "/x" } ]
  }
})");
    QTRY_VERIFY(w.as<ui::SubmitPage>());
    auto *faults = w.page()->findChild<ui::FaultList *>();
    QTRY_VERIFY(faults->count() >= 5);
    QStringList words;
    for (int row = 0; row < faults->count(); ++row)
        words.append(faults->item(row)->text());
    const QString all = words.join(u'\n');
    for (const auto &part :
         {u"Line 3"_s, u"“nodeCount”"_s, u"“pythonScriptFilePath” is missing"_s, u"“stdOutErrPathPrefix” is missing"_s,
          u"“processCount”"_s, u"Line 5"_s, u"add it. Folder in which"_s})
        QVERIFY2(all.contains(part), qPrintable(part + u" in\n" + all));
    for (int row = 0; row < faults->count(); ++row) {
        if (faults->item(row)->text().startsWith(u"Line 5"_s))
            emit faults->itemActivated(faults->item(row));
    }
    QCOMPARE(w.page()->findChild<ui::JsonEditor *>()->textCursor().blockNumber(), 4);
    QVERIFY(w.find<QLabel>("fault-horovodSettings-processCount")->isVisible());
    QVERIFY(!w.find<QPushButton>("submit")->isEnabled());
}

void TstSubmitPage::showsFieldsOfEveryToolkit()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/resnet"_s, u"submit"_s);
    QTRY_VERIFY(w.window->isSettled());
    auto *json = w.page()->findChild<ui::JsonEditor *>();
    QVERIFY(w.find<QPushButton>("submit")->isEnabled());
    w.find<QPushButton>("moreToolkits")->click();
    const std::pair<QString, QString> wanted[] = {
        {u"PyTorch"_s, u"communicationBackend"_s}, {u"TensorFlow"_s, u"parameterServerCount"_s},
        {u"Horovod"_s, u"processCount"_s},         {u"Custom MPI"_s, u"commandLine"_s},
        {u"Chainer"_s, u"pythonScriptFilePath"_s}, {u"CNTK"_s, u"configFilePath"_s},
        {u"Caffe"_s, u"configFilePath"_s},         {u"Caffe2"_s, u"commandLineArgs"_s}};
    for (const auto &[name, field] : wanted) {
        QAbstractButton *card = w.button(name);
        QVERIFY2(card && card->isVisible(), qPrintable(name));
        card->click();
        QVERIFY2(w.find<QWidget>(qPrintable(field)), qPrintable(name));
        QVERIFY2(w.nameless().isEmpty(), qPrintable(w.nameless().join(u'\n')));
    }
    // What was typed for one is there for the next, and the document follows.
    w.button(u"Horovod"_s)->click();
    QTest::keyClicks(w.find<QLineEdit>("pythonScriptFilePath"), u"train.py"_s);
    QTest::keyClicks(w.find<QLineEdit>("processCount"), u"8"_s);
    QVERIFY(json->toPlainText().contains(u"\"processCount\": 8"_s));
    w.button(u"Caffe2"_s)->click();
    QCOMPARE(w.find<QLineEdit>("pythonScriptFilePath")->text(), u"train.py"_s);
    QVERIFY(!json->toPlainText().contains(u"horovodSettings"_s));
    QTRY_VERIFY2(w.find<QLabel>("verdict")->text().contains(u"caffe2Settings"_s),
                 qPrintable(w.find<QLabel>("verdict")->text()));
    QVERIFY(!w.find<QPushButton>("submit")->isEnabled()); // planned, not run by this version
    QTRY_VERIFY(w.link.lastCall(u"job.plan"_s).value(u"text"_s).toString().contains(u"caffe2Settings"_s));
}

void TstSubmitPage::showsPlanOfManyNodes()
{
    DocumentWindow w;
    w.link.answers[u"job.plan"_s] = QJsonValue(canned::plan(100));
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/resnet"_s, u"submit"_s);
    QTRY_VERIFY(w.window->isSettled());
    w.page()->showTab(u"plan"_s);
    w.layOut();
    auto *nodes = w.find<QTableView>("planNodes");
    auto *text = w.find<QPlainTextEdit>("plan");
    QVERIFY(nodes->isVisible());
    QCOMPARE(nodes->model()->rowCount(), 100);
    QCOMPARE(nodes->model()->index(0, 1).data().toString(), u"worker 0, ps 0"_s);
    QElapsedTimer watch;
    watch.start();
    for (int row = 0; row < 100; ++row) {
        nodes->setCurrentIndex(nodes->model()->index(row, 0));
        QVERIFY(text->toPlainText().startsWith(u"# a%1"_s.arg(row, 3, 10, QLatin1Char('0'))));
    }
    QVERIFY2(watch.elapsed() < 5000, qPrintable(QString::number(watch.elapsed())));
    auto *section = w.find<QComboBox>("planSection");
    QCOMPARE(section->count(), 6);
    section->setCurrentIndex(section->findText(u"Commands"_s));
    emit section->activated(section->currentIndex());
    QVERIFY(text->toPlainText().contains(u"stdout-wo-99.txt"_s));
    QVERIFY(!text->toPlainText().contains(u"docker pull"_s));
    nodes->setCurrentIndex(nodes->model()->index(3, 0));
    QVERIFY2(text->toPlainText().contains(u"## Commands"_s), "the part that is shown stays");
    w.button(u"Copy all nodes"_s)->click();
    QCOMPARE(QGuiApplication::clipboard()->text().count(u"## Commands"_s), 100);
}

// The text's own warnings stand below it, so the plan beside it does not repeat them; alone it says all.
void TstSubmitPage::saysEachWarningOnce()
{
    DocumentWindow w;
    const QString target = u"$.properties.mountVolumes.azureFileShares[0].azureFileUrl"_s;
    const engine::Message words("%1 stands for something that you have to fill in.",
                                {u"<AZURE_BATCHAI_STORAGE_ACCOUNT>"_s});
    QJsonObject plan = canned::plan(1);
    plan[u"warnings"_s] =
        QJsonArray{QJsonObject{{u"code"_s, u"Placeholder"_s}, {u"reason"_s, words.toJson()}, {u"target"_s, target}}};
    w.link.answers[u"job.plan"_s] = QJsonValue(plan);
    QTRY_VERIFY(w.isReady());
    w.openFile(u"job.json"_s, canned::jobText());
    QTRY_VERIFY(w.as<ui::SubmitPage>());
    QTRY_VERIFY(w.window->isSettled());
    auto *submit = w.as<ui::SubmitPage>();
    const auto *notices = submit->findChild<QWidget *>(u"planNotices"_s);
    const auto *faults = submit->findChild<ui::FaultList *>();
    submit->showTab(u"both"_s);
    QTRY_COMPARE(faults->count(), 1);
    QVERIFY(faults->item(0)->text().contains(words.text()) && faults->isVisible());
    QVERIFY(!notices->isVisible());
    submit->showTab(u"plan"_s);
    QVERIFY(!faults->isVisible());
    QTRY_VERIFY(notices->isVisible());
}

BATCHDECK_TEST_MAIN(QApplication, TstSubmitPage)
#include "tst_submitpage.moc"
