// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/logreaders.h"
#include "tests/support/files.h"
#include "tests/support/testmain.h"
#include "ui/log/logfiles.h"
#include "ui/log/panel/logfindbar.h"
#include "ui/log/panel/logpanel.h"
#include "ui/log/panel/saving/logsaver.h"
#include "ui/widgets/page/banner.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUrl>

using namespace Qt::StringLiterals;
using namespace ui;
using testing::contentOf;

/// What leaves a log panel: the selection, one file, all files, a copy for an editor.
class TstLogSaving final : public QObject
{
    Q_OBJECT

public slots:
    void takeUrl(const QUrl &url) { m_opened = url.toLocalFile(); }

private slots:
    void init();
    void copiesTheSelection();
    void extendsTheSelectionToTheEnds();
    void savesTheSelection();
    void savesASelectionWhoseEndIsNotFoundAnyMore();
    void savesTheWholeFile();
    void savesWhatWasThereWhenItBegan();
    void saysHowFarItIsAndMayBeCanceled_data();
    void saysHowFarItIsAndMayBeCanceled();
    void cancelsOneOfTwo();
    void keepsTheTargetWhenSavingFails();
    void savesAllFiles();
    void savesAllFilesOfSeveralNodes();
    void savesAlsoThoseOfNodesThatAreNotShown();
    void leavesNothingWhenSavingAllFails();
    void opensACopyInTheEditor();

private:
    void write(const QString &name, const QByteArray &content) const;
    [[nodiscard]] engine::LogFileSnapshot file(const QString &name, const QString &node = u"desk"_s) const
    {
        return {name, node, m_folder->filePath(node + u'-' + name), true};
    }
    static void press(const Banner &banner, const QString &text)
    {
        for (auto *button : banner.findChildren<QAbstractButton *>()) {
            if (button->text() == text)
                button->click();
        }
    }
    [[nodiscard]] std::unique_ptr<LogPanel> newPanel(const QList<engine::LogFileSnapshot> &files) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_target;
    QString m_opened;
};

void TstLogSaving::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_target = m_folder->filePath(u"target"_s);
    QVERIFY(QDir().mkdir(m_target));
}

void TstLogSaving::write(const QString &name, const QByteArray &content) const
{
    QFile written(m_folder->filePath(name));
    QVERIFY(written.open(QIODevice::WriteOnly));
    QCOMPARE(written.write(content), content.size());
}

std::unique_ptr<LogPanel> TstLogSaving::newPanel(const QList<engine::LogFileSnapshot> &files) const
{
    auto panel = std::make_unique<LogPanel>(std::make_shared<engine::LogReaders>());
    panel->resize(800, 400);
    panel->saver().setJobName(u"run-17"_s);
    panel->show();
    panel->setFiles(files);
    return panel;
}

