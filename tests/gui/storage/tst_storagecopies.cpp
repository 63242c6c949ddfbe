// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/shortcutclashes.h"
#include "tests/gui/storage/storagechangefixture.h"
#include "tests/support/testmain.h"
#include "ui/shell/toast.h"
#include "ui/storage/drop/draggedfiles.h"
#include "ui/storage/panel/removalpanel.h"

#include <QClipboard>
#include <QDir>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QPushButton>

using namespace Qt::StringLiterals;

/// Files are copied and moved in the window, on a real engine, here and on a real machine.
class TstStorageCopies final : public testing::StorageChangeFixture
{
    Q_OBJECT

private slots:
    void init()
    {
        begin();
        qputenv("XDG_DATA_HOME", QByteArray(m_w->fixture.root().toUtf8() + "/share")); // with this computer's trash
    }
    void cleanup() { end(); }
    void copiesByTheClipboard_data() { places(); }
    void copiesByTheClipboard();
    void copiesBesideItself_data() { places(); }
    void copiesBesideItself();
    void movesByTheClipboard();
    void pastesFilesOfSeveralFolders();
    void bringsToTheOtherPane();
    void bringsToTheOtherPaneByKeys();
    void leavesNoKeyToTwo();
    void movesWhatIsDraggedWithShift_data();
    void movesWhatIsDraggedWithShift();
    void asksWhatIsThere_data();
    void asksWhatIsThere();
    void movesWhatIsThereAsItIs();
    void asksOneAfterTheOther();
    void asksAgainWhatWasNotAnswered();
    void saysWhyNot();
    void bringsWhileOneIsElsewhere();
};

void TstStorageCopies::copiesByTheClipboard()
{
    show();
    select({u"a"_s, u"b"_s});
    m_w->key(Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QString(at(u"a"_s).toString() + u'\n' + at(u"b"_s).toString()));
    open(u"into"_s);
    m_w->action(u"Paste"_s)->trigger();
    QTRY_COMPARE(m_w->names(), (QStringList{u"a"_s, u"b"_s}));
    QVERIFY(exists(u"a"_s) && !question()->isVisible()); // nothing was there
}

void TstStorageCopies::copiesBesideItself()
{
    show();
    select({u"a"_s, u"into"_s});
    m_w->key(Qt::Key_C, Qt::ControlModifier);
    m_w->key(Qt::Key_V, Qt::ControlModifier);
    QTRY_COMPARE(m_w->names(), (QStringList{u"into"_s, u"into (2)"_s, u"a"_s, u"a (2)"_s, u"b"_s}));
    m_w->key(Qt::Key_V, Qt::ControlModifier);
    QTRY_VERIFY(m_w->names().contains(u"a (3)"_s));
    QCOMPARE(content(u"a (3)"_s), "one");
}

void TstStorageCopies::movesByTheClipboard()
{
    show();
    select({u"a"_s});
    m_w->key(Qt::Key_X, Qt::ControlModifier);
    m_w->key(Qt::Key_V, Qt::ControlModifier);
    QTRY_VERIFY(m_w->banner()->isVisible());
    QVERIFY2(m_w->banner()->text().contains(u"in this folder already"_s), qPrintable(m_w->banner()->text()));
    select({u"a"_s});
    m_w->key(Qt::Key_X, Qt::ControlModifier);
    open(u"into"_s);
    m_w->key(Qt::Key_V, Qt::ControlModifier);
    QTRY_COMPARE(m_w->names(), QStringList{u"a"_s});
    QTRY_VERIFY(!exists(u"a"_s));
    QTRY_VERIFY(!m_w->action(u"Paste"_s)->isEnabled()); // it was taken
}

// As another program's search has them. Where one of them is already it gets a copy beside it.
void TstStorageCopies::pastesFilesOfSeveralFolders()
{
    m_w->write(u"into/c"_s, "three");
    QDir().mkpath(m_w->path(u"there"_s));
    m_w->write(u"there/d"_s, "four");
    show();
    const auto put = [this] {
        auto *data = new QMimeData;
        data->setUrls({QUrl::fromLocalFile(m_w->path(u"a"_s)), QUrl::fromLocalFile(m_w->path(u"into/c"_s))});
        QGuiApplication::clipboard()->setMimeData(data);
    };
    open(u"there"_s);
    put();
    m_w->key(Qt::Key_V, Qt::ControlModifier);
    QTRY_COMPARE(m_w->names(), (QStringList{u"a"_s, u"c"_s, u"d"_s}));
    QCOMPARE(content(u"there/a"_s) + content(u"there/c"_s), "onethree");
    open(u"into"_s);
    put();
    m_w->key(Qt::Key_V, Qt::ControlModifier);
    QTRY_COMPARE(m_w->names(), (QStringList{u"a"_s, u"c"_s, u"c (2)"_s}));
    QVERIFY(exists(u"a"_s) && !m_w->banner()->isVisible());
}

