// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/localhost.h"
#include "engine/log/logcollector.h"

#include "tests/log/processhost.h"
#include "tests/support/files.h"
#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>
#include <QFile>
#include <QRandomGenerator>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <csignal>

using namespace engine;
using namespace std::chrono_literals;
using testing::contentOf;

namespace {

void append(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Append));
    QCOMPARE(file.write(bytes), bytes.size());
}

/// A file, its copy, and who copies it.
struct Fixture
{
    QTemporaryDir folder;
    QString original = folder.filePath(QStringLiteral("it's a %2 $HOME file.txt"));
    QString spool = folder.filePath(QStringLiteral("spool/job/stdout.txt"));
    std::shared_ptr<testing::ProcessHost> host = std::make_shared<testing::ProcessHost>();
    std::unique_ptr<LogCollector> collector = newCollector();

    static std::unique_ptr<LogCollector> newCollector() { return std::make_unique<LogCollector>(nullptr, 5ms); }
    void follow() { collector->follow({spool, host, original, spool}); }
    bool isPrefix() const { return contentOf(original).startsWith(contentOf(spool)); }
};

} // namespace

class TstLogCollector final : public QObject
{
    Q_OBJECT

private slots:
    void copiesEveryByte_data();
    void copiesEveryByte();
    void followsWithTheToolsOfAMachine_data();
    void followsWithTheToolsOfAMachine();
    void followsWhatAnotherMachineWrites();
    void resumesAtTheLengthOfTheCopy();
    void survivesKillsAndRestarts_data();
    void survivesKillsAndRestarts();
    void waitsForAFileThatComesLater();
    void tellsOfAnEmptyFileAtOnce();
    void ignoresAFileThatTakesTheName();
    void reportsWhatCannotBeCompleted_data();
    void reportsWhatCannotBeCompleted();
    void reportsACutUnderARunningTail();
    void reportsALargerFileInItsPlace_data();
    void reportsALargerFileInItsPlace();
    void keepsQuietAfterStop();
    void reportsAFullDisk();
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
    QVERIFY(completed.count() == 1 || completed.wait());
    QCOMPARE(completed[0][1].toLongLong(), exists ? qint64(content.size()) : -1);
    QCOMPARE(QFile::exists(fixture.spool), exists);
    QCOMPARE(contentOf(fixture.spool), content);
}

void TstLogCollector::followsWithTheToolsOfAMachine_data()
{
    QTest::addColumn<QStringList>("busybox"); // the tools that are busybox's
    QTest::addColumn<QStringList>("missing");
    QTest::addColumn<int>("latencyMs");
    QTest::newRow("GNU") << QStringList() << QStringList() << 500;
    QTest::newRow("busybox") << QStringList{QStringLiteral("tail"), QStringLiteral("wc"), QStringLiteral("stat")}
                             << QStringList() << 3000;
    QTest::newRow("no stat") << QStringList() << QStringList{QStringLiteral("stat")} << 800;
}

void TstLogCollector::followsWithTheToolsOfAMachine()
{
    QFETCH(QStringList, busybox);
    QFETCH(QStringList, missing);
    QFETCH(int, latencyMs);
    if (!busybox.isEmpty())
        SKIP_WITHOUT_PART(QStringLiteral("busybox"));
    QTemporaryDir tools;
    for (const QString &tool :
         {QStringLiteral("tail"), QStringLiteral("wc"), QStringLiteral("stat"), QStringLiteral("sleep")}) {
        const QString program =
            QStandardPaths::findExecutable(busybox.contains(tool) ? QStringLiteral("busybox") : tool);
        QVERIFY(missing.contains(tool) || QFile::link(program, tools.filePath(tool)));
    }
    const QByteArray path = qgetenv("PATH");
    const auto restore = qScopeGuard([path] { qputenv("PATH", path); });
    qputenv("PATH", tools.path().toLocal8Bit());

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
        QTRY_COMPARE_WITH_TIMEOUT(contentOf(fixture.spool).size(), expected.size(), 20'000);
        latencies.append(timer.elapsed());
        QCOMPARE(contentOf(fixture.spool), expected);
    }
    std::sort(latencies.begin(), latencies.end());
    QVERIFY2(latencies.at(2) < latencyMs, qPrintable(QString::number(latencies.at(2))));
    QCOMPARE(fixture.host->started.load(), 1);
    QSignalSpy completed(fixture.collector.get(), &LogCollector::completed);
    fixture.collector->finish(fixture.spool);
    QVERIFY(completed.count() == 1 || completed.wait());
    QCOMPARE(contentOf(fixture.spool), expected);
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
        share.waitForFinished();
        QFile::remove(mount.path() + QStringLiteral(".pipe"));
    });
    const QString seen = mount.filePath(QFileInfo(fixture.original).fileName());
    if (!QTest::qWaitFor([&] { return QFile::exists(seen) || share.state() == QProcess::NotRunning; }, 10'000)
        || !QFile::exists(seen))
        SKIP_UNLESS_ALL("this system mounts no FUSE file systems.");
    fixture.collector->follow({fixture.spool, fixture.host, seen, fixture.spool});
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first\n"));
    append(fixture.original, "second\n");
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(fixture.spool), QByteArray("first\nsecond\n"), 20'000);
    QCOMPARE(fixture.host->started.load(), 1);
}

