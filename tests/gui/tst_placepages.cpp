// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/documentwindow.h"
#include "tests/support/testmain.h"
#include "ui/machine/newclusterpage.h"
#include "ui/resource/fileserverpage.h"
#include "ui/resource/newfileserverpage.h"
#include "ui/submit/planpanel.h"
#include "ui/widgets/checklist.h"
#include "ui/widgets/pageheader.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>

using namespace Qt::StringLiterals;
using canned::DocumentWindow;

/// Clusters and file servers: made of documents, and changed.
class TstPlacePages final : public QObject
{
    Q_OBJECT

private slots:
    void makesClusterOfDocument();
    void plansJobForClusterToCome();
    void changesScale();
    void makesFileServer();
};

void TstPlacePages::makesClusterOfDocument()
{
    DocumentWindow w;
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
    auto *table = w.page()->findChild<ui::CheckList *>()->findChild<QTableView *>();
    QCOMPARE(table->model()->index(0, 0).data().toString(), u"desk"_s); // this computer will do too
    table->setCurrentIndex(table->model()->index(1, 0));
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

// A job that is opened beside cluster.json is planned for it, of both texts; with none there is a word about it.
void TstPlacePages::plansJobForClusterToCome()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision"_s, {});
    w.openFile(u"cluster.json"_s, canned::clusterText());
    QTRY_VERIFY(w.as<ui::NewClusterPage>());
    auto *plan = w.page()->findChild<ui::PlanPanel *>();
    QVERIFY(plan->text().contains(u"job.json"_s));
    QVERIFY(!w.link.wasCalled(u"job.plan"_s));
    w.openFile(u"train.json"_s, canned::jobText());
    QTRY_VERIFY(w.link.wasCalled(u"job.plan"_s));
    QVERIFY(w.as<ui::NewClusterPage>());
    const QJsonObject asked = w.link.lastCall(u"job.plan"_s);
    QCOMPARE(asked.value(u"text"_s).toString().toUtf8(), canned::jobText());
    QCOMPARE(asked.value(u"clusterText"_s).toString().toUtf8(), canned::clusterText());
    QVERIFY(asked.value(u"cluster"_s).toString().endsWith(u"/workspaces/vision/clusters/cluster-1"_s));
    QTRY_VERIFY(plan->text().contains(u"## Commands"_s));
    QVERIFY2(w.words().contains(u"What train.json will run"_s), qPrintable(w.words()));
    w.page()->findChild<QLineEdit *>(u"placeName"_s)->setText(u"a b"_s);
    emit w.page()->findChild<QLineEdit *>(u"placeName"_s)->textEdited(u"a b"_s);
    QVERIFY2(plan->text().contains(u"valid"_s), qPrintable(plan->text()));
}

// What is typed is saved as the service has it; what the page does not show of the settings stays.
void TstPlacePages::changesScale()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/clusters/desk"_s, {});
    w.layOut();
    auto *save = w.find<QPushButton>("saveScale");
    QVERIFY(!save->isVisible());
    w.find<QSpinBox>("target")->setValue(3);
    QVERIFY(save->isVisible() && save->isEnabled());
    const auto settings = [](const QJsonObject &scale) {
        return QJsonObject{{u"properties"_s, QJsonObject{{u"scaleSettings"_s, scale}}}};
    };
    const QJsonObject manual{{u"manual"_s, QJsonObject{{u"targetNodeCount"_s, 3}}}};
    w.link.answers[u"resource.update"_s] = QJsonValue(settings(manual));
    save->click();
    QTRY_VERIFY(!save->isVisible());
    QCOMPARE(w.link.lastCall(u"resource.update"_s).value(u"document"_s).toObject(), settings(manual));
    w.button(u"Automatic"_s)->click();
    w.find<QSpinBox>("least")->setValue(5);
    QVERIFY(!save->isEnabled());
    w.find<QSpinBox>("most")->setValue(6);
    QVERIFY(save->isEnabled());
    w.link.answers[u"resource.update"_s] = engine::Error{engine::ErrorCode::InvalidArgument, {"No."}, {}, {}, {}};
    save->click();
    QTRY_COMPARE(w.link.count(u"resource.update"_s), 2);
    QVERIFY(save->isVisible()); // what was typed stays to be mended
    QCOMPARE(w.find<QSpinBox>("most")->value(), 6);
    w.button(u"Revert"_s)->click();
    QCOMPARE(w.find<QSpinBox>("target")->value(), 3);
    QVERIFY(!save->isVisible());
}

void TstPlacePages::makesFileServer()
{
    DocumentWindow w;
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

BATCHDECK_TEST_MAIN(QApplication, TstPlacePages)
#include "tst_placepages.moc"