void TstStorageCopies::bringsToTheOtherPane()
{
    showBoth();
    select({u"a"_s});
    m_w->action(u"Copy to other pane"_s)->trigger();
    QTRY_VERIFY(exists(u"into/a"_s));
    select({u"b"_s});
    m_w->action(u"Move to other pane"_s)->trigger();
    QTRY_VERIFY(exists(u"into/b"_s) && !exists(u"b"_s));
    QVERIFY(exists(u"a"_s));
    QTRY_COMPARE(m_w->page()->otherPane()->model().rowCount(), 2);
    QTRY_COMPARE(m_w->names(), (QStringList{u"into"_s, u"a"_s}));
}

void TstStorageCopies::bringsToTheOtherPaneByKeys()
{
    showBoth();
    select({u"a"_s});
    m_w->key(Qt::Key_F6, Qt::ShiftModifier);
    QTRY_VERIFY(exists(u"into/a"_s));
    select({u"b"_s});
    m_w->key(Qt::Key_F6);
    QTRY_VERIFY(exists(u"into/b"_s) && !exists(u"b"_s));
    QVERIFY(m_w->table().hasFocus());
    m_w->key(Qt::Key_F6, Qt::ControlModifier);
    QTRY_VERIFY(m_w->page()->activePane().location() == at(u"into"_s));
    QTRY_COMPARE(m_w->names(), (QStringList{u"a"_s, u"b"_s}));
    select({u"b"_s});
    m_w->key(Qt::Key_F6); // and from the other one
    QTRY_VERIFY(exists(u"b"_s) && !exists(u"into/b"_s));
}

void TstStorageCopies::leavesNoKeyToTwo()
{
    showBoth();
    m_w->page()->setPropertiesShown(true);
    select({u"a"_s});
    QTRY_VERIFY(m_w->window->isSettled());
    QCOMPARE(testing::shortcutClashes(*m_w->window), QStringList());
    m_w->key(Qt::Key_Delete, Qt::ShiftModifier);
    QTRY_VERIFY(m_w->page()->findChild<ui::RemovalPanel *>()->isVisible());
    QCOMPARE(testing::shortcutClashes(*m_w->window), QStringList());
}

void TstStorageCopies::movesWhatIsDraggedWithShift_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<Qt::KeyboardModifiers>("keys");
    QTest::addColumn<bool>("isOurs");
    QTest::addColumn<bool>("moves");
    const Qt::KeyboardModifiers none;
    QTest::newRow("no key") << QString() << none << true << false;
    QTest::newRow("Shift") << QString() << Qt::KeyboardModifiers(Qt::ShiftModifier) << true << true;
    QTest::newRow("Ctrl") << QString() << Qt::KeyboardModifiers(Qt::ControlModifier) << true << false;
    QTest::newRow("another program's, Shift")
        << QString() << Qt::KeyboardModifiers(Qt::ShiftModifier) << false << false;
    QTest::newRow("on a machine, Shift") << u"m1"_s << Qt::KeyboardModifiers(Qt::ShiftModifier) << true << true;
}

void TstStorageCopies::movesWhatIsDraggedWithShift()
{
    QFETCH(Qt::KeyboardModifiers, keys);
    QFETCH(bool, isOurs);
    QFETCH(bool, moves);
    showBoth();
    std::unique_ptr<QMimeData> data;
    if (isOurs) {
        data = std::make_unique<ui::DraggedFiles>(QList<engine::Location>{at(u"a"_s)});
    } else {
        data = std::make_unique<QMimeData>();
        data->setUrls({QUrl::fromLocalFile(m_w->path(u"a"_s))});
    }
    ui::FilePane *target = m_w->page()->otherPane();
    QDragEnterEvent enter(QPoint(100, 300), Qt::CopyAction, data.get(), Qt::LeftButton, keys);
    QApplication::sendEvent(target, &enter);
    const auto *hint = target->findChild<QWidget *>(u"dropHint"_s);
    QCOMPARE(hint->accessibleName(), moves ? u"Move a into into"_s : u"Copy a into into"_s);
    QDropEvent drop(QPointF(100, 300), Qt::CopyAction, data.get(), Qt::LeftButton, keys);
    QApplication::sendEvent(target, &drop);
    QCOMPARE(drop.dropAction(), Qt::CopyAction);
    QTRY_VERIFY(question()->isVisible() && question()->isSettled());
    QTRY_VERIFY(button(u"upload"_s)->isEnabled());
    QTest::mouseClick(button(u"upload"_s), Qt::LeftButton);
    QTRY_COMPARE(content(u"into/a"_s), "one");
    QTRY_COMPARE(exists(u"a"_s), !moves);
}

