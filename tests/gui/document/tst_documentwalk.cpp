// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/enginefixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"
#include "ui/document/documentpage.h"
#include "ui/machine/newclusterpage.h"
#include "ui/resource/fileserver/fileserverpage.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/submit/plan/planpanel.h"
#include "ui/submit/submitpage.h"
#include "ui/volume/volumepanel.h"
#include "ui/volume/volumerow.h"
#include "ui/widgets/list/checklist.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/page.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>

#include <algorithm>

using namespace Qt::StringLiterals;
using engine::ResourceId;
using testing::EngineFixture;

namespace {

/// The window over a real engine that has this computer as the machine "here".
struct Walk
{
    Walk()
    {
        if (!fixture.start() || !fixture.addThisComputer())
            return;
        client = std::make_unique<engine::EngineClient>(fixture.link());
        window = std::make_unique<ui::MainWindow>(*client, fixture.profile(), ui::LookChoice::Light);
        window->resize(1440, 900);
        window->show();
    }

    [[nodiscard]] bool isReady() const
    {
        return window && window->isSettled() && QTest::qWaitForWindowActive(window.get());
    }
    [[nodiscard]] ui::Page *page() const { return window->currentPage(); }
    template <typename Page> [[nodiscard]] Page *as() const { return qobject_cast<Page *>(page()); }
    template <typename Widget> [[nodiscard]] Widget *find(const char *name) const
    {
        return page()->findChild<Widget *>(QString::fromLatin1(name));
    }
    void trigger(const QString &keys) const
    {
        for (QAction *action : window->actions()) {
            if (action->shortcut() == QKeySequence(keys))
                action->trigger();
        }
    }
    void drop(const QString &path) const
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        const QPoint middle = window->rect().center();
        QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(window.get(), &enter);
        QDropEvent drop(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(window.get(), &drop);
    }
    /// What the page says: labels, and the plan.
    [[nodiscard]] QString words() const
    {
        QStringList all;
        for (const QLabel *label : window->findChildren<QLabel *>()) {
            if (label->isVisible())
                all.append(label->text());
        }
        return all.join(u'\n').remove(QChar(0x200b)); // where an address may break
    }
    /// Leaves a picture in the build folder to be looked at.
    void picture(const QString &name) const
    {
        QTest::qWait(0); // what was shown is laid out
        const QDir folder(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures"));
        folder.mkpath(u"."_s);
        window->grab().save(folder.filePath(name));
    }
    [[nodiscard]] QString written(const QString &name, const QByteArray &text) const
    {
        QFile file(fixture.root() + u'/' + name);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
    }
    [[nodiscard]] QJsonObject document(const QString &id)
    {
        const auto answer = fixture.call(u"resource.get"_s, {{u"id"_s, id}});
        return answer ? answer->toObject() : QJsonObject();
    }

    EngineFixture fixture;
    std::unique_ptr<engine::EngineClient> client;
    std::unique_ptr<ui::MainWindow> window;
};

QString recipe(const QString &name)
{
    return qEnvironmentVariable("BATCHDECK_TEST_DATA", QStringLiteral(BATCHDECK_SOURCE_DIR "/../shared/data"))
        + u"/batch-ai/recipes/TensorFlow-GPU-Distributed/"_s + name;
}

// What somebody took out of another profile; the machine of its file server and cluster is called as ours.
QByteArray exportText()
{
    return R"({"resources": [
        {"id": "lab", "tags": {"who": "us"}},
        {"id": "lab/vision", "location": "eastus"},
        {"id": "lab/vision/fileServers/nfs", "properties": {
            "vmSize": "STANDARD_D1",
            "sshConfiguration": {"userAccountSettings": {"adminUserName": "a"}},
            "dataDisks": {"diskSizeInGB": 10, "diskCount": 2, "storageAccountType": "Standard_LRS"},
            "x-batchdeck": {"machine": "here", "path": "/srv/nfs"}}},
        {"id": "lab/vision/clusters/nc6", "properties": {
            "vmSize": "STANDARD_NC6",
            "userAccountSettings": {"adminUserName": "a"},
            "scaleSettings": {"manual": {"targetNodeCount": 1}},
            "nodeSetup": {"mountVolumes": {"fileServers": [{
                "fileServer": {"id": "/subscriptions/old/resourceGroups/lab/providers/Microsoft.BatchAI/workspaces/vision/fileServers/nfs"},
                "relativeMountPath": "nfs"}]}},
            "x-batchdeck": {"kind": "local", "machines": ["here"]}}},
        {"id": "lab/vision/resnet"}
    ]})";
}

