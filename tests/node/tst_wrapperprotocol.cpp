// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/inventory.h"
#include "engine/node/wrapperprotocol.h"
#include "tests/support/testmain.h"

using namespace engine;
using namespace Qt::StringLiterals;
using Kind = AttemptStatus::Kind;

class TstWrapperProtocol final : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryState();
    void readsEveryFact();
    void ignoresABanner();
    void refusesGarbage_data();
    void refusesGarbage();
    void quotesAnything_data();
    void quotesAnything();
    void readsAnInventory();
    void refusesHalfAnInventory();
};

void TstWrapperProtocol::readsEveryState()
{
    const QByteArray output =
        "@bd 1 absent .\n@bd 2 starting .\n@bd 3 unclear .\n@bd 4 running pid=7 .\n@bd 5 ending .\n"
        "@bd 6 exited code=0 ended=5 oom=0 .\n@bd 7 never .\n@bd 8 rebooted .\n@bd 9 lost .\n"
        "@bd end 9\n";
    const auto states = parseStatus({0, output, {}}, 9);
    QVERIFY(states);
    const QList<Kind> expected{Kind::Absent, Kind::Starting,   Kind::StartingOrDead, Kind::Running, Kind::Ending,
                               Kind::Exited, Kind::NeverBegan, Kind::Rebooted,       Kind::Lost};
    for (qsizetype i = 0; i < expected.size(); ++i)
        QCOMPARE(int(states->at(i).kind), int(expected.at(i)));
}

void TstWrapperProtocol::readsEveryFact()
{
    const auto states =
        parseStatus({0,
                     "@bd 1 exited code=137 ended=1700000000123 oom=2 err=68c3a4ff0a started=1690000000000 "
                     "why=limit prepfailed=1 future=x .\r\n@bd end 1\r\n",
                     {}},
                    1);
    QVERIFY(states);
    const AttemptStatus &status = states->constFirst();
    QCOMPARE(status.exitCode, 137);
    QCOMPARE(status.endedMs, 1700000000123);
    QCOMPARE(status.startedMs, 1690000000000);
    QCOMPARE(status.outOfMemoryKills, 2);
    QCOMPARE(status.endReason, u"limit"_s);
    QCOMPARE(status.launchError, u"h\u00e4\ufffd"_s);
    QVERIFY(status.preparationFailed && !status.launched && !status.preparing);
}

void TstWrapperProtocol::ignoresABanner()
{
    const auto states =
        parseStatus({0, "Welcome!\n\xff\xfe @bd 1 lost .\n@bd 1 running pid=9 .\nbye\n@bd end 1\n", "x"}, 1);
    QVERIFY(states);
    QCOMPARE(states->constFirst().pid, 9);
}

void TstWrapperProtocol::refusesGarbage_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::newRow("nothing") << ""_ba;
    QTest::newRow("no end") << "@bd 1 running pid=9 .\n"_ba;
    QTest::newRow("torn pid") << "@bd 1 running pid=9\n@bd end 1\n"_ba;
    QTest::newRow("other count") << "@bd 1 running pid=9 .\n@bd end 2\n"_ba;
    QTest::newRow("other number") << "@bd 2 running pid=9 .\n@bd end 1\n"_ba;
    QTest::newRow("twice") << "@bd 1 running pid=9 .\n@bd 1 running pid=9 .\n@bd end 1\n"_ba;
    QTest::newRow("end first") << "@bd end 1\n@bd 1 running pid=9 .\n"_ba;
    QTest::newRow("unknown state") << "@bd 1 dancing .\n@bd end 1\n"_ba;
    QTest::newRow("exited without a code") << "@bd 1 exited ended=4 .\n@bd end 1\n"_ba;
    QTest::newRow("empty code") << "@bd 1 exited code= ended=4 oom=0 .\n@bd end 1\n"_ba;
    QTest::newRow("code is a word") << "@bd 1 exited code=zero ended=4 oom=0 .\n@bd end 1\n"_ba;
    QTest::newRow("code too large") << "@bd 1 exited code=99999999999 ended=4 oom=0 .\n@bd end 1\n"_ba;
    QTest::newRow("number too large") << "@bd 1 running pid=99999999999999999999 .\n@bd end 1\n"_ba;
    QTest::newRow("no hex") << "@bd 1 exited code=1 ended=4 oom=0 err=xyz .\n@bd end 1\n"_ba;
    QTest::newRow("shouting reason") << "@bd 1 lost why=USER .\n@bd end 1\n"_ba;
    QTest::newRow("not a fact") << "@bd 1 running pid .\n@bd end 1\n"_ba;
    QTest::newRow("bytes") << QByteArray(5000, '\xff');
    QTest::newRow("failed") << "@bd failed mkdir: No space left on device\n"_ba;
    QTest::newRow("no script") << "sh: 0: cannot open wrapper.sh: No such file\n"_ba;
}

