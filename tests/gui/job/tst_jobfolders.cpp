// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/extension.h"
#include "engine/api/job/fetchrule.h"
#include "tests/engine/machine/sshfixture.h"
#include "tests/gui/shortcutclashes.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"
#include "ui/job/files/fetchpanel.h"
#include "ui/job/files/filestab.h"
#include "ui/job/jobpage.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/storage/drop/uploadpanel.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/pane/filetable.h"
#include "ui/storage/panel/propertiespanel.h"
#include "ui/storage/storagepage.h"
#include "ui/submit/form/rowseditor.h"
#include "ui/submit/form/submitform.h"
#include "ui/submit/jobtext.h"
#include "ui/submit/submitpage.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QImage>
#include <QLabel>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTimer>

using namespace Qt::StringLiterals;
using testing::Door;

namespace {

// It goes on when it is told to.
constexpr auto script = R"sh(
cd "$AZ_BATCHAI_OUTPUT_MODEL" && mkdir -p checkpoints && printf 'epoch,loss\n1,0.9\n2,0.4\n' > history.csv &&
while [ ! -e %1/go ]; do sleep 0.1; done; echo weights > model.pt; echo 3,0.2 >> history.csv
while [ ! -e %1/end ]; do sleep 0.1; done; echo last > last.txt
)sh";

} // namespace

/// The files of a job in the window while it writes them: real engine, real sshd, real job.
class TstJobFolders final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void showsWhatIsWritten();
    void leavesNoKeyToTwo();
    void tabsThroughButtonsBeforeFiles();
    void staysInTheDirectory();
    void previews();
    void pictures_data();
    void pictures();
    void bringsItHere();
    void takesADrop();
    void opensAmongAllFiles();
    void asksNothingWhileHidden();
    void saysWhatComesBack();
    void opensATerminal();
    void usesInAJob();
    void showsWhatWasWrittenLast();
    void bringsWhatWasSaid();

private:
    [[nodiscard]] QString path(const QString &name) const { return m_fixture->root() + u'/' + name; }
    void touch(const QString &name) const { QVERIFY(QFile(path(name)).open(QIODevice::WriteOnly)); }
    [[nodiscard]] ui::FilesTab *tab() const { return m_window->findChild<ui::FilesTab *>(); }
    [[nodiscard]] QStringList names() const
    {
        QStringList names;
        const auto &model = tab()->pane().model();
        for (int row = 0; row < model.rowCount(); ++row)
            names.append(model.entry(row).name);
        return names;
    }
    void open()
    {
        m_window->openText(u"default/default/default/train"_s, u"files"_s);
        QTRY_VERIFY(tab() && m_window->isSettled());
        m_window->findChild<QComboBox *>(u"directory"_s)->setCurrentText(u"MODEL"_s);
        QTRY_VERIFY(tab()->isThere() && tab()->isSettled());
    }
    void select(const QString &name) const
    {
        const QList<int> rows = tab()->pane().model().rowsOf({name});
        QCOMPARE(rows.size(), 1);
        tab()->pane().table()->selectRow(rows.constFirst());
    }

    std::unique_ptr<testing::SshServer> m_server;
    std::unique_ptr<testing::SshFixture> m_fixture;
    std::unique_ptr<engine::EngineClient> m_client;
    std::unique_ptr<ui::MainWindow> m_window;
};

