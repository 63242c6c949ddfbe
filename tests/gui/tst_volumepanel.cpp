// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/document/documentwindow.h"
#include "tests/support/testmain.h"
#include "ui/shell/commandpalette.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/pane/filetable.h"
#include "ui/volume/volumepanel.h"
#include "ui/volume/volumerow.h"
#include "ui/widgets/page/banner.h"

#include <QApplication>
#include <QComboBox>
#include <QListWidget>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;
using canned::DocumentWindow;

/// Where volumes are now.
class TstVolumePanel final : public QObject
{
    Q_OBJECT

private slots:
    void mapsVolumeFromWarning();
    void listsMappings();
    void growsWithItsRows();
    void choosesFolder();
    void choosesOnlyOfItsPlace_data();
    void choosesOnlyOfItsPlace();
    void connectsTheMachine();
    void isFoundInThePalette();
    void escapesStepByStep();
    void keepsChoicesThatAreOpen();
    void tellsWhatWasSaved();
    void givesTheFocusBack();

private:
    static QList<ui::VolumeRow *> rowsOf(const ui::VolumePanel &panel);
};

QList<ui::VolumeRow *> TstVolumePanel::rowsOf(const ui::VolumePanel &panel)
{
    QList<ui::VolumeRow *> rows;
    for (auto *row : panel.findChildren<ui::VolumeRow *>()) {
        if (!row->isHidden())
            rows.append(row);
    }
    std::sort(rows.begin(), rows.end(), [](const QWidget *a, const QWidget *b) { return a->y() < b->y(); });
    return rows;
}

void TstVolumePanel::mapsVolumeFromWarning()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/resnet"_s, u"submit"_s);
    QTRY_VERIFY(w.window->isSettled());
    w.layOut();
    QAbstractButton *map = w.button(u"Map volume…"_s);
    QVERIFY(map);
    map->click();
    auto *panel = w.window->findChild<ui::VolumePanel *>();
    QVERIFY(panel && panel->isVisible() && !panel->isWindow());
    auto *row = panel->findChild<ui::VolumeRow *>();
    QCOMPARE(row->findChild<QLineEdit *>(u"source"_s)->text(), canned::share);
    row->findChild<QLineEdit *>(u"folder"_s)->setText(u"/srv/logs"_s);
    w.link.answers[u"volume.map"_s] =
        QJsonValue(QJsonObject{{u"source"_s, canned::share}, {u"target"_s, u"path:/srv/logs"_s}});
    const int plans = w.link.count(u"job.plan"_s);
    row->findChild<QPushButton *>(u"map"_s)->click();
    QTRY_VERIFY(w.link.count(u"job.plan"_s) > plans); // it is planned anew
    QCOMPARE(w.link.lastCall(u"volume.map"_s).value(u"target"_s).toString(), u"path:/srv/logs"_s);
    QTest::keyClick(row->findChild<QLineEdit *>(u"source"_s), Qt::Key_Escape);
    QTRY_VERIFY(!w.window->findChild<ui::VolumePanel *>());
}

void TstVolumePanel::listsMappings()
{
    DocumentWindow w;
    w.link.answers[u"volume.list"_s] =
        QJsonValue(QJsonArray{QJsonObject{{u"source"_s, canned::share}, {u"target"_s, u"path:/srv/logs"_s}},
                              QJsonObject{{u"source"_s, u"blob://acc/data"_s}, {u"target"_s, u"gpu-a:/data"_s}}});
    QTRY_VERIFY(w.isReady());
    w.trigger(u"Ctrl+Shift+M"_s);
    auto *panel = w.window->findChild<ui::VolumePanel *>();
    QTRY_VERIFY(panel && panel->isSettled());
    w.layOut();
    QCOMPARE(rowsOf(*panel).size(), 3); // and an empty one
    ui::VolumeRow *row = rowsOf(*panel).at(1);
    auto *source = row->findChild<QLineEdit *>(u"source"_s);
    auto *place = row->findChild<QComboBox *>(u"place"_s);
    auto *map = row->findChild<QPushButton *>(u"map"_s);
    auto *unmap = row->findChild<QPushButton *>(u"unmap"_s);
    const auto *unused = rowsOf(*panel).constLast()->findChild<QPushButton *>(u"map"_s);
    QVERIFY(!unused->isEnabled() && unused->text() == u"Add");
    QCOMPARE(source->text(), u"blob://acc/data"_s);
    QCOMPARE(place->currentText(), u"gpu-a"_s);
    QCOMPARE(row->findChild<QLineEdit *>(u"folder"_s)->text(), u"/data"_s);
    QVERIFY(!map->isEnabled() && unmap->isEnabled());
    place->setCurrentText(u"gpu-b"_s);
    QCOMPARE(map->text(), u"Change"_s);
    QVERIFY(map->isEnabled());
    w.link.answers[u"volume.map"_s] = engine::Error::of(engine::ErrorCode::InvalidArgument, {"gpu-b is no place."});
    map->click();
    QTRY_VERIFY(panel->findChild<ui::Banner *>()->isVisible());
    QCOMPARE(w.link.lastCall(u"volume.map"_s).value(u"target"_s).toString(), u"gpu-b:/data"_s);
    QCOMPARE(place->currentText(), u"gpu-b"_s); // stays to be mended
    w.link.answers[u"volume.unmap"_s] = QJsonValue(QJsonObject());
    w.link.answers[u"volume.list"_s] = QJsonValue(QJsonArray());
    unmap->click();
    QTRY_COMPARE(rowsOf(*panel).size(), 1);
    QCOMPARE(w.link.lastCall(u"volume.unmap"_s).value(u"source"_s).toString(), u"blob://acc/data"_s);
    QVERIFY(!panel->findChild<ui::Banner *>()->isVisible());
    QCOMPARE(rowsOf(*panel).constFirst()->typed().source, u"blob://acc/data"_s); // Add brings it back
    QVERIFY(unused->isEnabled());
}

