// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/rpc/profile/profile.h"
#include "engine/rpc/profile/profilelock.h"

#include "tests/support/testmain.h"

#include <QFileInfo>
#include <QTemporaryDir>

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace engine;

class TstProfileLock final : public QObject
{
    Q_OBJECT

private slots:
    void findsTheProfile();
    void makesTheProfileForItsUserOnly();
    void refusesASecondHolder();
    void isFreeAfterKill();
    void keepsShortSocketPathsInTheProfile();
    void movesLongSocketPathsOut();
};

namespace {

mode_t modeOf(const QString &path)
{
    struct stat status
    {
    };
    return lstat(QFile::encodeName(path).constData(), &status) == 0 ? status.st_mode & 0777 : 0;
}

} // namespace

void TstProfileLock::findsTheProfile()
{
    qputenv("BATCHDECK_PROFILE", "/var/tmp/from-environment/");
    QCOMPARE(profileDirectory(u"/a/../b/"_s), u"/b"_s);
    QCOMPARE(profileDirectory({}), u"/var/tmp/from-environment"_s);
    qunsetenv("BATCHDECK_PROFILE");
    qputenv("XDG_DATA_HOME", "/var/tmp/data");
    QCOMPARE(profileDirectory({}), u"/var/tmp/data/batchdeck"_s);
    QVERIFY(!QFileInfo::exists(u"/var/tmp/data"_s));
}

void TstProfileLock::makesTheProfileForItsUserOnly()
{
    const QTemporaryDir folder;
    const QString profile = folder.filePath(u"a/b"_s);
    const auto lock = ProfileLock::tryLock(profile, EngineKind::Serve);
    QVERIFY(lock);
    QCOMPARE(modeOf(profile), mode_t(0700));
    QCOMPARE(modeOf(logDirectory(profile)), mode_t(0700));
    QCOMPARE(modeOf(lockPath(profile)), mode_t(0600));
}

void TstProfileLock::refusesASecondHolder()
{
    const QTemporaryDir folder;
    auto first = ProfileLock::tryLock(folder.path(), EngineKind::Console);
    QVERIFY(first);
    const auto second = ProfileLock::tryLock(folder.path(), EngineKind::Serve);
    QVERIFY(!second);
    QCOMPARE(toString(second.error().code), u"Busy"_s);
    QCOMPARE(second.error().target, QString::number(getpid()));
    QCOMPARE(ProfileLock::holder(folder.path()).kind, u"console"_s);
    first = Error{};
    QVERIFY(ProfileLock::tryLock(folder.path(), EngineKind::Serve));
}

void TstProfileLock::isFreeAfterKill()
{
    const QTemporaryDir folder;
    const QByteArray path = QFile::encodeName(folder.path());
    const pid_t child = fork();
    if (child == 0) {
        const auto lock = ProfileLock::tryLock(QFile::decodeName(path), EngineKind::Serve);
        while (lock)
            pause();
        _exit(1);
    }
    QTRY_COMPARE(ProfileLock::holder(folder.path()).pid, qint64(child));
    QVERIFY(!ProfileLock::tryLock(folder.path(), EngineKind::Console));
    QCOMPARE(kill(child, SIGKILL), 0);
    QCOMPARE(waitpid(child, nullptr, 0), child);
    QVERIFY(acquireProfile(folder.path(), EngineKind::Console));
}

void TstProfileLock::keepsShortSocketPathsInTheProfile()
{
    const QTemporaryDir folder;
    QCOMPARE(socketPath(folder.path()), folder.filePath(u"socket"_s));
    QVERIFY(QFile::link(folder.path(), folder.path() + u"-link"_s));
    QCOMPARE(socketPath(folder.path() + u"-link"_s), folder.filePath(u"socket"_s));
    QVERIFY(QFile::remove(folder.path() + u"-link"_s));
}

void TstProfileLock::movesLongSocketPathsOut()
{
    const QTemporaryDir runtime;
    const QTemporaryDir folder;
    const QString profile = folder.filePath(QString(100, u'p'));
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(runtime.path()));
    QVERIFY(socketPath(profile).startsWith(runtime.path() + u"/batchdeck-"_s));
    QVERIFY(socketPath(profile).endsWith(u".sock"_s));
    QVERIFY(socketPath(profile) != socketPath(profile + u'q'));
    qunsetenv("XDG_RUNTIME_DIR");
    QVERIFY(socketPath(profile).startsWith(u"/tmp/batchdeck-%1/"_s.arg(getuid())));
}

BATCHDECK_TEST(QCoreApplication, TstProfileLock)
#include "tst_profilelock.moc"