QJsonArray withoutIds(const QByteArray &text)
{
    QJsonArray documents;
    for (const QJsonValue &value : QJsonDocument::fromJson(text)[u"resources"_s].toArray()) {
        QJsonObject document = value.toObject();
        document.remove(u"id"_s);
        documents.append(document);
    }
    return documents;
}

} // namespace

/// What somebody does with an old project in the window, with the engine itself behind it.
class TstDocumentWalk final : public QObject
{
    Q_OBJECT

private slots:
    void plansARecipe();
    void importsAndExports();
    void changesTagsAndScale();
    void makesAndDeletesAFileServer();
};

// cluster.json, then job.json beside it, then where their volumes are now, until nothing is left to be said.
void TstDocumentWalk::plansARecipe()
{
    if (!QFile::exists(recipe(u"job.json"_s)))
        SKIP_UNLESS_ALL("no recipes below BATCHDECK_TEST_DATA");
    Walk w;
    QTRY_VERIFY(w.isReady());
    w.drop(recipe(u"cluster.derived.json"_s));
    QTRY_VERIFY(w.as<ui::NewClusterPage>());
    w.drop(recipe(u"job.json"_s));
    const auto *plan = w.page()->findChild<ui::PlanPanel *>();
    QTRY_VERIFY2(plan->text().contains(u"mnist_replica.py"_s), qPrintable(plan->text()));
    QVERIFY2(plan->text().startsWith(u"# node0: ps 0, worker 0"_s), qPrintable(plan->text()));
    QVERIFY2(w.words().contains(u"<AZURE_BATCHAI_STORAGE_ACCOUNT>"_s), qPrintable(w.words()));

    w.picture(u"walk-cluster.png"_s);

    // Made of this computer; the job's volumes are mapped from its own page.
    auto *machines = w.page()->findChild<ui::CheckList *>()->findChild<QTableView *>();
    machines->setCurrentIndex(machines->model()->index(0, 0));
    QTest::keyClick(machines, Qt::Key_Space);
    QTRY_VERIFY2(w.find<QPushButton>("create")->isEnabled(), qPrintable(w.words()));
    w.find<QPushButton>("create")->click();
    QTRY_VERIFY2(w.page()->resource().shortText() == u"default / default / cluster-1", qPrintable(w.words()));
    QCOMPARE(w.document(u"default/default/clusters/cluster-1"_s)[u"properties"_s][u"vmSize"_s].toString(),
             u"STANDARD_NC6"_s);
    w.window->openText(u"default/default/default"_s, u"submit"_s);
    w.drop(recipe(u"job.json"_s));
    QTRY_VERIFY(w.as<ui::SubmitPage>());
    plan = w.page()->findChild<ui::PlanPanel *>();
    QTRY_VERIFY2(plan->text().contains(u"mnist_replica.py"_s), qPrintable(plan->text()));
    w.picture(u"walk-job.png"_s);
    const auto mapButton = [&w]() -> QPushButton * {
        for (QPushButton *button : w.page()->findChildren<QPushButton *>()) {
            if (button->isVisible() && button->text() == u"Map volume…")
                return button;
        }
        return nullptr;
    };
    int mapped = 0;
    for (; mapButton() && mapped < 10; ++mapped) {
        const QString source = mapButton()->accessibleDescription();
        QVERIFY2(mapButton()->visibleRegion().boundingRect() == mapButton()->rect() || mapped > 0,
                 "the button is cut off");
        mapButton()->click();
        auto *panel = w.window->findChild<ui::VolumePanel *>();
        QTRY_VERIFY(panel && panel->isSettled());
        const auto rows = panel->findChildren<ui::VolumeRow *>();
        const auto row = std::find_if(rows.cbegin(), rows.cend(),
                                      [&source](const auto *each) { return each->typed().source == source; });
        QVERIFY(row != rows.cend());
        (*row)->findChild<QLineEdit *>(u"folder"_s)->setText(u"/srv/%1"_s.arg(mapped));
        (*row)->findChild<QPushButton *>(u"map"_s)->click();
        QTRY_VERIFY2(!mapButton() || mapButton()->accessibleDescription() != source, qPrintable(w.words()));
    }
    QCOMPARE(mapped, 3); // two shares, one container
    QCOMPARE(w.fixture.call(u"volume.list"_s)->toArray().size(), 3);
    QTRY_VERIFY2(plan->text().contains(u"ln -s /srv/0 $AZ_BATCHAI_JOB_MOUNT_ROOT/"_s), qPrintable(plan->text()));
    QVERIFY2(!w.words().contains(u"Nothing says where"_s), qPrintable(w.words()));
    w.page()->showTab(u"plan"_s);
    w.picture(u"walk-plan.png"_s);
    QVERIFY(w.find<QPushButton>("submit")->isEnabled()); // every volume is somewhere now
}

