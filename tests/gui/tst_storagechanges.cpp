// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/filetaskwatch.h"
#include "tests/gui/cannedlink.h"
#include "tests/gui/storagewindow.h"
#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"
#include "ui/shell/toast.h"
#include "ui/storage/removalpanel.h"
#include "ui/storage/uploadpanel.h"

#include <QClipboard>
#include <QDir>
#include <QProcess>
#include <QPushButton>
#include <QMimeData>
#include <QRadioButton>
#include <QScopeGuard>

using namespace Qt::StringLiterals;
using testing::Door;
using testing::StorageWindow;

/// Files are copied, moved, put into the trash, deleted and summed in the window, on a real engine, here and on a real
/// machine.
class TstStorageChanges final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void endsWithItsClient();
    void copiesByTheClipboard_data() { places(); }
    void copiesByTheClipboard();
    void copiesBesideItself_data() { places(); }
    void copiesBesideItself();
    void movesByTheClipboard();
    void pastesFilesOfSeveralFolders();
    void bringsToTheOtherPane();
    void asksWhatIsThere_data();
    void asksWhatIsThere();
    void movesWhatIsThereAsItIs();
    void asksOneAfterTheOther();
    void saysWhyNot();
    void putsIntoTheTrashAndBack_data() { places(); }
    void putsIntoTheTrashAndBack();
    void takesBackWhatWasTrashedBeforeAnError();
    void deletesWhatWasCounted_data();
    void deletesWhatWasCounted();
    void deletesNothingWhenItIsCanceled_data() { places(); }
    void deletesNothingWhenItIsCanceled();
    void sums_data() { places(); }
    void sums();

private:
    static void places()
    {
        QTest::addColumn<QString>("place");
        QTest::newRow("this computer") << QString();
        QTest::newRow("a machine") << u"m1"_s;
    }
    /// The window at the test's folder, as the place of this row has it.
    void show(ui::LookChoice look = ui::LookChoice::Light)
    {
        m_place = QTest::currentDataTag() // else it is a test of one place
            ? *static_cast<const QString *>(QTest::qData("place", qMetaTypeId<QString>()))
            : QString();
        if (!m_place.isEmpty()) {
            m_server = std::make_unique<testing::SshServer>();
            QVERIFY(m_server->start());
            VERIFY_RESULT(m_w->fixture.addMachine(m_place, Door::of(*m_server, m_w->fixture.root() + u"/ours"_s)));
        }
        m_w->show(at({}).toString(), {1440, 900}, look);
    }
    [[nodiscard]] engine::Location at(const QString &name) const { return {m_place, m_w->path(name)}; }
    void open(const QString &name) const
    {
        m_w->pane().open(at(name));
        QTRY_VERIFY(m_w->window->isSettled());
    }
    void select(const QStringList &names) const
    {
        m_w->table().clearSelection();
        m_w->table().select(QSet<QString>(names.cbegin(), names.cend()));
        QTRY_COMPARE(m_w->pane().selectionCount(), names.size());
    }
    [[nodiscard]] QByteArray content(const QString &name) const { return testing::contentOf(m_w->path(name)); }
    [[nodiscard]] bool exists(const QString &name) const { return QFileInfo::exists(m_w->path(name)); }
    [[nodiscard]] QPushButton *button(const QString &name) const { return m_w->page()->findChild<QPushButton *>(name); }
    [[nodiscard]] ui::UploadPanel *question() const { return m_w->page()->findChild<ui::UploadPanel *>(); }
    void choose(const QString &rule) const
    {
        for (auto *choice : question()->findChildren<QRadioButton *>()) {
            if (choice->text() == rule)
                choice->click();
        }
    }
    /// Two panes, the active one at the folder, the other at "into".
    void showBoth()
    {
        show();
        m_w->page()->setSecondPane(true);
        open(u"into"_s);
        m_w->page()->otherPane()->focusList();
    }

    [[nodiscard]] QAbstractButton *undoButton() const
    {
        QAbstractButton *undo = nullptr;
        for (auto *found : m_w->window->findChild<ui::Toast *>()->findChildren<QAbstractButton *>())
            undo = found->text() == u"Undo"_s ? found : undo;
        return undo;
    }

    QTemporaryDir m_home;
    QString m_place;
    std::unique_ptr<testing::SshServer> m_server; // outlives the engine that is connected to it
    std::unique_ptr<StorageWindow> m_w;
};

