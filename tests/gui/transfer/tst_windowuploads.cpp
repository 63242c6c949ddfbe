// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/transfer/transferwindow.h"
#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"
#include "ui/shell/tree/treepanel.h"
#include "ui/storage/pane/carrybar.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/pane/filetable.h"
#include "ui/storage/panel/placespanel.h"
#include "ui/storage/storagepage.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QButtonGroup>
#include <QCheckBox>
#include <QDropEvent>
#include <QMimeData>
#include <QPushButton>
#include <QTreeView>
#include <QUrl>

using namespace Qt::StringLiterals;
using engine::Location;

/// What is asked before files are brought to a machine, and how they are dropped on the window. A real engine and a
/// real sshd.
class TstWindowUploads final : public QObject, private testing::TransferWindow
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { endWindow(); }
    void asksBeforeItSends();
    void takesADrop();
    void takesADropInTheTree();
    void countsBeforeItSends();
    void countsFilesOfManyFolders();
    void comparesByChecksum();
    void picturesTheQuestion_data();
    void picturesTheQuestion();
    void picturesADrop_data() { picturesTheQuestion_data(); }
    void picturesADrop();
};

void TstWindowUploads::initTestCase()
{
    SKIP_WITHOUT("sshd");
    startWindow();
}

void TstWindowUploads::asksBeforeItSends()
{
    write(u"here/cells/one"_s);
    open({u"m1"_s, path(u"there"_s)});
    page()->askTransfer({{{}, path(u"here/cells"_s)}}, page()->activePane().location());
    QVERIFY(panel()->isVisible());
    QVERIFY(!QFile::exists(path(u"there/cells"_s)));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!panel()->isVisible());
    QVERIFY(!row());

    page()->askTransfer({{{}, path(u"here/cells"_s)}}, page()->activePane().location());
    QTest::mouseClick(panel()->findChild<QPushButton *>(u"upload"_s), Qt::LeftButton);
    QVERIFY(showsRow(u"Done"_s));
    QVERIFY(!panel()->isVisible());
    QTRY_COMPARE(names(), QStringList{u"cells"_s}); // seen without a refresh
    QCOMPARE(testing::contentOf(path(u"there/cells/one"_s)), "bytes");
    click("cancel"); // clears it
    QTRY_VERIFY(!row());
}

void TstWindowUploads::takesADrop()
{
    write(u"here/plate 1.tif"_s);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path(u"here/plate 1.tif"_s))});
    ui::FilePane &pane = page()->activePane();
    QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&pane, &enter);
    QVERIFY(enter.isAccepted());
    const auto *hint = pane.findChild<QWidget *>(u"dropHint"_s);
    QVERIFY(hint->isVisible());
    QCOMPARE(hint->accessibleName(), u"Upload plate 1.tif into there"_s);
    QDropEvent drop(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&pane, &drop);
    QVERIFY(!hint->isVisible());
    QVERIFY(panel()->isVisible());
    QTest::mouseClick(panel()->findChild<QPushButton *>(u"upload"_s), Qt::LeftButton);
    QVERIFY(showsRow(u"Done"_s));
    QTRY_VERIFY(names().contains(u"plate 1.tif"_s));
    click("cancel");
    QTRY_VERIFY(!row());
}