void TstDocumentWalk::importsAndExports()
{
    Walk w;
    QTRY_VERIFY(w.isReady());
    w.drop(w.written(u"broken.json"_s, exportText().replace("\"location\"", "\"tags\": 7, \"location\"")));
    QTRY_VERIFY(w.as<ui::DocumentPage>());
    w.find<QPushButton>("go")->click();
    QTRY_VERIFY2(w.words().contains(u"fault"_s), qPrintable(w.words()));
    QVERIFY(w.document(u"lab"_s).isEmpty()); // whole or not at all

    w.drop(w.written(u"lab.json"_s, exportText()));
    QTRY_VERIFY(w.as<ui::DocumentPage>() && w.words().contains(u"Import lab.json"_s));
    QVERIFY2(w.words().contains(u"1 file server"_s), qPrintable(w.words()));
    w.find<QPushButton>("go")->click();
    QTRY_VERIFY2(w.page()->resource().shortText() == u"lab", qPrintable(w.words()));
    QTRY_VERIFY(w.window->store().contains(*ResourceId::parse(w.document(u"lab/vision/resnet"_s)[u"id"_s].toString())));

    w.trigger(u"Ctrl+Shift+E"_s);
    auto *dialog = w.window->findChild<QFileDialog *>();
    QVERIFY(dialog);
    const QString path = w.fixture.root() + u"/again.json"_s;
    emit dialog->fileSelected(path); // its own buttons are the desktop's
    dialog->close();
    QTRY_VERIFY(QFile::exists(path));
    const QByteArray taken = EngineFixture::content(path);
    QCOMPARE(withoutIds(taken).size(), 5);
    QVERIFY(taken.contains("STANDARD_NC6") && taken.contains("/srv/nfs"));

    Walk other;
    QTRY_VERIFY(other.isReady());
    other.drop(path);
    QTRY_VERIFY(other.as<ui::DocumentPage>());
    other.find<QPushButton>("go")->click();
    QTRY_VERIFY2(other.page()->resource().shortText() == u"lab", qPrintable(other.words()));
    const auto second = other.fixture.call(u"document.export"_s, {{u"ids"_s, QJsonArray{u"lab"_s}}});
    QVERIFY(second);
    QCOMPARE(withoutIds(QJsonDocument(second->toObject()).toJson()).size(), 5);
    QCOMPARE(other.document(u"lab/vision/clusters/nc6"_s)[u"properties"_s][u"vmSize"_s].toString(), u"STANDARD_NC6"_s);
    QCOMPARE(other.document(u"lab"_s)[u"tags"_s].toObject(), w.document(u"lab"_s)[u"tags"_s].toObject());
}

void TstDocumentWalk::changesTagsAndScale()
{
    Walk w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"default/default"_s, u"tags"_s);
    auto *tags = w.find<QTableWidget>("tags");
    QVERIFY(tags);
    tags->item(0, 0)->setText(u"team"_s);
    tags->item(0, 1)->setText(u"vision"_s);
    w.find<QPushButton>("saveTags")->click();
    QTRY_COMPARE(w.document(u"default/default"_s)[u"tags"_s][u"team"_s].toString(), u"vision"_s);

    w.window->openText(u"default/default/clusters/desk"_s, {});
    auto *target = w.find<QSpinBox>("target");
    QVERIFY(target);
    QCOMPARE(target->value(), 1);
    target->setValue(2);
    w.find<QPushButton>("saveScale")->click();
    const auto scale = [&w] {
        return w.document(u"default/default/clusters/desk"_s)[u"properties"_s][u"scaleSettings"_s].toObject();
    };
    QTRY_COMPARE(scale()[u"manual"_s][u"targetNodeCount"_s].toInt(), 2);
    QTRY_VERIFY2(w.words().contains(u"of 2 nodes online"_s), qPrintable(w.words()));
    QVERIFY(!w.find<QPushButton>("saveScale")->isVisible());
    QTRY_VERIFY2(w.words().contains(u"It has 1 of 2 nodes"_s), qPrintable(w.words()));
    w.picture(u"walk-scale.png"_s);
    for (const ui::Banner *banner : w.page()->findChildren<ui::Banner *>())
        QVERIFY2(!banner->isVisible() || banner->height() < 80, "a sentence takes the room of the page");
}

