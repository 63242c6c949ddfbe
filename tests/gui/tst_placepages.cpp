// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/extension.h"
#include "tests/gui/document/documentwindow.h"
#include "tests/support/testmain.h"
#include "ui/machine/newclusterpage.h"
#include "ui/resource/clusterpage.h"
#include "ui/resource/fileserver/fileserverpage.h"
#include "ui/resource/fileserver/newfileserverpage.h"
#include "ui/secret/secretpanel.h"
#include "ui/submit/jsoneditor.h"
#include "ui/submit/plan/planpanel.h"
#include "ui/widgets/list/celldelegate.h"
#include "ui/widgets/list/checklist.h"
#include "ui/widgets/list/marklist.h"
#include "ui/widgets/list/statemarks.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/pageheader.h"
#include "ui/widgets/text/linklabel.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>

#include <algorithm>

using namespace Qt::StringLiterals;
using canned::DocumentWindow;

namespace {

/// The cluster of the canned world with a secret for its setup task, which came to \a setup.
QJsonObject clusterWithSetup(const QString &setup, const QString &reason = {}, const QString &error = {})
{
    QJsonObject cluster = canned::cluster();
    QJsonObject properties = cluster[u"properties"_s].toObject();
    QJsonObject extension = properties[u"x-batchdeck"_s].toObject();
    QJsonArray nodes = extension[u"nodes"_s].toArray();
    QJsonObject node = nodes.at(0).toObject();
    node[u"setup"_s] = setup;
    if (!reason.isEmpty())
        node[u"reason"_s] = engine::Message("%1", {reason}).toJson();
    nodes[0] = node;
    extension[u"nodes"_s] = nodes;
    extension[u"uuid"_s] = u"u"_s;
    properties[u"x-batchdeck"_s] = extension;
    properties[u"nodeSetup"_s] =
        QJsonObject{{u"setupTask"_s, QJsonObject{{u"secrets"_s, QJsonArray{QJsonObject{{u"name"_s, u"TOKEN"_s}}}}}}};
    if (!error.isEmpty())
        properties[u"errors"_s] = QJsonArray{QJsonObject{{u"code"_s, error}}};
    cluster[u"properties"_s] = properties;
    return cluster;
}

} // namespace

/// Clusters and file servers: made of documents, and changed.
class TstPlacePages final : public QObject
{
    Q_OBJECT

private slots:
    void makesClusterOfDocument();
    void makesClusterWithSecretsAsItStands();
    void setsUpAgain();
    void asksForTheSecretsOfASetup();
    void plansJobForClusterToCome();
    void changesScale();
    void saysThatANodeIsOffline();
    void queueLeadsToItsRows();
    void tellsStatesApart();
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

// Of the text as it is when the answer is given, and only if it can be created then.
void TstPlacePages::makesClusterWithSecretsAsItStands()
{
    DocumentWindow w;
    w.link.answers[u"secret.list"_s] = QJsonValue(QJsonArray());
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision"_s, {});
    const QByteArray task = R"("stdOutErrPathPrefix": "/logs")";
    const QByteArray withSecret = task + R"(, "secrets": [{"name": "TOKEN"}])";
    const QByteArray text = canned::clusterText().replace(task, withSecret);
    w.openFile(u"cluster.json"_s, text);
    QTRY_VERIFY(w.as<ui::NewClusterPage>());
    auto *table = w.page()->findChild<ui::CheckList *>()->findChild<QTableView *>();
    const auto toggle = [table] {
        table->setCurrentIndex(table->model()->index(1, 0));
        QTest::keyClick(table, Qt::Key_Space);
    };
    toggle();
    auto *create = w.find<QPushButton>("create");
    QTRY_VERIFY(create->isEnabled());
    auto *editor = w.page()->findChild<ui::JsonEditor *>();
    editor->setPlainText(editor->toPlainText().replace(u"apt-get"_s, u"apt"_s));
    create->click();
    auto *panel = w.page()->findChild<ui::SecretPanel *>();
    QTRY_VERIFY(panel->isVisible());
    toggle();
    const auto answer = [panel] {
        QTest::keyClicks(panel->findChild<QLineEdit *>(), u"x"_s);
        panel->accept();
    };
    answer();
    w.layOut();
    QVERIFY2(!w.link.wasCalled(u"cluster.create"_s), "no machine is chosen");
    toggle();
    QTRY_VERIFY(create->isEnabled());
    create->click();
    QTRY_VERIFY(panel->isVisible());
    answer();
    QTRY_VERIFY(w.link.wasCalled(u"cluster.create"_s));
    const auto sent =
        QJsonDocument::fromJson(w.link.lastCall(u"cluster.create"_s).value(u"text"_s).toString().toUtf8()).object();
    const QJsonValue sentTask = sent[u"properties"_s][u"nodeSetup"_s][u"setupTask"_s];
    QCOMPARE(sentTask[u"commandLine"_s].toString(), u"apt install -y libopenmpi-dev"_s);
    QCOMPARE(sentTask[u"secrets"_s][0][u"value"_s].toString(), u"x"_s);
}

void TstPlacePages::setsUpAgain()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/clusters/desk"_s, {});
    auto *banner = w.find<ui::Banner>("setupBanner");
    QVERIFY(!banner->isVisible());
    emit w.link.changed(canned::delta(2, {clusterWithSetup(u"failed"_s, u"It broke."_s)}));
    QTRY_VERIFY(banner->isVisible());
    QVERIFY2(banner->text().contains(u"It broke."_s), qPrintable(banner->text()));
    // Put away, it stays away while nothing changes.
    banner->dismiss();
    emit w.link.changed(canned::delta(3, {clusterWithSetup(u"failed"_s, u"It broke."_s)}));
    w.layOut();
    QVERIFY(!banner->isVisible());
    emit w.link.changed(canned::delta(4, {clusterWithSetup(u"failed"_s, u"It broke again."_s)}));
    QTRY_VERIFY(banner->isVisible());
    w.button(u"Set up again"_s)->click();
    QTRY_COMPARE(w.link.count(u"machine.connect"_s), 1);
    emit w.link.changed(canned::delta(5, {clusterWithSetup(u"ready"_s)}));
    QTRY_VERIFY(!banner->isVisible());
}

