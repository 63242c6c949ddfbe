// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/storage/storagewindow.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"
#include "ui/storage/panel/placespanel.h"
#include "ui/widgets/page/emptystate.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QHeaderView>
#include <QPlainTextEdit>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using models::FolderModel;
using testing::StorageWindow;

class TstStoragePage final : public QObject
{
    Q_OBJECT

private slots:
    void browses();
    void takesTypedPaths();
    void renamesInPlace();
    void makesFolders();
    void hidesAndFilters();
    void showsOddNames();
    void saysWhatCannotBeRead();
    void keepsSelectionOverRefresh();
    void remembers();
    void browsesMachine();
    void browsesWhoServesFilesAlone();
};

void TstStoragePage::browses()
{
    StorageWindow w;
    QVERIFY(w.start());
    QDir().mkpath(w.path(u"a/b"_s));
    w.write(u"file-10"_s, "x");
    w.write(u"file-9"_s, "x");
    w.show();
    QCOMPARE(w.names(), (QStringList{u"a"_s, u"file-9"_s, u"file-10"_s}));
    QVERIFY(w.words(&w.pane()).contains(u"3 entries"_s));
    QVERIFY(w.table().hasFocus());
    emit w.table().activated(w.pane().model().index(0, 0));
    QTRY_COMPARE(w.names(), QStringList{u"b"_s});
    w.action(u"Up"_s)->trigger();
    QTRY_COMPARE(w.names().size(), 3);
    QTRY_COMPARE(w.selected(), u"a"_s); // where one came from
    w.action(u"Back"_s)->trigger();
    QTRY_COMPARE(w.names(), QStringList{u"b"_s});
    w.action(u"Back"_s)->trigger();
    QTRY_COMPARE(w.names().size(), 3);
    w.action(u"Forward"_s)->trigger();
    QTRY_COMPARE(w.names(), QStringList{u"b"_s});
    w.action(u"Home"_s)->trigger();
    QVERIFY(!w.page());
    w.action(u"Back"_s)->trigger(); // to where it was left
    QVERIFY(w.page());
    QTRY_COMPARE(w.names(), QStringList{u"b"_s});
    QCOMPARE(w.pane().location().path, w.path(u"a"_s));
}

void TstStoragePage::takesTypedPaths()
{
    StorageWindow w;
    QVERIFY(w.start());
    QDir().mkpath(w.path(u"models/best one"_s));
    w.write(u"models/x.pt"_s);
    w.show();
    const auto type = [&](const QString &text) {
        w.action(u"Type a path"_s)->trigger();
        auto *input = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(input);
        QVERIFY(input->text().startsWith(u'/'));
        input->setText(text);
        QTest::keyClick(input, Qt::Key_Return);
    };
    type(u"models"_s);
    QTRY_COMPARE(w.names(), (QStringList{u"best one"_s, u"x.pt"_s}));
    QTRY_VERIFY(w.table().hasFocus());
    type(w.path(u"models/../models//best one/"_s));
    QTRY_COMPARE(w.pane().location().path, w.path(u"models/best one"_s));
    type(w.path(u"models/x.pt"_s)); // a file: its folder, at it
    QTRY_COMPARE(w.selected(), u"x.pt"_s);
    QCOMPARE(w.pane().location().path, w.path(u"models"_s));
    type(u"/no/such/folder"_s);
    QTRY_VERIFY(w.banner()->isVisible());
    QVERIFY(w.banner()->text().contains(u"/no/such/folder"_s));
    for (const QString &text : {u"nobody:/x"_s, u"nobody:x"_s, u"nobody:"_s}) {
        w.banner()->dismiss();
        type(text);
        QTRY_VERIFY(w.banner()->text().contains(u"nobody"_s)); // and one stays where one was
    }
    type(w.path());
    QTRY_COMPARE(w.names(), QStringList{u"models"_s});
    QVERIFY(!w.banner()->isVisible());
    // Folders are offered while one types.
    w.action(u"Type a path"_s)->trigger();
    auto *input = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    QVERIFY(input);
    input->clear();
    QTest::keyClicks(input, w.path() + u"/mod"_s);
    QTRY_COMPARE(input->completer()->currentCompletion(), w.path(u"models"_s));
    QTest::keyClick(input, Qt::Key_Tab);
    QCOMPARE(input->text(), w.path(u"models/"_s));
    QTest::keyClick(input, Qt::Key_Return);
    QTRY_COMPARE(w.pane().location().path, w.path(u"models"_s));
}