// Into the folder of a file server, but a document is opened wherever it is dropped.
void TstWindowUploads::takesADropInTheTree()
{
    QDir().mkpath(path(u"there/served"_s));
    VERIFY_RESULT(m_fixture->call(u"resource.create"_s,
                                  {{u"id"_s, u"default/default/fileServers/nas"_s},
                                   {u"machine"_s, u"m1"_s},
                                   {u"path"_s, path(u"there/served"_s)}}));
    open({u"m1"_s, path(u"there"_s)});
    auto *panelOfTree = m_window->findChild<ui::TreePanel *>();
    auto *tree = panelOfTree->findChild<QTreeView *>();
    const auto rowOf = [tree](const QString &name) {
        tree->expandAll();
        for (QModelIndex index = tree->model()->index(0, 0); index.isValid(); index = tree->indexBelow(index)) {
            if (index.data().toString() == name)
                return tree->visualRect(index).center();
        }
        return QPoint(-1, -1);
    };
    QTRY_VERIFY(rowOf(u"nas"_s).y() >= 0);
    const auto drag = [&](const QStringList &names, const QPoint &where, bool drops) {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString &name : names)
            urls.append(QUrl::fromLocalFile(path(name)));
        data.setUrls(urls);
        QDragEnterEvent enter(where, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(panelOfTree->dropArea(), &enter);
        QDropEvent drop(where, Qt::CopyAction, &data, Qt::LeftButton, {});
        if (drops)
            QApplication::sendEvent(panelOfTree->dropArea(), &drop);
        const auto *hint = panelOfTree->findChild<QWidget *>(u"dropHint"_s);
        return drops ? QString() : hint->accessibleName();
    };
    const QStringList both{u"here/plate 1.tif"_s, u"here/cells"_s};
    QCOMPARE(drag(both, rowOf(u"nas"_s), false), u"Upload 2 entries into served"_s);
    QCOMPARE(drag(both, rowOf(u"m1"_s), false), u"Upload 2 entries into m1"_s);
    QVERIFY(drag(both, rowOf(u"default"_s), false).contains(u"on a machine or file server"_s));
    drag(both, rowOf(u"nas"_s), true);
    QTRY_VERIFY(page() && page()->activePane().location() == Location({u"m1"_s, path(u"there/served"_s)}));
    QTRY_VERIFY(panel()->isVisible());
    QTest::mouseClick(panel()->findChild<QPushButton *>(u"upload"_s), Qt::LeftButton);
    QVERIFY(showsRow(u"Done"_s));
    QCOMPARE(testing::contentOf(path(u"there/served/cells/one"_s)), "bytes");
    click("cancel");
    QTRY_VERIFY(!row());

    QVERIFY(testing::writeFile(path(u"here/job.json"_s),
                               "{\"properties\":{\"nodeCount\":1,\"customToolkitSettings\":{}}}"));
    QTRY_VERIFY(!drag({u"here/job.json"_s}, rowOf(u"nas"_s), false).startsWith(u"Reading"_s));
    QVERIFY(!drag({u"here/job.json"_s}, rowOf(u"nas"_s), false).startsWith(u"Upload"_s));
    for (QWidget *shown : m_window->findChildren<QWidget *>(u"dropHint"_s)) // only a real drag leaves
        shown->hide();
}

