// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/document/documentwindow.h"
#include "tests/support/measure/cputime.h"
#include "tests/support/testmain.h"
#include "ui/document/faultlist.h"
#include "ui/secret/secretpanel.h"
#include "ui/submit/jobstart.h"
#include "ui/submit/jsoneditor.h"
#include "ui/submit/samplemenu.h"
#include "ui/submit/submitpage.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

using namespace Qt::StringLiterals;
using canned::DocumentWindow;

namespace {

/// A job that says \a word and has \a secrets, in JSON.
QByteArray secretJob(const QByteArray &word, const QByteArray &secrets)
{
    return R"({"properties": {"nodeCount": 1, "stdOutErrPathPrefix": "/o", "secrets": [)" + secrets
        + R"(], "customToolkitSettings": {"commandLine": ")" + word + R"("}}})";
}

const QByteArray valueless = R"({"name": "TOKEN"})";
const QByteArray two = R"({"name": "TOKEN"}, {"name": "OTHER"})";
const QByteArray keptSecret = R"({"name": "TOKEN", "x-batchdeck": {"secretName": "secret:hub"}})";

/// The page of a new job that lacks a secret.
struct SecretWindow : DocumentWindow
{
    SecretWindow()
    {
        link.answers[u"secret.list"_s] = QJsonValue(QJsonArray());
        link.answers[u"secret.set"_s] = QJsonValue(QJsonObject{{u"place"_s, u"keyring"_s}});
    }
    void open(const QByteArray &text)
    {
        openFile(u"job.json"_s, text);
        QVERIFY(QTest::qWaitFor([this] { return as<ui::SubmitPage>() && window->isSettled(); }, testing::patience));
        QVERIFY(submit()->isEnabled());
    }
    [[nodiscard]] QPushButton *submit() const { return find<QPushButton>("submit"); }
    [[nodiscard]] ui::SecretPanel *panel() const { return page()->findChild<ui::SecretPanel *>(); }
    [[nodiscard]] QList<QLineEdit *> fields() const { return panel()->findChildren<QLineEdit *>(); }
    [[nodiscard]] ui::JsonEditor *editor() const { return page()->findChild<ui::JsonEditor *>(); }
    [[nodiscard]] QJsonObject sent() const
    {
        return QJsonDocument::fromJson(link.lastCall(u"job.create"_s).value(u"text"_s).toString().toUtf8()).object();
    }
};

} // namespace

/// A new job: its faults, the fields of its toolkit, and what will run.
class TstSubmitPage final : public QObject
{
    Q_OBJECT

private slots:
    void beginsWithWhatRunsOnTheCluster_data();
    void beginsWithWhatRunsOnTheCluster();
    void showsEveryFault();
    void showsFieldsOfEveryToolkit();
    void showsPlanOfManyNodes();
    void saysEachWarningOnce();
    void followsTheSizeOfTheCluster();
    void opensASample();
    void copiesTheFilesOfAJob();
    void sendsWhatIsShown();
    void asksForWhatTheTextWantsNow();
    void submitsNothingElseThanWasAsked_data();
    void submitsNothingElseThanWasAsked();
    void submitsOnce();
    void copiesTheCommand();
};

void TstSubmitPage::beginsWithWhatRunsOnTheCluster_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("experiment");
    QTest::addColumn<bool>("isSample");
    QTest::newRow("this computer has the sample") << u"local"_s << u"samples"_s << true;
    QTest::newRow("machines by SSH do not") << u"ssh"_s << u"default"_s << false;
}

void TstSubmitPage::beginsWithWhatRunsOnTheCluster()
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
    QTRY_VERIFY(w.find<QPushButton>("submit")->isEnabled());
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
    const testing::CpuTimer timer;
    for (int row = 0; row < 100; ++row) {
        nodes->setCurrentIndex(nodes->model()->index(row, 0));
        QVERIFY(text->toPlainText().startsWith(u"# a%1"_s.arg(row, 3, 10, QLatin1Char('0'))));
    }
    QVERIFY2(timer.seconds() < 5, timer.words());
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

