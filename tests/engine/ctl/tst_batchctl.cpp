// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/engine.h"
#include "engine/rpc/blockinglink.h"
#include "engine/rpc/profile/profile.h"
#include "engine/rpc/rpcserver.h"

#include "tests/engine/installation.h"
#include "tests/gui/cannedworld.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QRegularExpression>

#include <signal.h>

using namespace Qt::StringLiterals;
using namespace engine;
using namespace std::chrono_literals;
using testing::Installation;
using testing::Outcome;
using testing::outcomeOf;

namespace {

constexpr int countedTo = 60;

QByteArray jobDocument(const QString &command)
{
    const QJsonObject properties{{u"nodeCount"_s, 1},
                                 {u"stdOutErrPathPrefix"_s, u"$AZ_BATCHAI_JOB_TEMP"_s},
                                 {u"customToolkitSettings"_s, QJsonObject{{u"commandLine"_s, command}}}};
    return QJsonDocument(QJsonObject{{u"properties"_s, properties}}).toJson();
}

// Prints for some six seconds and ends with 7: long enough for an engine to go in the middle.
QByteArray countingJob()
{
    return jobDocument(
        u"i=1; while [ $i -le %1 ]; do echo line $i; i=$((i+1)); sleep 0.1; done; exit 7"_s.arg(countedTo));
}

QByteArray countedLines()
{
    QByteArray text;
    for (int i = 1; i <= countedTo; ++i)
        text += "line " + QByteArray::number(i) + '\n';
    return text;
}

} // namespace

/// batchctl as a user has it: the built program, a profile of its own, the real engine and this computer.
class TstBatchctl final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void startsNoEngineForStatusAndStop();
    void walksThroughTheLifeOfAJob();
    void deletesNoOutputsUnasked();
    void streamsWhatWaitsForItsTurn();
    void followsListsUntilItIsInterrupted();
    void followsWhatChangesWhileItReads();
    void tellsEachCauseOfSeveralTransfers();
    void refusesBadInput_data();
    void refusesBadInput();
    void survivesAnEngineThatGoes_data();
    void survivesAnEngineThatGoes();
    void startsOneEngineForManyClients();

private:
    [[nodiscard]] Outcome run(const QStringList &arguments, const QByteArray &input = {}) const
    {
        return m_installation->batchctl(arguments, input);
    }
    void makeCluster() const;
    [[nodiscard]] QStringList jobNames() const;

    std::unique_ptr<Installation> m_installation;
};

void TstBatchctl::init()
{
    m_installation = std::make_unique<Installation>();
}

void TstBatchctl::cleanup()
{
    (void)run({u"cluster"_s, u"delete"_s, u"-n"_s, u"desk"_s, u"--terminate"_s, u"-y"_s});
    QCOMPARE(run({u"stop"_s}).exitCode, 0);
    // What samples a job lives a moment longer than the job, and may still write.
    QTRY_VERIFY(QDir(m_installation->path(QString())).removeRecursively());
    m_installation.reset();
}

void TstBatchctl::makeCluster() const
{
    const QByteArray fault = m_installation->makeCluster();
    QVERIFY2(fault.isEmpty(), fault.constData());
}

QStringList TstBatchctl::jobNames() const
{
    QStringList names;
    for (const QJsonValue &job : run({u"job"_s, u"list"_s}).json().toArray())
        names.append(job[u"name"_s].toString());
    return names;
}

void TstBatchctl::startsNoEngineForStatusAndStop()
{
    const Outcome status = run({u"status"_s});
    QCOMPARE(status.exitCode, 0);
    QCOMPARE(status.json().toObject(), (QJsonObject{{u"running"_s, false}}));
    QCOMPARE(run({u"stop"_s}).exitCode, 0);
    QVERIFY(!QFile::exists(m_installation->profile()));
}

