// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/logreaders.h"
#include "engine/log/reader/namelessfile.h"
#include "tests/support/files.h"
#include "tests/support/testmain.h"
#include "ui/log/line/ansitext.h"
#include "ui/log/logfiles.h"
#include "ui/log/panel/logpanel.h"
#include "ui/log/panel/saving/logsaver.h"
#include "ui/theme/theme.h"
#include "ui/widgets/page/banner.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QSet>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QThread>

using namespace ui;
using namespace Qt::StringLiterals;

/// The output of all processes of a job as one log.
class TstMergedLogs final : public QObject
{
    Q_OBJECT

private:
    QString pathOf(const QString &name) const { return m_folder->filePath(name); }
    void write(const QString &name, const QByteArray &bytes) const
    {
        QFile file(pathOf(name));
        QVERIFY(file.open(QIODevice::Append));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    QList<engine::LogFileSnapshot> files(const QStringList &names, bool areComplete = false) const
    {
        QList<engine::LogFileSnapshot> all;
        for (const QString &name : names)
            all.append({name, u"desk"_s, pathOf(name), areComplete});
        return all;
    }
    std::unique_ptr<LogPanel> newPanel(const QStringList &names, bool areComplete = false) const
    {
        auto panel = std::make_unique<LogPanel>(std::make_shared<engine::LogReaders>());
        panel->resize(1100, 500);
        panel->setFiles(files(names, areComplete));
        panel->show();
        return panel;
    }
    static QStringList shown(const LogPanel &panel)
    {
        QStringList lines;
        for (qint64 i = 0; i < panel.view()->rows().lineCount(); ++i)
            lines.append(panel.view()->rows().pieces({i}).text(0).text);
        return lines;
    }

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CACHE_HOME", m_folder->path().toUtf8());
    }

    void isOfferedForSeveralProcesses()
    {
        const auto panel = newPanel({u"stdout.txt"_s, u"stderr.txt"_s, u"execution-0.txt"_s});
        const auto *tabs = panel->findChild<QTabBar *>();
        QCOMPARE(tabs->count(), 3);
        panel->showMerged(); // no effect
        QVERIFY(!panel->isMergedShown());
        panel->setFiles(files({u"stdout-0.txt"_s, u"stdout-1.txt"_s}));
        QCOMPARE(tabs->count(), 3);
        QCOMPARE(tabs->tabText(2), u"Merged"_s);
        QStringList many;
        for (int i = 0; i < 8; ++i)
            many.append(u"stdout-%1.txt"_s.arg(i));
        panel->setFiles(files(many));
        const auto *list = panel->findChild<QComboBox *>(u"logList"_s);
        QCOMPARE(list->count(), 9);
        QCOMPARE(list->itemText(8), u"Merged"_s);
    }

    void namesAndColoursProcesses()
    {
        QList<engine::LogFileSnapshot> all =
            files({u"stdout-wk-0.txt"_s, u"stderr-wk-0.txt"_s, u"stdout-ps-0.txt"_s, u"execution-0.txt"_s});
        all[2].clockOffsetMs = 42;
        const QList<engine::LogMerge::Source> sources = mergeSources(mergedFiles(all + all)); // each once
        QCOMPARE(sources.size(), 3);
        QCOMPARE(sources[0].label, u"worker 0"_s);
        QCOMPARE(sources[1].label, u"worker 0 err"_s);
        QCOMPARE(sources[2].label, u"ps 0"_s);
        QCOMPARE(sources[0].colour, sources[1].colour);
        QVERIFY(sources[0].colour != sources[2].colour);
        QCOMPARE(sources[2].clockOffsetMs, 42);
    }

