// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/extension.h"
#include "engine/client/engineclient.h"
#include "engine/rpc/profile/profile.h"
#include "engine/rpc/rpclink.h"
#include "tests/engine/enginefixture.h"
#include "tests/gui/cannedworld.h"
#include "tests/support/files.h"
#include "tests/support/measure/busyworkers.h"
#include "tests/support/testmain.h"
#include "ui/shell/activitybar.h"
#include "ui/shell/commandpalette.h"
#include "ui/shell/searchbutton.h"
#include "ui/shell/toast.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/submit/jsoneditor.h"
#include "ui/submit/submitpage.h"
#include "ui/theme/tokens.h"
#include "ui/transfer/transferrow.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/page.h"
#include "ui/widgets/text/linklabel.h"

#include <QAbstractButton>
#include <QApplication>
#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QToolTip>
#include <QTreeView>

#include <algorithm>
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

void trigger(const ui::MainWindow &window, const QString &shortcut)
{
    for (QAction *action : window.actions()) {
        if (action->shortcut() == QKeySequence(shortcut))
            action->trigger();
    }
}

QDockWidget *treeOf(const ui::MainWindow &window)
{
    return window.findChild<QDockWidget *>(u"tree"_s);
}

// The edge of the tree, until it is so wide.
bool drag(ui::MainWindow &window, int width)
{
    layOut();
    const QDockWidget *tree = treeOf(window);
    const QPoint from(tree->geometry().right() + 1, tree->geometry().center().y());
    const auto send = [&window](QEvent::Type type, const QPoint &where, Qt::MouseButton button,
                                Qt::MouseButtons buttons) {
        QMouseEvent event(type, where, window.mapToGlobal(where), button, buttons, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &event);
    };
    send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
    const QPoint to(from.x() + width - tree->width(), from.y());
    send(QEvent::MouseMove, to, Qt::NoButton, Qt::LeftButton);
    const bool isWide = QTest::qWaitFor([&] { return tree->width() == width; });
    send(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
    return isWide;
}

engine::TransferSnapshot transfer(engine::TransferState state, qint64 agoMs = 0)
{
    engine::TransferSnapshot one;
    one.id = u"t"_s;
    one.request = {{{{}, u"/data/cells"_s}}, {u"desk"_s, u"/in"_s}, engine::ConflictRule::Skip, 0};
    one.state = state;
    one.endedMs = QDateTime::currentMSecsSinceEpoch() - agoMs;
    return one;
}

struct Window
{
    explicit Window(int jobs, ui::LookChoice look = ui::LookChoice::Light)
        : Window(jobs < 0 ? QJsonArray() : canned::world(jobs), look)
    {
    }
    explicit Window(const QJsonArray &world, ui::LookChoice look = ui::LookChoice::Light)
        : engine(world), client(engine.link)
    {
        window = std::make_unique<ui::MainWindow>(client, directory.path(), look);
    }
    QTemporaryDir directory;
    canned::CannedEngine engine;
    canned::CannedLink &link = engine.link;
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
    void showsNoTags();
    void keepsPlace();
    void submitsSampleWithoutExperiment();
    void keepsTextUntilFormChanges();
    void opensDroppedDocument();
    void disabledActionsSayWhy();
    void newProfileCanHaveGroup();
    void linkOpensByOneClick();
    void returnOpensRow();
    void paletteFindsJobs();
    void paletteListsCommands_data();
    void paletteListsCommands();
    void paletteHasTheMenus();
    void paletteKnowsOtherWords_data();
    void paletteKnowsOtherWords();
    void helpListsTheKeys();
    void keysActOnWhatIsSelected();
    void keysOfPagesAreNotTheWindows_data();
    void keysOfPagesAreNotTheWindows();
    void machinesAreRemovedNotDeleted();
    void usesThisComputerOnce();
    void asksBeforeLogsAreMeasured();
    void asksWhetherOutputsGo_data();
    void asksWhetherOutputsGo();
    void stopCanBeTakenBack();
    void undoHasAKey_data();
    void undoHasAKey();
    void stopsWhatItWasToldToBeforeItCloses_data();
    void stopsWhatItWasToldToBeforeItCloses();
    void keepsDrafts_data();
    void keepsDrafts();
    void offersDrafts();
    void leavesFormByItsRow();
    void keyboardReachesEverything();
    void newJobBeginsAtItsName();
    void asksBeforeQuit_data();
    void asksBeforeQuit();
    void whatFloatsHasAnEdge_data();
    void whatFloatsHasAnEdge();
    void remembersLayout();
    void givesTheTreeItsWidthBack();
    void opensNoExperimentByItself();
    void marksItsPlaceAfterAFilter();
    void showsWhatRunsBeforeWhatEnded();
    void openActivityMovesNothing();
    void openActivityLeavesRoomForThePage();
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
        // Tab enters a group at its checked button; arrow keys lead to the others.
        const QButtonGroup *group = button->group();
        const QAbstractButton *entry = group && group->checkedButton() ? group->checkedButton() : button;
        if (!isClear && button->isEnabled())
            QVERIFY2(entry->focusPolicy() & Qt::TabFocus || !button->toolTip().isEmpty(), qPrintable(name));
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
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("tab");
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1024, 640), QSize(944, 536)}) { // 1440 x 900 of a screen that scales by 1.5
        const auto add = [size](const char *name, const char *place, const char *tab) {
            QTest::addRow("%s, %d wide", name, size.width())
                << QString::fromLatin1(place) << QString::fromLatin1(tab) << size;
        };
        for (const char *place :
             {"", "lab", "lab/vision", "lab/vision/resnet", "lab/vision/clusters/desk", "machines/desk"})
            add(place, place, "");
        for (const char *tab : {"overview", "logs", "gpus", "files", "configuration", "events"})
            add(tab, "lab/vision/resnet/run-1", tab);
        add("new job", "lab/vision/resnet", "submit");
        add("files of this computer", "", "storage");
        add("transfers", "", "transfers");
    }
}

