// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/node/bench.h"

#include "engine/api/samples.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>

#include <csignal>
#include <unistd.h>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::await;
using testing::Bench;
using testing::Kind;

/// wrapper.sh and sampler.sh, every test under each of the four shells.
class TstWrapper final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data();
    void init();
    void cleanup();
    void cleanupTestCase();
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
    void knowsARecycledPid();
    void knowsARestartedMachine();
    void knowsAnotherMachine();
    void adoptsWhatAnOlderScriptStarted();
    void tellsAGarbledRecordFromALostJob_data();
    void tellsAGarbledRecordFromALostJob();
    void outlivesItsWrapper();
    void losesWhatWasKilled();
    void endsAJobWhoseFolderIsGone();
    void keepsTheExitCodeOnAFullDisk();
    void refusesToStartOnAFullDisk();
    void tellsAFullDiskFromAFailedLaunch();
    void holdsTheExitCodeUntilItCanBeWritten();
    void answersQuickly();

private:
    bool mountTmpfs(const char *options);

    std::unique_ptr<Bench> m_bench;
    std::vector<std::unique_ptr<Bench>> m_busy; // of tests that are over: what still runs there must end by itself
    QStringList m_gone; // attempts whose folder was removed under them
    QByteArray m_shell; // that is known to be here
    QString m_attempt;
    QString m_mount;
};

void TstWrapper::initTestCase_data()
{
    QTest::addColumn<QByteArray>("shell");
    for (const QByteArray &shell : testing::shells)
        QTest::newRow(shell.constData()) << shell;
}

void TstWrapper::init()
{
    QFETCH_GLOBAL(QByteArray, shell);
    m_bench = std::make_unique<Bench>(shell);
    m_attempt = m_bench->attempt(u"machine"_s);
    if (shell != m_shell)
        SKIP_WITHOUT_PART(QString::fromLatin1(shell.split(' ').constFirst()));
    m_shell = shell;
}

void TstWrapper::cleanup()
{
    // What looks around every five seconds is waited for once, not in every test.
    const bool isMounted = !m_mount.isEmpty();
    if (!QTest::qWaitFor([this] { return m_bench->leftOver().isEmpty(); }, isMounted ? 20'000 : 500)) {
        QVERIFY2(!isMounted, m_bench->leftOver().join('\n').constData());
        m_busy.push_back(std::move(m_bench));
    }
    if (isMounted)
        QCOMPARE(m_bench->sh("umount " + m_mount.toLocal8Bit())->exitCode, 0);
    m_mount.clear();
    m_bench.reset();
}

void TstWrapper::cleanupTestCase()
{
    for (const auto &bench : m_busy) {
        const bool allGone = QTest::qWaitFor([&bench] { return bench->leftOver().isEmpty(); }, 90'000);
        QVERIFY2(allGone, bench->leftOver().join('\n').constData());
    }
    for (const QString &attempt : std::as_const(m_gone))
        QVERIFY2(!QFile::exists(attempt), qPrintable(attempt));
    m_busy.clear();
}

bool TstWrapper::mountTmpfs(const char *options)
{
    const QString folder = m_bench->home() + u"/jobs"_s;
    if (!QDir().mkpath(folder)
        || m_bench->sh(QByteArray("mount -t tmpfs -o ") + options + " none " + folder.toLocal8Bit())->exitCode != 0)
        return false;
    m_mount = folder;
    return true;
}

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
    const QByteArray mark = payloadMark(whole);
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
    const auto daemon = pid_t(Bench::read(m_attempt, "daemon").trimmed().toInt());
    QElapsedTimer timer;
    timer.start();
    VERIFY_RESULT(m_bench->ask("kill " + shellWord(m_attempt) + " 1 user"));
    const AttemptStatus end = m_bench->waitFor(m_attempt, Kind::Exited);
    QCOMPARE(end.exitCode, 137);
    QVERIFY(timer.elapsed() >= 1000);
    QTRY_VERIFY(::kill(daemon, 0) != 0);
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

void TstWrapper::knowsARecycledPid()
{
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; exec sleep 1000"));
    const QByteArray job = Bench::read(m_attempt, "job");
    const QByteArray wrapper = Bench::read(m_attempt, "wrapper");
    Bench::write(m_attempt, "job", job.split(' ').first() + " 1\n");
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Ending));
    Bench::write(m_attempt, "wrapper", wrapper.split(' ').first() + " 1\n");
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Lost));
    Bench::write(m_attempt, "job", job);
    Bench::write(m_attempt, "wrapper", wrapper);
    VERIFY_RESULT(m_bench->ask("kill " + shellWord(m_attempt) + " 1 user"));
}

