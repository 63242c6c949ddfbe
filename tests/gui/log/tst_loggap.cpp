// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/loggap.h"
#include "engine/log/reader/logreaders.h"
#include "engine/log/spoolquota.h"
#include "tests/support/files.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"
#include "ui/log/panel/logfindbar.h"
#include "ui/log/panel/logpanel.h"
#include "ui/log/panel/saving/logsaver.h"
#include "ui/log/text/visibletext.h"
#include "ui/log/watch/frameclock.h"
#include "ui/widgets/page/banner.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUrl>

using namespace Qt::StringLiterals;
using namespace ui;
using testing::contentOf;

/// A log that is shown while a small quota takes its middle, again and again: whoever reads it notices nothing.
class TstLogGap final : public QObject
{
    Q_OBJECT

public slots:
    void takeUrl(const QUrl &url) { m_opened = url.toLocalFile(); }

private slots:
    void init();
    void keepsThePlaceOfAReader_data();
    void keepsThePlaceOfAReader();
    void goesToTheLineThatTellsOfIt();
    void followsTheEnd();
    void showsWhatCameWhilePaused();
    void keepsAFilteredView_data();
    void keepsAFilteredView();
    void savesTheLineInPlaceOfTheHole_data();
    void savesTheLineInPlaceOfTheHole();
    void savesASelectionMeanwhile();
    void leavesAClosedBannerClosed();
    void noticesWhatIsTakenOfACompleteLog_data();
    void noticesWhatIsTakenOfACompleteLog();

private:
    static constexpr qint64 limit = 2'000'000;

    void grow(qint64 bytes);
    [[nodiscard]] bool bite(); ///< grows until the quota took something; false: it cannot
    [[nodiscard]] bool showsGap() const; ///< as it is now
    [[nodiscard]] LogView &view() const { return *m_panel->view(); }
    [[nodiscard]] QString textOf(qint64 line) const { return view().rows().pieces({line}).text(0).text; }
    [[nodiscard]] qint64 lineOf(const QString &text) const;
    void lowerLimit(qint64 bytes) { m_quota->setLimits({bytes, bytes}); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<engine::SpoolQuota> m_quota;
    std::unique_ptr<LogPanel> m_panel;
    QString m_path;
    QString m_opened;
    int m_lines = 0;
};

void TstLogGap::init()
{
    m_panel.reset();
    m_settings.reset(); // first: it writes into the folder
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<QSettings>(m_folder->filePath(u"window.ini"_s), QSettings::IniFormat);
    m_path = m_folder->filePath(u"spool/job/node7/stdout.txt"_s);
    QVERIFY(QDir().mkpath(QFileInfo(m_path).path()));
    m_quota = std::make_unique<engine::SpoolQuota>(m_folder->filePath(u"spool"_s), engine::SpoolLimits{limit, limit});
    m_lines = 0;
    grow(limit - 100'000);
    m_panel = std::make_unique<LogPanel>(std::make_shared<engine::LogReaders>());
    m_panel->useSettings(*m_settings);
    m_panel->resize(800, 400);
    m_panel->show();
    m_panel->setFiles({{u"stdout.txt"_s, u"node7"_s, m_path, false, 0}});
    QTRY_COMPARE(view().rows().lineCount(), m_lines);
}

// Some lines were rewritten, and some match.
void TstLogGap::grow(qint64 bytes)
{
    QByteArray text;
    while (text.size() < bytes) {
        const QByteArray number = QByteArray::number(m_lines++);
        if (m_lines % 100 == 0)
            text += " 1%\r 50%\rstep " + number + " done\n";
        else
            text += "step " + number + " loss=0.4217\n";
    }
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::Append));
    QCOMPARE(file.write(text), text.size());
    file.close();
    (void)m_quota->add(m_path, text.size());
}

