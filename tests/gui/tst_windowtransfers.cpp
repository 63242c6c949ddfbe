// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/transferwindow.h"
#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"
#include "ui/shell/activitybar.h"
#include "ui/storage/filepane.h"
#include "ui/storage/storagepage.h"
#include "ui/theme/theme.h"
#include "ui/transfer/failedfilesdialog.h"
#include "ui/transfer/transferrow.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QTreeWidget>

using namespace Qt::StringLiterals;
using engine::Location;

/// Uploads and downloads in the window: dropped, asked for, followed in Activity. A real engine and a real sshd.
class TstWindowTransfers final : public QObject, private testing::TransferWindow
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { endWindow(); }
    void copiesWithinAMachine();
    void pausesAndCancels();
    void bringsBack();
    void namesWhatFailed();
    void changesWhatWaits();
};

void TstWindowTransfers::initTestCase()
{
    SKIP_WITHOUT("sshd");
    startWindow();
    write(u"here/cells/one"_s);
    write(u"here/plate 1.tif"_s);
}

void TstWindowTransfers::copiesWithinAMachine()
{
    write(u"there/from/a.txt"_s);
    QDir().mkpath(path(u"there/to"_s));
    open({u"m1"_s, path(u"there"_s)});
    page()->askTransfer({{u"m1"_s, path(u"there/from"_s)}}, {u"m1"_s, path(u"there/to"_s)});
    QTRY_VERIFY(panel()->isSettled());
    QTest::mouseClick(panel()->findChild<QPushButton *>(u"upload"_s), Qt::LeftButton);
    QVERIFY(showsRow(u"Done"_s));
    QCOMPARE(testing::contentOf(path(u"there/to/from/a.txt"_s)), "bytes");
    click("cancel");
    QTRY_VERIFY(!row());
}

void TstWindowTransfers::pausesAndCancels()
{
    const QString large = path(u"here/large"_s);
    QProcess::execute(u"sh"_s, {u"-c"_s, u"head -c 200000000 /dev/urandom > '%1'"_s.arg(large)});
    engine::TransferRequest request{{{{}, large}}, {u"m1"_s, path(u"there"_s)}, engine::ConflictRule::Skip, 20'000'000};
    VERIFY_RESULT(testing::await(m_client->startTransfer(request)));
    QVERIFY(showsRow(u"left"_s));
    click("go");
    QVERIFY(showsRow(u"Paused"_s));
    click("go");
    QVERIFY(showsRow(u"left"_s));
    click("cancel");
    QVERIFY(showsRow(u"Nothing of it is left"_s));
    QTRY_COMPARE(QDir(path(u"there"_s)).entryList({u"*large*"_s}, QDir::AllEntries | QDir::Hidden), QStringList());
    click("cancel");
    QTRY_VERIFY(!row());
}

void TstWindowTransfers::bringsBack()
{
    write(u"there/results/best.pt"_s);
    QDir().mkpath(path(u"back"_s));
    open({u"m1"_s, path(u"there"_s)});
    page()->download({{u"m1"_s, path(u"there/results"_s)}}, path(u"back"_s));
    QVERIFY(showsRow(u"Done"_s));
    QCOMPARE(testing::contentOf(path(u"back/results/best.pt"_s)), "bytes");
}

void TstWindowTransfers::namesWhatFailed()
{
    if (row())
        click("cancel");
    QTRY_VERIFY(!row());
    QProcess::execute(
        u"sh"_s,
        {u"-c"_s, u"cd '%1' && mkdir bad && mkfifo bad/pipe bad/zz && echo x > bad/good"_s.arg(path(u"here"_s))});
    engine::TransferRequest request{
        {{{}, path(u"here/bad"_s)}}, {u"m1"_s, path(u"there"_s)}, engine::ConflictRule::Skip, 0};
    VERIFY_RESULT(testing::await(m_client->startTransfer(request)));
    QVERIFY(showsRow(u"2 files failed, first bad/"_s));
    QVERIFY(row()->accessibleName().contains(u"neither a file"_s));
    QCOMPARE(row()->findChild<QToolButton *>(u"go"_s)->text(), u"Retry failed"_s);
    click("details");
    auto *dialog = m_window->findChild<ui::FailedFilesDialog *>();
    QVERIFY(dialog && dialog->isVisible());
    auto *list = dialog->findChild<QTreeWidget *>(u"files"_s);
    QCOMPARE(list->topLevelItemCount(), 2);
    QVERIFY(list->topLevelItem(0)->text(0).startsWith(u"bad/"_s));
    QVERIFY(list->topLevelItem(0)->text(1).contains(u"neither"_s));
    // Left in the build folder to be looked at.
    QDir().mkpath(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures"));
    for (const auto &[look, name] : {std::pair{ui::LookChoice::Dark, u"dark"_s}, {ui::LookChoice::Light, u"light"_s}}) {
        ui::applyTheme(*static_cast<QApplication *>(qApp), look);
        QCoreApplication::sendPostedEvents();
        for (const auto &[widget, what] : {std::pair{static_cast<QWidget *>(m_window.get()), u"row"_s},
                                           {static_cast<QWidget *>(dialog), u"files"_s}})
            QVERIFY(widget->grab().save(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures/failed-") + what + u'-' + name
                                        + u".png"_s));
    }
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"copyList"_s), Qt::LeftButton);
    QVERIFY(QApplication::clipboard()->text().contains(u"bad/pipe\t"_s));
    QProcess::execute(u"sh"_s,
                      {u"-c"_s, u"cd '%1/bad' && rm pipe zz && echo p > pipe && echo z > zz"_s.arg(path(u"here"_s))});
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"retry"_s), Qt::LeftButton);
    QVERIFY(showsRow(u"Done"_s));
    QCOMPARE(testing::contentOf(path(u"there/bad/pipe"_s)), "p\n");
    click("cancel");
    QTRY_VERIFY(!row());
}