void TstJobFolders::initTestCase()
{
    SKIP_WITHOUT("sshd");
    m_server = std::make_unique<testing::SshServer>();
    QVERIFY(m_server->start());
    m_fixture = std::make_unique<testing::SshFixture>();
    QVERIFY(m_fixture->start());
    VERIFY_RESULT(m_fixture->addMachine(u"m1"_s, Door::of(*m_server, path(u"home"_s))));
    VERIFY_RESULT(m_fixture->makeCluster({u"m1"_s}));
    const QJsonObject output{{u"id"_s, u"MODEL"_s}, {u"pathPrefix"_s, path(u"results"_s)}, {u"pathSuffix"_s, u"m"_s}};
    VERIFY_RESULT(m_fixture->submit(u"train"_s, QString::fromLatin1(script).arg(m_fixture->root()),
                                    {{u"outputDirectories"_s, QJsonArray{output}}}));
    m_client = std::make_unique<engine::EngineClient>(m_fixture->link());
    m_window = std::make_unique<ui::MainWindow>(*m_client, m_fixture->profile(), ui::LookChoice::Light);
    m_window->resize(1440, 900);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TstJobFolders::cleanupTestCase()
{
    m_window.reset();
    m_client.reset();
    m_fixture.reset();
    m_server.reset();
}

void TstJobFolders::showsWhatIsWritten()
{
    open();
    QTRY_COMPARE(names(), QStringList({u"checkpoints"_s, u"history.csv"_s}));
    select(u"history.csv"_s);
    const qint64 before = tab()->pane().selectedEntries().constFirst().size;
    touch(u"go"_s);
    QTRY_COMPARE(names(), QStringList({u"checkpoints"_s, u"history.csv"_s, u"model.pt"_s}));
    QTRY_VERIFY(tab()->pane().selectedEntries().value(0).size > before);
    QCOMPARE(tab()->pane().selectedEntries().constFirst().name, u"history.csv"_s); // what was selected still is
}

void TstJobFolders::leavesNoKeyToTwo()
{
    for (const QString &tab : {u"logs"_s, u"files"_s}) {
        m_window->currentPage()->showTab(tab);
        QCOMPARE(testing::shortcutClashes(*m_window), QStringList());
    }
}

void TstJobFolders::tabsThroughButtonsBeforeFiles()
{
    const QWidget *first = tab()->findChild<QComboBox *>(u"directory"_s);
    const QWidget *list = tab()->pane().table();
    QStringList order;
    for (const QWidget *next = first; next != list; next = next->nextInFocusChain()) {
        if (next->parentWidget() == first->parentWidget() && qobject_cast<const QPushButton *>(next))
            order.append(next->objectName());
    }
    QCOMPARE(order, QStringList({u"follow"_s, u"download"_s, u"openInFiles"_s, u"fetch"_s}));
}

void TstJobFolders::staysInTheDirectory()
{
    ui::FilePane &pane = tab()->pane();
    const engine::Location root = pane.location();
    QVERIFY(root.path.endsWith(u"/m"_s));
    QVERIFY(!pane.canGoUp());
    QVERIFY(!m_window->currentPage()->canStep(ui::Page::Step::Up));
    select(u"checkpoints"_s);
    pane.openSelected();
    QTRY_COMPARE(pane.location(), root.child(u"checkpoints"_s));
    QVERIFY(m_window->currentPage()->canStep(ui::Page::Step::Up));
    m_window->currentPage()->step(ui::Page::Step::Up);
    QTRY_COMPARE(pane.location(), root);
    QTRY_VERIFY(tab()->isSettled());
    for (const QAction *action : m_window->currentPage()->commands()) {
        if (action->text().remove(u'&') == u"Type a path"_s)
            QVERIFY(!action->isEnabled() && action->toolTip().contains(u"Files"_s));
    }
}

void TstJobFolders::previews()
{
    select(u"model.pt"_s);
    const auto *properties = tab()->findChild<ui::PropertiesPanel *>();
    QVERIFY(!properties->isVisible());
    tab()->pane().openSelected();
    QVERIFY(properties->isVisible());
    QTRY_VERIFY(properties->isSettled());
    const auto *text = properties->findChild<QPlainTextEdit *>();
    QTRY_VERIFY(text->isVisible() && text->toPlainText().contains(u"weights"_s));
}

void TstJobFolders::pictures_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("big") << QSize(1440, 900);
    QTest::newRow("small") << QSize(1024, 640);
}

