// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/workerpool.h"
#include "models/storage/placesmodel.h"
#include "tests/engine/machine/sshfixture.h"
#include "tests/gui/transfer/xserver.h"
#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"
#include "ui/shell/tree/treepanel.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/storage/drop/uploadpanel.h"
#include "ui/storage/pane/carrybar.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/pane/filetable.h"
#include "ui/storage/panel/placespanel.h"
#include "ui/storage/storagepage.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDrag>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QThreadPool>
#include <QTimer>
#include <QTreeView>

using namespace Qt::StringLiterals;
using engine::Location;
using testing::Door;

namespace {

/// The pointer of the X server, moved through XTEST while the test's own event loops run: a drag out of the window has
/// one of its own. A step waits until it may be done.
class Pointer final : public QObject
{
public:
    struct Step
    {
        QStringList words; ///< of xdotool
        std::function<bool()> isDue = [] { return true; };
        QPoint near =
            {}; ///< meanwhile the pointer moves a little there, as a hand's does: a drag hears of nothing else
    };

    Pointer()
    {
        m_timer.setInterval(25);
        connect(&m_timer, &QTimer::timeout, this, &Pointer::next);
    }
    static Step to(
        const QPoint &where, const std::function<bool()> &isDue = [] { return true; })
    {
        return {{u"mousemove"_s, QString::number(where.x()), QString::number(where.y())}, isDue};
    }
    static Step press() { return {{u"mousedown"_s, u"1"_s}}; }
    static Step release(const QPoint &near, const std::function<bool()> &isDue)
    {
        return {{u"mouseup"_s, u"1"_s}, isDue, near};
    }

    bool run(const QList<Step> &steps)
    {
        m_steps = steps;
        m_timer.start();
        if (QTest::qWaitFor([this] { return m_steps.isEmpty(); }, testing::patience))
            return true;
        m_timer.stop();
        QProcess::execute(u"xdotool"_s, {u"mouseup"_s, u"1"_s});
        return false;
    }

private:
    void next()
    {
        if (m_steps.isEmpty())
            return m_timer.stop();
        if (m_steps.constFirst().isDue())
            QProcess::execute(u"xdotool"_s, m_steps.takeFirst().words);
        else if (const QPoint near = m_steps.constFirst().near; !near.isNull())
            QProcess::execute(u"xdotool"_s, to(near + QPoint(++m_ticks / 8 % 2, 0)).words);
    }

    QTimer m_timer;
    QList<Step> m_steps;
    int m_ticks = 0;
};

} // namespace

/// Files between the window and another program, by the protocol that programs speak with each other: two clients of a
/// real X server. A real engine and a real sshd.
class TstX11Drops final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();
    void takesFilesOfAnotherProgram_data();
    void takesFilesOfAnotherProgram();
    void refusesWhatCannotGoThere();
    void givesFilesOfThisComputer();
    void givesSmallFilesOfAMachine();
    void fetchesWhatIsDraggedOut();
    void bringsFilesFromPaneToPane();