// A cluster that grew takes the job without anything typed anew; what cannot be read is not planned for that.
void TstSubmitPage::followsTheSizeOfTheCluster()
{
    DocumentWindow w;
    const auto warn = [&w](const QString &code, const QString &words) {
        QJsonObject plan = canned::plan(1);
        plan[u"warnings"_s] = QJsonArray{QJsonObject{{u"code"_s, code},
                                                     {u"reason"_s, engine::Message("%1", {words}).toJson()},
                                                     {u"target"_s, u"$.properties.nodeCount"_s}}};
        w.link.answers[u"job.plan"_s] = QJsonValue(plan);
    };
    warn(u"TooManyNodes"_s, u"Requested 9 nodes."_s);
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/resnet"_s, u"submit"_s);
    const auto *submit = w.find<QPushButton>("submit");
    const auto *verdict = w.find<QLabel>("verdict");
    QTRY_VERIFY(w.window->isSettled() && !submit->isEnabled() && verdict->text().contains(u"9 nodes"_s));
    warn(u"TooFewNodes"_s, u"It takes 9 nodes, and the cluster has 3."_s);
    emit w.link.changed(canned::delta(2, {canned::cluster({u"desk"_s, u"b"_s, u"c"_s})}));
    QTRY_VERIFY(submit->isEnabled());
    QCOMPARE(verdict->text(), u"It takes 9 nodes, and the cluster has 3."_s);
    QCOMPARE(verdict->toolTip(), verdict->text()); // it may be longer than there is room

    w.page()->findChild<ui::JsonEditor *>()->setPlainText(u"{"_s);
    QTRY_VERIFY(w.window->isSettled() && !submit->isEnabled());
    const int plans = w.link.count(u"job.plan"_s);
    emit w.link.changed(canned::delta(3, {canned::cluster()}));
    QVERIFY(w.window->isSettled()); // nothing is to be asked
    QCOMPARE(w.link.count(u"job.plan"_s), plans);
}

// The menu lists all by title, says what each is, and puts the one that is chosen in the place of the text.
void TstSubmitPage::opensASample()
{
    DocumentWindow w;
    w.link.answers[u"console.samples"_s] = QJsonValue(
        QJsonArray{QJsonObject{{u"name"_s, u"iris"_s}, {u"title"_s, u"Irises"_s}, {u"description"_s, u"Flowers."_s}},
                   QJsonObject{{u"name"_s, u"mpi-c"_s}, {u"title"_s, u"MPI in C"_s}, {u"description"_s, u"A < b."_s}}});
    w.link.answers[u"console.sample"_s] =
        QJsonValue(QJsonObject{{u"name"_s, u"mpi-c-1"_s},
                               {u"text"_s,
                                u"{\"properties\":{\"nodeCount\":2,\"stdOutErrPathPrefix\":\"/o\","
                                "\"customMpiSettings\":{\"commandLine\":\"pi\"}}}"_s}});
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/resnet"_s, u"submit"_s);
    QTRY_VERIFY(w.window->isSettled());
    auto *menu = w.find<ui::SampleMenu>("samples");
    QVERIFY(menu);
    QTRY_COMPARE(menu->actions().size(), 2);
    QCOMPARE(menu->actions().at(1)->text(), u"MPI in C"_s);
    QCOMPARE(menu->actions().at(1)->toolTip(), u"A < b."_s);
    w.button(u"Open a sample"_s)->click();
    QTRY_VERIFY(menu->isVisible());
    menu->actions().at(1)->trigger();
    menu->close();
    QTRY_VERIFY(w.page()->findChild<ui::JsonEditor *>()->toPlainText().contains(u"customMpiSettings"_s));
    const QJsonObject asked = w.link.lastCall(u"console.sample"_s);
    QCOMPARE(asked.value(u"sample"_s).toString(), u"mpi-c"_s);
    QVERIFY(!asked.value(u"cluster"_s).toString().isEmpty());
}