void TstJobFolders::pictures()
{
    QFETCH(QSize, size);
    select(u"history.csv"_s);
    QTRY_VERIFY(tab()->isSettled());
    m_window->resize(size);
    for (const auto look : {ui::LookChoice::Dark, ui::LookChoice::Light}) {
        ui::applyTheme(*qApp, look);
        for (int round = 0; round < 4; ++round) {
            QCoreApplication::sendPostedEvents();
            QTest::qWait(0);
        }
        QDir().mkpath(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures"));
        const bool isDark = look == ui::LookChoice::Dark;
        QVERIFY(m_window->grab().save(
            QStringLiteral(BATCHDECK_BUILD_DIR "/pictures/job-files-live-%1-%2.png")
                .arg(QString::fromLatin1(QTest::currentDataTag()), isDark ? u"dark"_s : u"light"_s)));
    }
    m_window->resize(1440, 900);
}

void TstJobFolders::bringsItHere()
{
    tab()->pane().table()->selectAll();
    tab()->download(path(u"here"_s));
    const auto *question = tab()->findChild<ui::UploadPanel *>();
    QTRY_VERIFY(question->isVisible() || QFile::exists(path(u"here/model.pt"_s)));
    if (question->isVisible()) // a busy machine took too long to say that nothing is there
        QTest::mouseClick(question->findChild<QPushButton *>(u"upload"_s), Qt::LeftButton);
    QTRY_VERIFY(QFile::exists(path(u"here/model.pt"_s)));
    QTRY_VERIFY(QFile::exists(path(u"here/history.csv"_s)));
    QTRY_VERIFY(QFileInfo(path(u"here/checkpoints"_s)).isDir());
    // What is there already is not passed over without a word.
    tab()->download(path(u"here"_s));
    auto *panel = tab()->findChild<ui::UploadPanel *>();
    QTRY_VERIFY(panel->isVisible());
    QTRY_VERIFY(panel->isSettled());
    QTest::keyClick(panel, Qt::Key_Escape);
    QVERIFY(!panel->isVisible());
}

void TstJobFolders::takesADrop()
{
    QFile file(path(u"weights.pt"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("begin here") > 0);
    file.close();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file.fileName())});
    ui::FilePane &pane = tab()->pane();
    const QPoint below(pane.width() / 2, pane.height() - 60);
    QDragEnterEvent enter(below, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&pane, &enter);
    QVERIFY(enter.isAccepted());
    QCOMPARE(pane.findChild<QWidget *>(u"dropHint"_s)->accessibleName(), u"Upload weights.pt into MODEL"_s);
    QDropEvent drop(QPointF(below), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&pane, &drop);
    auto *panel = tab()->findChild<ui::UploadPanel *>();
    QVERIFY(panel->isVisible());
    QTRY_VERIFY(panel->isSettled());
    QStringList words;
    for (const QLabel *label : panel->findChildren<QLabel *>())
        words.append(label->text());
    QVERIFY2(words.contains(u"Upload weights.pt to MODEL"_s), qPrintable(words.join(u'\n')));
    for (const auto look : {ui::LookChoice::Dark, ui::LookChoice::Light}) {
        ui::applyTheme(*qApp, look);
        QCoreApplication::sendPostedEvents();
        QTest::qWait(0);
        QVERIFY(m_window->grab().save(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures/job-files-drop-%1.png")
                                          .arg(look == ui::LookChoice::Dark ? u"dark"_s : u"light"_s)));
    }
    QTest::mouseClick(panel->findChild<QPushButton *>(u"upload"_s), Qt::LeftButton);
    QTRY_VERIFY(!panel->isVisible());
    QTRY_VERIFY(names().contains(u"weights.pt"_s));
    QCOMPARE(testing::contentOf(pane.location().path + u"/weights.pt"_s), "begin here");
}

void TstJobFolders::opensAmongAllFiles()
{
    const engine::Location folder = tab()->pane().location();
    tab()->findChild<QPushButton *>(u"openInFiles"_s)->click();
    QTRY_VERIFY(m_window->isSettled());
    const auto *page = qobject_cast<ui::StoragePage *>(m_window->currentPage());
    QVERIFY(page);
    QCOMPARE(page->activePane().location(), folder);
}

// A machine is not asked for a folder that nobody looks at.
void TstJobFolders::asksNothingWhileHidden()
{
    open();
    const auto *timer = tab()->findChild<QTimer *>(u"look"_s);
    QVERIFY(timer->isActive());
    m_window->currentPage()->showTab(u"logs"_s);
    QVERIFY(!timer->isActive());
    m_window->currentPage()->showTab(u"files"_s);
    QVERIFY(timer->isActive());
}