    // In the file that is shown, from the names of the logs on.
    void showsEachRankInItsColour()
    {
        QStringList names;
        for (int rank = 0; rank < 16; ++rank) {
            names.append(u"stdout-%1.txt"_s.arg(rank));
            write(names.constLast(), "10:00:01 a\n");
        }
        const engine::LogMerge merge(mergeSources(mergedFiles(files(names, true))), pathOf(u"cache"_s));
        QFile file(merge.path());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray all;
        QTRY_VERIFY((all += file.readAll()).count('\n') == 16);
        QSet<QRgb> colours;
        for (const QByteArray &line : all.split('\n').first(16)) {
            AnsiStyle style;
            const StyledText text = styledText(line, style);
            QVERIFY2(text.text.startsWith(u"rank "_s), line.constData());
            QCOMPARE(text.spans.size(), 1);
            colours.insert(inkOf(text.spans[0].style).text.rgb());
        }
        QCOMPARE(colours.size(), 16);
    }

    void showsThemByTime()
    {
        write(u"stdout-0.txt"_s, "10:00:01 a\n10:00:03 c\n");
        write(u"stdout-1.txt"_s, "10:00:02 b\n");
        const auto panel = newPanel({u"stdout-0.txt"_s, u"stdout-1.txt"_s});
        auto *tabs = panel->findChild<QTabBar *>();
        tabs->setCurrentIndex(2);
        QVERIFY(panel->isMergedShown());
        QTRY_COMPARE(shown(*panel),
                     (QStringList{u"rank 0 │ 10:00:01 a"_s, u"rank 1 │ 10:00:02 b"_s, u"rank 0 │ 10:00:03 c"_s}));
        write(u"stdout-1.txt"_s, "10:00:04 d\n10:00:05 open");
        QTRY_COMPARE(panel->view()->rows().lineCount(), 4);
        // Another process, and the end of the job.
        write(u"stdout-2.txt"_s, "10:00:00 e\n");
        const QStringList names{u"stdout-0.txt"_s, u"stdout-1.txt"_s, u"stdout-2.txt"_s};
        panel->setFiles(files(names));
        QVERIFY(panel->isMergedShown());
        QTRY_COMPARE(shown(*panel).value(0), u"rank 2 │ 10:00:00 e"_s);
        panel->setFiles(files(names, true));
        QTRY_COMPARE(shown(*panel).value(5), u"rank 1 │ 10:00:05 open"_s);
        QTRY_VERIFY(panel->isSettled());
        tabs->setCurrentIndex(1);
        QVERIFY(!panel->isMergedShown());
        QTRY_COMPARE(shown(*panel).value(0), u"10:00:02 b"_s);
    }

    void saysWhyItIsNotThere()
    {
        write(u"stdout-0.txt"_s, "a\n");
        qputenv("XDG_CACHE_HOME", pathOf(u"stdout-0.txt"_s).toUtf8()); // no folder
        const auto panel = newPanel({u"stdout-0.txt"_s, u"stdout-1.txt"_s});
        panel->showMerged();
        const auto *banner = panel->findChild<Banner *>();
        QTRY_VERIFY(banner->isVisible());
        QVERIFY(panel->isMergedShown());
        panel->setFiles(files({u"stdout-0.txt"_s, u"stdout-1.txt"_s}, true));
        QTRY_VERIFY(panel->isSettled());
    }