void TstMainWindow::labelsFitSmallWindow()
{
    QFETCH(QString, place);
    QFETCH(QString, tab);
    QFETCH(QSize, size);
    Window w(3);
    w.window->openText(place, tab);
    w.window->resize(size);
    w.window->show();
    QTRY_VERIFY(tab.isEmpty() ? w.window->isSettled() : w.window->store().isLoaded());
    layOut();
    QCOMPARE(w.window->size(), size);
    const QSize least = w.window->layout()->minimumSize();
    QVERIFY2(least.width() <= size.width() && least.height() <= size.height(),
             qPrintable(u"%1 x %2"_s.arg(least.width()).arg(least.height())));
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

// Whatever a machine or a document says, wherever it is shown.
void TstMainWindow::showsNoTags()
{
    const QString tag = u"<img src=/etc/passwd><b>x</b>"_s;
    Window w(3);
    w.window->show();
    auto *label = new QLabel(tag, w.window.get());
    label->show();
    QCOMPARE(label->textFormat(), Qt::PlainText);
    QMessageBox box(QMessageBox::Question, tag, tag, QMessageBox::Ok, w.window.get());
    box.setInformativeText(tag);
    box.open();
    QToolTip::showText(QPoint(10, 10), tag, label);
    QTRY_VERIFY(QToolTip::isVisible());
    int tagged = 0;
    for (const QWidget *widget : QApplication::allWidgets()) {
        const auto *shown = qobject_cast<const QLabel *>(widget);
        if (!shown || !shown->isVisible())
            continue;
        tagged += shown->text() == tag ? 1 : 0;
        QVERIFY2(qobject_cast<const ui::LinkLabel *>(shown) || shown->textFormat() == Qt::PlainText,
                 qPrintable(shown->text()));
    }
    QCOMPARE(tagged, 4); // the label, the box's two and the tool tip
    QToolTip::hideText();

    ui::LinkLabel links(ui::LinkText::filled(u"%2, %1 and %3"_s, {ui::LinkText().addLink(tag, u"a\"b"_s), tag}),
                        nullptr);
    QVERIFY(!links.text().contains(u"<img"_s));
    links.show();
    links.setTextInteractionFlags(Qt::TextSelectableByMouse);
    const QString words = tag + u", "_s + tag + u" and %3"_s;
    links.setSelection(0, int(words.size()));
    QCOMPARE(links.selectedText(), words);
}

void TstMainWindow::keepsPlace()
{
    QTemporaryDir directory;
    canned::CannedEngine engine(canned::world(3));
    engine::EngineClient client(engine.link);
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

void TstMainWindow::submitsSampleWithoutExperiment()
{
    Window w(-1);
    w.window->openText({}, u"submit"_s);
    w.window->show();
    QTRY_COMPARE(w.window->currentPage()->resource().name(), u"samples"_s);
    QTRY_VERIFY(w.window->isSettled());
    const QWidget *page = w.window->currentPage();
    QTRY_COMPARE(page->findChild<QLineEdit *>(u"name"_s)->text(), u"iris-1"_s);
    QCOMPARE(page->findChild<QLineEdit *>(u"commandLine"_s)->text(), u"python3 train.py"_s);
    QVERIFY(page->findChild<QWidget *>(u"noCluster"_s)->isVisible());
    QVERIFY(!page->findChild<QPushButton *>(u"submit"_s)->isEnabled());
    page->findChild<QPushButton *>(u"useThisComputer"_s)->click();
    QTRY_VERIFY(w.link.wasCalled(u"console.useThisComputer"_s));
}

void TstMainWindow::keepsTextUntilFormChanges()
{
    Window w(-1);
    w.window->openText({}, u"submit"_s);
    w.window->show();
    QTRY_VERIFY(qobject_cast<ui::SubmitPage *>(w.window->currentPage()));
    const auto text = [&w] { return w.window->currentPage()->findChild<ui::JsonEditor *>()->toPlainText(); };
    QTRY_VERIFY(text().contains(u"// the sample"_s));
    const QWidget *hint = w.window->currentPage()->findChild<QWidget *>(u"commentHint"_s);
    QVERIFY(hint->isVisible());
    auto *stopAfter = w.window->currentPage()->findChild<QLineEdit *>(u"stopAfter"_s);
    QVERIFY(QTest::qWaitForWindowActive(w.window.get()));
    stopAfter->setFocus();
    QVERIFY(stopAfter->isEnabled());
    QTest::keyClicks(stopAfter, u"2 h"_s);
    QVERIFY2(text().contains(u"PT2H"_s), qPrintable(text() + stopAfter->text()));
    QVERIFY(!text().contains(u"// the sample"_s));
    QTRY_VERIFY(!hint->isVisible());

    // A word typed into the form does not undo what was just typed into the text.
    auto *json = w.window->currentPage()->findChild<ui::JsonEditor *>();
    json->setPlainText(text().replace(u"python3 train.py"_s, u"python3 other.py"_s));
    QTest::keyClicks(stopAfter, u" 5 min"_s);
    QVERIFY2(text().contains(u"python3 other.py"_s) && text().contains(u"PT2H5M"_s), qPrintable(text()));
}

void TstMainWindow::opensDroppedDocument()
{
    Window w(3);
    const QString path = w.directory.filePath(u"train.json"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"properties\":{\"nodeCount\":7}}");
    file.close();
    w.window->openText(u"lab/vision/resnet"_s, {});
    w.window->show();
    QTRY_COMPARE(w.window->currentPage()->resource(), canned::experimentId());
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(w.window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(w.window.get(), &drop);
    QVERIFY(drop.isAccepted());
    QTRY_VERIFY(qobject_cast<ui::SubmitPage *>(w.window->currentPage()));
    QCOMPARE(w.window->currentPage()->resource(), canned::experimentId());
    QTRY_COMPARE(w.window->currentPage()->findChild<QSpinBox *>(u"nodes"_s)->value(), 7);
}

void TstMainWindow::disabledActionsSayWhy()
{
    Window w(-1);
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    int disabled = 0;
    for (const QAction *action : w.window->actions()) {
        if (action->isEnabled())
            continue;
        ++disabled;
        QVERIFY2(!action->toolTip().section(u'\n', 1).isEmpty(), qPrintable(action->text()));
    }
    QVERIFY(disabled > 3);
}

void TstMainWindow::newProfileCanHaveGroup()
{
    Window w(-1);
    const auto all = w.window->actions();
    const auto newGroup = std::find_if(all.cbegin(), all.cend(), [](const QAction *action) {
        return action->shortcut() == QKeySequence(u"Ctrl+Alt+G"_s);
    });
    QVERIFY(newGroup != all.cend());
    QTRY_VERIFY((*newGroup)->isEnabled());
}

void TstMainWindow::linkOpensByOneClick()
{
    Window w(3);
    w.window->openText(u"lab/vision/clusters/desk"_s, {});
    w.window->show();
    QTRY_COMPARE(w.window->currentPage()->resource(), canned::clusterId());
    auto *nodes = w.window->currentPage()->findChild<QTableView *>();
    layOut();
    const auto click = [nodes](int column) {
        const QPoint where = nodes->visualRect(nodes->model()->index(0, column)).center();
        QTest::mouseClick(nodes->viewport(), Qt::LeftButton, Qt::NoModifier, where);
    };
    click(1); // a word that is no link
    QCOMPARE(w.window->currentPage()->resource(), canned::clusterId());
    click(0);
    QTRY_COMPARE(w.window->currentPage()->resource(), canned::machineId());
}

void TstMainWindow::returnOpensRow()
{
    Window w(3);
    w.window->openText(u"lab/vision/resnet"_s, {});
    w.window->show();
    QTRY_COMPARE(w.window->currentPage()->resource(), canned::experimentId());
    auto *table = w.window->currentPage()->findChild<QTableView *>();
    QTRY_COMPARE(table->model()->rowCount(), 3);
    table->selectRow(1);
    QTest::keyClick(table, Qt::Key_Escape);
    QVERIFY(!table->selectionModel()->hasSelection());
    table->selectRow(1);
    const QString name = table->model()->index(1, 0).data().toString();
    QTest::keyClick(table, Qt::Key_Return);
    QTRY_COMPARE(w.window->currentPage()->resource().name(), name);
}

void TstMainWindow::keysActOnWhatIsSelected()
{
    Window w(5);
    w.window->openText(u"lab/vision/resnet"_s, {});
    w.window->show();
    w.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(w.window.get()));
    QTRY_COMPARE(w.window->currentPage()->resource(), canned::experimentId());
    auto *table = w.window->currentPage()->findChild<QTableView *>();
    auto *tree = w.window->findChild<QTreeView *>();
    QTRY_COMPARE(table->model()->rowCount(), 5);
    const auto dialog = [&w] { return w.window->findChild<QDialog *>(u"deletion"_s); };
    const auto question = [&](QWidget *focused) {
        focused->setFocus();
        QTest::keyClick(focused, Qt::Key_Delete, Qt::ControlModifier);
        return dialog() ? dialog()->findChild<QLabel *>(u"question"_s)->text() : QString();
    };
    const auto cancel = [&] {
        dialog()->reject();
        layOut();
        w.window->activateWindow();
        QTRY_VERIFY(w.window->isActiveWindow() && !dialog());
    };
    const auto select = [table](int first, int last) {
        table->selectionModel()->select({table->model()->index(first, 0), table->model()->index(last, 0)},
                                        QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    };
    QCOMPARE(question(table), u"Delete the experiment resnet? This cannot be undone."_s);
    cancel();
    select(1, 3);
    QCOMPARE(question(table), u"Delete 3 jobs? This cannot be undone."_s);
    cancel();
    QCOMPARE(question(w.window->currentPage()), u"Delete 3 jobs? This cannot be undone."_s); // they are still marked
    cancel();
    QCOMPARE(question(tree), u"Delete the experiment resnet? This cannot be undone."_s);
    cancel();
    for (QLineEdit *field : w.window->findChildren<QLineEdit *>()) { // filters: there the key deletes a word
        if (!field->isVisible())
            continue;
        const QSignalBlocker quiet(field); // nothing is to be filtered
        field->setText(u"two words"_s);
        field->setCursorPosition(0);
        QVERIFY2(question(field).isEmpty(), qPrintable(field->accessibleName()));
        QCOMPARE(field->text(), u"words"_s);
        field->clear();
    }
    select(0, 0);
    QCOMPARE(question(table), u"Delete the job run-5? This cannot be undone."_s);
    cancel();
    select(1, 3);
    question(table);
    w.link.answers[u"job.delete"_s] = QJsonValue(QJsonObject());
    dialog()->findChild<QPushButton *>(u"sure"_s)->click();
    QTRY_COMPARE(w.link.count(u"job.delete"_s), 3);
    QVERIFY(!w.link.wasCalled(u"resource.delete"_s));
}

void TstMainWindow::keysOfPagesAreNotTheWindows_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("tab");
    QTest::newRow("job") << u"lab/vision/resnet/run-1"_s << u"files"_s;
    QTest::newRow("files") << QString() << u"storage"_s;
    QTest::newRow("transfers") << QString() << u"transfers"_s;
    QTest::newRow("new job") << u"lab/vision/resnet"_s << u"submit"_s;
}

// Whether or not what has it can be used just now. What the window calls "Open terminal" a page may call so "here".
void TstMainWindow::keysOfPagesAreNotTheWindows()
{
    QFETCH(QString, place);
    QFETCH(QString, tab);
    Window w(3);
    w.window->openText(place, tab);
    w.window->show();
    QTRY_VERIFY(w.window->store().isLoaded());
    int seen = 0;
    for (const QAction *own : w.window->currentPage()->findChildren<QAction *>()) {
        for (const QAction *action : w.window->actions()) {
            if (own->shortcut().isEmpty() || own->shortcut() != action->shortcut())
                continue;
            QVERIFY2(ui::plainText(*own).startsWith(ui::plainText(*action)), qPrintable(own->text()));
        }
        ++seen;
    }
    QVERIFY(seen > 0);
}

void TstMainWindow::machinesAreRemovedNotDeleted()
{
    Window w(3);
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    const auto all = w.window->actions();
    const auto action = std::find_if(
        all.cbegin(), all.cend(), [](const QAction *each) { return each->shortcut() == QKeySequence(u"Ctrl+Del"_s); });
    w.window->open(canned::machineId());
    QCOMPARE((*action)->text(), u"&Remove…"_s);
    w.window->open(canned::clusterId());
    QCOMPARE((*action)->text(), u"&Delete…"_s);
    w.window->open(canned::machineId());
    w.link.answers[u"resource.delete"_s] = QJsonValue(QJsonObject());
    (*action)->trigger();
    w.window->findChild<QPushButton *>(u"sure"_s)->click();
    QTRY_COMPARE(w.window->findChild<ui::Toast *>()->accessibleName(), u"Removed desk."_s);
}

void TstMainWindow::usesThisComputerOnce()
{
    Window w(3);
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    QPushButton *open = nullptr;
    for (QPushButton *button : w.window->currentPage()->findChildren<QPushButton *>()) {
        QVERIFY(button->text() != u"Use this computer");
        open = button->text() == u"Open this computer" ? button : open;
    }
    QVERIFY(open);
    open->click();
    QCOMPARE(w.window->currentPage()->resource(), canned::machineId());
    QVERIFY(!w.link.wasCalled(u"console.useThisComputer"_s));
}

// A slow disk holds up neither the question nor the window.
void TstMainWindow::asksBeforeLogsAreMeasured()
{
    const QTemporaryDir folder;
    const QString log = folder.filePath(u"stdout.txt"_s);
    QVERIFY(testing::writeFile(log, QByteArray(1'500'000, 'x')));
    QJsonArray world = canned::world(3);
    QJsonObject job = world.at(5).toObject();
    QJsonObject extension = engine::extensionOf(job);
    extension[u"logs"_s] = QJsonArray{QJsonObject{{u"name"_s, u"stdout.txt"_s}, {u"spoolPath"_s, log}}};
    world[5] = engine::withExtension(job, extension);
    Window w(world);
    w.window->openText(u"lab/vision/resnet/run-1"_s, {});
    w.window->show();
    QTRY_COMPARE(w.window->currentPage()->resource().name(), u"run-1"_s);
    auto busy = std::make_unique<testing::BusyWorkers>();
    trigger(*w.window, u"Ctrl+Del"_s);
    const auto words = [&w] {
        QStringList said;
        const auto *dialog = w.window->findChild<QDialog *>(u"deletion"_s);
        for (const QLabel *label : dialog ? dialog->findChildren<QLabel *>() : QList<QLabel *>())
            said.append(label->text());
        return said;
    };
    QVERIFY2(words().contains(u"Its record, its logs here and its folder on the nodes"_s),
             qPrintable(words().join(u'|')));
    busy.reset();
    QTRY_VERIFY(words().contains(u"Its record, its logs here (1.5 MB) and its folder on the nodes"_s));
}

void TstMainWindow::asksWhetherOutputsGo_data()
{
    QTest::addColumn<bool>("chosen");
    QTest::newRow("unasked") << false;
    QTest::newRow("chosen") << true;
}

void TstMainWindow::asksWhetherOutputsGo()
{
    QFETCH(bool, chosen);
    Window w(3);
    const QJsonArray outputs{QJsonObject{{u"node"_s, u"desk"_s}, {u"path"_s, u"/home/ada/jobs/a1/results"_s}}};
    w.link.answers[u"job.delete"_s] = QJsonValue(QJsonObject());
    w.link.hold(u"job.outputs"_s);
    w.window->openText(u"lab/vision/resnet/run-1"_s, {});
    w.window->show();
    QTRY_COMPARE(w.window->currentPage()->resource().name(), u"run-1"_s);
    trigger(*w.window, u"Ctrl+Del"_s);
    auto *dialog = w.window->findChild<QDialog *>(u"deletion"_s);
    QVERIFY(dialog);
    auto *choice = dialog->findChild<QCheckBox *>(u"outputs"_s);
    QVERIFY2(choice->isHidden(), "nothing is offered that cannot be named");
    w.link.release(u"job.outputs"_s,
                   QJsonValue(QJsonObject{{u"outputs"_s, outputs}, {u"unlisted"_s, QJsonArray{u"n3"_s}}}));
    QTRY_VERIFY(!choice->isHidden());
    QVERIFY(!choice->isChecked());
    QCOMPARE(dialog->findChild<QLabel *>(u"outputNames"_s)->text(), u"desk:/home/ada/jobs/a1/results"_s);
    QCOMPARE(dialog->findChild<QLabel *>(u"unnamed"_s)->text(), u"Outputs on n3 could not be listed: they stay."_s);
    choice->setChecked(chosen);
    dialog->findChild<QPushButton *>(u"sure"_s)->click();
    QTRY_VERIFY(w.link.wasCalled(u"job.delete"_s));
    QCOMPARE(w.link.lastCall(u"job.delete"_s)[u"outputs"_s].toArray(), chosen ? outputs : QJsonArray());
}

void TstMainWindow::stopCanBeTakenBack()
{
    Window w(5); // run-3 and those before it have ended
    w.window->openText(u"lab/vision/resnet/run-4"_s, {});
    w.window->show();
    QTRY_COMPARE(w.window->currentPage()->resource().name(), u"run-4"_s);
    w.link.answers[u"job.terminate"_s] = QJsonValue(QJsonObject());
    auto *toast = w.window->findChild<ui::Toast *>();
    QAction *stop = nullptr;
    for (QAction *action : w.window->actions()) {
        if (action->shortcut() == QKeySequence(u"Ctrl+."_s))
            stop = action;
    }
    QVERIFY(stop && stop->isEnabled());
    stop->trigger();
    QVERIFY2(toast->isVisible() && toast->accessibleName().contains(u"run-4"_s), qPrintable(toast->accessibleName()));
    QVERIFY2(!stop->isEnabled(), "it is about to be stopped");
    const int wide = toast->width();
    toast->findChild<QPushButton *>()->click();
    QVERIFY(stop->isEnabled());
    QVERIFY(!w.link.wasCalled(u"job.terminate"_s));
    toast->say(u"Done."_s);
    QVERIFY2(toast->width() < wide / 2, "it takes no more room than its words");
    stop->trigger();
    w.window->close(); // nobody can take it back any more
    QCOMPARE(w.link.count(u"job.terminate"_s), 1);
}

void TstMainWindow::undoHasAKey_data()
{
    QTest::addColumn<QString>("by");
    QTest::newRow("key") << u"key"_s;
    QTest::newRow("palette") << u"palette"_s;
}

// What the notice offers, while it does. A field undoes its own text.
void TstMainWindow::undoHasAKey()
{
    QFETCH(QString, by);
    Window w(5);
    w.window->openText(u"lab/vision/resnet/run-4"_s, {});
    w.window->show();
    QVERIFY(QTest::qWaitForWindowActive(w.window.get()));
    QTRY_COMPARE(w.window->currentPage()->resource().name(), u"run-4"_s);
    QHash<QString, QAction *> actions;
    for (QAction *action : w.window->actions())
        actions.insert(action->shortcut().toString(), action);
    const QAction *undo = actions.value(u"Ctrl+Z"_s);
    QAction *stop = actions.value(u"Ctrl+."_s);
    auto *toast = w.window->findChild<ui::Toast *>();
    QVERIFY(undo && stop && toast);
    QVERIFY(!undo->isEnabled());
    stop->trigger();
    QVERIFY(undo->isEnabled() && !stop->isEnabled());

    auto *field = treeOf(*w.window)->findChild<QLineEdit *>();
    QVERIFY(field->isVisible());
    field->setFocus();
    QTest::keyClicks(field, u"run"_s);
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(field->text(), QString());
    QVERIFY2(!stop->isEnabled(), "the field had the key");

    if (by == u"key") {
        w.window->currentPage()->setFocus();
        QTest::keyClick(w.window->currentPage(), Qt::Key_Z, Qt::ControlModifier);
    } else {
        trigger(*w.window, u"Ctrl+K"_s);
        auto *input = w.window->findChild<ui::CommandPalette *>()->findChild<QLineEdit *>();
        QTest::keyClicks(input, u"undo"_s);
        QTest::keyClick(input, Qt::Key_Return);
    }
    QVERIFY(stop->isEnabled());
    QVERIFY(toast->isVisible()); // says that it is not stopped
    QVERIFY(!undo->isEnabled() && undo->toolTip().contains(u'\n'));
    toast->offer(u"An answer is needed."_s, u"Show"_s, [] {});
    QVERIFY2(!undo->isEnabled(), "what it offers undoes nothing");
    QVERIFY(!w.link.wasCalled(u"job.terminate"_s));
}

void TstMainWindow::stopsWhatItWasToldToBeforeItCloses_data()
{
    QTest::addColumn<bool>("own");
    QTest::newRow("engine of its own") << true;
    QTest::newRow("another's engine") << false;
}

// Within the seconds in which it could be taken back: real engine, real job.
void TstMainWindow::stopsWhatItWasToldToBeforeItCloses()
{
    QFETCH(bool, own);
    testing::EngineFixture fixture;
    QVERIFY(fixture.start() && fixture.addThisComputer());
    const QString job = testing::EngineFixture::jobId(u"a"_s);
    QVERIFY(fixture.submit(u"a"_s, u"sleep 600"_s));
    QTRY_COMPARE(toString(fixture.job(u"a"_s).phase), u"executing"_s);
    {
        const auto link = own ? nullptr : std::make_unique<engine::RpcLink>(engine::socketPath(fixture.profile()));
        engine::EngineClient client(link ? *link : fixture.link());
        ui::MainWindow window(client, fixture.profile(), ui::LookChoice::Light);
        if (own)
            window.askAboutQueue();
        window.openText(job, {});
        window.show();
        QTRY_COMPARE(window.currentPage()->resource().name(), u"a"_s);
        trigger(window, u"Ctrl+."_s);
        window.close();
        QCOMPARE(window.leavesEngine(), own);
    }
    if (own) {
        fixture.stop();
        QVERIFY(fixture.start()); // the one that is left
    }
    const engine::JobSnapshot stopped = fixture.finished(u"a"_s);
    QCOMPARE(toString(stopped.state), u"failed"_s);
    QCOMPARE(stopped.errors.constFirst().code, u"JobTerminatedByUser"_s);
}

void TstMainWindow::keepsDrafts_data()
{
    QTest::addColumn<QString>("keys"); // of the form
    QTest::addColumn<QString>("field");
    QTest::newRow("job") << u"Ctrl+N"_s << u"stopAfter"_s;
    QTest::newRow("cluster") << u"Ctrl+Alt+C"_s << u"placeName"_s;
    QTest::newRow("file server") << u"Ctrl+Alt+F"_s << u"path"_s;
    QTest::newRow("machine") << u"Ctrl+M"_s << u"destination"_s;
}

// From a row of the tree and back, and after the program was ended without a word.
void TstMainWindow::keepsDrafts()
{
    QFETCH(QString, keys);
    QFETCH(QString, field);
    Window w(3);
    const auto typed = [&field](const ui::MainWindow &window) {
        const auto *line = window.currentPage()->findChild<QLineEdit *>(field);
        return line ? line->text() : QString();
    };
    w.window->openText(u"lab/vision/resnet"_s, {});
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    trigger(*w.window, keys);
    QTRY_VERIFY(w.window->isSettled());
    const auto *bar = w.window->findChild<ui::Banner *>(u"draftBar"_s);
    QVERIFY(!bar->isVisible());
    auto *line = w.window->currentPage()->findChild<QLineEdit *>(field);
    line->clear();
    QTest::keyClicks(line, u"abc"_s);
    const auto before = typed(*w.window);
    w.window->open(canned::machineId());
    layOut();
    QVERIFY(typed(*w.window).isEmpty());
    trigger(*w.window, u"Alt+Left"_s);
    QTRY_COMPARE(typed(*w.window), before);
    QVERIFY(bar->isVisible());
    QFile file(w.directory.filePath(u"drafts.json"_s));
    QTRY_VERIFY(file.exists());
    QCOMPARE(file.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());

    canned::CannedEngine engine(canned::world(3));
    engine::EngineClient client(engine.link);
    ui::MainWindow next(client, w.directory.path(), ui::LookChoice::Light);
    next.show();
    const auto *offer = next.findChild<ui::Banner *>(u"draftBar"_s);
    QTRY_VERIFY2(offer->isVisible(), "it is offered");
    emit next.findChild<ui::Banner *>(u"draftBar"_s)->remedyRequested();
    QTRY_COMPARE(typed(next), before);
    emit next.findChild<ui::Banner *>(u"draftBar"_s)->remedyRequested(); // begin anew
    QVERIFY(typed(next) != before);
    QVERIFY(!offer->isVisible());
}

void TstMainWindow::offersDrafts()
{
    Window w(3);
    w.window->openText(u"lab/vision/resnet"_s, u"submit"_s);
    w.window->show();
    QTRY_VERIFY(w.window->isSettled() && qobject_cast<ui::SubmitPage *>(w.window->currentPage()));
    auto *editor = w.window->currentPage()->findChild<ui::JsonEditor *>();
    const QString broken = u"{\"secrets\": [{\"name\": \"TOKEN\", \"value\": \"hunter2"_s;
    editor->selectAll();
    QTest::keyClicks(editor, broken);
    QFile file(w.directory.filePath(u"drafts.json"_s));
    QTRY_VERIFY(file.exists());
    w.window->open(canned::clusterId());
    layOut();
    const auto *bar = w.window->findChild<ui::Banner *>(u"draftBar"_s);
    QVERIFY(!bar->isVisible());
    w.window->openText({}, u"submit"_s); // for the cluster: another form
    QVERIFY2(bar->isVisible() && bar->text().contains(u"resnet"_s), qPrintable(bar->text()));
    emit w.window->findChild<ui::Banner *>(u"draftBar"_s)->remedyRequested();
    QCOMPARE(w.window->currentPage()->findChild<ui::JsonEditor *>()->toPlainText(), broken);
    QVERIFY2(file.open(QIODevice::ReadOnly), "it is written before another form takes its place");
    const QByteArray kept = file.readAll();
    QVERIFY2(kept.contains("TOKEN") && !kept.contains("hunter2"), kept.constData());
}

// A form in the current row's resource does not move the current row.
void TstMainWindow::leavesFormByItsRow()
{
    Window w(3);
    w.window->openText(u"lab/vision/resnet"_s, {});
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    auto *tree = w.window->findChild<QTreeView *>();
    const auto isForm = [&w] { return qobject_cast<ui::SubmitPage *>(w.window->currentPage()) != nullptr; };
    w.window->openText(u"lab/vision/resnet"_s, u"submit"_s);
    QTRY_VERIFY(w.window->isSettled() && isForm());
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(tree->currentIndex()).center());
    QVERIFY(!isForm());
    QCOMPARE(w.window->currentPage()->resource(), canned::experimentId());
    w.window->openText(u"lab/vision/resnet"_s, u"submit"_s);
    QTRY_VERIFY(w.window->isSettled() && isForm());
    QTest::keyClick(tree, Qt::Key_Return);
    QVERIFY(!isForm());
}

void TstMainWindow::paletteFindsJobs()
{
    Window w(10000);
    w.window->openText(u"lab"_s, {});
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    QVERIFY(QTest::qWaitForWindowActive(w.window.get()));
    QTest::keyClick(w.window.get(), Qt::Key_K, Qt::ControlModifier);
    auto *palette = w.window->findChild<ui::CommandPalette *>();
    QTRY_VERIFY(palette->isVisible());
    auto *input = palette->findChild<QLineEdit *>();
    QTest::keyClicks(input, u"run-777"_s);
    const auto *list = palette->findChild<QListWidget *>();
    QCOMPARE(list->item(0)->text(), u"lab / vision / resnet / run-777"_s); // as it was typed
    QCOMPARE(list->item(1)->text(), u"lab / vision / resnet / run-7779"_s); // newest first
    QTest::keyClicks(input, u"1"_s);
    QTest::keyClick(input, Qt::Key_Return);
    QTRY_COMPARE(w.window->currentPage()->resource().name(), u"run-7771"_s);
    QVERIFY(!palette->isVisible());
}

void TstMainWindow::paletteListsCommands_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("whyNot");
    const QString job = u"lab/vision/resnet/run-1"_s;
    QTest::newRow("of the window") << job << u"stop"_s << u"Stop"_s << u"run-1 has ended."_s;
    QTest::newRow("of the page") << job << u"clone"_s << u"Clone"_s << QString();
    QTest::newRow("of a menu of the page") << job << u"copy as"_s << u"Copy as command"_s << QString();
    QTest::newRow("of a part that is not shown")
        << job << u"wrap"_s << u"Log: Wrap long lines"_s << u"The logs are not shown."_s;
    QTest::newRow("tab") << job << u"logs"_s << u"Logs"_s << QString();
    QTest::newRow("tab by its name in small letters") << job << u"cpu"_s << u"CPU"_s << QString();
    QTest::newRow("tab of no page") << u"lab"_s << u"logs"_s << u"Logs"_s << u"No job is open."_s;
    QTest::newRow("by its tip") << job << u"memory"_s << u"CPU"_s << QString();
    QTest::newRow("name that is equal") << job << u"desk"_s << u"lab / vision / desk"_s << QString();
}

