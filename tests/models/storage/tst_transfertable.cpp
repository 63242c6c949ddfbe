// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/transfer/transfertable.h"

#include "models/transfer/transferlist.h"
#include "tests/gui/cannedlink.h"
#include "tests/support/testmain.h"

#include <QAbstractItemModelTester>

using namespace Qt::StringLiterals;
using engine::TransferSnapshot;
using engine::TransferState;
using models::TransferTable;

/// All transfers as rows, and which of them are shown first where there is room for few.
class TstTransferTable final : public QObject
{
    Q_OBJECT

private slots:
    void followsTheList();
    void keepsWhatWasAsked();
    void keepsWhatIsNewerThanTheList();
    void showsWhatRunsFirst();

private:
    [[nodiscard]] static TransferSnapshot transfer(int number, TransferState state, int priority = 0)
    {
        TransferSnapshot transfer;
        transfer.id = QString::number(number);
        transfer.request = {{{{}, u"/a/set-%1"_s.arg(number)}}, {u"m1"_s, u"/srv"_s}};
        transfer.state = state;
        transfer.priority = priority;
        transfer.createdMs = number;
        transfer.endedMs = engine::isEnded(state) ? 1000 + number : 0;
        transfer.isCounted = true;
        transfer.filesTotal = 1;
        transfer.bytesTotal = 200;
        transfer.bytesDone = 100;
        return transfer;
    }
};

void TstTransferTable::followsTheList()
{
    canned::CannedLink link;
    link.answers[u"transfer.list"_s] = QJsonValue(QJsonArray{transfer(1, TransferState::Done).toJson()});
    engine::EngineClient client(link);
    models::TransferList list(client);
    TransferTable table(list);
    QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QTRY_COMPARE(table.rowCount(), 1);
    emit client.transferChanged(transfer(2, TransferState::Running));
    QCOMPARE(table.rowCount(), 2);
    QCOMPARE(table.index(1, TransferTable::What).data().toString(), u"set-2"_s);
    QCOMPARE(table.index(1, TransferTable::From).data().toString(), u"/a"_s);
    QCOMPARE(table.index(1, TransferTable::To).data().toString(), u"m1:/srv"_s);
    QCOMPARE(table.index(1, TransferTable::State).data().toString(), u"running"_s);
    QCOMPARE(table.index(1, TransferTable::Progress).data(TransferTable::PercentRole).toInt(), 50);
    QVERIFY(table.index(1, 0).data(TransferTable::FilterRole).toString().contains(u"m1:/srv"_s));
    emit client.transferChanged(transfer(2, TransferState::Failed));
    QCOMPARE(table.countOf(TransferState::Failed), 1);
    emit client.transferRemoved(u"1"_s);
    QCOMPARE(table.rowCount(), 1);
    QCOMPARE(table.transfer(0).id, u"2"_s);
}

// Of one with many sources only the progress is told.
void TstTransferTable::keepsWhatWasAsked()
{
    canned::CannedLink link;
    link.answers[u"transfer.list"_s] = QJsonValue(QJsonArray{transfer(1, TransferState::Waiting).toJson()});
    engine::EngineClient client(link);
    models::TransferList list(client);
    TransferTable table(list);
    QTRY_COMPARE(table.rowCount(), 1);
    for (const int number : {1, 2})
        emit link.transferred({{u"progress"_s, transfer(number, TransferState::Running).progressToJson()}});
    QCOMPARE(table.rowCount(), 1); // of what nobody asked for there is nothing to show
    QCOMPARE(table.index(0, TransferTable::State).data().toString(), u"running"_s);
    QCOMPARE(table.index(0, TransferTable::What).data().toString(), u"set-1"_s);
    QCOMPARE(table.index(0, TransferTable::To).data().toString(), u"m1:/srv"_s);
}

// The answer is on its way while more is told than it knows.
void TstTransferTable::keepsWhatIsNewerThanTheList()
{
    canned::CannedLink link;
    QJsonArray known;
    for (const int number : {1, 2, 3})
        known.append(transfer(number, TransferState::Running).toJson());
    link.answers[u"transfer.list"_s] = QJsonValue(known);
    engine::EngineClient client(link);
    models::TransferList list(client);
    emit client.transferChanged(transfer(4, TransferState::Waiting));
    emit client.transferChanged(transfer(1, TransferState::Done));
    emit client.transferRemoved(u"3"_s);
    QTRY_COMPARE(list.all().size(), 3);
    QStringList told;
    for (const TransferSnapshot &one : list.all())
        told.append(one.id + u' ' + wordOf(one.state));
    QCOMPARE(told, QStringList({u"1 done"_s, u"2 running"_s, u"4 waiting"_s}));
    emit client.transfersStale(); // what was heard before it is asked for anew is older
    QTRY_COMPARE(wordOf(list.find(u"1"_s)->state), u"running"_s);
    QCOMPARE(list.all().size(), 3);
}

void TstTransferTable::showsWhatRunsFirst()
{
    QList<TransferSnapshot> all{transfer(1, TransferState::Running),    transfer(2, TransferState::Done),
                                transfer(3, TransferState::Waiting),    transfer(4, TransferState::Waiting),
                                transfer(5, TransferState::Waiting, 1), transfer(6, TransferState::Paused),
                                transfer(7, TransferState::Verifying),  transfer(8, TransferState::Failed),
                                transfer(9, TransferState::Retrying)};
    std::stable_sort(all.begin(), all.end(), models::comesFirst);
    QStringList order;
    for (const TransferSnapshot &one : all)
        order.append(one.id);
    QCOMPARE(order.join(u' '), u"7 1 9 5 3 4 6 8 2"_s);
}

BATCHDECK_TEST(QCoreApplication, TstTransferTable)

#include "tst_transfertable.moc"
