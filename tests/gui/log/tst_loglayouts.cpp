// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/logreaders.h"
#include "models/storage/filework.h"
#include "tests/gui/job/cannedgang.h"
#include "tests/support/testmain.h"
#include "ui/job/jobpage.h"
#include "ui/job/log/logside.h"
#include "ui/job/log/logstab.h"
#include "ui/job/log/logtile.h"
#include "ui/job/log/logtiles.h"
#include "ui/job/log/logwindow.h"
#include "ui/log/panel/logfindbar.h"
#include "ui/log/panel/logpanel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/pageheader.h"
#include "ui/widgets/page/segments.h"
#include "ui/widgets/text/tonelabel.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
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
    void offersJobsAsTheyComeAndGo();
    void comparesWithAJobOfAnotherExperiment();
    void staysWithTheExperimentThatIsShown();
    void opensAWindow();
    void opensAWindowWithAllMerged();
    void showsAllProcessesSideBySide();
    void saysWhetherOutputMayCome();
    void makesWayForTheFailure();
    void readsOnlyTilesInSight();
    void takesKeysAndThePalette();
    void takesKeysWhereverTheFocusIs();
    void hasTheKeysWhereSomebodyClicks();
    void closesTheLogBesideByItsKey();
    void goesFromFileToFileByKeys();
    void offersNoFurtherLayoutsThere();
    void pictures_data();
    void pictures(); ///< for people to look at: build/…/pictures/job-logs-*.png

private:
    /// Of job \a number, with one log and what it says.
    [[nodiscard]] QJsonObject job(int number, const QList<QByteArray> &logs,
                                  const QStringList &names = {u"stdout.txt"_s, u"stderr.txt"_s, u"execution.log"_s},
                                  bool areComplete = false) const;
    [[nodiscard]] QString path(int number, const QString &name) const
    {
        return m_folder->filePath(u"%1-%2"_s.arg(number).arg(name));
    }
    static QJsonObject experiment(const engine::ResourceId &id)
    {
        return {{u"id"_s, id.toString()}, {u"name"_s, id.name()}, {u"properties"_s, QJsonObject()}};
    }
    void choose(const QString &command) const; ///< from the menu of the page's log
    [[nodiscard]] ui::LogPanel &panel() const { return m_page->findChild<ui::LogsTab *>()->panel(); }
    [[nodiscard]] ui::LogSide *side() const { return m_page->findChild<ui::LogSide *>(); }
    [[nodiscard]] QComboBox *jobs() const { return side()->findChild<QComboBox *>(u"comparedJob"_s); }
    [[nodiscard]] QComboBox *experiments() const { return side()->findChild<QComboBox *>(u"comparedExperiment"_s); }
    void chooseExperiment(const QString &name) const
    {
        experiments()->setCurrentIndex(experiments()->findText(name));
        emit experiments()->activated(experiments()->currentIndex());
    }
    [[nodiscard]] ui::LogTiles *tiles() const { return m_page->findChild<ui::LogTiles *>(); }
    [[nodiscard]] QList<ui::LogTile *> tileList() const { return tiles()->findChildren<ui::LogTile *>(); }
    /// Job 7 has \a count ranks, each with its number in stdout, and every second one in stderr.
    void showRanks(int count);
    [[nodiscard]] ui::LogWindow *window() const { return m_page->findChild<ui::LogWindow *>(); }
    static QString text(const ui::LogView &view)
    {
        return view.isSettled() && view.rows().lineCount() > 0 ? view.rows().pieces({0}).text(0).text : QString();
    }
    static QString text(const ui::LogPanel &panel) { return panel.isSettled() ? text(*panel.view()) : QString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<canned::CannedLink> m_link;
    std::unique_ptr<engine::EngineClient> m_client;
    std::unique_ptr<models::FileWork> m_work;
    std::unique_ptr<ui::JobPage> m_page;
};

