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
    void readsTheFactsOfAGang();
    void makesMarksThatSayNothing();
    void ignoresABanner();
    void refusesGarbage_data();
    void refusesGarbage();
    void keepsAGarbledLineToItself_data();
    void keepsAGarbledLineToItself();
    void quotesAnything_data();
    void quotesAnything();
    void readsAnInventory();
    void keepsABoundedInventory();
    void refusesHalfAnInventory();
    void warnsOfWhatAMachineWillDo_data();
    void warnsOfWhatAMachineWillDo();
};

void TstWrapperProtocol::readsEveryState()
{
    const QByteArray output =
        "@bd 1 absent .\n@bd 2 starting .\n@bd 3 unclear .\n@bd 4 running pid=7 .\n@bd 5 ending .\n"
        "@bd 6 exited code=0 ended=5 oom=0 .\n@bd 7 never .\n@bd 8 rebooted .\n@bd 9 lost .\n"
        "@bd 10 elsewhere machine=0a,node7 .\n@bd 11 unreadable .\n@bd end 11\n";
    const auto states = parseStatus({0, output, {}}, 11);
    QVERIFY(states);
    const QList<Kind> expected{Kind::Absent, Kind::Starting,  Kind::StartingOrDead, Kind::Running,
                               Kind::Ending, Kind::Exited,    Kind::NeverBegan,     Kind::Rebooted,
                               Kind::Lost,   Kind::Elsewhere, Kind::Unclear};
    QCOMPARE(states->at(9).otherMachine, u"0a node7"_s);
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

void TstWrapperProtocol::readsTheFactsOfAGang()
{
    const auto states = parseStatus(
        {0,
         "@bd 1 running pid=7 launched=1 stage=done ready=u,2022,ssh-ed25519,AAAA/b+= done=3 "
         "failed=11,3,1690000000000 peer=n\xc3\xb6,1 .\n"
         "@bd 2 exited code=1 ended=5 oom=0 err=6e6f undo=1 stage=mounting cause=MountFailed .\n"
         "@bd 3 running pid=8 stage=dancing failed=worker-1,9,5,2 .\n@bd 4 running pid=9 stage=ready ready=- "
         ".\n@bd end 4\n",
         {}},
        4);
    QVERIFY(states);
    const AttemptStatus &done = states->at(0);
    QCOMPARE(int(done.stage), int(AttemptStatus::Stage::Done));
    QCOMPARE(done.offer, "u,2022,ssh-ed25519,AAAA/b+="_ba);
    QCOMPARE(done.ownExitCode, 3);
    QVERIFY(done.firstFailure);
    QCOMPARE(done.firstFailure->process, 11);
    QCOMPARE(done.firstFailure->task, QString());
    QCOMPARE(done.firstFailure->exitCode, 3);
    QCOMPARE(done.firstFailure->timeMs, 1690000000000);
    QCOMPARE(done.firstFailure->outOfMemoryKills, 0); // of an earlier version
    QCOMPARE(done.endedBy, u"n\u00f6,1"_s);
    QCOMPARE(states->at(1).cause, u"MountFailed"_s);
    QCOMPARE(states->at(1).launchError, u"no"_s);
    QVERIFY(states->at(1).hasLeftovers && !done.hasLeftovers);
    QCOMPARE(int(states->at(1).stage), int(AttemptStatus::Stage::Mounting));
    QCOMPARE(int(states->at(2).stage), int(AttemptStatus::Stage::Executing)); // of a later version
    QVERIFY(states->at(2).firstFailure);
    QCOMPARE(states->at(2).firstFailure->task, u"worker"_s);
    QCOMPARE(states->at(2).firstFailure->process, 1);
    QCOMPARE(states->at(2).firstFailure->timeMs, 5);
    QCOMPARE(states->at(2).firstFailure->outOfMemoryKills, 2);
    QCOMPARE(states->at(3).offer, "-"_ba);
    QVERIFY(!states->at(3).ownExitCode && !states->at(3).firstFailure);
}

void TstWrapperProtocol::makesMarksThatSayNothing()
{
    const QByteArray mark = payloadMark();
    QCOMPARE(mark.size(), 16);
    QVERIFY(mark != payloadMark());
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

void TstWrapperProtocol::keepsAGarbledLineToItself_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("unknown state") << "dancing"_ba;
    QTest::newRow("nothing") << ""_ba;
    QTest::newRow("exited without a code") << "exited ended=4"_ba;
    QTest::newRow("empty code") << "exited code= ended=4 oom=0"_ba;
    QTest::newRow("code is a word") << "exited code=zero ended=4 oom=0"_ba;
    QTest::newRow("code too large") << "exited code=99999999999 ended=4 oom=0"_ba;
    QTest::newRow("number too large") << "running pid=99999999999999999999"_ba;
    QTest::newRow("no hex") << "exited code=1 ended=4 oom=0 err=xyz"_ba;
    QTest::newRow("half a failure") << "running pid=9 failed=1,2"_ba;
    QTest::newRow("own code is a word") << "running pid=9 done=yes"_ba;
    QTest::newRow("shouting reason") << "lost why=USER"_ba;
    QTest::newRow("not a fact") << "running pid"_ba;
    QTest::newRow("bytes") << "exited code=\xff\xfe ended=4"_ba;
}

void TstWrapperProtocol::keepsAGarbledLineToItself()
{
    QFETCH(QByteArray, line);
    const auto states =
        parseStatus({0, "@bd 1 running pid=9 .\n@bd 2 " + line + " .\n@bd 3 lost .\n@bd end 3\n", {}}, 3);
    QVERIFY(states);
    QCOMPARE(int(states->at(0).kind), int(Kind::Running));
    QCOMPARE(int(states->at(1).kind), int(Kind::Unclear));
    QCOMPARE(int(states->at(2).kind), int(Kind::Lost));
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
        "@bd hometype nfs4\n@bd userhome /u\n@bd shell /bin/tcsh\n@bd logout lingers\n"
        "@bd disk 1000 10 /a b\n@bd disk x 10 /\n@bd disk 5 1\n@bd tool git /usr/bin/git\n@bd tool tar tar\n@bd tool\n"
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
    QCOMPARE(inventory->homeFileSystem, u"nfs4"_s);
    QCOMPARE(inventory->userHome, u"/u"_s);
    QCOMPARE(inventory->shell, u"/bin/tcsh"_s);
    QCOMPARE(int(inventory->logout), int(Inventory::Logout::Lingers));
    QCOMPARE(inventory->disks.size(), 1);
    QCOMPARE(inventory->disks.first().mountPoint, u"/a b"_s);
    QCOMPARE(inventory->disks.first().sizeBytes, 1000 * 1024);
    QCOMPARE(inventory->disks.first().freeBytes, 10 * 1024);
    QCOMPARE(inventory->tools, (QMap<QString, QString>{{u"git"_s, u"/usr/bin/git"_s}}));
    const QJsonObject json = inventory->toJson();
    QCOMPARE(json[u"tools"_s][u"git"_s].toString(), u"/usr/bin/git"_s);
    QCOMPARE(json[u"disks"_s][0][u"freeBytes"_s].toInteger(), 10 * 1024);
    QCOMPARE(inventory->gpus.size(), 2);
    QCOMPARE(inventory->gpus.at(0).model, u"Tesla T4"_s);
    QCOMPARE(inventory->gpus.at(0).memoryBytes, 15360ll * 1024 * 1024);
    QCOMPARE(inventory->gpus.at(1).memoryBytes, 0);
}

// A machine may say anything; what is kept of it has an end.
void TstWrapperProtocol::keepsABoundedInventory()
{
    QByteArray output = "@bd host a\n@bd home /h\n@bd user ada\n@bd shell /" + QByteArray(10'000, 'x') + '\n';
    for (int i = 0; i < 300; ++i) {
        const QByteArray number = QByteArray::number(i);
        output += "@bd disk 1000 10 /" + number + "\n@bd tool t" + number + " /t\n@bd gpu 15360, Tesla T4\n";
    }
    const auto inventory = parseInventory({0, output + "@bd end\n", {}}, 0, 0);
    QVERIFY(inventory);
    QCOMPARE(inventory->shell.size(), 4096);
    QCOMPARE(inventory->disks.size(), 256);
    QCOMPARE(inventory->tools.size(), 256);
    QCOMPARE(inventory->gpus.size(), 256);
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

void TstWrapperProtocol::warnsOfWhatAMachineWillDo_data()
{
    QTest::addColumn<QByteArray>("facts");
    QTest::addColumn<QStringList>("words"); // one of each warning, in order
    QTest::newRow("nothing") << "@bd logout kept\n@bd hometype ext4\n@bd disk 9000000 5000000 /\n"_ba << QStringList();
    QTest::newRow("spared") << "@bd logout lingers\n"_ba << QStringList();
    QTest::newRow("logout") << "@bd logout killed\n"_ba << QStringList{u"KillUserProcesses"_s};
    QTest::newRow("manager") << "@bd logout managed\n"_ba << QStringList{u"loginctl enable-linger"_s};
    QTest::newRow("nfs") << "@bd hometype nfs4\n"_ba << QStringList{u"(nfs4)"_s};
    QTest::newRow("sshfs") << "@bd hometype fuse.sshfs\n"_ba << QStringList{u"(fuse.sshfs)"_s};
    QTest::newRow("full") << "@bd disk 9000000 50000 /\n@bd disk 9 1 /tmp\n"_ba << QStringList{u"51 MB"_s};
    QTest::newRow("clock") << "@bd time 60000\n@bd time 60000\n"_ba << QStringList{u"60 s"_s};
}

void TstWrapperProtocol::warnsOfWhatAMachineWillDo()
{
    QFETCH(QByteArray, facts);
    QFETCH(QStringList, words);
    const auto inventory =
        parseInventory({0, "@bd host a\n@bd home /h\n@bd user ada\n" + facts + "@bd end\n", {}}, 0, 0);
    QVERIFY(inventory);
    const QList<Message> warnings = inventory->warnings();
    QCOMPARE(warnings.size(), words.size());
    for (qsizetype i = 0; i < words.size(); ++i)
        QVERIFY2(warnings.at(i).englishText().contains(words.at(i)), qPrintable(warnings.at(i).englishText()));
}

BATCHDECK_TEST(QCoreApplication, TstWrapperProtocol)

#include "tst_wrapperprotocol.moc"
