// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/documentwindow.h"
#include "tests/support/testmain.h"
#include "ui/volume/volumedialog.h"

#include <QApplication>
#include <QPushButton>
#include <QTableView>

using namespace Qt::StringLiterals;
using canned::DocumentWindow;

/// Where volumes are now.
class TstVolumeDialog final : public QObject
{
    Q_OBJECT

private slots:
    void mapsVolumeFromWarning();
    void listsMappings();
};

void TstVolumeDialog::mapsVolumeFromWarning()
{
    DocumentWindow w;
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

void TstVolumeDialog::listsMappings()
{
    DocumentWindow w;
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

BATCHDECK_TEST(QApplication, TstVolumeDialog)
#include "tst_volumedialog.moc"