bool TstLogGap::bite()
{
    const auto before = engine::logGap(m_path);
    for (int i = 0; i < 40 && engine::logGap(m_path) == before; ++i)
        grow(50'000);
    return engine::logGap(m_path) != before;
}

bool TstLogGap::showsGap() const
{
    const auto gap = engine::logGap(m_path);
    const qint64 line = view().rows().state().gapLine;
    return gap && line >= 0 && view().isSettled()
        && textOf(line).startsWith(u"[Batchdeck: %1 bytes "_s.arg(gap->end - gap->begin));
}

qint64 TstLogGap::lineOf(const QString &text) const
{
    for (qint64 line = 0; line < view().rows().lineCount(); ++line) {
        if (textOf(line) == text)
            return line;
    }
    return -1;
}

#define NEED_BITE()                                                                                                    \
    if (!bite())                                                                                                       \
        SKIP_UNLESS_ALL("the file system takes no holes");                                                             \
    QTRY_VERIFY(showsGap())

void TstLogGap::keepsThePlaceOfAReader_data()
{
    QTest::addColumn<int>("line");
    QTest::newRow("before the gap") << 9'899;
    QTest::newRow("behind it") << 79'999;
}

void TstLogGap::keepsThePlaceOfAReader()
{
    QFETCH(const int, line);
    m_panel->openFind();
    m_panel->findChild<LogFindBar *>()->setQuery({u"step %1 done"_s.arg(line), false, false});
    QTRY_COMPARE(view().currentMatch(), line);
    QSignalSpy scrolled(&view(), &LogView::scrolled);
    const int states = 3;
    const qint64 rows = view().rows().count();
    view().toggleStates(line);
    QTRY_COMPARE(view().rows().count(), rows + states);
    view().goToLine(line - 3);
    view().marks().toggle(line + 1);
    QTest::keyClick(&view(), Qt::Key_Down, Qt::ShiftModifier);
    QVERIFY(!view().follow().isFollowing());
    const QString top = textOf(view().scroll().firstVisibleLine());
    const QString seen = VisibleText(view().caret()).text();
    const QString caret = textOf(view().caret().line());
    const auto selection = VisibleText(view().caret()).selection();
    for (int i = 0; i < 3; ++i) {
        NEED_BITE();
        QVERIFY(seen.startsWith(
            VisibleText(view().caret()).text())); // it has less room once there are words about it above
        QCOMPARE(VisibleText(view().caret()).selection(), selection);
        QCOMPARE(textOf(view().scroll().firstVisibleLine()), top);
        QCOMPARE(textOf(view().caret().line()), caret);
        QCOMPARE(textOf(view().currentMatch()), u"step %1 done"_s.arg(line));
        QCOMPARE(view().marks().lines().size(), size_t(1));
        QCOMPARE(textOf(*view().marks().lines().begin()), u"step %1 loss=0.4217"_s.arg(line + 1));
        QCOMPARE(view().rows().stateCount(view().currentMatch()), states);
        QTRY_COMPARE(view().scroll().firstVisibleLine(), lineOf(top));
    }
    const QString marked = u"step %1 loss=0.4217"_s.arg(line + 1);
    m_panel =
        std::make_unique<LogPanel>(std::make_shared<engine::LogReaders>()); // what is remembered stays right as well
    m_panel->useSettings(*m_settings);
    m_panel->show();
    m_panel->setFiles({{u"stdout.txt"_s, u"node7"_s, m_path, false, 0}});
    QTRY_COMPARE(view().marks().lines().size(), size_t(1));
    QCOMPARE(textOf(*view().marks().lines().begin()), marked);
}

void TstLogGap::goesToTheLineThatTellsOfIt()
{
    const qint64 middle = m_lines * 3 / 10;
    view().goToLine(middle);
    for (const qint64 line : {middle, middle + 5})
        view().marks().toggle(line);
    const auto remembered = m_settings->value(u"log/marks"_s);
    NEED_BITE();
    QVERIFY(textOf(view().caret().line()).startsWith(u"[Batchdeck: "));
    QCOMPARE(view().scroll().firstVisibleLine(), view().caret().line());
    QCOMPARE(view().marks().lines(), std::set<qint64>{view().caret().line()});
    QCOMPARE(m_settings->value(u"log/marks"_s), remembered);
    QTest::keyClick(&view(), Qt::Key_F2, Qt::ControlModifier); // who takes that away means all of them
    QVERIFY(view().marks().lines().empty());
    QVERIFY(m_settings->value(u"log/marks"_s) != remembered);
}

void TstLogGap::followsTheEnd()
{
    for (int i = 0; i < 3; ++i) {
        NEED_BITE();
        QVERIFY(view().follow().isFollowing());
        QTRY_VERIFY(VisibleText(view().caret()).text().contains(u"step %1 "_s.arg(m_lines - 1)));
        QCOMPARE(view().scroll().lastVisibleLine(), view().rows().lineCount() - 1);
    }
}

void TstLogGap::showsWhatCameWhilePaused()
{
    view().follow().setPaused(true);
    NEED_BITE();
    const qint64 line = view().rows().state().gapLine;
    QTRY_VERIFY(textOf(line).startsWith(u"[Batchdeck: "));
    view().follow().setPaused(false); // nothing comes any more
    QTRY_COMPARE(textOf(view().rows().lineCount() - 1).section(u' ', 0, 1), u"step %1"_s.arg(m_lines - 1));
    QCOMPARE(view().scroll().lastVisibleLine(), view().rows().lineCount() - 1);
}

void TstLogGap::keepsAFilteredView_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<int>("row");
    QTest::newRow("before the gap") << u"99 done$"_s << 10;
    QTest::newRow("behind it") << u"99 done$"_s << 700;
    QTest::newRow("behind it, which matches, too") << u"99 done$|not kept on this"_s << 700;
}