// What the engine adds goes, what the user wrote stays.
void TstSubmitPage::copiesTheFilesOfAJob()
{
    DocumentWindow w;
    ui::JobStart start(w.client, nullptr);
    QSignalSpy begun(&start, &ui::JobStart::begun);
    w.link.answers[u"resource.get"_s] = QJsonValue(QJsonObject{
        {u"properties"_s,
         QJsonObject{
             {u"nodeCount"_s, 1},
             {u"x-batchdeck"_s,
              QJsonObject{{u"uuid"_s, u"u"_s},
                          {u"container"_s, u"ignore"_s},
                          {u"files"_s, QJsonArray{QJsonObject{{u"path"_s, u"a"_s}, {u"content"_s, u"b"_s}}}}}}}}});
    start.copyJob(engine::ResourceId::group(u"p"_s, u"g"_s));
    QTRY_COMPARE(begun.size(), 1);
    const QJsonObject copy = QJsonDocument::fromJson(begun.at(0).at(1).toByteArray()).object();
    const QJsonObject extension = copy[u"properties"_s][u"x-batchdeck"_s].toObject();
    QCOMPARE(extension.keys(), QStringList({u"container"_s, u"files"_s}));
    QCOMPARE(extension[u"files"_s][0][u"content"_s].toString(), u"b"_s);
}

// Right after an edit too, before it is checked.
void TstSubmitPage::sendsWhatIsShown()
{
    SecretWindow w;
    QTRY_VERIFY(w.isReady());
    w.open(secretJob("first", valueless));
    w.editor()->setPlainText(QString::fromUtf8(secretJob("second", valueless)));
    w.submit()->click();
    QTRY_VERIFY(w.panel()->isVisible());
    QTest::keyClicks(w.fields().constFirst(), u"x"_s);
    w.submit()->click();
    QTRY_VERIFY(w.link.wasCalled(u"job.create"_s));
    QCOMPARE(w.sent()[u"properties"_s][u"customToolkitSettings"_s][u"commandLine"_s].toString(), u"second"_s);
    QCOMPARE(w.sent()[u"properties"_s][u"secrets"_s][0][u"value"_s].toString(), u"x"_s);
    // What cannot be sent is not asked about.
    QTRY_VERIFY(w.submit()->isEnabled());
    w.editor()->setPlainText(u"{"_s);
    w.submit()->click();
    QVERIFY(!w.submit()->isEnabled());
    QCOMPARE(w.link.count(u"secret.list"_s), 1);
}

void TstSubmitPage::asksForWhatTheTextWantsNow()
{
    SecretWindow w;
    QTRY_VERIFY(w.isReady());
    w.open(secretJob("true", valueless));
    w.submit()->click();
    QTRY_COMPARE(w.fields().size(), 1);
    w.editor()->setPlainText(QString::fromUtf8(secretJob("true", two)));
    QVERIFY(!w.panel()->isVisible());
    w.submit()->click();
    QTRY_COMPARE(w.fields().size(), 2);
    // What the engine says of them is shown, whatever would be asked for.
    engine::Error refusal = engine::Error::of(engine::ErrorCode::InvalidDocument, {"No."});
    refusal.details = {
        engine::Fault{u"Required"_s, engine::Message("It has no value."), u"$.properties.secrets[0]"_s, 1, 1}};
    w.link.answers[u"job.create"_s] = refusal;
    for (QLineEdit *field : w.fields())
        QTest::keyClicks(field, u"x"_s);
    w.submit()->click();
    QTRY_VERIFY2(w.find<QLabel>("verdict")->text().contains(u"It has no value."_s),
                 qPrintable(w.find<QLabel>("verdict")->text()));
}

