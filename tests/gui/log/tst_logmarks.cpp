// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/logreaders.h"
#include "tests/support/testmain.h"
#include "ui/log/panel/logpanel.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using Marks = std::set<qint64>;

/// Marked lines are still marked when their log is looked at again.
class TstLogMarks final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void staysWhileAnotherLogIsShown();
    void staysForAnotherPanel();
    void growsWithTheLog();
    void forgetsLinesThatAreOthersNow();

private:
    void write(const QString &name, const QByteArray &content, QIODevice::OpenMode mode = QIODevice::WriteOnly) const;
    [[nodiscard]] engine::LogFileSnapshot file(const QString &name) const
    {
        return {name, u"desk"_s, m_folder->filePath(name), false};
    }
    [[nodiscard]] std::unique_ptr<ui::LogPanel> newPanel() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_settings;
};

void TstLogMarks::init()
{
    m_settings.reset(); // first: it writes into the folder
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<QSettings>(m_folder->filePath(u"window.ini"_s), QSettings::IniFormat);
    write(u"stdout.txt"_s, "one\ntwo\nthree\nfour\n");
    write(u"stderr.txt"_s, "only\nthese\nlines\n");
}

void TstLogMarks::write(const QString &name, const QByteArray &content, QIODevice::OpenMode mode) const
{
    QFile written(m_folder->filePath(name));
    QVERIFY(written.open(mode));
    QCOMPARE(written.write(content), content.size());
}

std::unique_ptr<ui::LogPanel> TstLogMarks::newPanel() const
{
    auto panel = std::make_unique<ui::LogPanel>(std::make_shared<engine::LogReaders>());
    panel->useSettings(*m_settings);
    panel->resize(800, 400);
    panel->show();
    panel->setFiles({file(u"stdout.txt"_s), file(u"stderr.txt"_s)});
    return panel;
}

void TstLogMarks::staysWhileAnotherLogIsShown()
{
    const auto panel = newPanel();
    QTRY_COMPARE(panel->view()->rows().lineCount(), 4);
    panel->view()->goToLine(2);
    QTest::keyClick(panel->view(), Qt::Key_F2, Qt::ControlModifier);
    QCOMPARE(panel->view()->marks().lines(), Marks{2});
    panel->showFile(file(u"stderr.txt"_s));
    QTRY_COMPARE(panel->view()->rows().lineCount(), 3);
    QCOMPARE(panel->view()->marks().lines(), Marks{});
    panel->view()->marks().toggle(0);
    panel->showFile(file(u"stdout.txt"_s));
    QTRY_COMPARE(panel->view()->marks().lines(), Marks{2});
    panel->view()->marks().toggle(2); // taken away it does not come back
    panel->showFile(file(u"stderr.txt"_s));
    QTRY_COMPARE(panel->view()->marks().lines(), Marks{0});
    panel->showFile(file(u"stdout.txt"_s));
    QTRY_COMPARE(panel->view()->rows().lineCount(), 4);
    QCOMPARE(panel->view()->marks().lines(), Marks{});
}

void TstLogMarks::staysForAnotherPanel()
{
    auto panel = newPanel();
    QTRY_COMPARE(panel->view()->rows().lineCount(), 4);
    for (const qint64 line : {1, 3})
        panel->view()->marks().toggle(line);
    panel = newPanel();
    QTRY_COMPARE(panel->view()->marks().lines(), (Marks{1, 3}));
}

void TstLogMarks::growsWithTheLog()
{
    auto panel = newPanel();
    QTRY_COMPARE(panel->view()->rows().lineCount(), 4);
    panel->view()->marks().toggle(0);
    panel->view()->marks().toggle(3);
    panel.reset();
    write(u"stdout.txt"_s, "one\ntwo\nthree\nfo"); // as far as a copy of it has come
    panel = newPanel();
    QTRY_COMPARE(panel->view()->marks().lines(), Marks{0});
    panel->view()->marks().toggle(1);
    write(u"stdout.txt"_s, "ur\n", QIODevice::Append);
    QTRY_COMPARE(panel->view()->marks().lines(), (Marks{0, 1, 3}));
}

void TstLogMarks::forgetsLinesThatAreOthersNow()
{
    auto panel = newPanel();
    QTRY_COMPARE(panel->view()->rows().lineCount(), 4);
    panel->view()->marks().toggle(0);
    panel->view()->marks().toggle(1);
    panel.reset();
    write(u"stdout.txt"_s, "one\nanother\nand\nmore\n");
    panel = newPanel();
    QTRY_COMPARE(panel->view()->marks().lines(), Marks{0});
    QCOMPARE(panel->view()->rows().lineCount(), 4);
}

BATCHDECK_TEST(QApplication, TstLogMarks)

#include "tst_logmarks.moc"
