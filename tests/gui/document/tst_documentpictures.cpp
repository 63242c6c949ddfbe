// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/document/documentwindow.h"
#include "tests/support/testmain.h"

#include <QApplication>
#include <QDialog>

using namespace Qt::StringLiterals;
using canned::DocumentWindow;

/// Every page about documents, in both looks and in a small window.
class TstDocumentPictures final : public QObject
{
    Q_OBJECT

private slots:
    void fitsSmallWindow_data();
    void fitsSmallWindow();
    void pictures_data();
    void pictures();
};

void TstDocumentPictures::fitsSmallWindow_data()
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
    QTest::newRow("cluster's page") << u"lab/vision/clusters/desk"_s << QString() << QByteArray();
    QTest::newRow("tags") << u"lab/vision"_s << u"tags"_s << QByteArray();
}

// Nothing is cut off, and everything one works with has a name and is reached by Tab.
void TstDocumentPictures::fitsSmallWindow()
{
    QFETCH(QString, place);
    QFETCH(QString, tab);
    QFETCH(QByteArray, text);
    DocumentWindow w;
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

void TstDocumentPictures::pictures_data()
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
    row("doc-cluster-plan", 3, u"lab/vision"_s, u"with job"_s, canned::clusterText());
    row("doc-cluster-plan-many", 3, u"lab/vision"_s, u"with job"_s, canned::clusterText(), 10000);
    row("cluster", 3, u"lab/vision/clusters/desk"_s, {});
    row("cluster-configuration", 3, u"lab/vision/clusters/desk"_s, u"configuration"_s);
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
void TstDocumentPictures::pictures()
{
    QFETCH(int, servers);
    QFETCH(QString, place);
    QFETCH(QString, tab);
    QFETCH(QByteArray, text);
    QFETCH(int, planned);
    QList<QRgb> grounds;
    for (const auto look : {ui::LookChoice::Light, ui::LookChoice::Dark}) {
        DocumentWindow w(servers, look);
        w.link.answers[u"job.plan"_s] = QJsonValue(canned::plan(planned));
        QJsonArray mapped;
        for (int i = 0; i < servers; ++i)
            mapped.append(QJsonObject{{u"source"_s, u"https://acc%1.file.core.windows.net/share"_s.arg(i)},
                                      {u"target"_s, u"path:/srv/share-%1"_s.arg(i)}});
        w.link.answers[u"volume.list"_s] = QJsonValue(mapped);
        QTRY_VERIFY(w.isReady());
        w.window->openText(place, tab == u"tags" || tab == u"configuration" ? tab : QString());
        if (!text.isEmpty()) {
            const QWidget *before = w.page();
            w.openFile(u"document.json"_s, text);
            QTRY_VERIFY(w.page() != before);
            w.page()->showTab(tab);
        }
        if (tab == u"with job") {
            w.openFile(u"job.json"_s, canned::jobText());
            QTRY_VERIFY(w.link.wasCalled(u"job.plan"_s));
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

BATCHDECK_TEST(QApplication, TstDocumentPictures)
#include "tst_documentpictures.moc"
