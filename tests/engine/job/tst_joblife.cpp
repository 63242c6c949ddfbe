// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/extension.h"
#include "engine/host/localhost.h"
#include "engine/job/files/folderremoval.h"
#include "engine/node/machinecontroller.h"
#include "tests/engine/enginefixture.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QPromise>
#include <QSaveFile>
#include <QSignalSpy>
#include <QSysInfo>
#include <QTemporaryDir>

#include <csignal>
#include <utility>

using namespace Qt::StringLiterals;
using namespace engine;
using testing::EngineFixture;

namespace {

/// This computer. Its first command waits until lose(), and never gets there.
class LateHost final : public RemoteHost
{
public:
    QFuture<Result<void>> open(const QList<Answer> &answers) override { return m_host.open(answers); }
    void close() override { m_host.close(); }
    bool isOpen() const override { return m_host.isOpen(); }
    QFuture<Result<CommandResult>> run(const RemoteCommand &command) override
    {
        if (!std::exchange(m_isFirst, false))
            return m_host.run(command);
        m_first.start();
        return m_first.future();
    }
    std::unique_ptr<RemoteProcess> stream(const RemoteCommand &command) override { return m_host.stream(command); }
    RemoteFiles &files() override { return m_host.files(); }
    QFuture<Result<std::shared_ptr<BulkSession>>> openBulk() override { return m_host.openBulk(); }

    void lose()
    {
        m_first.addResult(Result<CommandResult>(Error::of(ErrorCode::Unreachable, "The way was lost.")));
        m_first.finish();
    }

private:
    LocalHost m_host;
    QPromise<Result<CommandResult>> m_first;
    bool m_isFirst = true;
};

} // namespace