// Each row is seen whole, also below an error.
void TstVolumePanel::growsWithItsRows()
{
    DocumentWindow w;
    w.link.answers[u"volume.list"_s] =
        QJsonValue(QJsonArray{QJsonObject{{u"source"_s, canned::share}, {u"target"_s, u"path:/srv/logs"_s}},
                              QJsonObject{{u"source"_s, u"blob://acc/data"_s}, {u"target"_s, u"gpu-a:/data"_s}}});
    QTRY_VERIFY(w.isReady());
    w.trigger(u"Ctrl+Shift+M"_s);
    auto *panel = w.window->findChild<ui::VolumePanel *>();
    QTRY_VERIFY(panel && panel->isSettled());
    w.layOut();
    const auto areWhole = [panel] {
        const QList<ui::VolumeRow *> rows = rowsOf(*panel);
        return rows.size() == 3 && std::all_of(rows.cbegin(), rows.cend(), [](const ui::VolumeRow *row) {
                   return row->height() >= row->sizeHint().height()
                       && row->visibleRegion().boundingRect() == row->rect();
               });
    };
    QTRY_VERIFY(areWhole());
    w.link.answers[u"volume.map"_s] = engine::Error::of(engine::ErrorCode::InvalidArgument, {"That is no place."});
    const ui::VolumeRow *last = rowsOf(*panel).constLast();
    last->findChild<QLineEdit *>(u"source"_s)->setText(u"nonsense"_s);
    last->findChild<QLineEdit *>(u"folder"_s)->setText(u"x"_s);
    last->findChild<QPushButton *>(u"map"_s)->click();
    QTRY_VERIFY(panel->findChild<ui::Banner *>()->isVisible());
    QTRY_VERIFY(areWhole());
}

// A folder is chosen among those of the machine, and of a file server in its own folder.
void TstVolumePanel::choosesFolder()
{
    DocumentWindow w;
    w.link.answers[u"volume.list"_s] =
        QJsonValue(QJsonArray{QJsonObject{{u"source"_s, u"blob://acc/data"_s}, {u"target"_s, u"gpu-a:/data"_s}}});
    QTRY_VERIFY(w.isReady());
    w.trigger(u"Ctrl+Shift+M"_s);
    auto *panel = w.window->findChild<ui::VolumePanel *>();
    QTRY_VERIFY(panel && panel->isSettled());
    w.layOut();
    ui::VolumeRow *row = rowsOf(*panel).constFirst();
    row->findChild<QPushButton *>(u"browse"_s)->click();
    auto *pane = panel->findChild<ui::FilePane *>();
    QVERIFY(pane && pane->isVisible());
    QCOMPARE(pane->location().toString(), u"gpu-a:/data"_s);
    pane->open({u"gpu-a"_s, u"/data/2026"_s});
    panel->findChild<QPushButton *>(u"useFolder"_s)->click();
    QTRY_VERIFY(!panel->findChild<ui::FilePane *>());
    QCOMPARE(row->typed().target, u"gpu-a:/data/2026"_s);
    QVERIFY(row->findChild<QPushButton *>(u"map"_s)->hasFocus());

    const auto server = engine::ResourceSnapshot::fromDocument(canned::fileServer());
    row->setTyped({u"blob://acc/data"_s, QString(server.id.name() + u":models"_s)});
    row->findChild<QPushButton *>(u"browse"_s)->click();
    pane = panel->findChild<ui::FilePane *>();
    QCOMPARE(pane->location().toString(), u"gpu-a:/data/shared/models"_s);
    pane->step(ui::Page::Step::Up);
    QVERIFY(!pane->canGoUp());
    pane->open({u"gpu-a"_s, u"/data/shared/logs"_s});
    panel->findChild<QPushButton *>(u"useFolder"_s)->click();
    QCOMPARE(row->typed().target, QString(server.id.name() + u":logs"_s));
}