// What is said while the question is open, and when there is nothing to ask.
void TstWindowUploads::countsBeforeItSends()
{
    for (int i = 0; i < 20; ++i)
        write(u"here/set/%1.tif"_s.arg(i));
    write(u"here/set/cache/big"_s);
    write(u"here/set/note.o"_s);
    QVERIFY(testing::writeFile(path(u"here/set/.batchdeckignore"_s), "cache\n"));
    QVERIFY(testing::writeFile(path(u"here/set/.gitignore"_s), "*.o\n"));
    QProcess::execute(u"cp"_s, {u"-a"_s, path(u"here/set"_s), path(u"there/"_s)});
    QDir(path(u"there/set/cache"_s)).removeRecursively();
    QFile::remove(path(u"there/set/7.tif"_s));
    QVERIFY(testing::writeFile(path(u"there/set/8.tif"_s), "other bytes"));
    open({u"m1"_s, path(u"there"_s)});
    page()->askTransfer({{{}, path(u"here/set"_s)}}, page()->activePane().location());
    auto *begin = panel()->findChild<QPushButton *>(u"upload"_s);
    QTRY_VERIFY(panel()->isSettled());
    QTRY_VERIFY2(words().contains(u"1 left out, as .batchdeckignore says"_s), qPrintable(words()));
    QVERIFY2(words().contains(u"23 files"_s), qPrintable(words()));
    QVERIFY2(words().contains(u"Already there\n21 files"_s), qPrintable(words()));
    QVERIFY2(words().contains(u"Different there\n1 file\n"_s), qPrintable(words()));
    QVERIFY2(words().contains(u"To send\n2 files\n"_s), qPrintable(words()));
    QVERIFY2(words().contains(u"goes into the trash"_s), qPrintable(words()));
    QVERIFY2(words().contains(u"set/8.tif"_s) && words().contains(u"stay free"_s), qPrintable(words()));
    panel()->findChild<QButtonGroup *>()->button(int(engine::ConflictRule::Skip))->click();
    QVERIFY2(words().contains(u"To send\n1 file\n"_s), qPrintable(words()));
    panel()->findChild<QButtonGroup *>()->button(int(engine::ConflictRule::Replace))->click();
    panel()->findChild<QCheckBox *>()->click();
    QTRY_VERIFY2(words().contains(u"2 left out, as .batchdeckignore and .gitignore say"_s), qPrintable(words()));
    QVERIFY2(words().contains(u"22 files"_s), qPrintable(words()));
    QVERIFY(begin->isEnabled());
    QTest::mouseClick(begin, Qt::LeftButton);
    QVERIFY(showsRow(u"Done"_s));
    QCOMPARE(testing::contentOf(path(u"there/set/8.tif"_s)), "bytes");
    click("cancel");
    QTRY_VERIFY(!row());

    page()->askTransfer({{{}, path(u"here/set"_s)}}, page()->activePane().location());
    QTRY_VERIFY2(!begin->isEnabled(), qPrintable(words()));
    QVERIFY2(words().contains(u"all of it is there already"_s), qPrintable(words()));
    QTest::keyClick(panel(), Qt::Key_Escape);
    QVERIFY(!panel()->isVisible());
}

// Each is a transfer of its own, and a machine is not asked for all at once.
void TstWindowUploads::countsFilesOfManyFolders()
{
    QList<Location> files;
    for (int i = 0; i < 14; ++i) {
        write(u"here/many/%1/file%1"_s.arg(i));
        files.append({{}, path(u"here/many/%1/file%1"_s.arg(i))});
    }
    open({u"m1"_s, path(u"there"_s)});
    page()->askTransfer(files, page()->activePane().location());
    QTRY_VERIFY(panel()->isSettled());
    QVERIFY2(words().contains(u"14 files"_s) && words().contains(u"from 14 folders"_s), qPrintable(words()));
    QVERIFY2(!words().contains(u'…') && !words().contains(u"Ask for it anew"_s), qPrintable(words()));
    emit panel()->closed();
}