void TstSubmitPage::submitsNothingElseThanWasAsked_data()
{
    QTest::addColumn<QString>("held");
    QTest::newRow("while it is looked up") << u"secret.list"_s;
    QTest::newRow("while it is kept") << u"secret.set"_s;
}

// Another document that is opened meanwhile is not submitted in its place.
void TstSubmitPage::submitsNothingElseThanWasAsked()
{
    QFETCH(QString, held);
    SecretWindow w;
    QTRY_VERIFY(w.isReady());
    w.open(secretJob("first", keptSecret));
    w.link.hold(held);
    w.submit()->click();
    if (held == u"secret.set") {
        QTRY_VERIFY(w.panel()->isVisible());
        QTest::keyClicks(w.fields().constFirst(), u"x"_s);
        w.submit()->click();
        QVERIFY(w.panel()->isBusy());
    }
    QTRY_COMPARE(w.link.count(held), 1);
    w.open(secretJob("second", {}));
    w.link.release(held, w.link.answers.value(held));
    QVERIFY(!w.panel()->isBusy());
    w.layOut();
    QVERIFY(!w.panel()->isVisible());
    QVERIFY(!w.link.wasCalled(u"job.create"_s));
}

void TstSubmitPage::submitsOnce()
{
    SecretWindow w;
    QTRY_VERIFY(w.isReady());
    w.open(secretJob("true", keptSecret));
    w.link.hold(u"secret.set"_s);
    w.link.hold(u"job.create"_s);
    w.submit()->click();
    QTRY_VERIFY(w.panel()->isVisible());
    QTest::keyClicks(w.fields().constFirst(), u"x"_s);
    w.submit()->click();
    w.submit()->click();
    QCOMPARE(w.link.count(u"secret.list"_s), 1);
    w.link.release(u"secret.set"_s, w.link.answers.value(u"secret.set"_s));
    QTRY_VERIFY(w.link.wasCalled(u"job.create"_s));
    QVERIFY(!w.submit()->isEnabled());
    w.editor()->setPlainText(QString::fromUtf8(secretJob("false", keptSecret)));
    QTRY_VERIFY(w.window->isSettled());
    QVERIFY2(!w.submit()->isEnabled(), "a check that comes meanwhile changes nothing");
    QCOMPARE(w.link.count(u"job.create"_s), 1);
    w.link.release(u"job.create"_s, engine::Error::of(engine::ErrorCode::Conflict, {"No."}));
    QTRY_VERIFY(w.submit()->isEnabled());
}

void TstSubmitPage::copiesTheCommand()
{
    SecretWindow w;
    QTRY_VERIFY(w.isReady());
    const QByteArray text = secretJob("cat <<JSON\\nit's $HOME\\nJSON\\nJSON_1", {});
    w.open(text);
    auto *copy = w.find<QPushButton>("copyCommand");
    auto *name = w.page()->findChild<QLineEdit *>(u"name"_s);
    QVERIFY(copy->isEnabled());
    QGuiApplication::clipboard()->clear();
    copy->click();
    const QString line = QGuiApplication::clipboard()->text();
    QVERIFY2(line.startsWith(u"batchctl job create -g "_s), qPrintable(line));
    // A shell reads the document back as it stands.
    QProcess shell;
    shell.start(u"bash"_s, {u"-c"_s, QString(u"batchctl() { printf '%s\\n' \"${@: -1}\"; cat; }\n"_s + line)});
    QVERIFY(shell.waitForFinished(testing::patience));
    QCOMPARE(shell.readAllStandardOutput(), QByteArray("-\n" + text + '\n'));
    QCOMPARE(shell.readAllStandardError(), QByteArray());

    name->selectAll();
    QTest::keyClicks(name, u"no name at all"_s);
    QTRY_VERIFY2(!copy->isEnabled(), "what would be refused is not handed out");
    w.editor()->setPlainText(u"{"_s);
    QTRY_VERIFY(!copy->isEnabled());
}

BATCHDECK_TEST(QApplication, TstSubmitPage)
#include "tst_submitpage.moc"