void TstMainWindow::paletteListsCommands()
{
    QFETCH(QString, place);
    QFETCH(QString, typed);
    QFETCH(QString, first);
    QFETCH(QString, whyNot);
    Window w(3); // of which run-1 has ended
    w.window->openText(place, u"overview"_s);
    w.window->show();
    QTRY_COMPARE(w.window->currentPage()->resource().name(), place.section(u'/', -1));
    trigger(*w.window, u"Ctrl+K"_s);
    auto *palette = w.window->findChild<ui::CommandPalette *>();
    QTest::keyClicks(palette->findChild<QLineEdit *>(), typed);
    const QListWidgetItem *item = palette->findChild<QListWidget *>()->item(0);
    QCOMPARE(item->text(), first);
    QCOMPARE(item->toolTip(), whyNot);
    QVERIFY(item->data(Qt::AccessibleTextRole).toString().endsWith(whyNot));
    QTest::keyClick(palette->findChild<QLineEdit *>(), Qt::Key_Return);
    QCOMPARE(palette->isVisible(), !whyNot.isEmpty());
}

void TstMainWindow::paletteHasTheMenus()
{
    Window w(-1);
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    trigger(*w.window, u"Ctrl+K"_s);
    QStringList offered;
    const auto *list = w.window->findChild<ui::CommandPalette *>()->findChild<QListWidget *>();
    for (int row = 0; row < list->count(); ++row)
        offered.append(list->item(row)->data(Qt::AccessibleTextRole).toString());
    QSet<const QAction *> seen;
    for (const QMenu *menu : w.window->menuBar()->findChildren<QMenu *>()) {
        for (const QAction *action : menu->actions()) {
            const QString keys = action->shortcut().toString(QKeySequence::NativeText);
            if (action->isSeparator() || action->menu() || keys == u"Ctrl+K"_s)
                continue;
            seen.insert(action);
            const QString words = ui::plainText(*action) + (keys.isEmpty() ? QString() : u", "_s + keys);
            QVERIFY2(std::any_of(offered.cbegin(), offered.cend(),
                                 [&words](const QString &each) { return each.startsWith(words); }),
                     qPrintable(words));
        }
    }
    QVERIFY(seen.size() > 25);
}