private:
    [[nodiscard]] QString path(const QString &name) const { return m_fixture->root() + u'/' + name; }
    void write(const QString &name, const QByteArray &bytes) const
    {
        QDir().mkpath(QFileInfo(path(name)).path());
        QVERIFY(testing::writeFile(path(name), bytes));
    }
    [[nodiscard]] ui::StoragePage *page() const { return qobject_cast<ui::StoragePage *>(m_window->currentPage()); }
    [[nodiscard]] ui::FilePane &pane() const { return page()->activePane(); }
    void open(const Location &folder)
    {
        m_window->openText(folder.toString(), u"storage"_s);
        QTRY_VERIFY(m_window->isSettled());
        QVERIFY(page());
        QCOMPARE(pane().location(), folder);
        pane().refresh();
        QTRY_VERIFY(m_window->isSettled());
    }
    [[nodiscard]] static QPoint rowOf(const ui::FilePane &pane, const QString &name)
    {
        auto &shown = const_cast<ui::FilePane &>(pane);
        const QList<int> rows = shown.model().rowsOf({name});
        if (rows.isEmpty())
            return {};
        const QRect rect = pane.table()->visualRect(shown.model().index(rows.constFirst(), 0));
        return pane.table()->viewport()->mapToGlobal(rect.topLeft() + QPoint(60, rect.height() / 2));
    }
    bool startPeer(const QString &mode, const QStringList &operands)
    {
        m_peer = std::make_unique<QProcess>();
        m_said.clear();
        connect(m_peer.get(), &QProcess::readyRead, this, [this] { m_said += m_peer->readAll(); });
        m_peer->start(QStringLiteral(BATCHDECK_XDNDPEER), QStringList{mode, u"1500"_s, u"300"_s} + operands);
        return hears("ready\n");
    }
    [[nodiscard]] bool hears(const QByteArray &words)
    {
        return QTest::qWaitFor([&] { return m_said.contains(words); }, testing::patience);
    }
    // From the middle of a window to another place, when it is known there what is dragged.
    bool drag(const QPoint &from, const std::function<bool()> &hasBegun, const QPoint &to,
              const std::function<bool()> &mayEnd)
    {
        return m_pointer->run({Pointer::to(from), Pointer::press(), Pointer::to(from + QPoint(8, 4)),
                               Pointer::to(from + QPoint(16, 9)), Pointer::to(from + QPoint(24, 12)),
                               Pointer::to((from + to) / 2, hasBegun), Pointer::to(to - QPoint(3, 2)), Pointer::to(to),
                               Pointer::release(to, mayEnd)});
    }
    [[nodiscard]] static const QWidget *shownHint(const QWidget &over)
    {
        for (const QWidget *hint : over.findChildren<QWidget *>(u"dropHint"_s)) {
            if (hint->isVisible())
                return hint;
        }
        return nullptr;
    }
    [[nodiscard]] ui::UploadPanel *panel() const { return page()->findChild<ui::UploadPanel *>(); }
    bool comesTo(const QString &name, const QByteArray &bytes) const
    {
        return QTest::qWaitFor([&] { return testing::contentOf(path(name)) == bytes; }, testing::patience);
    }

    static constexpr QPoint peer{1580, 360};

    std::unique_ptr<testing::SshServer> m_server;
    std::unique_ptr<testing::SshFixture> m_fixture;
    std::unique_ptr<engine::EngineClient> m_client;
    std::unique_ptr<ui::MainWindow> m_window;
    std::unique_ptr<Pointer> m_pointer;
    std::unique_ptr<QProcess> m_peer;
    QByteArray m_said;
};

void TstX11Drops::initTestCase()
{
    SKIP_WITHOUT("sshd");
    SKIP_WITHOUT("xvfb");
    SKIP_WITHOUT("xdotool");
    QCOMPARE(QGuiApplication::platformName(), u"xcb"_s);
    m_server = std::make_unique<testing::SshServer>();
    QVERIFY(m_server->start());
    m_fixture = std::make_unique<testing::SshFixture>();
    QVERIFY(m_fixture->start());
    qputenv("XDG_CACHE_HOME", path(u"cache"_s).toUtf8());
    VERIFY_RESULT(m_fixture->addMachine(u"m1"_s, Door::of(*m_server, path(u"home"_s))));
    m_client = std::make_unique<engine::EngineClient>(m_fixture->link());
    m_window = std::make_unique<ui::MainWindow>(*m_client, m_fixture->profile(), ui::LookChoice::Light);
    m_window->setGeometry(0, 0, 1440, 900);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    m_pointer = std::make_unique<Pointer>();
}

void TstX11Drops::init()
{
    write(u"here/plate 1.tif"_s, "plate");
    write(u"here/cells/one"_s, "cell one");
    write(u"there/sub/kept"_s, "kept");
    write(u"there/best.pt"_s, QByteArray(5'000'000, 'b'));
    write(u"there/loss.csv"_s, "epoch,loss\n");
    QDir().mkpath(path(u"taken"_s));
    QDir().mkpath(path(u"back"_s));
}

void TstX11Drops::cleanup()
{
    if (m_peer) {
        m_peer->kill();
        m_peer->waitForFinished(testing::patience);
        m_peer.reset();
    }
    if (!m_fixture)
        return;
    for (const QString &name : {u"here"_s, u"there"_s, u"taken"_s, u"back"_s})
        QDir(path(name)).removeRecursively();
}