void TstPlacePages::asksForTheSecretsOfASetup()
{
    DocumentWindow w;
    w.link.answers[u"secret.list"_s] = QJsonValue(QJsonArray());
    w.link.answers[u"secret.set"_s] =
        QJsonValue(QJsonObject{{u"place"_s, u"memory"_s}, {u"reason"_s, engine::Message("It is locked.").toJson()}});
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/clusters/desk"_s, {});
    auto *panel = w.page()->findChild<ui::SecretPanel *>();
    emit w.link.changed(canned::delta(2, {clusterWithSetup(u"failed"_s, u"It lacks TOKEN."_s, u"SecretMissing"_s)}));
    QTRY_VERIFY(panel->isVisible());
    panel->findChild<QPushButton *>(u"cancelQuestion"_s)->click();
    QVERIFY(!panel->isVisible());
    w.button(u"Type the secrets"_s)->click();
    QTRY_VERIFY(panel->isVisible());
    QTest::keyClicks(panel->findChild<QLineEdit *>(), u"x"_s);
    panel->accept();
    auto *words = w.find<ui::Banner>("secretBanner");
    QTRY_VERIFY(words->isVisible());
    QCOMPARE(w.link.lastCall(u"secret.set"_s).value(u"name"_s).toString(), u"cluster:u:TOKEN"_s);
    emit w.link.changed(canned::delta(3, {clusterWithSetup(u"ready"_s)}));
    QTRY_VERIFY(!w.find<ui::Banner>("setupBanner")->isVisible());
    QVERIFY2(words->isVisible() && words->text().contains(u"It is locked."_s), qPrintable(words->text()));
    // When it has a value for each, nobody can say which is gone.
    w.link.answers[u"secret.list"_s] = QJsonValue(QJsonArray{QJsonObject{{u"name"_s, u"cluster:u:TOKEN"_s}}});
    emit w.link.changed(canned::delta(4, {clusterWithSetup(u"failed"_s, u"It lacks TOKEN."_s, u"SecretMissing"_s)}));
    QTRY_VERIFY(panel->isVisible());
    QCOMPARE(panel->accessibleName(), u"A secret is missing: type it again"_s);
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
    w.link.answers[u"resource.update"_s] = engine::Error::of(engine::ErrorCode::InvalidArgument, {"It was refused."});
    save->click();
    QTRY_COMPARE(w.link.count(u"resource.update"_s), 2);
    QVERIFY(save->isVisible()); // what was typed stays to be mended
    QCOMPARE(w.find<QSpinBox>("most")->value(), 6);
    QTRY_VERIFY(w.words().contains(u"It was refused."_s));
    w.button(u"Revert"_s)->click();
    QVERIFY(!w.words().contains(u"It was refused."_s));
    QCOMPARE(w.find<QSpinBox>("target")->value(), 3);
    QVERIFY(!save->isVisible());
}