/// A job of a real engine on this computer, from submission to its log, and everything that can go wrong on the way.
class TstJobLife : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_fixture = std::make_unique<EngineFixture>();
        QVERIFY(m_fixture->start());
        QVERIFY(m_fixture->addThisComputer());
    }

    void cleanup() { m_fixture.reset(); }

    void runsToTheEndWithEveryByteOfItsLog()
    {
        QVERIFY(m_fixture->submit(u"a"_s, u"printf 'one\ntwo'; printf oops >&2"_s));
        const JobSnapshot job = m_fixture->finished(u"a"_s);
        QCOMPARE(toString(job.state), u"succeeded"_s);
        QCOMPARE(job.exitCode.value_or(-1), 0);
        QCOMPARE(EngineFixture::log(job, u"stdout.txt"_s), "one\ntwo"_ba);
        QCOMPARE(EngineFixture::log(job, u"stderr.txt"_s), "oops"_ba);
        QVERIFY(job.started.isValid() && job.ended >= job.started);
    }

    // Counted by what the machine is asked, by a job and by the setup of a cluster.
    void startsWhatIsFreshWithoutAskingForIt()
    {
        const QDir agent(m_fixture->home() + u"/agent"_s);
        const auto wrapper = [&agent] { // what is being installed lies beside its place
            const QStringList folders = agent.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
            return folders.size() == 1 ? agent.filePath(folders.constFirst() + u"/wrapper.sh"_s) : QString();
        };
        QTRY_VERIFY(QFile::exists(wrapper()));
        const QString asked = m_fixture->root() + u"/asked"_s;
        QByteArray script = EngineFixture::content(wrapper());
        script.insert(script.indexOf('\n') + 1,
                      "case $1 in start | status) echo \"$*\" >> '" + asked.toUtf8() + "' ;; esac\n");
        QSaveFile file(wrapper()); // one may be reading it
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(script) > 0 && file.commit());
        const auto askedOf = [&asked](const QString &uuid) {
            QByteArrayList lines = EngineFixture::content(asked).split('\n');
            lines.removeIf([of = uuid.toUtf8()](const QByteArray &line) { return !line.contains(of); });
            return lines;
        };

        QVERIFY(m_fixture->submit(u"a"_s, u"true"_s));
        const QByteArrayList ofJob = askedOf(m_fixture->finished(u"a"_s).uuid);
        QVERIFY2(ofJob.value(0).startsWith("start "), ofJob.join('\n').constData());
        QCOMPARE(
            std::count_if(ofJob.cbegin(), ofJob.cend(), [](const auto &line) { return line.startsWith("start "); }), 1);

        const QString id = u"default/default/clusters/set-up"_s;
        const QString text = u"{\"properties\": {\"vmSize\": \"x\", \"scaleSettings\": {\"manual\": "
                             "{\"targetNodeCount\": 1}}, \"nodeSetup\": {\"setupTask\": {\"commandLine\": \"true\", "
                             "\"stdOutErrPathPrefix\": \"%1\"}}}}"_s.arg(m_fixture->root());
        const auto made = m_fixture->call(u"cluster.create"_s,
                                          {{u"id"_s, id}, {u"machines"_s, QJsonArray{u"here"_s}}, {u"text"_s, text}});
        QVERIFY2(made, made ? "" : qPrintable(made.error().message.englishText()));
        const QString cluster = extensionOf(made->toObject())[u"uuid"_s].toString();
        QVERIFY(!cluster.isEmpty());
        QTRY_VERIFY(!askedOf(cluster).isEmpty());
        const QByteArrayList words = askedOf(cluster).constFirst().split(' ');
        QCOMPARE(words.constFirst(), "start"_ba);
        QVERIFY(m_fixture->call(u"resource.delete"_s, {{u"id"_s, id}}));
        QTRY_VERIFY(!QFile::exists(QString::fromUtf8(words.value(1))));
    }

    void handsOutTheSampleReadyToSubmit()
    {
        const auto sample = m_fixture->call(u"console.sample"_s);
        QVERIFY(sample);
        QCOMPARE(sample->toObject().value(u"name"_s).toString(), u"iris-1"_s);
        const QString text = sample->toObject().value(u"text"_s).toString();
        QVERIFY(text.contains(u"\"path\": \"iris.csv\""_s));
        QVERIFY(m_fixture->call(u"resource.create"_s, {{u"id"_s, u"default/default/samples"_s}}));
        QVERIFY(
            m_fixture->call(u"job.create"_s,
                            {{u"id"_s, u"default/default/samples/iris-1"_s},
                             {u"cluster"_s, u"desk"_s},
                             {u"text"_s, text},
                             {u"overrides"_s, // not in the home of who runs the test
                              QJsonArray{u"outputDirectories[0].pathPrefix=\"%1/models\""_s.arg(m_fixture->root())}}}));
        const auto next = m_fixture->call(u"console.sample"_s);
        QVERIFY(next);
        QCOMPARE(next->toObject().value(u"name"_s).toString(), u"iris-2"_s);
    }

    // A node that a smaller cluster gives up finishes its job first.
    void letsANodeLeave()
    {
        const QString go = m_fixture->root() + u"/go"_s;
        QVERIFY(m_fixture->submit(u"a"_s, u"until [ -e %1 ]; do sleep 0.05; done"_s.arg(go)));
        QTRY_COMPARE(toString(m_fixture->job(u"a"_s).state), u"running"_s);
        QCOMPARE(allocation(), u"steady 1 of 1: 1 running"_s);
        QVERIFY(m_fixture->call(u"cluster.resize"_s, {{u"id"_s, desk}, {u"target"_s, 0}}));
        QCOMPARE(allocation(), u"resizing 1 of 0: 1 leaving"_s);
        QVERIFY(m_fixture->call(u"cluster.resize"_s, {{u"id"_s, desk}, {u"target"_s, 1}}));
        QCOMPARE(allocation(), u"steady 1 of 1: 1 running"_s);
        QVERIFY(m_fixture->call(u"cluster.resize"_s, {{u"id"_s, desk}, {u"target"_s, 0}}));
        const QString since = transitionTime();
        QFile(go).open(QIODevice::WriteOnly);
        QVERIFY(isFinal(m_fixture->finished(u"a"_s).state));
        QCOMPARE(allocation(), u"steady 0 of 0:"_s);
        QVERIFY2(transitionTime() > since, qPrintable(since));
        QVERIFY(m_fixture->call(u"cluster.resize"_s, {{u"id"_s, desk}, {u"target"_s, 3}}));
        QCOMPARE(allocation(), u"steady 1 of 3: 1 idle"_s); // no more machines are on the way
    }

    void answersWhoWaitsForItsEnd()
    {
        const QString go = m_fixture->root() + u"/go"_s;
        QVERIFY(m_fixture->submit(u"a"_s, u"until [ -e %1 ]; do sleep 0.05; done; exit 4"_s.arg(go)));
        const QJsonObject id{{u"id"_s, EngineFixture::jobId(u"a"_s)}};
        QStringList heard;
        const auto wait = m_fixture->link().call(u"job.wait"_s, id, [&heard](const QJsonValue &job) {
            heard.append(toString(JobSnapshot::fromDocument(job.toObject()).state));
        });
        auto canceled = m_fixture->link().call(u"job.wait"_s, id);
        const auto forRemoval =
            m_fixture->link().call(u"job.wait"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}, {u"removed"_s, true}});
        QTRY_VERIFY(heard.contains(u"running"_s));
        canceled.cancel();
        QTRY_VERIFY(canceled.isFinished());
        QVERIFY(!wait.isFinished());
        QFile(go).open(QIODevice::WriteOnly);
        QTRY_VERIFY(wait.isFinished());
        const Result<QJsonValue> ended = wait.result();
        QVERIFY(ended);
        QCOMPARE(JobSnapshot::fromDocument(ended->toObject()).exitCode.value_or(-1), 4);
        QVERIFY(!heard.contains(u"failed"_s));
        QVERIFY(m_fixture->call(u"job.wait"_s, id)); // at once, as it has ended
        const QString uuid = JobSnapshot::fromDocument(ended->toObject()).uuid;
        QVERIFY(m_fixture->call(u"job.wait"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}, {u"uuid"_s, uuid}}));
        const auto other =
            m_fixture->call(u"job.wait"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}, {u"uuid"_s, u"another"_s}});
        QCOMPARE(toString(other.error().code), u"NotFound"_s);
        QVERIFY(!forRemoval.isFinished());
        QVERIFY(m_fixture->call(u"job.delete"_s, id));
        QTRY_VERIFY(forRemoval.isFinished());
        QVERIFY(forRemoval.result());
        QCOMPARE(toString(m_fixture->call(u"job.wait"_s, id).error().code), u"NotFound"_s);
    }

    void streamsAFileAsItGrows()
    {
        const QString go = m_fixture->root() + u"/go"_s;
        QVERIFY(m_fixture->submit(u"a"_s, u"echo one; until [ -e %1 ]; do sleep 0.05; done; echo two"_s.arg(go)));
        const QJsonObject file{{u"id"_s, EngineFixture::jobId(u"a"_s)}, {u"file"_s, u"stdout.txt"_s}};
        QByteArray heard; // what is there whenever there is news
        const auto stream = m_fixture->link().call(u"job.stream"_s, file, [&heard](const QJsonValue &followed) {
            QFile spool(followed[u"spoolPath"_s].toString());
            if (followed[u"exists"_s].toBool() && spool.open(QIODevice::ReadOnly))
                heard = spool.readAll();
        });
        QTRY_COMPARE(heard, "one\n");
        QVERIFY(!stream.isFinished());
        QFile(go).open(QIODevice::WriteOnly);
        QTRY_COMPARE(heard, "one\ntwo\n");
        QTRY_VERIFY(stream.isFinished());
        QVERIFY(stream.result());
        QVERIFY((*stream.result())[u"complete"_s].toBool());
        QJsonObject other = file;
        other[u"uuid"_s] = u"another"_s;
        QCOMPARE(toString(m_fixture->call(u"job.stream"_s, other).error().code), u"NotFound"_s);
    }

    void keepsTheExitCode()
    {
        const QString command = u"/usr/bin/python3 -c 'import nowhere'; exit 42"_s;
        QVERIFY(m_fixture->submit(u"a"_s, command));
        const JobSnapshot job = m_fixture->finished(u"a"_s);
        QCOMPARE(toString(job.state), u"failed"_s);
        QCOMPARE(job.exitCode.value_or(-1), 42);
        QCOMPARE(job.errors.first().code, u"JobFailed"_s);
        QCOMPARE(job.commandLines, QStringList{command});
        QTRY_COMPARE(m_fixture->job(u"a"_s).cause.text(),
                     u"Missing module or library: ModuleNotFoundError: No module named 'nowhere'"_s);
    }

    void stopsARunningJobAndAQueuedOne()
    {
        QVERIFY(m_fixture->submit(u"a"_s, u"echo up; sleep 600"_s));
        QVERIFY(m_fixture->submit(u"b"_s, u"true"_s));
        QTRY_COMPARE(toString(m_fixture->job(u"a"_s).phase), u"executing"_s);
        QVERIFY(m_fixture->job(u"b"_s).reason.text().contains(u"a"_s));

        QVERIFY(m_fixture->call(u"job.terminate"_s, {{u"id"_s, EngineFixture::jobId(u"b"_s)}}));
        QCOMPARE(toString(m_fixture->job(u"b"_s).state), u"failed"_s);
        const QString queued = m_fixture->job(u"b"_s).reason.text();
        QVERIFY2(queued.contains(QSysInfo::machineHostName()) && queued.contains(u"before it began"_s),
                 qPrintable(queued));
        QVERIFY(m_fixture->call(u"job.terminate"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}}));
        const JobSnapshot job = m_fixture->finished(u"a"_s);
        QCOMPARE(job.errors.first().code, u"JobTerminatedByUser"_s);
        QVERIFY2(job.reason.text().contains(u"while it was executing"_s), qPrintable(job.reason.text()));
        QCOMPARE(job.errors.first().message.text(), job.reason.text());
        QVERIFY(!job.exitCode);
        QCOMPARE(EngineFixture::log(job, u"stdout.txt"_s), "up\n"_ba);
    }

    // Its worker is done; its parameter server takes its time to end.
    void doesNotStopWhatIsDone()
    {
        const QString go = m_fixture->root() + u"/go"_s;
        const QString script = m_fixture->root() + u"/run.sh"_s;
        QFile file(script);
        QVERIFY(file.open(QIODevice::WriteOnly)
                && file.write("[ \"$1\" != ps ] || { trap '' TERM; until [ -e \"$2\" ]; do sleep 0.05; done; }\n") > 0);
        file.close();
        const QJsonObject tensorFlow{{u"pythonInterpreterPath"_s, u"/bin/sh"_s},
                                     {u"pythonScriptFilePath"_s, script},
                                     {u"masterCommandLineArgs"_s, u"worker"_s},
                                     {u"parameterServerCommandLineArgs"_s, QString(u"ps "_s + go)},
                                     {u"parameterServerCount"_s, 1},
                                     {u"workerCount"_s, 1}};
        const QJsonObject properties{
            {u"nodeCount"_s, 1}, {u"stdOutErrPathPrefix"_s, m_fixture->root()}, {u"tensorFlowSettings"_s, tensorFlow}};
        const QString text = QString::fromUtf8(QJsonDocument(QJsonObject{{u"properties"_s, properties}}).toJson());
        QVERIFY(m_fixture->call(
            u"job.create"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}, {u"cluster"_s, u"desk"_s}, {u"text"_s, text}}));
        QTRY_COMPARE(toString(m_fixture->job(u"a"_s).state), u"running"_s);
        const QString folder =
            m_fixture->job(u"a"_s).document[u"properties"_s][u"x-batchdeck"_s][u"directory"_s].toString();
        QTRY_VERIFY(QFile::exists(folder + u"/own-exit"_s));
        for (int poll = 0; poll < 2; ++poll) { // the second was asked when that was there
            const QDateTime before = m_fixture->job(u"a"_s).asOf;
            QTRY_VERIFY(isFinal(m_fixture->job(u"a"_s).state) || m_fixture->job(u"a"_s).asOf != before);
        }
        const auto refused = m_fixture->call(u"job.terminate"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}});
        QVERIFY(!refused);
        QCOMPARE(toString(refused.error().code), toString(ErrorCode::Conflict));
        QFile(go).open(QIODevice::WriteOnly);
        const JobSnapshot job = m_fixture->finished(u"a"_s);
        QVERIFY2(job.state == JobState::Succeeded, qPrintable(job.reason.text()));
        QCOMPARE(job.exitCode.value_or(-1), 0);
    }

    void takesTheLastWordOnOutputs_data()
    {
        QTest::addColumn<bool>("areNamedAtLast");
        QTest::newRow("they go") << true;
        QTest::newRow("they stay") << false;
    }

    // While the first word is on its way to the machine.
    void takesTheLastWordOnOutputs()
    {
        QFETCH(bool, areNamedAtLast);
        const QTemporaryDir home;
        const ResourceId id = ResourceId::machine(u"p"_s, u"a05"_s);
        const QString folder = home.filePath(u"jobs/p/j"_s);
        const QString attempt = folder + u"/a1/m"_s;
        const QString output = attempt + u"/temp/wd/out"_s;
        QVERIFY(QDir().mkpath(output) && QDir().mkpath(attempt + u"/outputs"_s));
        QVERIFY(QFile::link(output, attempt + u"/outputs/OUT"_s));
        QVERIFY(QFile(output + u"/model"_s).open(QIODevice::WriteOnly));
        const QJsonObject extension{{u"home"_s, home.path()}};
        const QJsonObject document{{u"properties"_s, QJsonObject{{u"x-batchdeck"_s, extension}}}};
        const auto host = std::make_shared<LateHost>();
        MachineController machine(ResourceRow{id, document}, host);
        FolderRemoval removal(
            {{id, folder}}, [&machine](const ResourceId &) { return &machine; }, nullptr);
        const QSignalSpy done(&removal, &FolderRemoval::done);
        const QList<JobOutput> named{{id.name(), output, {}}};
        removal.begin(areNamedAtLast ? QList<JobOutput>() : named);
        removal.begin(areNamedAtLast ? named : QList<JobOutput>());
        host->lose();
        QTRY_COMPARE(done.size(), 1);
        QCOMPARE(QFile::exists(output + u"/model"_s), !areNamedAtLast);
        QCOMPARE(QFile::exists(folder), !areNamedAtLast);
    }

    void endsAJobAtItsLimitOnTheNode()
    {
        QVERIFY(m_fixture->submit(u"a"_s, u"sleep 600"_s,
                                  {{u"constraints"_s, QJsonObject{{u"maxWallClockTime"_s, u"PT2S"_s}}}}));
        const JobSnapshot job = m_fixture->finished(u"a"_s);
        QCOMPARE(toString(job.state), u"failed"_s);
        QCOMPARE(job.errors.first().code, u"MaxWallClockTimeExpiry"_s);
    }

    void runsOneAfterTheOtherInOrder()
    {
        for (const QString &name : {u"a"_s, u"b"_s, u"c"_s})
            QVERIFY(m_fixture->submit(name, u"echo %1 >> '%2/order'"_s.arg(name, m_fixture->root())));
        QCOMPARE(toString(m_fixture->finished(u"c"_s).state), u"succeeded"_s);
        QCOMPARE(EngineFixture::content(m_fixture->root() + u"/order"_s), "a\nb\nc\n"_ba);
        QCOMPARE(jobCount(), 3);
    }

    // The newest 200 are all behind the one that runs.
    void countsAndSendsWhatIsNotOver()
    {
        constexpr int queued = 201;
        QVERIFY(m_fixture->submit(u"a"_s, u"sleep 600"_s));
        QTRY_COMPARE(toString(m_fixture->job(u"a"_s).phase), u"executing"_s);
        for (int i = 0; i < queued; ++i)
            QVERIFY(m_fixture->submit(u"q%1"_s.arg(i), u"true"_s));
        QCOMPARE(jobCount(), queued + 1);
        QCOMPARE(jobCount(u"queuedJobs"_s), queued);
        QCOMPARE(jobCount(u"runningJobs"_s), 1);
        const auto cluster = m_fixture->call(u"resource.get"_s, {{u"id"_s, desk}});
        QVERIFY(cluster);
        QCOMPARE((*cluster)[u"properties"_s][u"x-batchdeck"_s][u"queuedJobs"_s].toInt(-1), queued);
        const auto snapshot = m_fixture->call(u"resource.snapshot"_s);
        QVERIFY(snapshot);
        QStringList names;
        for (const QJsonValue &resource : (*snapshot)[u"upserted"_s].toArray())
            names.append(resource[u"name"_s].toString());
        QVERIFY(names.contains(u"a"_s) && !names.contains(u"q0"_s));
        QVERIFY(m_fixture->call(u"job.delete"_s, {{u"id"_s, EngineFixture::jobId(u"q200"_s)}}));
        QTRY_COMPARE(jobCount(u"queuedJobs"_s), queued - 1);
        QVERIFY(m_fixture->call(u"job.delete"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}}));
        QTRY_VERIFY(!m_fixture->job(u"a"_s).id.isValid());
    }

    void goesOnWhileNoEngineRuns()
    {
        QVERIFY(m_fixture->submit(u"a"_s, u"echo begin; sleep 2; echo end"_s));
        QTRY_COMPARE(toString(m_fixture->job(u"a"_s).phase), u"executing"_s);
        m_fixture->stop();
        QVERIFY(m_fixture->start());
        const JobSnapshot job = m_fixture->finished(u"a"_s);
        QCOMPARE(toString(job.state), u"succeeded"_s);
        QCOMPARE(job.attempt, 1);
        QCOMPARE(EngineFixture::log(job, u"stdout.txt"_s), "begin\nend\n"_ba);
    }

    void saysSoWhenItsFolderIsGone()
    {
        QVERIFY(m_fixture->submit(u"a"_s, u"sleep 5"_s));
        QTRY_COMPARE(toString(m_fixture->job(u"a"_s).phase), u"executing"_s);
        // The wrapper or the sampler may be making a file at this moment.
        QTRY_VERIFY(QDir(m_fixture->home() + u"/jobs"_s).removeRecursively());
        const JobSnapshot job = m_fixture->finished(u"a"_s);
        QCOMPARE(toString(job.state), u"failed"_s);
        QCOMPARE(job.errors.first().code, u"JobFolderLost"_s);
    }

    void putsBackAMissingScript()
    {
        const QString agent = m_fixture->home() + u"/agent"_s;
        const auto isInstalled = [&agent] { // what is being installed lies beside its place
            const QStringList folders = QDir(agent).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
            return folders.size() == 1 && !QDir(agent + u'/' + folders.constFirst()).isEmpty();
        };
        QTRY_VERIFY(isInstalled());
        QVERIFY(QDir(agent).removeRecursively());
        QVERIFY(m_fixture->submit(u"a"_s, u"echo hello"_s));
        const JobSnapshot job = m_fixture->finished(u"a"_s);
        QVERIFY2(job.state == JobState::Succeeded, qPrintable(job.reason.text()));
    }

    void saysWhyAFolderCannotBeMade()
    {
        QFile blocker(m_fixture->root() + u"/out"_s);
        QVERIFY(blocker.open(QIODevice::WriteOnly));
        QVERIFY(m_fixture->submit(u"a"_s, u"true"_s));
        const JobSnapshot job = m_fixture->finished(u"a"_s);
        QCOMPARE(job.errors.first().code, u"LaunchFailed"_s);
        QVERIFY2(job.reason.text().contains(u"out"_s), qPrintable(job.reason.text()));
    }

    void leavesNothingOfADeletedJob()
    {
        QVERIFY(m_fixture->submit(
            u"a"_s, u"echo kept > $AZ_BATCHAI_OUTPUT_MODEL/m; sleep 600"_s,
            {{u"outputDirectories"_s,
              QJsonArray{
                  QJsonObject{{u"id"_s, u"MODEL"_s}, {u"pathPrefix"_s, QString(m_fixture->root() + u"/model"_s)}}}}}));
        QTRY_COMPARE(toString(m_fixture->job(u"a"_s).phase), u"executing"_s);
        const QString directory =
            m_fixture->job(u"a"_s).document[u"properties"_s][u"x-batchdeck"_s][u"directory"_s].toString();
        QVERIFY(QFile::exists(directory));
        QVERIFY(m_fixture->call(u"job.delete"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}}));
        QTRY_VERIFY(!m_fixture->job(u"a"_s).id.isValid());
        QVERIFY(!QFile::exists(directory));
        QVERIFY(!QDir(m_fixture->root() + u"/model"_s).isEmpty());
        QTRY_COMPARE(jobCount(), 0);
    }

    void rerunsUnderANewName()
    {
        QVERIFY(m_fixture->submit(u"a"_s, u"echo x"_s));
        m_fixture->finished(u"a"_s);
        for (const QString &name : {u"a-r1"_s, u"a-r2"_s}) {
            const auto again = m_fixture->call(u"job.rerun"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}});
            QVERIFY(again);
            QCOMPARE((*again)[u"name"_s].toString(), name);
            QCOMPARE(toString(m_fixture->finished(name).state), u"succeeded"_s);
        }
    }

    void runsAgainAfterItsMachineWasRestarted()
    {
        const QString root = m_fixture->root();
        QVERIFY(
            m_fixture->submit(u"a"_s, u"echo $$ >> %1/pids; mkdir %1/first && exec sleep 60; echo again"_s.arg(root)));
        QTRY_VERIFY(QFile::exists(root + u"/first"_s));
        QTRY_COMPARE(toString(m_fixture->job(u"a"_s).phase), u"executing"_s);
        const QString directory =
            m_fixture->job(u"a"_s).document[u"properties"_s][u"x-batchdeck"_s][u"directory"_s].toString();
        QTRY_VERIFY(QFileInfo(m_fixture->job(u"a"_s).samplesPath).size() > 0);
        // What is left of the attempt after a restart of the machine: no process, and the boot id of before.
        QFile boot(directory + u"/boot"_s);
        QVERIFY(boot.open(QIODevice::WriteOnly) && boot.write("another\n") > 0);
        boot.close();
        const JobSnapshot job = m_fixture->finished(u"a"_s);
        ::kill(EngineFixture::content(root + u"/pids"_s).split('\n').first().toInt(), SIGKILL);
        QCOMPARE(toString(job.state), u"succeeded"_s);
        QCOMPARE(job.attempt, 2);
        // The samples of the second attempt are no continuation of the first one's.
        const QString second = job.document[u"properties"_s][u"x-batchdeck"_s][u"directory"_s].toString();
        QCOMPARE(EngineFixture::content(job.samplesPath), EngineFixture::content(second + u"/samples"_s));
        const auto events = m_fixture->call(u"job.events"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}});
        QVERIFY(events);
        int placements = 0;
        for (const QJsonValue &event : events->toArray()) {
            const QString words = Message::fromJson(event[u"message"_s].toObject()).englishText();
            QVERIFY2(event[u"state"_s] != u"log"_s, qPrintable(words));
            placements += words == u"It was placed on here." ? 1 : 0;
        }
        QCOMPARE(placements, 2);
    }

    void keepsAMachineThatAJobIsOn()
    {
        QVERIFY(m_fixture->submit(u"a"_s, u"trap '' TERM; echo up; sleep 2; sleep 2"_s));
        QTRY_COMPARE(toString(m_fixture->job(u"a"_s).phase), u"executing"_s);
        // The cluster may go with its jobs; the machine only when they are over, or nobody could end them.
        QVERIFY(m_fixture->call(u"resource.delete"_s,
                                {{u"id"_s, u"default/default/clusters/desk"_s}, {u"terminate"_s, true}}));
        const auto refused = m_fixture->call(u"resource.delete"_s, {{u"id"_s, u"machines/here"_s}});
        QVERIFY(!refused);
        QCOMPARE(toString(refused.error().code), u"Conflict"_s);
        const JobSnapshot job = m_fixture->finished(u"a"_s);
        QCOMPARE(job.errors.first().code, u"JobTerminatedByUser"_s);
        QVERIFY2(job.reason.text().contains(u"deleted default / default / desk"_s), qPrintable(job.reason.text()));
        QVERIFY(m_fixture->call(u"resource.delete"_s, {{u"id"_s, u"machines/here"_s}}));
        QVERIFY(m_fixture->call(u"job.delete"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}}));
        QTRY_VERIFY(!m_fixture->job(u"a"_s).id.isValid());
    }

    void deletesAnExperimentWithAllItsJobs()
    {
        QVERIFY(m_fixture->submit(u"long"_s, u"sleep 600"_s));
        QTRY_COMPARE(toString(m_fixture->job(u"long"_s).phase), u"executing"_s);
        for (int i = 0; i < 20; ++i)
            QVERIFY(m_fixture->submit(u"j"_s + QString::number(i), u"true"_s));
        const auto removal = m_fixture->begin(u"resource.delete"_s, {{u"id"_s, u"default/default/default"_s}});
        // Nothing slips in that would run on with nobody to know of it.
        const auto late = m_fixture->submit(u"late"_s, u"sleep 600"_s);
        QVERIFY(!late);
        QCOMPARE(toString(late.error().code), u"Conflict"_s);
        QTRY_VERIFY(removal.isFinished());
        QVERIFY(removal.result());
        QVERIFY(!m_fixture->job(u"long"_s).id.isValid());
        QVERIFY(!m_fixture->call(u"resource.get"_s, {{u"id"_s, u"default/default/default"_s}}));
        QVERIFY(QDir(m_fixture->profile() + u"/spool"_s).isEmpty());
    }

    void finishesADeletionThatWasCutOff()
    {
        QVERIFY(m_fixture->submit(u"first"_s, u"sleep 3"_s));
        QVERIFY(m_fixture->submit(u"queued"_s, u"true"_s));
        QVERIFY(m_fixture->call(u"job.delete"_s, {{u"id"_s, EngineFixture::jobId(u"queued"_s)}}));
        m_fixture->stop(); // between the wish, which is recorded, and the deed
        QVERIFY(m_fixture->start());
        QTRY_VERIFY(!m_fixture->job(u"queued"_s).id.isValid());
        QCOMPARE(toString(m_fixture->finished(u"first"_s).state), u"succeeded"_s);
    }

    void givesAnAutoScaleClusterItsNodes()
    {
        const QString text = u"{\"properties\": {\"vmSize\": \"x\", \"scaleSettings\": {\"autoScale\": "
                             "{\"minimumNodeCount\": 0, \"maximumNodeCount\": 1}}}}"_s;
        const auto made = m_fixture->call(u"cluster.create"_s,
                                          {{u"id"_s, u"default/default/clusters/elastic"_s},
                                           {u"machines"_s, QJsonArray{u"here"_s}},
                                           {u"text"_s, text}});
        QVERIFY2(made, made ? "" : qPrintable(made.error().message.englishText()));
        QCOMPARE((*made)[u"properties"_s][u"currentNodeCount"_s].toInt(), 1);
        QVERIFY(m_fixture->call(u"job.create"_s,
                                {{u"id"_s, EngineFixture::jobId(u"a"_s)},
                                 {u"cluster"_s, u"elastic"_s},
                                 {u"text"_s, QString::fromUtf8(m_fixture->jobText(u"true"_s))}}));
        QCOMPARE(toString(m_fixture->finished(u"a"_s).state), u"succeeded"_s);
    }

    void changesOnlyClustersIntoClusters()
    {
        for (const QString &method : {u"cluster.create"_s, u"cluster.resize"_s}) {
            const auto answer = m_fixture->call(method, {{u"id"_s, u"default/default"_s}, {u"target"_s, 1}});
            QVERIFY2(!answer, qPrintable(method));
            QVERIFY(!m_fixture->call(method, {{u"id"_s, u"default"_s}, {u"target"_s, 1}}));
            QVERIFY(!m_fixture->call(method, {{u"id"_s, u"somewhere"_s}, {u"target"_s, 1}}));
        }
        const auto group = m_fixture->call(u"resource.get"_s, {{u"id"_s, u"default"_s}});
        QVERIFY(group);
        QVERIFY((*group)[u"properties"_s][u"scaleSettings"_s].isUndefined());
    }

    void takesNothingThatIsWrong_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("cluster");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("target");
        const QString good = QString::fromUtf8(EngineFixture().jobText(u"true"_s));
        QTest::newRow("no JSON") << u"a"_s << u"desk"_s << u"{\"properties\": "_s << QString();
        QTest::newRow("no cluster") << u"a"_s << u"nowhere"_s << good << u"$.properties.cluster.id"_s;
        QTest::newRow("type") << u"a"_s << u"desk"_s
                              << QString(good).replace(u"\"nodeCount\": 1"_s, u"\"nodeCount\": \"x\""_s)
                              << u"$.properties.nodeCount"_s;
        QTest::newRow("name") << u"a b"_s << u"desk"_s << good << u"$.name"_s;
        QTest::newRow("hostile name") << u"$(id)"_s << u"desk"_s << good << u"$.name"_s;
        QTest::newRow("path") << u"../../x"_s << u"desk"_s << good << u"$.name"_s;
    }

    void takesNothingThatIsWrong()
    {
        QFETCH(QString, name);
        QFETCH(QString, cluster);
        QFETCH(QString, text);
        QFETCH(QString, target);
        const auto answer = m_fixture->call(
            u"job.create"_s, {{u"id"_s, EngineFixture::jobId(name)}, {u"cluster"_s, cluster}, {u"text"_s, text}});
        QVERIFY(!answer);
        QCOMPARE(toString(answer.error().code), u"InvalidDocument"_s);
        QVERIFY(!answer.error().details.isEmpty());
        QCOMPARE(answer.error().details.first().target, target);
        const auto jobs = m_fixture->call(u"job.list"_s, {{u"experiment"_s, u"default/default/default"_s}});
        QVERIFY(jobs && jobs->toArray().isEmpty());
    }

