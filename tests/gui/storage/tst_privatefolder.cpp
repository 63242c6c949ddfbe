// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/workerpool.h"
#include "ui/storage/drop/privatefolder.h"

#include "tests/support/files.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QThreadPool>

using namespace Qt::StringLiterals;
using ui::PrivateFolder;

/// The folder in which files wait to be dragged to other programs.
class TstPrivateFolder final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { engine::workerPool().waitForDone(); } // what goes, goes in a thread
    void isForItsUserOnly();
    void goesWithAllThatItHolds();
    void leavesOthersAlone();
    void removesWhatAKillLeftBehind_data();
    void removesWhatAKillLeftBehind();

private:
    [[nodiscard]] QString all() const { return m_cache->filePath(u"batchdeck/drag"_s); }
    [[nodiscard]] QStringList names() const
    {
        engine::workerPool().waitForDone();
        return QDir(all()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

    std::unique_ptr<QTemporaryDir> m_cache;
};

void TstPrivateFolder::init()
{
    m_cache = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", m_cache->path().toUtf8());
}

void TstPrivateFolder::isForItsUserOnly()
{
    const PrivateFolder folder;
    QVERIFY(folder.isValid() && folder.path().startsWith(all()));
    QCOMPARE(QFileInfo(folder.path()).permissions()
                 & (QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::WriteOther
                    | QFile::ExeOther),
             QFile::Permissions());
}

void TstPrivateFolder::goesWithAllThatItHolds()
{
    QVERIFY(testing::writeFile(m_cache->filePath(u"foreign"_s), "stays"));
    {
        const PrivateFolder folder;
        QProcess shell;
        shell.setWorkingDirectory(folder.path());
        shell.start(
            u"bash"_s,
            {u"-c"_s,
             u"mkdir -p a/b/c 'odd name'; touch a/b/c/file $'bytes\\xff' -- -dash; ln -s ../../../foreign a/b/link; "
             "ln -s ../../.. a/up; chmod 000 a/b/c; chmod 500 a/b; chmod 000 a"_s});
        QVERIFY(shell.waitForFinished(testing::patience));
        QCOMPARE(shell.exitCode(), 0);
    }
    QCOMPARE(names(), QStringList());
    QCOMPARE(testing::contentOf(m_cache->filePath(u"foreign"_s)), "stays");
}

void TstPrivateFolder::leavesOthersAlone()
{
    const PrivateFolder first;
    const PrivateFolder second;
    engine::workerPool().waitForDone();
    QVERIFY(first.path() != second.path());
    QVERIFY(QFileInfo(first.path()).isDir() && QFileInfo(second.path()).isDir());
}

void TstPrivateFolder::removesWhatAKillLeftBehind_data()
{
    QTest::addColumn<bool>("hasLock");
    QTest::newRow("with its lock") << true;
    QTest::newRow("without") << false;
}

void TstPrivateFolder::removesWhatAKillLeftBehind()
{
    QFETCH(bool, hasLock);
    QVERIFY(QDir().mkpath(all() + u"/left"_s));
    QVERIFY(testing::writeFile(all() + u"/left/best.pt"_s, "bytes"));
    if (hasLock) {
        QProcess gone;
        gone.start(u"true"_s, {});
        QVERIFY(gone.waitForStarted(testing::patience));
        const qint64 process = gone.processId();
        QVERIFY(gone.waitForFinished(testing::patience));
        const QString lock = u"%1\nbatchdeck\n%2\n%3\n%4\n"_s.arg(process).arg(
            QSysInfo::machineHostName(), QString::fromLatin1(QSysInfo::machineUniqueId()),
            QString::fromLatin1(QSysInfo::bootUniqueId()));
        QVERIFY(testing::writeFile(all() + u"/left.lock"_s, lock.toUtf8()));
    }
    {
        const PrivateFolder folder;
        QVERIFY(!names().contains(u"left"_s));
    }
    QCOMPARE(names(), QStringList());
}

BATCHDECK_TEST(QCoreApplication, TstPrivateFolder)

#include "tst_privatefolder.moc"
