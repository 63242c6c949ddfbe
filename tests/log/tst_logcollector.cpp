// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/localhost.h"

#include "tests/log/collectorfixture.h"
#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/shells.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QStandardPaths>

#include <csignal>

#include <sys/mount.h>

using namespace engine;
using namespace std::chrono_literals;
using testing::append;
using testing::contentOf;
using Fixture = testing::CollectorFixture;

namespace {

const QStringList tools{QStringLiteral("dd"),   QStringLiteral("find"),  QStringLiteral("head"),
                        QStringLiteral("ls"),   QStringLiteral("sleep"), QStringLiteral("sh"),
                        QStringLiteral("stat"), QStringLiteral("tail"),  QStringLiteral("timeout")};

QByteArray countedLines(qsizetype bytes)
{
    QByteArray text;
    for (int line = 0; text.size() < bytes; ++line)
        text += "line " + QByteArray::number(line) + '\n';
    return text;
}

} // namespace

class TstLogCollector final : public QObject
{
    Q_OBJECT

private slots:
    void copiesEveryByte_data();
    void copiesEveryByte();
    void followsWithTheToolsOfAMachine_data();
    void followsWithTheToolsOfAMachine();
    void followsManyFilesOverOneStream_data();
    void followsManyFilesOverOneStream();
    void followsWhatAnotherMachineWrites();
    void resumesAtTheLengthOfTheCopy();
    void survivesKillsAndRestarts_data();
    void survivesKillsAndRestarts();
    void waitsForAFileThatComesLater();
    void tellsOfAnEmptyFileAtOnce();
    void reportsAFileThatIsGone();
    void keepsQuietAfterStop();
    void reportsAFullDisk();
    void goesOnWhenThereIsRoom();
    void copiesALargeFileQuickly();
};

void TstLogCollector::copiesEveryByte_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<bool>("exists");
    QTest::newRow("never existed") << QByteArray() << false;
    QTest::newRow("empty") << QByteArray() << true;
    QTest::newRow("no newline at the end") << QByteArray("one\ntwo") << true;
    QTest::newRow("only a newline") << QByteArray("\n") << true;
    QTest::newRow("NUL bytes") << QByteArray("a\0b\n\0\0", 6) << true;
    QTest::newRow("not UTF-8") << QByteArray("\xff\xfe\xc3\n") << true;
    QTest::newRow("1 MB in one line") << QByteArray(1'000'000, 'x') << true;
}

void TstLogCollector::copiesEveryByte()
{
    QFETCH(QByteArray, content);
    QFETCH(bool, exists);
    Fixture fixture;
    if (exists)
        append(fixture.original, content);
    QSignalSpy completed(fixture.collector.get(), &LogCollector::completed);
    const auto localHost = std::make_shared<LocalHost>();
    fixture.collector->follow({fixture.spool, localHost, fixture.original, fixture.spool});
    fixture.collector->finish(fixture.spool);
    QVERIFY(completed.count() == 1 || completed.wait(testing::patience));
    QCOMPARE(completed[0][1].toLongLong(), exists ? qint64(content.size()) : -1);
    QCOMPARE(QFile::exists(fixture.spool), exists);
    QCOMPARE(contentOf(fixture.spool), content);
}

void TstLogCollector::followsWithTheToolsOfAMachine_data()
{
    QTest::addColumn<QStringList>("busybox"); // the tools that are busybox's
    QTest::addColumn<QStringList>("missing");
    QTest::addColumn<int>("latencyMs"); // goal
    QTest::newRow("GNU") << QStringList() << QStringList() << 500;
    QTest::newRow("busybox") << tools << QStringList() << 3000;
    QTest::newRow("no stat") << QStringList() << QStringList{QStringLiteral("stat")} << 800;
    QTest::newRow("a dd that counts blocks only") << QStringList() << QStringList{QStringLiteral("dd")} << 800;
}

