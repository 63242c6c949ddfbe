// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logfinder.h"
#include "ui/log/logpanel.h"
#include "ui/log/progressline.h"

#include "tests/support/testmain.h"
#include "ui/widgets/banner.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QThreadPool>

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
        auto panel = std::make_unique<LogPanel>();
        panel->resize(800, 400);
        panel->show();
        panel->setFiles({{QStringLiteral("stdout.txt"), QStringLiteral("desk"), m_path, isComplete}});
        return panel;
    }

    QTemporaryDir m_folder;
    QString m_path;

private slots:
    void init()
    {
        m_path = m_folder.filePath(QStringLiteral("stdout.txt"));
        QFile::remove(m_path);
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
        QTRY_COMPARE(panel->view()->lineCount(), 1);
        QVERIFY(!shown().contains(QStringLiteral("appears here")));
    }

    void followsTheEndUntilScrolledUp()
    {
        write(lines(0, 1000));
        const auto panel = newPanel();
        LogView *view = panel->view();
        QTRY_COMPARE(view->lineCount(), 1000);
        const QScrollBar *bar = view->verticalScrollBar();
        QCOMPARE(bar->value(), bar->maximum());
        write(lines(1000, 50));
        QTRY_COMPARE(view->lineCount(), 1050);
        QCOMPARE(bar->value(), bar->maximum());

        QTest::keyClick(view, Qt::Key_PageUp);
        QVERIFY(!view->isFollowing());
        const qint64 top = view->firstVisibleLine();
        write(lines(1050, 12));
        QTRY_COMPARE(view->lineCount(), 1062);
        QCOMPARE(view->firstVisibleLine(), top);
        auto *button = view->viewport()->findChild<QPushButton *>();
        QVERIFY(button->isVisible());
        QVERIFY(button->text().startsWith(QStringLiteral("12 new line")));
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(view->isFollowing());
        QVERIFY(!button->isVisible());
        QCOMPARE(bar->value(), bar->maximum());
    }

    void followsWrappedLines()
    {
        const auto panel = newPanel();
        panel->view()->setWrapping(true);
        write(QByteArray("word ").repeated(1000) + "\nlast\n");
        QTRY_COMPARE(panel->view()->lineCount(), 2);
        QVERIFY(panel->view()->isFollowing());
        QTest::keyClick(panel->view(), Qt::Key_Home);
        QCOMPARE(panel->view()->firstVisibleLine(), 0);
        QVERIFY(!panel->view()->isFollowing());
        for (int i = 0; i < 200; ++i)
            QTest::keyClick(panel->view(), Qt::Key_Down);
        QVERIFY(panel->view()->isFollowing()); // row by row to the very end
    }

    void foldsWhatIsRewritten()
    {
        write("start\n 1%");
        {
            const auto early = newPanel();
            QTRY_COMPARE(early->view()->lineCount(), 1); // a first state will be rewritten: it is live at once
            QVERIFY(early->view()->liveLine().has_value());
        }
        write("\r 50%\r 73% 457/626");
        const auto panel = newPanel();
        QTRY_COMPARE(panel->view()->lineCount(), 1);
        QVERIFY(panel->view()->liveLine().has_value());
        QCOMPARE(panel->view()->liveLine()->updates, 3);
        write("\rdone\nnext\n");
        QTRY_COMPARE(panel->view()->lineCount(), 3);
        QCOMPARE(panel->view()->lineText(1), QStringLiteral("done"));
        QVERIFY(!panel->view()->liveLine().has_value());
    }

    void showsTheOpenLineOfACompleteFile()
    {
        write("1%\r2%");
        const auto panel = newPanel(true);
        QTRY_COMPARE(panel->view()->lineCount(), 1);
        QCOMPARE(panel->view()->lineText(0), QStringLiteral("2%"));
    }

    void findsForwardsAndBackwards()
    {
        write(lines(0, 3000));
        const auto panel = newPanel();
        QTRY_VERIFY(panel->isSettled() && panel->view()->lineCount() == 3000);
        QTest::keyClick(panel->view(), Qt::Key_Home);
        panel->openFind();
        QTest::keyClicks(panel->findChild<QLineEdit *>(), QStringLiteral("line 2000"));
        QTRY_COMPARE(panel->view()->currentMatch(), 2000);
        panel->findChild<QLineEdit *>()->setText(QStringLiteral("999"));
        QTRY_VERIFY(panel->isSettled());
        QTRY_VERIFY(panel->view()->currentMatch() > 0);
        const qint64 first = panel->view()->currentMatch();
        panel->findNext();
        const qint64 second = panel->view()->currentMatch();
        QVERIFY(second != first);
        panel->findPrevious();
        QCOMPARE(panel->view()->currentMatch(), first);
        const qint64 top = panel->view()->firstVisibleLine();
        QVERIFY(first >= top && first < top + 20);
    }

    // Between the worker's last word and the turn of the event loop that brings it, nothing may be lost.
    void keepsSearchingUntilAllIsKnown()
    {
        write(lines(0, 3000));
        const auto document = std::make_shared<engine::LogDocument>(m_path);
        document->refresh();
        LogFinder finder;
        finder.start(document, *engine::LogPattern::compile({QStringLiteral("999"), false, false}));
        QThreadPool::globalInstance()->waitForDone();
        QVERIFY(finder.isSearching());
        write(lines(3000, 1000));
        document->refresh();
        finder.extend();
        QTRY_VERIFY(!finder.isSearching());
        QCOMPARE(finder.lines(), QList<qint64>({999, 1999, 2999, 3999}));
    }

    void copiesTheSelection()
    {
        write("one\ntwo \x1b[31mred\x1b[0m\nthree\n");
        const auto panel = newPanel();
        QTRY_COMPARE(panel->view()->lineCount(), 3);
        QTest::keyClick(panel->view(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(panel->view(), Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("one\ntwo red\nthree"));
    }

    void opensStdoutFirst()
    {
        LogPanel panel;
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

    void savesTheWholeFile()
    {
        const QByteArray content = lines(0, 300'000);
        write(content);
        const auto panel = newPanel();
        QSignalSpy saved(panel.get(), &LogPanel::saved);
        QFile target(m_folder.filePath(QStringLiteral("saved.txt")));
        QVERIFY(target.open(QIODevice::WriteOnly));
        target.write("older");
        target.close();
        panel->saveAs(target.fileName());
        QVERIFY(saved.wait());
        QVERIFY(target.open(QIODevice::ReadOnly));
        QVERIFY(target.readAll() == content);
    }

    void keepsTheTargetWhenSavingFails()
    {
        const auto panel = newPanel(); // of a file that does not exist
        QFile target(m_folder.filePath(QStringLiteral("kept.txt")));
        QVERIFY(target.open(QIODevice::WriteOnly));
        target.write("older");
        target.close();
        panel->saveAs(target.fileName());
        const auto *banner = panel->findChild<Banner *>();
        QTRY_VERIFY(banner->isVisible());
        QVERIFY2(banner->text().contains(m_path), qPrintable(banner->text()));
        QVERIFY(target.open(QIODevice::ReadOnly));
        QCOMPARE(target.readAll(), QByteArray("older"));
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

BATCHDECK_TEST_MAIN(QApplication, TstLogView)
#include "tst_logview.moc"
