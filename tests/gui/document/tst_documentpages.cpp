// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/drafts.h"
#include "tests/gui/document/documentwindow.h"
#include "tests/support/testmain.h"
#include "ui/document/documentpage.h"
#include "ui/document/faultlist.h"
#include "ui/machine/newclusterpage.h"
#include "ui/submit/jsoneditor.h"
#include "ui/submit/submitpage.h"
#include "ui/widgets/drophint.h"
#include "ui/widgets/page/banner.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTreeView>

using namespace Qt::StringLiterals;
using canned::DocumentWindow;

/// Documents that are opened or dropped, and the page of those that have no form.
class TstDocumentPages final : public QObject
{
    Q_OBJECT

private slots:
    void opensByContent_data();
    void opensByContent();
    void dropsOnTheTree();
    void saysWhyNot();
    void importsExport();
    void goesOnWithADraft_data();
    void goesOnWithADraft();
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
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.openFile(u"some.json"_s, text);
    QTRY_COMPARE(QByteArray(w.page()->metaObject()->className()), page);
    QTRY_VERIFY(w.window->isSettled());
    const auto *json = w.page()->findChild<ui::JsonEditor *>();
    QCOMPARE(json->toPlainText().toUtf8(), text);
}

void TstDocumentPages::goesOnWithADraft_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("job") << canned::jobText();
    QTest::newRow("cluster") << canned::clusterText();
    QTest::newRow("file server") << canned::fileServerText();
    QTest::newRow("workspace") << QByteArray(R"({"location":"eastus"})");
    QTest::newRow("something else") << QByteArray("# notes");
}

// What is gone on with stays a draft, whether it is edited or not, and takes no other one's place.
void TstDocumentPages::goesOnWithADraft()
{
    QFETCH(QByteArray, text);
    DocumentWindow w;
    const auto type = [&w](const QString &letters) {
        auto *json = w.page()->findChild<ui::JsonEditor *>();
        json->moveCursor(QTextCursor::End);
        QTest::keyClicks(json, letters);
    };
    const auto close = [&w] { // somewhere else
        w.window->open(canned::machineId());
        w.window.reset();
        QStringList texts;
        const models::Drafts drafts(w.directory.filePath(u"drafts.json"_s));
        for (const models::Draft &draft : drafts.all())
            texts.append(draft.fields[u"text"_s].toString());
        return texts;
    };
    const auto goOn = [&w] {
        w.window = std::make_unique<ui::MainWindow>(w.client, w.directory.path(), ui::LookChoice::Light);
        w.window->show();
        auto *offer = w.window->findChild<ui::Banner *>(u"draftBar"_s);
        const auto isOffered = [&] { return w.isReady() && offer->isVisible(); };
        if (!QTest::qWaitFor(isOffered, testing::patience))
            return false;
        emit offer->remedyRequested();
        w.layOut();
        return w.page()->findChild<ui::JsonEditor *>() != nullptr;
    };
    QTRY_VERIFY(w.isReady());
    for (const QString &letter : {u"a"_s, u"b"_s}) {
        const QByteArray opened = text + QByteArray(letter == u"b"_s ? 1 : 0, '\n');
        w.openFile(letter + u".json"_s, opened);
        const auto isOpened = [&] {
            const auto *json = w.page()->findChild<ui::JsonEditor *>();
            return json && json->toPlainText().toUtf8() == opened;
        };
        QTRY_VERIFY(isOpened());
        type(letter);
    }
    const QStringList typed = close();
    QCOMPARE(typed.size(), 2);
    QVERIFY2(typed.constFirst().endsWith(u'b') && typed.constLast().endsWith(u'a'), qPrintable(typed.join(u'|')));
    QVERIFY(goOn());
    QCOMPARE(close(), typed);
    QVERIFY(goOn());
    type(u"c"_s);
    QCOMPARE(close(), QStringList({typed.constFirst() + u'c', typed.constLast()}));
}

// As it moves over the rows, the one that would take it is told and shown; a drop there opens it there.
void TstDocumentPages::dropsOnTheTree()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    const QString path = canned::written(w.directory, u"train.json"_s, canned::jobText());
    auto *tree = w.window->findChild<QTreeView *>();
    tree->expandAll();
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
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.openFile(u"broken.json"_s, canned::clusterText().replace("\"vmSize\": \"STANDARD_NC6\",", "\"vmSize\" 7"));
    QTRY_VERIFY(w.as<ui::NewClusterPage>());
    const auto *faults = w.page()->findChild<ui::FaultList *>();
    QVERIFY(!faults->isHidden());
    QVERIFY2(faults->item(0)->text().startsWith(u"Line 3"_s), qPrintable(faults->item(0)->text()));
    QVERIFY(!w.find<QPushButton>("create")->isEnabled());
    QVERIFY(!w.find<QPushButton>("create")->toolTip().isEmpty());
}

void TstDocumentPages::importsExport()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    const QByteArray text = QJsonDocument(QJsonObject{{u"resources"_s, canned::world(3)}}).toJson();
    w.openFile(u"lab.json"_s, text);
    QTRY_VERIFY(w.as<ui::DocumentPage>());
    w.layOut();
    QVERIFY2(w.words().contains(u"run-1, run-2, run-3"_s), qPrintable(w.words()));
    engine::Error refusal = engine::Error::of(engine::ErrorCode::InvalidDocument, {"The export has 1 fault."});
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

BATCHDECK_TEST(QApplication, TstDocumentPages)
#include "tst_documentpages.moc"
