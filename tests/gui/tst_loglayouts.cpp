// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/cannedgang.h"
#include "tests/support/testmain.h"
#include "ui/job/jobpage.h"
#include "ui/job/logside.h"
#include "ui/job/logstab.h"
#include "ui/job/logwindow.h"
#include "ui/log/logpanel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QMenu>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>

using namespace Qt::StringLiterals;

/// More than one log at once: beside each other, of another job, in a window.
class TstLogLayouts final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void showsAnotherFileBeside();
    void comparesWithAnotherJob();
    void offersJobsAsTheyCome();
    void opensAWindow();
    void opensAWindowWithAllMerged();
    void offersNoFurtherLayoutsThere();
    void pictures_data();
    void pictures(); ///< for people to look at: build/…/pictures/job-logs-*.png

private:
    /// Of job \a number, with one log and what it says.
    [[nodiscard]] QJsonObject job(int number, const QList<QByteArray> &logs,
                                  const QStringList &names = {u"stdout.txt"_s, u"stderr.txt"_s,
                                                              u"execution.log"_s}) const;
    [[nodiscard]] QString path(int number, const QString &name) const
    {
        return m_folder->filePath(u"%1-%2"_s.arg(number).arg(name));
    }
    void choose(const QString &command) const; ///< from the menu of the page's log
    [[nodiscard]] ui::LogPanel &panel() const { return m_page->findChild<ui::LogsTab *>()->panel(); }
    [[nodiscard]] ui::LogSide *side() const { return m_page->findChild<ui::LogSide *>(); }
    [[nodiscard]] QComboBox *jobs() const { return side()->findChild<QComboBox *>(u"comparedJob"_s); }
    [[nodiscard]] ui::LogWindow *window() const { return m_page->findChild<ui::LogWindow *>(); }
    static QString text(const ui::LogPanel &panel)
    {
        return panel.isSettled() && panel.view()->lineCount() > 0 ? panel.view()->lineText(0) : QString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<canned::CannedLink> m_link;
    std::unique_ptr<engine::EngineClient> m_client;
    std::unique_ptr<ui::JobPage> m_page;
};

QJsonObject TstLogLayouts::job(int number, const QList<QByteArray> &logs, const QStringList &names) const
{
    QJsonObject document = canned::job(number, u"running"_s);
    QJsonArray files;
    for (qsizetype i = 0; i < logs.size(); ++i) {
        const QString &name = names.at(i);
        QFile file(path(number, name));
        if (file.open(QIODevice::WriteOnly))
            file.write(logs.at(i));
        files.append(QJsonObject{
            {u"name"_s, name}, {u"node"_s, u"desk"_s}, {u"spoolPath"_s, path(number, name)}, {u"complete"_s, false}});
    }
    QJsonObject ours = engine::oursOf(document);
    ours[u"logs"_s] = files;
    return engine::withOurs(document, ours);
}

void TstLogLayouts::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", m_folder->path().toUtf8());
    m_link = std::make_unique<canned::CannedLink>();
    m_client = std::make_unique<engine::EngineClient>(*m_link);
    m_link->fallback = QJsonValue(QJsonArray());
    m_link->answers[u"job.list"_s] = QJsonValue(QJsonArray{job(7, {"seven"}), job(5, {"five"})});
    const QJsonObject document = job(7, {"seven\n", "trouble\n"});
    m_link->answers[u"resource.get"_s] = QJsonValue(document);
    m_page = std::make_unique<ui::JobPage>(*m_client, *engine::ResourceId::parse(document[u"id"_s].toString()));
    m_page->resize(1100, 700);
    m_page->showTab(u"logs"_s);
    m_page->show();
    QTRY_COMPARE(text(panel()), u"seven"_s);
}

void TstLogLayouts::cleanup()
{
    m_page.reset();
}

void TstLogLayouts::choose(const QString &command) const
{
    panel().findChild<QToolButton *>(u"moreOfLogs"_s)->click();
    auto *menu = panel().findChild<QMenu *>();
    QVERIFY(menu);
    const QList<QAction *> actions = menu->actions();
    const auto found = std::find_if(actions.cbegin(), actions.cend(),
                                    [&command](const QAction *action) { return action->text() == command; });
    QVERIFY2(found != actions.cend(), qPrintable(command));
    (*found)->trigger();
    menu->close();
    QTRY_VERIFY(!panel().findChild<QMenu *>(QString(), Qt::FindDirectChildrenOnly));
}

void TstLogLayouts::showsAnotherFileBeside()
{
    QVERIFY(!side());
    choose(u"Another log beside it"_s);
    QVERIFY(side() && side()->isVisible());
    QCOMPARE(jobs()->currentText(), u"run-7"_s);
    ui::LogPanel &beside = side()->panel();
    QTRY_COMPARE(text(beside), u"seven"_s);
    beside.showFile({u"stderr.txt"_s, u"desk"_s, path(7, u"stderr.txt"_s), false});
    QTRY_COMPARE(text(beside), u"trouble"_s);
    QCOMPARE(text(panel()), u"seven"_s);
    choose(u"Another log beside it"_s); // there is room for two
    QCOMPARE(m_page->findChildren<ui::LogSide *>().size(), 1);
    emit side()->closeRequested();
    QTRY_VERIFY(!side());
    choose(u"Another log beside it"_s);
    QVERIFY(side());
}