void TstJobFolders::saysWhatComesBack()
{
    auto *button = tab()->findChild<QPushButton *>(u"fetch"_s);
    auto *rows = tab()->findChild<ui::RowsEditor *>(u"fetchRules"_s);
    auto *save = tab()->findChild<QPushButton *>(u"saveFetch"_s);
    QVERIFY(!rows->isVisible());
    button->click();
    QVERIFY(rows->isVisible());
    QVERIFY(!save->isEnabled() && !save->toolTip().isEmpty());
    rows->item(0, 0)->setText(u"*.pt, *.csv"_s);
    rows->item(0, 1)->setText(u"MODEL"_s);
    rows->item(0, 2)->setText(u"results"_s);
    QVERIFY(save->isEnabled());
    save->click();
    QTRY_VERIFY(rows->item(0, 2)->toolTip().contains(u"results"_s)); // no folder of this computer
    rows->item(0, 2)->setText(path(u"brought/<job>"_s));
    QVERIFY(rows->item(0, 2)->toolTip().isEmpty());
    save->click();
    QTRY_VERIFY(!save->isEnabled());
    const auto rules = engine::fetchRulesOf(m_fixture->job(u"train"_s).document);
    QCOMPARE(rules.size(), 1);
    QCOMPARE(rules.constFirst().files, QStringList({u"*.pt"_s, u"*.csv"_s}));
    for (const auto look : {ui::LookChoice::Dark, ui::LookChoice::Light}) {
        ui::applyTheme(*qApp, look);
        QCoreApplication::sendPostedEvents();
        QTest::qWait(0);
        QVERIFY(m_window->grab().save(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures/job-files-fetch-%1.png")
                                          .arg(look == ui::LookChoice::Dark ? u"dark"_s : u"light"_s)));
    }
    button->click();
    QVERIFY(!rows->isVisible());
}

// What stands in for the desktop's terminal writes down how it was called.
void TstJobFolders::opensATerminal()
{
    QFile program(path(u"terminal"_s));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\nprintf '%s\\n' \"$@\" > " + path(u"called.part"_s).toUtf8() + "\nmv "
                  + path(u"called.part"_s).toUtf8() + ' ' + path(u"called"_s).toUtf8() + '\n');
    program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    program.close();
    qputenv("TERMINAL", program.fileName().toUtf8());
    emit tab()->pane().terminalRequested();
    QTRY_VERIFY(QFile::exists(path(u"called"_s)));
    const QByteArray called = testing::contentOf(path(u"called"_s));
    QVERIFY2(called.startsWith("-e\nssh\n-t\n"), called.constData());
    QVERIFY2(called.endsWith(QString(u"\ncd "_s + tab()->pane().location().path + u" && exec $SHELL -l\n").toUtf8()),
             called.constData());
}

void TstJobFolders::usesInAJob()
{
    select(u"history.csv"_s);
    const QString file = tab()->pane().selectedLocations().constFirst().path;
    tab()->pane().useInJob();
    QTRY_VERIFY(qobject_cast<ui::SubmitPage *>(m_window->currentPage()));
    QTRY_VERIFY(m_window->isSettled());
    const auto *text = m_window->currentPage()->findChild<ui::JobText *>();
    QVERIFY2(text->text().contains(file.toUtf8()) && text->text().contains("HISTORY_CSV"), text->text().constData());
    const auto *form = m_window->currentPage()->findChild<ui::SubmitForm *>();
    QTRY_VERIFY(form->cluster().endsWith(u"/desk"_s));
}

void TstJobFolders::showsWhatWasWrittenLast()
{
    open();
    touch(u"end"_s);
    QTRY_VERIFY(names().contains(u"last.txt"_s));
    QTRY_VERIFY(engine::isFinal(m_fixture->job(u"train"_s).state));
    QTRY_VERIFY(!tab()->findChild<QTimer *>(u"look"_s)->isActive());
}

void TstJobFolders::bringsWhatWasSaid()
{
    QTRY_COMPARE(testing::contentOf(path(u"brought/train/model.pt"_s)), "weights\n");
    QTRY_VERIFY(QFile::exists(path(u"brought/train/history.csv"_s)));
    QVERIFY(!QFile::exists(path(u"brought/train/last.txt"_s)));
    QTRY_VERIFY(tab()->findChild<ui::FetchPanel *>()->findChildren<QLabel *>().size() > 0
                && engine::extensionOf(m_fixture->job(u"train"_s).document)[u"fetch"_s][0][u"state"_s] == u"done"_s);
}

BATCHDECK_TEST(QApplication, TstJobFolders)
#include "tst_jobfolders.moc"