void TstMainWindow::paletteKnowsOtherWords_data()
{
    QTest::addColumn<QString>("finds");
    QTest::newRow("storage") << u"Browse files"_s;
    QTest::newRow("settings") << u"Transfers at once…"_s;
    QTest::newRow("theme") << u"Dark"_s;
    QTest::newRow("shortcuts") << u"Keyboard shortcuts"_s;
    QTest::newRow("help") << u"Keyboard shortcuts"_s;
}

void TstMainWindow::paletteKnowsOtherWords()
{
    QFETCH(QString, finds);
    Window w(3);
    w.window->openText(u"lab"_s, {});
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    trigger(*w.window, u"Ctrl+K"_s);
    const auto *palette = w.window->findChild<ui::CommandPalette *>();
    QTest::keyClicks(palette->findChild<QLineEdit *>(), QString::fromLatin1(QTest::currentDataTag()));
    QStringList found;
    const auto *list = palette->findChild<QListWidget *>();
    for (int row = 0; row < list->count(); ++row)
        found.append(list->item(row)->text());
    QVERIFY2(found.contains(finds), qPrintable(found.join(u'|')));
}

void TstMainWindow::helpListsTheKeys()
{
    Window w(3);
    w.window->openText(u"lab/vision/resnet/run-1"_s, {});
    w.window->show();
    QVERIFY(QTest::qWaitForWindowActive(w.window.get()));
    QTRY_COMPARE(w.window->currentPage()->resource().name(), u"run-1"_s);
    QTest::keyClick(w.window->currentPage(), Qt::Key_F1);
    const auto *palette = w.window->findChild<ui::CommandPalette *>();
    QVERIFY(palette->isVisible());
    const auto *list = palette->findChild<QListWidget *>();
    QStringList listed;
    for (int row = 0; row < list->count(); ++row)
        listed.append(list->item(row)->data(Qt::AccessibleTextRole).toString());
    for (const QAction *action : w.window->actions()) {
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        const QString words = ui::plainText(*action) + u", "_s + keys;
        const bool isListed = std::any_of(listed.cbegin(), listed.cend(), [&](const QString &each) {
            return keys.isEmpty() ? each == ui::plainText(*action) : each.startsWith(words);
        });
        QVERIFY2(isListed != keys.isEmpty(), qPrintable(words));
    }
    QVERIFY2(!listed.contains(u"lab"_s), "resources have no keys");
    for (QAction *action : w.window->actions()) {
        if (ui::plainText(*action) == u"About Batchdeck")
            action->trigger();
    }
    const auto *about = w.window->findChild<QMessageBox *>();
    QVERIFY(about && about->isVisible());
    QVERIFY2(about->text().startsWith(u"Batchdeck"_s), qPrintable(about->text()));
}

