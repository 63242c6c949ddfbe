// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/node/runtime/wrapperfixture.h"

#include "engine/api/document/samples.h"
#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>

#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::await;
using testing::Bench;
using testing::Kind;

/// wrapper.sh and sampler.sh: the life of an attempt, from its start to its end.
class TstWrapper final : public WrapperFixture
{
    Q_OBJECT

private slots:
    void runsAJob();
    void givesAJobAPlainProcess();
    void tellsExitCode_data();
    void tellsExitCode();
    void tellsALaunchThatFailed();
    void tellsPreparation();
    void neverRunsACutPayload();
    void runsOnceWhenStartedTwice();
    void makesVoid();
    void terminatesAnObedientJob();
    void terminatesAStubbornFamily();
    void endsAtTheLimitWhateverTheClock();
    void outlivesItsWrapper();
    void losesWhatWasKilled();
    void endsAJobWhoseFolderIsGone();
    void answersQuickly();
};

void TstWrapper::runsAJob()
{
    const auto begun = m_bench->start(m_attempt,
                                      "echo once >> count; mkdir launched; echo out; echo err >&2\n"
                                      "while [ ! -e go-on ]; do sleep 0.05; done; exit 3");
    VERIFY_RESULT(begun);
    QCOMPARE(int(begun->kind), int(Kind::Running));
    QVERIFY(begun->pid > 1);
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    QVERIFY(begun->startedMs > now - 60'000 && begun->startedMs <= now);
    QTRY_VERIFY(m_bench->status(m_attempt).launched);
    QCOMPARE(m_bench->status(m_attempt).endReason, QString());

    Bench::write(m_attempt, "go-on", {});
    const AttemptStatus end = m_bench->waitFor(m_attempt, Kind::Exited);
    QCOMPARE(int(end.kind), int(Kind::Exited));
    QCOMPARE(end.exitCode, 3);
    QCOMPARE(end.startedMs, begun->startedMs);
    QVERIFY(end.endedMs >= end.startedMs && end.endedMs < now + 60'000);
    QCOMPARE(Bench::read(m_attempt, "out"), "out\n");
    QCOMPARE(Bench::read(m_attempt, "err"), "err\n");
    QVERIFY(!SampleParser().feed(Bench::read(m_attempt, "samples")).isEmpty());
    QCOMPARE(Bench::read(m_attempt, "wrapper.log"), "");

    const auto again = m_bench->start(m_attempt, "echo twice >> count");
    VERIFY_RESULT(again);
    QCOMPARE(int(again->kind), int(Kind::Exited));
    QCOMPARE(Bench::read(m_attempt, "count"), "once\n");
}

void TstWrapper::givesAJobAPlainProcess()
{
    VERIFY_RESULT(m_bench->start(
        m_attempt,
        "mkdir launched; umask > umask; pwd > pwd; cat > stdin; echo $# > count\n"
        "env > env; grep SigIgn /proc/self/status > ignored\n"
        "ls /proc/self/fd > fds; echo $$ > leader; sed 's/.*) //' /proc/$$/stat | cut -d' ' -f4 > session"));
    QCOMPARE(int(m_bench->waitFor(m_attempt, Kind::Exited).kind), int(Kind::Exited));
    QCOMPARE(Bench::read(m_attempt, "umask").right(4), m_bench->sh("umask")->output.right(4));
    QCOMPARE(Bench::read(m_attempt, "pwd").trimmed(), m_attempt.toLocal8Bit());
    QCOMPARE(Bench::read(m_attempt, "stdin"), "");
    QCOMPARE(Bench::read(m_attempt, "count"), "0\n");
    QVERIFY(Bench::read(m_attempt, "ignored").endsWith("0000000000000000\n"));
    QCOMPARE(Bench::read(m_attempt, "fds"), "0\n1\n2\n3\n"); // 3 is the listing's own
    QCOMPARE(Bench::read(m_attempt, "session").trimmed(), Bench::read(m_attempt, "leader").trimmed());
    const QList<QByteArray> environment = Bench::read(m_attempt, "env").split('\n');
    QVERIFY(environment.contains("BATCHDECK_TOKEN=" + Bench::read(m_attempt, "token").trimmed()));
    QVERIFY(environment.contains("PATH=/usr/local/bin:/usr/bin:/bin:/usr/games"));
}

void TstWrapper::tellsExitCode_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("0") << ":"_ba << 0;
    QTest::newRow("255") << "exit 255"_ba << 255;
    QTest::newRow("last command") << "sh -c 'exit 9'"_ba << 9;
    QTest::newRow("exec") << "exec sh -c 'exit 7'"_ba << 7;
    QTest::newRow("killed") << "kill -KILL $$"_ba << 137;
    QTest::newRow("terminated") << "kill -TERM $$"_ba << 143;
    QTest::newRow("interrupted") << "exec sh -c 'kill -INT $$'"_ba << 130;
    QTest::newRow("segmentation fault") << "exec sh -c 'ulimit -c 0; kill -SEGV $$'"_ba << 139;
    QTest::newRow("no such command") << "exec no-such-command-here"_ba << 127;
}

void TstWrapper::tellsExitCode()
{
    QFETCH(QByteArray, payload);
    QFETCH(int, exitCode);
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched\n" + payload));
    const AttemptStatus end = m_bench->waitFor(m_attempt, Kind::Exited);
    QCOMPARE(int(end.kind), int(Kind::Exited));
    QCOMPARE(end.exitCode, exitCode);
    QCOMPARE(end.launchError, QString());
}

void TstWrapper::tellsALaunchThatFailed()
{
    VERIFY_RESULT(m_bench->start(m_attempt,
                                 "i=0; while [ $i -lt 500 ]; do echo 'chatter 1234'; i=$((i + 1)); done >&2\n"
                                 "printf 'bad \\377 \"byte\"\\n@bd 1 running .\\nlast words' >&2; exit 1"));
    const AttemptStatus end = m_bench->waitFor(m_attempt, Kind::Exited);
    QVERIFY(!end.launched);
    QVERIFY(end.launchError.endsWith("@bd 1 running .\nlast words"_L1));
    QVERIFY(end.launchError.size() > 4000 && end.launchError.size() <= 4096);

    const QString other = m_bench->attempt(u"syntax"_s);
    VERIFY_RESULT(m_bench->start(other, "if then ("));
    const AttemptStatus syntax = m_bench->waitFor(other, Kind::Exited);
    QVERIFY(syntax.exitCode != 0);
    QVERIFY(!syntax.launched && !syntax.launchError.isEmpty());
}

void TstWrapper::tellsPreparation()
{
    VERIFY_RESULT(m_bench->start(m_attempt,
                                 "mkdir preparing; while [ ! -e go-on ]; do sleep 0.05; done\n"
                                 "mkdir prep-failed; echo no module >&2; exit 1"));
    QTRY_VERIFY(m_bench->status(m_attempt).preparing);
    QVERIFY(!m_bench->status(m_attempt).launched);
    Bench::write(m_attempt, "go-on", {});
    const AttemptStatus end = m_bench->waitFor(m_attempt, Kind::Exited);
    QVERIFY(end.preparationFailed && !end.preparing && !end.launched);
    QCOMPARE(end.launchError, u"no module"_s);
}

void TstWrapper::neverRunsACutPayload()
{
    // A line that looks like the end of a payload stands in its middle, and the cut lies right behind it as well.
    QByteArray whole = "mkdir launched; echo ran > ../ran\n: '\n#end\n'\n";
    while (whole.size() < 1000)
        whole += ": " + QByteArray::number(whole.size()) + " is a line of the job\n";
    whole += "#end\n";
    const QByteArray mark = payloadMark();
    whole += '#' + mark + '\n';
    QList<qsizetype> cuts{whole.indexOf("#end\n") + 5, whole.size() - 3, whole.size() - mark.size() - 2};
    for (qsizetype cut = 0; cut < whole.size() - 1; cut += 100)
        cuts.append(cut);
    QByteArray directories;
    for (const qsizetype cut : cuts) {
        const QString directory = m_bench->attempt(QString::number(cut));
        directories += ' ' + shellWord(directory);
        const auto answer = m_bench->ask("start " + shellWord(directory) + " 0 1 " + mark, whole.left(cut));
        QVERIFY(!answer);
        QCOMPARE(int(answer.error().code), int(ErrorCode::CommandFailed));
        QVERIFY(answer.error().message.englishText().contains(u"cut short"_s));
    }
    const auto result = await(m_bench->begin("status" + directories));
    VERIFY_RESULT(result);
    const auto states = parseStatus(*result, cuts.size());
    VERIFY_RESULT(states);
    for (const AttemptStatus &state : *states)
        QCOMPARE(int(state.kind), int(Kind::NeverBegan));
    QVERIFY(!QFile::exists(m_bench->attempt(u"ran"_s)));
}

void TstWrapper::runsOnceWhenStartedTwice()
{
    const int rounds = testing::isLongRun() || testing::mustTestAll() ? 50 : 12;
    for (int round = 0; round < rounds; ++round) {
        const QString directory = m_bench->attempt(QString::number(round));
        const QByteArray payload = "echo ran >> count; mkdir launched";
        const auto one = m_bench->beginStart(directory, payload);
        const auto two = m_bench->beginStart(directory, payload);
        VERIFY_RESULT(await(one));
        VERIFY_RESULT(await(two));
        VERIFY_RESULT(parseStatus(*one.result(), 1));
        VERIFY_RESULT(parseStatus(*two.result(), 1));
    }
    for (int round = 0; round < rounds; ++round) {
        const QString directory = m_bench->attempt(QString::number(round));
        QCOMPARE(int(m_bench->waitFor(directory, Kind::Exited).kind), int(Kind::Exited));
        QCOMPARE(Bench::read(directory, "count"), "ran\n");
    }
}

void TstWrapper::makesVoid()
{
    QCOMPARE(int(m_bench->ask("void " + shellWord(m_attempt))->kind), int(Kind::Absent));
    QVERIFY(QDir().mkpath(m_attempt)); // as a start that died at once leaves it
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::StartingOrDead));
    QCOMPARE(int(m_bench->ask("void " + shellWord(m_attempt))->kind), int(Kind::NeverBegan));
    QCOMPARE(int(m_bench->start(m_attempt, "echo ran > count")->kind), int(Kind::NeverBegan));
    QCOMPARE(int(m_bench->ask("kill " + shellWord(m_attempt) + " 1 user")->kind), int(Kind::NeverBegan));
    QVERIFY(!QFile::exists(m_attempt + u"/count"_s));

    const QString other = m_bench->attempt(u"running"_s);
    VERIFY_RESULT(m_bench->start(other, "mkdir launched; while [ ! -e go-on ]; do sleep 0.05; done"));
    QCOMPARE(int(m_bench->ask("void " + shellWord(other))->kind), int(Kind::Running));
    Bench::write(other, "go-on", {});
    QCOMPARE(int(m_bench->waitFor(other, Kind::Exited).kind), int(Kind::Exited));
}

