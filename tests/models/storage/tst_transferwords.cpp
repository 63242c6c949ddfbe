// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/transfer/transferwords.h"

#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using engine::ConflictRule;

/// The command line of a transfer asks for the same transfer.
class TstTransferWords final : public QObject
{
    Q_OBJECT

private slots:
    void tellsTheCommand_data();
    void tellsTheCommand();
    void countsAllThatFailed();
    void countsApartWhatIsKept();
};

void TstTransferWords::tellsTheCommand_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<engine::TransferRequest>("request");
    QTest::addColumn<QString>("command");
    const auto with = [](ConflictRule rule, qint64 rate, bool ignores, bool moves, bool sums) {
        return engine::TransferRequest{{}, {}, rule, rate, ignores, moves, sums};
    };
    const engine::TransferRequest plain;
    QTest::newRow("upload") << u""_s << u"m1"_s << plain << u"upload '/a/x' 'm1:/b'"_s;
    QTest::newRow("download") << u"m1"_s << u""_s << plain << u"download 'm1:/a/x' '/b'"_s;
    QTest::newRow("between machines") << u"m1"_s << u"m2"_s << plain << u"copy 'm1:/a/x' 'm2:/b'"_s;
    QTest::newRow("within one") << u"m1"_s << u"m1"_s << plain << u"copy 'm1:/a/x' 'm1:/b'"_s;
    QTest::newRow("here") << u""_s << u""_s << plain << u"copy '/a/x' '/b'"_s;
    QTest::newRow("moved up") << u""_s << u"m1"_s << with(ConflictRule::Skip, 0, false, true, false)
                              << u"move '/a/x' 'm1:/b' --conflicts skip"_s;
    QTest::newRow("moved down") << u"m1"_s << u""_s << with(ConflictRule::Replace, 0, false, true, false)
                                << u"move 'm1:/a/x' '/b'"_s;
    QTest::newRow("all that can be said")
        << u""_s << u"m1"_s << with(ConflictRule::KeepBoth, 5'000'000, true, false, true)
        << u"upload '/a/x' 'm1:/b' --conflicts keepBoth --limit 5000000 --checksum --gitignore"_s;
    QTest::newRow("here, with .gitignore")
        << u""_s << u""_s << with(ConflictRule::Replace, 0, true, false, false) << u"upload '/a/x' '/b' --gitignore"_s;
}

void TstTransferWords::tellsTheCommand()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(engine::TransferRequest, request);
    QFETCH(QString, command);
    request.sources = {{from, u"/a/x"_s}};
    request.target = {to, u"/b"_s};
    engine::TransferSnapshot transfer;
    transfer.request = request;
    QCOMPARE(models::transferCommand(transfer), QString(u"batchctl storage "_s + command));
}

void TstTransferWords::countsAllThatFailed()
{
    engine::TransferSnapshot transfer;
    transfer.state = engine::TransferState::Failed;
    transfer.filesTotal = 9;
    transfer.filesDone = 3;
    transfer.filesKept = 1;
    transfer.failedCount = 5;
    transfer.failedFiles = {{u"t/folder"_s, u"a file has its name there"_s, 5}};
    QCOMPARE(models::transferStatus(transfer),
             u"5 files failed, first t/folder: a file has its name there. 3 of 9 done. 1 kept: they differ there."_s);
    transfer.failedCount = 0; // an empty one
    transfer.failedFiles.first().files = 0;
    QVERIFY(models::transferStatus(transfer).startsWith(u"Failed. t/folder: a file has its name there."_s));
    QCOMPARE(engine::TransferSnapshot::fromJson(transfer.toJson()), transfer);
}

void TstTransferWords::countsApartWhatIsKept()
{
    engine::TransferSnapshot transfer;
    transfer.state = engine::TransferState::Done;
    transfer.filesTotal = transfer.filesKept = 1;
    QString words = models::transferStatus(transfer);
    QVERIFY2(words.contains(u"1 kept"_s) && !words.contains(u"Done"_s), qPrintable(words));
    QCOMPARE(engine::stateWords(transfer).text(), u"1 kept"_s);
    transfer.filesTotal = 3;
    transfer.filesDone = 2;
    QCOMPARE(engine::stateWords(transfer).text(), u"done, 1 kept"_s);
    transfer.replaced = {{u"/b/x"_s, u"/trash/files/x"_s}};
    words = models::transferStatus(transfer);
    QVERIFY2(words.contains(u"all 2 files verified. 1 kept"_s) && words.contains(u"in the trash"_s), qPrintable(words));
    transfer.state = engine::TransferState::Running; // what is kept takes no time
    transfer.isCounted = true;
    transfer.bytesTotal = 100;
    transfer.bytesDone = transfer.bytesKept = 30;
    QCOMPARE(engine::stateWords(transfer).text(), u"running"_s);
    QCOMPARE(models::transferPercent(transfer), 60);
}

BATCHDECK_TEST(QCoreApplication, TstTransferWords)

#include "tst_transferwords.moc"
