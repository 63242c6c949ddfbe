// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/logreaders.h"
#include "tests/gui/shortcutclashes.h"
#include "tests/support/testmain.h"
#include "ui/log/panel/logfindbar.h"
#include "ui/log/panel/loglayouts.h"
#include "ui/log/panel/logpanel.h"
#include "ui/log/text/visibletext.h"
#include "ui/log/view/logmap.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QWheelEvent>

using namespace Qt::StringLiterals;
using namespace ui;

/// Keys, wheel and mouse in a log.
class TstLogInput final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void beginsWithKeysAtWhatIsVisible();
    void actsOnWhatIsSeenWhileItFollows();
    void movesByCharactersAndWords();
    void takesTheSmallestTurnsOfAWheel_data();
    void takesTheSmallestTurnsOfAWheel();
    void stopsFollowingByTheWheel();
    void zoomsByTheWheel();
    void scrollsWhileTheMouseIsBeyondAnEdge();
    void stopsFollowingWhereSomebodyPoints();
    void hoversOverTheEndOfALongRewrittenLine();
    void goesToErrorsByKey();
    void takesTheKeysOfItsTools();
    void offersItsToolsInThePalette();
    void showsAMatchDeepInALongLine_data();
    void showsAMatchDeepInALongLine();

private:
    void show(const QByteArray &text, bool isComplete = false);
    [[nodiscard]] LogView &view() const { return *m_panel->view(); }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const { QTest::keyClick(&view(), key, modifiers); }
    static QByteArray lines(int count);
    void move(const QPoint &position) const;
    void turn(int steps, Qt::KeyboardModifiers modifiers = {}) const; ///< the wheel, up

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<LogPanel> m_panel;
};

void TstLogInput::init()
{
    m_panel.reset();
    m_folder = std::make_unique<QTemporaryDir>();
}

QByteArray TstLogInput::lines(int count)
{
    QByteArray text;
    for (int i = 0; i < count; ++i)
        text += "line " + QByteArray::number(i) + '\n';
    return text;
}

