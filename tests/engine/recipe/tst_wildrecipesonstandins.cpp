// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/recipe/standinfixture.h"
#include "tests/support/testmain.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;
using engine::JobSnapshot;
using testing::StandInCall;
using testing::StandInFixture;

namespace {

/// {"properties":{…}} with standard output on a share, as people had it.
QByteArray document(const QByteArray &properties)
{
    return R"({"properties":{"stdOutErrPathPrefix":"$AZ_BATCHAI_JOB_MOUNT_ROOT/logs","mountVolumes":{"azureFileShares":[)"
           R"({"azureFileUrl":"https://lab.file.core.windows.net/logs","relativeMountPath":"logs"},)"
           R"({"azureFileUrl":"https://lab.file.core.windows.net/scripts","relativeMountPath":"scripts"}]},)"
        + properties + "}}";
}

QByteArrayList wordsOf(const QByteArray &text)
{
    return text.simplified().split(' ');
}

} // namespace

/// Documents as people wrote them for the service, beyond its recipes, through the real engine on two machines, with
/// stand-ins on the job's PATH for programs that no longer exist. mpirun is the real one.
class TstWildRecipesOnStandIns final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { QCOMPARE(m_fixture.end(), QByteArray()); }

    void runs_data();
    void runs();
    void givesEachProcessItsVariables();
    void expandsVariables();
    void makesOutputDirectories();
    void waitsForPreparation();
    void namesTheNodeWhosePreparationFailed();
    void namesTheWorkerThatFailed();

private:
    [[nodiscard]] QString endingOf(const JobSnapshot &job) const { return StandInFixture::ending(job); }

    testing::SharedStandIns m_fixture;
};

void TstWildRecipesOnStandIns::initTestCase()
{
    SKIP_WITHOUT("openmpi");
    SKIP_WITHOUT_NODES();
    VERIFY_RESULT(m_fixture.begin());
}