void TstPlacePages::saysThatANodeIsOffline()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/clusters/desk"_s, {});
    QJsonObject cluster = canned::cluster();
    QJsonObject properties = cluster[u"properties"_s].toObject();
    QJsonObject extension = properties[u"x-batchdeck"_s].toObject();
    QJsonObject node = extension[u"nodes"_s][0].toObject();
    node[u"state"_s] = u"running"_s;
    node[u"job"_s] = canned::experimentId().child(engine::ResourceKind::Job, u"run-2"_s).toString();
    extension[u"nodes"_s] = QJsonArray{node};
    properties[u"x-batchdeck"_s] = extension;
    cluster[u"properties"_s] = properties;
    emit w.link.changed(canned::delta(2, {cluster}));
    w.layOut();
    const QAbstractItemModel *nodes = w.page()->findChild<QTableView *>()->model();
    QCOMPARE(nodes->index(0, 1).data().toString(), u"running"_s);
    emit w.link.changed(canned::delta(3, {canned::machine(u"offline"_s)}));
    w.layOut();
    QCOMPARE(nodes->index(0, 1).data().toString(), u"offline"_s);
    QCOMPARE(nodes->index(0, 1).data(ui::markRole).toInt(), int(ui::Mark::Offline));
    QVERIFY2(nodes->index(0, 4).data().toString().endsWith(u", last seen running"_s),
             qPrintable(nodes->index(0, 4).data().toString()));
}

// The engine counts jobs that the window may not have.
void TstPlacePages::queueLeadsToItsRows()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/clusters/desk"_s, {});
    const auto hasLink = [&w](const QString &fact) {
        const auto facts = w.page()->findChildren<ui::LinkLabel *>();
        return std::any_of(facts.cbegin(), facts.cend(), [&fact](const ui::LinkLabel *label) {
            return label->accessibleName() == fact && label->focusPolicy() == Qt::StrongFocus;
        });
    };
    const QJsonObject cluster = canned::cluster();
    QJsonObject extension = engine::extensionOf(cluster);
    extension[u"queuedJobs"_s] = 5;
    emit w.link.changed(canned::delta(2, {engine::withExtension(cluster, extension)}));
    w.layOut();
    QVERIFY(hasLink(u"5 queued"_s)); // run-3 is one of them
    emit w.link.changed(canned::delta(3, {canned::job(3, u"succeeded"_s)}));
    w.layOut();
    QVERIFY(w.words().contains(u"5 queued"_s));
    QVERIFY(!hasLink(u"5 queued"_s));
}

void TstPlacePages::tellsStatesApart()
{
    const auto differ = [](QList<ui::Mark> marks) {
        std::sort(marks.begin(), marks.end());
        return std::adjacent_find(marks.cbegin(), marks.cend()) == marks.cend() && !marks.contains(ui::Mark::Offline);
    };
    QList<ui::Mark> nodes;
    for (size_t state = 0; state < engine::wireWords<engine::NodeState>.size(); ++state)
        nodes.append(ui::markOf(engine::NodeState(state), engine::LinkState::Online));
    QVERIFY(differ(nodes));
    QList<ui::Mark> transfers;
    for (size_t state = 0; state < engine::wireWords<engine::TransferState>.size(); ++state)
        transfers.append(ui::markOf(engine::TransferState(state)));
    QVERIFY(differ(transfers));
    using engine::JobPhase;
    using engine::JobState;
    for (const auto link : {engine::LinkState::Offline, engine::LinkState::Connecting})
        QVERIFY(ui::markOf(JobState::Running, JobPhase::Staging, link) == ui::Mark::Offline);
    QVERIFY(ui::markOf(JobState::Running, JobPhase::Staging, engine::LinkState::Online) == ui::Mark::Preparing);
    const QList<models::CheckedRow> found{{engine::DoctorFinding::State::Warning, u"Low"_s, {}, {}}};
    QVERIFY(ui::markRows(found).constFirst().mark == ui::Mark::Unusable);
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

BATCHDECK_TEST(QApplication, TstPlacePages)
#include "tst_placepages.moc"
