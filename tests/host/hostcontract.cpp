// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/host/hostcontract.h"

#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/patience.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QThread>

using namespace engine;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using testing::await;

namespace {

// Hosts are tested at the same time, and each looks at all processes of this computer.
QByteArray ownMark(const QByteArray &mark)
{
    return mark + '-' + QByteArray::number(QCoreApplication::applicationPid()) + '-';
}

// A command that would run far longer than any test, and two generations of it.
QByteArray longCommand(const QByteArray &mark)
{
    return "echo begun; sh -c 'sleep 1000; : " + ownMark(mark) + "' & wait";
}

} // namespace

void HostContract::init()
{
    m_host = m_factory();
}

void HostContract::cleanup()
{
    m_host.reset();
}

Result<CommandResult> HostContract::run(const QByteArray &script, const QByteArray &input)
{
    return await(m_host->run({script, input}));
}

bool HostContract::isAlive(const QByteArray &mark)
{
    // The brackets keep the search from finding itself.
    const auto result =
        run("cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -q '[:] " + ownMark(mark) + "'");
    return result && result->exitCode == 0;
}

void HostContract::answersWhatTheCommandSaid()
{
    const auto result = run("echo out; echo err >&2; exit 3");
    VERIFY_RESULT(result);
    QCOMPARE(result->output, "out\n");
    QCOMPARE(result->errorOutput, "err\n");
    QCOMPARE(result->exitCode, 3);
}

void HostContract::tellsHowItEnded_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("true") << "true"_ba << 0;
    QTest::newRow("empty") << ""_ba << 0;
    QTest::newRow("255") << "exit 255"_ba << 255;
    QTest::newRow("no such command") << "no-such-command-here"_ba << 127;
    QTest::newRow("syntax") << "if"_ba << 2;
    QTest::newRow("killed") << "kill -KILL $$"_ba << 137;
    QTest::newRow("terminated") << "kill -TERM $$"_ba << 143;
    QTest::newRow("interrupted") << "kill -INT $$"_ba << 130;
}

void HostContract::tellsHowItEnded()
{
    QFETCH(QByteArray, script);
    QFETCH(int, exitCode);
    const auto result = run(script);
    VERIFY_RESULT(result);
    QCOMPARE(result->exitCode, exitCode);
}

void HostContract::givesWhatALoginGives()
{
    qputenv("BATCHDECK_SECRET", "of the console");
    const auto result = run("[ \"$PWD\" = \"$(cd \"$HOME\" && pwd)\" ] && echo home; env | sed 's/=.*//' | sort");
    qunsetenv("BATCHDECK_SECRET");
    VERIFY_RESULT(result);
    const QList<QByteArray> names = result->output.split('\n');
    for (const QByteArray name : {"home", "HOME", "USER", "LOGNAME", "SHELL", "PATH"})
        QVERIFY2(names.contains(name), name.constData());
    QVERIFY(!names.contains("BATCHDECK_SECRET"));
    QVERIFY(!names.contains("QT_QPA_PLATFORM"));
}

void HostContract::closesInput()
{
    const auto result = run("cat; echo end");
    VERIFY_RESULT(result);
    QCOMPARE(result->output, "end\n");
}

void HostContract::takesMuchInputAndOutput()
{
    QByteArray bytes(4 * 1024 * 1024, '\0');
    for (qsizetype i = 0; i < bytes.size(); ++i)
        bytes[i] = char(i * 7 + i / 256);
    const auto result = run("cat", bytes);
    VERIFY_RESULT(result);
    QVERIFY(result->output == bytes);
    const auto deaf = run("exec 0<&-; echo did not listen", bytes);
    VERIFY_RESULT(deaf);
    QCOMPARE(deaf->output, "did not listen\n");
}