void TstLogCollector::followsWithTheToolsOfAMachine()
{
    QFETCH(QStringList, busybox);
    QFETCH(QStringList, missing);
    QFETCH(int, latencyMs);
    if (!busybox.isEmpty())
        SKIP_WITHOUT_PART(QStringLiteral("busybox"));
    QTemporaryDir bin;
    for (const QString &tool : tools) {
        const QString program =
            QStandardPaths::findExecutable(busybox.contains(tool) ? QStringLiteral("busybox") : tool);
        if (tool == QLatin1StringView("dd") && missing.contains(tool)) {
            append(bin.filePath(tool), "#!/bin/sh\ncase \"$*\" in *count_bytes*) exit 1; esac\nexec /bin/dd \"$@\"\n");
            QVERIFY(QFile::setPermissions(bin.filePath(tool), QFile::ReadOwner | QFile::ExeOwner));
        } else {
            QVERIFY(missing.contains(tool) || QFile::link(program, bin.filePath(tool)));
        }
    }
    const QByteArray path = qgetenv("PATH");
    const auto restore = qScopeGuard([path] { qputenv("PATH", path); });
    qputenv("PATH", bin.path().toLocal8Bit());

    Fixture fixture;
    QByteArray expected("begin\n\0\xff", 8);
    append(fixture.original, expected);
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), expected);
    QList<qint64> latencies;
    for (int i = 0; i < 5; ++i) {
        const QByteArray bytes = QByteArray::number(i) + QByteArray("\n\0\r\xfe", 4) + QByteArray(i * 30'000, 'x');
        QElapsedTimer timer;
        timer.start();
        append(fixture.original, bytes);
        expected += bytes;
        QTRY_COMPARE(contentOf(fixture.spool).size(), expected.size());
        latencies.append(timer.elapsed());
        QCOMPARE(contentOf(fixture.spool), expected);
    }
    std::sort(latencies.begin(), latencies.end());
    QVERIFY(testing::measured(
        QByteArray("a piece of a log is followed, p50, " + QByteArray(QTest::currentDataTag())).constData(),
        latencies.at(2), latencyMs));
    QCOMPARE(fixture.host->started.load(), 1);
    QSignalSpy completed(fixture.collector.get(), &LogCollector::completed);
    fixture.collector->finish(fixture.spool);
    QVERIFY(completed.count() == 1 || completed.wait(testing::patience));
    QCOMPARE(contentOf(fixture.spool), expected);
}

void TstLogCollector::followsManyFilesOverOneStream_data()
{
    testing::addShellRows();
}

void TstLogCollector::followsManyFilesOverOneStream()
{
    QFETCH(QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    Fixture fixture;
    fixture.host->shell = shell;
    constexpr int count = 100;
    QList<QByteArray> expected(count);
    const auto pathOf = [&](int i) -> QString { return fixture.original + QString::number(i); };
    const auto spoolOf = [&](int i) -> QString { return fixture.spool + QString::number(i); };
    const auto write = [&](int i, const QByteArray &bytes) {
        append(pathOf(i), bytes);
        expected[i] += bytes;
    };
    QSignalSpy completed(fixture.collector.get(), &LogCollector::completed);
    for (int i = 0; i < count; ++i) {
        if (i % 3 != 0) // the others come later
            write(i, QByteArray::number(i) + QByteArray("\n\0. 5\nD 1 0 5\n\xfe", 16));
        fixture.collector->follow({spoolOf(i), fixture.host, pathOf(i), spoolOf(i)});
    }
    const auto areAllHere = [&] {
        for (int i = 0; i < count; ++i) {
            if (contentOf(spoolOf(i)) != expected.at(i))
                return false;
        }
        return true;
    };
    QTRY_VERIFY(areAllHere());
    for (int i = 0; i < count; ++i)
        write(i, QByteArray(i * 5000, char('a' + i % 26)));
    QTRY_VERIFY(areAllHere());
    QVERIFY2(fixture.host->started <= 4, qPrintable(QString::number(fixture.host->started)));
    for (int i = 0; i < count; ++i) {
        QVERIFY(QFile::rename(pathOf(i), pathOf(i) + QStringLiteral(".1")));
        append(pathOf(i) + QStringLiteral(".1"), "late");
        expected[i] += "late";
        write(i, "anew");
    }
    QTRY_VERIFY(areAllHere());
    for (int i = 0; i < count; ++i)
        fixture.collector->finish(spoolOf(i));
    QTRY_COMPARE(completed.count(), count);
    QVERIFY(areAllHere());
    QVERIFY2(fixture.host->started <= 10, qPrintable(QString::number(fixture.host->started)));
}

void TstLogCollector::followsWhatAnotherMachineWrites()
{
    SKIP_WITHOUT_PART(QStringLiteral("sshfs"));
    Fixture fixture;
    QTemporaryDir mount;
    append(fixture.original, "first\n");
    // The file is written behind the mount's back, as another client of a file server does.
    QProcess share;
    share.start(
        QStringLiteral("sh"),
        {QStringLiteral("-c"),
         QStringLiteral("mkfifo \"$2.pipe\" && /usr/lib/openssh/sftp-server < \"$2.pipe\" | sshfs :\"$1\" \"$2\" -f "
                        "-o passive,attr_timeout=0,entry_timeout=0,dcache_timeout=1 > \"$2.pipe\""),
         QStringLiteral("sh"), fixture.folder.path(), mount.path()});
    const auto unmount = qScopeGuard([&] {
        fixture.collector.reset();
        QProcess::execute(QStringLiteral("fusermount3"), {QStringLiteral("-uz"), mount.path()});
        share.waitForFinished(testing::patience);
        QFile::remove(mount.path() + QStringLiteral(".pipe"));
    });
    const QString seen = mount.filePath(QFileInfo(fixture.original).fileName());
    if (!QTest::qWaitFor([&] { return QFile::exists(seen) || share.state() == QProcess::NotRunning; },
                         testing::patience)
        || !QFile::exists(seen))
        SKIP_UNLESS_ALL("this system mounts no FUSE file systems.");
    fixture.collector->follow({fixture.spool, fixture.host, seen, fixture.spool});
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first\n"));
    append(fixture.original, "second\n");
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first\nsecond\n"));
    QCOMPARE(fixture.host->started.load(), 1);
}

void TstLogCollector::resumesAtTheLengthOfTheCopy()
{
    Fixture fixture;
    QVERIFY(QDir().mkpath(QFileInfo(fixture.spool).absolutePath()));
    QByteArray here(100, 'x');
    append(fixture.original, here + "0123456789\nabc\n");
    here[0] = 'y'; // differs on purpose: what is here must not be fetched again
    append(fixture.spool, here);
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), here + "0123456789\nabc\n");
    append(fixture.original, "more");
    QTRY_COMPARE(contentOf(fixture.spool), here + "0123456789\nabc\nmore");
}