void TstWrapperProtocol::refusesGarbage()
{
    QFETCH(QByteArray, output);
    const auto states = parseStatus({127, output, "words on stderr"}, 1);
    QVERIFY(!states);
    QCOMPARE(int(states.error().code), int(ErrorCode::CommandFailed));
    QVERIFY(!states.error().message.isEmpty());
    QVERIFY(output.startsWith("@bd failed") || states.error().technical.contains("words on stderr"_L1));
}

void TstWrapperProtocol::quotesAnything_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("plain") << u"/a/b"_s << "'/a/b'"_ba;
    QTest::newRow("empty") << QString() << "''"_ba;
    QTest::newRow("quote") << u"it's"_s << "'it'\\''s'"_ba;
    QTest::newRow("expansions") << u"$(x) `y` \\ \" \n *"_s << "'$(x) `y` \\ \" \n *'"_ba;
}

void TstWrapperProtocol::quotesAnything()
{
    QFETCH(QString, text);
    QTEST(shellWord(text), "word");
}

void TstWrapperProtocol::readsAnInventory()
{
    const QByteArray output =
        "hello\n@bd time 2000\n@bd cores 64\n@bd memory 1024\n@bd os Debian GNU/Linux 12\n"
        "@bd host n\u00f6de 1\n@bd boot b:p:1\n@bd home /h\n@bd user u\n@bd python /usr/bin/python3\n"
        "@bd gpu 15360, Tesla T4\n@bd gpu [N/A], NVIDIA GB10\n@bd gpu NVIDIA-SMI has failed\n"
        "@bd time 4000\n@bd end\n";
    const auto inventory = parseInventory({0, output, {}}, 500, 1500);
    QVERIFY(inventory);
    QCOMPARE(inventory->cores, 64);
    QCOMPARE(inventory->memoryBytes, 1024 * 1024);
    QCOMPARE(inventory->os, u"Debian GNU/Linux 12"_s);
    QCOMPARE(inventory->machineId, u"host-n_de_1"_s);
    QCOMPARE(inventory->python, u"/usr/bin/python3"_s);
    QCOMPARE(inventory->clockOffset.count(), 2000);
    QCOMPARE(inventory->gpus.size(), 2);
    QCOMPARE(inventory->gpus.at(0).model, u"Tesla T4"_s);
    QCOMPARE(inventory->gpus.at(0).memoryBytes, 15360ll * 1024 * 1024);
    QCOMPARE(inventory->gpus.at(1).memoryBytes, 0);
}

void TstWrapperProtocol::refusesHalfAnInventory()
{
    for (const QByteArray output : {"", "@bd host a\n@bd home /h\n", "@bd host a\n@bd end\n", "@bd home /h\n@bd end\n",
                                    "@bd host a\n@bd home relative\n@bd end\n"}) {
        const auto inventory = parseInventory({0, output, {}}, 0, 0);
        QVERIFY2(!inventory, output.constData());
        QCOMPARE(int(inventory.error().code), int(ErrorCode::CommandFailed));
    }
}

BATCHDECK_TEST_MAIN(QCoreApplication, TstWrapperProtocol)

#include "tst_wrapperprotocol.moc"