// Longer than one argument of a program may be; what is its input stays that.
void HostContract::takesALongScript()
{
    const QByteArray script =
        "word=none\n" + QByteArray(": 'some words'\n").repeated(20'000) + "read -r word; echo $word";
    const auto result = run(script, "said\n");
    VERIFY_RESULT(result);
    QCOMPARE(result->output, "said\n");
}

void HostContract::cutsEndlessOutput()
{
    const auto result = run("head -c 20000000 /dev/zero; head -c 20000000 /dev/zero >&2; exit 4");
    VERIFY_RESULT(result);
    QCOMPARE(result->output.size(), 16 * 1024 * 1024);
    QCOMPARE(result->errorOutput.size(), 16 * 1024 * 1024);
    QCOMPARE(result->exitCode, 4);
}

void HostContract::endsAtTheDeadline()
{
    const auto result = await(m_host->run({longCommand("deadline-of-contract"), {}, 300ms}));
    QVERIFY(!result);
    QCOMPARE(int(result.error().code), int(ErrorCode::Timeout));
    QTRY_VERIFY(!isAlive("deadline-of-contract"));
}

void HostContract::endsWhenCanceled()
{
    auto future = m_host->run({longCommand("cancel-of-contract"), {}, 1h});
    QTRY_VERIFY(isAlive("cancel-of-contract"));
    future.cancel();
    QTRY_VERIFY(future.isFinished());
    QTRY_VERIFY(!isAlive("cancel-of-contract"));
}

void HostContract::servesThreadsWithoutEventLoop()
{
    Result<CommandResult> result;
    std::unique_ptr<QThread> thread(QThread::create([&] {
        auto future = m_host->run({"echo from a thread"});
        future.waitForFinished();
        result = future.result();
    }));
    thread->start();
    QTRY_VERIFY(thread->isFinished());
    VERIFY_RESULT(result);
    QCOMPARE(result->output, "from a thread\n");
}

void HostContract::runsManyAtOnce()
{
    QList<QFuture<Result<CommandResult>>> futures;
    for (int i = 0; i < 30; ++i)
        futures.append(m_host->run({"read word; echo $word", QByteArray::number(i) + '\n'}));
    for (int i = 0; i < futures.size(); ++i) {
        const auto result = await(futures.at(i));
        VERIFY_RESULT(result);
        QCOMPARE(result->output, QByteArray::number(i) + '\n');
    }
}

void HostContract::endsWhatRunsWhenItGoes()
{
    auto future = m_host->run({longCommand("end-of-contract"), {}, 1h});
    QTRY_VERIFY(isAlive("end-of-contract"));
    m_host.reset();
    QTRY_VERIFY(future.isFinished());
    QVERIFY(future.isCanceled() || future.result().error().code == ErrorCode::Canceled);
    m_host = m_factory();
    QTRY_VERIFY(!isAlive("end-of-contract"));
}

void HostContract::streams()
{
    const auto process = m_host->stream({"echo one; read -r word; echo $word; echo err >&2; exit 5", "two\n"});
    QByteArray output;
    std::optional<Result<CommandResult>> end;
    connect(process.get(), &RemoteProcess::readyRead, this, [&](const QByteArray &bytes) { output += bytes; });
    connect(process.get(), &RemoteProcess::finished, this, [&](const auto &result) { end = result; });
    QTRY_VERIFY(end);
    VERIFY_RESULT((*end));
    QCOMPARE(output, "one\ntwo\n");
    QCOMPARE((*end)->errorOutput, "err\n");
    QCOMPARE((*end)->exitCode, 5);
}

void HostContract::stopsAStream()
{
    const auto process = m_host->stream({longCommand("stop-of-contract")});
    QSignalSpy read(process.get(), &RemoteProcess::readyRead);
    QSignalSpy finished(process.get(), &RemoteProcess::finished);
    QVERIFY(read.wait(testing::patience));
    process->stop();
    process->stop();
    QVERIFY(finished.count() == 1 || finished.wait(testing::patience));
    QTRY_VERIFY(!isAlive("stop-of-contract"));
    QCOMPARE(finished.count(), 1);

    const auto early = m_host->stream({"echo never"});
    QSignalSpy earlyFinished(early.get(), &RemoteProcess::finished);
    early->stop();
    QVERIFY(earlyFinished.wait(testing::patience));
}

void HostContract::endsAStreamByDestruction()
{
    auto process = m_host->stream({longCommand("drop-of-contract")});
    QSignalSpy read(process.get(), &RemoteProcess::readyRead);
    QVERIFY(read.wait(testing::patience));
    process.reset();
    QTRY_VERIFY(!isAlive("drop-of-contract"));
}

// Its writer waits there while our thread does something else.
void HostContract::leavesWithTheMachineWhatNobodyTakes()
{
    constexpr int megabytes = 200;
    const QTemporaryDir folder;
    const QString progress = folder.filePath(u"progress"_s);
    const QString mayBegin = folder.filePath(u"begin"_s);
    const auto process = m_host->stream(
        {"cd '" + folder.path().toUtf8() + "'; echo; while [ ! -e begin ]; do sleep 0.05; done; i=0; while [ $i -lt "
         + QByteArray::number(megabytes)
         + " ]; do head -c 1000000 /dev/zero; i=$((i + 1)); echo $i >> progress; done"});
    qint64 taken = 0;
    connect(process.get(), &RemoteProcess::readyRead, this, [&](const QByteArray &bytes) { taken += bytes.size(); });
    QSignalSpy finished(process.get(), &RemoteProcess::finished);
    QTRY_COMPARE(taken, 1);
    QVERIFY(QFile(mayBegin).open(QIODevice::WriteOnly));
    const auto written = [&progress] { return testing::contentOf(progress).count('\n'); };
    qsizetype now = 0;
    for (qsizetype before = -1; now > before && now < megabytes; now = written()) { // and no events
        before = now;
        QThread::sleep(1);
    }
    QVERIFY2(now < megabytes / 4, QByteArray::number(now));
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(taken, 1 + megabytes * 1'000'000);
}
