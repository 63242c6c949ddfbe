// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/pathbytes.h"
#include "engine/client/engineclient.h"
#include "engine/log/core/file/spoolgap.h"
#include "engine/log/core/file/spoolparts.h"
#include "engine/log/reader/logreaders.h"
#include "tests/engine/machine/sshfixture.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"
#include "ui/job/log/logmiddlewindow.h"
#include "ui/job/log/logstab.h"
#include "ui/log/panel/logpanel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/page/banner.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

using namespace Qt::StringLiterals;
using engine::logcore::removeMiddle;
using engine::logcore::SpoolParts;

#define NEED_HOLES(made)                                                                                               \
    if (!(made))                                                                                                       \
    SKIP_UNLESS_ALL("the file system takes no holes")

/// A log of which this computer keeps beginning and end: what is between them is read from the machine.
class TstLogMiddle final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void readsWhatIsMissing();
    void goesOnAfterAFailure();
    void noticesWhenItGoes();
    void saysThatItIsAnotherFile();
    void saysWhatBecameShorter();
    void offersNothingThatWasRotated();
    void saysThatSomeMayBeLost();
    void isSilentAboutAWholeLog();
    void pictures_data();
    void pictures(); ///< for people to look at: build/…/pictures/log-middle-*.png

private:
    /// On the machine m1, which is this computer, and its copy without the middle.
    [[nodiscard]] bool makeLog(const std::function<void(SpoolParts &)> &change = {});
    void show(bool isComplete = true);
    void openMiddle();
    [[nodiscard]] QString original() const { return m_fixture->root() + u"/stdout.txt"_s; }
    [[nodiscard]] QString copy() const { return m_fixture->root() + u"/spool/stdout.txt"_s; }
    [[nodiscard]] std::string copyBytes() const { return engine::pathBytes(copy()); }
    [[nodiscard]] engine::LogGap gap() const { return engine::logGap(copy()).value_or(engine::LogGap()); }
    [[nodiscard]] ui::Banner *missing() const { return m_tab->findChild<ui::Banner *>(u"missingMiddle"_s); }
    [[nodiscard]] QAbstractButton *remedy() const;
    [[nodiscard]] ui::LogMiddleWindow *window() const { return m_tab->findChild<ui::LogMiddleWindow *>(); }
    [[nodiscard]] QByteArray read() const;
    [[nodiscard]] QString trouble() const;

    QByteArray m_bytes;
    std::unique_ptr<testing::SshServer> m_server;
    std::unique_ptr<testing::SshFixture> m_fixture;
    std::unique_ptr<engine::EngineClient> m_client;
    std::unique_ptr<ui::LogsTab> m_tab;
};

void TstLogMiddle::init()
{
    SKIP_WITHOUT("sshd");
    m_fixture = std::make_unique<testing::SshFixture>();
    QVERIFY(m_fixture->start());
    qputenv("XDG_CACHE_HOME", QByteArray(m_fixture->root().toUtf8() + "/cache"));
    m_server = std::make_unique<testing::SshServer>();
    QVERIFY(m_server->start());
    VERIFY_RESULT(m_fixture->addMachine(u"m1"_s, testing::Door::of(*m_server, m_fixture->root() + u"/ours"_s)));
    m_client = std::make_unique<engine::EngineClient>(m_fixture->link());
    if (m_bytes.isEmpty()) {
        for (int line = 0; m_bytes.size() < 8'000'000; ++line)
            m_bytes += "step " + QByteArray::number(line) + "  loss=0.4217 lr=0.001 images/s=2914\n";
    }
}

void TstLogMiddle::cleanup()
{
    m_tab.reset();
    m_client.reset();
    m_fixture.reset();
    m_server.reset();
}

// False where the file system takes no holes.
bool TstLogMiddle::makeLog(const std::function<void(SpoolParts &)> &change)
{
    QDir().mkpath(QFileInfo(copy()).path());
    for (const QString &path : {original(), copy()}) {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(m_bytes) != m_bytes.size())
            qFatal("%s is not written", qPrintable(path));
    }
    SpoolParts parts = SpoolParts::of(copyBytes());
    parts.setSource(original().toStdString());
    const bool isTaken = !parts.save(copyBytes()) && removeMiddle(copyBytes(), "m1", m_bytes.size()) > 0;
    if (!change)
        return isTaken;
    parts = SpoolParts::of(copyBytes());
    change(parts);
    return isTaken && !parts.save(copyBytes());
}

