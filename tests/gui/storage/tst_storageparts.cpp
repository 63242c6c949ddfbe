// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/cannedlink.h"
#include "tests/gui/storage/storagewindow.h"
#include "tests/support/testmain.h"
#include "ui/storage/drop/uploadpanel.h"
#include "ui/storage/pane/carrybar.h"
#include "ui/storage/panel/placespanel.h"
#include "ui/storage/panel/previewcontent.h"

#include <QAbstractButton>
#include <QBuffer>
#include <QButtonGroup>
#include <QCheckBox>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProcess>
#include <QTableWidget>

#include <fcntl.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;
using models::FolderModel;
using testing::StorageWindow;

namespace {

QByteArray pictureOf(QSize size, const char *format)
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::darkGreen);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, format);
    return bytes;
}

QByteArray pngOf(QSize size)
{
    return pictureOf(size, "PNG");
}

engine::StorageEntry fileNamed(const QString &name, qint64 size)
{
    engine::StorageEntry entry;
    entry.name = name;
    entry.size = size;
    return entry;
}

} // namespace

/// What stands around the entries: preview, panes, commands, and the room there is.
class TstStorageParts final : public QObject
{
    Q_OBJECT

private slots:
    void showsPropertiesAndPreview();
    void carriesWhatArrivedBeforeItsAnswer();
    void asksNoHiddenBox();
    void previewsOnlyWhatIsSafe();
    void hasTwoPanes();
    void offersCommands();
    void copiesPathsOfAnyBytes();
    void worksByKeyboardAlone();
    void namesWhatOneWorksWith();
    void fitsSmallWindow();
    void pictures_data();
    void pictures();
};

void TstStorageParts::showsPropertiesAndPreview()
{
    StorageWindow w;
    QVERIFY(w.start());
    w.write(u"a.csv"_s, "epoch,acc\n1,0.5\n2,\"0,7\"\n");
    w.write(u"b.txt"_s, "first line\nbad \xff byte\n");
    w.write(u"c.png"_s, pngOf({64, 48}));
    QVERIFY(QFile::link(u"b.txt"_s, w.path(u"d"_s)));
    w.show();
    QVERIFY(!w.properties()->isVisible());
    QTest::keyClick(&w.table(), Qt::Key_A);
    QTest::keyClick(&w.table(), Qt::Key_A); // once more: the same, there is one
    QTRY_VERIFY(w.window->isSettled());
    emit w.table().previewRequested(); // Space
    QVERIFY(w.properties()->isVisible());
    auto *table = w.properties()->findChild<QTableWidget *>();
    QTRY_VERIFY(table->isVisible());
    QCOMPARE(table->horizontalHeaderItem(1)->text(), u"acc"_s);
    QCOMPARE(table->item(1, 1)->text(), u"0,7"_s);
    w.table().keyboardSearch(u"b"_s);
    w.table().setCurrentIndex(w.pane().model().index(1, 0));
    auto *text = w.properties()->findChild<QPlainTextEdit *>();
    QTRY_VERIFY(text->isVisible());
    QCOMPARE(text->toPlainText(), u"first line\nbad \\xFF byte\n"_s);
    // Permissions are changed there.
    auto *others = w.properties()->findChildren<QCheckBox *>().at(6);
    QCOMPARE(others->accessibleName(), u"Others may read"_s);
    const bool was = others->isChecked();
    others->click();
    const auto mode = [&] {
        struct ::stat status = {};
        ::stat(QFile::encodeName(w.path(u"b.txt"_s)).constData(), &status);
        return bool(status.st_mode & 04);
    };
    QTRY_COMPARE(mode(), !was);
    w.table().setCurrentIndex(w.pane().model().index(2, 0));
    QTRY_VERIFY(w.words(w.properties()).contains(u"64 × 48 pixels"_s));
    w.table().setCurrentIndex(w.pane().model().index(3, 0));
    QTRY_VERIFY(w.words(w.properties()).contains(u"Leads to"_s));
    w.table().selectAll();
    QTRY_VERIFY(w.words(w.properties()).contains(u"4 entries are selected"_s));
    emit w.table().previewRequested();
    QVERIFY(!w.properties()->isVisible());
}