// The trash is that of the home folder, which is not the test's. A machine's user has it from the system.
void TstStorageChanges::initTestCase()
{
    qputenv("HOME", m_home.path().toUtf8());
    qunsetenv("XDG_DATA_HOME");
}

void TstStorageChanges::init()
{
    m_w = std::make_unique<StorageWindow>();
    QVERIFY(m_w->start());
    QDir().mkpath(m_w->path(u"into"_s));
    m_w->write(u"a"_s, "one");
    m_w->write(u"b"_s, "two");
    QGuiApplication::clipboard()->clear();
    if (QByteArray(QTest::currentDataTag()).contains("a machine"))
        SKIP_WITHOUT("sshd");
}

void TstStorageChanges::cleanup()
{
    m_w.reset();
    m_server.reset();
    if (!m_place.isEmpty()) // what was not there before
        QProcess::execute(u"sh"_s,
                          {u"-c"_s,
                           u"eval trash=~$(id -un)/.local/share/Trash; "
                           "rmdir \"$trash/files\" \"$trash/info\" \"$trash\" 2>/dev/null"_s});
}

// What is undone belongs to no page, and is told no more when the window has gone; sanitizers see it.
void TstStorageChanges::endsWithItsClient()
{
    canned::CannedLink link;
    link.answers[u"storage.startTask"_s] = QJsonValue(QJsonObject{{u"id"_s, u"1"_s}});
    link.hold(u"storage.task"_s);
    {
        engine::EngineClient client(link);
        new models::FileTaskWatch(client, {}, &client);
        QTRY_COMPARE(link.calls.constLast().first, u"storage.task"_s);
    }
    QCOMPARE(link.calls.constLast().first, u"storage.task"_s);
}

void TstStorageChanges::copiesByTheClipboard()
{
    show();
    select({u"a"_s, u"b"_s});
    m_w->key(Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QString(at(u"a"_s).toString() + u'\n' + at(u"b"_s).toString()));
    open(u"into"_s);
    m_w->action(u"Paste"_s)->trigger();
    QTRY_COMPARE(m_w->names(), (QStringList{u"a"_s, u"b"_s}));
    QVERIFY(exists(u"a"_s) && !question()->isVisible()); // nothing was there
}

void TstStorageChanges::copiesBesideItself()
{
    show();
    select({u"a"_s, u"into"_s});
    m_w->key(Qt::Key_C, Qt::ControlModifier);
    m_w->key(Qt::Key_V, Qt::ControlModifier);
    QTRY_COMPARE(m_w->names(), (QStringList{u"into"_s, u"into (2)"_s, u"a"_s, u"a (2)"_s, u"b"_s}));
    m_w->key(Qt::Key_V, Qt::ControlModifier);
    QTRY_VERIFY(m_w->names().contains(u"a (3)"_s));
    QCOMPARE(content(u"a (3)"_s), "one");
}

void TstStorageChanges::movesByTheClipboard()
{
    show();
    select({u"a"_s});
    m_w->key(Qt::Key_X, Qt::ControlModifier);
    m_w->key(Qt::Key_V, Qt::ControlModifier);
    QTRY_VERIFY(m_w->banner()->isVisible());
    QVERIFY2(m_w->banner()->text().contains(u"in this folder already"_s), qPrintable(m_w->banner()->text()));
    select({u"a"_s});
    m_w->key(Qt::Key_X, Qt::ControlModifier);
    open(u"into"_s);
    m_w->key(Qt::Key_V, Qt::ControlModifier);
    QTRY_COMPARE(m_w->names(), QStringList{u"a"_s});
    QTRY_VERIFY(!exists(u"a"_s));
    QTRY_VERIFY(!m_w->action(u"Paste"_s)->isEnabled()); // it was taken
}

