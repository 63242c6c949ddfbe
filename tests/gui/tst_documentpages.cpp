// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/documentworld.h"
#include "tests/support/testmain.h"
#include "ui/document/documentpage.h"
#include "ui/document/faultlist.h"
#include "ui/machine/newclusterpage.h"
#include "ui/resource/fileserverpage.h"
#include "ui/resource/newfileserverpage.h"
#include "ui/shell/drophint.h"
#include "ui/submit/jsoneditor.h"
#include "ui/submit/planpanel.h"
#include "ui/submit/submitpage.h"
#include "ui/volume/volumedialog.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDragEnterEvent>
#include <QElapsedTimer>
#include <QLabel>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace {

struct World : canned::MachineWindow
{
    explicit World(int servers = 1, ui::LookChoice look = ui::LookChoice::Light)
        : canned::MachineWindow(canned::documentWorld(servers), look)
    {
        link.answers[u"job.plan"_s] = QJsonValue(canned::plan(2));
        link.answers[u"volume.list"_s] = QJsonValue(QJsonArray());
        link.answers[u"resource.list"_s] = QJsonValue(QJsonArray{canned::cluster()});
    }
    template <typename Page> [[nodiscard]] Page *as() const { return qobject_cast<Page *>(page()); }
    void openFile(const QString &name, const QByteArray &text)
    {
        window->openDocument(canned::written(directory, name, text));
    }
};

} // namespace

class TstDocumentPages final : public QObject
{
    Q_OBJECT

private slots:
    void opensByContent_data();
    void opensByContent();
    void dropsOnTheTree();
    void saysWhyNot();
    void showsEveryFault();
    void makesClusterOfDocument();
    void importsExport();
    void showsPlanOfManyNodes();
    void saysEachWarningOnce();
    void mapsVolumeFromWarning();
    void listsMappings();
    void showsFieldsOfEveryToolkit();
    void checksNameWhileTyped();
    void confirmsDeletion_data();
    void confirmsDeletion();
    void makesFileServer();
    void savesTags();
    void fitsSmallWindow_data();
    void fitsSmallWindow();
    void pictures_data();
    void pictures();
};

void TstDocumentPages::opensByContent_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("page");
    QTest::newRow("job") << canned::jobText() << QByteArray("ui::SubmitPage");
    QTest::newRow("job with a fault") << canned::jobText().replace("2018-05-01", "\"") << QByteArray("ui::SubmitPage");
    QTest::newRow("cluster") << canned::clusterText() << QByteArray("ui::NewClusterPage");
    QTest::newRow("file server") << canned::fileServerText() << QByteArray("ui::NewFileServerPage");
    QTest::newRow("workspace") << QByteArray(R"({"location":"eastus"})") << QByteArray("ui::DocumentPage");
    QTest::newRow("export") << QByteArray(R"({"resources":[]})") << QByteArray("ui::DocumentPage");
    QTest::newRow("something else") << QByteArray("# notes") << QByteArray("ui::DocumentPage");
    QTest::newRow("nothing") << QByteArray() << QByteArray("ui::DocumentPage");
}

void TstDocumentPages::opensByContent()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, page);
    World w;
    QTRY_VERIFY(w.isReady());
    w.openFile(u"some.json"_s, text);
    QTRY_COMPARE(QByteArray(w.page()->metaObject()->className()), page);
    QTRY_VERIFY(w.window->isSettled());
    const auto *json = w.page()->findChild<ui::JsonEditor *>();
    QCOMPARE(json->toPlainText().toUtf8(), text);
}