void TstLogInput::show(const QByteArray &text, bool isComplete)
{
    QFile file(m_folder->filePath(u"stdout.txt"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
    file.close();
    m_panel = std::make_unique<LogPanel>(std::make_shared<engine::LogReaders>());
    m_panel->resize(800, 400);
    m_panel->show();
    m_panel->setFiles({{u"stdout.txt"_s, u"desk"_s, file.fileName(), isComplete, 0}});
    QTRY_VERIFY(view().isSettled() && view().rows().lineCount() == text.count('\n'));
}

// With the left button down.
void TstLogInput::move(const QPoint &position) const
{
    QMouseEvent event(QEvent::MouseMove, position, view().viewport()->mapToGlobal(position), Qt::NoButton,
                      Qt::LeftButton, {});
    QCoreApplication::sendEvent(view().viewport(), &event);
}

void TstLogInput::turn(int steps, Qt::KeyboardModifiers modifiers) const
{
    constexpr QPointF at(100, 100);
    QWheelEvent event(at, view().viewport()->mapToGlobal(at), {}, {0, steps * QWheelEvent::DefaultDeltasPerStep},
                      Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view().viewport(), &event);
}

void TstLogInput::beginsWithKeysAtWhatIsVisible()
{
    show(lines(1000));
    view().goToRow(500);
    QCOMPARE(view().caret().line(), 0);
    key(Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(view().caret().line(), 501);
    QCOMPARE(view().scroll().firstVisibleLine(), 500);
    key(Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(view().caret().line(), 502); // from where it is
    view().goToRow(800);
    key(Qt::Key_Down, Qt::ShiftModifier);
    QVERIFY(!view().caret().selection().isEmpty());
    view().copy();
    QTRY_COMPARE(QGuiApplication::clipboard()->text(), u"line 800\n"_s);
    view().goToLine(100);
    view().goToRow(300);
    key(Qt::Key_F2, Qt::ControlModifier);
    QCOMPARE(view().marks().lines(), std::set<qint64>{300});
}

void TstLogInput::actsOnWhatIsSeenWhileItFollows()
{
    show(lines(1000));
    QVERIFY(view().follow().isFollowing());
    key(Qt::Key_F2, Qt::ControlModifier);
    QCOMPARE(view().marks().lines(), std::set<qint64>{999});
    QVERIFY(view().follow().isFollowing());
    key(Qt::Key_Down, Qt::ControlModifier); // there is none
    QCOMPARE(view().caret().line(), 999);
    QVERIFY(view().follow().isFollowing());
    key(Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(view().caret().line(), 998);
    QVERIFY(!view().follow().isFollowing());
    QCOMPARE(view().scroll().lastVisibleLine(), 999);
}

void TstLogInput::movesByCharactersAndWords()
{
    show("one two_3: four\nsecond\n" + QByteArray("word ").repeated(200) + "\n");
    view().goToLine(0);
    const auto selected = [this] {
        const auto [begin, end] = VisibleText(view().caret()).selection();
        return VisibleText(view().caret()).text().mid(begin, end - begin);
    };
    key(Qt::Key_Right);
    key(Qt::Key_Right);
    QCOMPARE(VisibleText(view().caret()).caret(), 2);
    QVERIFY(view().caret().selection().isEmpty());
    key(Qt::Key_Left);
    QCOMPARE(VisibleText(view().caret()).caret(), 1);
    key(Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(VisibleText(view().caret()).caret(), 4);
    key(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(selected(), u"two_3: "_s);
    key(Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(VisibleText(view().caret()).caret(), 15); // the end
    key(Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(view().caret().line(), 1);
    key(Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(VisibleText(view().caret()).caret(), 15);
    key(Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(VisibleText(view().caret()).caret(), 11);
    key(Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(VisibleText(view().caret()).caret(), 4);
    view().goToLine(2);
    for (int i = 0; i < 150; ++i)
        key(Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(view().caret().line(), 2);
    QVERIFY(view().horizontalScrollBar()->value() > 0); // it stays in sight
}

void TstLogInput::takesTheSmallestTurnsOfAWheel_data()
{
    QTest::addColumn<QPoint>("pixels");
    QTest::addColumn<QPoint>("angle");
    QTest::addColumn<bool>("isMap");
    for (const bool isMap : {false, true}) {
        const char *where = isMap ? "map" : "view";
        QTest::addRow("%s, angle", where) << QPoint() << QPoint(0, -8) << isMap; // 15 make a notch of three rows
        QTest::addRow("%s, pixels", where) << QPoint(0, -4) << QPoint(0, -8) << isMap; // 5 make a row of 20
    }
}

void TstLogInput::takesTheSmallestTurnsOfAWheel()
{
    QFETCH(const QPoint, pixels);
    QFETCH(const QPoint, angle);
    QFETCH(const bool, isMap);
    show(lines(1000));
    key(Qt::Key_Home);
    QWidget *target = isMap ? static_cast<QWidget *>(m_panel->findChild<LogMap *>()) : view().viewport();
    for (int i = 0; i < 30; ++i) {
        QWheelEvent event(QPointF(5, 5), target->mapToGlobal(QPointF(5, 5)), pixels, angle, {}, {}, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(target, &event);
    }
    QCOMPARE(view().scroll().firstVisibleLine(), 6);
}

void TstLogInput::stopsFollowingByTheWheel()
{
    show(lines(1000));
    QVERIFY(view().follow().isFollowing());
    const qint64 end = view().scroll().firstVisibleLine();
    turn(1);
    QCOMPARE(view().scroll().firstVisibleLine(), end - 3);
    QVERIFY(!view().follow().isFollowing());
    turn(-1);
    QVERIFY(view().follow().isFollowing());
}

void TstLogInput::zoomsByTheWheel()
{
    show(lines(1000));
    turn(1, Qt::ControlModifier);
    QCOMPARE(view().look().zoom(), 1.1);
    turn(-1, Qt::ControlModifier);
    QCOMPARE(view().look().zoom(), 1.0);
    QVERIFY(view().follow().isFollowing());
}

void TstLogInput::scrollsWhileTheMouseIsBeyondAnEdge()
{
    show(lines(1000));
    view().goToRow(500);
    QTest::mousePress(view().viewport(), Qt::LeftButton, {}, {200, 100});
    move({200, view().viewport()->height() + 30}); // once
    QTRY_VERIFY(view().scroll().firstVisibleLine() > 510);
    QVERIFY(view().caret().line() >= view().scroll().lastVisibleLine());
    move({200, 100});
    const qint64 top = view().scroll().firstVisibleLine();
    QTimer timer;
    QSignalSpy ticks(&timer, &QTimer::timeout);
    timer.start(50);
    QTRY_VERIFY(ticks.count() >= 5);
    QCOMPARE(view().scroll().firstVisibleLine(), top);
    move({200, -5});
    QTRY_VERIFY(view().scroll().firstVisibleLine() < top - 5);
    QCOMPARE(view().caret().line(), view().scroll().firstVisibleLine());
    QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, {200, -5});
    QVERIFY(!view().caret().selection().isEmpty());
}

void TstLogInput::stopsFollowingWhereSomebodyPoints()
{
    show(lines(1000));
    QVERIFY(view().follow().isFollowing());
    QTest::mousePress(view().viewport(), Qt::LeftButton, {}, {200, 100});
    QVERIFY(!view().follow().isFollowing());
    QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, {200, 100});
    key(Qt::Key_End);
    QVERIFY(view().follow().isFollowing());
}

// The tag with the number of its states is behind its last piece; the bar's range ends with a whole piece.
void TstLogInput::hoversOverTheEndOfALongRewrittenLine()
{
    show("first\nold\r" + QByteArray(2 * LogPieces::pieceBytes - 60, 'x') + "\nlast\n", true);
    QTRY_COMPARE(view().rows().lineCount(), 3);
    QScrollBar *bar = view().horizontalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0);
    bar->setValue(bar->maximum());
    bool isOnTag = false;
    for (int y = 0; y < 80 && !isOnTag; y += 8) {
        for (int x = view().viewport()->width() - 1; x > 0 && !isOnTag; x -= 8) {
            QMouseEvent event(QEvent::MouseMove, QPointF(x, y), view().viewport()->mapToGlobal(QPointF(x, y)),
                              Qt::NoButton, Qt::NoButton, {});
            QCoreApplication::sendEvent(view().viewport(), &event);
            isOnTag = view().viewport()->cursor().shape() == Qt::PointingHandCursor;
        }
    }
    QVERIFY(isOnTag);
}

void TstLogInput::goesToErrorsByKey()
{
    show(lines(300) + "ERROR one\n" + lines(300) + "ERROR two\n" + lines(300));
    const auto *map = m_panel->findChild<LogMap *>();
    QTRY_COMPARE(map->errorCount(), 2);
    QTRY_VERIFY(map->isSettled());
    view().setFocus();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    view().goToRow(400);
    for (const auto &[modifiers, line] :
         {std::pair(Qt::NoModifier, 601), {Qt::NoModifier, 300}, {Qt::ShiftModifier, 601}, {Qt::ShiftModifier, 300}}) {
        key(Qt::Key_F8, modifiers);
        QCOMPARE(view().caret().line(), line);
        QVERIFY(view().scroll().firstVisibleLine() <= line && view().scroll().lastVisibleLine() >= line);
    }
}

void TstLogInput::takesTheKeysOfItsTools()
{
    show(QByteArray(1000, 'x') + '\n' + lines(3000), true);
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    key(Qt::Key_Home);
    m_panel->openFind();
    m_panel->findChild<LogFindBar *>()->setQuery({u"999"_s, false, false});
    QTRY_COMPARE(view().currentMatch(), 1000);
    QTRY_VERIFY(m_panel->isSettled());
    view().setFocus();
    key(Qt::Key_F3);
    QCOMPARE(view().currentMatch(), 2000);
    key(Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(view().currentMatch(), 1000);
    key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE(view().rows().count(), 3);
    key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(view().rows().count(), 3001);
    key(Qt::Key_Home);
    QTRY_VERIFY(view().horizontalScrollBar()->maximum() > 0); // when it was painted
    key(Qt::Key_Z, Qt::AltModifier);
    QCOMPARE(view().horizontalScrollBar()->maximum(), 0);
    key(Qt::Key_Z, Qt::AltModifier);
    QTRY_VERIFY(view().horizontalScrollBar()->maximum() > 0);
}

void TstLogInput::offersItsToolsInThePalette()
{
    show(lines(10));
    m_panel->layouts().offer();
    QStringList offered;
    for (const QAction *action : m_panel->commands())
        offered.append(action->text() + u' ' + action->shortcut().toString(QKeySequence::PortableText));
    for (const QString &wanted :
         {u"Log: Wrap long lines Alt+Z"_s, u"Log: Follow the end "_s, u"Log: Pause Pause"_s, u"Log: Find Ctrl+F"_s,
          u"Log: Go to line or time Ctrl+G"_s, u"Log: Highlight text Ctrl+Shift+H"_s, u"Log: Copy all Ctrl+Shift+A"_s,
          u"Log: Save as… Ctrl+S"_s, u"Log: Next error F8"_s, u"Log: Previous error Shift+F8"_s,
          u"Open in a window Ctrl+Shift+N"_s})
        QVERIFY2(offered.contains(wanted), qPrintable(wanted + u" is not among " + offered.join(u", ")));
    for (QAction *action : m_panel->commands()) {
        if (action->text() == u"Log: Copy all")
            action->trigger();
    }
    QTRY_VERIFY(QGuiApplication::clipboard()->text().startsWith(u"line 0\n"));
    QCOMPARE(testing::shortcutClashes(*m_panel), QStringList());
}

void TstLogInput::showsAMatchDeepInALongLine_data()
{
    QTest::addColumn<bool>("isWrapping");
    QTest::newRow("in one row") << false;
    QTest::newRow("wrapped") << true;
}

void TstLogInput::showsAMatchDeepInALongLine()
{
    QFETCH(const bool, isWrapping);
    const QByteArray filling = QByteArray("0123456789").repeated(500'000);
    show("first\n" + filling + "needle" + filling + "\nlast\n", true);
    view().look().setWrapping(isWrapping);
    key(Qt::Key_Home);
    m_panel->openFind();
    m_panel->findChild<LogFindBar *>()->setQuery({u"needle"_s, false, false});
    QTRY_COMPARE(view().currentMatch(), 1);
    QTRY_VERIFY(VisibleText(view().caret()).text().contains(u"needle"));
    const qsizetype at = VisibleText(view().caret()).text().indexOf(u"needle");
    const QRect shown =
        VisibleText(view().caret()).rectOf(int(at)).united(VisibleText(view().caret()).rectOf(int(at) + 5));
    QVERIFY(view().viewport()->rect().contains(shown));
}

BATCHDECK_TEST(QApplication, TstLogInput)
#include "tst_loginput.moc"