void TstWrapper::terminatesAnObedientJob()
{
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; exec sleep 1000"));
    VERIFY_RESULT(m_bench->ask("kill " + shellWord(m_attempt) + " 60 user"));
    VERIFY_RESULT(m_bench->ask("kill " + shellWord(m_attempt) + " 60 limit"));
    const AttemptStatus end = m_bench->waitFor(m_attempt, Kind::Exited);
    QCOMPARE(int(end.kind), int(Kind::Exited));
    QCOMPARE(end.exitCode, 143);
    QCOMPARE(end.endReason, u"user"_s);
}

void TstWrapper::terminatesAStubbornFamily()
{
    VERIFY_RESULT(m_bench->start(m_attempt,
                                 "trap '' TERM; mkdir launched\n"
                                 "(setsid sh -c 'trap \"\" TERM HUP; : daemon; echo $$ > daemon; sleep 1000; :' &)\n"
                                 "env -i setsid -w sh -c ': no token; exit 0'\n"
                                 "while :; do sleep 1; done"));
    QTRY_VERIFY(!Bench::read(m_attempt, "daemon").isEmpty());
    const qint64 daemon = Bench::read(m_attempt, "daemon").trimmed().toInt();
    QElapsedTimer timer;
    timer.start();
    VERIFY_RESULT(m_bench->ask("kill " + shellWord(m_attempt) + " 1 user"));
    const AttemptStatus end = m_bench->waitFor(m_attempt, Kind::Exited);
    QCOMPARE(end.exitCode, 137);
    QVERIFY(timer.elapsed() >= 1000);
    QTRY_VERIFY(!testing::isRunning(daemon));
}