void TstStoragePage::renamesInPlace()
{
    StorageWindow w;
    QVERIFY(w.start());
    w.write(u"a.txt"_s);
    w.write(u"b.txt"_s);
    w.show();
    QTest::keyClick(&w.table(), Qt::Key_A);
    QCOMPARE(w.selected(), u"a.txt"_s);
    w.action(u"Rename"_s)->trigger();
    QTRY_VERIFY(w.editor());
    QTRY_COMPARE(w.editor()->selectedText(), u"a"_s); // the ending stays
    w.editor()->setText(u"z.txt"_s);
    QTest::keyClick(w.editor(), Qt::Key_Return);
    QTRY_COMPARE(w.names(), (QStringList{u"b.txt"_s, u"z.txt"_s}));
    QVERIFY(QFile::exists(w.path(u"z.txt"_s)));
    QCOMPARE(w.selected(), u"z.txt"_s);
    w.action(u"Rename"_s)->trigger();
    QTRY_VERIFY(w.editor());
    w.editor()->setText(u"b.txt"_s);
    QTest::keyClick(w.editor(), Qt::Key_Return);
    QTRY_VERIFY(w.banner()->isVisible());
    QVERIFY(w.banner()->text().contains(u"is there already"_s));
    QCOMPARE(w.names(), (QStringList{u"b.txt"_s, u"z.txt"_s}));
}

void TstStoragePage::makesFolders()
{
    StorageWindow w;
    QVERIFY(w.start());
    w.show();
    auto *empty = w.pane().findChild<ui::EmptyState *>();
    QVERIFY(empty && empty->isVisible());
    QCOMPARE(empty->accessibleName(), u"This folder is empty"_s);
    w.action(u"New folder"_s)->trigger();
    QTRY_VERIFY(w.editor());
    QCOMPARE(w.editor()->text(), u"New folder"_s);
    w.editor()->setText(u"runs"_s);
    QTest::keyClick(w.editor(), Qt::Key_Return);
    QTRY_COMPARE(w.names(), QStringList{u"runs"_s});
    QVERIFY(QFileInfo(w.path(u"runs"_s)).isDir());
    w.action(u"New folder"_s)->trigger();
    QTRY_VERIFY(w.editor());
    QTest::keyClick(w.editor(), Qt::Key_Escape);
    w.action(u"New folder"_s)->trigger();
    QTRY_COMPARE(w.names(), (QStringList{u"New folder"_s, u"New folder 2"_s, u"runs"_s}));
}

void TstStoragePage::hidesAndFilters()
{
    StorageWindow w;
    QVERIFY(w.start());
    w.write(u".secret"_s);
    w.show();
    auto *empty = w.pane().findChild<ui::EmptyState *>();
    QCOMPARE(empty->accessibleName(), u"Only hidden entries"_s);
    w.action(u"Hidden entries"_s)->trigger();
    QTRY_COMPARE(w.names(), QStringList{u".secret"_s});
    w.write(u"best.pt"_s);
    w.write(u"notes.md"_s);
    w.action(u"Reload"_s)->trigger();
    QTRY_COMPARE(w.names().size(), 3);
    w.action(u"Hidden entries"_s)->trigger();
    QTRY_COMPARE(w.names(), (QStringList{u"best.pt"_s, u"notes.md"_s}));
    QVERIFY(w.words(&w.pane()).contains(u"1 hidden"_s));
    auto *filter = w.pane().findChildren<QLineEdit *>().constLast();
    for (auto *line : w.pane().findChildren<QLineEdit *>()) {
        if (line->placeholderText() == u"Filter")
            filter = line;
    }
    filter->setFocus();
    QTest::keyClicks(filter, u"*.PT"_s);
    QTRY_COMPARE(w.names(), QStringList{u"best.pt"_s});
    QTRY_VERIFY(w.words(&w.pane()).contains(u"1 of 2 entries"_s));
    QTest::keyClicks(filter, u"x"_s);
    QTRY_VERIFY(empty->isVisible());
    QVERIFY(empty->accessibleName().contains(u"*.PTx"_s));
    QTest::keyClick(filter, Qt::Key_Escape);
    QTRY_COMPARE(w.names().size(), 2);
}