// Tab alone goes once round and passes what one works with; whatever has the focus has a name.
void TstMainWindow::keyboardReachesEverything()
{
    Window w(3);
    w.window->openText(u"lab/vision/resnet"_s, {});
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    QVERIFY(QTest::qWaitForWindowActive(w.window.get()));
    QSet<QWidget *> passed;
    for (int step = 0; step < 100; ++step) {
        QTest::keyClick(w.window.get(), Qt::Key_Tab);
        QWidget *here = QApplication::focusWidget();
        QVERIFY(here);
        if (passed.contains(here))
            break;
        passed.insert(here);
        QVERIFY2(here->isVisible(), here->metaObject()->className());
        const auto *button = qobject_cast<QAbstractButton *>(here);
        QVERIFY2(!here->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                 here->metaObject()->className());
    }
    QVERIFY(passed.contains(w.window->findChild<QTreeView *>()));
    QVERIFY(passed.contains(w.window->currentPage()->findChild<QTableView *>()));
    QVERIFY(passed.contains(w.window->currentPage()->findChild<QLineEdit *>()));
    QVERIFY(passed.contains(w.window->findChild<ui::SearchButton *>()));
}

// What is typed at once replaces the proposed name, also once the names that are taken are known.
void TstMainWindow::newJobBeginsAtItsName()
{
    Window w(3);
    w.window->openText(u"lab/vision/resnet"_s, {});
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    trigger(*w.window, u"Ctrl+N"_s);
    const ui::Page *page = w.window->currentPage();
    const auto *name = page->findChild<QLineEdit *>(u"name"_s);
    QVERIFY(name && w.window->focusWidget() == name);
    QTRY_VERIFY(w.window->isSettled());
    QTest::keyClicks(w.window->focusWidget(), u"mine"_s);
    QCOMPARE(name->text(), u"mine"_s);

    QTest::keyClick(w.window->focusWidget(), Qt::Key_Backtab, Qt::ShiftModifier);
    const auto *card = qobject_cast<const QAbstractButton *>(w.window->focusWidget());
    QVERIFY(card && card->isChecked());
    QCOMPARE(card->accessibleName(), u"Custom"_s);
    QTest::keyClick(w.window->focusWidget(), Qt::Key_Backtab, Qt::ShiftModifier);
    QTest::keyClick(w.window->focusWidget(), Qt::Key_Tab);
    QVERIFY(w.window->focusWidget() == card);
    QTest::keyClick(w.window->focusWidget(), Qt::Key_Tab);
    QVERIFY(w.window->focusWidget() == name);
    QTest::keyClick(w.window->focusWidget(), Qt::Key_Tab);
    QCOMPARE(w.window->focusWidget()->objectName(), u"useThisComputer"_s); // there is no cluster
}