QJsonObject TstLogLayouts::job(int number, const QList<QByteArray> &logs, const QStringList &names,
                               bool areComplete) const
{
    QJsonObject document = canned::job(number, u"running"_s);
    QJsonArray files;
    for (qsizetype i = 0; i < logs.size(); ++i) {
        const QString &name = names.at(i);
        QFile file(path(number, name));
        if (file.open(QIODevice::WriteOnly))
            file.write(logs.at(i));
        files.append(QJsonObject{{u"name"_s, name},
                                 {u"node"_s, u"desk"_s},
                                 {u"spoolPath"_s, path(number, name)},
                                 {u"complete"_s, areComplete}});
    }
    QJsonObject extension = engine::extensionOf(document);
    extension[u"logs"_s] = files;
    return engine::withExtension(document, extension);
}

void TstLogLayouts::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", m_folder->path().toUtf8());
    m_link = std::make_unique<canned::CannedLink>();
    m_client = std::make_unique<engine::EngineClient>(*m_link);
    m_work = std::make_unique<models::FileWork>(*m_client);
    m_link->fallback = QJsonValue(QJsonArray());
    m_link->answers[u"job.list"_s] = QJsonValue(QJsonArray{job(7, {"seven"}), job(5, {"five"})});
    const QJsonObject document = job(7, {"seven\n", "trouble\n"});
    m_link->answers[u"resource.get"_s] = QJsonValue(document);
    m_page = std::make_unique<ui::JobPage>(*m_client, *m_work, std::make_shared<engine::LogReaders>(),
                                           *engine::ResourceId::parse(document[u"id"_s].toString()));
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
    choose(u"Close the log beside it"_s); // there is room for two
    QTRY_VERIFY(!side());
    choose(u"Another log beside it"_s);
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

void TstLogLayouts::offersJobsAsTheyComeAndGo()
{
    choose(u"Another log beside it"_s);
    QTRY_COMPARE(jobs()->count(), 2);
    emit m_link->changed(canned::delta(2, {job(8, {"eight\n"})}));
    QTRY_COMPARE(jobs()->itemText(0), u"run-8"_s);
    QCOMPARE(jobs()->currentText(), u"run-7"_s);
    emit m_link->changed(canned::delta(3, {}, {jobs()->itemData(0).toString(), jobs()->currentData().toString()}));
    QTRY_COMPARE(jobs()->count(), 2);
    QCOMPARE(jobs()->findText(u"run-8"_s), -1);
    QCOMPARE(jobs()->currentText(), u"run-7"_s); // what is shown stays
}

void TstLogLayouts::comparesWithAJobOfAnotherExperiment()
{
    choose(u"Another log beside it"_s);
    QTRY_COMPARE(jobs()->count(), 2);
    QVERIFY(!experiments()->isVisible()); // there is one only
    const engine::ResourceId own = canned::experimentId();
    const engine::ResourceId near = own.parent().child(engine::ResourceKind::Experiment, u"bert"_s);
    const engine::ResourceId far = engine::ResourceId::group(own.profile(), u"other"_s)
                                       .child(engine::ResourceKind::Workspace, u"speech"_s)
                                       .child(engine::ResourceKind::Experiment, u"asr"_s);
    emit m_link->changed(canned::delta(2, {experiment(near), experiment(far)}));
    QTRY_COMPARE(experiments()->count(), 3);
    QVERIFY(experiments()->isVisible());
    QCOMPARE(experiments()->currentText(), own.name());

    m_link->answers[u"job.list"_s] = QJsonValue(QJsonArray());
    chooseExperiment(u"other / speech / asr"_s);
    auto *banner = side()->findChild<ui::Banner *>(QString(), Qt::FindDirectChildrenOnly);
    QTRY_VERIFY(banner->isVisible());
    QCOMPARE(banner->text(), u"There is no job in other / speech / asr."_s);
    QCOMPARE(experiments()->currentText(), own.name());
    QTRY_COMPARE(text(side()->panel()), u"seven"_s);

    QJsonObject there = job(4, {"four\n"});
    there[u"id"_s] = near.child(engine::ResourceKind::Job, u"run-4"_s).toString();
    m_link->answers[u"job.list"_s] = QJsonValue(QJsonArray{there});
    m_link->answers[u"resource.get"_s] = QJsonValue(there);
    chooseExperiment(u"bert"_s);
    QTRY_COMPARE(text(side()->panel()), u"four"_s);
    QCOMPARE(jobs()->currentText(), u"run-4"_s);
    QCOMPARE(jobs()->count(), 1);
    QCOMPARE(text(panel()), u"seven"_s);
    // What comes to the page's own experiment is not one of that.
    emit m_link->changed(canned::delta(3, {job(8, {"eight\n"})}, {far.toString()}));
    QTRY_COMPARE(experiments()->count(), 2);
    QCOMPARE(jobs()->count(), 1);
}