void TstLogMiddle::openMiddle()
{
    show();
    QVERIFY(remedy());
    QTest::mouseClick(remedy(), Qt::LeftButton);
    QVERIFY(window());
}

void TstLogMiddle::show(bool isComplete)
{
    const auto experiment = engine::ResourceId::group(u"p"_s, u"default"_s)
                                .child(engine::ResourceKind::Workspace, u"default"_s)
                                .child(engine::ResourceKind::Experiment, u"default"_s);
    m_tab = std::make_unique<ui::LogsTab>(*m_client, std::make_shared<engine::LogReaders>(),
                                          experiment.child(engine::ResourceKind::Job, u"resnet-12"_s));
    m_tab->panel().setFiles({{u"stdout.txt"_s, u"m1"_s, copy(), isComplete, 0}});
    m_tab->resize(1100, 500);
    m_tab->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_tab.get()));
    QTRY_VERIFY(m_tab->isSettled());
}

QAbstractButton *TstLogMiddle::remedy() const
{
    for (QAbstractButton *button : missing()->findChildren<QAbstractButton *>()) {
        if (button->isVisible() && button->text().contains(u"m1"_s))
            return button;
    }
    return nullptr;
}

QByteArray TstLogMiddle::read() const
{
    QFile file(window()->panel().shownFile().spoolPath);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString TstLogMiddle::trouble() const
{
    for (const auto *banner : window()->findChildren<ui::Banner *>()) {
        if (banner->isVisible())
            return banner->text();
    }
    return {};
}

void TstLogMiddle::readsWhatIsMissing()
{
    NEED_HOLES(makeLog());
    openMiddle();
    QVERIFY(gap().bytes() > 3'000'000);
    QVERIFY2(missing()->isVisible() && missing()->text().startsWith(u"4.0 MB"_s), qPrintable(missing()->text()));
    QTest::mouseClick(remedy(), Qt::LeftButton); // again
    QCOMPARE(m_tab->findChildren<ui::LogMiddleWindow *>().size(), 1);
    QTRY_VERIFY(window()->panel().shownFile().complete);
    QCOMPARE(trouble(), QString());
    QVERIFY(read() == m_bytes.sliced(gap().begin, gap().bytes()));
    QTRY_VERIFY(window()->panel().isSettled());
    const QByteArray lines = m_bytes.sliced(gap().begin, gap().bytes());
    QCOMPARE(window()->panel().view()->rows().lineCount(), lines.count('\n'));
    QCOMPARE(window()->panel().view()->rows().pieces({0}).text(0).text,
             QString::fromUtf8(lines.left(lines.indexOf('\n'))));
    const QString path = window()->panel().shownFile().spoolPath;
    window()->close();
    QTRY_VERIFY(!window());
    QVERIFY(!QFile(path).open(QIODevice::ReadOnly)); // nothing of it is left
}

void TstLogMiddle::goesOnAfterAFailure()
{
    NEED_HOLES(makeLog());
    QVERIFY(QFile::rename(original(), original() + u".away"));
    openMiddle();
    QTRY_VERIFY(!trouble().isEmpty());
    const auto shows = [this](const QString &words) {
        const auto labels = window()->findChildren<QLabel *>();
        return std::any_of(labels.cbegin(), labels.cend(),
                           [&words](const QLabel *label) { return label->isVisible() && label->text() == words; });
    };
    QVERIFY(shows(u"Nothing was read from m1"_s));
    QVERIFY(shows(u"Nothing was read."_s));
    QVERIFY(QFile::rename(original() + u".away", original()));
    for (QAbstractButton *button : window()->findChildren<QAbstractButton *>()) {
        if (button->isVisible() && button->text() == u"Go on"_s) {
            QTest::mouseClick(button, Qt::LeftButton);
            break;
        }
    }
    QTRY_VERIFY(window()->panel().shownFile().complete);
    QCOMPARE(trouble(), QString());
    QVERIFY(read() == m_bytes.sliced(gap().begin, gap().bytes()));
}

void TstLogMiddle::noticesWhenItGoes()
{
    QVERIFY(QDir().mkpath(QFileInfo(copy()).path()));
    QFile file(copy());
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    QCOMPARE(file.write(m_bytes), m_bytes.size());
    SpoolParts parts;
    parts.setSource(original().toStdString());
    QVERIFY(!parts.save(copyBytes()));
    show(false);
    QVERIFY(!missing()->isVisible());
    NEED_HOLES(removeMiddle(copyBytes(), "m1", m_bytes.size()) > 0);
    QTRY_VERIFY((file.write("more\n"), missing()->isVisible()));
    QVERIFY(remedy());
}

void TstLogMiddle::saysThatItIsAnotherFile()
{
    NEED_HOLES(makeLog());
    QFile file(original());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(m_bytes.replace("lr=", "rl="));
    file.close();
    m_bytes.clear();
    openMiddle();
    QTRY_VERIFY2(trouble().contains(u"is no longer the file that was copied"_s), qPrintable(trouble()));
    QVERIFY(read().isEmpty());
}

void TstLogMiddle::saysWhatBecameShorter()
{
    NEED_HOLES(makeLog());
    const qint64 kept = gap().begin + 3'000'000;
    QVERIFY(QFile::resize(original(), kept));
    openMiddle();
    QTRY_VERIFY2(trouble().contains(u"is no longer the file that was copied"_s), qPrintable(trouble()));
    QVERIFY(read() == m_bytes.sliced(gap().begin, kept - gap().begin)); // what there was
}

void TstLogMiddle::offersNothingThatWasRotated()
{
    NEED_HOLES(makeLog([this](SpoolParts &parts) { parts.begin({.begin = m_bytes.size(), .inode = "77"}); }));
    show();
    QVERIFY(missing()->isVisible());
    QVERIFY(!remedy());
    QTest::mouseClick(m_tab->findChild<QToolButton *>(u"moreOfLogs"_s), Qt::LeftButton);
    const auto *menu = m_tab->findChild<QMenu *>();
    QVERIFY(menu);
    for (const QAction *action : menu->actions()) {
        if (action->text() == u"Read the missing middle"_s) {
            QVERIFY(!action->isEnabled());
            QCOMPARE(action->toolTip(), u"The file on m1 that had it is not known any more."_s);
            return;
        }
    }
    QFAIL("the menu does not have it");
}

void TstLogMiddle::saysThatSomeMayBeLost()
{
    QVERIFY(QDir().mkpath(QFileInfo(copy()).path()));
    QFile file(copy());
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.write("one\ntwo\n") == 8 && file.flush());
    SpoolParts parts;
    parts.begin({.begin = 4, .inode = "77", .isAfterLoss = true});
    QVERIFY(!parts.save(copyBytes()));
    show();
    QVERIFY2(missing()->isVisible() && missing()->text().contains(u"on m1 was cut or replaced"_s),
             qPrintable(missing()->text()));
    QVERIFY(!remedy());
}