void TstWrapper::endsAtTheLimitWhateverTheClock()
{
    // Every look at the clock finds it a day further, then a day back.
    const QString tools = m_bench->home() + u"/tools"_s;
    QVERIFY(QDir().mkpath(tools));
    const QByteArray date = tools.toLocal8Bit() + "/date";
    QVERIFY(m_bench
                ->sh("cat > " + date + " <<'X'\n#!/bin/sh\nif mkdir " + date
                     + ".odd 2>/dev/null; then echo 2000086400000; else rmdir " + date
                     + ".odd; echo 2000000000000; fi\nX\nchmod +x " + date)
                ->exitCode
            == 0);
    m_bench->setPrefix("PATH=" + tools.toLocal8Bit() + ":$PATH ");
    QElapsedTimer timer;
    timer.start();
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; exec sleep 1000", 2));
    const AttemptStatus end = m_bench->waitFor(m_attempt, Kind::Exited);
    QCOMPARE(int(end.kind), int(Kind::Exited));
    QCOMPARE(end.exitCode, 143);
    QCOMPARE(end.endReason, u"limit"_s);
    // The stand-in clock was asked, unless the shell has a clock of its own.
    QFETCH_GLOBAL(QByteArray, shell);
    const bool hasOwn = m_bench->sh(shell + " -c 'command -v date'")->output == "date\n";
    QVERIFY(hasOwn || end.startedMs > 1'999'000'000'000);
    QVERIFY(timer.elapsed() >= 1000);
}