void TstMainWindow::asksBeforeQuit_data()
{
    QTest::addColumn<int>("jobs");
    QTest::addColumn<bool>("transfers");
    QTest::addColumn<bool>("own");
    QTest::addColumn<QString>("answer");
    QTest::addColumn<bool>("closes");
    QTest::addColumn<bool>("leaves");
    QTest::addColumn<QString>("stops");
    const QString leave = u"Quit and leave the engine running"_s;
    const QString queued = u"1 queued job stops with the engine, until Batchdeck is started again."_s;
    QTest::newRow("nothing queued") << 0 << false << true << QString() << true << false << QString();
    QTest::newRow("another engine's queue") << 3 << false << false << QString() << true << false << QString();
    QTest::newRow("leave") << 3 << false << true << leave << true << true << queued;
    QTest::newRow("quit") << 3 << false << true << u"Quit and stop the engine"_s << true << false << queued;
    QTest::newRow("cancel") << 3 << false << true << u"Cancel"_s << false << false << queued;
    QTest::newRow("a transfer alone") << 0 << true << true << leave << true << true
                                      << u"1 transfer stops with the engine, until Batchdeck is started again."_s;
    QTest::newRow("a transfer and a queued job")
        << 3 << true << true << leave << true << true
        << u"1 queued job and 1 transfer stop with the engine, until Batchdeck is started again."_s;
}