void TstWindowTransfers::changesWhatWaits()
{
    VERIFY_RESULT(testing::await(m_client->setTransferLimits({1, 1})));
    QProcess::execute(u"sh"_s,
                      {u"-c"_s,
                       u"cd '%1' && mkdir slow && head -c 20000000 /dev/urandom | split -b 50000 -a 4 "
                       "- slow/"_s.arg(path(u"here"_s))});
    for (const QString &name : {u"slow"_s, u"plate 1.tif"_s, u"cells"_s}) {
        engine::TransferRequest request{
            {{{}, path(u"here/"_s + name)}}, {u"m1"_s, path(u"there/in"_s)}, engine::ConflictRule::Skip, 0};
        request.bytesPerSecond = name == u"slow"_s ? 200'000 : 0;
        VERIFY_RESULT(testing::await(m_client->startTransfer(request)));
    }
    auto *unfold = m_window->findChild<ui::ActivityBar *>()->findChild<QToolButton *>(u"unfold"_s);
    QTRY_VERIFY(unfold->isVisible());
    QTest::mouseClick(unfold, Qt::LeftButton);
    const auto rowOf = [this](const QString &name) -> ui::TransferRow * {
        for (auto *one : m_window->findChildren<ui::TransferRow *>()) {
            if (one->isVisible() && one->accessibleName().contains(u"Transfer of %1 to"_s.arg(name)))
                return one;
        }
        return nullptr;
    };
    const auto action = [](const QWidget *row, const QString &words) {
        for (QAction *one : row->actions()) {
            if (one->text() == words)
                return one;
        }
        return static_cast<QAction *>(nullptr);
    };
    QTRY_VERIFY(rowOf(u"cells"_s) && rowOf(u"slow"_s) && rowOf(u"plate 1.tif"_s));
    m_window->activateWindow(); // a dialog was before it
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    rowOf(u"cells"_s)->setFocus();
    QTRY_VERIFY(rowOf(u"cells"_s)->hasFocus());
    QTest::keyClick(rowOf(u"cells"_s), Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE(rowOf(u"cells"_s)->transfer().priority, 1);
    QVERIFY(!action(rowOf(u"slow"_s), u"Move to the front"_s)->isEnabled()); // it runs
    action(rowOf(u"plate 1.tif"_s), u"Copy as command"_s)->trigger();
    QCOMPARE(QApplication::clipboard()->text(),
             u"batchctl storage upload '%1' 'm1:%2'"_s.arg(path(u"here/plate 1.tif"_s), path(u"there/in"_s)));
    // Its limit goes by the menu; the palette knows what the row can.
    QContextMenuEvent menu(QContextMenuEvent::Keyboard, QPoint(5, 5), QPoint(5, 5));
    QApplication::sendEvent(rowOf(u"slow"_s), &menu);
    auto *popup = qobject_cast<QMenu *>(QApplication::activePopupWidget());
    QVERIFY(popup);
    QAction *unlimited = nullptr;
    for (QAction *one : popup->actions()) {
        if (one->menu() && one->menu()->title() == u"Limit"_s)
            unlimited = one->menu()->actions().constFirst();
    }
    QVERIFY(unlimited && unlimited->text() == u"No limit"_s);
    unlimited->trigger();
    popup->close();
    for (const QString &name : {u"slow"_s, u"cells"_s, u"plate 1.tif"_s})
        QTRY_COMPARE_WITH_TIMEOUT(int(rowOf(name)->transfer().state), int(engine::TransferState::Done), 30'000);
    QVERIFY(rowOf(u"cells"_s)->transfer().endedMs <= rowOf(u"plate 1.tif"_s)->transfer().startedMs);
    QStringList commands;
    for (const QAction *one : m_window->findChild<ui::ActivityBar *>()->commands())
        commands.append(one->text());
    QVERIFY(commands.contains(u"cells: Copy as command"_s));
    QVERIFY(!commands.contains(u"cells: Move to the front"_s));
}

BATCHDECK_TEST_MAIN(QApplication, TstWindowTransfers)

#include "tst_windowtransfers.moc"