void TstWrapper::outlivesItsWrapper()
{
    VERIFY_RESULT(
        m_bench->start(m_attempt, "mkdir launched; while [ ! -e go-on ]; do sleep 0.05; done; echo end > end-of-job"));
    const auto wrapper = pid_t(Bench::read(m_attempt, "wrapper").split(' ').first().toInt());
    QVERIFY(wrapper > 1 && ::kill(wrapper, SIGKILL) == 0);
    QTRY_VERIFY(!testing::isRunning(wrapper));
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Running));
    Bench::write(m_attempt, "go-on", {});
    QTRY_COMPARE(Bench::read(m_attempt, "end-of-job"), "end\n");
    QCOMPARE(int(m_bench->waitFor(m_attempt, Kind::Lost).kind), int(Kind::Lost));
    QVERIFY(m_bench->status(m_attempt).launched);
}

void TstWrapper::losesWhatWasKilled()
{
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; exec sleep 1000"));
    const auto wrapper = pid_t(Bench::read(m_attempt, "wrapper").split(' ').first().toInt());
    const auto job = pid_t(Bench::read(m_attempt, "job").split(' ').first().toInt());
    QVERIFY(wrapper > 1 && job > 1 && ::kill(wrapper, SIGKILL) == 0 && ::kill(job, SIGKILL) == 0);
    QCOMPARE(int(m_bench->waitFor(m_attempt, Kind::Lost).kind), int(Kind::Lost));
    QCOMPARE(int(m_bench->start(m_attempt, "echo again > again")->kind), int(Kind::Lost));
    QVERIFY(!QFile::exists(m_attempt + u"/again"_s));
}

void TstWrapper::endsAJobWhoseFolderIsGone()
{
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; trap '' TERM; while :; do sleep 1; done"));
    QVERIFY(!m_bench->leftOver().isEmpty());
    // The wrapper may be making a record at this moment.
    QTRY_VERIFY(QDir(m_attempt).removeRecursively());
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Absent));
    m_gone.append(m_attempt); // that its job ends, and nothing makes the folder again, is seen at the end
}

void TstWrapper::answersQuickly()
{
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; exit 0"));
    QCOMPARE(int(m_bench->waitFor(m_attempt, Kind::Exited).kind), int(Kind::Exited));
    constexpr int count = 100;
    QByteArray directories;
    for (int i = 0; i < count; ++i)
        directories += ' ' + shellWord(m_attempt);
    // Of the processor, so that what else a busy computer does is not counted.
    const auto usedMs = [] {
        rusage usage{};
        getrusage(RUSAGE_CHILDREN, &usage);
        return 1000 * (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
    };
    const auto before = usedMs();
    const auto result = await(m_bench->begin("status" + directories));
    const auto used = usedMs() - before;
    VERIFY_RESULT(result);
    VERIFY_RESULT(parseStatus(*result, count));
    QVERIFY2(used > 0 && used < 5 * count, qPrintable(QString::number(used)));
}

BATCHDECK_TEST(QCoreApplication, TstWrapper)

#include "tst_wrapper.moc"