void TstWildRecipesOnStandIns::runs_data()
{
    QTest::addColumn<QByteArray>("properties");
    QTest::addColumn<QStringList>("calls"); // "python worker 0 on n1"
    QTest::addColumn<QStringList>("files"); // of the processes: "wk-0" is stdout-wk-0.txt and stderr-wk-0.txt

    QTest::newRow("TensorFlow, two servers, five workers")
        << R"("nodeCount":2,"tensorFlowSettings":{"pythonScriptFilePath":"$AZ_BATCHAI_JOB_MOUNT_ROOT/scripts/t.py",
            "parameterServerCount":2,"workerCount":5,"workerCommandLineArgs":"--w","masterCommandLineArgs":"--m",
            "parameterServerCommandLineArgs":"--p"})"_ba
        << QStringList{u"python ps 0 on n1"_s,     u"python ps 1 on n2"_s,     u"python worker 0 on n1"_s,
                       u"python worker 1 on n1"_s, u"python worker 2 on n1"_s, u"python worker 3 on n2"_s,
                       u"python worker 4 on n2"_s}
        << QStringList{u"-ps-0"_s, u"-ps-1"_s, u"-wk-0"_s, u"-wk-1"_s, u"-wk-2"_s, u"-wk-3"_s, u"-wk-4"_s};
    QTest::newRow("TensorFlow, no servers")
        << R"("nodeCount":2,"tensorFlowSettings":{"pythonScriptFilePath":"t.py","parameterServerCount":0})"_ba
        << QStringList{u"python worker 0 on n1"_s, u"python worker 1 on n2"_s} << QStringList{u"-wk-0"_s, u"-wk-1"_s};
    QTest::newRow("custom MPI, 8 processes, a shell's line")
        << R"("nodeCount":2,"customMpiSettings":{"processCount":8,
            "commandLine":"export A='two words'; python -u t.py \"$A\" | cat"})"_ba
        << QStringList{u"python 0 on n1"_s, u"python 1 on n1"_s, u"python 2 on n1"_s, u"python 3 on n1"_s,
                       u"python 4 on n2"_s, u"python 5 on n2"_s, u"python 6 on n2"_s, u"python 7 on n2"_s}
        << QStringList{QString()};
    QTest::newRow("PyTorch by MPI")
        << R"("nodeCount":2,"pyTorchSettings":{"pythonScriptFilePath":"t.py","communicationBackend":"mpi",
            "processCount":4})"_ba
        << QStringList{u"python 0 on n1"_s, u"python 1 on n1"_s, u"python 2 on n2"_s, u"python 3 on n2"_s}
        << QStringList{QString()};
    QTest::newRow("PyTorch by TCP, three ranks")
        << R"("nodeCount":2,"pyTorchSettings":{"pythonScriptFilePath":"t.py","communicationBackend":"TCP",
            "processCount":3,"commandLineArgs":"--rank $AZ_BATCHAI_TASK_INDEX"})"_ba
        << QStringList{u"python 0 on n1"_s, u"python 1 on n1"_s, u"python 2 on n2"_s}
        << QStringList{u"-0"_s, u"-1"_s, u"-2"_s};
    QTest::newRow("Caffe2, meeting in the shared folder")
        << R"("nodeCount":2,"caffe2Settings":{"pythonScriptFilePath":"resnet50_trainer.py",
            "commandLineArgs":"--num_shards 2 --shard_id $AZ_BATCHAI_TASK_INDEX --file_store_path $AZ_BATCHAI_SHARED_JOB_TEMP"})"_ba
        << QStringList{u"python 0 on n1"_s, u"python 1 on n2"_s} << QStringList{u"-0"_s, u"-1"_s};
    QTest::newRow("Caffe in Python on two nodes")
        << R"("nodeCount":2,"caffeSettings":{"pythonScriptFilePath":"t.py","processCount":2,
            "pythonInterpreterPath":"python2.7"})"_ba
        << QStringList{u"python2.7 0 on n1"_s, u"python2.7 1 on n2"_s} << QStringList{QString()};
    QTest::newRow("Chainer, more ranks than nodes")
        << R"("nodeCount":2,"chainerSettings":{"pythonScriptFilePath":"t.py","processCount":3})"_ba
        << QStringList{u"python 0 on n1"_s, u"python 1 on n1"_s, u"python 2 on n2"_s} << QStringList{QString()};
    QTest::newRow("Horovod, an interpreter by its path, arguments in quotes")
        << R"("nodeCount":2,"horovodSettings":{"pythonScriptFilePath":"$AZ_BATCHAI_JOB_MOUNT_ROOT/scripts/my train.py",
            "pythonInterpreterPath":"/home/alice/standins/python3.5","commandLineArgs":"--name 'two words' --lr 0.1"})"_ba
        << QStringList{u"python3.5 0 on n1"_s, u"python3.5 1 on n2"_s} << QStringList{QString()};
    QTest::newRow("CNTK, its language in small letters")
        << R"("nodeCount":2,"cntkSettings":{"languageType":"brainscript","configFilePath":"c.cntk","processCount":2,
            "commandLineArgs":"parallelTrain=true"})"_ba
        << QStringList{u"cntk 0 on n1"_s, u"cntk 1 on n2"_s} << QStringList{QString()};
    // By node: a host without a number has as many slots as it has cores, since Open MPI 2.
    QTest::newRow("custom, an mpirun written by hand")
        << R"("nodeCount":2,"customToolkitSettings":{"commandLine":
            "mpirun -np 2 --map-by node --hostfile $AZ_BATCHAI_MPI_HOST_FILE -x PATH -x STANDIN_RECORD -wdir /tmp python t.py"})"_ba
        << QStringList{u"python 0 on n1"_s, u"python 1 on n2"_s} << QStringList{QString()};
    QTest::newRow("custom, a list of hosts")
        << R"("nodeCount":2,"customToolkitSettings":{"commandLine":
            "mpirun -np 2 -host $AZ_BATCH_HOST_LIST -x PATH -x STANDIN_RECORD -wdir /tmp python t.py; python last.py"})"_ba
        << QStringList{u"python 0 on n1"_s, u"python 1 on n2"_s, u"python on n1"_s} << QStringList{QString()};
}