void TstLogMiddle::isSilentAboutAWholeLog()
{
    QVERIFY(QDir().mkpath(QFileInfo(copy()).path()));
    QFile file(copy());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("whole\n");
    file.close();
    show();
    QVERIFY(!missing()->isVisible());
}

void TstLogMiddle::pictures_data()
{
    QTest::addColumn<ui::LookChoice>("look");
    QTest::newRow("light") << ui::LookChoice::Light;
    QTest::newRow("dark") << ui::LookChoice::Dark;
}

void TstLogMiddle::pictures()
{
    QFETCH(ui::LookChoice, look);
    ui::applyTheme(*qApp, look);
    NEED_HOLES(makeLog());
    show();
    const QString name = QStringLiteral(BATCHDECK_BUILD_DIR "/pictures/log-middle-%1-")
        + QString::fromLatin1(QTest::currentDataTag()) + u".png"_s;
    QVERIFY(QDir().mkpath(QFileInfo(name).path()));
    QVERIFY(m_tab->grab().save(name.arg(u"missing"_s)));
    QTest::mouseClick(remedy(), Qt::LeftButton);
    QTRY_VERIFY(window()->panel().shownFile().complete && window()->panel().isSettled());
    QVERIFY(window()->grab().save(name.arg(u"read"_s)));
    ui::applyTheme(*qApp, ui::LookChoice::Light);
}

BATCHDECK_TEST(QApplication, TstLogMiddle)
#include "tst_logmiddle.moc"