void TstLogLayouts::staysWithTheExperimentThatIsShown()
{
    choose(u"Another log beside it"_s);
    QTRY_COMPARE(jobs()->count(), 2);
    const engine::ResourceId own = canned::experimentId();
    const auto sibling = [&own](const QString &name) {
        return own.parent().child(engine::ResourceKind::Experiment, name);
    };
    emit m_link->changed(canned::delta(
        2, {experiment(sibling(u"bert"_s)), experiment(sibling(u"gpt"_s)), experiment(sibling(own.name().toUpper()))}));
    QTRY_COMPARE(experiments()->count(), 3); // names mean the same in any case
    QTRY_COMPARE(text(side()->panel()), u"seven"_s);
    m_link->hold(u"job.list"_s);
    const int calls = m_link->count(u"job.list"_s);
    chooseExperiment(own.name());
    QCOMPARE(m_link->count(u"job.list"_s), calls);

    QJsonObject there = job(4, {"four\n"});
    there[u"id"_s] = sibling(u"bert"_s).child(engine::ResourceKind::Job, u"run-4"_s).toString();
    const QJsonValue jobsThere(QJsonArray{there});
    chooseExperiment(u"bert"_s);
    chooseExperiment(own.name());
    m_link->release(u"job.list"_s, jobsThere);
    chooseExperiment(u"bert"_s);
    emit m_link->changed(canned::delta(3, {}, {sibling(u"bert"_s).toString()}));
    QTRY_COMPARE(experiments()->count(), 2);
    QCOMPARE(experiments()->currentText(), own.name());
    m_link->release(u"job.list"_s, jobsThere);
    chooseExperiment(u"gpt"_s);
    m_link->release(u"job.list"_s, engine::Error::of(engine::ErrorCode::NotFound, {"It is gone."}));
    QTRY_VERIFY(!experiments()->isVisible());
    QCOMPARE(experiments()->currentText(), own.name());
    // Nothing of what came late was taken.
    QCOMPARE(jobs()->count(), 2);
    QCOMPARE(jobs()->currentText(), u"run-7"_s);
    QTRY_COMPARE(text(side()->panel()), u"seven"_s);
}

void TstLogLayouts::showRanks(int count)
{
    QList<QByteArray> logs;
    QStringList names;
    for (int rank = 0; rank < count; ++rank) {
        const QByteArray number = QByteArray::number(rank);
        logs.append("out " + number + '\n');
        logs.append(rank % 2 ? QByteArray("trouble " + number + '\n') : QByteArray());
        names.append(u"stdout-%1.txt"_s.arg(rank));
        names.append(u"stderr-%1.txt"_s.arg(rank));
    }
    const QJsonObject ranks = job(7, logs, names);
    m_link->answers[u"resource.get"_s] = QJsonValue(ranks);
    emit m_link->changed(canned::delta(2, {ranks}));
    choose(u"All processes side by side"_s);
    QVERIFY(tiles() && tiles()->isVisible() && !panel().isVisible());
    QTRY_COMPARE(tileList().size(), count);
}