void TstStoragePage::showsOddNames()
{
    StorageWindow w;
    QVERIFY(w.start());
    const auto at = [root = QFile::encodeName(w.path())](const QByteArray &name) -> QByteArray {
        return root + '/' + name;
    };
    const QByteArrayList folders{"two\nlines", "caf\xe9", "-rf", "\xe2\x80\xaegnp", QByteArray(255, 'n')};
    for (const QByteArray &name : folders)
        QCOMPARE(::mkdir(at(name).constData(), 0755), 0);
    w.show();
    QTRY_COMPARE(w.names().size(), folders.size());
    QVERIFY(w.names().contains(u"two\\nlines"_s));
    QVERIFY(w.names().contains(u"caf\\xE9"_s));
    for (const QByteArray &name : folders) {
        const QString text = engine::pathFromBytes(name);
        w.table().select({text});
        QTRY_COMPARE(w.selected(), text);
        w.action(u"Open"_s)->trigger();
        QTRY_COMPARE(w.pane().location().name(), text);
        QTRY_COMPARE(int(w.pane().model().state()), int(FolderModel::State::Complete));
        w.action(u"Up"_s)->trigger();
        QTRY_COMPARE(w.selected(), text);
        w.table().clearSelection();
    }
    for (const QByteArray &name : folders)
        ::rmdir(at(name).constData());
}

void TstStoragePage::saysWhatCannotBeRead()
{
    StorageWindow w;
    QVERIFY(w.start());
    QDir().mkpath(w.path(u"gone/inner"_s));
    QDir().mkpath(w.path(u"locked"_s));
    w.show(w.path(u"gone/inner"_s));
    QDir(w.path(u"gone"_s)).removeRecursively(); // meanwhile
    w.action(u"Reload"_s)->trigger();
    QTRY_VERIFY(w.banner()->isVisible());
    QVERIFY(!w.action(u"New folder"_s)->isEnabled());
    QVERIFY(w.action(u"New folder"_s)->toolTip().contains(u"could not be read"_s));
    emit w.banner()->remedyRequested(); // up
    QTRY_COMPARE(w.pane().location().path, w.path(u"gone"_s));
    QTRY_VERIFY(w.banner()->isVisible());
    emit w.banner()->remedyRequested();
    QTRY_COMPARE(w.names(), QStringList{u"locked"_s});
    QVERIFY(!w.banner()->isVisible());
    if (::geteuid() == 0)
        return; // whom nothing is denied
    ::chmod(QFile::encodeName(w.path(u"locked"_s)).constData(), 0);
    w.pane().open({{}, w.path(u"locked"_s)});
    QTRY_VERIFY(w.banner()->isVisible());
    QVERIFY(w.banner()->text().contains(u"Permission denied"_s));
    ::chmod(QFile::encodeName(w.path(u"locked"_s)).constData(), 0755);
    emit w.banner()->remedyRequested(); // again
    QTRY_VERIFY(!w.banner()->isVisible());
}

void TstStoragePage::keepsSelectionOverRefresh()
{
    StorageWindow w;
    QVERIFY(w.start());
    for (int i = 0; i < 50; ++i)
        w.write(u"f%1"_s.arg(i));
    w.show();
    w.table().select({u"f7"_s, u"f30"_s});
    QCOMPARE(w.pane().selectionCount(), 2);
    w.write(u"a-new-one"_s);
    QFile::remove(w.path(u"f0"_s));
    w.action(u"Reload"_s)->trigger();
    QTRY_VERIFY(w.names().contains(u"a-new-one"_s));
    QTRY_COMPARE(w.pane().selectionCount(), 2);
    QSet<QString> names;
    for (const engine::StorageEntry &entry : w.pane().selectedEntries())
        names.insert(entry.name);
    QCOMPARE(names, (QSet<QString>{u"f7"_s, u"f30"_s}));
    w.table().sortByColumn(FolderModel::Name, Qt::DescendingOrder);
    QTRY_COMPARE(w.names().constFirst(), u"f49"_s);
    QCOMPARE(w.pane().selectedEntries().constFirst().name, u"f30"_s);
}

void TstStoragePage::remembers()
{
    StorageWindow w;
    QVERIFY(w.start());
    w.write(u".hidden"_s);
    w.show();
    w.action(u"Hidden entries"_s)->trigger();
    w.table().sortByColumn(FolderModel::Size, Qt::DescendingOrder);
    w.table().setColumnWidth(FolderModel::Size, 133);
    w.window->close();
    w.window = std::make_unique<ui::MainWindow>(*w.client, w.fixture.profile(), ui::LookChoice::Light);
    w.window->resize(1440, 900);
    w.window->show();
    QTRY_VERIFY(w.page());
    QTRY_VERIFY(w.window->isSettled());
    QCOMPARE(w.pane().location().path, w.path());
    QTRY_COMPARE(w.names(), QStringList{u".hidden"_s});
    QCOMPARE(w.table().columnWidth(FolderModel::Size), 133);
}

