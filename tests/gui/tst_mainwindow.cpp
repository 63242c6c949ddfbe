// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/engineclient.h"
#include "tests/gui/cannedworld.h"
#include "tests/support/testmain.h"
#include "ui/shell/mainwindow.h"
#include "ui/widgets/page.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QTreeView>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

// What a change has asked for: layouts, deferred deletes.
void layOut()
{
    for (int round = 0; round < 3; ++round) {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCoreApplication::sendPostedEvents();
    }
}

struct Window
{
    explicit Window(int jobs, ui::LookChoice look = ui::LookChoice::Light)
        : link(canned::delta(1, jobs < 0 ? QJsonArray() : canned::world(jobs))), client(link)
    {
        window = std::make_unique<ui::MainWindow>(client, directory.path(), look);
    }
    QTemporaryDir directory;
    canned::CannedLink link;
    engine::EngineClient client;
    std::unique_ptr<ui::MainWindow> window;
};

} // namespace

class TstMainWindow final : public QObject
{
    Q_OBJECT

private slots:
    void everyButtonHasName_data();
    void everyButtonHasName();
    void opensByShortText();
    void goesHomeWhenResourceVanishes();
    void labelsFitSmallWindow_data();
    void labelsFitSmallWindow();
    void keepsPlace();
    void pictures_data();
    void pictures();
};

void TstMainWindow::everyButtonHasName_data()
{
    QTest::addColumn<QString>("place");
    for (const char *place :
         {"", "lab", "lab/vision", "lab/vision/resnet", "lab/vision/clusters/desk", "machines/desk"})
        QTest::newRow(qPrintable(QStringLiteral("at ") + QString::fromLatin1(place))) << QString::fromLatin1(place);
}

void TstMainWindow::everyButtonHasName()
{
    QFETCH(QString, place);
    Window w(3);
    w.window->openText(place, {});
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    for (const QAbstractButton *button : w.window->findChildren<QAbstractButton *>()) {
        if (!button->isVisible() || button->objectName().startsWith(u"qt_"_s))
            continue;
        const QString name = button->accessibleName().isEmpty() ? button->text() : button->accessibleName();
        const bool isClear = qobject_cast<QLineEdit *>(button->parentWidget()) != nullptr;
        QVERIFY2(isClear || !name.isEmpty(),
                 qPrintable(QString::fromLatin1(button->metaObject()->className()) + button->toolTip()));
        if (!isClear && button->isEnabled())
            QVERIFY2(button->focusPolicy() & Qt::TabFocus || !button->toolTip().isEmpty(), qPrintable(name));
    }
}

void TstMainWindow::opensByShortText()
{
    Window w(3);
    w.window->openText(u"lab/vision/resnet"_s, {});
    QTRY_COMPARE(w.window->currentPage()->resource(), canned::experimentId());
    const auto *table = w.window->currentPage()->findChild<QTableView *>();
    QTRY_COMPARE(table->model()->rowCount(), 3);
}

void TstMainWindow::goesHomeWhenResourceVanishes()
{
    Window w(3);
    w.window->openText(u"lab/vision/resnet"_s, {});
    QTRY_COMPARE(w.window->currentPage()->resource(), canned::experimentId());
    emit w.link.changed(canned::delta(2, {}, {canned::experimentId().parent().parent().toString()}));
    QTRY_VERIFY(!w.window->currentPage()->resource().isValid());
}

void TstMainWindow::labelsFitSmallWindow_data()
{
    everyButtonHasName_data();
}

void TstMainWindow::labelsFitSmallWindow()
{
    QFETCH(QString, place);
    Window w(3);
    w.window->openText(place, {});
    w.window->resize(1024, 640);
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    layOut();
    QCOMPARE(w.window->size(), QSize(1024, 640));
    for (const QAbstractButton *button : w.window->findChildren<QAbstractButton *>()) {
        if (button->isVisible() && !button->text().isEmpty())
            QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
    }
    for (const QLabel *label : w.window->findChildren<QLabel *>()) {
        if (label->isVisible() && !label->wordWrap() && label->sizePolicy().horizontalPolicy() != QSizePolicy::Ignored)
            QVERIFY2(label->width() >= label->minimumSizeHint().width(),
                     qPrintable(label->text() + label->parentWidget()->accessibleName()));
    }
}

void TstMainWindow::keepsPlace()
{
    QTemporaryDir directory;
    canned::CannedLink link(canned::delta(1, canned::world(3)));
    engine::EngineClient client(link);
    {
        ui::MainWindow first(client, directory.path());
        first.openText(u"lab/vision/clusters/desk"_s, {});
        first.show();
        QTRY_COMPARE(first.currentPage()->resource(), canned::clusterId());
        first.close();
    }
    ui::MainWindow second(client, directory.path());
    QTRY_COMPARE(second.currentPage()->resource(), canned::clusterId());
}

void TstMainWindow::pictures_data()
{
    QTest::addColumn<int>("jobs");
    QTest::addColumn<QString>("place");
    QTest::newRow("home") << -1 << QString();
    QTest::newRow("experiment") << 3 << u"lab/vision/resnet"_s;
    QTest::newRow("experiment-many") << 10000 << u"lab/vision/resnet"_s;
    QTest::newRow("cluster") << 3 << u"lab/vision/clusters/desk"_s;
    QTest::newRow("workspace") << 3 << u"lab/vision"_s;
    QTest::newRow("machine") << 3 << u"machines/desk"_s;
}

// Every page paints itself in both looks; the pictures are left in the build folder to be looked at.
void TstMainWindow::pictures()
{
    QFETCH(int, jobs);
    QFETCH(QString, place);
    const QDir folder(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures"));
    QVERIFY(folder.mkpath(u"."_s));
    QList<QRgb> grounds;
    for (const auto look : {ui::LookChoice::Light, ui::LookChoice::Dark}) {
        Window w(jobs, look);
        w.window->openText(place, {});
        w.window->resize(1440, 900);
        w.window->show();
        QTRY_VERIFY(w.window->isSettled());
        w.window->activateWindow();
        layOut();
        const QImage image = w.window->grab().toImage();
        grounds.append(image.pixel(1200, 700));
        const QString name = QString::fromLatin1(QTest::currentDataTag())
            + (look == ui::LookChoice::Dark ? u"-dark.png"_s : u"-light.png"_s);
        QVERIFY(image.save(folder.filePath(name)));
    }
    QVERIFY(qGray(grounds[0]) > 200);
    QVERIFY(qGray(grounds[1]) < 60);
}

BATCHDECK_TEST_MAIN(QApplication, TstMainWindow)
#include "tst_mainwindow.moc"