// The path is taken with the row's place: no other is shown. A folder that could not be read is none to be used.
void TstVolumePanel::choosesOnlyOfItsPlace_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("location");
    QTest::addColumn<QString>("top");
    QTest::addColumn<QString>("whole");
    QTest::newRow("a machine") << u"gpu-a:/data"_s << u"gpu-a:/data"_s << u"gpu-a:/"_s << u"gpu-a:/"_s;
    QTest::newRow("this computer") << u"desk:/data"_s << u"/data"_s << u"/"_s << u"desk:/"_s;
    QTest::newRow("the nodes") << u"path:/data"_s << u"/data"_s << u"/"_s << u"path:/"_s;
    const QString shared = u"gpu-a:/data/shared"_s;
    QTest::newRow("a file server") << u"nas-1:models"_s << QString(shared + u"/models"_s) << shared << u"nas-1:."_s;
    QTest::newRow("all of a file server") << u"nas-1:."_s << shared << shared << u"nas-1:."_s;
    QTest::newRow("whole path on a file server")
        << u"nas-1:/data/shared/models"_s << QString(shared + u"/models"_s) << shared << u"nas-1:."_s;
}

void TstVolumePanel::choosesOnlyOfItsPlace()
{
    QFETCH(QString, target);
    QFETCH(QString, location);
    QFETCH(QString, top);
    QFETCH(QString, whole);
    DocumentWindow w;
    w.link.answers[u"volume.list"_s] =
        QJsonValue(QJsonArray{QJsonObject{{u"source"_s, u"blob://acc/data"_s}, {u"target"_s, target}}});
    w.link.answers[u"storage.list"_s] = QJsonValue(QJsonObject{{u"entries"_s, QJsonArray()}});
    QTRY_VERIFY(w.isReady());
    w.trigger(u"Ctrl+Shift+M"_s);
    auto *panel = w.window->findChild<ui::VolumePanel *>();
    QTRY_VERIFY(panel && panel->isSettled());
    w.layOut();
    const ui::VolumeRow *row = rowsOf(*panel).constFirst();
    row->findChild<QPushButton *>(u"browse"_s)->click();
    auto *pane = panel->findChild<ui::FilePane *>();
    auto *use = panel->findChild<QPushButton *>(u"useFolder"_s);
    QCOMPARE(pane->location().toString(), location);
    QTRY_VERIFY(pane->isSettled());
    QVERIFY(use->isEnabled());
    QToolButton *place = nullptr;
    for (auto *button : pane->findChildren<QToolButton *>())
        place = button->accessibleName().startsWith(u"Top: "_s) ? button : place;
    QVERIFY(place);
    w.link.answers.remove(u"storage.list"_s);
    place->click();
    QCOMPARE(pane->location().toString(), top);
    QTRY_VERIFY(!use->isEnabled());
    QVERIFY(!use->toolTip().isEmpty());
    w.link.answers[u"storage.list"_s] = QJsonValue(QJsonObject{{u"entries"_s, QJsonArray()}});
    pane->refresh();
    QTRY_VERIFY(use->isEnabled());
    use->click();
    QCOMPARE(row->typed().target, whole);
}