    void isSavedAsItIsShown()
    {
        write(u"stdout-0.txt"_s, "10:00:01 a\n");
        write(u"stdout-1.txt"_s, "10:00:02 \x1b[31mb\x1b[0m\n");
        const auto panel = newPanel({u"stdout-0.txt"_s, u"stdout-1.txt"_s}, true);
        panel->showMerged();
        QTRY_COMPARE(panel->view()->rows().lineCount(), 2);
        QSignalSpy saved(&panel->saver(), &LogSaver::saved);
        panel->saver().saveAs(pathOf(u"copy.txt"_s));
        QTRY_COMPARE(saved.size(), 1);
        QFile file(pathOf(u"copy.txt"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("rank 0 │ 10:00:01 a\nrank 1 │ 10:00:02 b\n"));
    }

    void isSavedWithoutWhatItGaveUp_data()
    {
        QTest::addColumn<Saving>("saving");
        QTest::newRow("as it is") << Saving::AsItIs;
        QTest::newRow("plain") << Saving::Plain;
    }
    void isSavedWithoutWhatItGaveUp()
    {
        QFETCH(const Saving, saving);
        QByteArray log;
        for (int i = 0; i < 200'000; ++i)
            log += QTime(10, 0).addMSecs(i).toString(u"hh:mm:ss.zzz"_s).toLatin1() + " a line\n";
        write(u"stdout-0.txt"_s, log);
        engine::LogMerge merge({{pathOf(u"stdout-0.txt"_s), u"rank 0"_s, 0, 0}}, pathOf(u"cache"_s),
                               {.sources = 1'000'000'000, .merged = 3'000'000});
        merge.setComplete();
        QVERIFY(merge.outcome().result());
        const QFuture<engine::Result<void>> saved = saveCopy(merge.path(), pathOf(u"copy.txt"_s), saving);
        QVERIFY(saved.result());
        const QByteArray copy = testing::contentOf(pathOf(u"copy.txt"_s));
        const QByteArray merged = testing::contentOf(merge.path());
        const QByteArray kept = merged.sliced(merged.indexOf("[Batchdeck: "));
        QVERIFY(merged.size() > 2 * kept.size());
        QVERIFY2(copy.startsWith("[Batchdeck: "), copy.first(200));
        QVERIFY(copy == (saving == Saving::Plain ? engine::withoutControlSequences(kept) : kept));
    }

    // A line is there once, and nothing but lines, whichever of the two is quicker.
    void isSavedWhileItGivesUpMore()
    {
        engine::NamelessFile file(pathOf(u"cache"_s));
        int count = 0;
        const auto append = [&](int lines) {
            QByteArray bytes;
            for (const int end = count + lines; count < end; ++count)
                bytes += "line " + QByteArray::number(count) + " of a log that goes on and on\n";
            return file.append(bytes);
        };
        QVERIFY(append(1'000'000));
        const QFuture<engine::Result<void>> saved = saveCopy(file.path(), pathOf(u"copy.txt"_s), Saving::AsItIs);
        while (saved.progressValue() == 0 && !saved.isFinished())
            QThread::yieldCurrentThread();
        while (!saved.isFinished())
            QVERIFY(file.keepBelow(8'000'000) && append(5000));
        QVERIFY(saved.result());
        const QByteArray copy = testing::contentOf(pathOf(u"copy.txt"_s));
        QVERIFY(!copy.contains('\0'));
        QVERIFY(copy.startsWith("line 0 "));
        int last = -1;
        for (const QByteArray &line : copy.split('\n')) {
            if (!line.startsWith("line ") || !line.endsWith("on"))
                continue;
            const int number = line.split(' ').at(1).toInt();
            QVERIFY2(number > last, line);
            last = number;
        }
    }

    void pictures_data()
    {
        QTest::addColumn<LookChoice>("look");
        QTest::newRow("light") << LookChoice::Light;
        QTest::newRow("dark") << LookChoice::Dark;
    }
    void pictures() ///< for people to look at: build/…/pictures/logs-merged-*.png
    {
        QFETCH(LookChoice, look);
        QStringList names;
        for (int rank = 0; rank < 16; ++rank) {
            names.append(u"stdout-%1.txt"_s.arg(rank));
            for (int step = 0; step < 20; ++step) {
                write(names.constLast(),
                      QTime(13, 57).addMSecs(step * 1300 + rank * 37).toString(u"hh:mm:ss,zzz "_s).toLatin1()
                          + (rank == 5 && step == 19 ? "ERROR rank lost its peer\n" : "INFO step ")
                          + QByteArray::number(step) + " loss 0." + QByteArray::number(900 - step * 7 - rank) + '\n');
            }
        }
        applyTheme(*qApp, look);
        const auto panel = newPanel(names, true);
        panel->showMerged();
        QTRY_COMPARE(panel->view()->rows().lineCount(), 16 * 20 + 1);
        QTRY_VERIFY(panel->isSettled());
        QDir().mkpath(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures"));
        QVERIFY(panel->grab().save(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures/logs-merged-")
                                   + QString::fromUtf8(QTest::currentDataTag()) + u".png"_s));
        applyTheme(*qApp, LookChoice::Light);
    }
};

BATCHDECK_TEST(QApplication, TstMergedLogs)
#include "tst_mergedlogs.moc"