// A small file may be here before its transfer is known by its id.
void TstStorageParts::carriesWhatArrivedBeforeItsAnswer()
{
    canned::CannedLink link;
    engine::TransferSnapshot transfer;
    transfer.id = u"1"_s;
    transfer.request = {{{u"m1"_s, u"/a/one"_s}}, {{}, u"/b"_s}};
    link.answers[u"transfer.start"_s] = QJsonValue(transfer.toJson());
    transfer.state = engine::TransferState::Done;
    link.answers[u"transfer.wait"_s] = QJsonValue(transfer.toJson());
    engine::EngineClient client(link);
    ui::CarryBar bar(client);
    bar.fetch(transfer.request.sources);
    emit client.transferChanged(transfer);
    QTRY_VERIFY(bar.isReady());
    QVERIFY(bar.accessibleName().startsWith(u"one is here"_s));
    QVERIFY(link.wasCalled(u"transfer.cancel"_s)); // it is forgotten
}

// The box of .gitignore is for uploads, and stays checked while a download is asked about.
void TstStorageParts::asksNoHiddenBox()
{
    canned::CannedLink link;
    engine::EngineClient client(link);
    ui::UploadPanel panel(client);
    panel.ask(models::DropFacts{{{{}, u"/a/one"_s}}, {u"m1"_s, u"/b"_s}});
    panel.findChild<QCheckBox *>()->click();
    QVERIFY(link.lastCall(u"transfer.preview"_s)[u"transfer"_s][u"gitignore"_s].toBool());
    panel.ask(models::DropFacts{{{u"m1"_s, u"/b/one"_s}}, {{}, u"/a"_s}});
    QVERIFY(!link.lastCall(u"transfer.preview"_s)[u"transfer"_s][u"gitignore"_s].toBool());
    panel.findChild<QButtonGroup *>()->button(int(engine::ConflictRule::Skip))->click();
    QVERIFY(!link.lastCall(u"transfer.preview"_s)[u"transfer"_s][u"gitignore"_s].toBool());
}

void TstStorageParts::previewsOnlyWhatIsSafe()
{
    using Kind = ui::PreviewContent::Kind;
    const auto preview = [](const QString &name, const QByteArray &bytes) {
        return ui::previewOf(fileNamed(name, bytes.size()), bytes);
    };
    QCOMPARE(int(preview(u"a.png"_s, pngOf({2000, 30})).kind), int(Kind::Image));
    QVERIFY(preview(u"a.png"_s, pngOf({2000, 30})).image.width() <= 700);
    // A head that promises 60,000 x 60,000 pixels, in few bytes.
    QByteArray bomb = pictureOf({8, 8}, "JPG");
    const qsizetype frame = bomb.indexOf(QByteArray::fromHex("ffc0001108"));
    QVERIFY(frame > 0);
    bomb.replace(frame + 5, 4, QByteArray::fromHex("ea60ea60"));
    QCOMPARE(int(preview(u"bomb.jpg"_s, bomb).kind), int(Kind::Nothing));
    QVERIFY2(preview(u"bomb.jpg"_s, bomb).note.contains(u"too large"), qPrintable(preview(u"bomb.jpg"_s, bomb).note));
    QCOMPARE(int(preview(u"a.jpg"_s, "no image").kind), int(Kind::Nothing));
    QCOMPARE(int(preview(u"svg.png"_s, "<svg xmlns='http://www.w3.org/2000/svg'/>").kind), int(Kind::Nothing));
    QCOMPARE(int(preview(u"a.bin"_s, QByteArray("\0\1ABC", 5)).kind), int(Kind::Text));
    QVERIFY(preview(u"a.bin"_s, QByteArray("\0\1ABC", 5)).text.startsWith(u"00 01 41 42 43"));
    QCOMPARE(preview(u"a.log"_s, "a\tb\x1b[31m\r\n\xe2\x80\xaetxt").text, u"a\tb\\x1B[31m\n\\u202etxt"_s);
    QCOMPARE(int(preview(u"a.csv"_s, QByteArray(300, ',')).kind), int(Kind::Table));
    QVERIFY(preview(u"a.csv"_s, QByteArray(300, ',')).rows.constFirst().size() <= 24);
    QCOMPARE(int(preview(u"empty"_s, {}).kind), int(Kind::Nothing));
    QCOMPARE(ui::previewLength(fileNamed(u"a.png"_s, 1)), 4 * 1024 * 1024);
    QCOMPARE(ui::previewLength(fileNamed(u"a.txt"_s, 1)), 64 * 1024);
}