void TstWrapper::knowsARestartedMachine()
{
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; exec sleep 1000"));
    const QByteArray boot = Bench::read(m_attempt, "boot");
    Bench::write(m_attempt, "boot", "0" + boot);
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Rebooted));
    // Its pids are other people's now: nothing is killed.
    QCOMPARE(int(m_bench->ask("kill " + shellWord(m_attempt) + " 0 user")->kind), int(Kind::Rebooted));
    Bench::write(m_attempt, "boot", boot);
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Running));
    VERIFY_RESULT(m_bench->ask("kill " + shellWord(m_attempt) + " 1 user"));
    QCOMPARE(int(m_bench->waitFor(m_attempt, Kind::Exited).kind), int(Kind::Exited));
}

void TstWrapper::knowsAnotherMachine()
{
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; exec sleep 1000"));
    const QByteArray boot = Bench::read(m_attempt, "boot");
    const QByteArray machine = Bench::read(m_attempt, "machine");
    for (const QByteArray other : {"2 0123456789abcdef0123456789abcdef node7\n", "2 host-node7 node7\n"}) {
        Bench::write(m_attempt, "boot", "0" + boot);
        Bench::write(m_attempt, "machine", other);
        const AttemptStatus state = m_bench->status(m_attempt);
        QCOMPARE(int(state.kind), int(Kind::Elsewhere));
        QCOMPARE(state.otherMachine, QString::fromLatin1(other.mid(2).trimmed()));
        for (const QByteArray verb : {"void ", "start ", "kill "}) {
            const QByteArray words = verb == "start " ? " 0 1 x" : " 0 user";
            QCOMPARE(int(m_bench->ask(verb + shellWord(m_attempt) + words)->kind), int(Kind::Elsewhere));
        }
        // The same boot is the same machine, whatever it is called by now.
        Bench::write(m_attempt, "boot", boot);
        QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Running));
    }
    Bench::write(m_attempt, "machine", machine);
    VERIFY_RESULT(m_bench->ask("kill " + shellWord(m_attempt) + " 1 user"));
    QCOMPARE(int(m_bench->waitFor(m_attempt, Kind::Exited).kind), int(Kind::Exited));

    const QString meantForAnother = m_bench->attempt(u"0123456789abcdef0123456789abcdef"_s);
    const auto refused = m_bench->start(meantForAnother, "echo ran > ../ran");
    QVERIFY(!refused);
    QVERIFY2(refusalOf(refused.error()).value_or(QString()).startsWith(u"this is not the machine"_s),
             qPrintable(refused.error().technical));
    QCOMPARE(int(m_bench->status(meantForAnother).kind), int(Kind::Elsewhere));
    QVERIFY(!QFile::exists(meantForAnother) && !QFile::exists(m_bench->attempt(u"ran"_s)));
}