void TstX11Drops::cleanupTestCase()
{
    m_pointer.reset();
    m_window.reset();
    m_client.reset();
    engine::workerPool().waitForDone();
    if (m_fixture) {
        const QDir carried(path(u"cache/batchdeck/drag"_s));
        QCOMPARE(carried.entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
    }
    m_fixture.reset();
    m_server.reset();
}

void TstX11Drops::takesFilesOfAnotherProgram_data()
{
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("words"); // shown while it is there
    QTest::addColumn<QString>("arrives"); // in that folder
    QTest::newRow("into the folder that is open") << u"empty"_s << u"Upload 2 entries into there"_s << u"there"_s;
    QTest::newRow("onto a row") << u"row"_s << u"Upload 2 entries into sub"_s << u"there/sub"_s;
    QTest::newRow("onto a place") << u"place"_s << u"Upload 2 entries into"_s << QString();
    QTest::newRow("onto a machine in the tree") << u"tree"_s << u"Upload 2 entries into m1"_s << QString();
}

void TstX11Drops::takesFilesOfAnotherProgram()
{
    QFETCH(QString, where);
    QFETCH(QString, words);
    QFETCH(QString, arrives);
    open({u"m1"_s, path(u"there"_s)});
    QVERIFY(!panel()->isVisible());
    QVERIFY(startPeer(u"give"_s, {path(u"here/plate 1.tif"_s), path(u"here/cells"_s)}));
    const QWidget *over = &pane();
    QPoint to = pane().table()->viewport()->mapToGlobal(QPoint(200, pane().table()->viewport()->height() - 30));
    if (where == u"row") {
        to = rowOf(pane(), u"sub"_s);
    } else if (where == u"place") {
        over = page()->findChild<ui::PlacesPanel *>();
        const auto *list = over->findChild<QListView *>();
        for (int row = 0; row < list->model()->rowCount(); ++row) {
            const QModelIndex index = list->model()->index(row, 0);
            if (index.data(models::PlacesModel::LocationRole).value<Location>().place == u"m1")
                to = list->viewport()->mapToGlobal(list->visualRect(index).center());
        }
    } else if (where == u"tree") {
        over = m_window->findChild<ui::TreePanel *>();
        auto *tree = over->findChild<QTreeView *>();
        tree->expandAll();
        for (QModelIndex index = tree->model()->index(0, 0); index.isValid(); index = tree->indexBelow(index)) {
            if (index.data().toString() == u"m1")
                to = tree->viewport()->mapToGlobal(tree->visualRect(index).center());
        }
    }
    const auto isSaid = [&] { return shownHint(*over) && shownHint(*over)->accessibleName().startsWith(words); };
    QVERIFY(drag(
        peer, [this] { return m_said.contains("dragging"); }, to, isSaid));
    QVERIFY(hears("copied"));
    QTRY_VERIFY(page() && panel()->isVisible());
    QTRY_VERIFY(!shownHint(*over));
    if (arrives.isEmpty()) {
        const auto places = testing::await(m_client->storage.listPlaces());
        VERIFY_RESULT(places);
        for (const auto &place : *places)
            arrives = place.name == u"m1" ? place.root.path : arrives;
        QVERIFY(panel()->findChild<QLabel *>(u"title"_s)->text().contains(arrives));
        emit panel()->closed(); // the machine's home is that of whoever runs this
        return;
    }
    QTest::mouseClick(panel()->findChild<QPushButton *>(u"upload"_s), Qt::LeftButton);
    QVERIFY(comesTo(arrives + u"/plate 1.tif"_s, "plate"));
    QVERIFY(comesTo(arrives + u"/cells/one"_s, "cell one"));
    QCOMPARE(testing::contentOf(path(u"here/plate 1.tif"_s)), "plate"); // copied, not moved
}

void TstX11Drops::refusesWhatCannotGoThere()
{
    open({{}, path(u"here"_s)});
    QVERIFY(startPeer(u"give"_s, {path(u"here/plate 1.tif"_s)}));
    const auto isSaid = [this] {
        return shownHint(pane()) && shownHint(pane())->accessibleName().contains(u"is in this folder already"_s);
    };
    const QPoint to = pane().table()->viewport()->mapToGlobal(QPoint(200, 400));
    QVERIFY(drag(
        peer, [this] { return m_said.contains("dragging"); }, to, isSaid));
    QVERIFY(hears("refused"));
    QVERIFY(!panel()->isVisible());
}

void TstX11Drops::givesFilesOfThisComputer()
{
    open({{}, path(u"here"_s)});
    QVERIFY(startPeer(u"take"_s, {path(u"taken"_s)}));
    QVERIFY(drag(
        rowOf(pane(), u"plate 1.tif"_s), [] { return true; }, peer, [this] { return m_said.contains("offered\n"); }));
    QVERIFY(hears("took"));
    QCOMPARE(testing::contentOf(path(u"taken/plate 1.tif"_s)), "plate");
}

// They are read while the drag begins.
void TstX11Drops::givesSmallFilesOfAMachine()
{
    open({u"m1"_s, path(u"there"_s)});
    QVERIFY(startPeer(u"take"_s, {path(u"taken"_s)}));
    // A machine that is slow needs the bar, and the second drag that it offers; this one mostly is not.
    for (int attempt = 0; attempt < 5 && !m_said.contains("took"); ++attempt) {
        m_said.clear();
        QVERIFY(drag(
            rowOf(pane(), u"loss.csv"_s), [this] { return pane().findChild<QDrag *>() != nullptr; }, peer,
            [this] { return m_said.contains("offered"); }));
        QTRY_VERIFY(m_said.contains("took") || page()->findChild<ui::CarryBar *>()->isVisible());
    }
    QCOMPARE(testing::contentOf(path(u"taken/loss.csv"_s)), "epoch,loss\n");
}

// What is larger is fetched, and then dragged from the bar.
void TstX11Drops::fetchesWhatIsDraggedOut()
{
    open({u"m1"_s, path(u"there"_s)});
    QVERIFY(startPeer(u"take"_s, {path(u"taken"_s)}));
    QVERIFY(drag(
        rowOf(pane(), u"best.pt"_s), [] { return true; }, peer,
        [this] { return m_said.contains("offered nothing\n"); }));
    auto *bar = page()->findChild<ui::CarryBar *>();
    QTRY_VERIFY(bar->isReady());
    QVERIFY(!m_said.contains("took"));
    const QPoint from = bar->mapToGlobal(QPoint(120, bar->height() / 2));
    QVERIFY(drag(
        from, [] { return true; }, peer, [this] { return m_said.contains("offered\n"); }));
    QVERIFY(hears("took"));
    QCOMPARE(testing::contentOf(path(u"taken/best.pt"_s)), QByteArray(5'000'000, 'b'));
    QTest::mouseClick(bar->findChild<QAbstractButton *>(u"closeCarry"_s), Qt::LeftButton);
    QVERIFY(!bar->isVisible());
}

void TstX11Drops::bringsFilesFromPaneToPane()
{
    open({u"m1"_s, path(u"there"_s)});
    page()->setSecondPane(true);
    ui::FilePane *from = page()->otherPane();
    page()->activePane().open({{}, path(u"back"_s)});
    QTRY_VERIFY(m_window->isSettled());
    ui::FilePane *to = &page()->activePane();
    const auto isSaid = [to] {
        return shownHint(*to) && shownHint(*to)->accessibleName() == u"Download best.pt into back"_s;
    };
    const QPoint there = to->table()->viewport()->mapToGlobal(QPoint(100, to->table()->viewport()->height() / 2));
    QVERIFY(drag(
        rowOf(*from, u"best.pt"_s), [] { return true; }, there, isSaid));
    QTRY_VERIFY(panel()->isVisible());
    QTest::mouseClick(panel()->findChild<QPushButton *>(u"upload"_s), Qt::LeftButton);
    QVERIFY(comesTo(u"back/best.pt"_s, QByteArray(5'000'000, 'b')));
    page()->setSecondPane(false);
}

int runX11Drops(int argc, char **argv)
{
    testing::XServer server;
    server.start(); // without one the test says that it is missing
    QApplication application(argc, argv);
    TstX11Drops test;
    return QTest::qExec(&test, argc, argv);
}

BATCHDECK_TEST_RUN(TstX11Drops, runX11Drops);
#include "tst_x11drops.moc"