// All of it seems to be there: only who looks at the bytes sees that it is not.
void TstWindowUploads::comparesByChecksum()
{
    write(u"here/twin/a"_s);
    QVERIFY(QDir().mkpath(path(u"there/twin"_s)));
    QVERIFY(testing::writeFile(path(u"there/twin/a"_s), "other"));
    for (const QString &side : {u"here"_s, u"there"_s}) {
        QFile file(path(side + u"/twin/a"_s));
        QVERIFY(file.open(QIODevice::ReadWrite)
                && file.setFileTime(QDateTime::fromSecsSinceEpoch(1'500'000'000), QFile::FileModificationTime));
    }
    open({u"m1"_s, path(u"there"_s)});
    page()->askTransfer({{{}, path(u"here/twin"_s)}}, page()->activePane().location());
    auto *begin = panel()->findChild<QPushButton *>(u"upload"_s);
    auto *compare = panel()->findChild<QCheckBox *>(u"checksum"_s);
    QVERIFY(compare->isVisible() && !compare->isChecked() && !compare->toolTip().isEmpty());
    QTRY_VERIFY(panel()->isSettled() && !begin->isEnabled());
    compare->click();
    QVERIFY(begin->isEnabled());
    QVERIFY2(words().contains(u"by size and time"_s), qPrintable(words()));
    panel()->findChild<QButtonGroup *>()->button(int(engine::ConflictRule::Replace))->click();
    QTest::mouseClick(begin, Qt::LeftButton);
    QVERIFY(showsRow(u"Done"_s));
    QCOMPARE(testing::contentOf(path(u"there/twin/a"_s)), "bytes");
    click("cancel");
    QTRY_VERIFY(!row());
    compare->click();
}

void TstWindowUploads::picturesTheQuestion_data()
{
    QTest::addColumn<bool>("isDark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

// Left in the build folder to be looked at.
void TstWindowUploads::picturesTheQuestion()
{
    QFETCH(bool, isDark);
    for (int i = 0; i < 12; ++i) {
        write(u"here/shown/plate_%1.tif"_s.arg(i), 40'000 + i);
        write(u"there/shown/plate_%1.tif"_s.arg(i), 40'000 + i + (i % 2));
    }
    write(u"here/shown/new.bin"_s, 3'000'000);
    write(u"here/shown/cache/1"_s);
    QVERIFY(testing::writeFile(path(u"here/shown/.batchdeckignore"_s), "cache\n"));
    ui::applyTheme(*static_cast<QApplication *>(qApp), isDark ? ui::LookChoice::Dark : ui::LookChoice::Light);
    open({u"m1"_s, path(u"there"_s)});
    page()->askTransfer({{{}, path(u"here/shown"_s)}}, page()->activePane().location());
    QTRY_VERIFY(m_window->isSettled());
    QTRY_VERIFY(words().contains(u"To send"_s));
    QCoreApplication::sendPostedEvents();
    QDir().mkpath(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures"));
    const auto name = QString::fromLatin1(QTest::currentDataTag());
    QVERIFY(m_window->grab().save(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures/upload-") + name + u".png"_s));
    m_window->resize(1024, 640);
    for (int round = 0; round < 4; ++round) { // what is laid out makes others be
        QCoreApplication::sendPostedEvents();
        QTest::qWait(0);
    }
    QVERIFY(m_window->grab().save(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures/upload-small-") + name + u".png"_s));
    m_window->resize(1440, 900);
    QTest::keyClick(panel(), Qt::Key_Escape);
    ui::applyTheme(*static_cast<QApplication *>(qApp), ui::LookChoice::Light);
}

void TstWindowUploads::picturesADrop()
{
    QFETCH(bool, isDark);
    ui::applyTheme(*static_cast<QApplication *>(qApp), isDark ? ui::LookChoice::Dark : ui::LookChoice::Light);
    write(u"there/cells/one"_s);
    open({u"m1"_s, path(u"there"_s)});
    page()->activePane().carry({{u"m1"_s, path(u"there/cells"_s)}});
    auto *bar = page()->findChild<ui::CarryBar *>();
    QTRY_VERIFY(bar->isReady());
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path(u"here/plate 1.tif"_s)), QUrl::fromLocalFile(path(u"here/set"_s))});
    const auto *table = page()->activePane().table();
    const QPoint onRow = table->visualRect(table->model()->index(0, 0)).center();
    const auto *places = page()->findChild<ui::PlacesPanel *>();
    const auto *tree = m_window->findChild<ui::TreePanel *>();
    for (const auto &[over, where] :
         {std::pair<QWidget *, QPoint>(&page()->activePane(), table->viewport()->mapTo(&page()->activePane(), onRow)),
          {const_cast<ui::PlacesPanel *>(places), QPoint(60, 60)},
          {tree->dropArea(), QPoint(80, 40)}}) {
        QDragEnterEvent enter(where, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(over, &enter);
    }
    QCoreApplication::sendPostedEvents();
    const auto name = QString::fromLatin1(QTest::currentDataTag());
    QVERIFY(m_window->grab().save(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures/drop-") + name + u".png"_s));
    for (const QString &part : {u"dropHint"_s, u"dropOutline"_s}) { // only a real drag leaves
        for (QWidget *shown : m_window->findChildren<QWidget *>(part))
            shown->hide();
    }
    QTest::mouseClick(bar->findChild<QAbstractButton *>(u"closeCarry"_s), Qt::LeftButton);
    QTRY_VERIFY(!row());
    ui::applyTheme(*static_cast<QApplication *>(qApp), ui::LookChoice::Light);
}

BATCHDECK_TEST(QApplication, TstWindowUploads)

#include "tst_windowuploads.moc"