void TstStorageCopies::asksWhatIsThere_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<bool>("moves");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QByteArray>("there");
    QTest::addColumn<bool>("isLeft");
    QTest::newRow("copied, both kept") << QString() << false << u"Keep both, rename the new one"_s
                                       << QByteArray("theirs,one") << true;
    QTest::newRow("copied, replaced on a machine") << u"m1"_s << false << u"Replace it"_s << QByteArray("one,") << true;
    QTest::newRow("moved, replaced") << QString() << true << u"Replace it"_s << QByteArray("one,") << false;
    QTest::newRow("canceled") << QString() << true << QString() << QByteArray("theirs,") << true;
}

void TstStorageCopies::asksWhatIsThere()
{
    QFETCH(bool, moves);
    QFETCH(QString, rule);
    QFETCH(bool, isLeft);
    m_w->write(u"into/a"_s, "theirs");
    showBoth();
    select({u"a"_s});
    m_w->action(moves ? u"Move to other pane"_s : u"Copy to other pane"_s)->trigger();
    QTRY_VERIFY(question()->isVisible());
    QTRY_VERIFY(question()->isSettled());
    const QString words = m_w->words(question());
    QVERIFY2(words.contains(QString((moves ? u"Move a to "_s : u"Copy a to "_s) + at(u"into"_s).toString())),
             qPrintable(words));
    QVERIFY2(words.contains(u"Different there"_s), qPrintable(words));
    QVERIFY(button(u"upload"_s)->isEnabled());
    choose(u"Leave it as it is"_s);
    QVERIFY(!button(u"upload"_s)->isEnabled());
    QVERIFY(m_w->words(question()).contains(u"what differs there is left as it is"_s));
    choose(u"Keep both, rename the new one"_s);
    m_w->picture(moves ? u"storage-move-question"_s : u"storage-copy-question"_s);
    if (rule.isEmpty()) {
        m_w->key(Qt::Key_Escape);
        QTRY_VERIFY(!question()->isVisible());
    } else {
        choose(rule);
        QTRY_VERIFY(button(u"upload"_s)->isEnabled());
        QTest::mouseClick(button(u"upload"_s), Qt::LeftButton);
        QTRY_VERIFY(!question()->isVisible());
    }
    QTRY_COMPARE(exists(u"a"_s), isLeft);
    QFETCH(QByteArray, there);
    QTRY_COMPARE(QByteArray(content(u"into/a"_s) + ',' + content(u"into/a (2)"_s)), there);
}

// What is there as it is here needs no question of what to do with it, but whether it may go here.
void TstStorageCopies::movesWhatIsThereAsItIs()
{
    QFile::copy(m_w->path(u"a"_s), m_w->path(u"into/a"_s));
    const auto time = QFileInfo(m_w->path(u"a"_s)).lastModified();
    QFile copy(m_w->path(u"into/a"_s));
    QVERIFY(copy.open(QIODevice::ReadWrite) && copy.setFileTime(time, QFileDevice::FileModificationTime));
    copy.close();
    showBoth();
    select({u"a"_s});
    m_w->action(u"Move to other pane"_s)->trigger();
    QTRY_VERIFY(question()->isVisible());
    QTRY_VERIFY(question()->isSettled());
    QTest::mouseClick(button(u"upload"_s), Qt::LeftButton);
    QTRY_VERIFY(!exists(u"a"_s));
    QCOMPARE(content(u"into/a"_s), "one");
}

void TstStorageCopies::asksOneAfterTheOther()
{
    m_w->write(u"into/a"_s, "theirs");
    m_w->write(u"into/b"_s, "theirs");
    m_w->write(u"c"_s, "three");
    showBoth();
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s}) {
        select({name});
        m_w->action(u"Copy to other pane"_s)->trigger();
    }
    for (const QString &name : {u"a"_s, u"b"_s}) {
        QTRY_VERIFY(question()->isVisible() && m_w->words(question()).contains(QString(u"Copy "_s + name + u" to "_s)));
        choose(u"Replace it"_s);
        QTest::mouseClick(button(u"upload"_s), Qt::LeftButton);
    }
    QTRY_COMPARE(content(u"into/c"_s), "three");
    QTRY_COMPARE(content(u"into/a"_s), "one");
    QTRY_COMPARE(content(u"into/b"_s), "two");
}