void TstMainWindow::asksBeforeQuit()
{
    QFETCH(int, jobs);
    QFETCH(bool, transfers);
    QFETCH(bool, own);
    QFETCH(QString, answer);
    QFETCH(bool, closes);
    QFETCH(bool, leaves);
    QFETCH(QString, stops);
    Window w(jobs);
    if (own)
        w.window->askAboutQueue();
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    if (transfers)
        emit w.client.transferChanged(transfer(engine::TransferState::Running));
    w.window->close();
    auto *dialog = w.window->findChild<QDialog *>(u"quit"_s);
    QCOMPARE(dialog != nullptr, !answer.isEmpty());
    if (dialog) {
        QVERIFY(w.window->isVisible());
        QStringList words;
        for (const QLabel *label : dialog->findChildren<QLabel *>())
            words.append(label->text());
        QVERIFY2(words.contains(u"1 job that runs goes on."_s) == (jobs > 0) && words.contains(stops),
                 qPrintable(words.join(u'|')));
        QPushButton *chosen = nullptr;
        for (QPushButton *button : dialog->findChildren<QPushButton *>()) {
            QCOMPARE(button->isDefault(), button->text() == u"Quit and leave the engine running");
            if (button->text() == answer)
                chosen = button;
        }
        QVERIFY(chosen);
        chosen->setFocus();
        QTest::keyClick(chosen, Qt::Key_Return); // of the focused button, not of the default one
        layOut();
    }
    QTRY_COMPARE(w.window->isVisible(), !closes);
    QCOMPARE(w.window->leavesEngine(), leaves);
}

void TstMainWindow::whatFloatsHasAnEdge_data()
{
    QTest::addColumn<ui::LookChoice>("look");
    QTest::newRow("light") << ui::LookChoice::Light;
    QTest::newRow("dark") << ui::LookChoice::Dark;
}

// No shadow is sure to set it off from the page below it.
void TstMainWindow::whatFloatsHasAnEdge()
{
    QFETCH(ui::LookChoice, look);
    Window w(3, look);
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    auto *combo = new QComboBox(w.window.get());
    combo->addItems({u"one"_s, u"two"_s});
    combo->show();
    auto *line = new QLineEdit(w.window.get());
    line->setCompleter(new QCompleter(QStringList{u"one"_s, u"other"_s}, line));
    line->show();
    const auto isFramed = [](QWidget *widget, const QString &what) {
        const QImage image = widget->grab().toImage();
        const QColor ground = ui::tokens().raised;
        QCOMPARE(image.pixelColor(0, image.height() / 2).name(), ui::tokens().field.name());
        QCOMPARE(image.pixelColor(image.width() / 2, image.height() - 1).name(), ui::tokens().field.name());
        QVERIFY2(image.pixelColor(image.width() - 4, image.height() * 3 / 4) == ground, qPrintable(what));
    };
    auto *menu = w.window->menuBar()->findChild<QMenu *>();
    menu->popup({});
    isFramed(menu, u"menu"_s);
    menu->close();
    combo->showPopup();
    isFramed(combo->view()->window(), u"popup of a combo box"_s);
    combo->hidePopup();
    QTest::keyClicks(line, u"o"_s);
    line->completer()->complete();
    isFramed(line->completer()->popup(), u"completer"_s);
    line->completer()->popup()->close();
    trigger(*w.window, u"Ctrl+K"_s);
    isFramed(w.window->findChild<ui::CommandPalette *>(), u"palette"_s);
    w.window->findChild<ui::Toast *>()->say(u"Done."_s);
    isFramed(w.window->findChild<ui::Toast *>(), u"toast"_s);
    QToolTip::showText({10, 10}, u"tip"_s, w.window.get());
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (widget->inherits("QTipLabel"))
            isFramed(widget, u"tool-tip"_s);
    }
    QToolTip::hideText();
}

void TstMainWindow::remembersLayout()
{
    QTemporaryDir directory;
    canned::CannedEngine engine(canned::world(3));
    engine::EngineClient client(engine.link);
    const auto start = [&] {
        auto window = std::make_unique<ui::MainWindow>(client, directory.path());
        window->show();
        return window;
    };
    const auto rows = [](const ui::MainWindow &window) {
        const auto *tree = window.findChild<QTreeView *>();
        QStringList open;
        for (QModelIndex index = tree->model()->index(0, 0); index.isValid(); index = tree->indexBelow(index))
            open.append(index.data().toString());
        return open;
    };
    QStringList before;
    {
        const auto first = start();
        first->openText(u"lab/vision"_s, {});
        QTRY_VERIFY(first->isSettled());
        first->resize(1200, 720);
        QVERIFY(drag(*first, 320));
        auto *tree = first->findChild<QTreeView *>();
        const QModelIndex workspace = tree->model()->index(0, 0, tree->model()->index(0, 0));
        tree->collapse(tree->model()->index(1, 0, workspace)); // Experiments
        const QModelIndex clusters = tree->model()->index(0, 0, workspace);
        tree->expand(tree->model()->index(0, 0, clusters)); // desk, which starts folded
        // A filter opens rows for as long as it stands.
        auto *filter = tree->window()->findChild<QDockWidget *>()->findChild<QLineEdit *>();
        QTest::keyClicks(filter, u"run"_s);
        QTest::keyClick(filter, Qt::Key_Escape);
        QVERIFY(filter->text().isEmpty());
        before = rows(*first);
        QCOMPARE(before,
                 (QStringList{u"lab"_s, u"vision"_s, u"Clusters"_s, u"desk"_s, u"desk"_s, u"Experiments"_s,
                              u"Machines"_s, u"desk"_s}));
        for (QAction *action : first->actions()) {
            if (action->text() == u"Dar&k")
                action->trigger();
        }
        first->close();
    }
    const auto second = start();
    QTRY_COMPARE(second->currentPage()->resource(), canned::experimentId().parent());
    layOut();
    QCOMPARE(rows(*second), before);
    QCOMPARE(second->size(), QSize(1200, 720));
    QTRY_COMPARE(second->findChild<QDockWidget *>(u"tree"_s)->width(), 320);
    QVERIFY(ui::lookChoice() == ui::LookChoice::Dark);
}

// A panel of the page may take of it while it is there; nobody set that.
void TstMainWindow::givesTheTreeItsWidthBack()
{
    QTemporaryDir directory;
    canned::CannedEngine engine(canned::world(3));
    engine::EngineClient client(engine.link);
    {
        ui::MainWindow first(client, directory.path());
        first.openText(u"lab/vision"_s, {});
        first.resize(1100, 720);
        first.show();
        QTRY_VERIFY(first.isSettled());
        QVERIFY(drag(first, 300));
        const auto need = [&first](int width) {
            first.currentPage()->setMinimumWidth(width);
            layOut();
        };
        need(880);
        QVERIFY(treeOf(first)->width() < 230);
        need(0);
        QCOMPARE(treeOf(first)->width(), 300);
        need(880);
        first.close();
    }
    ui::MainWindow second(client, directory.path());
    second.show();
    layOut();
    QCOMPARE(treeOf(second)->width(), 300);
}