void TstWrapper::adoptsWhatAnOlderScriptStarted()
{
    const QByteArray older = BATCHDECK_SOURCE_DIR "/tests/node/data/agent-1";
    const QByteArray newer = BATCHDECK_SOURCE_DIR "/resources/scripts";
    m_bench->setScripts(older);
    const QString ended = m_bench->attempt(u"ended"_s);
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; exec sleep 1000"));
    VERIFY_RESULT(m_bench->start(ended, "echo last words >&2; exit 4"));
    QCOMPARE(int(m_bench->waitFor(ended, Kind::Exited).kind), int(Kind::Exited));

    m_bench->setScripts(newer);
    const AttemptStatus end = m_bench->status(ended);
    QCOMPARE(int(end.kind), int(Kind::Exited));
    QCOMPARE(end.exitCode, 4);
    QCOMPARE(end.launchError, u"last words"_s);
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Running));
    QCOMPARE(int(m_bench->start(m_attempt, "echo twice > twice")->kind), int(Kind::Running));
    const QByteArray boot = Bench::read(m_attempt, "boot");
    Bench::write(m_attempt, "boot", "0" + boot);
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::Rebooted));
    Bench::write(m_attempt, "boot", boot);
    VERIFY_RESULT(m_bench->ask("kill " + shellWord(m_attempt) + " 1 user"));
    const AttemptStatus killed = m_bench->waitFor(m_attempt, Kind::Exited);
    QCOMPARE(killed.exitCode, 143);
    QCOMPARE(killed.endReason, u"user"_s);
}

void TstWrapper::tellsAGarbledRecordFromALostJob_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("exit is words") << "exit"_ba
                                   << "it was\\n@bd 2 lost .\\n fine \n"_ba;
    QTest::newRow("exit is bytes") << "exit"_ba
                                   << "\xff\xfe 7 \r\n"_ba;
    QTest::newRow("exit is empty") << "exit"_ba
                                   << ""_ba;
    QTest::newRow("started is words") << "started"_ba
                                      << "yesterday evening\n"_ba;
}

void TstWrapper::tellsAGarbledRecordFromALostJob()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, content);
    const QString sound = m_bench->attempt(u"sound"_s);
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched"));
    VERIFY_RESULT(m_bench->start(sound, "mkdir launched; exit 3"));
    QCOMPARE(int(m_bench->waitFor(m_attempt, Kind::Exited).kind), int(Kind::Exited));
    QCOMPARE(int(m_bench->waitFor(sound, Kind::Exited).kind), int(Kind::Exited));
    Bench::write(m_attempt, file.constData(), content);
    const auto result = await(m_bench->begin("status " + shellWord(m_attempt) + ' ' + shellWord(sound)));
    VERIFY_RESULT(result);
    const auto states = parseStatus(*result, 2);
    VERIFY_RESULT(states);
    QCOMPARE(int(states->at(0).kind), int(Kind::Unclear));
    QCOMPARE(int(states->at(1).kind), int(Kind::Exited));
    QCOMPARE(states->at(1).exitCode, 3);
}