private:
    QJsonValue deskProperties()
    {
        const auto document = m_fixture->call(u"resource.get"_s, {{u"id"_s, desk}});
        return document ? (*document)[u"properties"_s] : QJsonValue();
    }
    QString transitionTime() { return deskProperties()[u"allocationStateTransitionTime"_s].toString(); }
    // "resizing 1 of 0: 1 leaving"
    QString allocation()
    {
        const QJsonValue properties = deskProperties();
        QString text = u"%1 %2 of %3:"_s.arg(properties[u"allocationState"_s].toString())
                           .arg(properties[u"currentNodeCount"_s].toInt())
                           .arg(properties[u"scaleSettings"_s][u"manual"_s][u"targetNodeCount"_s].toInt());
        for (const QString &word : {u"idle"_s, u"running"_s, u"preparing"_s, u"leaving"_s, u"unusable"_s}) {
            if (const int count = properties[u"nodeStateCounts"_s][word + u"NodeCount"_s].toInt())
                text += u" %1 %2"_s.arg(count).arg(word);
        }
        return text;
    }

    const QString desk = u"default/default/clusters/desk"_s;
    int jobCount(const QString &which = u"jobCount"_s)
    {
        const auto experiment = m_fixture->call(u"resource.get"_s, {{u"id"_s, u"default/default/default"_s}});
        return experiment ? (*experiment)[u"properties"_s][u"x-batchdeck"_s][which].toInt(-1) : -1;
    }

    std::unique_ptr<EngineFixture> m_fixture;
};

BATCHDECK_TEST(QCoreApplication, TstJobLife)
#include "tst_joblife.moc"
