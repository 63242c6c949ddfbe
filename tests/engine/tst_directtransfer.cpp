// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/storage/transfers.h"
#include "tests/engine/machine/sshfixture.h"
#include "tests/support/await.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using engine::TransferSnapshot;
using testing::NodeFleet;

/// Transfers between two machines, as a user asks for them: which way they go, and that it is told.
class TstDirectTransfer final : public QObject
{
    Q_OBJECT

private slots:
    void tellsWhichWayItGoes_data();
    void tellsWhichWayItGoes();
};

void TstDirectTransfer::tellsWhichWayItGoes_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("words");
    QTest::newRow("where we find it") << QString() << u"from machine to machine"_s;
    QTest::newRow("at the address that its user gave") << u"n2.lab"_s << u"from machine to machine"_s;
    QTest::newRow("not at that address") << u"10.77.0.99"_s << u"through this computer"_s;
}

void TstDirectTransfer::tellsWhichWayItGoes()
{
    QFETCH(QString, address);
    QFETCH(QString, words);
    SKIP_WITHOUT_NODES();
    NodeFleet fleet;
    testing::SshFixture fixture;
    testing::NodeOptions options;
    options.homeMiB = 100;
    QVERIFY(fleet.up(2, options) && fixture.start());
    QVERIFY(fleet.node(0).exec(u"echo '"_s + fleet.node(1).address()
                               + u" n2.lab' >> /etc/hosts; cd /home/alice && "
                                 "runuser -u alice -- bash -c 'head -c 50000000 /dev/urandom > large; mkdir to'"_s));
    for (int i = 0; i < 2; ++i) {
        const testing::Node &node = fleet.node(i);
        QJsonObject machine{{u"name"_s, node.name()},
                            {u"ssh"_s,
                             QJsonObject{{u"destination"_s, node.destination()},
                                         {u"identity"_s, NodeFleet::identityFile()},
                                         {u"config"_s, u"/dev/null"_s}}},
                            {u"test"_s, false},
                            {u"acceptHostKey"_s, node.fingerprint()}};
        if (i == 1 && !address.isEmpty())
            machine[u"address"_s] = address;
        VERIFY_RESULT(fixture.call(u"machine.add"_s, machine));
    }
    engine::TransferRequest wanted;
    wanted.sources.append({fleet.node(0).name(), u"/home/alice/large"_s});
    wanted.target = {fleet.node(1).name(), u"/home/alice/to"_s};
    VERIFY_RESULT(fixture.call(u"transfer.start"_s, {{u"transfer"_s, wanted.toJson()}}));
    TransferSnapshot now;
    const auto hasEnded = [&] {
        const auto all = fixture.call(u"transfer.list"_s);
        now = TransferSnapshot::fromJson(all ? all->toArray().at(0).toObject() : QJsonObject());
        return engine::isEnded(now.state);
    };
    QVERIFY(QTest::qWaitFor(hasEnded, testing::patience));
    QCOMPARE(engine::toString(now.state), u"done"_s);
    QVERIFY2(now.route.englishText().contains(words), qPrintable(now.route.englishText()));
    QVERIFY(fleet.node(1).exec(u"[ $(stat -c %s /home/alice/to/large) = 50000000 ]"_s));
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstDirectTransfer)

#include "tst_directtransfer.moc"