void TstWrapper::outlivesItsWrapper()
{
    VERIFY_RESULT(
        m_bench->start(m_attempt, "mkdir launched; while [ ! -e go-on ]; do sleep 0.05; done; echo end > end-of-job"));
    const auto wrapper = pid_t(Bench::read(m_attempt, "wrapper").split(' ').first().toInt());
    QVERIFY(wrapper > 1 && ::kill(wrapper, SIGKILL) == 0);
    QTRY_VERIFY(::kill(wrapper, 0) != 0);
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

void TstWrapper::keepsTheExitCodeOnAFullDisk()
{
    if (!mountTmpfs("size=256k"))
        SKIP_UNLESS_ALL("a full disk needs a file system of its own, which only root can mount.");
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; dd if=/dev/zero of=fill bs=4k; sleep 1.5; exit 5"));
    const AttemptStatus end = m_bench->waitFor(m_attempt, Kind::Exited);
    QCOMPARE(int(end.kind), int(Kind::Exited));
    QCOMPARE(end.exitCode, 5);

    const QString killed = m_bench->attempt(u"killed"_s);
    QVERIFY(QFile::remove(m_attempt + u"/fill"_s));
    VERIFY_RESULT(m_bench->start(killed, "mkdir launched; dd if=/dev/zero of=fill bs=4k; touch full; exec sleep 1000"));
    QTRY_VERIFY(QFile::exists(killed + u"/full"_s));
    VERIFY_RESULT(m_bench->ask("kill " + shellWord(killed) + " 1 user"));
    QCOMPARE(m_bench->waitFor(killed, Kind::Exited).exitCode, 143);
    QCOMPARE(m_bench->status(killed).endReason, u"user"_s);
}

void TstWrapper::refusesToStartOnAFullDisk()
{
    if (!mountTmpfs("size=64k"))
        SKIP_UNLESS_ALL("a full disk needs a file system of its own, which only root can mount.");
    QVERIFY(m_bench->sh("dd if=/dev/zero of=" + m_mount.toLocal8Bit() + "/fill bs=4k")->exitCode != 0);
    const QByteArray outside = m_bench->home().toLocal8Bit() + "/ran";
    const auto answer = m_bench->start(m_attempt, "echo ran > " + outside);
    QVERIFY(!answer);
    QCOMPARE(int(answer.error().code), int(ErrorCode::CommandFailed));
    QVERIFY2(saysDiskFull(refusalOf(answer.error()).value_or(QString())), qPrintable(answer.error().technical));
    QCOMPARE(int(m_bench->status(m_attempt).kind), int(Kind::NeverBegan));
    QVERIFY(!QFile::exists(QString::fromLocal8Bit(outside)));
}

void TstWrapper::tellsAFullDiskFromAFailedLaunch()
{
    if (!mountTmpfs("size=256k"))
        SKIP_UNLESS_ALL("a full disk needs a file system of its own, which only root can mount.");
    // What would say so cannot be written either.
    VERIFY_RESULT(m_bench->start(m_attempt, "dd if=/dev/zero of=fill bs=4k 2>/dev/null; echo words > file; exit 1"));
    const AttemptStatus full = m_bench->waitFor(m_attempt, Kind::Exited);
    QVERIFY(full.diskFull && !full.launched);
    QCOMPARE(full.exitCode, 1);
    QVERIFY(QFile::remove(m_attempt + u"/fill"_s));
    const QString other = m_bench->attempt(u"other"_s);
    VERIFY_RESULT(m_bench->start(other, "exit 1"));
    QVERIFY(!m_bench->waitFor(other, Kind::Exited).diskFull);
    QCOMPARE(QDir(other).entryList({u"*probe*"_s}), QStringList());
}

void TstWrapper::holdsTheExitCodeUntilItCanBeWritten()
{
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; rm exit.part; mkdir exit.part; exit 6"));
    QCOMPARE(int(m_bench->waitFor(m_attempt, Kind::Ending).kind), int(Kind::Ending));
    QTRY_VERIFY(m_bench->leftOver().join().contains(" hold "));
    QVERIFY(QDir(m_attempt).rmdir(u"exit.part"_s));
    const AttemptStatus end = m_bench->waitFor(m_attempt, Kind::Exited);
    QCOMPARE(int(end.kind), int(Kind::Exited));
    QCOMPARE(end.exitCode, 6);
}

void TstWrapper::answersQuickly()
{
    VERIFY_RESULT(m_bench->start(m_attempt, "mkdir launched; exit 0"));
    QCOMPARE(int(m_bench->waitFor(m_attempt, Kind::Exited).kind), int(Kind::Exited));
    constexpr int count = 100;
    QByteArray directories;
    for (int i = 0; i < count; ++i)
        directories += ' ' + shellWord(m_attempt);
    QElapsedTimer timer;
    timer.start();
    const auto result = await(m_bench->begin("status" + directories));
    const qint64 elapsed = timer.elapsed();
    VERIFY_RESULT(result);
    VERIFY_RESULT(parseStatus(*result, count));
    QVERIFY2(elapsed < 20 * count, qPrintable(QString::number(elapsed)));
}

BATCHDECK_TEST_MAIN(QCoreApplication, TstWrapper)

#include "tst_wrapper.moc"