void TstStorageParts::hasTwoPanes()
{
    StorageWindow w;
    QVERIFY(w.start());
    QDir().mkpath(w.path(u"left/inner"_s));
    w.show();
    ui::FilePane *first = &w.pane();
    w.page()->setSecondPane(true);
    QTRY_VERIFY(w.window->isSettled());
    ui::FilePane *second = &w.pane();
    QVERIFY(second != first);
    QCOMPARE(w.page()->otherPane(), first);
    w.page()->findChild<ui::PlacesPanel *>()->findChild<QAbstractItemView *>()->setFocus();
    QCOMPARE(w.page()->commands().first(second->actions().size()),
             second->actions()); // keys and palette are of the one where one was
    second->open({{}, w.path(u"left"_s)});
    QTRY_VERIFY(second->isSettled());
    QCOMPARE(first->location().path, w.path());
    QTest::keyClick(second->table(), Qt::Key_Tab);
    QTRY_VERIFY(first->table()->hasFocus());
    QCOMPARE(&w.pane(), first);
    QTest::keyClick(first->table(), Qt::Key_Tab);
    QTRY_VERIFY(second->table()->hasFocus());
    w.action(u"Back"_s)->trigger(); // of that pane
    QTRY_COMPARE(second->location().path, w.path());
    w.page()->setSecondPane(false);
    QCOMPARE(w.page()->otherPane(), nullptr);
    QCOMPARE(&w.pane(), second); // the one where one was
}

void TstStorageParts::offersCommands()
{
    StorageWindow w;
    QVERIFY(w.start());
    w.write(u"a b"_s);
    w.show();
    QVERIFY(!w.action(u"Rename"_s)->isEnabled());
    QVERIFY(w.action(u"Rename"_s)->toolTip().contains(u"Nothing is selected."_s));
    QVERIFY(w.action(u"Open terminal here"_s)->isEnabled()); // on this computer, too
    w.action(u"Copy as command"_s)->trigger();
    QCOMPARE(QApplication::clipboard()->text(), QString(u"batchctl storage list "_s + w.path()));
    w.table().selectAll();
    QTRY_VERIFY(w.action(u"Rename"_s)->isEnabled());
    w.action(u"Copy path"_s)->trigger();
    QCOMPARE(QApplication::clipboard()->text(), w.path(u"a b"_s));
    emit w.table().customContextMenuRequested(w.table().visualRect(w.pane().model().index(0, 0)).center());
    auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QStringList verbs;
    for (const QAction *action : menu->actions()) {
        if (!action->isSeparator())
            verbs.append(action->text().remove(u'&'));
    }
    for (const char *verb : {"Open", "Rename", "New folder", "Copy path", "Copy as command", "Refresh"})
        QVERIFY2(verbs.contains(QString::fromLatin1(verb)), verb);
    menu->close();
}

