// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/filetaskwatch.h"
#include "tests/gui/cannedlink.h"
#include "tests/gui/storage/storagechangefixture.h"
#include "tests/support/files.h"
#include "tests/support/testmain.h"
#include "ui/shell/toast.h"
#include "ui/storage/panel/removalpanel.h"
#include "ui/storage/panel/restorepanel.h"

#include <QDir>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QTableView>
#include <QToolButton>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

/// A tool of this computer that waits, where its words are those of \a pattern, until it is let go on.
class HeldTool
{
    Q_DISABLE_COPY_MOVE(HeldTool)

public:
    HeldTool(const QString &root, const QByteArray &name, const QByteArray &pattern)
        : m_gate(root + u"/gate"_s), m_tools(qgetenv("PATH"))
    {
        const QString folder = root + u"/held"_s;
        const QString tool = folder + u'/' + QString::fromLatin1(name);
        const QByteArray gate = m_gate.toLocal8Bit();
        const QByteArray real = QStandardPaths::findExecutable(QString::fromLatin1(name)).toLocal8Bit();
        m_isReady = QDir().mkpath(folder) && ::mkfifo(gate.constData(), 0600) == 0
            && testing::writeFile(tool,
                                  "#!/bin/sh\ncase $* in " + pattern + ") [ ! -p '" + gate + "' ] || read go < '" + gate
                                      + "' ;; esac\nexec " + real + " \"$@\"\n")
            && QFile::setPermissions(tool, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv("PATH", folder.toLocal8Bit() + ':' + m_tools);
    }
    ~HeldTool()
    {
        release();
        qputenv("PATH", m_tools);
    }
    [[nodiscard]] bool isReady() const { return m_isReady; }
    void release()
    {
        const int gate = ::open(m_gate.toLocal8Bit().constData(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
        QFile::remove(m_gate); // whoever comes now is not held
        if (gate >= 0)
            ::close(gate); // who waits for it reads its end
    }

private:
    QString m_gate;
    QByteArray m_tools;
    bool m_isReady = false;
};

/// Files are put into the trash and taken back, and deleted, in the window, on a real engine, here and on a real
/// machine.
class TstStorageRemovals final : public testing::StorageChangeFixture
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { begin(); }
    void cleanup() { end(); }
    void endsWithItsClient();
    void putsIntoTheTrashAndBack_data() { places(); }
    void putsIntoTheTrashAndBack();
    void takesBackWhatWasTrashedBeforeAnError();
    void offersToDeleteWhatHasNoTrash();
    void putsBackWhatWasTrashedBefore();
    void putsBackOnce();
    void takesBackWhatWasTrashedElsewhere();
    void deletesWhatWasCounted_data();
    void deletesWhatWasCounted();
    void deletesNothingWhenItIsCanceled_data() { places(); }
    void deletesNothingWhenItIsCanceled();
    void tellsOfWhatWasSelectedDuringTheQuestion();
    void deletesWhileOneIsElsewhere();

private:
    QTemporaryDir m_home;
};

// The trash is that of the home folder.
void TstStorageRemovals::initTestCase()
{
    qputenv("HOME", m_home.path().toUtf8());
    qunsetenv("XDG_DATA_HOME");
}

// What is undone belongs to no page, and is told no more when the window has gone; sanitizers see it.
void TstStorageRemovals::endsWithItsClient()
{
    canned::CannedLink link;
    link.hold(u"storage.task"_s);
    {
        engine::EngineClient client(link);
        new models::FileTaskWatch(client, {}, &client);
        QCOMPARE(link.calls.constLast().first, u"storage.task"_s);
        QVERIFY(!link.isCanceled(u"storage.task"_s));
    }
    link.tell(u"storage.task"_s, engine::FileTaskSnapshot().toJson());
    QTRY_VERIFY(link.isCanceled(u"storage.task"_s));
    QCOMPARE(link.calls.constLast().first, u"storage.task"_s);
}

void TstStorageRemovals::putsIntoTheTrashAndBack()
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

void TstStorageRemovals::takesBackWhatWasTrashedBeforeAnError()
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

// Whatever is selected, and wherever the keys go, by the time the place has answered.
void TstStorageRemovals::offersToDeleteWhatHasNoTrash()
{
    const QTemporaryDir home;
    const QString trash = home.filePath(u".local/share/Trash"_s);
    QVERIFY(QDir().mkpath(QFileInfo(trash).path()) && testing::writeFile(trash, "no folder"));
    const auto mend = qScopeGuard([this] { qputenv("HOME", m_home.path().toUtf8()); });
    qputenv("HOME", home.path().toUtf8());
    HeldTool mkdir(m_w->fixture.root(), "mkdir", "*Trash*");
    QVERIFY(mkdir.isReady());
    showBoth();
    ui::FilePane &pane = m_w->pane();
    select({u"a"_s, u"b"_s});
    m_w->key(Qt::Key_Delete);
    m_w->table().clearSelection();
    m_w->page()->otherPane()->focusList();
    QTRY_VERIFY(&m_w->pane() != &pane);
    mkdir.release();
    auto *banner = pane.findChild<ui::Banner *>();
    QTRY_VERIFY(banner->isVisible());
    QVERIFY2(banner->text().contains(u"no trash"_s), qPrintable(banner->text()));
    QVERIFY(!m_w->banner()->isVisible());
    emit banner->remedyRequested();
    const auto *panel = m_w->page()->findChild<ui::RemovalPanel *>();
    QTRY_VERIFY(panel->isVisible() && button(u"remove"_s)->isEnabled());
    QVERIFY2(m_w->words(panel).contains(u"2 files"_s), qPrintable(m_w->words(panel)));
    QTest::mouseClick(button(u"remove"_s), Qt::LeftButton);
    QTRY_VERIFY(!exists(u"a"_s) && !exists(u"b"_s));
    QVERIFY(exists(u"into"_s));
}

// Long after the offer to undo it is gone: by another window.
void TstStorageRemovals::putsBackWhatWasTrashedBefore()
{
    show();
    select({u"a"_s, u"b"_s});
    m_w->key(Qt::Key_Delete);
    QTRY_COMPARE(m_w->names(), QStringList{u"into"_s});
    QTRY_VERIFY(m_w->window->findChild<ui::Toast *>()->isVisible());
    m_w->window.reset();
    m_w->show(at({}).toString());
    m_w->key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    auto *panel = m_w->page()->findChild<ui::RestorePanel *>();
    QVERIFY(panel->isVisible());
    auto *table = panel->findChild<QTableView *>();
    const auto choose = [table] {
        table->selectionModel()->select(table->model()->index(0, 0),
                                        QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    };
    QCOMPARE(table->model()->rowCount(), 2);
    panel->findChild<QLineEdit *>()->setText(u"B"_s);
    QCOMPARE(table->model()->index(0, 0).data().toString(), u"b"_s);
    choose();
    m_w->picture(u"storage-restore"_s);
    QTest::mouseClick(button(u"restore"_s), Qt::LeftButton);
    QTRY_COMPARE(content(u"b"_s), "two");
    panel->findChild<QLineEdit *>()->clear();
    QTRY_COMPARE(table->model()->rowCount(), 1);
    QTRY_VERIFY(m_w->names().contains(u"b"_s));
    m_w->write(u"a"_s, "another");
    choose();
    QTest::mouseClick(button(u"restore"_s), Qt::LeftButton);
    QTRY_VERIFY(m_w->banner()->isVisible());
    QVERIFY2(m_w->banner()->text().contains(u"is there again"_s), qPrintable(m_w->banner()->text()));
    QCOMPARE(table->model()->rowCount(), 1);
}

void TstStorageRemovals::putsBackOnce()
{
    HeldTool mover(m_w->fixture.root(), "mv", "*/Trash/files/*\\ *");
    QVERIFY(mover.isReady());
    show();
    select({u"b"_s});
    m_w->key(Qt::Key_Delete);
    QTRY_VERIFY(!exists(u"b"_s));
    QTRY_VERIFY(undoButton() && undoButton()->isVisible());
    m_w->key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    auto *panel = m_w->page()->findChild<ui::RestorePanel *>();
    const auto *table = panel->findChild<QTableView *>();
    const int known = table->model()->rowCount();
    table->selectionModel()->select(table->model()->index(0, 0),
                                    QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    QTest::mouseClick(button(u"restore"_s), Qt::LeftButton);
    QVERIFY(!button(u"restore"_s)->isEnabled());
    QTest::mouseClick(undoButton(), Qt::LeftButton); // it is on its way
    mover.release();
    QTRY_COMPARE(content(u"b"_s), "two");
    QTRY_COMPARE(table->model()->rowCount(), known - 1);
    QTRY_VERIFY(m_w->window->isSettled());
    QVERIFY2(!m_w->banner()->isVisible(), qPrintable(m_w->banner()->text()));
}

void TstStorageRemovals::takesBackWhatWasTrashedElsewhere()
{
    show();
    select({u"b"_s});
    m_w->key(Qt::Key_Delete);
    goHome();
    auto *toast = m_w->window->findChild<ui::Toast *>();
    QTRY_VERIFY(toast->isVisible());
    QVERIFY(!exists(u"b"_s));
    QTest::mouseClick(undoButton(), Qt::LeftButton);
    QTRY_COMPARE(content(u"b"_s), "two");
}

void TstStorageRemovals::deletesWhatWasCounted_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<ui::LookChoice>("look");
    QTest::newRow("light") << QString() << ui::LookChoice::Light;
    QTest::newRow("dark") << QString() << ui::LookChoice::Dark;
    QTest::newRow("a machine") << u"m1"_s << ui::LookChoice::Light;
}

void TstStorageRemovals::deletesWhatWasCounted()
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

void TstStorageRemovals::deletesNothingWhenItIsCanceled()
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

// The question takes the place of the properties, and is as wide.
void TstStorageRemovals::tellsOfWhatWasSelectedDuringTheQuestion()
{
    m_w->write(u"a"_s, "of a");
    m_w->write(u"b"_s, "of b");
    show();
    m_w->page()->setPropertiesShown(true);
    select({u"a"_s});
    const auto *text = m_w->properties()->findChild<QPlainTextEdit *>();
    QTRY_COMPARE(text->toPlainText(), u"of a"_s);
    m_w->action(u"Delete files…"_s)->trigger();
    const auto *panel = m_w->page()->findChild<ui::RemovalPanel *>();
    QTRY_VERIFY(panel->isVisible() && button(u"remove"_s)->isEnabled());
    select({u"b"_s});
    QTRY_VERIFY(m_w->window->isSettled());
    QTest::mouseClick(button(u"cancelRemoval"_s), Qt::LeftButton);
    QVERIFY(!panel->isVisible() && m_w->properties()->isVisible());
    QTRY_COMPARE(text->toPlainText(), u"of b"_s);
}

void TstStorageRemovals::deletesWhileOneIsElsewhere()
{
    HeldTool find(m_w->fixture.root(), "find", "*-delete*");
    QVERIFY(find.isReady());
    m_w->write(u"into/c"_s, "three");
    show();
    select({u"into"_s});
    m_w->key(Qt::Key_Delete, Qt::ShiftModifier);
    QTRY_VERIFY(button(u"remove"_s)->isEnabled());
    QTest::mouseClick(button(u"remove"_s), Qt::LeftButton);
    const auto *panel = m_w->page()->findChild<ui::RemovalPanel *>();
    QTRY_VERIFY(m_w->words(panel).contains(u"Deleting: "_s));
    auto *stop = m_w->window->findChild<QToolButton *>(u"stopOperation"_s);
    QVERIFY(stop && stop->isVisible());
    goHome();
    QVERIFY(exists(u"into"_s));
    find.release();
    auto *toast = m_w->window->findChild<ui::Toast *>();
    QTRY_VERIFY(toast->isVisible());
    QCOMPARE(m_w->words(toast), QString(u"Deleted "_s + at(u"into"_s).toString() + u'.'));
    QVERIFY(!exists(u"into"_s));
    QVERIFY(!m_w->window->findChild<QToolButton *>(u"stopOperation"_s)
            || !m_w->window->findChild<QToolButton *>(u"stopOperation"_s)->isVisible());
}

BATCHDECK_TEST(QApplication, TstStorageRemovals)
#include "tst_storageremovals.moc"