// As another program's search has them. Where one of them is already it gets a copy beside it.
void TstStorageChanges::pastesFilesOfSeveralFolders()
{
    m_w->write(u"into/c"_s, "three");
    QDir().mkpath(m_w->path(u"there"_s));
    m_w->write(u"there/d"_s, "four");
    show();
    const auto put = [this] {
        auto *data = new QMimeData;
        data->setUrls({QUrl::fromLocalFile(m_w->path(u"a"_s)), QUrl::fromLocalFile(m_w->path(u"into/c"_s))});
        QGuiApplication::clipboard()->setMimeData(data);
    };
    open(u"there"_s);
    put();
    m_w->key(Qt::Key_V, Qt::ControlModifier);
    QTRY_COMPARE(m_w->names(), (QStringList{u"a"_s, u"c"_s, u"d"_s}));
    QCOMPARE(content(u"there/a"_s) + content(u"there/c"_s), "onethree");
    open(u"into"_s);
    put();
    m_w->key(Qt::Key_V, Qt::ControlModifier);
    QTRY_COMPARE(m_w->names(), (QStringList{u"a"_s, u"c"_s, u"c (2)"_s}));
    QVERIFY(exists(u"a"_s) && !m_w->banner()->isVisible());
}

void TstStorageChanges::bringsToTheOtherPane()
{
    showBoth();
    select({u"a"_s});
    m_w->action(u"Copy to other pane"_s)->trigger();
    QTRY_VERIFY(exists(u"into/a"_s));
    select({u"b"_s});
    m_w->action(u"Move to other pane"_s)->trigger();
    QTRY_VERIFY(exists(u"into/b"_s) && !exists(u"b"_s));
    QVERIFY(exists(u"a"_s));
    QTRY_COMPARE(m_w->page()->otherPane()->model().rowCount(), 2);
    QTRY_COMPARE(m_w->names(), (QStringList{u"into"_s, u"a"_s}));
}

void TstStorageChanges::asksWhatIsThere_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<bool>("moves");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QByteArray>("there");
    QTest::addColumn<bool>("isLeft");
    QTest::newRow("copied, both kept") << QString() << false << u"Keep both, rename the new one"_s
                                       << QByteArray("theirs,one") << true;
    QTest::newRow("copied, replaced on a machine") << u"m1"_s << false << u"Replace it"_s << QByteArray("one,") << true;
    QTest::newRow("moved, replaced") << QString() << true << u"Replace it"_s << QByteArray("one,") << false;
    QTest::newRow("canceled") << QString() << true << QString() << QByteArray("theirs,") << true;
}

void TstStorageChanges::asksWhatIsThere()
{
    QFETCH(bool, moves);
    QFETCH(QString, rule);
    QFETCH(bool, isLeft);
    m_w->write(u"into/a"_s, "theirs");
    showBoth();
    select({u"a"_s});
    m_w->action(moves ? u"Move to other pane"_s : u"Copy to other pane"_s)->trigger();
    QTRY_VERIFY(question()->isVisible());
    QTRY_VERIFY(question()->isSettled());
    const QString words = m_w->words(question());
    QVERIFY2(words.contains(QString((moves ? u"Move a to "_s : u"Copy a to "_s) + at(u"into"_s).toString())),
             qPrintable(words));
    QVERIFY2(words.contains(u"Different there"_s), qPrintable(words));
    QVERIFY(button(u"upload"_s)->isEnabled());
    choose(u"Leave it as it is"_s);
    QVERIFY(!button(u"upload"_s)->isEnabled());
    QVERIFY(m_w->words(question()).contains(u"what differs there is left as it is"_s));
    choose(u"Keep both, rename the new one"_s);
    m_w->picture(moves ? u"storage-move-question"_s : u"storage-copy-question"_s);
    if (rule.isEmpty()) {
        m_w->key(Qt::Key_Escape);
        QTRY_VERIFY(!question()->isVisible());
    } else {
        choose(rule);
        QTRY_VERIFY(button(u"upload"_s)->isEnabled());
        QTest::mouseClick(button(u"upload"_s), Qt::LeftButton);
        QTRY_VERIFY(!question()->isVisible());
    }
    QTRY_COMPARE(exists(u"a"_s), isLeft);
    QFETCH(QByteArray, there);
    QTRY_COMPARE(QByteArray(content(u"into/a"_s) + ',' + content(u"into/a (2)"_s)), there);
}

