// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/localhost.h"
#include "engine/log/logcollector.h"

#include "tests/log/processhost.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>
#include <QFile>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <csignal>

using namespace engine;
using namespace std::chrono_literals;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

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
    void resumesAtTheLengthOfTheCopy();
    void survivesKillsAndRestarts_data();
    void survivesKillsAndRestarts();
    void waitsForAFileThatComesLater();
    void tellsOfAnEmptyFileAtOnce();
    void ignoresAFileThatTakesTheName();
    void reportsWhatCannotBeCompleted_data();
    void reportsWhatCannotBeCompleted();
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
    QTRY_VERIFY(::kill(pid_t(pid), 0) != 0); // its tail is over
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