void TstLogLayouts::showsAllProcessesSideBySide()
{
    choose(u"All processes side by side"_s); // there is one only
    QVERIFY(!tiles());
    showRanks(4);
    const auto shows = [this](int rank, const QString &line) { return text(*tileList().at(rank)->view()) == line; };
    for (int rank = 0; rank < 4; ++rank)
        QTRY_VERIFY2(shows(rank, u"out %1"_s.arg(rank)), qPrintable(QString::number(rank)));
    QCOMPARE(tileList().at(2)->view()->accessibleName(), u"rank 2"_s);
    QFile grows(path(7, u"stdout-3.txt"_s));
    QVERIFY(grows.open(QIODevice::Append));
    grows.write("more\n");
    grows.close();
    QTRY_COMPARE(tileList().at(3)->view()->rows().lineCount(), 2);
    tiles()->findChild<ui::Segments *>()->setCurrent(1);
    emit tiles()->findChild<ui::Segments *>()->currentChanged(1);
    QTRY_VERIFY(shows(3, u"trouble 3"_s));
    QCOMPARE(tileList().at(2)->view()->rows().lineCount(), 0);
    tileList().at(3)->findChild<QToolButton *>()->click();
    QTRY_VERIFY(!tiles() && panel().isVisible());
    QTRY_COMPARE(text(panel()), u"trouble 3"_s);
}

void TstLogLayouts::saysWhetherOutputMayCome()
{
    const QStringList names{u"stdout-0.txt"_s, u"stdout-1.txt"_s};
    showRanks(2);
    const auto shows = [this](int rank, const QString &words) {
        const QList<ui::ToneLabel *> labels = tileList().at(rank)->findChildren<ui::ToneLabel *>();
        return std::any_of(labels.cbegin(), labels.cend(), [&words](const ui::ToneLabel *label) {
            return label->isVisible() && label->text() == words;
        });
    };
    for (const auto &[areComplete, words] : {std::pair{false, u"no output yet"_s}, {true, u"no output"_s}}) {
        const QJsonObject ranks = job(7, {QByteArray(), "out\n"}, names, areComplete);
        m_link->answers[u"resource.get"_s] = QJsonValue(ranks);
        emit m_link->changed(canned::delta(areComplete ? 4 : 3, {ranks}));
        QTRY_VERIFY2(shows(0, words), qPrintable(words));
        QTRY_VERIFY(!shows(1, words) && text(*tileList().at(1)->view()) == u"out"_s);
    }
}

void TstLogLayouts::makesWayForTheFailure()
{
    showRanks(2);
    const auto enabled = [this] {
        QStringList words;
        for (const QAction *command : m_page->commands()) {
            if (command->isEnabled())
                words.append(command->text());
            else if (command->toolTip() != u"All processes are shown side by side.")
                words.append(u"why not: "_s + command->text());
        }
        return words;
    };
    const QStringList ofJob{u"Copy id"_s, u"Copy as command"_s};
    QCOMPARE(enabled(), ofJob);
    emit panel().failureRequested();
    QTRY_VERIFY(!tiles() && panel().isVisible());
    QVERIFY2(enabled().contains(u"Log: Find"_s) && enabled().contains(u"Save all logs…"_s)
                 && enabled().last(2) == ofJob,
             qPrintable(enabled().join(u", ")));
}

// A job may have a thousand of them.
void TstLogLayouts::readsOnlyTilesInSight()
{
    showRanks(60);
    const auto read = [this] {
        const QList<ui::LogTile *> all = tileList();
        return std::count_if(all.cbegin(), all.cend(),
                             [](const ui::LogTile *tile) { return tile->view()->isVisible(); });
    };
    QTRY_COMPARE(text(*tileList().constFirst()->view()), u"out 0"_s);
    QVERIFY2(read() < 20 && !tileList().constLast()->view()->isVisible(), qPrintable(QString::number(read())));
    QScrollBar *bar = tiles()->findChild<QScrollArea *>()->verticalScrollBar();
    bar->setValue(bar->maximum());
    QTRY_COMPARE(text(*tileList().constLast()->view()), u"out 59"_s);
    QVERIFY(!tileList().constFirst()->view()->isVisible() && read() < 20);
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    QTest::keyClick(tiles(), Qt::Key_Escape);
    QTRY_VERIFY(!tiles() && panel().isVisible());
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
    m_link->answers[u"resource.get"_s] = engine::Error::of(engine::ErrorCode::NotFound, {"It is gone."});
    emit m_link->connectedChanged(true);
    const auto *banner = window()->findChild<ui::Banner *>(QString(), Qt::FindDirectChildrenOnly);
    QTRY_VERIFY(banner && banner->isVisible());
    window()->close();
    QTRY_VERIFY(!window());
}