void TstLogCollector::resumesAtTheLengthOfTheCopy()
{
    Fixture fixture;
    append(fixture.original, "0123456789\nabc\n");
    QVERIFY(QDir().mkpath(QFileInfo(fixture.spool).absolutePath()));
    append(fixture.spool, "XXX34"); // differs on purpose: what is here must not be fetched again
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("XXX3456789\nabc\n"));
    append(fixture.original, "more");
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("XXX3456789\nabc\nmore"));
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
    QVERIFY(completed.count() == 1 || completed.wait());
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
    QVERIFY(appeared.wait());
    QVERIFY(QFile::exists(fixture.spool));
    QCOMPARE(QFileInfo(fixture.spool).size(), 0);
}

void TstLogCollector::ignoresAFileThatTakesTheName()
{
    Fixture fixture;
    append(fixture.original, "first\n");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first\n"));
    QVERIFY(QFile::rename(fixture.original, fixture.original + QStringLiteral(".1")));
    append(fixture.original, "another\n");
    append(fixture.original + QStringLiteral(".1"), "second\n");
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first\nsecond\n"));
}

void TstLogCollector::reportsWhatCannotBeCompleted_data()
{
    QTest::addColumn<bool>("remove");
    QTest::addColumn<QString>("words");
    QTest::newRow("gone") << true << QStringLiteral("gone from the machine");
    QTest::newRow("cut") << false << QStringLiteral("shorter than its copy");
}

void TstLogCollector::reportsWhatCannotBeCompleted()
{
    QFETCH(bool, remove);
    QFETCH(QString, words);
    Fixture fixture;
    append(fixture.original, "a line\nanother\n");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("a line\nanother\n"));
    fixture.collector = Fixture::newCollector();
    if (remove)
        QVERIFY(QFile::remove(fixture.original));
    else
        QVERIFY(QFile::resize(fixture.original, 3));
    QSignalSpy failed(fixture.collector.get(), &LogCollector::failed);
    fixture.follow();
    fixture.collector->finish(fixture.spool);
    QVERIFY(failed.count() == 1 || failed.wait());
    const auto error = failed[0][1].value<Error>();
    QVERIFY2(error.message.englishText().contains(words), qPrintable(error.message.englishText()));
    QVERIFY(error.message.englishText().contains(fixture.original));
    QCOMPARE(contentOf(fixture.spool), QByteArray("a line\nanother\n"));
}

void TstLogCollector::reportsACutUnderARunningTail()
{
    Fixture fixture;
    append(fixture.original, "a line\nanother\n");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("a line\nanother\n"));
    QVERIFY(QFile::resize(fixture.original, 3));
    QSignalSpy failed(fixture.collector.get(), &LogCollector::failed);
    fixture.collector->finish(fixture.spool);
    QVERIFY(failed.count() == 1 || failed.wait());
    QVERIFY(failed[0][1].value<Error>().message.englishText().contains(QStringLiteral("shorter than its copy")));
    QVERIFY(contentOf(fixture.spool).startsWith("a line\nanother\n"));
}

void TstLogCollector::reportsALargerFileInItsPlace_data()
{
    QTest::addColumn<bool>("finish");
    QTest::newRow("at the end") << true;
    QTest::newRow("after a cut") << false;
}

void TstLogCollector::reportsALargerFileInItsPlace()
{
    QFETCH(bool, finish);
    Fixture fixture;
    append(fixture.original, "a line\n");
    fixture.follow();
    QTRY_COMPARE(contentOf(fixture.spool), QByteArray("a line\n"));
    QVERIFY(QFile::rename(fixture.original, fixture.original + QStringLiteral(".1")));
    append(fixture.original, "what it has is not what the first one had\n");
    QSignalSpy failed(fixture.collector.get(), &LogCollector::failed);
    if (finish)
        fixture.collector->finish(fixture.spool);
    else
        QCOMPARE(::kill(pid_t(fixture.host->currentPid), SIGKILL), 0);
    QVERIFY(failed.count() == 1 || failed.wait());
    const auto error = failed[0][1].value<Error>();
    QVERIFY2(error.message.englishText().contains(QStringLiteral("has taken the place of")),
             qPrintable(error.message.englishText()));
    QCOMPARE(contentOf(fixture.spool), QByteArray("a line\n"));
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
    QSignalSpy failed(fixture.collector.get(), &LogCollector::failed);
    fixture.follow();
    QVERIFY(failed.wait());
    const auto error = failed[0][1].value<Error>();
    QVERIFY(error.code == ErrorCode::IoError);
    QVERIFY(error.message.englishText().contains(QStringLiteral("disk of this computer is full")));
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
    QVERIFY(completed.wait(30'000));
    QCOMPARE(completed[0][1].toLongLong(), 200'000'000);
    QCOMPARE(QFileInfo(fixture.spool).size(), 200'000'000);
    qInfo("200 MB in %lld ms", timer.elapsed());
}

BATCHDECK_TEST_MAIN(QCoreApplication, TstLogCollector)
#include "tst_logcollector.moc"