// As it moves over the rows, the one that would take it is told and shown; a drop there opens it there.
void TstDocumentPages::dropsOnTheTree()
{
    World w;
    QTRY_VERIFY(w.isReady());
    const QString path = canned::written(w.directory, u"train.json"_s, canned::jobText());
    auto *tree = w.window->findChild<QTreeView *>();
    w.layOut();
    const auto rowOf = [tree](const QString &name) {
        for (QModelIndex index = tree->model()->index(0, 0); index.isValid(); index = tree->indexBelow(index)) {
            if (index.data().toString() == name)
                return tree->visualRect(index).center();
        }
        return QPoint(-1, -1);
    };
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(rowOf(u"lab"_s), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(tree->viewport(), &enter);
    QVERIFY(enter.isAccepted());
    auto *hint = tree->parentWidget()->parentWidget()->findChild<ui::DropHint *>();
    QVERIFY(hint && hint->isVisible());
    QTRY_VERIFY2(hint->text().contains(u"goes into an experiment"_s), qPrintable(hint->text()));
    const auto move = [&](const QString &name) {
        QDragMoveEvent event(rowOf(name), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(tree->viewport(), &event);
        return event.isAccepted();
    };
    QVERIFY(!move(u"vision"_s));
    QVERIFY(move(u"run-1"_s));
    QCOMPARE(hint->text(), u"Drop for a new job in resnet"_s);
    w.picture(u"drop"_s);
    QVERIFY(move(u"resnet"_s));
    QDropEvent drop(rowOf(u"resnet"_s), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(tree->viewport(), &drop);
    QTRY_VERIFY(w.as<ui::SubmitPage>());
    QCOMPARE(w.page()->resource(), canned::experimentId());
    QTRY_COMPARE(w.find<QSpinBox>("nodes")->value(), 2);
    QVERIFY(!hint->isVisible());
}

void TstDocumentPages::saysWhyNot()
{
    World w;
    QTRY_VERIFY(w.isReady());
    w.openFile(u"broken.json"_s, canned::clusterText().replace("\"vmSize\": \"STANDARD_NC6\",", "\"vmSize\" 7"));
    QTRY_VERIFY(w.as<ui::NewClusterPage>());
    const auto *faults = w.page()->findChild<ui::FaultList *>();
    QVERIFY(!faults->isHidden());
    QVERIFY2(faults->item(0)->text().startsWith(u"Line 3"_s), qPrintable(faults->item(0)->text()));
    QVERIFY(!w.find<QPushButton>("create")->isEnabled());
    QVERIFY(!w.find<QPushButton>("create")->toolTip().isEmpty());
}

// Each fault stands in the list with its line and what to do; a click goes there.
void TstDocumentPages::showsEveryFault()
{
    World w;
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
    for (const auto &part : {u"Line 3"_s, u"“nodeCount”"_s, u"“pythonScriptFilePath” is missing"_s,
                             u"“stdOutErrPathPrefix” is missing"_s, u"“processCount”"_s, u"Line 5"_s, u"Add it:"_s})
        QVERIFY2(all.contains(part), qPrintable(part + u" in\n" + all));
    for (int row = 0; row < faults->count(); ++row) {
        if (faults->item(row)->text().startsWith(u"Line 5"_s))
            emit faults->itemActivated(faults->item(row));
    }
    QCOMPARE(w.page()->findChild<ui::JsonEditor *>()->textCursor().blockNumber(), 4);
    QVERIFY(w.find<QLabel>("fault-horovodSettings-processCount")->isVisible());
    QVERIFY(!w.find<QPushButton>("submit")->isEnabled());
}

void TstDocumentPages::makesClusterOfDocument()
{
    World w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision"_s, {});
    w.openFile(u"cluster.json"_s, canned::clusterText());
    QTRY_VERIFY(w.as<ui::NewClusterPage>());
    w.layOut();
    const QString words = w.words();
    for (const auto &part : {u"apt-get install -y libopenmpi-dev"_s, u"https://acc.file.core.windows.net/data"_s})
        QVERIFY2(words.contains(part), qPrintable(words));
    auto *create = w.find<QPushButton>("create");
    QVERIFY(!create->isEnabled()); // no machine is chosen
    auto *table = w.page()->findChild<QTableView *>();
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::keyClick(table, Qt::Key_Space);
    QTRY_VERIFY(create->isEnabled());
    QVERIFY2(w.find<QLabel>("verdict")->text().contains(u"stays below"_s),
             qPrintable(w.find<QLabel>("verdict")->text()));
    w.link.answers[u"cluster.create"_s] = QJsonValue(canned::cluster());
    create->click();
    QTRY_COMPARE(w.page()->resource(), canned::clusterId());
    const QJsonObject call = w.link.lastCall(u"cluster.create"_s);
    QCOMPARE(call.value(u"text"_s).toString().toUtf8(), canned::clusterText());
    QCOMPARE(call.value(u"machines"_s).toArray(), QJsonArray{u"gpu-a"_s});
}

void TstDocumentPages::importsExport()
{
    World w;
    QTRY_VERIFY(w.isReady());
    const QByteArray text = QJsonDocument(QJsonObject{{u"resources"_s, canned::world(3)}}).toJson();
    w.openFile(u"lab.json"_s, text);
    QTRY_VERIFY(w.as<ui::DocumentPage>());
    w.layOut();
    QVERIFY2(w.words().contains(u"run-1, run-2, run-3"_s), qPrintable(w.words()));
    engine::Error refusal{engine::ErrorCode::InvalidDocument, {"The export has 1 fault."}, {}, {}, {}};
    refusal.details.append({u"NameRule"_s, {"“a b” is no name."}, u"$.resources[3]"_s, 7, 2});
    w.link.answers[u"document.import"_s] = refusal;
    w.find<QPushButton>("go")->click();
    auto *faults = w.page()->findChild<ui::FaultList *>();
    QTRY_COMPARE(faults->count(), 1);
    QVERIFY(faults->item(0)->text().contains(u"Line 7"_s));
    w.link.answers[u"document.import"_s] = QJsonValue(
        QJsonObject{{u"created"_s, QJsonArray{canned::experimentId().toString()}}, {u"existing"_s, QJsonArray()}});
    w.find<QPushButton>("go")->click();
    QTRY_COMPARE(w.page()->resource(), canned::experimentId());
    QCOMPARE(w.link.lastCall(u"document.import"_s).value(u"text"_s).toString().toUtf8(), text);
}

void TstDocumentPages::showsPlanOfManyNodes()
{
    World w;
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
void TstDocumentPages::saysEachWarningOnce()
{
    World w;
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

void TstDocumentPages::mapsVolumeFromWarning()
{
    World w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/resnet"_s, u"submit"_s);
    QTRY_VERIFY(w.window->isSettled());
    w.layOut();
    QAbstractButton *map = w.button(u"Map volume…"_s);
    QVERIFY(map);
    map->click();
    auto *dialog = w.window->findChild<ui::VolumeDialog *>();
    QVERIFY(dialog && dialog->isVisible());
    QCOMPARE(dialog->findChild<QLineEdit *>(u"source"_s)->text(), canned::share);
    dialog->findChild<QLineEdit *>(u"target"_s)->setText(u"path:/srv/logs"_s);
    w.link.answers[u"volume.map"_s] =
        QJsonValue(QJsonObject{{u"source"_s, canned::share}, {u"target"_s, u"path:/srv/logs"_s}});
    const int plans = w.link.count(u"job.plan"_s);
    dialog->findChild<QPushButton *>(u"map"_s)->click();
    QTRY_VERIFY(w.link.count(u"job.plan"_s) > plans); // it is planned anew
    QCOMPARE(w.link.lastCall(u"volume.map"_s).value(u"target"_s).toString(), u"path:/srv/logs"_s);
}

void TstDocumentPages::listsMappings()
{
    World w;
    w.link.answers[u"volume.list"_s] =
        QJsonValue(QJsonArray{QJsonObject{{u"source"_s, canned::share}, {u"target"_s, u"path:/srv/logs"_s}},
                              QJsonObject{{u"source"_s, u"blob://acc/data"_s}, {u"target"_s, u"gpu-a:/data"_s}}});
    QTRY_VERIFY(w.isReady());
    w.trigger(u"Ctrl+Shift+M"_s);
    auto *dialog = w.window->findChild<ui::VolumeDialog *>();
    QTRY_VERIFY(dialog && dialog->isSettled());
    auto *table = dialog->findChild<QTableView *>(u"mappings"_s);
    QCOMPARE(table->model()->rowCount(), 2);
    auto *source = dialog->findChild<QLineEdit *>(u"source"_s);
    auto *target = dialog->findChild<QLineEdit *>(u"target"_s);
    auto *map = dialog->findChild<QPushButton *>(u"map"_s);
    auto *unmap = dialog->findChild<QPushButton *>(u"unmap"_s);
    QVERIFY(!map->isEnabled() && !unmap->isEnabled());
    table->selectRow(1);
    QCOMPARE(source->text(), u"blob://acc/data"_s);
    QCOMPARE(target->text(), u"gpu-a:/data"_s);
    QVERIFY(!map->isEnabled() && unmap->isEnabled());
    target->setText(u"gpu-b:/data"_s);
    QCOMPARE(map->text(), u"Change"_s);
    QVERIFY(map->isEnabled());
    w.link.answers[u"volume.map"_s] =
        engine::Error{engine::ErrorCode::InvalidArgument, {"gpu-b is no place."}, {}, {}, {}};
    map->click();
    QTRY_VERIFY(dialog->findChild<QFrame *>() != nullptr);
    QCOMPARE(target->text(), u"gpu-b:/data"_s); // stays to be mended
    w.link.answers[u"volume.unmap"_s] = QJsonValue(QJsonObject());
    w.link.answers[u"volume.list"_s] = QJsonValue(QJsonArray());
    unmap->click();
    QTRY_COMPARE(table->model()->rowCount(), 0);
    QCOMPARE(w.link.lastCall(u"volume.unmap"_s).value(u"source"_s).toString(), u"blob://acc/data"_s);
    QCOMPARE(map->text(), u"Add"_s);
}

void TstDocumentPages::showsFieldsOfEveryToolkit()
{
    World w;
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

void TstDocumentPages::checksNameWhileTyped()
{
    World w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision"_s, {});
    w.trigger(u"Ctrl+Alt+E"_s);
    auto *dialog = w.window->findChild<QDialog *>(u"nameDialog"_s);
    QVERIFY(dialog);
    auto *name = dialog->findChild<QLineEdit *>(u"name"_s);
    auto *create = dialog->findChild<QPushButton *>(u"create"_s);
    const auto *verdict = dialog->findChild<QLabel *>(u"verdict"_s);
    QVERIFY(!create->isEnabled());
    for (const auto &[typed, isRight] : {std::pair(u"a b"_s, false),
                                         {u"resnet"_s, false},
                                         {u"RESNET"_s, false},
                                         {QString(65, u'x'), false},
                                         {u"detr_2"_s, true}}) {
        name->clear();
        QTest::keyClicks(name, typed);
        QCOMPARE(create->isEnabled(), isRight);
        QVERIFY(!verdict->text().isEmpty());
    }
    w.link.answers[u"resource.create"_s] = QJsonValue(QJsonObject());
    create->click();
    QTRY_VERIFY(w.link.lastCall(u"resource.create"_s).value(u"id"_s).toString().endsWith(u"/experiments/detr_2"_s));
}

void TstDocumentPages::confirmsDeletion_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("terminates");
    QTest::newRow("group") << u"lab"_s << u"1 workspace: vision"_s << false;
    QTest::newRow("experiment") << u"lab/vision/resnet"_s << u"The records of 3 jobs"_s << false;
    QTest::newRow("cluster") << u"lab/vision/clusters/desk"_s << u"2 jobs on it are not done"_s << true;
    QTest::newRow("file server") << u"lab/vision/fileServers/nas-1"_s << u"stay on the machine"_s << false;
}

void TstDocumentPages::confirmsDeletion()
{
    QFETCH(QString, place);
    QFETCH(QString, words);
    QFETCH(bool, terminates);
    World w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(place, {});
    w.trigger(u"Ctrl+Del"_s);
    auto *dialog = w.window->findChild<QDialog *>(u"deletion"_s);
    QVERIFY(dialog);
    QStringList said;
    for (const QLabel *label : dialog->findChildren<QLabel *>())
        said.append(label->text());
    QVERIFY2(said.join(u'\n').contains(words), qPrintable(said.join(u'\n')));
    QVERIFY(dialog->findChild<QPushButton *>(u"cancel"_s)->isDefault());
    QVERIFY(!w.link.wasCalled(u"resource.delete"_s));
    const QJsonArray warnings{engine::Message("The cluster %1 still mounts it.", {u"lab / vision / big"_s}).toJson()};
    w.link.answers[u"resource.delete"_s] = QJsonValue(QJsonObject{{u"warnings"_s, warnings}});
    dialog->findChild<QPushButton *>(u"sure"_s)->click();
    QTRY_VERIFY(w.link.wasCalled(u"resource.delete"_s));
    QCOMPARE(w.link.lastCall(u"resource.delete"_s).value(u"terminate"_s).toBool(), terminates);
    const auto isSaid = [&w] {
        const auto labels = w.window->findChildren<QLabel *>();
        return std::any_of(labels.cbegin(), labels.cend(), [](const QLabel *label) {
            return label->isVisible() && label->text().contains(u"The cluster lab / vision / big still mounts it."_s);
        });
    };
    QTRY_VERIFY(isSaid());
}

void TstDocumentPages::makesFileServer()
{
    World w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision"_s, {});
    w.openFile(u"nfs.json"_s, canned::fileServerText());
    QTRY_VERIFY(w.as<ui::NewFileServerPage>());
    w.layOut();
    QVERIFY2(w.words().contains(u"2 disks of 10 GB"_s), qPrintable(w.words()));
    auto *create = w.find<QPushButton>("create");
    QVERIFY(!create->isEnabled());
    QTest::keyClicks(w.find<QLineEdit>("path"), u"data"_s);
    QVERIFY(w.find<QLabel>("verdict")->text().contains(u"begins with /"_s));
    w.find<QLineEdit>("path")->clear();
    QTest::keyClicks(w.find<QLineEdit>("path"), u"/data"_s);
    w.find<QComboBox>("machine")->setCurrentText(u"gpu-b"_s);
    QTRY_VERIFY(create->isEnabled());
    w.link.answers[u"resource.create"_s] = QJsonValue(canned::fileServer());
    create->click();
    QTRY_VERIFY(w.as<ui::FileServerPage>());
    const QJsonObject call = w.link.lastCall(u"resource.create"_s);
    QCOMPARE(call.value(u"machine"_s).toString(), u"gpu-b"_s);
    QCOMPARE(call.value(u"path"_s).toString(), u"/data"_s);
    QVERIFY(call.value(u"document"_s).toObject().contains(u"properties"_s));
    w.layOut();
    QVERIFY2(w.words().contains(u"/data/shared on gpu-a"_s), qPrintable(w.words()));
}

void TstDocumentPages::savesTags()
{
    World w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision"_s, u"tags"_s);
    w.layOut();
    auto *table = w.find<QTableWidget>("tags");
    QVERIFY(table && table->isVisible());
    auto *save = w.find<QPushButton>("saveTags");
    QVERIFY(!save->isEnabled());
    table->item(0, 0)->setText(u"team"_s);
    table->item(0, 1)->setText(u"vision"_s);
    QVERIFY(save->isEnabled());
    w.link.answers[u"resource.update"_s] = QJsonValue(QJsonObject());
    save->click();
    QTRY_VERIFY(!save->isEnabled());
    QCOMPARE(w.link.lastCall(u"resource.update"_s).value(u"document"_s).toObject(),
             (QJsonObject{{u"tags"_s, QJsonObject{{u"team"_s, u"vision"_s}}}}));
}

void TstDocumentPages::fitsSmallWindow_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("tab");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("submit") << u"lab/vision/resnet"_s << u"submit"_s << QByteArray();
    QTest::newRow("job") << u"lab/vision/resnet"_s << QString() << canned::jobText();
    QTest::newRow("cluster") << u"lab/vision"_s << QString() << canned::clusterText();
    QTest::newRow("file server") << u"lab/vision"_s << QString() << canned::fileServerText();
    QTest::newRow("workspace") << u"lab"_s << QString() << QByteArray(R"({"location":"x","tags":{"a":"b"}})");
    QTest::newRow("export") << QString() << QString()
                            << QJsonDocument(QJsonObject{{u"resources"_s, canned::world(3)}}).toJson();
    QTest::newRow("file server's page") << u"lab/vision/fileServers/nas-1"_s << QString() << QByteArray();
    QTest::newRow("tags") << u"lab/vision"_s << u"tags"_s << QByteArray();
}

// Nothing is cut off, and everything one works with has a name and is reached by Tab.
void TstDocumentPages::fitsSmallWindow()
{
    QFETCH(QString, place);
    QFETCH(QString, tab);
    QFETCH(QByteArray, text);
    World w;
    w.window->resize(1024, 640);
    QTRY_VERIFY(w.isReady());
    w.window->openText(place, tab);
    if (!text.isEmpty()) {
        const QWidget *before = w.page();
        w.openFile(u"document.json"_s, text);
        QTRY_VERIFY(w.page() != before);
    }
    QTRY_VERIFY(w.window->isSettled());
    w.layOut();
    QCOMPARE(w.window->size(), QSize(1024, 640));
    QVERIFY2(w.cutOff().isEmpty(), qPrintable(w.cutOff().join(u'\n')));
    QVERIFY2(w.nameless().isEmpty(), qPrintable(w.nameless().join(u'\n')));
}

void TstDocumentPages::pictures_data()
{
    QTest::addColumn<int>("servers");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("tab");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("planned");
    const auto row = [](const char *name, int servers, const QString &place, const QString &tab,
                        const QByteArray &text = {},
                        int planned = 2) { QTest::newRow(name) << servers << place << tab << text << planned; };
    row("doc-job", 3, u"lab/vision/resnet"_s, {}, canned::jobText());
    row("doc-job-plan", 3, u"lab/vision/resnet"_s, u"plan"_s, canned::jobText());
    row("doc-job-plan-many", 3, u"lab/vision/resnet"_s, u"plan"_s, canned::jobText(), 10000);
    row("doc-job-faults", 3, u"lab/vision/resnet"_s, {},
        R"({
  "properties": {
    "nodeCount": "two",
    "horovodSettings": { "processCount": 0 },
    "inputDirectories": [ { "id": "a b", "path": "/x" } ]
  }
}
)");
    row("doc-cluster", 3, u"lab/vision"_s, {}, canned::clusterText());
    row("doc-fileserver", 3, u"lab/vision"_s, {}, canned::fileServerText());
    row("doc-workspace", 3, u"lab"_s, {}, R"({"location":"eastus","tags":{"team":"vision"}})");
    row("doc-export", 3, {}, {}, QJsonDocument(QJsonObject{{u"resources"_s, canned::world(8)}}).toJson());
    row("doc-unknown", 3, {}, {}, "# my notes\nnot a document\n");
    row("fileserver", 3, u"lab/vision/fileServers/nas-1"_s, {});
    row("fileserver-nowhere", 3, u"lab/vision/fileServers/nas-2"_s, {});
    row("tags", 0, u"lab/vision"_s, u"tags"_s);
    row("workspace-none", 0, u"lab/vision"_s, {});
    row("workspace-many", 10000, u"lab/vision"_s, {});
    row("volumes-none", 0, {}, u"volumes"_s);
    row("volumes", 3, {}, u"volumes"_s);
    row("volumes-many", 10000, {}, u"volumes"_s);
    row("deletion", 3, u"lab"_s, u"delete"_s);
    row("name", 3, u"lab/vision"_s, u"name"_s);
}

// Every page in both looks; the pictures are left in the build folder to be looked at.
void TstDocumentPages::pictures()
{
    QFETCH(int, servers);
    QFETCH(QString, place);
    QFETCH(QString, tab);
    QFETCH(QByteArray, text);
    QFETCH(int, planned);
    QList<QRgb> grounds;
    for (const auto look : {ui::LookChoice::Light, ui::LookChoice::Dark}) {
        World w(servers, look);
        w.link.answers[u"job.plan"_s] = QJsonValue(canned::plan(planned));
        QJsonArray mapped;
        for (int i = 0; i < servers; ++i)
            mapped.append(QJsonObject{{u"source"_s, u"https://acc%1.file.core.windows.net/share"_s.arg(i)},
                                      {u"target"_s, u"path:/srv/share-%1"_s.arg(i)}});
        w.link.answers[u"volume.list"_s] = QJsonValue(mapped);
        QTRY_VERIFY(w.isReady());
        w.window->openText(place, tab == u"tags" ? tab : QString());
        if (!text.isEmpty()) {
            const QWidget *before = w.page();
            w.openFile(u"document.json"_s, text);
            QTRY_VERIFY(w.page() != before);
            w.page()->showTab(tab);
        }
        QTRY_VERIFY(w.window->isSettled());
        const QString name = QString::fromLatin1(QTest::currentDataTag());
        const QString keys = tab == u"volumes" ? u"Ctrl+Shift+M"_s
            : tab == u"delete"                 ? u"Ctrl+Del"_s
            : tab == u"name"                   ? u"Ctrl+Alt+E"_s
                                               : QString();
        if (!keys.isEmpty())
            w.trigger(keys);
        w.layOut();
        if (auto *dialog = w.window->findChild<QDialog *>()) {
            if (auto *typed = dialog->findChild<QLineEdit *>(u"name"_s))
                QTest::keyClicks(typed, u"a b"_s);
            w.layOut();
            const QImage image = dialog->grab().toImage();
            const QDir folder(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures"));
            folder.mkpath(u"."_s);
            image.save(folder.filePath(name + (look == ui::LookChoice::Dark ? u"-dark.png"_s : u"-light.png"_s)));
            grounds.append(image.pixel(2, 2));
            dialog->close();
        } else {
            w.picture(name);
            const QImage corner = w.page()->grab(QRect(w.page()->width() - 4, 30, 1, 1)).toImage();
            grounds.append(corner.pixel(0, 0));
        }
    }
    QVERIFY(qGray(grounds[0]) > 200);
    QVERIFY(qGray(grounds[1]) < 60);
}

BATCHDECK_TEST_MAIN(QApplication, TstDocumentPages)
#include "tst_documentpages.moc"
