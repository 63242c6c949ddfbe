// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/storage/transferfixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QScopeGuard>

#include <sys/mount.h>

using namespace Qt::StringLiterals;
using namespace engine;
using testing::TransferFixture;
using testing::TransferWay;

/// Transfers of what a disk does not give back: its own error, of a file whose list of blocks is damaged.
class TstDiskErrors final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void failsWhatCannotBeRead_data() { testing::addAllWays(); }
    void failsWhatCannotBeRead();

private:
    TransferFixture m_fixture;
};

void TstDiskErrors::initTestCase()
{
    SKIP_WITHOUT("sshd");
    QVERIFY(m_fixture.startOthers());
}

void TstDiskErrors::init()
{
    QVERIFY(m_fixture.start());
}

// Neither zeros in place of its bytes nor what came before them counts as the file.
void TstDiskErrors::failsWhatCannotBeRead()
{
    QFETCH(TransferWay, way);
    const QByteArray disk = m_fixture.path(u"here"_s).toUtf8();
    const QByteArray image = m_fixture.path(u"disk.image"_s).toUtf8();
    const QByteArray mount = "mount -o loop '" + image + "' '" + disk + "' 2>/dev/null; ";
    m_fixture.run("truncate -s 32M disk.image && /usr/sbin/mkfs.ext2 -q -b 1024 disk.image; " + mount
                  + "mkdir -p here/t/sub; cd here/t; echo 1 > good; for i in $(seq 50); do echo $i > sub/$i; done; "
                    "head -c 20000 /dev/urandom > sub/bad; head -c 3000000 /dev/urandom > badtoo; sync");
    // A session may still be about to end there, and the kernel detaches the loop device later than it unmounts:
    // mounted again meanwhile, it would answer from its cache.
    const auto unmount = [this, &disk] {
        const auto isUnmounted = [&disk] { return ::umount2(disk.constData(), 0) == 0 || errno == EINVAL; };
        const auto isDetached = [this] { return m_fixture.run("/usr/sbin/losetup -j disk.image").isEmpty(); };
        return QTest::qWaitFor(isUnmounted, testing::patience) && QTest::qWaitFor(isDetached, testing::patience);
    };
    QVERIFY(unmount());
    const auto atEnd = qScopeGuard([&unmount] { QVERIFY(unmount()); });
    // The blocks from the thirteenth on are named in one of their own, which is filled with numbers of none.
    m_fixture.run("for name in t/sub/bad t/badtoo; do "
                  "block=$(/usr/sbin/debugfs -R \"stat $name\" disk.image 2>/dev/null | sed -n "
                  "'s/.*(IND):\\([0-9]*\\).*/\\1/p'); tr '\\0' '\\377' < /dev/zero | dd of=disk.image bs=1024 "
                  "seek=$block count=1 conv=notrunc iflag=fullblock 2>/dev/null; done; "
                  + mount);
    if (!m_fixture.run("cat here/t/sub/bad 2>&1 > /dev/null").contains("Input/output error"))
        SKIP_UNLESS_ALL("only root mounts a disk that has errors");
    const auto run = m_fixture.copy(way, m_fixture.plan({"t"}));
    VERIFY_RESULT(run->run());
    QCOMPARE(run->failed().count(), 2);
    QVERIFY(run->failed().has("t/sub/bad") && run->failed().has("t/badtoo"));
    QVERIFY(testing::countsEveryFile(*run));
    QCOMPARE(m_fixture.run("cd there/t && ls -A && ls sub | wc -l && cat good sub/7"), "good\nsub\n50\n1\n7\n");
    QCOMPARE(m_fixture.leftOver(), "");
}

BATCHDECK_TEST(QCoreApplication, TstDiskErrors)

#include "tst_diskerrors.moc"