void TstStoragePage::browsesMachine()
{
    SKIP_WITHOUT("sshd");
    StorageWindow w;
    QVERIFY(w.start());
    w.write(u"far.txt"_s, "over there\n");
    testing::SshServer server;
    QVERIFY(server.start());
    QVERIFY(w.fixture.addMachine(u"gpu-a"_s, testing::Door::of(server, w.fixture.home())));
    w.show(u"gpu-a:"_s + w.path());
    QTRY_COMPARE(w.names(), QStringList{u"far.txt"_s});
    QVERIFY(w.action(u"Open terminal here"_s)->isEnabled());
    w.table().selectAll();
    w.page()->setPropertiesShown(true);
    auto *text = w.properties()->findChild<QPlainTextEdit *>();
    QTRY_VERIFY(text->isVisible());
    QCOMPARE(text->toPlainText(), u"over there\n"_s);
    auto *places = w.page()->findChild<ui::PlacesPanel *>()->findChild<QAbstractItemView *>();
    QStringList titles;
    for (int row = 0; row < places->model()->rowCount(); ++row)
        titles.append(places->model()->index(row, 0).data().toString());
    QVERIFY(titles.contains(u"gpu-a"_s));
    w.table().setFocus();
    w.action(u"Rename"_s)->trigger();
    QTRY_VERIFY(w.editor());
    w.editor()->setText(u"near.txt"_s);
    QTest::keyClick(w.editor(), Qt::Key_Return);
    QTRY_COMPARE(w.names(), QStringList{u"near.txt"_s});
    QVERIFY(QFile::rename(w.path(u"near.txt"_s), w.path(u"far.txt"_s)));
    w.action(u"Reload"_s)->trigger();
    QTRY_COMPARE(w.names(), QStringList{u"far.txt"_s});
    // From the machine's own page, and from wherever it stands in the tree.
    w.window->openText(u"machines/gpu-a"_s, {});
    QVERIFY(!w.page());
    w.action(u"Browse files"_s)->trigger();
    QVERIFY(w.page());
    QTRY_COMPARE(w.pane().location(), (engine::Location{u"gpu-a"_s, server.home()}));
    w.pane().open({u"gpu-a"_s, w.path()});
    QTRY_COMPARE(w.names(), QStringList{u"far.txt"_s});
    QTRY_VERIFY(w.pane().isSettled());
    server.stop();
    w.action(u"Reload"_s)->trigger();
    QTRY_VERIFY(w.banner()->isVisible());
    QCOMPARE(w.names(), QStringList{u"far.txt"_s}); // what was seen last
    w.picture(u"storage-machine"_s);
    QVERIFY(server.start());
    emit w.banner()->remedyRequested();
    QTRY_VERIFY(!w.banner()->isVisible() && w.pane().isSettled());
    QCOMPARE(w.names(), QStringList{u"far.txt"_s});
}

// No command runs there, and SFTP alone says where a relative path begins.
void TstStoragePage::browsesWhoServesFilesAlone()
{
    SKIP_WITHOUT("sshd");
    StorageWindow w;
    QVERIFY(w.start());
    testing::SshServer server;
    server.setConfiguration("ForceCommand internal-sftp -d " + server.home().toUtf8() + '\n');
    QVERIFY(server.start());
    QVERIFY(QDir().mkpath(server.home() + u"/sub/deep"_s));
    w.show();
    QVERIFY(w.fixture.addMachine(u"files"_s, testing::Door::of(server, w.fixture.home()), testing::patience, false));
    const auto *places = w.page()->findChild<ui::PlacesPanel *>()->findChild<QAbstractItemView *>()->model();
    const auto begins = [places] {
        QStringList paths;
        for (int row = 0; row < places->rowCount(); ++row)
            paths.append(
                places->index(row, 0).data(models::PlacesModel::LocationRole).value<engine::Location>().toString());
        return paths;
    };
    QTRY_VERIFY2(begins().contains(QString(u"files:"_s + server.home())), qPrintable(begins().join(u' ')));
    for (const auto &[text, path] :
         {std::pair{u"files:sub"_s, u"/sub"_s}, {u"files:~/sub/deep"_s, u"/sub/deep"_s}, {u"files:"_s, QString()}}) {
        w.action(u"Type a path"_s)->trigger();
        auto *input = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(input);
        input->setText(text);
        QTest::keyClick(input, Qt::Key_Return);
        QTRY_COMPARE(w.pane().location(), (engine::Location{u"files"_s, server.home() + path}));
        QTRY_VERIFY(w.pane().isSettled());
    }
    QCOMPARE(w.names(), QStringList{u"sub"_s});
}

BATCHDECK_TEST(QApplication, TstStoragePage)
#include "tst_storagepage.moc"
