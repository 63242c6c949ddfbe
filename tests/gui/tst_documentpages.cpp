// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/documentwindow.h"
#include "tests/support/testmain.h"
#include "ui/document/documentpage.h"
#include "ui/document/faultlist.h"
#include "ui/machine/newclusterpage.h"
#include "ui/widgets/drophint.h"
#include "ui/submit/jsoneditor.h"
#include "ui/submit/submitpage.h"

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

// As it moves over the rows, the one that would take it is told and shown; a drop there opens it there.
void TstDocumentPages::dropsOnTheTree()
{
    DocumentWindow w;
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

BATCHDECK_TEST(QApplication, TstDocumentPages)
#include "tst_documentpages.moc"