// What stands in its place goes first; then it is there again, here or where its user goes.
void TstStorageCopies::asksAgainWhatWasNotAnswered()
{
    m_w->write(u"into/b"_s, "theirs");
    showBoth();
    const auto isAsked = [this] { return question()->isVisible() && m_w->words(question()).contains(u"Copy b to "_s); };
    select({u"b"_s});
    m_w->action(u"Copy to other pane"_s)->trigger();
    QTRY_VERIFY(isAsked());

    select({u"a"_s});
    m_w->action(u"Delete files…"_s)->trigger();
    QVERIFY(!question()->isVisible());
    QTest::mouseClick(button(u"cancelRemoval"_s), Qt::LeftButton);
    QTRY_VERIFY(isAsked());

    m_w->page()->askTransfer({at(u"a"_s)}, at(u"into"_s), true);
    QVERIFY(m_w->words(question()).contains(u"Move a to "_s));
    QTest::keyClick(question(), Qt::Key_Escape);
    QTRY_VERIFY(isAsked());

    goHome();
    auto *toast = m_w->window->findChild<ui::Toast *>();
    QTRY_VERIFY(toast->isVisible());
    QCOMPARE(m_w->words(toast), QString(u"Copy b to "_s + at(u"into"_s).toString() + u" needs an answer."_s));
    QTest::mouseClick(toast->findChild<QPushButton *>(), Qt::LeftButton);
    QTRY_VERIFY(m_w->page() && isAsked());
    QTest::keyClick(question(), Qt::Key_Escape);
    QVERIFY(!question()->isVisible()); // that is an answer
    goHome();
    m_w->window->openText(at({}).toString(), u"storage"_s);
    QTRY_VERIFY(m_w->page() && m_w->window->isSettled());
    QVERIFY(!question()->isVisible());
    QVERIFY(exists(u"a"_s));
    QCOMPARE(content(u"into/b"_s), "theirs");
}

void TstStorageCopies::saysWhyNot()
{
    show();
    for (const QString &text : {u"Copy"_s, u"Cut"_s, u"Paste"_s, u"Move to trash"_s, u"Delete files…"_s,
                                u"Copy to other pane"_s, u"Move to other pane"_s}) {
        QAction *action = m_w->action(text);
        QVERIFY2(action, qPrintable(text));
        QVERIFY(!action->isEnabled());
        QVERIFY2(action->toolTip().contains(u'\n'), qPrintable(action->toolTip()));
    }
    select({u"a"_s});
    QVERIFY(m_w->action(u"Delete files…"_s)->isEnabled());
    QVERIFY(!m_w->action(u"Copy to other pane"_s)->isEnabled());
    QVERIFY(m_w->action(u"Copy to other pane"_s)->toolTip().contains(u"second pane"_s));
}

// What needs no answer begins; a question waits until it is seen.
void TstStorageCopies::bringsWhileOneIsElsewhere()
{
    m_w->write(u"into/b"_s, "theirs");
    showBoth();
    select({u"a"_s});
    m_w->action(u"Move to other pane"_s)->trigger();
    select({u"b"_s});
    m_w->action(u"Copy to other pane"_s)->trigger();
    goHome();
    QTRY_VERIFY(exists(u"into/a"_s) && !exists(u"a"_s));
    auto *toast = m_w->window->findChild<ui::Toast *>();
    QTRY_VERIFY(toast->isVisible());
    QCOMPARE(m_w->words(toast), QString(u"Copy b to "_s + at(u"into"_s).toString() + u" needs an answer."_s));
    QTest::mouseClick(toast->findChild<QPushButton *>(), Qt::LeftButton);
    QTRY_VERIFY(m_w->page() && question()->isVisible());
    QVERIFY(m_w->pane().location() == at(u"into"_s));
    choose(u"Replace it"_s);
    QTRY_VERIFY(button(u"upload"_s)->isEnabled());
    QTest::mouseClick(button(u"upload"_s), Qt::LeftButton);
    QTRY_COMPARE(content(u"into/b"_s), "two");
}

BATCHDECK_TEST(QApplication, TstStorageCopies)
#include "tst_storagecopies.moc"