void TstLogLayouts::takesKeysAndThePalette()
{
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    panel().view()->setFocus();
    QTest::keyClick(panel().view(), Qt::Key_Backslash, Qt::ControlModifier);
    QVERIFY(side());
    QStringList words;
    for (QAction *action : m_page->commands()) {
        words.append(action->text());
        if (action->text() == u"Open in a window"_s)
            action->trigger();
    }
    QVERIFY(window() && window()->isVisible());
    QVERIFY2(words.contains(u"Save all logs…"_s) && words.contains(u"Log: Next file"_s)
                 && words.contains(u"Close the log beside it"_s) && !words.contains(u"Another log beside it"_s),
             qPrintable(words.join(u", ")));
}

void TstLogLayouts::takesKeysWhereverTheFocusIs()
{
    m_page->setFocusPolicy(Qt::ClickFocus); // as the window does
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    const auto *findBar = panel().findChild<ui::LogFindBar *>();
    const auto press = [](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    };
    auto *tabs = m_page->findChild<ui::PageHeader *>()->findChild<QTabBar *>();
    const QList<QWidget *> places{m_page.get(), tabs, panel().findChild<QTabBar *>(),
                                  panel().findChild<QToolButton *>(u"moreOfLogs"_s)};
    for (QWidget *place : places) {
        const auto focus = [place] {
            place->setFocus();
            return place->hasFocus();
        };
        QVERIFY2(focus(), place->metaObject()->className());
        press(Qt::Key_F, Qt::ControlModifier);
        QVERIFY2(!findBar->isHidden(), place->metaObject()->className());
        QVERIFY(focus());
        press(Qt::Key_Escape);
        QVERIFY2(findBar->isHidden(), place->metaObject()->className());
        QVERIFY(focus());
        press(Qt::Key_Home);
        QVERIFY(!panel().view()->follow().isFollowing());
        press(Qt::Key_End);
        QVERIFY(panel().view()->follow().isFollowing());
        QGuiApplication::clipboard()->clear();
        press(Qt::Key_A, Qt::ControlModifier);
        press(Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QGuiApplication::clipboard()->text(), u"seven"_s);
    }
    {
        QListWidget list(m_page.get());
        list.addItems({u"one"_s, u"two"_s});
        list.show();
        list.setFocus();
        QVERIFY(list.hasFocus());
        panel().view()->follow().setFollowing(true);
        for (const Qt::Key key : {Qt::Key_Home, Qt::Key_Home, Qt::Key_Up}) { // at its end it leaves them
            press(key);
            QVERIFY(panel().view()->follow().isFollowing());
        }
        press(Qt::Key_F, Qt::ControlModifier);
        QVERIFY(!findBar->isHidden());
        press(Qt::Key_Escape);
    }
    showRanks(2);
    m_page->activateWindow(); // after the menu
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    tabs->setFocus();
    press(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(findBar->isHidden()); // the panel is not there
}

void TstLogLayouts::hasTheKeysWhereSomebodyClicks()
{
    m_page->setFocusPolicy(Qt::ClickFocus);
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    m_page->findChild<ui::LogsTab *>()->openBeside();
    QTRY_COMPARE(text(side()->panel()), u"seven"_s);
    for (const ui::LogPanel *clicked : {&panel(), &side()->panel(), &panel()}) {
        auto *tabs = clicked->findChild<QTabBar *>();
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
        QCOMPARE(clicked->shownFile().name, u"stderr.txt"_s);
        QVERIFY(clicked->view()->hasFocus());
    }
    auto *findBar = panel().findChild<ui::LogFindBar *>();
    panel().openFind();
    panel().view()->setFocus();
    QTest::mouseClick(findBar->findChild<QToolButton *>(), Qt::LeftButton);
    QVERIFY(findBar->findChild<QLineEdit *>()->hasFocus());
}

void TstLogLayouts::closesTheLogBesideByItsKey()
{
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    for (const bool isFromBeside : {true, false}) {
        panel().view()->setFocus();
        QTest::keyClick(panel().view(), Qt::Key_Backslash, Qt::ControlModifier);
        QVERIFY(side() && side()->panel().view()->hasFocus());
        ui::LogView *view = isFromBeside ? side()->panel().view() : panel().view();
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Backslash, Qt::ControlModifier);
        QTRY_VERIFY(!side());
        QVERIFY(panel().view()->hasFocus());
    }
}

