// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/files.h"
#include "tests/support/testmain.h"
#include "ui/log/logpanel.h"
#include "ui/widgets/banner.h"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
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
    void savesTheSelection();
    void savesTheWholeFile();
    void keepsTheTargetWhenSavingFails();
    void savesAllFiles();
    void savesAllFilesOfSeveralNodes();
    void leavesNothingWhenSavingAllFails();
    void opensACopyInTheEditor();

private:
    void write(const QString &name, const QByteArray &content) const;
    [[nodiscard]] engine::LogFileSnapshot file(const QString &name, const QString &node = u"desk"_s) const
    {
        return {name, node, m_folder->filePath(node + u'-' + name), true};
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
    auto panel = std::make_unique<LogPanel>();
    panel->resize(800, 400);
    panel->setJobName(u"run-17"_s);
    panel->show();
    panel->setFiles(files);
    return panel;
}

void TstLogSaving::copiesTheSelection()
{
    write(u"desk-stdout.txt"_s, "one\ntwo \x1b[31mred\x1b[0m\nthree\n");
    const auto panel = newPanel({file(u"stdout.txt"_s)});
    QTRY_COMPARE(panel->view()->lineCount(), 3);
    QTest::keyClick(panel->view(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(panel->view(), Qt::Key_C, Qt::ControlModifier);
    QTRY_COMPARE(QGuiApplication::clipboard()->text(), u"one\ntwo red\nthree"_s);
}

// More than the clipboard takes.
void TstLogSaving::savesTheSelection()
{
    QByteArray content;
    while (content.size() < 40'000'000)
        content += QByteArray(10'000, 'x') + "\xc3\xa4\n";
    write(u"desk-stdout.txt"_s, content);
    const auto panel = newPanel({file(u"stdout.txt"_s)});
    QTRY_COMPARE(panel->view()->lineCount(), content.count('\n'));
    QVERIFY(!panel->view()->hasSelection());
    panel->view()->selectAll();
    QSignalSpy saved(panel.get(), &LogPanel::saved);
    panel->saveSelection(m_target + u"/part.txt");
    QVERIFY(saved.wait(30'000));
    QVERIFY(contentOf(m_target + u"/part.txt") == content.chopped(1)); // the end of the last line is none of its text
}

void TstLogSaving::savesTheWholeFile()
{
    QByteArray content;
    for (int i = 0; i < 300'000; ++i)
        content += "line " + QByteArray::number(i) + '\n';
    write(u"desk-stdout.txt"_s, content);
    write(u"target/saved.txt"_s, "older");
    const auto panel = newPanel({file(u"stdout.txt"_s)});
    QSignalSpy saved(panel.get(), &LogPanel::saved);
    panel->saveAs(m_target + u"/saved.txt");
    QVERIFY(saved.wait());
    QVERIFY(contentOf(m_target + u"/saved.txt") == content);
}

void TstLogSaving::keepsTheTargetWhenSavingFails()
{
    write(u"target/kept.txt"_s, "older");
    const auto panel = newPanel({file(u"stdout.txt"_s)}); // which does not exist
    panel->saveAs(m_target + u"/kept.txt");
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
        QSignalSpy saved(panel.get(), &LogPanel::saved);
        panel->saveAll(m_target);
        QVERIFY(saved.wait());
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
    QSignalSpy saved(panel.get(), &LogPanel::saved);
    panel->saveAll(m_target);
    QVERIFY(saved.wait());
    const QString folder = m_target + u"/run-17 logs/"_s;
    QCOMPARE(contentOf(folder + u"a03/stdout.txt"), QByteArray("a03"));
    QCOMPARE(contentOf(folder + u"a05/stdout.txt"), QByteArray("a05"));
    QCOMPARE(contentOf(folder + u"a05/stdout 2.txt"), QByteArray("followed"));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot), QStringList(u"target"_s));
}

void TstLogSaving::leavesNothingWhenSavingAllFails()
{
    write(u"desk-stdout.txt"_s, "out");
    QVERIFY(QDir().mkdir(m_folder->filePath(u"desk-stderr.txt"_s))); // it cannot be read as a file
    const auto panel = newPanel({file(u"stdout.txt"_s), file(u"stderr.txt"_s)});
    panel->saveAll(m_target);
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
    panel->openInEditor();
    QTRY_VERIFY(!m_opened.isEmpty());
    QDesktopServices::unsetUrlHandler(u"file"_s);
    QVERIFY(m_opened.endsWith(u"/run-17-desk-stdout.txt"));
    QVERIFY(m_opened != file(u"stdout.txt"_s).spoolPath);
    QCOMPARE(contentOf(m_opened), QByteArray("out"));
    panel.reset();
    QVERIFY(QFile::exists(m_opened)); // an editor may be slow
}

BATCHDECK_TEST_MAIN(QApplication, TstLogSaving)
#include "tst_logsaving.moc"
