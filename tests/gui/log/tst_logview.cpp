// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/workerpool.h"
#include "engine/log/reader/logreaders.h"
#include "ui/log/line/logliveline.h"
#include "ui/log/line/progressline.h"
#include "ui/log/logfinder.h"
#include "ui/log/panel/logfind.h"
#include "ui/log/panel/logfindbar.h"
#include "ui/log/panel/logpanel.h"
#include "ui/log/text/visibletext.h"
#include "ui/log/view/loghighlights.h"
#include "ui/log/view/logmap.h"
#include "ui/log/watch/frameclock.h"

#include "engine/base/pathbytes.h"
#include "engine/log/core/file/spooltimes.h"
#include "tests/support/testmain.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/page/banner.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QDateTime>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QToolButton>

using namespace ui;

class TstLogView final : public QObject
{
    Q_OBJECT

private:
    void write(const QByteArray &bytes)
    {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::Append));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    static QByteArray lines(int first, int count)
    {
        QByteArray bytes;
        for (int i = first; i < first + count; ++i)
            bytes += "line " + QByteArray::number(i) + '\n';
        return bytes;
    }
    std::unique_ptr<LogPanel> newPanel(bool isComplete = false) const
    {
        auto panel = std::make_unique<LogPanel>(std::make_shared<engine::LogReaders>());
        panel->resize(800, 400);
        panel->show();
        panel->setFiles({{QStringLiteral("stdout.txt"), QStringLiteral("desk"), m_path, isComplete}});
        return panel;
    }

    /// Amid the tag of a line of 2 characters in that row of the window.
    static QPoint tagIn(int row)
    {
        const double cell = CellFont(monoFont()).cell();
        return {int(4 * cell) + 24 + int(2 * cell) + 14 + 20, row * 20 + 10};
    }
    static qint64 anonymousBytes()
    {
        QFile file(QStringLiteral("/proc/self/statm"));
        const QByteArrayList words = file.open(QIODevice::ReadOnly) ? file.readAll().split(' ') : QByteArrayList();
        return (words.value(1).toLongLong() - words.value(2).toLongLong()) * 4096;
    }

    QTemporaryDir m_folder;
    QString m_path;