void TstLogGap::keepsAFilteredView()
{
    QFETCH(const QString, expression);
    QFETCH(const int, row);
    m_panel->openFind();
    auto *bar = m_panel->findChild<LogFindBar *>();
    bar->setQuery({expression, true, false});
    bar->setFiltering(true);
    QTRY_VERIFY(m_panel->isSettled() && view().rows().count() > 750);
    view().goToRow(row);
    QVERIFY(!view().follow().isFollowing());
    const QString seen = VisibleText(view().caret()).text();
    for (int i = 0; i < 2; ++i) {
        NEED_BITE();
        if (!expression.contains(u"not kept")) // that line is searched a moment later, and then it is a row
            QVERIFY(seen.startsWith(VisibleText(view().caret()).text())); // it does not begin anew
        QTRY_VERIFY(m_panel->isSettled());
        QVERIFY(seen.startsWith(VisibleText(view().caret()).text()));
        QCOMPARE(textOf(view().rows().at(view().rows().count() - 1).line),
                 u"step %1 done"_s.arg((m_lines / 100) * 100 - 1));
    }
}

void TstLogGap::savesTheLineInPlaceOfTheHole_data()
{
    QTest::addColumn<QString>("how");
    for (const QString &how : {u"saved"_s, u"saved with all"_s, u"opened in an editor"_s})
        QTest::newRow(qPrintable(how)) << how;
}

void TstLogGap::savesTheLineInPlaceOfTheHole()
{
    QFETCH(const QString, how);
    NEED_BITE();
    const engine::LogGap gap = *engine::logGap(m_path);
    QString copy = m_folder->filePath(u"copy.txt"_s);
    QSignalSpy saved(&m_panel->saver(), &LogSaver::saved);
    if (how == u"saved") {
        m_panel->saver().saveAs(copy);
        QVERIFY(saved.wait(testing::patience));
    } else if (how == u"saved with all") {
        m_panel->saver().saveAll(m_folder->path());
        QVERIFY(saved.wait(testing::patience));
        copy = saved[0][0].toString() + u"/stdout.txt";
    } else {
        QDesktopServices::setUrlHandler(u"file"_s, this, "takeUrl");
        m_opened.clear();
        m_panel->saver().openInEditor();
        QTRY_VERIFY(!m_opened.isEmpty());
        QDesktopServices::unsetUrlHandler(u"file"_s);
        copy = m_opened;
    }
    const QByteArray whole = contentOf(m_path);
    const QByteArray now = contentOf(copy);
    QVERIFY(!now.contains('\0'));
    QVERIFY(now.startsWith(QByteArray(whole.first(gap.begin) + "[Batchdeck: ")));
    QVERIFY(now.endsWith(whole.sliced(gap.end)));
    const QByteArray line = now.sliced(gap.begin, now.size() - gap.begin - (whole.size() - gap.end));
    QVERIFY2(line.contains(" node7 ") && line.endsWith("]\n"), line);
    QVERIFY2(line.count('\n') == 1 && !line.contains('\r'), line);
}