void TstBatchctl::walksThroughTheLifeOfAJob()
{
    makeCluster();
    const QByteArray document = jobDocument(u"echo hello; exit 3"_s);
    const Outcome plan = run({u"job"_s, u"plan"_s, u"-c"_s, u"desk"_s}, document);
    QCOMPARE(plan.exitCode, 0);
    QCOMPARE(plan.json()[u"nodes"_s].toArray().size(), 1);
    QCOMPARE(jobNames(), QStringList());

    const QStringList create{u"job"_s, u"create"_s, u"-n"_s, u"a"_s, u"-c"_s, u"desk"_s};
    QCOMPARE(run(create, document).exitCode, 0);
    QCOMPARE(run(create, document).exitCode, 5);
    QCOMPARE(run({u"job"_s, u"file"_s, u"stream"_s, u"-j"_s, u"a"_s, u"-f"_s, u"stdout.txt"_s}).output,
             QByteArray("hello\n"));
    QCOMPARE(run({u"job"_s, u"wait"_s, u"-n"_s, u"a"_s}).exitCode, 3);
    QCOMPARE(run({u"job"_s, u"wait"_s, u"-n"_s, u"none"_s}).exitCode, 123);
    QCOMPARE(run({u"job"_s, u"show"_s, u"-n"_s, u"a"_s}).json()[u"properties"_s][u"executionState"_s].toString(),
             u"failed"_s);
    const Outcome files = run({u"job"_s, u"file"_s, u"list"_s, u"-j"_s, u"a"_s, u"-o"_s, u"tsv"_s});
    QVERIFY2(files.output.contains("stdout.txt\tfile\t6\t"), files.output.constData());
    const QJsonArray nodes = run({u"job"_s, u"node"_s, u"list"_s, u"-j"_s, u"a"_s}).json().toArray();
    QCOMPARE(nodes.size(), 1);
    QCOMPARE(nodes.first()[u"name"_s].toString(), u"here"_s);

    QCOMPARE(run({u"job"_s, u"rerun"_s, u"-n"_s, u"a"_s}).json()[u"name"_s].toString(), u"a-r1"_s);
    QCOMPARE(run(create + QStringList{u"-n"_s, u"long"_s}, jobDocument(u"sleep 600"_s)).exitCode, 0);
    QCOMPARE(run({u"job"_s, u"terminate"_s, u"-n"_s, u"long"_s}).exitCode, 2);
    QCOMPARE(run({u"job"_s, u"terminate"_s, u"-n"_s, u"long"_s, u"-y"_s}).exitCode, 0);
    QCOMPARE(run({u"job"_s, u"wait"_s, u"-n"_s, u"long"_s}).exitCode, 255);
    for (const QString &name : {u"a"_s, u"a-r1"_s, u"long"_s})
        QCOMPARE(run({u"job"_s, u"delete"_s, u"-n"_s, name, u"-y"_s}).exitCode, 0);
    QCOMPARE(jobNames(), QStringList());
}