// Before it goes, and once it is gone, one is told who still mounts it.
void TstDocumentWalk::makesAndDeletesAFileServer()
{
    Walk w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"default/default"_s, {});
    w.trigger(u"Ctrl+Alt+F"_s);
    w.find<QLineEdit>("placeName")->setText(u"nfs"_s);
    QTest::keyClicks(w.find<QLineEdit>("path"), u"/srv/nfs"_s);
    emit w.find<QLineEdit>("placeName")->textEdited(u"nfs"_s);
    QTRY_VERIFY2(w.find<QPushButton>("create")->isEnabled(), qPrintable(w.words()));
    w.find<QPushButton>("create")->click();
    QTRY_VERIFY2(w.as<ui::FileServerPage>(), qPrintable(w.words()));
    const QString id = u"default/default/fileServers/nfs"_s;
    QCOMPARE(engine::FileServerSnapshot::fromDocument(w.document(id)).path, u"/srv/nfs"_s);
    const QJsonObject mount{{u"fileServer"_s, QJsonObject{{u"id"_s, w.document(id).value(u"id"_s)}}},
                            {u"relativeMountPath"_s, u"nfs"_s}};
    const QJsonObject cluster{
        {u"vmSize"_s, u"STANDARD_NC6"_s},
        {u"scaleSettings"_s, QJsonObject{{u"manual"_s, QJsonObject{{u"targetNodeCount"_s, 1}}}}},
        {u"userAccountSettings"_s, QJsonObject{{u"adminUserName"_s, u"a"_s}, {u"adminUserPassword"_s, u"b"_s}}},
        {u"nodeSetup"_s, QJsonObject{{u"mountVolumes"_s, QJsonObject{{u"fileServers"_s, QJsonArray{mount}}}}}}};
    const QByteArray text = QJsonDocument(QJsonObject{{u"properties"_s, cluster}}).toJson();
    const auto made = w.fixture.call(u"cluster.create"_s,
                                     {{u"id"_s, u"default/default/clusters/user"_s},
                                      {u"machines"_s, QJsonArray{u"here"_s}},
                                      {u"text"_s, QString::fromUtf8(text)}});
    QVERIFY2(made, qPrintable(made ? QString() : made.error().message.text()));
    QTRY_VERIFY(w.window->store().contains(*ResourceId::parse((*made)[u"id"_s].toString())));

    w.trigger(u"Ctrl+Del"_s);
    auto *dialog = w.window->findChild<QDialog *>(u"deletion"_s);
    QVERIFY(dialog);
    QVERIFY2(dialog->findChild<QLabel *>(u"stays"_s)->text().contains(u"The cluster user mounts it."_s),
             qPrintable(dialog->findChild<QLabel *>(u"stays"_s)->text()));
    dialog->findChild<QPushButton *>(u"cancel"_s)->click();
    QVERIFY(!w.document(id).isEmpty());
    QTRY_VERIFY(!w.window->findChild<QDialog *>(u"deletion"_s));
    w.trigger(u"Ctrl+Del"_s);
    w.window->findChild<QDialog *>(u"deletion"_s)->findChild<QPushButton *>(u"sure"_s)->click();
    QTRY_VERIFY(w.document(id).isEmpty());
    QTRY_VERIFY2(w.words().contains(u"Deleted nfs."_s) && w.words().contains(u"still mounts the file server nfs"_s),
                 qPrintable(w.words()));
}

BATCHDECK_TEST(QApplication, TstDocumentWalk)
#include "tst_documentwalk.moc"