void TstLogLayouts::comparesWithAnotherJob()
{
    choose(u"Another log beside it"_s);
    QTRY_COMPARE(jobs()->count(), 2);
    m_link->answers[u"resource.get"_s] = QJsonValue(job(5, {"five\n"}));
    jobs()->setCurrentIndex(1);
    emit jobs()->activated(1);
    QTRY_COMPARE(text(side()->panel()), u"five"_s);
    QCOMPARE(text(panel()), u"seven"_s);
    // Either is told apart when the engine tells of it.
    emit m_link->changed(canned::delta(2, {job(5, {"five\n", "more of five\n"}), job(7, {"seven\n"})}));
    side()->panel().showFile({u"stderr.txt"_s, u"desk"_s, path(5, u"stderr.txt"_s), false});
    QTRY_COMPARE(text(side()->panel()), u"more of five"_s);
}

void TstLogLayouts::offersJobsAsTheyCome()
{
    choose(u"Another log beside it"_s);
    QTRY_COMPARE(jobs()->count(), 2);
    emit m_link->changed(canned::delta(2, {job(8, {"eight\n"})}));
    QTRY_COMPARE(jobs()->itemText(0), u"run-8"_s);
    QCOMPARE(jobs()->currentText(), u"run-7"_s);
}

void TstLogLayouts::opensAWindowWithAllMerged()
{
    const QJsonObject ranks = job(7, {"10:00:02 a\n", "10:00:01 b\n"}, {u"stdout-0.txt"_s, u"stdout-1.txt"_s});
    m_link->answers[u"resource.get"_s] = QJsonValue(ranks);
    emit m_link->changed(canned::delta(2, {ranks}));
    QTRY_COMPARE(panel().findChild<QTabBar *>()->count(), 3);
    choose(u"Merge all processes by time"_s);
    QTRY_COMPARE(text(panel()), u"rank 1 │ 10:00:01 b"_s);
    choose(u"Open in a window"_s);
    QTRY_COMPARE(text(window()->panel()), u"rank 1 │ 10:00:01 b"_s);
    panel().showFile({u"stdout-0.txt"_s, u"desk"_s, path(7, u"stdout-0.txt"_s), false});
    QTRY_COMPARE(text(panel()), u"10:00:02 a"_s);
    QVERIFY(window()->panel().isMergedShown()); // a file of its own
    QCOMPARE(text(window()->panel()), u"rank 1 │ 10:00:01 b"_s);
}

void TstLogLayouts::opensAWindow()
{
    panel().showFile({u"stderr.txt"_s, u"desk"_s, path(7, u"stderr.txt"_s), false});
    choose(u"Open in a window"_s);
    QVERIFY(window() && window()->isVisible() && window()->isWindow());
    QCOMPARE(window()->windowTitle(), u"Logs of run-7"_s);
    QTRY_COMPARE(text(window()->panel()), u"trouble"_s);
    QCOMPARE(window()->panel().findChild<QTabBar *>()->count(), 2);
    emit m_link->changed(canned::delta(2, {job(7, {"seven\n", "trouble\n", "ended\n"})}));
    QTRY_COMPARE(window()->panel().findChild<QTabBar *>()->count(), 3);
    QTRY_COMPARE(text(window()->panel()), u"trouble"_s); // it was opened for that
    m_link->answers[u"resource.get"_s] = engine::Error{engine::ErrorCode::NotFound, {"It is gone."}, {}, {}, {}};
    emit m_link->connectedChanged(true);
    const auto *banner = window()->findChild<ui::Banner *>(QString(), Qt::FindDirectChildrenOnly);
    QTRY_VERIFY(banner && banner->isVisible());
    window()->close();
    QTRY_VERIFY(!window());
}

void TstLogLayouts::offersNoFurtherLayoutsThere()
{
    choose(u"Open in a window"_s);
    window()->panel().findChild<QToolButton *>(u"moreOfLogs"_s)->click();
    const auto *menu = window()->panel().findChild<QMenu *>();
    QVERIFY(menu && !menu->actions().isEmpty());
    for (const QAction *action : menu->actions()) // choose() has found the first in the page's
        QVERIFY(action->text() != u"Open in a window"_s && action->text() != u"Another log beside it"_s);
}

void TstLogLayouts::pictures_data()
{
    QTest::addColumn<bool>("isDark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TstLogLayouts::pictures()
{
    QFETCH(bool, isDark);
    ui::applyTheme(*qApp, isDark ? ui::LookChoice::Dark : ui::LookChoice::Light);
    const auto log = [](int begin) {
        QByteArray lines;
        for (int step = 0; step < 40; ++step)
            lines += "2026-11-20 13:54:" + QByteArray::number(begin + step % 50) + " INFO  step "
                + QByteArray::number(step * 100) + "  loss " + QByteArray::number(4.8 - 0.01 * step * begin / 10)
                + "\n";
        return lines;
    };
    choose(u"Another log beside it"_s);
    QTRY_COMPARE(jobs()->count(), 2);
    m_link->answers[u"resource.get"_s] = QJsonValue(job(5, {log(20), "trouble\n"}));
    jobs()->setCurrentIndex(1);
    emit jobs()->activated(1);
    emit m_link->changed(canned::delta(2, {job(7, {log(10), "trouble\n"})}));
    QTRY_VERIFY(m_page->isSettled() && panel().view()->lineCount() >= 40 && side()->panel().view()->lineCount() == 40);
    QDir().mkpath(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures"));
    const auto save = [isDark](QWidget &widget, const QString &name) {
        return widget.grab().save(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures/job-logs-") + name
                                  + (isDark ? u"-dark.png"_s : u"-light.png"_s));
    };
    QVERIFY(save(*m_page, u"beside"_s));
    panel().findChild<QToolButton *>(u"moreOfLogs"_s)->click();
    QVERIFY(save(*panel().findChild<QMenu *>(), u"more"_s));
}

BATCHDECK_TEST_MAIN(QApplication, TstLogLayouts)
#include "tst_loglayouts.moc"