void TstBatchctl::deletesNoOutputsUnasked()
{
    makeCluster();
    const QByteArray document =
        R"({"properties":{"nodeCount":1,"stdOutErrPathPrefix":"$AZ_BATCHAI_JOB_TEMP",
            "customToolkitSettings":{"commandLine":"echo model > \"$AZ_BATCHAI_OUTPUT_MODEL/m\""},
            "outputDirectories":[{"id":"MODEL","pathPrefix":"results"},{"id":"NONE","pathPrefix":"none"}]}})";
    const auto made = [&](const QString &name) {
        const int code =
            run({u"job"_s, u"create"_s, u"-c"_s, u"desk"_s, u"-n"_s, name, u"--wait"_s}, document).exitCode;
        const QJsonValue extension = m_installation->job(name)[u"properties"_s][u"x-batchdeck"_s];
        return QString(code == 0 ? extension[u"nodes"_s][0][u"directory"_s].toString() : QString::number(code));
    };
    const QString kept = made(u"kept"_s);
    const QFileInfo file(kept + u"/outputs/MODEL/m"_s);
    QVERIFY2(file.exists(), qPrintable(kept));
    const QString folder = QFileInfo(file.canonicalFilePath()).path();
    const Outcome deleted = run({u"job"_s, u"delete"_s, u"-n"_s, u"kept"_s, u"-y"_s});
    QCOMPARE(deleted.exitCode, 0);
    static const QRegularExpression size(u" \\([0-9.]+ \\w+\\)\\.\n$"_s);
    QVERIFY2(deleted.errorOutput.startsWith(QByteArray("Its outputs stay: here:" + folder.toUtf8() + " ("))
                 && QString::fromUtf8(deleted.errorOutput).contains(size),
             deleted.errorOutput.constData());
    QVERIFY(QFile::exists(folder + u"/m"_s));
    QVERIFY(!QFile::exists(kept + u"/temp/hostfile"_s));

    const QString gone = made(u"gone"_s);
    const QStringList take{u"job"_s, u"delete"_s, u"-n"_s, u"gone"_s, u"--with-outputs"_s};
    const Outcome asked = run(take);
    QCOMPARE(asked.exitCode, 2);
    const QByteArray named = gone.toUtf8() + "/temp/wd/results/";
    QVERIFY2(asked.errorOutput.contains("and what it wrote to here:") && asked.errorOutput.contains(named),
             asked.errorOutput.constData());
    QVERIFY(QFile::exists(gone + u"/outputs/MODEL/m"_s));
    const Outcome taken = run(take + QStringList{u"-y"_s});
    QCOMPARE(taken.exitCode, 0);
    QVERIFY2(taken.errorOutput.contains(named), taken.errorOutput.constData());
    QVERIFY(!QFile::exists(gone));

    const Outcome cleaned = run({u"machine"_s, u"clean"_s, u"-n"_s, u"here"_s, u"-y"_s});
    QVERIFY2(cleaned.exitCode == 0, cleaned.errorOutput.constData());
    QCOMPARE(cleaned.json()[u"kept"_s].toArray(), QJsonArray{folder});
    QVERIFY(QFile::exists(folder + u"/m"_s));
}

// It has no log yet when it is asked for first; a user reads nothing of Qt's about that.
void TstBatchctl::streamsWhatWaitsForItsTurn()
{
    makeCluster();
    const QStringList create{u"job"_s, u"create"_s, u"-c"_s, u"desk"_s, u"-n"_s};
    const QString go = m_installation->path(u"go"_s);
    QCOMPARE(
        run(create + QStringList{u"first"_s}, jobDocument(u"until [ -e '%1' ]; do sleep 0.1; done"_s.arg(go))).exitCode,
        0);
    const auto second = m_installation->start(create + QStringList{u"second"_s, u"--wait"_s, u"--stream"_s},
                                              jobDocument(u"echo hello"_s));
    QTRY_COMPARE(jobNames().size(), 2);
    QTest::qWait(1000); // it is looked for ten times a second
    QVERIFY(testing::writeFile(go, {}));
    const Outcome streamed = outcomeOf(*second);
    QCOMPARE(streamed.exitCode, 0);
    QVERIFY2(streamed.output.contains("hello\n"), streamed.output.constData());
    static const QRegularExpression wordsOfQt(u"^Q\\w+::"_s, QRegularExpression::MultilineOption);
    QVERIFY2(!QString::fromUtf8(streamed.errorOutput).contains(wordsOfQt), streamed.errorOutput.constData());
}