// A line is there once, whole, or it is one of those that are told of.
void TstLogGap::savesASelectionMeanwhile()
{
    view().caret().selectAll();
    const int lines = m_lines;
    const QString target = m_folder->filePath(u"part.txt"_s);
    QSignalSpy saved(&m_panel->saver(), &LogSaver::saved);
    m_panel->saver().saveSelection(target);
    NEED_BITE();
    QTRY_COMPARE(saved.count(), 1);
    int last = -1;
    for (const QByteArray &line : contentOf(target).split('\n')) {
        if (!line.startsWith("step "))
            continue;
        const int number = line.split(' ').at(1).toInt();
        QVERIFY2(number > last, line);
        last = number;
    }
    QCOMPARE(last, lines - 1);
}

void TstLogGap::leavesAClosedBannerClosed()
{
    NEED_BITE();
    const auto *banner = m_panel->findChild<Banner *>(u"missingMiddle"_s);
    const auto look = [this] { m_panel->setFiles({{u"stdout.txt"_s, u"node7"_s, m_path, false, 0}}); }; // now
    look();
    QVERIFY(banner->isVisible());
    const QString words = banner->text();
    NEED_BITE();
    look();
    QVERIFY(banner->isVisible());
    QVERIFY(banner->text() != words); // as long as it is open it is right
    for (auto *button : banner->findChildren<QAbstractButton *>()) {
        if (button->accessibleName() == u"Close this message"_s)
            button->click();
    }
    QVERIFY(!banner->isVisible());
    NEED_BITE();
    look();
    QVERIFY(!banner->isVisible());
    m_panel->setFiles({});
    look(); // opened again
    QVERIFY(banner->isVisible());
}

void TstLogGap::noticesWhatIsTakenOfACompleteLog_data()
{
    QTest::addColumn<bool>("isHidden");
    QTest::newRow("while it is shown") << false;
    QTest::newRow("while it is hidden") << true;
}

// Nothing comes any more, so that nothing but the lines that went can tell.
void TstLogGap::noticesWhatIsTakenOfACompleteLog()
{
    QFETCH(const bool, isHidden);
    m_panel->setFiles({{u"stdout.txt"_s, u"node7"_s, m_path, true, 0}});
    m_panel->openFind();
    auto *bar = m_panel->findChild<LogFindBar *>();
    const auto *banner = m_panel->findChild<Banner *>(u"missingMiddle"_s);
    const auto isAtRest = [this] { return m_panel->isSettled() && !FrameClock::shared().isTicking(); };
    QTRY_VERIFY(isAtRest());
    view().goToLine(m_lines / 1000 * 1000 - 1000 + 196); // the match is in sight
    const QString top = textOf(view().scroll().firstVisibleLine());
    QString words;
    for (const qint64 lower : {limit * 7 / 8, limit * 5 / 8}) {
        const auto before = engine::logGap(m_path);
        m_panel->setVisible(!isHidden);
        lowerLimit(lower);
        if (engine::logGap(m_path) == before)
            SKIP_UNLESS_ALL("the file system takes no holes");
        bar->setQuery({u"%1 done"_s.arg(lower > limit * 3 / 4 ? u"99"_s : u"199"_s), false, false}); // by old numbers
        m_panel->show();
        QTRY_VERIFY(showsGap());
        QCOMPARE(view().rows().lineCount(), contentOf(m_path).count('\n'));
        QVERIFY(banner->isVisible());
        QVERIFY(banner->text() != std::exchange(words, banner->text()));
        QCOMPARE(textOf(view().scroll().firstVisibleLine()), top);
        QTRY_VERIFY(isAtRest());
        const qint64 matches = contentOf(m_path).count(QByteArray(bar->query().text.toUtf8() + '\n'));
        QTRY_VERIFY2(bar->findChild<QLabel *>()->text().endsWith(u" of %L1 matching lines"_s.arg(matches)),
                     qPrintable(bar->findChild<QLabel *>()->text()));
    }
}

BATCHDECK_TEST(QApplication, TstLogGap)
#include "tst_loggap.moc"
