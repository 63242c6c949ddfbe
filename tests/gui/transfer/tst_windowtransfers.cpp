// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/transfer/transfertable.h"
#include "models/transfer/transferwords.h"
#include "tests/gui/shortcutclashes.h"
#include "tests/gui/transfer/transferwindow.h"
#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"
#include "ui/shell/activitybar.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/storagepage.h"
#include "ui/theme/theme.h"
#include "ui/transfer/failedfilesdialog.h"
#include "ui/transfer/transferlimitsdialog.h"
#include "ui/transfer/transferrow.h"
#include "ui/transfer/transferspage.h"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
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
    void asksBeforeItDownloads();
    void namesWhatFailed();
    void changesWhatWaits();
    void showsAllOfThem();

private:
    void savePictures(QWidget &widget, const QString &name) const;
    void setAtOnce(int perPlace, int total) const;
    [[nodiscard]] static bool shows(const QWidget &part, const QString &words)
    {
        const auto labels = part.findChildren<QLabel *>();
        return std::any_of(labels.cbegin(), labels.cend(), [&](const QLabel *label) { return label->text() == words; });
    }
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
    VERIFY_RESULT(testing::await(m_client->transfers.start(request)));
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
    QTRY_VERIFY(panel()->isVisible() || row());
    if (panel()->isVisible()) // a busy machine took too long to say that nothing is there
        QTest::mouseClick(panel()->findChild<QPushButton *>(u"upload"_s), Qt::LeftButton);
    QVERIFY(showsRow(u"Done"_s));
    QCOMPARE(testing::contentOf(path(u"back/results/best.pt"_s)), "bytes");
    click("cancel");
    QTRY_VERIFY(!row());
}