// What is there as it is here needs no question of what to do with it, but whether it may go here.
void TstStorageChanges::movesWhatIsThereAsItIs()
{
    QFile::copy(m_w->path(u"a"_s), m_w->path(u"into/a"_s));
    const auto time = QFileInfo(m_w->path(u"a"_s)).lastModified();
    QFile copy(m_w->path(u"into/a"_s));
    QVERIFY(copy.open(QIODevice::ReadWrite) && copy.setFileTime(time, QFileDevice::FileModificationTime));
    copy.close();
    showBoth();
    select({u"a"_s});
    m_w->action(u"Move to other pane"_s)->trigger();
    QTRY_VERIFY(question()->isVisible());
    QTRY_VERIFY(question()->isSettled());
    QTest::mouseClick(button(u"upload"_s), Qt::LeftButton);
    QTRY_VERIFY(!exists(u"a"_s));
    QCOMPARE(content(u"into/a"_s), "one");
}

void TstStorageChanges::asksOneAfterTheOther()
{
    m_w->write(u"into/a"_s, "theirs");
    m_w->write(u"into/b"_s, "theirs");
    m_w->write(u"c"_s, "three");
    showBoth();
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s}) {
        select({name});
        m_w->action(u"Copy to other pane"_s)->trigger();
    }
    for (const QString &name : {u"a"_s, u"b"_s}) {
        QTRY_VERIFY(question()->isVisible() && m_w->words(question()).contains(QString(u"Copy "_s + name + u" to "_s)));
        choose(u"Replace it"_s);
        QTest::mouseClick(button(u"upload"_s), Qt::LeftButton);
    }
    QTRY_COMPARE(content(u"into/c"_s), "three");
    QTRY_COMPARE(content(u"into/a"_s), "one");
    QTRY_COMPARE(content(u"into/b"_s), "two");
}

void TstStorageChanges::saysWhyNot()
{
    show();
    for (const QString &text : {u"Copy"_s, u"Cut"_s, u"Paste"_s, u"Move to trash"_s, u"Delete files…"_s,
                                u"Copy to other pane"_s, u"Move to other pane"_s}) {
        QAction *action = m_w->action(text);
        QVERIFY2(action, qPrintable(text));
        QVERIFY(!action->isEnabled());
        QVERIFY2(action->toolTip().contains(u'\n'), qPrintable(action->toolTip()));
    }
    select({u"a"_s});
    QVERIFY(m_w->action(u"Delete files…"_s)->isEnabled());
    QVERIFY(!m_w->action(u"Copy to other pane"_s)->isEnabled());
    QVERIFY(m_w->action(u"Copy to other pane"_s)->toolTip().contains(u"second pane"_s));
}

void TstStorageChanges::putsIntoTheTrashAndBack()
{
    m_w->write(u"into/c"_s, "three");
    show();
    select({u"b"_s, u"into"_s});
    m_w->key(Qt::Key_Delete);
    QTRY_COMPARE(m_w->names(), QStringList{u"a"_s});
    auto *toast = m_w->window->findChild<ui::Toast *>();
    QTRY_VERIFY(toast->isVisible());
    const QString told = m_place.isEmpty() ? u"Moved 2 entries to Trash."_s : u"Moved 2 entries to Trash on m1."_s;
    QVERIFY2(m_w->words(toast).contains(told), qPrintable(m_w->words(toast)));
    m_w->picture(u"storage-trash"_s);
    QVERIFY(undoButton());
    QTest::mouseClick(undoButton(), Qt::LeftButton);
    QTRY_COMPARE(m_w->names(), (QStringList{u"into"_s, u"a"_s, u"b"_s}));
    QCOMPARE(content(u"into/c"_s), "three");
}