// Where a folder is chosen nothing is offered that nobody does there.
void TstVolumePanel::connectsTheMachine()
{
    DocumentWindow w;
    w.link.answers[u"volume.list"_s] =
        QJsonValue(QJsonArray{QJsonObject{{u"source"_s, u"blob://acc/data"_s}, {u"target"_s, u"gpu-b:/data"_s}}});
    w.link.answers[u"storage.list"_s] = engine::Error::of(engine::ErrorCode::Unreachable, {"gpu-b does not answer."});
    QTRY_VERIFY(w.isReady());
    w.trigger(u"Ctrl+Shift+M"_s);
    auto *panel = w.window->findChild<ui::VolumePanel *>();
    QTRY_VERIFY(panel && panel->isSettled());
    w.layOut();
    rowsOf(*panel).constFirst()->findChild<QPushButton *>(u"browse"_s)->click();
    auto *pane = panel->findChild<ui::FilePane *>();
    QTRY_VERIFY(pane->isSettled());
    for (const QString &name : {u"Properties and preview"_s, u"Use in a job"_s, u"Move to trash"_s}) {
        const QList<QAction *> all = pane->actions();
        const auto found = std::find_if(all.cbegin(), all.cend(),
                                        [&name](const QAction *action) { return ui::plainText(*action) == name; });
        QVERIFY2(found != all.cend() && !(*found)->isEnabled(), qPrintable(name));
    }
    emit pane->menuRequested(pane->mapToGlobal(QPoint(8, 8)));
    auto *menu = pane->findChild<QMenu *>();
    QVERIFY(menu && !menu->isEmpty());
    menu->close();

    emit pane->connectRequested();
    QTRY_VERIFY(w.link.wasCalled(u"machine.connect"_s));
    QVERIFY(w.link.lastCall(u"machine.connect"_s).value(u"id"_s).toString().endsWith(u"gpu-b"_s));
    const int lists = w.link.count(u"storage.list"_s);
    emit w.link.changed(canned::delta(2, {canned::sshMachine(u"gpu-b"_s, u"online"_s)}));
    QTRY_VERIFY(w.link.count(u"storage.list"_s) > lists);
    w.link.answers[u"machine.connect"_s] =
        engine::Error::of(engine::ErrorCode::AuthenticationFailed, {"Permission denied."}).asking(canned::password);
    emit pane->connectRequested();
    QTRY_COMPARE(w.page()->resource(), canned::sshMachineId(u"gpu-b"_s));
}

// Each volume of the plan that is not mapped has a row, which names it.
void TstVolumePanel::isFoundInThePalette()
{
    DocumentWindow w;
    const QString other = u"https://acc.file.core.windows.net/data"_s;
    QJsonObject plan = canned::plan(1);
    QJsonArray warnings = plan[u"warnings"_s].toArray();
    warnings.append(QJsonObject{{u"code"_s, u"Unmapped"_s},
                                {u"reason"_s, engine::Message("Nothing says where %1 lives now.", {other}).toJson()},
                                {u"target"_s, u"$.properties.mountVolumes.azureFileShares[1]"_s}});
    plan[u"warnings"_s] = warnings;
    w.link.answers[u"job.plan"_s] = QJsonValue(plan);
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/resnet"_s, u"submit"_s);
    QTRY_VERIFY(w.window->isSettled());
    w.layOut();
    w.trigger(u"Ctrl+K"_s);
    auto *palette = w.window->findChild<ui::CommandPalette *>();
    QTest::keyClicks(palette->findChild<QLineEdit *>(), u"map volume"_s);
    const auto *list = palette->findChild<QListWidget *>();
    QStringList found;
    for (int row = 0; row < list->count(); ++row)
        found.append(list->item(row)->text());
    QVERIFY2(found.contains(u"Map volume…: "_s + canned::share) && found.contains(u"Map volume…: "_s + other),
             qPrintable(found.join(u'\n')));
    QTest::keyClick(palette->findChild<QLineEdit *>(), Qt::Key_Return);
    QVERIFY(w.window->findChild<ui::VolumePanel *>());
}

// What is inside has Escape first, and what was typed is not lost by it.
void TstVolumePanel::escapesStepByStep()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.trigger(u"Ctrl+Shift+M"_s);
    QPointer<ui::VolumePanel> panel = w.window->findChild<ui::VolumePanel *>();
    QTRY_VERIFY(panel && panel->isSettled());
    w.layOut();
    ui::VolumeRow *row = rowsOf(*panel).constFirst();
    auto *source = row->findChild<QLineEdit *>(u"source"_s);
    QTest::keyClicks(source, u"blob://acc/data"_s);
    row->findChild<QPushButton *>(u"browse"_s)->click();
    auto *pane = panel->findChild<ui::FilePane *>();
    auto *filter = pane->findChild<QLineEdit *>();
    QTRY_VERIFY(pane->isSettled());
    QTest::keyClicks(filter, u"x"_s);
    QTest::keyClick(filter, Qt::Key_Escape);
    QVERIFY(filter->text().isEmpty() && pane->isVisible());
    QTest::keyClicks(filter, u"x"_s);
    QTest::keyClick(pane->table(), Qt::Key_Escape);
    QVERIFY(filter->text().isEmpty() && pane->isVisible());
    QTest::keyClick(pane->table(), Qt::Key_Escape);
    QVERIFY(!pane->isVisible() && panel->isVisible());

    QTest::keyClick(source, Qt::Key_Escape);
    w.layOut();
    QVERIFY(panel && panel->findChild<ui::Banner *>()->isVisible());
    QCOMPARE(source->text(), u"blob://acc/data"_s);
    source->clear();
    QTest::keyClick(source, Qt::Key_Escape);
    QTRY_VERIFY(!panel);
}