void TstWindowTransfers::asksBeforeItDownloads()
{
    QVERIFY(testing::writeFile(path(u"back/results/best.pt"_s), "another"));
    page()->download({{u"m1"_s, path(u"there/results"_s)}}, path(u"back"_s));
    QTRY_VERIFY(panel()->isVisible() && panel()->isSettled());
    QVERIFY2(words().contains(u"Download results to "_s) && words().contains(u"Different there\n1 file"_s),
             qPrintable(words()));
    QVERIFY(!row());
    panel()->findChild<QButtonGroup *>()->button(int(engine::ConflictRule::Replace))->click();
    QTest::mouseClick(panel()->findChild<QPushButton *>(u"upload"_s), Qt::LeftButton);
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
    VERIFY_RESULT(testing::await(m_client->transfers.start(request)));
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
    savePictures(*m_window, u"failed-row"_s);
    savePictures(*dialog, u"failed-files"_s);
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

// Left in the build folder to be looked at.
void TstWindowTransfers::savePictures(QWidget &widget, const QString &name) const
{
    QDir().mkpath(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures"));
    for (const auto &[look, suffix] :
         {std::pair{ui::LookChoice::Dark, u"-dark.png"_s}, {ui::LookChoice::Light, u"-light.png"_s}}) {
        ui::applyTheme(*static_cast<QApplication *>(qApp), look);
        QCoreApplication::sendPostedEvents();
        QTest::qWait(0); // what was shown before goes
        QVERIFY(widget.grab().save(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures/") + name + suffix));
    }
}

void TstWindowTransfers::setAtOnce(int perPlace, int total) const
{
    for (QAction *one : m_window->actions()) {
        if (one->text() == u"Transfers at &once…"_s)
            one->trigger();
    }
    QTRY_VERIFY(m_window->findChild<ui::TransferLimitsDialog *>());
    auto *dialog = m_window->findChild<ui::TransferLimitsDialog *>();
    const auto *words = dialog->findChild<QLabel *>(u"words"_s);
    dialog->findChild<QSpinBox *>(u"perPlace"_s)->setValue(total + 1);
    dialog->findChild<QSpinBox *>(u"total"_s)->setValue(total);
    QCOMPARE(words->text(), u"More than %1 never run, because that is all that may run at once."_s.arg(total));
    dialog->findChild<QSpinBox *>(u"perPlace"_s)->setValue(perPlace);
    QVERIFY(words->text().startsWith(u"The others wait."_s));
    savePictures(*dialog, u"transfer-limits"_s);
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"save"_s), Qt::LeftButton);
    QTRY_VERIFY(!m_window->findChild<ui::TransferLimitsDialog *>());
    QCOMPARE(*testing::await(m_client->transfers.fetchLimits()), (engine::TransferLimits{perPlace, total}));
}

void TstWindowTransfers::changesWhatWaits()
{
    setAtOnce(1, 1);
    QProcess::execute(u"sh"_s,
                      {u"-c"_s,
                       u"cd '%1' && mkdir slow && head -c 20000000 /dev/urandom | split -b 50000 -a 4 "
                       "- slow/"_s.arg(path(u"here"_s))});
    for (const QString &name : {u"slow"_s, u"plate 1.tif"_s, u"cells"_s}) {
        engine::TransferRequest request{
            {{{}, path(u"here/"_s + name)}}, {u"m1"_s, path(u"there/in"_s)}, engine::ConflictRule::Skip, 0};
        request.bytesPerSecond = name == u"slow"_s ? 200'000 : 0;
        VERIFY_RESULT(testing::await(m_client->transfers.start(request)));
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
    m_window->open(m_window->store().all(engine::ResourceKind::Machine).constFirst().id); // which has a name to copy
    QCOMPARE(testing::shortcutClashes(*m_window), QStringList());
    action(rowOf(u"plate 1.tif"_s), u"Copy as command"_s)->trigger();
    QCOMPARE(QApplication::clipboard()->text(),
             u"batchctl storage upload '%1' 'm1:%2' --conflicts skip"_s.arg(path(u"here/plate 1.tif"_s),
                                                                            path(u"there/in"_s)));
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
        QTRY_COMPARE(int(rowOf(name)->transfer().state), int(engine::TransferState::Done));
    QVERIFY(rowOf(u"cells"_s)->transfer().endedMs <= rowOf(u"plate 1.tif"_s)->transfer().startedMs);
    QStringList commands;
    for (const QAction *one : m_window->findChild<ui::ActivityBar *>()->commands())
        commands.append(one->text());
    QVERIFY(commands.contains(u"cells: Copy as command"_s));
    QVERIFY(!commands.contains(u"cells: Move to the front"_s));
}

// However many wait, what runs can be seen and stopped; the table has all, and does things to many.
void TstWindowTransfers::showsAllOfThem()
{
    constexpr int waiting = 12;
    if (!m_window->findChild<QToolButton *>(u"unfold"_s)->isChecked())
        m_window->findChild<QToolButton *>(u"unfold"_s)->click();
    QVERIFY(testing::await(m_client->transfers.setLimits({1, 1})));
    write(u"here/long"_s, 60'000'000);
    QProcess::execute(
        u"sh"_s,
        {u"-c"_s,
         u"head -c 60000000 /dev/urandom > '%1'; mkdir -p '%2'"_s.arg(path(u"here/long"_s), path(u"there/all"_s))});
    const Location target{u"m1"_s, path(u"there/all"_s)};
    const auto start = [&](const QString &name, qint64 limit) {
        const engine::TransferRequest request{
            {{{}, path(u"here/"_s + name)}}, target, engine::ConflictRule::Skip, limit};
        VERIFY_RESULT(testing::await(m_client->transfers.start(request)));
    };
    start(u"long"_s, 64'000);
    for (int i = 0; i < waiting; ++i) {
        write(u"here/later-%1"_s.arg(i));
        start(u"later-%1"_s.arg(i), 0);
    }
    const auto isShown = [this](const QString &name) {
        const auto rows = m_window->findChildren<ui::TransferRow *>();
        return std::any_of(rows.cbegin(), rows.cend(), [&](const ui::TransferRow *row) {
            return row->isVisible() && models::transferWhat(row->transfer()) == name;
        });
    };
    QTRY_VERIFY(isShown(u"long"_s)); // the oldest, but it runs
    auto *all = m_window->findChild<QToolButton *>(u"allTransfers"_s);
    QTRY_VERIFY(all->isVisible());
    QTest::mouseClick(all, Qt::LeftButton);
    auto *page = qobject_cast<ui::TransfersPage *>(m_window->currentPage());
    QVERIFY(page);
    auto *filter = page->findChild<QLineEdit *>();
    const QAbstractItemModel *rows = page->table()->model();
    const auto listed = testing::await(m_client->transfers.list());
    VERIFY_RESULT(listed);
    const int known = int(listed->size());
    QVERIFY(known > waiting);
    QTRY_COMPARE(rows->rowCount(), known);
    QTRY_COMPARE(all->text(), u"All %1 transfers"_s.arg(known));
    QCOMPARE(testing::shortcutClashes(*m_window), QStringList());
    filter->setText(u"waiting LATER"_s);
    QTRY_COMPARE(rows->rowCount(), waiting);
    QVERIFY(shows(*page, u"%1 of %2"_s.arg(waiting).arg(known)));
    m_window->activateWindow(); // a dialog was before it
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    page->takeFocus();
    QTRY_VERIFY(page->table()->hasFocus());
    page->table()->selectAll();
    savePictures(*m_window, u"all-transfers"_s);
    QTest::keyClick(page->table(), Qt::Key_P, Qt::ControlModifier);
    QTRY_COMPARE(rows->rowCount(), 0); // they wait no more
    filter->setText(u"paused"_s);
    QTRY_COMPARE(rows->rowCount(), waiting);
    page->table()->selectionModel()->select(rows->index(3, 0),
                                            QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    QTest::keyClick(page->table(), Qt::Key_C, Qt::ControlModifier);
    const QStringList cells = QApplication::clipboard()->text().split(u'\t');
    QVERIFY2(cells.contains(u"paused"_s) && cells.contains(target.toString()), qPrintable(cells.join(u'|')));
    page->table()->selectAll();
    QTest::keyClick(page->table(), Qt::Key_Delete, Qt::ShiftModifier);
    filter->setText(u"canceled"_s);
    QTRY_COMPARE(rows->rowCount(), waiting);
    page->table()->selectAll();
    QTest::keyClick(page->table(), Qt::Key_Delete);
    QTRY_COMPARE(rows->rowCount(), 0);
    filter->clear();
    QTRY_COMPARE(rows->rowCount(), known - waiting);
    filter->setText(u"long"_s);
    page->table()->selectAll();
    QTest::keyClick(page->table(), Qt::Key_Delete, Qt::ShiftModifier);
    QTRY_COMPARE(rows->index(0, models::TransferTable::State).data().toString(), u"canceled"_s);
    filter->setText(u"nothing like this"_s);
    savePictures(*m_window, u"no-transfers"_s);
    // What it hides is counted all the same.
    QVERIFY(shows(*page, u"0 of %1"_s.arg(known - waiting)));
    start(u"later-0"_s, 0);
    QTRY_VERIFY(shows(*page, u"0 of %1"_s.arg(known - waiting + 1)));
}

BATCHDECK_TEST(QApplication, TstWindowTransfers)

#include "tst_windowtransfers.moc"