private slots:
    void init()
    {
        m_path = m_folder.filePath(QStringLiteral("stdout.txt"));
        QFile::remove(m_path);
        QFile::remove(m_folder.filePath(QStringLiteral(".times/stdout.txt")));
    }

    void saysThatThereIsNoOutputYet()
    {
        const auto panel = newPanel();
        const auto shown = [&panel] {
            QString all;
            for (const QLabel *label : panel->findChildren<QLabel *>())
                all += label->isVisible() ? label->text() : QString();
            return all;
        };
        QVERIFY(shown().contains(QStringLiteral("stdout.txt appears here as soon as the job writes")));
        write("first\n");
        QTRY_COMPARE(panel->view()->rows().lineCount(), 1);
        QVERIFY(!shown().contains(QStringLiteral("appears here")));
    }

    void followsTheEndUntilScrolledUp()
    {
        write(lines(0, 1000));
        const auto panel = newPanel();
        LogView *view = panel->view();
        QTRY_COMPARE(view->rows().lineCount(), 1000);
        const QScrollBar *bar = view->verticalScrollBar();
        QCOMPARE(bar->value(), bar->maximum());
        write(lines(1000, 50));
        QTRY_COMPARE(view->rows().lineCount(), 1050);
        QCOMPARE(bar->value(), bar->maximum());

        QTest::keyClick(view, Qt::Key_PageUp);
        QVERIFY(!view->follow().isFollowing());
        const qint64 top = view->scroll().firstVisibleLine();
        write(lines(1050, 12));
        QTRY_COMPARE(view->rows().lineCount(), 1062);
        QCOMPARE(view->scroll().firstVisibleLine(), top);
        auto *button = view->viewport()->findChild<QPushButton *>();
        QVERIFY(button->isVisible());
        QVERIFY(button->text().startsWith(QStringLiteral("12 new line")));
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(view->follow().isFollowing());
        QVERIFY(!button->isVisible());
        QCOMPARE(bar->value(), bar->maximum());
    }

    void watchesOnlyWhatIsVisibleAndMayGrow()
    {
        write(lines(0, 10));
        const auto panel = newPanel();
        const FrameClock &clock = FrameClock::shared();
        QTRY_COMPARE(panel->view()->rows().lineCount(), 10);
        QVERIFY(clock.isTicking());
        panel->hide();
        QTRY_VERIFY(!clock.isTicking());
        write(lines(10, 10));
        QCOMPARE(panel->view()->rows().lineCount(), 10);
        panel->show();
        QTRY_COMPARE(panel->view()->rows().lineCount(), 20);

        write("the last"); // and then we hear that it is complete
        panel->setFiles({{QStringLiteral("stdout.txt"), QStringLiteral("desk"), m_path, true}});
        QTRY_VERIFY(!clock.isTicking());
        QCOMPARE(panel->view()->rows().pieces({20}).text(0).text, QStringLiteral("the last"));
    }

    void followsWrappedLines()
    {
        const auto panel = newPanel();
        panel->view()->look().setWrapping(true);
        write(QByteArray("word ").repeated(1000) + "\nlast\n");
        QTRY_COMPARE(panel->view()->rows().lineCount(), 2);
        QVERIFY(panel->view()->follow().isFollowing());
        QTest::keyClick(panel->view(), Qt::Key_Home);
        QCOMPARE(panel->view()->scroll().firstVisibleLine(), 0);
        QVERIFY(!panel->view()->follow().isFollowing());
        for (int i = 0; i < 200; ++i)
            QTest::keyClick(panel->view(), Qt::Key_Down);
        QVERIFY(panel->view()->follow().isFollowing()); // row by row to the very end
    }

    void foldsWhatIsRewritten()
    {
        write("start\n 1%");
        {
            const auto early = newPanel();
            QTRY_COMPARE(early->view()->rows().lineCount(), 1); // a first state will be rewritten: it is live at once
            QVERIFY(early->view()->liveLine().has_value());
        }
        write("\r 50%\r 73% 457/626");
        const auto panel = newPanel();
        QTRY_COMPARE(panel->view()->rows().lineCount(), 1);
        QVERIFY(panel->view()->liveLine().has_value());
        QCOMPARE(panel->view()->liveLine()->updates, 3);
        write("\rdone\nnext\n");
        QTRY_COMPARE(panel->view()->rows().lineCount(), 3);
        QCOMPARE(panel->view()->rows().pieces({1}).text(0).text, QStringLiteral("done"));
        QVERIFY(!panel->view()->liveLine().has_value());
    }

    void foldsRowsThatAreWrittenOver()
    {
        write("start\nTrain  0%\nEval  0%");
        const auto panel = newPanel();
        LogView *view = panel->view();
        const auto shown = [view] { return VisibleText(view->caret()).text().split(u'\n', Qt::SkipEmptyParts); };
        QTRY_COMPARE(view->rows().lineCount(), 2);
        for (int i = 1; i <= 50; ++i) {
            const QByteArray percent = QByteArray::number(i) + "%";
            write("\r\x1b[2K\x1b[1A\x1b[2KTrain " + percent + "\nEval " + percent);
            if (i % 25 == 0) {
                const QString now = QString::fromLatin1(percent);
                QTRY_COMPARE(shown(), (QStringList{QStringLiteral("start"), u"Train " + now, u"Eval " + now}));
                QVERIFY(!view->viewport()->findChild<QPushButton *>()->isVisible()); // none of it is a new line
                view->follow().setFollowing(i > 25);
            }
        }
        QVERIFY(!view->liveLine().has_value());
        QCOMPARE(view->rows().lineCount(), 53); // as they are stored
        write("\nend\n");
        const QStringList rows{QStringLiteral("start"), QStringLiteral("Train 50%"), QStringLiteral("Eval 50%"),
                               QStringLiteral("end")};
        QTRY_COMPARE(shown(), rows);
        view->caret().selectAll();
        view->copy();
        QTRY_COMPARE(QGuiApplication::clipboard()->text(), rows.join(u'\n'));

        panel->openFind();
        panel->findChild<LogFindBar *>()->setQuery({QStringLiteral("Train 50"), false, false});
        QTRY_COMPARE(view->currentMatch(), 51);
        QVERIFY(!view->rows().isFolding()); // nobody would see that line
        QCOMPARE(view->rows().count(), 54);
        QCOMPARE(view->rows().pieces({51}).text(0).text, QStringLiteral("Train 50%"));
        view->setFolding(true);
        QCOMPARE(shown(), rows);
        view->toggleStates(1);
        QCOMPARE(view->rows().count(), 54);
        view->setFolding(true);
        panel->findChild<LogFindBar *>()->setFiltering(true);
        QTRY_COMPARE(shown(), QStringList{QStringLiteral("Train 50%")});
        panel->findChild<LogFindBar *>()->setQuery({QStringLiteral("Train  0"), false, false});
        QTRY_COMPARE(shown(), QStringList{QStringLiteral("Train  0%")}); // the line, and not what its row shows

        auto *bar = panel->findChild<LogFindBar *>();
        bar->setFiltering(false);
        bar->setQuery({QStringLiteral("Train 50"), false, false});
        QTRY_COMPARE(view->currentMatch(), 51);
        QVERIFY(!view->rows().isFolding());
        emit bar->closeWanted();
        QVERIFY(view->rows().isFolding());
        QCOMPARE(shown(), rows);
        panel->openFind();
        QTRY_COMPARE(view->currentMatch(), 51);
        view->setFolding(false); // whoever wants to see them all
        emit bar->closeWanted();
        QVERIFY(!view->rows().isFolding());
    }

    void pausesRowsThatAreWrittenOver()
    {
        const auto update = [](const QByteArray &percent) -> QByteArray {
            return "\r\x1b[2K\x1b[1A\x1b[2KTrain " + percent + "\nEval " + percent;
        };
        write("start\nTrain 0%\nEval 0%" + update("1%"));
        const auto panel = newPanel();
        LogView *view = panel->view();
        const auto shown = [view] { return VisibleText(view->caret()).text().split(u'\n', Qt::SkipEmptyParts); };
        const QStringList before{QStringLiteral("start"), QStringLiteral("Train 1%"), QStringLiteral("Eval 1%")};
        QTRY_COMPARE(shown(), before);
        view->follow().setPaused(true);
        write(update("2%"));
        QTRY_VERIFY(view->viewport()->findChild<QPushButton *>()->isVisible());
        view->look().setWrapping(true); // all is laid out again
        QCOMPARE(shown(), before);
        view->follow().setPaused(false);
        QTRY_COMPARE(shown(),
                     (QStringList{QStringLiteral("start"), QStringLiteral("Train 2%"), QStringLiteral("Eval 2%")}));
    }

    /// A line may be known to be written over only after somebody selected it.
    void copiesNothingOfALineWithoutARow()
    {
        write("one\ntwo\n\x1b[2Athree\nfour\ntail\nkept\n");
        const auto panel = newPanel();
        LogView *view = panel->view();
        QTRY_COMPARE(view->rows().count(), 6);
        view->goToLine(3);
        QTest::keyClick(view, Qt::Key_End, Qt::ShiftModifier);
        write("\x1b[4Afive\nsix\n"); // the second move up
        QTRY_COMPARE(VisibleText(view->caret()).text().split(u'\n', Qt::SkipEmptyParts),
                     (QStringList{QStringLiteral("five"), QStringLiteral("six"), QStringLiteral("tail"),
                                  QStringLiteral("kept")}));
        QGuiApplication::clipboard()->clear();
        view->copy();
        QTRY_VERIFY(!QGuiApplication::clipboard()->text().isEmpty());
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("kept"));
    }

    void showsEachStateOfALine()
    {
        write("start\n1%\r2%\r\x1b[31m3%\x1b[0m\nnext\n");
        const auto panel = newPanel(true);
        LogView *view = panel->view();
        QTRY_COMPARE(view->rows().lineCount(), 3);
        QCOMPARE(view->rows().count(), 3);
        view->goToLine(1);
        QTest::keyClick(view, Qt::Key_Return);
        QTRY_COMPARE(view->rows().count(), 6);
        QTest::keyClick(view, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("start\n3%\n1%\n2%\n3%\nnext"));
        view->goToLine(1);
        QTest::keyClick(view, Qt::Key_Space);
        QCOMPARE(view->rows().count(), 3);

        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, tagIn(1));
        QTRY_COMPARE(view->rows().count(), 6);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, tagIn(1));
        QCOMPARE(view->rows().count(), 3);
        view->look().setWrapping(true);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, tagIn(1));
        QTRY_COMPARE(view->rows().count(), 6);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, {tagIn(1).x(), 5}); // nothing is there
        QCOMPARE(view->rows().count(), 6);
    }

    void showsEachStateOfTheLiveLine()
    {
        write("start\n1%\r2%");
        const auto panel = newPanel();
        LogView *view = panel->view();
        QTRY_VERIFY(view->liveLine().has_value());
        QCOMPARE(view->rows().count(), 1);
        auto *foot = panel->findChild<LogLiveLine *>();
        auto *expand = foot->findChild<QToolButton *>();
        QVERIFY(expand->isVisible());
        expand->click();
        QTRY_COMPARE(view->rows().count(), 2 + 2);
        write("\r3%");
        QTRY_COMPARE(view->rows().count(), 2 + 3);
        write(" done\rfour\nnext\n"); // it ends, and its states stay
        QTRY_COMPARE(view->rows().count(), 3 + 4);
        QVERIFY(!view->liveLine().has_value());
        QVERIFY(!expand->isChecked());
        view->caret().selectAll();
        view->copy();
        QTRY_COMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("start\nfour\n1%\n2%\n3% done\nfour\nnext"));
        write("5%\r6%");
        QTRY_VERIFY(view->liveLine().has_value());
        expand->click();
        QTRY_COMPARE(view->rows().count(), 3 + 4 + 1 + 2);
        expand->click();
        QCOMPARE(view->rows().count(), 3 + 4);
    }

    void showsAnEndlessLine()
    {
        write("first\n" + QByteArray("0123456789").repeated(10'000'000) + "\nlast\n");
        const qint64 before = anonymousBytes();
        const auto panel = newPanel(true);
        LogView *view = panel->view();
        QTRY_COMPARE(view->rows().lineCount(), 3);
        view->viewport()->grab();
        const double cell = CellFont(monoFont()).cell();
        QScrollBar *bar = view->horizontalScrollBar();
        QTRY_VERIFY(bar->maximum() > int(99e6 * cell));
        bar->setValue(int(50e6 * cell)); // a column of its tens
        QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, {400, 30});
        QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QGuiApplication::clipboard()->text().size(), LogPieces::pieceBytes); // it is all one word
        view->viewport()->grab();
        view->look().setWrapping(true);
        view->viewport()->grab();
        QTest::keyClick(view, Qt::Key_End);
        view->viewport()->grab();
        QCOMPARE(view->scroll().firstVisibleLine(), 1); // amid the long line, its end is above the last line
        for (int i = 0; i < 50; ++i)
            QTest::keyClick(view, Qt::Key_PageUp);
        QCOMPARE(view->scroll().firstVisibleLine(), 1);
        view->viewport()->grab();
        QVERIFY2(anonymousBytes() - before < 32 * 1024 * 1024, qPrintable(QString::number(anonymousBytes() - before)));
    }

    void copiesLongLinesWhole()
    {
        const QByteArray line = QByteArray("0123456789").repeated(10'000);
        write(line + "\nlast\n");
        const auto panel = newPanel(true);
        QTRY_COMPARE(panel->view()->rows().lineCount(), 2);
        QSignalSpy copied(panel->view(), &LogView::copied);
        panel->view()->caret().selectAll();
        panel->view()->copy();
        QVERIFY(copied.wait(testing::patience));
        QVERIFY(copied[0][0].toBool());
        QVERIFY(QGuiApplication::clipboard()->text() == QString::fromLatin1(line + "\nlast"));
    }

    void copiesMillionsOfLines()
    {
        const QByteArray all = lines(0, 3'000'000);
        write(all);
        const auto panel = newPanel(true);
        QTRY_COMPARE(panel->view()->rows().lineCount(), 3'000'000);
        QSignalSpy copied(panel->view(), &LogView::copied);
        QTest::keyClick(panel->view(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(panel->view(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(copied.wait(2 * testing::patience));
        QVERIFY(copied[0][0].toBool());
        QVERIFY(QGuiApplication::clipboard()->text() == QLatin1String(all).chopped(1));
    }

    void pauses()
    {
        write(lines(0, 100));
        const auto panel = newPanel();
        LogView *view = panel->view();
        QTRY_COMPARE(view->rows().lineCount(), 100);
        QTest::keyClick(view, Qt::Key_Pause);
        QVERIFY(view->follow().isPaused());
        write(lines(100, 7));
        auto *button = view->viewport()->findChild<QPushButton *>();
        QTRY_VERIFY(button->isVisible());
        QVERIFY2(button->text().startsWith(QStringLiteral("Paused, 7 new lines")), qPrintable(button->text()));
        QCOMPARE(view->rows().lineCount(), 100);
        QTest::keyClick(view, Qt::Key_End);
        QVERIFY(!view->follow().isPaused());
        QCOMPARE(view->rows().lineCount(), 107);
    }

    void marksLines()
    {
        write(lines(0, 1000));
        const auto panel = newPanel();
        LogView *view = panel->view();
        QTRY_COMPARE(view->rows().lineCount(), 1000);
        for (const qint64 line : {10, 500}) {
            view->goToLine(line);
            QTest::keyClick(view, Qt::Key_F2, Qt::ControlModifier);
        }
        QCOMPARE(view->marks().lines(), (std::set<qint64>{10, 500}));
        QTest::keyClick(view, Qt::Key_F2);
        QCOMPARE(view->caret().line(), 10); // around the end
        QTest::keyClick(view, Qt::Key_F2);
        QCOMPARE(view->caret().line(), 500);
        QTest::keyClick(view, Qt::Key_F2, Qt::ShiftModifier);
        QCOMPARE(view->caret().line(), 10);
        QVERIFY(view->scroll().firstVisibleLine() <= 10);
        QTest::keyClick(view, Qt::Key_F2, Qt::ControlModifier);
        QCOMPARE(view->marks().lines(), std::set<qint64>{500});
    }

    void goesToLinesAndTimes()
    {
        QByteArray log;
        for (int i = 0; i < 10'000; ++i) {
            log += "2026-03-0" + QByteArray::number(1 + i / 5000)
                + QTime(0, 0).addSecs(i % 5000).toString(QStringLiteral(" hh:mm:ss,zzz ")).toUtf8() + "INFO step\n";
            log += "without a time\n";
        }
        write(log);
        const auto panel = newPanel();
        LogView *view = panel->view();
        QTRY_COMPARE(view->rows().lineCount(), 20'000);
        view->setFocus();
        QVERIFY(QTest::qWaitForWindowActive(panel.get()));
        QTest::keyClick(view, Qt::Key_G, Qt::ControlModifier);
        auto *target = panel->findChild<QLineEdit *>(QStringLiteral("goToLine"));
        QVERIFY(target->isVisible());
        const auto go = [&](const char *text) {
            target->setText(QString::fromLatin1(text));
            QTest::keyClick(target, Qt::Key_Return);
        };
        go("1234");
        QCOMPARE(view->caret().line(), 1233);
        QVERIFY(!view->follow().isFollowing());
        go("2026-03-02 00:10:00");
        QTRY_COMPARE(view->caret().line(), 10'000 + 1200);
        go("1");
        go("00:10"); // of the day that was shown when the bar was opened
        QTRY_COMPARE(view->caret().line(), 10'000 + 1200);
        go("2026-03-01 00:10:00");
        go("1"); // before the other was found: what was asked for last counts
        engine::workerPool().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(view->caret().line(), 0);
        QTest::keyClick(view, Qt::Key_G, Qt::ControlModifier);
        go("00:10");
        QTRY_COMPARE(view->caret().line(), 1200);
        go("2031-01-01");
        QTRY_COMPARE(view->caret().line(), 19'998);
        const auto says = [&panel](const QString &words) {
            const auto labels = panel->findChildren<QLabel *>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](const QLabel *l) { return l->text().contains(words); });
        };
        go("never");
        QVERIFY(says(QStringLiteral("no line number and no time")));
        go("99999");
        QVERIFY(says(QStringLiteral("lines 1 to 20,000")));
        QTest::keyClick(target, Qt::Key_Escape);
        QVERIFY(!target->isVisible());
    }

    void goesToTheTimeOfAnArrival()
    {
        write(lines(0, 1000));
        const auto panel = newPanel();
        LogView *view = panel->view();
        QTRY_COMPARE(view->rows().lineCount(), 1000);
        panel->openGoTo();
        auto *target = panel->findChild<QLineEdit *>(QStringLiteral("goToLine"));
        const auto go = [&] {
            target->setText(QStringLiteral("2026-03-04 13:57"));
            QTest::keyClick(target, Qt::Key_Return);
        };
        const auto says = [&panel](const QString &words) {
            const auto labels = panel->findChildren<QLabel *>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](const QLabel *l) { return l->text().contains(words); });
        };
        go();
        QTRY_VERIFY(says(QStringLiteral("when they arrived is not known")));
        engine::logcore::SpoolTimes times(engine::pathBytes(m_path));
        times.note(0, QDateTime({2026, 3, 4}, {13, 56}).toMSecsSinceEpoch());
        times.note(lines(0, 300).size(), QDateTime({2026, 3, 4}, {13, 57}).toMSecsSinceEpoch());
        QTRY_COMPARE(
            (go(), engine::workerPool().waitForDone(), QCoreApplication::processEvents(), view->caret().line()),
            300); // a document looks for them once a second
    }

    void showsOnlyMatchingLines()
    {
        write(lines(0, 3000));
        const auto panel = newPanel();
        LogView *view = panel->view();
        QTRY_COMPARE(view->rows().lineCount(), 3000);
        panel->openFind();
        auto *bar = panel->findChild<LogFindBar *>();
        bar->setQuery({QStringLiteral("line 2\\d99$"), true, false});
        bar->setFiltering(true);
        QTRY_COMPARE(view->rows().count(), 10);
        QCOMPARE(view->rows().at(1).line, 2199);
        panel->findChild<QSpinBox *>()->setValue(1);
        QTRY_COMPARE(view->rows().count(), 30 - 1); // nothing is behind the last line
        QVERIFY(view->rows().isContext(2098));
        QVERIFY(!view->rows().isContext(2099));
        write("line 2099\n");
        QTRY_COMPARE(view->rows().count(), 30 + 1 - 1); // its line before was there already
        view->caret().selectAll();
        view->copy();
        QTRY_VERIFY(QGuiApplication::clipboard()->text().startsWith(
            QStringLiteral("line 2098\nline 2099\nline 2100\nline 2198\n")));

        view->follow().setFollowing(false);
        QTest::keyClick(view, Qt::Key_Home);
        QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, {100, 4 * 20 + 10});
        QVERIFY(!view->rows().isFiltered());
        QVERIFY(!bar->isFiltering());
        QCOMPARE(view->caret().line(), 2199);
        QVERIFY(view->scroll().firstVisibleLine() <= 2199 && view->scroll().lastVisibleLine() >= 2199);
        bar->setFiltering(true);
        QTRY_VERIFY(view->rows().isFiltered());
        QTest::keyClick(view, Qt::Key_Return);
        QVERIFY(!view->rows().isFiltered());
        QCOMPARE(view->caret().line(), 2199);
        panel->closeBars();
        QCOMPARE(view->rows().count(), 3001);
    }

    void savesPatterns()
    {
        write(lines(0, 10));
        const auto panel = newPanel();
        panel->openFind();
        auto *bar = panel->findChild<LogFindBar *>();
        auto *menu = bar->findChild<QMenu *>();
        const auto choose = [menu](qsizetype index) {
            emit menu->aboutToShow();
            menu->actions().at(index)->trigger();
        };
        bar->setQuery({QStringLiteral("a&b"), true, true});
        choose(0); // Save
        QCOMPARE(bar->saved().size(), 1);
        bar->setQuery({QStringLiteral("line 3"), false, false});
        QTRY_COMPARE(panel->view()->currentMatch(), 3);
        choose(2);
        QCOMPARE(bar->query().text, QStringLiteral("a&b"));
        QVERIFY(bar->query().isRegex && bar->query().isCaseSensitive);
        choose(0); // Forget
        QVERIFY(bar->saved().isEmpty());
    }

    void mapsErrorsAndWarnings()
    {
        QByteArray log;
        for (int i = 0; i < 5000; ++i)
            log += i % 1000 == 999 ? "ERROR it broke\n"
                : i % 1000 == 500  ? "WARNING it may break\n"
                                   : "INFO it works\n";
        write(log);
        const auto panel = newPanel();
        auto *map = panel->findChild<LogMap *>();
        QTRY_COMPARE(map->errorCount(), 5);
        QTRY_COMPARE(map->warningCount(), 5);
        write("Traceback (most recent call last):\n");
        QTRY_COMPARE(map->errorCount(), 6);
        QTRY_VERIFY(map->isSettled());
        const auto colourAt = [map](double share, int x) {
            return map->grab().toImage().pixelColor(x, int(share * map->height()));
        };
        QTest::mouseClick(map, Qt::LeftButton, {}, {9, map->height() / 2});
        QVERIFY(qAbs(panel->view()->scroll().firstVisibleLine() - 2500) < 40);
        QVERIFY(!panel->view()->follow().isFollowing());
        QCOMPARE(colourAt(1999.5 / 5001, 14), tokens().colour(Mark::Failed));
        QCOMPARE(colourAt(1500.5 / 5001, 4), tokens().colour(Mark::Terminating));
        QCOMPARE(colourAt(1500.5 / 5001, 12), tokens().surface);
        QTest::mouseClick(map, Qt::LeftButton, {}, {9, map->height() - 1});
        QVERIFY(panel->view()->follow().isFollowing());
    }

    void remembersZoomPatternsAndHighlights()
    {
        write(lines(0, 100));
        QSettings settings(m_folder.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
        {
            const auto panel = newPanel();
            panel->useSettings(settings);
            QTest::keyClick(panel->view(), Qt::Key_Plus, Qt::ControlModifier);
            QTest::keyClick(panel->view(), Qt::Key_Plus, Qt::ControlModifier);
            QTest::keyClick(panel->view(), Qt::Key_Minus, Qt::ControlModifier);
            panel->findChild<LogFindBar *>()->setSaved({{QStringLiteral("a, \"b\";\n\\d"), true, false}});
            emit panel->findChild<LogFindBar *>()->savedChanged();
            panel->openHighlights();
            auto *highlights = panel->findChild<LogHighlights *>();
            QTest::keyClicks(highlights->findChild<QLineEdit *>(), QStringLiteral("line 7"));
            QCOMPARE(highlights->findChildren<QLineEdit *>().size(), 2); // room for the next
        }
        const auto panel = newPanel();
        panel->useSettings(settings);
        QTRY_COMPARE(panel->view()->rows().lineCount(), 100);
        QCOMPARE(panel->view()->look().zoom(), 1.1);
        QCOMPARE(panel->findChild<LogFindBar *>()->saved().size(), 1);
        QCOMPARE(panel->findChild<LogFindBar *>()->saved()[0].text, QStringLiteral("a, \"b\";\n\\d"));
        const QList<HighlightRule> rules = panel->findChild<LogHighlights *>()->rules();
        QCOMPARE(rules.size(), 1);
        QCOMPARE(rules[0].query.text, QStringLiteral("line 7"));
        panel->view()->goToLine(7);
        QTest::keyClick(panel->view(), Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(panel->view()->look().zoom(), 1.0);
        const QImage picture = panel->view()->viewport()->grab().toImage();
        const int y = int(7 - panel->view()->scroll().top().row) * 20 + 2;
        QCOMPARE(picture.pixelColor(int(4 * CellFont(monoFont()).cell()) + 24 + 2, y), highlightColour(0));
    }

    void showsWhenLinesArrived()
    {
        write(lines(0, 3));
        engine::logcore::SpoolTimes times(engine::pathBytes(m_path));
        times.note(7, QDateTime::currentMSecsSinceEpoch()); // nothing of the first line
        QSettings settings(m_folder.filePath(QStringLiteral("arrivals.ini")), QSettings::IniFormat);
        const auto panel = newPanel();
        panel->useSettings(settings);
        QTRY_COMPARE(panel->view()->rows().lineCount(), 3);
        const int before = VisibleText(panel->view()->caret()).rectOf(0).left();
        panel->findChild<QToolButton *>(QStringLiteral("moreOfLogs"))->click();
        auto *menu = panel->findChild<QMenu *>();
        QVERIFY(menu);
        const QList<QAction *> actions = menu->actions();
        const auto found = std::find_if(actions.cbegin(), actions.cend(), [](const QAction *action) {
            return action->text() == QStringLiteral("Show when lines arrived");
        });
        QVERIFY(found != actions.cend() && !(*found)->isChecked());
        (*found)->trigger();
        menu->close();
        const int width = VisibleText(panel->view()->caret()).rectOf(0).left() - before;
        QVERIFY(width > 11 * CellFont(monoFont()).cell());
        const QImage picture = panel->view()->viewport()->grab().toImage();
        const auto isBlank = [&](int row) {
            for (int y = row * 20; y < row * 20 + 20; ++y) {
                for (int x = 0; x < width; ++x) {
                    if (picture.pixel(x, y) != picture.pixel(0, 0))
                        return false;
                }
            }
            return true;
        };
        QVERIFY(isBlank(0));
        QVERIFY(!isBlank(1));
        QVERIFY(LogSettings::read(settings).areArrivalsShown);
        const auto another = newPanel();
        another->useSettings(settings);
        QTRY_COMPARE(another->view()->rows().lineCount(), 3);
        QCOMPARE(VisibleText(another->view()->caret()).rectOf(0).left(), before + width);
    }

    void showsTimesAsQuietAsLineNumbers()
    {
        write("13:57:22 loss\n");
        const auto panel = newPanel(true);
        QTRY_COMPARE(panel->view()->rows().lineCount(), 1);
        const QImage picture = panel->view()->viewport()->grab().toImage();
        const auto loudest = [&](int first, int last) { // the contrast of what is in these characters
            double most = 1;
            const QRect begin = VisibleText(panel->view()->caret()).rectOf(first);
            for (int x = begin.left(); x <= VisibleText(panel->view()->caret()).rectOf(last).right(); ++x) {
                for (int y = begin.top(); y <= begin.bottom(); ++y)
                    most = std::max(most, contrast(picture.pixelColor(x, y), tokens().surface));
            }
            return most;
        };
        const double quiet = contrast(tokens().text3, tokens().surface);
        QVERIFY2(loudest(0, 7) <= quiet + 0.1 && loudest(0, 7) > 1.5, qPrintable(QString::number(loudest(0, 7))));
        QVERIFY2(loudest(9, 12) > quiet + 1, qPrintable(QString::number(loudest(9, 12))));
    }

    void tellsScreenReadersWhatIsVisible()
    {
        QByteArray log = "first\nsec\xc3\xb6nd\n";
        write(log + QByteArray("0123456789").repeated(2000) + '\n' + lines(3, 500));
        const auto panel = newPanel(true);
        LogView *view = panel->view();
        QTRY_COMPARE(view->rows().lineCount(), 503);
        QTest::keyClick(view, Qt::Key_Home);
        QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(view);
        QVERIFY(accessible);
        QCOMPARE(accessible->role(), QAccessible::Document);
        QVERIFY(accessible->state().readOnly);
        QAccessibleTextInterface *text = accessible->textInterface();
        QVERIFY(text);
        QCOMPARE(text->text(0, 13), QStringLiteral("first\nsec\u00f6nd\n"));
        const QString all = text->text(0, text->characterCount());
        QVERIFY(all.size() < 10'000); // not what is beyond the right edge
        QVERIFY(all.contains(QStringLiteral("\nline 3\n")));
        for (const int offset : {0, 4, 6, 9, 11, 30}) {
            const QRect box = text->characterRect(offset);
            QVERIFY(box.width() > 0);
            QCOMPARE(text->offsetAtPoint({box.left() + 1, box.center().y()}), offset);
        }
        text->addSelection(2, 9);
        QCOMPARE(text->selectionCount(), 1);
        int begin = -1;
        int end = -1;
        text->selection(0, &begin, &end);
        QCOMPARE(begin, 2);
        QCOMPARE(end, 9);
        view->copy();
        QTRY_COMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("rst\nsec"));
        text->removeSelection(0);
        QCOMPARE(text->selectionCount(), 0);
        QCOMPARE(text->cursorPosition(), 9);
        view->look().setWrapping(true);
        QVERIFY(text->text(0, text->characterCount()).startsWith(QStringLiteral("first\nsec\u00f6nd\n0123")));
        QTest::keyClick(view, Qt::Key_PageDown);
        QVERIFY(!text->text(0, text->characterCount()).contains(QStringLiteral("first")));
    }

    void saysWhenASelectionIsTooLarge()
    {
        const QByteArray line = QByteArray(4095, 'x') + '\n';
        const qint64 count = LogView::longestCopy / line.size() + 1;
        write(line.repeated(count));
        const auto panel = newPanel(true);
        QTRY_COMPARE(panel->view()->rows().lineCount(), count);
        QSignalSpy copied(panel->view(), &LogView::copied);
        panel->view()->caret().selectAll();
        panel->view()->copy();
        QVERIFY(copied.wait(testing::patience));
        QVERIFY(!copied[0][0].toBool());
        QCOMPARE(QGuiApplication::clipboard()->text().size(), LogView::longestCopy);
        const auto *banner = panel->findChild<Banner *>(QStringLiteral("copiedPart"));
        QVERIFY(banner->isVisible());
        QVERIFY2(banner->text().contains(QStringLiteral("256 MB")), qPrintable(banner->text()));
        auto *remedy = banner->findChild<QPushButton *>();
        QCOMPARE(remedy->text(), QStringLiteral("Save the selection…"));
        remedy->click();
        auto *dialog = panel->findChild<QFileDialog *>();
        QVERIFY(dialog && dialog->windowTitle() == QStringLiteral("Save the selection"));
        dialog->close();
        panel->view()->goToLine(0);
        QTest::keyClick(panel->view(), Qt::Key_Right, Qt::ShiftModifier);
        panel->view()->copy();
        QVERIFY(copied.wait(testing::patience));
        QVERIFY(!banner->isVisible());
    }

    void showsTheOpenLineOfACompleteFile()
    {
        write("1%\r2%");
        const auto panel = newPanel(true);
        QTRY_COMPARE(panel->view()->rows().lineCount(), 1);
        QCOMPARE(panel->view()->rows().pieces({0}).text(0).text, QStringLiteral("2%"));
    }

    void findsForwardsAndBackwards()
    {
        write(lines(0, 3000));
        const auto panel = newPanel();
        QTRY_VERIFY(panel->isSettled() && panel->view()->rows().lineCount() == 3000);
        QTest::keyClick(panel->view(), Qt::Key_Home);
        panel->openFind();
        QTest::keyClicks(panel->findChild<QLineEdit *>(), QStringLiteral("line 2000"));
        QTRY_COMPARE(panel->view()->currentMatch(), 2000);
        panel->findChild<QLineEdit *>()->setText(QStringLiteral("999"));
        QTRY_VERIFY(panel->isSettled());
        QTRY_VERIFY(panel->view()->currentMatch() > 0);
        const qint64 first = panel->view()->currentMatch();
        panel->find().goToNext();
        const qint64 second = panel->view()->currentMatch();
        QVERIFY(second != first);
        panel->find().goToPrevious();
        QCOMPARE(panel->view()->currentMatch(), first);
        const qint64 top = panel->view()->scroll().firstVisibleLine();
        QVERIFY(first >= top && first < top + 20);
    }

    // What comes between the workers' last word and our next look at it may not be lost.
    void keepsSearchingUntilAllIsKnown()
    {
        write(lines(0, 3000));
        const auto document = std::make_shared<engine::LogDocument>(m_path);
        document->refresh();
        LogFinder finder;
        finder.start(document, *engine::LogPattern::compile({QStringLiteral("999"), false, false}));
        QVERIFY(finder.isSearching());
        write(lines(3000, 1000));
        document->refresh();
        finder.extend();
        QTRY_VERIFY(!finder.isSearching());
        QCOMPARE(finder.count(), 4);
        QCOMPARE(finder.next(1999), 2999);
        QCOMPARE(finder.next(2999), 3999);
        QCOMPARE(finder.next(3999), 999); // around the end
        QCOMPARE(finder.previous(999), 3999);
        QCOMPARE(finder.countBelow(2999), 2);
    }

    void opensStdoutFirst()
    {
        LogPanel panel(std::make_shared<engine::LogReaders>());
        panel.show();
        QList<engine::LogFileSnapshot> files;
        for (const char *name :
             {"execution.log", "stdout-job_prep.txt", "stderr-job_prep.txt", "stdout.txt", "stderr.txt", "extra.log"}) {
            const QString fileName = QString::fromLatin1(name);
            files.append({fileName, QStringLiteral("desk"), m_folder.filePath(fileName), false});
        }
        panel.setFiles(files);
        const auto *tabs = panel.findChild<QTabBar *>();
        QStringList titles;
        for (int i = 0; i < tabs->count(); ++i)
            titles.append(tabs->tabText(i));
        const QStringList expected{QStringLiteral("stdout"),          QStringLiteral("stderr"),
                                   QStringLiteral("Job preparation"), QStringLiteral("Job preparation, stderr"),
                                   QStringLiteral("Execution log"),   QStringLiteral("extra.log")};
        QCOMPARE(titles, expected);
        QCOMPARE(tabs->currentIndex(), 0);
        QCOMPARE(panel.view()->accessibleName(), QStringLiteral("stdout"));
    }

    void readsProgress_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<double>("expected");
        QTest::newRow("percentage") << QStringLiteral("Epoch 5/90:  73%|###  | 457/626") << 0.73;
        QTest::newRow("spaced") << QStringLiteral("12.5 % done") << 0.125;
        QTest::newRow("last share") << QStringLiteral("epoch 5/90 step 300/600") << 0.5;
        QTest::newRow("a date") << QStringLiteral("2024/05/06 hello") << -1.0;
        QTest::newRow("nothing") << QStringLiteral("loading") << -1.0;
    }
    void readsProgress()
    {
        QFETCH(QString, line);
        QFETCH(double, expected);
        QCOMPARE(progressOf(line).value_or(-1), expected);
    }
};

BATCHDECK_TEST(QApplication, TstLogView)
#include "tst_logview.moc"