void TstMainWindow::opensNoExperimentByItself()
{
    Window w(300);
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    auto *tree = w.window->findChild<QTreeView *>();
    const auto shown = [tree] {
        int rows = 0;
        for (QModelIndex row = tree->model()->index(0, 0); row.isValid(); row = tree->indexBelow(row))
            ++rows;
        return rows;
    };
    const auto current = [tree] { return tree->currentIndex().data().toString(); };
    const int closed = shown();
    QVERIFY(closed < 20);
    const QString job = u"lab/vision/resnet/run-290"_s;
    w.window->openText(job, {});
    QCOMPARE(current(), u"resnet"_s);
    QCOMPARE(shown(), closed);
    auto *filter = w.window->findChild<QDockWidget *>()->findChild<QLineEdit *>();
    QTest::keyClicks(filter, u"resnet"_s); // so all in it matches, too
    QVERIFY(shown() <= closed);
    QTest::keyClick(filter, Qt::Key_Escape);
    tree->expand(tree->currentIndex());
    QCOMPARE(current(), u"run-290"_s);
    QVERIFY(shown() > 200);
    tree->collapse(tree->currentIndex().parent());
    QCOMPARE(current(), u"resnet"_s);
    w.window->open(canned::machineId());
    w.window->openText(job, {});
    QCOMPARE(shown(), closed);
}

void TstMainWindow::marksItsPlaceAfterAFilter()
{
    Window w(3);
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    w.window->openText(u"lab/vision/resnet"_s, {});
    const auto *tree = w.window->findChild<QTreeView *>();
    const auto current = [tree] { return tree->currentIndex().data().toString(); };
    QCOMPARE(current(), u"resnet"_s);
    auto *filter = treeOf(*w.window)->findChild<QLineEdit *>();
    for (const QString &text : {u"desk"_s, u"no such name"_s}) {
        QTest::keyClicks(filter, text);
        QVERIFY(current() != u"resnet");
        QTest::keyClick(filter, Qt::Key_Escape);
        QCOMPARE(current(), u"resnet"_s);
        QCOMPARE(w.window->currentPage()->resource(), canned::experimentId());
    }
}

// Short jobs and calls come and go while one works with the page above.
void TstMainWindow::openActivityMovesNothing()
{
    Window w(3); // run-2 runs
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    auto *bar = w.window->findChild<ui::ActivityBar *>();
    emit w.client.transferChanged(transfer(engine::TransferState::Running));
    auto *unfold = bar->findChild<QToolButton *>(u"unfold"_s);
    QTRY_VERIFY(unfold->isVisible());
    const int folded = bar->height();
    unfold->click();
    layOut();
    const int open = bar->height();
    QVERIFY(open > folded);
    QList<int> calls{bar->begin(u"Collecting"_s)};
    layOut();
    QCOMPARE(bar->height(), open);
    for (int i = 0; i < 5; ++i)
        calls.append(bar->begin(u"Collecting more"_s));
    layOut();
    const int most = bar->height();
    QVERIFY(most > open); // nothing is hidden
    for (const int call : std::as_const(calls))
        bar->end(call);
    layOut();
    QCOMPARE(bar->height(), most);
    QVERIFY(unfold->isVisible());
    unfold->click();
    layOut();
    QCOMPARE(bar->height(), folded);
}

void TstMainWindow::openActivityLeavesRoomForThePage()
{
    Window w(3);
    w.window->resize(1440, 900);
    w.window->show();
    QTRY_VERIFY(w.window->isSettled());
    auto *bar = w.window->findChild<ui::ActivityBar *>();
    QStringList ids;
    for (int i = 0; i < 16; ++i) {
        engine::TransferSnapshot running = transfer(engine::TransferState::Running);
        running.id = u"t%1"_s.arg(i);
        ids.append(running.id);
        emit w.client.transferChanged(running);
    }
    auto *unfold = bar->findChild<QToolButton *>(u"unfold"_s);
    QTRY_VERIFY(unfold->isVisible());
    unfold->click();
    layOut();
    QVERIFY(bar->height() > w.window->height() / 2); // nothing that runs is hidden
    for (const QString &id : std::as_const(ids))
        emit w.client.transferRemoved(id);
    layOut();
    QVERIFY2(bar->height() <= w.window->height() / 2, qPrintable(QString::number(bar->height())));
    const int most = bar->height();
    w.window->resize(1440, w.window->height() - 200);
    layOut();
    QVERIFY(bar->height() < most);
    QVERIFY(bar->height() <= w.window->height() / 2);
}

void TstMainWindow::showsWhatRunsBeforeWhatEnded()
{
    const auto isVisible = [](const QWidget *widget) { return widget && widget->isVisible(); };
    const qint64 longAgo = 1000 * ui::ActivityBar::endedStays.count();
    using engine::TransferState;
    for (const int jobs : {3, 1}) { // run-2 of three runs
        Window w(jobs);
        w.window->show();
        QTRY_VERIFY(w.window->isSettled());
        const auto *bar = w.window->findChild<ui::ActivityBar *>();
        const auto shows = [&](TransferState state, qint64 agoMs) {
            emit w.client.transferChanged(transfer(state, agoMs));
            layOut();
            return isVisible(bar->findChild<ui::TransferRow *>());
        };
        QCOMPARE(shows(TransferState::Done, 0), jobs == 1);
        QCOMPARE(shows(TransferState::Failed, longAgo), jobs == 1);
        QVERIFY(!shows(TransferState::Done, longAgo));
        auto *unfold = bar->findChild<QToolButton *>(u"unfold"_s);
        QVERIFY(isVisible(unfold));
        unfold->click();
        layOut();
        const auto *row = bar->findChild<ui::TransferRow *>();
        QVERIFY(isVisible(row));
        for (const auto *line : bar->findChildren<ui::LinkLabel *>()) {
            if (line->text().contains(u"run-2"_s))
                QVERIFY(line->mapTo(bar, QPoint()).y() < row->mapTo(bar, QPoint()).y());
        }
        unfold->click();
        layOut();
        QVERIFY(shows(TransferState::Running, 0));
    }
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
    QTest::newRow("submit-small") << 3 << u"lab/vision/resnet"_s;
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
        const bool isSubmit = QByteArray(QTest::currentDataTag()).startsWith("submit");
        w.window->openText(place, isSubmit ? u"submit"_s : QString());
        w.window->resize(isSubmit ? QSize(1024, 640) : QSize(1440, 900));
        w.window->show();
        QTRY_VERIFY(w.window->isSettled());
        QVERIFY(QTest::qWaitForWindowActive(w.window.get()));
        layOut();
        const QImage image = w.window->grab().toImage();
        grounds.append(image.pixel(image.width() - 40, image.height() - 120));
        const QString name = QString::fromLatin1(QTest::currentDataTag())
            + (look == ui::LookChoice::Dark ? u"-dark.png"_s : u"-light.png"_s);
        QVERIFY(image.save(folder.filePath(name)));
    }
    QVERIFY(qGray(grounds[0]) > 200);
    QVERIFY(qGray(grounds[1]) < 60);
}

BATCHDECK_TEST(QApplication, TstMainWindow)
#include "tst_mainwindow.moc"