void TstWildRecipesOnStandIns::runs()
{
    QFETCH(QByteArray, properties);
    QFETCH(QStringList, calls);
    QFETCH(QStringList, files);
    static const QRegularExpression other(u"[^A-Za-z0-9]+"_s);
    const QString name = QString::fromLatin1(QTest::currentDataTag()).replace(other, u"-"_s);
    VERIFY_RESULT(m_fixture->submitOnStandIns(name, document(properties)));
    const JobSnapshot job = m_fixture->finished(name);
    QVERIFY2(endingOf(job) == u"succeeded 0"_s, m_fixture->story(job));
    QStringList made = m_fixture->callLines(name);
    made.sort();
    calls.sort();
    QCOMPARE(made, calls);
    QStringList expected{u"execution-n1.log"_s, u"execution-n2.log"_s};
    for (const QString &mark : files)
        expected += {u"stdout%1.txt"_s.arg(mark), u"stderr%1.txt"_s.arg(mark)};
    expected.sort();
    QCOMPARE(m_fixture->outputFiles(job), expected);
}

void TstWildRecipesOnStandIns::givesEachProcessItsVariables()
{
    const QString name = u"variables"_s;
    VERIFY_RESULT(m_fixture->submitOnStandIns(
        name, document(R"("nodeCount":2,"tensorFlowSettings":{"pythonScriptFilePath":"t.py","parameterServerCount":1,
            "masterCommandLineArgs":"--master $AZ_BATCHAI_TASK_INDEX","workerCommandLineArgs":"--worker $AZ_BATCHAI_TASK_INDEX"})")));
    const JobSnapshot job = m_fixture->finished(name);
    QVERIFY2(endingOf(job) == u"succeeded 0"_s, m_fixture->story(job));
    const QList<StandInCall> calls = m_fixture->calls(name);
    QCOMPARE(calls.size(), 3);
    const QString first = m_fixture->node(0).address();
    const QString second = m_fixture->node(1).address();
    for (const StandInCall &call : calls) {
        const auto &has = call.environment;
        QCOMPARE(has.value(u"AZ_BATCHAI_PS_HOSTS"_s), QString(first + u":2222"_s));
        QCOMPARE(has.value(u"AZ_BATCHAI_WORKER_HOSTS"_s), QString(first + u":2223,"_s + second + u":2222"_s));
        QCOMPARE(has.value(u"AZ_BATCH_HOST_LIST"_s), QString(first + u',' + second));
        QCOMPARE(has.value(u"AZ_BATCH_NODE_ID"_s), call.host);
        QCOMPARE(has.value(u"AZ_BATCH_IS_CURRENT_NODE_MASTER"_s), call.host == u"n1"_s ? u"true"_s : u"false"_s);
        const QJsonObject config = QJsonDocument::fromJson(has.value(u"TF_CONFIG"_s).toUtf8()).object();
        QCOMPARE(config[u"task"_s][u"type"_s].toString(), call.kind);
        QCOMPARE(QString::number(config[u"task"_s][u"index"_s].toInt()), call.rank);
        QCOMPARE(config[u"cluster"_s][u"worker"_s].toArray().size(), 2);
        // What we need for ourselves is none of the job's business.
        for (auto it = has.begin(); it != has.end(); ++it)
            QVERIFY2(!it.key().startsWith(u"bd_"_s), qPrintable(it.key()));
    }
    QCOMPARE(calls.at(1).arguments, QStringList({u"t.py"_s, u"--master"_s, u"0"_s}));
    QCOMPARE(calls.at(2).arguments, QStringList({u"t.py"_s, u"--worker"_s, u"1"_s}));
}

void TstWildRecipesOnStandIns::expandsVariables()
{
    const QString name = u"expanded"_s;
    const QByteArray text = document(
        R"("nodeCount":2,"horovodSettings":{"pythonScriptFilePath":"$CODE/t.py","commandLineArgs":"--data $DATA --none=$NOTHING"},
           "inputDirectories":[{"id":"CODE","path":"$AZ_BATCHAI_JOB_MOUNT_ROOT/scripts"}])");
    VERIFY_RESULT(m_fixture->submitOnStandIns(name, text, {},
                                              {{u"CODE"_s, u"$AZ_BATCHAI_INPUT_CODE"_s},
                                               {u"DATA"_s, u"${CODE}/data set"_s},
                                               {u"LITERAL"_s, u"$(id) `id` 'x'"_s}}));
    const JobSnapshot job = m_fixture->finished(name);
    QVERIFY2(endingOf(job) == u"succeeded 0"_s, m_fixture->story(job));
    const QList<StandInCall> calls = m_fixture->calls(name);
    QCOMPARE(calls.size(), 2);
    for (const StandInCall &call : calls) {
        const QString code = call.environment.value(u"AZ_BATCHAI_JOB_MOUNT_ROOT"_s) + u"/scripts"_s;
        QCOMPARE(call.environment.value(u"DATA"_s), QString(code + u"/data set"_s));
        QCOMPARE(call.environment.value(u"LITERAL"_s), u"$(id) `id` 'x'"_s);
        // Arguments are shell text: an unquoted variable is split.
        QCOMPARE(
            call.arguments,
            QStringList({QString(code + u"/t.py"_s), u"--data"_s, QString(code + u"/data"_s), u"set"_s, u"--none="_s}));
    }
}

void TstWildRecipesOnStandIns::makesOutputDirectories()
{
    const QString name = u"outputs"_s;
    const QByteArray text = document(R"("nodeCount":2,"chainerSettings":{"pythonScriptFilePath":"t.py"},
           "outputDirectories":[{"id":"MODEL","pathPrefix":"$AZ_BATCHAI_JOB_MOUNT_ROOT/logs","pathSuffix":"Models/best"},
                                {"id":"ALL","pathPrefix":"$AZ_BATCHAI_JOB_MOUNT_ROOT/logs/"},
                                {"id":"LOCAL","pathPrefix":"$AZ_BATCHAI_JOB_TEMP"}])");
    VERIFY_RESULT(m_fixture->submitOnStandIns(name, text));
    const JobSnapshot job = m_fixture->finished(name);
    QVERIFY2(endingOf(job) == u"succeeded 0"_s, m_fixture->story(job));
    const QString segment = job.document[u"properties"_s][u"jobOutputDirectoryPathSegment"_s].toString();
    QVERIFY(!segment.isEmpty());
    for (int i = 0; i < 2; ++i) {
        for (const QString &folder : {u"/stdouterr"_s, u"/Models/best"_s})
            QVERIFY2(m_fixture->node(i).exec(u"[ -d '/home/alice/volumes/logs/%1%2' ]"_s.arg(segment, folder)),
                     qPrintable(folder));
    }
    for (const StandInCall &call : m_fixture->calls(name)) {
        const QString root = call.environment.value(u"AZ_BATCHAI_JOB_MOUNT_ROOT"_s) + u"/logs/"_s + segment;
        QCOMPARE(call.environment.value(u"AZ_BATCHAI_OUTPUT_MODEL"_s), QString(root + u"/Models/best"_s));
        QCOMPARE(call.environment.value(u"AZ_BATCHAI_OUTPUT_ALL"_s), root);
    }
}

void TstWildRecipesOnStandIns::waitsForPreparation()
{
    const QString name = u"prepared"_s;
    const QByteArray text = document(
        R"("nodeCount":2,"horovodSettings":{"pythonScriptFilePath":"t.py"},
           "jobPreparation":{"commandLine":"apt update; DEBIAN_FRONTEND=noninteractive sudo apt-get install -y mpi-default-dev mpi-default-bin && pip install --upgrade 'horovod>=0.13' || exit 9"})");
    VERIFY_RESULT(m_fixture->submitOnStandIns(name, text));
    const JobSnapshot job = m_fixture->finished(name);
    QVERIFY2(endingOf(job) == u"succeeded 0"_s, m_fixture->story(job));
    QStringList calls = m_fixture->callLines(name);
    calls.sort();
    QCOMPARE(calls,
             QStringList({u"apt on n1"_s, u"apt on n2"_s, u"apt-get on n1"_s, u"apt-get on n2"_s, u"pip on n1"_s,
                          u"pip on n2"_s, u"python 0 on n1"_s, u"python 1 on n2"_s, u"sudo on n1"_s, u"sudo on n2"_s}));
    for (const StandInCall &call : m_fixture->calls(name)) {
        if (call.program == u"pip"_s)
            QCOMPARE(call.arguments, QStringList({u"install"_s, u"--upgrade"_s, u"horovod>=0.13"_s}));
    }
    QCOMPARE(wordsOf(StandInFixture::log(job, u"stdout-job_prep-n2.txt"_s)),
             wordsOf("apt on n2 sudo on n2 apt-get on n2 pip on n2"));
}

void TstWildRecipesOnStandIns::namesTheNodeWhosePreparationFailed()
{
    const QString name = u"unprepared"_s;
    const QByteArray text = document(
        R"("nodeCount":2,"chainerSettings":{"pythonScriptFilePath":"t.py"},"jobPreparation":{"commandLine":"pip install x || exit 5"})");
    VERIFY_RESULT(m_fixture->submitOnStandIns(name, text, {}, {{u"STANDIN_FAIL"_s, u"pip:n2:1"_s}}));
    const JobSnapshot job = m_fixture->finished(name);
    QVERIFY2(endingOf(job) == u"failed JobPreparationFailed 5"_s, m_fixture->story(job));
    QVERIFY2(job.errors.constFirst().message.text().contains(u"n2"_s), m_fixture->story(job));
    QCOMPARE(m_fixture->callLines(name).filter(u"python"_s), QStringList());
}

void TstWildRecipesOnStandIns::namesTheWorkerThatFailed()
{
    const QString name = u"failing"_s;
    const QByteArray text = document(
        R"("nodeCount":2,"tensorFlowSettings":{"pythonScriptFilePath":"t.py","parameterServerCount":1,"workerCount":2})");
    VERIFY_RESULT(m_fixture->submitOnStandIns(
        name, text, {}, {{u"STANDIN_FAIL"_s, u"python:worker1:3"_s}, {u"STANDIN_STAY"_s, u"10000"_s}}));
    const JobSnapshot job = m_fixture->finished(name);
    QVERIFY2(endingOf(job) == u"failed JobFailed 3"_s, m_fixture->story(job));
    const QJsonObject first = StandInFixture::extension(job.document)[u"firstFailure"_s].toObject();
    QCOMPARE(first[u"node"_s].toString(), u"n2"_s);
    QCOMPARE(first[u"exitCode"_s].toInt(), 3);
    QCOMPARE(first[u"process"_s], QJsonValue(1));
    QCOMPARE(first[u"name"_s], QJsonValue(u"worker 1"_s));
    QVERIFY2(job.errors.constFirst().message.text() == u"On n2: Worker 1 ended with exit code 3."_s,
             m_fixture->story(job));
    for (int i = 0; i < 2; ++i)
        QTRY_VERIFY(!m_fixture->node(i).exec(u"pgrep -u alice -f '^sleep 10000'"_s));
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstWildRecipesOnStandIns)
#include "tst_wildrecipesonstandins.moc"