void TstLogCollector::survivesKillsAndRestarts_data()
{
    QTest::addColumn<quint32>("seed");
    for (quint32 seed = 1; seed <= 6; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void TstLogCollector::survivesKillsAndRestarts()
{
    QFETCH(quint32, seed);
    QRandomGenerator random(seed);
    Fixture fixture;
    append(fixture.original, {});
    fixture.follow();
    QByteArray expected;
    for (int step = 0; step < 60; ++step) {
        QByteArray bytes(random.bounded(20'000), Qt::Uninitialized);
        for (char &byte : bytes)
            byte = char(random.bounded(256));
        append(fixture.original, bytes);
        expected += bytes;
        const quint32 choice = random.bounded(4U);
        if (choice == 0 && fixture.host->currentPid > 0) {
            ::kill(pid_t(fixture.host->currentPid), SIGKILL);
        } else if (choice == 1) {
            fixture.collector = Fixture::newCollector();
            fixture.follow();
        } else if (choice == 2) {
            QTRY_VERIFY(contentOf(fixture.spool).size() > expected.size() / 2);
        }
        QVERIFY(fixture.isPrefix());
    }
    QSignalSpy completed(fixture.collector.get(), &LogCollector::completed);
    fixture.collector->finish(fixture.spool);
    append(fixture.original, "grown while it finishes"); // a writer that was late
    expected += "grown while it finishes";
    QVERIFY(completed.count() == 1 || completed.wait(testing::patience));
    QVERIFY(fixture.isPrefix());
    QCOMPARE(completed[0][1].toLongLong(), contentOf(fixture.spool).size());
    QVERIFY(contentOf(fixture.spool).size() >= expected.size() - 23);
}

void TstLogCollector::waitsForAFileThatComesLater()
{
    Fixture fixture;
    QSignalSpy appeared(fixture.collector.get(), &LogCollector::appeared);
    fixture.follow();
    QTRY_COMPARE(fixture.host->started.load(), 1);
    QVERIFY(!QFile::exists(fixture.spool));
    append(fixture.original, "late\n");
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("late\n"));
    QTRY_COMPARE(appeared.count(), 1);
    QCOMPARE(fixture.host->started.load(), 1);
}

void TstLogCollector::tellsOfAnEmptyFileAtOnce()
{
    Fixture fixture;
    append(fixture.original, {});
    QSignalSpy appeared(fixture.collector.get(), &LogCollector::appeared);
    fixture.follow();
    QVERIFY(appeared.wait(testing::patience));
    QVERIFY(QFile::exists(fixture.spool));
    QCOMPARE(QFileInfo(fixture.spool).size(), 0);
}

void TstLogCollector::reportsAFileThatIsGone()
{
    Fixture fixture;
    append(fixture.original, "a line\nanother\n");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("a line\nanother\n"));
    fixture.collector = Fixture::newCollector();
    QVERIFY(QFile::remove(fixture.original));
    QSignalSpy failed(fixture.collector.get(), &LogCollector::failed);
    fixture.follow();
    fixture.collector->finish(fixture.spool);
    QVERIFY(failed.count() == 1 || failed.wait(testing::patience));
    const auto error = failed[0][1].value<Error>();
    QVERIFY2(error.message.englishText().contains(QStringLiteral("gone from the machine")),
             qPrintable(error.message.englishText()));
    QVERIFY(error.message.englishText().contains(fixture.original));
    QCOMPARE(contentOf(fixture.spool), QByteArray("a line\nanother\n"));
}

void TstLogCollector::keepsQuietAfterStop()
{
    Fixture fixture;
    append(fixture.original, "x");
    QSignalSpy appeared(fixture.collector.get(), &LogCollector::appeared);
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("x"));
    QTRY_COMPARE(appeared.count(), 1);
    fixture.collector->stop(fixture.spool);
    const qint64 pid = fixture.host->currentPid;
    QTRY_VERIFY(!testing::isRunning(pid)); // its tail is over
    append(fixture.original, "y");
    QCOMPARE(contentOf(fixture.spool), QByteArray("x"));
}

void TstLogCollector::reportsAFullDisk()
{
    if (!QFile::exists(QStringLiteral("/dev/full")))
        SKIP_UNLESS_ALL("this system has no /dev/full");
    Fixture fixture;
    append(fixture.original, "bytes");
    fixture.spool = QStringLiteral("/dev/full");
    QSignalSpy stalled(fixture.collector.get(), &LogCollector::stalled);
    fixture.follow();
    QVERIFY(stalled.wait(testing::patience));
    const auto error = stalled[0][1].value<Error>();
    QVERIFY(error.code == ErrorCode::IoError);
    QVERIFY(error.message.englishText().contains(QStringLiteral("disk of this computer is full")));
}

// Of two logs that go to different disks one rests, the other goes on.
void TstLogCollector::goesOnWhenThereIsRoom()
{
    Fixture fixture;
    const QString disk = fixture.folder.filePath(QStringLiteral("spool"));
    QVERIFY(QDir().mkpath(disk));
    const QByteArray folder = QFile::encodeName(disk);
    if (::mount("none", folder.constData(), "tmpfs", 0, "size=256k") != 0)
        SKIP_UNLESS_ALL("making a small file system needs root.");
    const auto unmount = qScopeGuard([&] {
        fixture.collector.reset();
        ::umount2(folder.constData(), MNT_DETACH);
    });
    const QString other = fixture.folder.filePath(QStringLiteral("other.txt"));
    const QString otherSpool = fixture.folder.filePath(QStringLiteral("elsewhere/other.txt"));
    QByteArray expected = countedLines(1'000'000);
    append(fixture.original, expected);
    append(other, "one\n");
    QSignalSpy stalled(fixture.collector.get(), &LogCollector::stalled);
    QSignalSpy failed(fixture.collector.get(), &LogCollector::failed);
    QSignalSpy completed(fixture.collector.get(), &LogCollector::completed);
    fixture.follow();
    fixture.collector->follow({otherSpool, fixture.host, other, otherSpool});
    QTRY_COMPARE(stalled.count(), 1);
    QVERIFY(fixture.isPrefix());
    QTRY_COMPARE(contentOf(otherSpool), QByteArray("one\n"));
    append(other, "two\n");
    QTRY_COMPARE(contentOf(otherSpool), QByteArray("one\ntwo\n"));

    // Rotated and finished meanwhile.
    QVERIFY(QFile::rename(fixture.original, fixture.original + QStringLiteral(".1")));
    append(fixture.original, "the next\n");
    expected += "the next\n";
    fixture.collector->finish(fixture.spool);
    fixture.collector->finish(otherSpool);
    QTRY_COMPARE(completed.count(), 1);
    QCOMPARE(completed[0][0].toString(), otherSpool);
    QVERIFY(fixture.isPrefix() || expected.startsWith(contentOf(fixture.spool)));
    QCOMPARE(failed.count(), 0);
    QCOMPARE(stalled.count(), 1);

    QCOMPARE(::mount("none", folder.constData(), "tmpfs", MS_REMOUNT, "size=4m"), 0);
    QTRY_COMPARE(completed.count(), 2);
    QCOMPARE(completed[1][1].toLongLong(), expected.size());
    QVERIFY(contentOf(fixture.spool) == expected);
    QCOMPARE(failed.count(), 0);
}

void TstLogCollector::copiesALargeFileQuickly()
{
    Fixture fixture;
    const QByteArray block(10'000'000, 'b');
    for (int i = 0; i < 20; ++i)
        append(fixture.original, block);
    QSignalSpy completed(fixture.collector.get(), &LogCollector::completed);
    QElapsedTimer timer;
    timer.start();
    fixture.follow();
    fixture.collector->finish(fixture.spool);
    QVERIFY(completed.wait(testing::patience));
    QCOMPARE(completed[0][1].toLongLong(), 200'000'000);
    QCOMPARE(QFileInfo(fixture.spool).size(), 200'000'000);
    qInfo("200 MB in %lld ms", timer.elapsed());
}

BATCHDECK_TEST(QCoreApplication, TstLogCollector)
#include "tst_logcollector.moc"