void TstBatchctl::followsListsUntilItIsInterrupted()
{
    makeCluster();
    QCOMPARE(run({u"job"_s, u"create"_s, u"-n"_s, u"a"_s, u"-c"_s, u"desk"_s}, jobDocument(u"true"_s)).exitCode, 0);
    const auto watch = [this](const QString &group) {
        return m_installation->start({group, u"list"_s, u"--watch"_s, u"-o"_s, u"json"_s});
    };
    const auto jobs = watch(u"job"_s);
    const auto transfers = watch(u"transfer"_s);
    const auto machines = watch(u"machine"_s);
    QHash<QProcess *, QByteArray> told;
    const auto hears = [&told](QProcess &process, const QByteArray &word) {
        return (told[&process] += process.readAllStandardOutput()).contains(word);
    };
    QTRY_VERIFY(hears(*jobs, R"("name":"a")"));
    QTRY_VERIFY(hears(*machines, R"("name":"here")"));

    QCOMPARE(run({u"stop"_s}).exitCode, 0); // they go on with the next engine
    QCOMPARE(run({u"job"_s, u"create"_s, u"-n"_s, u"b"_s, u"-c"_s, u"desk"_s, u"--wait"_s}, jobDocument(u"exit 3"_s))
                 .exitCode,
             3);
    QTRY_VERIFY(hears(*jobs, R"("executionState":"failed")"));
    QCOMPARE(run({u"job"_s, u"delete"_s, u"-n"_s, u"b"_s, u"-y"_s}).exitCode, 0);
    QTRY_VERIFY(hears(*jobs, R"("removed":true)"));
    QFile file(m_installation->path(u"one"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    QCOMPARE(run({u"storage"_s, u"upload"_s, file.fileName(), u"here:"_s + m_installation->path(u"there"_s)}).exitCode,
             0);
    QTRY_VERIFY(hears(*transfers, R"("state":"done")"));

    for (const QByteArray &line : told.value(jobs.get()).trimmed().split('\n'))
        QVERIFY2(QJsonDocument::fromJson(line).isObject(), line.constData());
    for (QProcess *process : {jobs.get(), transfers.get(), machines.get()}) {
        QCOMPARE(kill(pid_t(process->processId()), SIGINT), 0);
        QCOMPARE(outcomeOf(*process).exitCode, 0);
    }
}

// The jobs are two pages. The test answers for the engine, so that a change comes between the two.
void TstBatchctl::followsWhatChangesWhileItReads()
{
    const QString list = u"job.list"_s;
    canned::CannedLink link(canned::delta(1, {}));
    link.answers[u"engine.status"_s] = QJsonValue(QJsonObject{{u"profileId"_s, canned::profile}});
    link.hold(list);
    QVERIFY(QDir().mkpath(m_installation->profile()));
    const QString socket = socketPath(m_installation->profile());
    auto server = std::make_unique<RpcServer>(link);
    QVERIFY(server->listen(socket));
    QJsonArray firstPage;
    for (int number = 300; number > 100; --number)
        firstPage.append(canned::job(number, u"running"_s));
    const QJsonArray lastPage{canned::job(100, u"running"_s)};
    const auto watch = m_installation->start({u"job"_s, u"list"_s, u"--watch"_s, u"-o"_s, u"json"_s, u"-g"_s, u"lab"_s,
                                              u"-w"_s, u"vision"_s, u"-e"_s, u"resnet"_s});
    QByteArray told;
    const auto hears = [&told, &watch](const QByteArray &word) {
        return (told += watch->readAllStandardOutput()).contains(word);
    };
    QTRY_COMPARE(link.count(list), 1);
    link.release(list, QJsonValue(firstPage));
    QTRY_COMPARE(link.count(list), 2);
    emit link.changed(
        canned::delta(2, {canned::job(300, u"failed"_s)}, {canned::job(299, u"running"_s)[u"id"_s].toString()}));
    link.release(list, QJsonValue(lastPage));
    QTRY_VERIFY(hears(R"("executionState":"failed")"));
    QCOMPARE(told.count(R"("name":"run-300")"), 1); // as it is now
    QVERIFY(!told.contains(R"("name":"run-299")"));

    link.setSnapshot(canned::delta(3, {}));
    emit link.changed(canned::delta(3, {})); // one change was left out: all is read anew
    QTRY_COMPARE(link.count(list), 3);
    link.release(list, QJsonValue(firstPage));
    QTRY_COMPARE(link.count(list), 4);
    server.reset(); // the next engine is asked for the last page, but tells nobody of changes yet
    server = std::make_unique<RpcServer>(link);
    QVERIFY(server->listen(socket));
    QTRY_COMPARE(link.count(list), 5);
    link.release(list, QJsonValue(lastPage)); // to the engine that went
    link.release(list, QJsonValue(lastPage));
    QTRY_COMPARE(link.count(list), 6);
    QCOMPARE(link.count(u"resource.snapshot"_s), 3);
    link.release(list, QJsonValue(lastPage));
    QTRY_VERIFY(hears(R"("removed":true)"));
    QCOMPARE(kill(pid_t(watch->processId()), SIGINT), 0);
    QCOMPARE(outcomeOf(*watch).exitCode, 0);
}

// The test answers for the engine, so that more than one fails.
void TstBatchctl::tellsEachCauseOfSeveralTransfers()
{
    const Error first = Error::of(ErrorCode::NotFound, "The first cause.");
    const Error second = Error::of(ErrorCode::Conflict, "The second cause.");
    canned::CannedLink link;
    QVERIFY(QDir().mkpath(m_installation->profile()));
    RpcServer server(link);
    QVERIFY(server.listen(socketPath(m_installation->profile())));
    const QString start = u"transfer.start"_s;
    link.hold(start);
    const auto copy = m_installation->start({u"storage"_s, u"copy"_s, u"/a/x"_s, u"/b/y"_s, u"/there"_s});
    QTRY_COMPARE(link.count(start), 1);
    link.release(start, first);
    QTRY_COMPARE(link.count(start), 2);
    link.release(start, second);
    QTRY_COMPARE(copy->state(), QProcess::NotRunning);
    const Outcome copied = outcomeOf(*copy);
    QCOMPARE(copied.exitCode, 3); // as the first says
    QVERIFY2(copied.errorOutput.contains("The first cause.") && copied.errorOutput.contains("The second cause."),
             copied.errorOutput.constData());

    const QString wait = u"transfer.wait"_s;
    link.hold(wait);
    link.answers[u"transfer.list"_s] = QJsonValue(QJsonArray{QJsonObject{{u"id"_s, u"replacing"_s}}});
    link.answers[u"transfer.undo"_s] = QJsonValue(QJsonArray{u"one"_s, u"two"_s});
    const auto undo = m_installation->start({u"transfer"_s, u"undo"_s, u"replacing"_s});
    QTRY_COMPARE(link.count(wait), 1);
    link.release(wait, first);
    QTRY_COMPARE(link.count(wait), 2);
    link.release(wait, QJsonValue(QJsonObject{{u"id"_s, u"two"_s}, {u"state"_s, u"done"_s}}));
    QTRY_COMPARE(undo->state(), QProcess::NotRunning);
    const Outcome undone = outcomeOf(*undo);
    QCOMPARE(undone.exitCode, 3);
    QCOMPARE(undone.json()[u"id"_s].toString(), u"two"_s);
    QVERIFY2(undone.errorOutput.contains("The first cause."), undone.errorOutput.constData());
}

void TstBatchctl::refusesBadInput_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<int>("code");
    const QByteArray good = jobDocument(u"true"_s);
    const QStringList create{u"job"_s, u"create"_s, u"-c"_s, u"desk"_s, u"-n"_s};
    QTest::newRow("broken JSON") << (create + QStringList{u"x"_s}) << QByteArray("{\"properties\": {") << 4;
    QTest::newRow("no JSON") << (create + QStringList{u"x"_s}) << QByteArray() << 4;
    QTest::newRow("not UTF-8") << (create + QStringList{u"x"_s}) << QByteArray("\xff\xfe") << 4;
    QTest::newRow("wrong type") << (create + QStringList{u"x"_s, u"--set"_s, u"nodeCount=\"two\""_s}) << good << 4;
    QTest::newRow("100 MB") << (create + QStringList{u"x"_s}) << QByteArray(100'000'000, ' ') << 4;
    QTest::newRow("unknown cluster") << QStringList{u"job"_s, u"create"_s, u"-c"_s, u"nope"_s, u"-n"_s, u"x"_s} << good
                                     << 4;
    QTest::newRow("climbing name") << (create + QStringList{u"../../x"_s}) << good << 4;
    QTest::newRow("two lines") << (create + QStringList{u"a\nb"_s}) << good << 4;
    QTest::newRow("substitution") << (create + QStringList{u"$(id)"_s}) << good << 4;
    QTest::newRow("no file") << (create + QStringList{u"x"_s, u"-f"_s, u"/nowhere/job.json"_s}) << good << 3;
    QTest::newRow("unknown option") << (create + QStringList{u"x"_s, u"--colour"_s, u"red"_s}) << good << 2;
}

void TstBatchctl::refusesBadInput()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, input);
    QFETCH(int, code);
    makeCluster();
    const Outcome outcome = run(arguments, input);
    QVERIFY2(outcome.exitCode == code,
             qPrintable(u"exit %1: "_s.arg(outcome.exitCode) + QString::fromUtf8(outcome.errorOutput)));
    QVERIFY(outcome.output.isEmpty());
    QVERIFY(outcome.errorOutput.startsWith("batchctl: "));
    QCOMPARE(jobNames(), QStringList());
}