void TstLogSaving::copiesTheSelection()
{
    write(u"desk-stdout.txt"_s, "one\ntwo \x1b[31mred\x1b[0m\nthree\n");
    const auto panel = newPanel({file(u"stdout.txt"_s)});
    QTRY_COMPARE(panel->view()->rows().lineCount(), 3);
    QTest::keyClick(panel->view(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(panel->view(), Qt::Key_C, Qt::ControlModifier);
    QTRY_COMPARE(QGuiApplication::clipboard()->text(), u"one\ntwo red\nthree"_s);
}

void TstLogSaving::extendsTheSelectionToTheEnds()
{
    write(u"desk-stdout.txt"_s, "one\ntwo\nthree\n");
    const auto panel = newPanel({file(u"stdout.txt"_s)});
    QTRY_COMPARE(panel->view()->rows().lineCount(), 3);
    for (const auto &[key, text] : {std::pair{Qt::Key_End, u"two\nthree"_s}, {Qt::Key_Home, u"one\n"_s}}) {
        panel->view()->goToLine(1);
        QTest::keyClick(panel->view(), key, Qt::ShiftModifier);
        QTest::keyClick(panel->view(), Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QGuiApplication::clipboard()->text(), text);
    }
}

// More than the clipboard takes.
void TstLogSaving::savesTheSelection()
{
    QByteArray content;
    while (content.size() < 40'000'000)
        content += QByteArray(10'000, 'x') + "\xc3\xa4\n";
    write(u"desk-stdout.txt"_s, content);
    const auto panel = newPanel({file(u"stdout.txt"_s)});
    QTRY_COMPARE(panel->view()->rows().lineCount(), content.count('\n'));
    QVERIFY(panel->view()->caret().selection().isEmpty());
    panel->view()->caret().selectAll();
    QSignalSpy saved(&panel->saver(), &LogSaver::saved);
    panel->saver().saveSelection(m_target + u"/part.txt");
    QVERIFY(saved.wait(testing::patience));
    QVERIFY(contentOf(m_target + u"/part.txt") == content.chopped(1)); // the end of the last line is none of its text
}

// A line that is being rewritten, in a view of what a search found.
void TstLogSaving::savesASelectionWhoseEndIsNotFoundAnyMore()
{
    const QByteArray hits = QByteArray("found " + QByteArray(100, '.') + '\n').repeated(400'000);
    write(u"desk-stdout.txt"_s, hits + "other\nfound at last");
    const auto panel = newPanel({file(u"stdout.txt"_s)});
    panel->openFind();
    auto *bar = panel->findChild<LogFindBar *>();
    bar->setQuery({u"found"_s, false, false});
    bar->setFiltering(true);
    QTRY_COMPARE(panel->view()->rows().count(), 400'001);
    panel->view()->caret().selectAll();
    QSignalSpy saved(&panel->saver(), &LogSaver::saved);
    panel->saver().saveSelection(m_target + u"/part.txt");
    QFile rewritten(m_folder->filePath(u"desk-stdout.txt"_s));
    QVERIFY(rewritten.open(QIODevice::Append));
    QCOMPARE(rewritten.write("\rgone"), 5);
    rewritten.close();
    QVERIFY(saved.wait(testing::patience));
    const QByteArray part = contentOf(m_target + u"/part.txt");
    QVERIFY(part.startsWith(hits));
    QVERIFY2(part.size() <= hits.size() + 20, qPrintable(QString::number(part.size())));
}

void TstLogSaving::savesTheWholeFile()
{
    QByteArray content;
    for (int i = 0; i < 300'000; ++i)
        content += "line " + QByteArray::number(i) + '\n';
    write(u"desk-stdout.txt"_s, content);
    write(u"target/saved.txt"_s, "older");
    const auto panel = newPanel({file(u"stdout.txt"_s)});
    QSignalSpy saved(&panel->saver(), &LogSaver::saved);
    panel->saver().saveAs(m_target + u"/saved.txt");
    QVERIFY(saved.wait(testing::patience));
    QVERIFY(contentOf(m_target + u"/saved.txt") == content);
}

// It could grow for as long as it is saved.
void TstLogSaving::savesWhatWasThereWhenItBegan()
{
    constexpr qint64 size = 300'000'000;
    write(u"desk-stdout.txt"_s, "first\n");
    const QString source = m_folder->filePath(u"desk-stdout.txt"_s);
    QVERIFY(QFile::resize(source, size)); // a hole
    const QFuture<engine::Result<void>> saved = saveCopy(source, m_target + u"/saved.txt", Saving::AsItIs);
    QTRY_VERIFY(saved.progressValue() > 0 || saved.isFinished());
    QVERIFY(QFile::resize(source, size + 1'000'000));
    QVERIFY(saved.result());
    QCOMPARE(QFileInfo(m_target + u"/saved.txt").size(), size);
}

void TstLogSaving::saysHowFarItIsAndMayBeCanceled_data()
{
    QTest::addColumn<QString>("what");
    for (const QString &what : {u"one log"_s, u"a selection"_s, u"all logs"_s})
        QTest::newRow(qPrintable(what)) << what;
}

void TstLogSaving::saysHowFarItIsAndMayBeCanceled()
{
    QFETCH(const QString, what);
    const bool isSelection = what == u"a selection";
    const QByteArray lines = QByteArray("a line of a log that takes its time\n").repeated(isSelection ? 4'000'000 : 1);
    write(u"desk-stdout.txt"_s, lines);
    if (!isSelection)
        QVERIFY(QFile::resize(m_folder->filePath(u"desk-stdout.txt"_s), 6'000'000'000)); // a hole
    write(u"target/saved.txt"_s, "older");
    const auto panel = newPanel({file(u"stdout.txt"_s)});
    QSignalSpy saved(&panel->saver(), &LogSaver::saved);
    if (isSelection) {
        QTRY_COMPARE(panel->view()->rows().lineCount(), 4'000'000);
        panel->view()->caret().selectAll();
        panel->saver().saveSelection(m_target + u"/saved.txt");
    } else if (what == u"one log") {
        panel->saver().saveAs(m_target + u"/saved.txt");
    } else {
        panel->saver().saveAll(m_target);
    }
    const auto *banner = panel->findChild<Banner *>(u"saving"_s);
    QVERIFY(!banner->isVisible());
    QTRY_VERIFY(banner->isVisible());
    const QString name = what == u"all logs" ? u"run-17 logs"_s : u"saved.txt"_s;
    const QRegularExpression words(u"^Saving %1: \\d+ %$"_s.arg(name));
    QVERIFY2(words.match(banner->text()).hasMatch(), qPrintable(banner->text()));
    press(*banner, u"Cancel"_s);
    QTRY_VERIFY(!banner->isVisible());
    QTRY_COMPARE(QDir(m_target).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{u"saved.txt"_s});
    QCOMPARE(contentOf(m_target + u"/saved.txt"), QByteArray("older"));
    QCOMPARE(saved.count(), 0);
}

void TstLogSaving::cancelsOneOfTwo()
{
    write(u"desk-stdout.txt"_s, "first\n");
    QVERIFY(QFile::resize(m_folder->filePath(u"desk-stdout.txt"_s), 6'000'000'000)); // a hole
    const auto panel = newPanel({file(u"stdout.txt"_s)});
    panel->saver().saveAs(m_target + u"/one.txt");
    panel->saver().saveAs(m_target + u"/two.txt");
    const auto *banner = panel->findChild<Banner *>(u"saving"_s);
    for (const QString &name : {u"one.txt"_s, u"two.txt"_s}) {
        QTRY_VERIFY2(banner->isVisible() && banner->text().startsWith(u"Saving "_s + name), qPrintable(banner->text()));
        press(*banner, u"Cancel"_s);
    }
    QTRY_VERIFY(!banner->isVisible());
    QTRY_VERIFY(QDir(m_target).isEmpty());
}

void TstLogSaving::keepsTheTargetWhenSavingFails()
{
    write(u"target/kept.txt"_s, "older");
    const auto panel = newPanel({file(u"stdout.txt"_s)}); // which does not exist
    panel->saver().saveAs(m_target + u"/kept.txt");
    const auto *banner = panel->findChild<Banner *>();
    QTRY_VERIFY(banner->isVisible());
    QVERIFY2(banner->text().contains(file(u"stdout.txt"_s).spoolPath), qPrintable(banner->text()));
    QCOMPARE(contentOf(m_target + u"/kept.txt"), QByteArray("older"));
}

void TstLogSaving::savesAllFiles()
{
    write(u"desk-stdout.txt"_s, "out");
    write(u"desk-stderr.txt"_s, "err");
    const auto panel = newPanel({file(u"stdout.txt"_s), file(u"stderr.txt"_s), file(u"execution.log"_s)});
    for (const QString &folder : {u"run-17 logs"_s, u"run-17 logs 2"_s}) { // again into the same place
        QSignalSpy saved(&panel->saver(), &LogSaver::saved);
        panel->saver().saveAll(m_target);
        QVERIFY(saved.wait(testing::patience));
        QCOMPARE(saved[0][0].toString(), m_target + u'/' + folder);
        QCOMPARE(contentOf(m_target + u'/' + folder + u"/stdout.txt"), QByteArray("out"));
        QCOMPARE(contentOf(m_target + u'/' + folder + u"/stderr.txt"), QByteArray("err"));
        QCOMPARE(QDir(m_target + u'/' + folder).entryList(QDir::Files).size(), 2); // what is not there is left out
    }
}

// The same names on each node, and one that a job chose.
void TstLogSaving::savesAllFilesOfSeveralNodes()
{
    for (const QString &node : {u"a03"_s, u"a05"_s})
        write(node + u"-stdout.txt", node.toUtf8());
    write(u"a05-deep.log"_s, "followed");
    engine::LogFileSnapshot deep = file(u"deep.log"_s, u"a05"_s);
    deep.name = u"../../../logs/stdout.txt"_s;
    const auto panel = newPanel({file(u"stdout.txt"_s, u"a03"_s), file(u"stdout.txt"_s, u"a05"_s), deep});
    QSignalSpy saved(&panel->saver(), &LogSaver::saved);
    panel->saver().saveAll(m_target);
    QVERIFY(saved.wait(testing::patience));
    const QString folder = m_target + u"/run-17 logs/"_s;
    QCOMPARE(contentOf(folder + u"a03/stdout.txt"), QByteArray("a03"));
    QCOMPARE(contentOf(folder + u"a05/stdout.txt"), QByteArray("a05"));
    QCOMPARE(contentOf(folder + u"a05/stdout 2.txt"), QByteArray("followed"));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot), QStringList(u"target"_s));
}

void TstLogSaving::savesAlsoThoseOfNodesThatAreNotShown()
{
    for (const QString &node : {u"a03"_s, u"a05"_s})
        write(node + u"-stdout.txt", node.toUtf8());
    const auto panel = newPanel({file(u"stdout.txt"_s, u"a03"_s)});
    panel->saver().setAllFiles({file(u"stdout.txt"_s, u"a03"_s), file(u"stdout.txt"_s, u"a05"_s)});
    QSignalSpy saved(&panel->saver(), &LogSaver::saved);
    panel->saver().saveAll(m_target);
    QVERIFY(saved.wait(testing::patience));
    for (const QString &node : {u"a03"_s, u"a05"_s})
        QCOMPARE(contentOf(m_target + u"/run-17 logs/"_s + node + u"/stdout.txt"), node.toUtf8());
}

void TstLogSaving::leavesNothingWhenSavingAllFails()
{
    write(u"desk-stdout.txt"_s, "out");
    QVERIFY(QDir().mkdir(m_folder->filePath(u"desk-stderr.txt"_s))); // it cannot be read as a file
    const auto panel = newPanel({file(u"stdout.txt"_s), file(u"stderr.txt"_s)});
    panel->saver().saveAll(m_target);
    const auto *banner = panel->findChild<Banner *>();
    QTRY_VERIFY(banner->isVisible());
    QVERIFY2(banner->text().contains(u"desk-stderr.txt"), qPrintable(banner->text()));
    QVERIFY(QDir(m_target).isEmpty());
}

void TstLogSaving::opensACopyInTheEditor()
{
    write(u"desk-stdout.txt"_s, "out");
    QDesktopServices::setUrlHandler(u"file"_s, this, "takeUrl");
    auto panel = newPanel({file(u"stdout.txt"_s)});
    panel->saver().openInEditor();
    QTRY_VERIFY(!m_opened.isEmpty());
    QDesktopServices::unsetUrlHandler(u"file"_s);
    QVERIFY(m_opened.endsWith(u"/run-17-desk-stdout.txt"));
    QVERIFY(m_opened != file(u"stdout.txt"_s).spoolPath);
    QCOMPARE(contentOf(m_opened), QByteArray("out"));
    panel.reset();
    QVERIFY(QFile::exists(m_opened)); // an editor may be slow
}

BATCHDECK_TEST(QApplication, TstLogSaving)
#include "tst_logsaving.moc"