// News of a machine change no list of names; a machine that is new does.
void TstVolumePanel::keepsChoicesThatAreOpen()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.trigger(u"Ctrl+Shift+M"_s);
    auto *panel = w.window->findChild<ui::VolumePanel *>();
    QTRY_VERIFY(panel && panel->isSettled());
    const auto *place = rowsOf(*panel).constFirst()->findChild<QComboBox *>(u"place"_s);
    QVERIFY(place->findText(u"gpu-b"_s) > 0);
    const QSignalSpy removals(place->model(), &QAbstractItemModel::rowsRemoved);
    emit w.link.changed(canned::delta(2, {canned::sshMachine(u"gpu-b"_s, u"online"_s)}));
    emit w.link.changed(canned::delta(3, {canned::sshMachine(u"gpu-c"_s, u"online"_s)}));
    QTRY_VERIFY(place->findText(u"gpu-c"_s) > 0);
    QCOMPARE(removals.size(), 1);
}

// Whoever closes it while it saves is told, too; what was typed meanwhile stays.
void TstVolumePanel::tellsWhatWasSaved()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/resnet"_s, u"submit"_s);
    w.trigger(u"Ctrl+Shift+M"_s);
    QPointer<ui::VolumePanel> panel = w.window->findChild<ui::VolumePanel *>();
    QTRY_VERIFY(w.window->isSettled() && panel && panel->isSettled());
    w.layOut();
    const ui::VolumeRow *row = rowsOf(*panel).constLast();
    auto *source = row->findChild<QLineEdit *>(u"source"_s);
    source->setText(canned::share);
    row->findChild<QLineEdit *>(u"folder"_s)->setText(u"/srv/logs"_s);
    auto *map = row->findChild<QPushButton *>(u"map"_s);
    QPushButton *close = nullptr;
    for (auto *button : panel->findChildren<QPushButton *>())
        close = button->text() == u"Close" ? button : close;
    QVERIFY(close);
    w.link.hold(u"volume.map"_s);
    map->click();
    close->click();
    source->setText(u"blob://acc/data"_s);
    w.link.release(u"volume.map"_s, engine::Error::of(engine::ErrorCode::IoError, {"Not now."}));
    QTRY_VERIFY(panel && panel->findChild<ui::Banner *>()->isVisible());

    source->setText(canned::share);
    const int plans = w.link.count(u"job.plan"_s);
    const int lists = w.link.count(u"volume.list"_s);
    const QJsonValue saved = QJsonObject{{u"source"_s, canned::share}, {u"target"_s, u"path:/srv/logs"_s}};
    map->click();
    source->setText(u"blob://acc/data"_s);
    w.link.release(u"volume.map"_s, saved);
    QTRY_VERIFY(w.link.count(u"volume.list"_s) > lists);
    QCOMPARE(row->typed().source, u"blob://acc/data"_s);
    QTRY_VERIFY(w.link.count(u"job.plan"_s) > plans);

    const int plansBefore = w.link.count(u"job.plan"_s);
    map->click();
    close->click();
    w.link.release(u"volume.map"_s, saved);
    QTRY_VERIFY(!panel);
    QTRY_VERIFY(w.link.count(u"job.plan"_s) > plansBefore);
}

// The page says what takes it.
void TstVolumePanel::givesTheFocusBack()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.trigger(u"Ctrl+M"_s);
    const QPointer<QWidget> field = w.window->focusWidget();
    QVERIFY(field && w.page()->isAncestorOf(field));
    w.trigger(u"Ctrl+Shift+M"_s);
    QVERIFY(w.window->findChild<ui::VolumePanel *>()->isAncestorOf(w.window->focusWidget()));
    QTest::keyClick(w.window->focusWidget(), Qt::Key_Escape);
    QTRY_COMPARE(w.window->focusWidget(), field.data());
}

BATCHDECK_TEST(QApplication, TstVolumePanel)
#include "tst_volumepanel.moc"