void TstBatchctl::survivesAnEngineThatGoes_data()
{
    QTest::addColumn<QString>("how");
    QTest::newRow("kill -9") << u"kill"_s;
    QTest::newRow("release") << u"release"_s;
    QTest::newRow("a console takes over") << u"console"_s;
}

void TstBatchctl::survivesAnEngineThatGoes()
{
    QFETCH(QString, how);
    makeCluster();
    QCOMPARE(run({u"job"_s, u"create"_s, u"-n"_s, u"a"_s, u"-c"_s, u"desk"_s}, countingJob()).exitCode, 0);
    const auto stream =
        m_installation->start({u"job"_s, u"file"_s, u"stream"_s, u"-j"_s, u"a"_s, u"-f"_s, u"stdout.txt"_s});
    const auto wait = m_installation->start({u"job"_s, u"wait"_s, u"-n"_s, u"a"_s, u"--interval"_s, u"0.1"_s});
    QVERIFY(stream->waitForReadyRead(testing::patience));
    const qint64 first = run({u"status"_s}).json()[u"pid"_s].toInteger();
    std::unique_ptr<Engine> console;
    if (how == u"kill"_s) {
        QCOMPARE(kill(pid_t(first), SIGKILL), 0);
    } else if (how == u"console"_s) {
        auto engine = Engine::create(m_installation->profile(), EngineKind::Console);
        QVERIFY2(engine, qPrintable(engine ? QString() : engine.error().message.englishText()));
        console = std::move(*engine);
        QVERIFY(console->isOwn());
        QCOMPARE(run({u"stop"_s}).exitCode, 5); // a console is not stopped from outside
    } else {
        BlockingLink link(m_installation->profile(), BlockingLink::Start::Never);
        QVERIFY(link.call(u"engine.release"_s, {}, std::chrono::milliseconds(testing::patience)));
    }
    const Outcome streamed = outcomeOf(*stream);
    QCOMPARE(streamed.exitCode, 0);
    QCOMPARE(streamed.output, countedLines());
    QCOMPARE(outcomeOf(*wait).exitCode, 7);
    QVERIFY(run({u"status"_s}).json()[u"pid"_s].toInteger() != first);
}

void TstBatchctl::startsOneEngineForManyClients()
{
    std::vector<std::unique_ptr<QProcess>> clients;
    for (int i = 0; i < 4; ++i)
        clients.push_back(m_installation->start({u"machine"_s, u"list"_s}));
    for (const auto &client : clients) {
        const Outcome outcome = outcomeOf(*client);
        QVERIFY2(outcome.exitCode == 0, outcome.errorOutput.constData());
        QCOMPARE(outcome.json().toArray(), QJsonArray());
    }
    QVERIFY(run({u"status"_s}).json()[u"running"_s].toBool());
}

BATCHDECK_TEST(QCoreApplication, TstBatchctl)
#include "tst_batchctl.moc"