void TstLogLayouts::goesFromFileToFileByKeys()
{
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    panel().view()->setFocus();
    const auto press = [this](Qt::Key key) { QTest::keyClick(panel().view(), key, Qt::AltModifier); };
    press(Qt::Key_PageDown);
    QCOMPARE(panel().shownFile().name, u"stderr.txt"_s);
    QTRY_COMPARE(text(panel()), u"trouble"_s);
    QVERIFY(panel().view()->hasFocus());
    press(Qt::Key_PageDown); // around the end
    QCOMPARE(panel().shownFile().name, u"stdout.txt"_s);
    press(Qt::Key_PageUp);
    QCOMPARE(panel().shownFile().name, u"stderr.txt"_s);
    showRanks(4); // with all of them merged they are too many for tabs
    m_page->findChild<ui::LogsTab *>()->closeTiles();
    QTRY_COMPARE(panel().findChild<QComboBox *>(u"logList"_s)->count(), 9);
    m_page->activateWindow(); // after the menu
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    panel().view()->setFocus();
    const int before = panel().findChild<QComboBox *>(u"logList"_s)->currentIndex();
    press(Qt::Key_PageDown);
    QCOMPARE(panel().findChild<QComboBox *>(u"logList"_s)->currentIndex(), before + 1);
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
    const engine::ResourceId workspace = canned::experimentId().parent();
    const QJsonObject another = experiment(workspace.child(engine::ResourceKind::Experiment, u"bert"_s));
    emit m_link->changed(canned::delta(2, {job(7, {log(10), "trouble\n"}), another}));
    QTRY_VERIFY(m_page->isSettled() && panel().view()->rows().lineCount() >= 40
                && side()->panel().view()->rows().lineCount() == 40);
    QDir().mkpath(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures"));
    const auto save = [isDark](QWidget &widget, const QString &name) {
        return widget.grab().save(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures/job-logs-") + name
                                  + (isDark ? u"-dark.png"_s : u"-light.png"_s));
    };
    QVERIFY(save(*m_page, u"beside"_s));
    panel().findChild<QToolButton *>(u"moreOfLogs"_s)->click();
    QVERIFY(save(*panel().findChild<QMenu *>(), u"more"_s));
    panel().findChild<QMenu *>()->close();
    QList<QByteArray> logs;
    QStringList names;
    for (int rank = 0; rank < 16; ++rank) {
        logs.append(log(10 + rank) + QByteArray(rank == 5 ? "epoch 3:  40%|\r" : ""));
        names += u"stdout-%1.txt"_s.arg(rank);
    }
    m_link->answers[u"resource.get"_s] = QJsonValue(job(7, logs, names));
    emit m_link->changed(canned::delta(3, {job(7, logs, names)}));
    m_page->findChild<ui::LogsTab *>()->closeBeside();
    m_page->findChild<ui::LogsTab *>()->openTiles();
    QTRY_VERIFY(m_page->isSettled() && tileList().size() == 16
                && tileList().constFirst()->view()->rows().lineCount() == 40);
    QVERIFY(save(*m_page, u"tiles"_s));
}

BATCHDECK_TEST(QApplication, TstLogLayouts)
#include "tst_loglayouts.moc"