void TstStorageChanges::takesBackWhatWasTrashedBeforeAnError()
{
    const QString mover = m_home.filePath(u"bin/mv"_s);
    QDir().mkpath(QFileInfo(mover).path());
    QVERIFY(testing::writeFile(mover, "#!/bin/sh\ncase $* in */b\\ *) exit 1 ;; esac\nexec /bin/mv \"$@\"\n"));
    QVERIFY(QFile::setPermissions(mover, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const QByteArray tools = qgetenv("PATH");
    const auto mend = qScopeGuard([&] { qputenv("PATH", tools); });
    qputenv("PATH", QFileInfo(mover).path().toLocal8Bit() + ':' + tools);
    show();
    select({u"a"_s, u"b"_s});
    m_w->key(Qt::Key_Delete);
    QTRY_VERIFY(m_w->banner()->isVisible());
    QVERIFY2(m_w->banner()->text().contains(u"could not do it"_s), qPrintable(m_w->banner()->text()));
    auto *toast = m_w->window->findChild<ui::Toast *>();
    QTRY_VERIFY(toast->isVisible());
    QVERIFY2(m_w->words(toast).contains(u"Moved 1 entry to Trash."_s), qPrintable(m_w->words(toast)));
    QTRY_VERIFY(!exists(u"a"_s) && exists(u"b"_s));
    QTest::mouseClick(undoButton(), Qt::LeftButton);
    QTRY_VERIFY(exists(u"a"_s));
    QCOMPARE(content(u"a"_s), "one");
}

void TstStorageChanges::deletesWhatWasCounted_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<ui::LookChoice>("look");
    QTest::newRow("light") << QString() << ui::LookChoice::Light;
    QTest::newRow("dark") << QString() << ui::LookChoice::Dark;
    QTest::newRow("a machine") << u"m1"_s << ui::LookChoice::Light;
}

void TstStorageChanges::deletesWhatWasCounted()
{
    QFETCH(ui::LookChoice, look);
    QDir().mkpath(m_w->path(u"into/in"_s));
    m_w->write(u"into/a"_s, "one");
    m_w->write(u"into/in/b"_s, "two");
    show(look);
    select({u"into"_s});
    m_w->key(Qt::Key_Delete, Qt::ShiftModifier);
    auto *panel = m_w->page()->findChild<ui::RemovalPanel *>();
    QVERIFY(panel->isVisible());
    QPushButton *remove = button(u"remove"_s);
    QTRY_VERIFY(remove->isEnabled());
    const QString words = m_w->words(panel);
    QVERIFY2(words.contains(at(u"into"_s).toString()) && words.contains(u"2 files and 2 folders, 6"_s),
             qPrintable(words));
    QCOMPARE(remove->text(), u"Delete 2 files and 2 folders"_s);
    QVERIFY(button(u"cancelRemoval"_s)->hasFocus());
    m_w->picture(u"storage-delete"_s);
    QTest::mouseClick(remove, Qt::LeftButton);
    QTRY_VERIFY(!panel->isVisible());
    QTRY_COMPARE(m_w->names(), (QStringList{u"a"_s, u"b"_s}));
    QVERIFY(!exists(u"into"_s));
    QVERIFY(m_w->table().hasFocus());
}

void TstStorageChanges::deletesNothingWhenItIsCanceled()
{
    show();
    select({u"a"_s});
    m_w->action(u"Delete files…"_s)->trigger();
    auto *panel = m_w->page()->findChild<ui::RemovalPanel *>();
    QPushButton *remove = button(u"remove"_s);
    QTRY_VERIFY(remove->isEnabled());
    m_w->write(u"a"_s, "more than was counted");
    QTest::mouseClick(remove, Qt::LeftButton);
    QTRY_VERIFY(m_w->words(panel).contains(u"not what was counted"_s));
    m_w->key(Qt::Key_Escape);
    QTRY_VERIFY(!panel->isVisible());
    QVERIFY(exists(u"a"_s));
}

void TstStorageChanges::sums()
{
    m_w->write(u"a"_s, "abc");
    show();
    select({u"a"_s});
    m_w->page()->setPropertiesShown(true);
    QTRY_VERIFY(m_w->window->isSettled());
    for (const auto &[name, sum] :
         {std::pair{u"md5"_s, u"900150983cd24fb0d6963f7d28e17f72"_s},
          {u"sha256"_s, u"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"_s}}) {
        QTest::mouseClick(button(name), Qt::LeftButton);
        QTRY_COMPARE(m_w->properties()->findChild<QLineEdit *>()->text(), sum);
    }
    m_w->picture(u"storage-checksums"_s);
}

BATCHDECK_TEST_MAIN(QApplication, TstStorageChanges)

#include "tst_storagechanges.moc"