// A clipboard has text; of a name that is none, a shell makes its bytes again.
void TstStorageParts::copiesPathsOfAnyBytes()
{
    StorageWindow w;
    QVERIFY(w.start());
    const QByteArray oddPath = w.path().toUtf8() + "/caf\xe9";
    const int odd = ::open(oddPath.constData(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    QVERIFY(odd >= 0);
    ::close(odd);
    w.write(u"plain"_s);
    w.show();
    QTRY_COMPARE(w.names().size(), 2);
    w.table().selectAll();
    QTRY_COMPARE(w.pane().selectionCount(), 2);
    w.action(u"Copy path"_s)->trigger();
    QStringList copied = QApplication::clipboard()->text().split(u'\n');
    copied.sort();
    QCOMPARE(copied, QStringList({QString(u"$'"_s + w.path(u"caf\\xe9'"_s)), w.path(u"plain"_s)}));
    QProcess shell;
    shell.start(u"bash"_s, {u"-c"_s, QString(u"[ -f "_s + copied.constFirst() + u" ]"_s)});
    QVERIFY(shell.waitForFinished(testing::patience));
    QCOMPARE(shell.exitCode(), 0);
    QCOMPARE(::unlink(oddPath.constData()), 0); // no class of Qt could
}

void TstStorageParts::worksByKeyboardAlone()
{
    StorageWindow w;
    QVERIFY(w.start());
    QDir().mkpath(w.path(u"deep/er"_s));
    w.write(u"x"_s, "text");
    w.show();
    w.key(Qt::Key_D);
    QCOMPARE(w.selected(), u"deep"_s);
    w.key(Qt::Key_Return);
    QTRY_COMPARE(w.names(), QStringList{u"er"_s});
    w.key(Qt::Key_Backspace);
    QTRY_COMPARE(w.selected(), u"deep"_s);
    w.key(Qt::Key_Down);
    QCOMPARE(w.selected(), u"x"_s);
    QTRY_VERIFY(w.window->isSettled());
    QTest::qWait(QApplication::keyboardInputInterval()
                 + 50); // the letters are forgotten, and Space is no part of a name
    w.key(Qt::Key_Space);
    QVERIFY(w.properties()->isVisible());
    QTRY_VERIFY(w.words(w.properties()).contains(u"File"_s));
    w.key(Qt::Key_F6, Qt::ControlModifier);
    QTRY_VERIFY(w.properties()->isAncestorOf(QApplication::focusWidget()));
    QCOMPARE(QApplication::focusWidget()->accessibleName(), u"Close properties"_s); // the first from the top
    w.key(Qt::Key_F6, Qt::ControlModifier);
    QTRY_VERIFY(w.page()->findChild<ui::PlacesPanel *>()->isAncestorOf(QApplication::focusWidget()));
    w.key(Qt::Key_F6, Qt::ControlModifier);
    QTRY_VERIFY(w.table().hasFocus());
    w.key(Qt::Key_Escape);
    QCOMPARE(w.pane().selectionCount(), 0);
}

void TstStorageParts::namesWhatOneWorksWith()
{
    StorageWindow w;
    QVERIFY(w.start());
    w.write(u"x"_s, "text");
    w.show();
    w.page()->setSecondPane(true);
    w.page()->setPropertiesShown(true);
    w.table().selectAll();
    QTRY_VERIFY(w.window->isSettled());
    for (const QWidget *widget : w.page()->findChildren<QWidget *>()) {
        const auto *button = qobject_cast<const QAbstractButton *>(widget);
        const bool isWorkedWith = widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus);
        if (!isWorkedWith || qobject_cast<const QLabel *>(widget) || (button && !button->text().isEmpty()))
            continue;
        QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
    }
}

void TstStorageParts::fitsSmallWindow()
{
    StorageWindow w;
    QVERIFY(w.start());
    w.write(QString(200, u'w') + u".txt"_s, "x");
    w.show({}, {1024, 640});
    auto *places = w.page()->findChild<ui::PlacesPanel *>();
    QVERIFY(places->isVisible());
    w.page()->setPropertiesShown(true);
    w.table().selectAll();
    QTRY_VERIFY(w.window->isSettled());
    QVERIFY(!places->isVisible()); // the list wins
    QCOMPARE(w.window->width(), 1024);
    QVERIFY(w.table().columnWidth(FolderModel::Name) >= 140);
    QVERIFY(w.table().horizontalHeader()->length() <= w.table().viewport()->width());
    for (const QAbstractButton *button : w.pane().findChildren<QAbstractButton *>()) {
        if (button->isVisible())
            QVERIFY(w.pane().rect().contains(QRect(button->mapTo(&w.pane(), QPoint()), button->size())));
    }
}

void TstStorageParts::pictures_data()
{
    QTest::addColumn<ui::LookChoice>("look");
    QTest::newRow("light") << ui::LookChoice::Light;
    QTest::newRow("dark") << ui::LookChoice::Dark;
}

void TstStorageParts::pictures()
{
    QFETCH(ui::LookChoice, look);
    StorageWindow w;
    QVERIFY(w.start());
    for (const char *name : {"cells-2048", "checkpoints", "cityscapes", "lost+found"})
        QDir().mkpath(w.path(QString::fromLatin1(name)));
    w.write(u"README.md"_s, "# Data\n\nWhere the pictures of cells are.\n");
    w.write(u"classes.csv"_s, "class,name,count\n1,nucleus,5120\n2,wall,811\n3,other,77\n");
    w.write(u"coco-2017.tar.zst"_s, QByteArray(19'200'000, 'x'));
    w.write(u"samples.png"_s, pngOf({640, 400}));
    w.write(u".cache"_s);
    w.show({}, {1440, 900}, look);
    w.page()->setPropertiesShown(true);
    for (const char *name : {"README.md", "classes.csv", "samples.png"}) {
        w.table().clearSelection();
        w.table().select({QString::fromLatin1(name)});
        w.picture(u"storage-"_s + QString::fromLatin1(name));
    }
    w.page()->setSecondPane(true);
    w.pane().open({{}, w.path(u"lost+found"_s)});
    w.picture(u"storage-two"_s);
    w.page()->setPropertiesShown(false);
    w.window->resize(1024, 640);
    w.picture(u"storage-small"_s);
    w.page()->setSecondPane(false);
    w.pane().open({{}, w.path(u"none/such"_s)});
    w.picture(u"storage-failed"_s);
}

BATCHDECK_TEST(QApplication, TstStorageParts)
#include "tst_storageparts.moc"
