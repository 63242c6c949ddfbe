// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/job/troublefixture.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using engine::JobSnapshot;
using testing::Door;
using testing::TroubleFixture;

namespace {

// Of every cluster here: a folder that the machine has, and a command that fills the folder it is given.
QJsonObject folderVolumes(const QString &folder = u"/srv/data"_s)
{
    const QJsonObject path{{u"path"_s, folder}, {u"relativeMountPath"_s, u"data"_s}};
    const QJsonObject command{{u"mountCommand"_s, u"cp /etc/hostname"_s}, {u"relativeMountPath"_s, u"own"_s}};
    return {{u"x-batchdeck"_s, QJsonObject{{u"paths"_s, QJsonArray{path}}}},
            {u"unmanagedFileSystems"_s, QJsonArray{command}}};
}

QJsonObject task(const QString &commandLine)
{
    return {{u"commandLine"_s, commandLine},
            {u"environmentVariables"_s, QJsonArray{QJsonObject{{u"name"_s, u"WORD"_s}, {u"value"_s, u"open"_s}}}},
            {u"stdOutErrPathPrefix"_s, u"$AZ_BATCHAI_MOUNT_ROOT/data"_s}};
}

QJsonObject withSecret(QJsonObject task)
{
    task[u"secrets"_s] = QJsonArray{QJsonObject{{u"name"_s, u"TOKEN"_s}, {u"value"_s, u"sesame"_s}}};
    return task;
}

const auto noteRun = u"echo run >>~/setups; "_s;

} // namespace

/// Mounts and setup task of a cluster on its machines: there before a job is, there again after a reboot, gone with the
/// membership.
class TstNodeSetup final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void isThereBeforeTheJob();
    void needsAPersonWhenTheTaskFails();
    void comesBackWithItsServer();
    void isThereAgainAfterAReboot();
    void isMadeAgainWhenItsProcessesDie();
    void startsNoTaskBesideAJob();
    void keepsTwoClustersApart();
    void leavesWithASmallerCluster();
    void isTakenBackWhenTheMachineReturns();
    void forgetsAMachineThatNeverReturns();
    void survivesItsEngine();
    void missesASecret();

private:
    engine::Result<QJsonValue> makeCluster(const QString &name, const QJsonObject &setup);
    [[nodiscard]] QJsonObject cluster(const QString &name);
    [[nodiscard]] QJsonObject member(const QString &name) { return extension(name)[u"nodes"_s][0].toObject(); }
    [[nodiscard]] QJsonObject extension(const QString &name) { return TroubleFixture::extension(cluster(name)); }
    [[nodiscard]] QString setup(const QString &name) { return member(name).value(u"setup"_s).toString(); }
    [[nodiscard]] QString reason(const QString &name)
    {
        return engine::Message::fromJson(member(name).value(u"reason"_s).toObject()).englishText();
    }
    [[nodiscard]] QByteArray says(const QString &script) { return m_fixture->node().exec(script).output.trimmed(); }
    [[nodiscard]] QByteArray runs() { return says(u"cat ~alice/setups 2>/dev/null | wc -l"_s); }
    /// Paths of the machine that carry the cluster's UUID, but those in its own output directory.
    [[nodiscard]] QByteArray traces(const QString &uuid) { return says(u"find ~alice/.batchdeck -name "_s + uuid); }
    engine::Result<QJsonValue> submitTo(const QString &clusterName, const QString &name, const QString &commandLine);

    std::unique_ptr<TroubleFixture> m_fixture;
};

void TstNodeSetup::initTestCase()
{
    SKIP_WITHOUT_NODES();
    TroubleFixture::warmUp();
    TroubleFixture fixture; // secrets have a thread that stays
    QVERIFY(fixture.start());
    VERIFY_RESULT(fixture.call(u"secret.set"_s, {{u"name"_s, u"password:a@b:22"_s}, {u"value"_s, u"c"_s}}));
}

void TstNodeSetup::init()
{
    m_fixture = std::make_unique<TroubleFixture>();
    VERIFY_RESULT(m_fixture->begin(1));
    QVERIFY(m_fixture->node().exec(u"mkdir /srv/data; chmod 777 /srv/data; echo hello >/srv/data/word"_s));
}

void TstNodeSetup::cleanup()
{
    // What is set up stays when the engine ends: it goes with its cluster.
    for (const QString &name : {u"lab"_s, u"other"_s}) {
        if (m_fixture && m_fixture->isRunning())
            (void)m_fixture->call(u"resource.delete"_s, {{u"id"_s, QString(u"default/default/clusters/"_s + name)}},
                                  testing::patience);
    }
    if (m_fixture)
        QCOMPARE(m_fixture->end(), QByteArray());
    m_fixture.reset();
}

engine::Result<QJsonValue> TstNodeSetup::makeCluster(const QString &name, const QJsonObject &setup)
{
    const QByteArray text = QJsonDocument(setup).toJson(QJsonDocument::Compact);
    return m_fixture->call(u"cluster.create"_s,
                           {{u"id"_s, QString(u"default/default/clusters/"_s + name)},
                            {u"kind"_s, u"ssh"_s},
                            {u"machines"_s, QJsonArray{u"n1"_s}},
                            {u"overrides"_s, QJsonArray{QString(u"nodeSetup="_s + QString::fromUtf8(text))}}});
}

QJsonObject TstNodeSetup::cluster(const QString &name)
{
    const auto answer = m_fixture->call(u"resource.get"_s, {{u"id"_s, QString(u"default/default/clusters/"_s + name)}});
    return answer ? answer->toObject() : QJsonObject();
}

engine::Result<QJsonValue> TstNodeSetup::submitTo(const QString &clusterName, const QString &name,
                                                  const QString &commandLine)
{
    return m_fixture->call(u"job.create"_s,
                           {{u"id"_s, TroubleFixture::jobId(name)},
                            {u"cluster"_s, clusterName},
                            {u"text"_s, QString::fromUtf8(m_fixture->jobText(commandLine))}});
}

void TstNodeSetup::isThereBeforeTheJob()
{
    VERIFY_RESULT(makeCluster(
        u"lab"_s,
        {{u"mountVolumes"_s, folderVolumes()},
         {u"setupTask"_s,
          withSecret(task(
              noteRun + u"cat $AZ_BATCHAI_MOUNT_ROOT/data/word; echo $WORD $TOKEN $AZ_BATCH_NODE_ID; whoami"_s))}}));
    VERIFY_RESULT(submitTo(u"lab"_s, u"one"_s,
                           u"cat ~/setups $AZ_BATCHAI_MOUNT_ROOT/data/word $AZ_BATCHAI_MOUNT_ROOT/own/hostname"_s));
    const JobSnapshot job = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(job), u"succeeded 0"_s);
    QCOMPARE(TroubleFixture::log(job, u"stdout.txt"_s), "run\nhello\nn1\n");
    QCOMPARE(setup(u"lab"_s), u"ready"_s);
    QCOMPARE(member(u"lab"_s).value(u"state"_s).toString(), u"idle"_s);

    const QString uuid = extension(u"lab"_s).value(u"uuid"_s).toString();
    QCOMPARE(says(u"cat /srv/data/*/default/workspaces/default/clusters/lab/%1/stdout-n1.txt"_s.arg(uuid)),
             "hello\nopen sesame n1\nalice");
    const auto files = m_fixture->call(u"cluster.files"_s, {{u"id"_s, u"default/default/clusters/lab"_s}});
    VERIFY_RESULT(files);
    QStringList names;
    for (const QJsonValue &file : files->toArray())
        names.append(file[u"name"_s].toString() + u'@' + file[u"node"_s].toString());
    names.sort();
    QCOMPARE(names, QStringList({u"execution-n1.log@n1"_s, u"stderr-n1.txt@n1"_s, u"stdout-n1.txt@n1"_s}));
    QVERIFY(!QJsonDocument(cluster(u"lab"_s)).toJson().contains("sesame"));

    QVERIFY(!traces(uuid).isEmpty());
    VERIFY_RESULT(m_fixture->call(u"resource.delete"_s, {{u"id"_s, u"default/default/clusters/lab"_s}}));
    QCOMPARE(traces(uuid), "");
    QCOMPARE(says(u"cat /srv/data/word"_s), "hello");
}

void TstNodeSetup::needsAPersonWhenTheTaskFails()
{
    VERIFY_RESULT(makeCluster(u"lab"_s,
                              {{u"setupTask"_s, task(u"[ -e /tmp/good ] || { echo no good >&2; exit 3; }"_s)},
                               {u"mountVolumes"_s, folderVolumes()}}));
    VERIFY_RESULT(submitTo(u"lab"_s, u"one"_s, u"echo ran"_s));
    QTRY_COMPARE(setup(u"lab"_s), u"failed"_s);
    QCOMPARE(reason(u"lab"_s), u"The setup task ended with exit code 3: no good"_s);
    QCOMPARE(member(u"lab"_s).value(u"state"_s).toString(), u"unusable"_s);
    QCOMPARE(cluster(u"lab"_s)[u"properties"_s][u"errors"_s][0][u"code"_s].toString(), u"SetupTaskFailed"_s);
    QTRY_COMPARE(m_fixture->job(u"one"_s).reason.englishText(),
                 u"No node of lab is ready: n1 could not be set up: The setup task ended with exit code 3: no good"_s);
    QVERIFY(m_fixture->node().exec(u"touch /tmp/good"_s));
    VERIFY_RESULT(m_fixture->call(u"machine.connect"_s, {{u"id"_s, u"machines/n1"_s}}));
    QCOMPARE(TroubleFixture::ending(m_fixture->finished(u"one"_s)), u"succeeded 0"_s);
}

void TstNodeSetup::comesBackWithItsServer()
{
    VERIFY_RESULT(makeCluster(u"lab"_s, {{u"mountVolumes"_s, folderVolumes(u"/srv/nas"_s)}}));
    QTRY_COMPARE(setup(u"lab"_s), u"failed"_s);
    QVERIFY2(reason(u"lab"_s).contains(u"/srv/nas"_s), qPrintable(reason(u"lab"_s)));
    QCOMPARE(cluster(u"lab"_s)[u"properties"_s][u"errors"_s][0][u"code"_s].toString(), u"MountFailed"_s);
    QVERIFY(m_fixture->node().exec(u"mkdir /srv/nas"_s));
    QTRY_COMPARE_WITH_TIMEOUT(setup(u"lab"_s), u"ready"_s, 2 * testing::patience);
}

void TstNodeSetup::isThereAgainAfterAReboot()
{
    VERIFY_RESULT(makeCluster(u"lab"_s, {{u"mountVolumes"_s, folderVolumes()}, {u"setupTask"_s, task(noteRun)}}));
    QTRY_COMPARE(setup(u"lab"_s), u"ready"_s);
    QVERIFY(m_fixture->node().reboot());
    QTRY_COMPARE_WITH_TIMEOUT(runs(), "2", 2 * testing::patience);
    QTRY_COMPARE(member(u"lab"_s).value(u"state"_s).toString(), u"idle"_s);
    const QString uuid = extension(u"lab"_s).value(u"uuid"_s).toString();
    QCOMPARE(says(u"cat ~alice/.batchdeck/nodes/*/mounts/%1/data/word"_s.arg(uuid)), "hello");
    QCOMPARE(says(u"ls ~alice/.batchdeck/jobs/*/%1"_s.arg(uuid)), "a2");
}

void TstNodeSetup::isMadeAgainWhenItsProcessesDie()
{
    VERIFY_RESULT(makeCluster(u"lab"_s, {{u"mountVolumes"_s, folderVolumes()}, {u"setupTask"_s, task(noteRun)}}));
    QTRY_COMPARE(setup(u"lab"_s), u"ready"_s);
    const QString uuid = extension(u"lab"_s).value(u"uuid"_s).toString();
    const QString folder = u"~alice/.batchdeck/jobs/*/%1/a1/*"_s.arg(uuid);
    QVERIFY(m_fixture->node().exec(
        u"for name in wrapper job; do read -r pid _ <%1/$name; kill -9 $pid; done"_s.arg(folder)));
    QTRY_COMPARE_WITH_TIMEOUT(runs(), "2", 2 * testing::patience);
    QTRY_COMPARE(member(u"lab"_s).value(u"state"_s).toString(), u"idle"_s);
    QCOMPARE(says(u"cat ~alice/.batchdeck/nodes/*/mounts/%1/data/word"_s.arg(uuid)), "hello");
}

void TstNodeSetup::startsNoTaskBesideAJob()
{
    VERIFY_RESULT(m_fixture->submit(u"one"_s, TroubleFixture::waitForGo() + u"cat ~/setups; echo over >>~/setups"_s));
    QTRY_COMPARE(toString(m_fixture->job(u"one"_s).phase), u"executing"_s);
    VERIFY_RESULT(makeCluster(u"lab"_s, {{u"setupTask"_s, task(noteRun)}, {u"mountVolumes"_s, folderVolumes()}}));
    VERIFY_RESULT(submitTo(u"lab"_s, u"two"_s, u"cat ~/setups"_s));
    QTRY_VERIFY(!m_fixture->job(u"two"_s).reason.isEmpty());
    QCOMPARE(m_fixture->job(u"two"_s).reason.englishText(), u"Needs 1 free node. n1 runs one."_s);
    QCOMPARE(setup(u"lab"_s), u"waiting"_s);
    QVERIFY(TroubleFixture::open(m_fixture->node()));
    const JobSnapshot job = m_fixture->finished(u"two"_s);
    QCOMPARE(TroubleFixture::ending(job), u"succeeded 0"_s);
    QCOMPARE(TroubleFixture::log(job, u"stdout.txt"_s), "over\nrun\n");
}

void TstNodeSetup::keepsTwoClustersApart()
{
    const QString slowly = noteRun + TroubleFixture::waitForGo();
    VERIFY_RESULT(makeCluster(u"lab"_s, {{u"mountVolumes"_s, folderVolumes()}, {u"setupTask"_s, task(slowly)}}));
    QTRY_COMPARE(runs(), "1");
    VERIFY_RESULT(makeCluster(u"other"_s, {{u"mountVolumes"_s, folderVolumes()}, {u"setupTask"_s, task(noteRun)}}));
    VERIFY_RESULT(m_fixture->submit(u"one"_s, u"cat ~/setups"_s));
    QTRY_COMPARE(m_fixture->job(u"one"_s).reason.englishText(),
                 u"No node of desk is ready: n1 is being set up for the cluster lab."_s);
    QCOMPARE(setup(u"other"_s), u"waiting"_s);
    QVERIFY(TroubleFixture::open(m_fixture->node()));
    const JobSnapshot job = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::log(job, u"stdout.txt"_s), "run\nrun\n");
    QCOMPARE(setup(u"lab"_s), u"ready"_s);
    QCOMPARE(setup(u"other"_s), u"ready"_s);
    VERIFY_RESULT(m_fixture->call(u"resource.delete"_s, {{u"id"_s, u"default/default/clusters/lab"_s}}));
    const QString uuid = extension(u"other"_s).value(u"uuid"_s).toString();
    QCOMPARE(says(u"cd ~alice/.batchdeck/nodes/*/mounts; ls; cat %1/data/word"_s.arg(uuid)),
             QByteArray(uuid.toLatin1() + "\nhello"));
}

void TstNodeSetup::leavesWithASmallerCluster()
{
    const QString id = u"default/default/clusters/lab"_s;
    VERIFY_RESULT(makeCluster(u"lab"_s, {{u"mountVolumes"_s, folderVolumes()}}));
    QTRY_COMPARE(setup(u"lab"_s), u"ready"_s);
    const QString uuid = extension(u"lab"_s).value(u"uuid"_s).toString();
    VERIFY_RESULT(m_fixture->call(u"cluster.resize"_s, {{u"id"_s, id}, {u"target"_s, 0}}));
    QTRY_COMPARE(cluster(u"lab"_s)[u"properties"_s][u"allocationState"_s].toString(), u"steady"_s);
    QCOMPARE(cluster(u"lab"_s)[u"properties"_s][u"currentNodeCount"_s].toInt(), 0);
    QCOMPARE(traces(uuid), "");
    VERIFY_RESULT(m_fixture->call(u"cluster.resize"_s, {{u"id"_s, id}, {u"target"_s, 1}}));
    QTRY_COMPARE(setup(u"lab"_s), u"ready"_s);
    const auto cleaned = m_fixture->call(u"machine.clean"_s, {{u"id"_s, u"machines/n1"_s}});
    QVERIFY(!cleaned);
    QCOMPARE(
        cleaned.error().message.englishText(),
        u"The machine n1 is set up as a node of the cluster default / default / lab. Resize or delete the cluster first."_s);
}

void TstNodeSetup::isTakenBackWhenTheMachineReturns()
{
    VERIFY_RESULT(makeCluster(u"lab"_s, {{u"mountVolumes"_s, folderVolumes()}}));
    QTRY_COMPARE(setup(u"lab"_s), u"ready"_s);
    const QString uuid = extension(u"lab"_s).value(u"uuid"_s).toString();
    QVERIFY(!traces(uuid).isEmpty());
    m_fixture->node().powerOff();
    QTRY_VERIFY(m_fixture->link(u"n1"_s) != u"online"_s);
    for (const QString &name : {u"lab"_s, u"desk"_s})
        VERIFY_RESULT(
            m_fixture->call(u"resource.delete"_s, {{u"id"_s, QString(u"default/default/clusters/"_s + name)}}));
    const auto removed = m_fixture->call(u"resource.delete"_s, {{u"id"_s, u"machines/n1"_s}});
    QVERIFY(!removed);
    QCOMPARE(toString(removed.error().code), toString(engine::ErrorCode::Conflict));
    m_fixture->stop(); // the next engine knows it as well
    QVERIFY(m_fixture->start());
    QVERIFY(!m_fixture->call(u"resource.delete"_s, {{u"id"_s, u"machines/n1"_s}}));
    QVERIFY(m_fixture->node().boot());
    QTRY_COMPARE_WITH_TIMEOUT(traces(uuid), "", 2 * testing::patience);
    const auto isRemoved = [this] {
        return m_fixture->call(u"resource.delete"_s, {{u"id"_s, u"machines/n1"_s}}).has_value();
    };
    QVERIFY(QTest::qWaitFor(isRemoved, testing::patience));
}

void TstNodeSetup::forgetsAMachineThatNeverReturns()
{
    VERIFY_RESULT(makeCluster(u"lab"_s, {{u"mountVolumes"_s, folderVolumes()}}));
    QTRY_COMPARE(setup(u"lab"_s), u"ready"_s);
    m_fixture->node().powerOff();
    QTRY_VERIFY(m_fixture->link(u"n1"_s) != u"online"_s);
    const QJsonObject machine{{u"id"_s, u"machines/n1"_s}, {u"terminate"_s, true}};
    QVERIFY(!m_fixture->call(u"resource.delete"_s, machine)); // a node of clusters
    for (const QString &name : {u"lab"_s, u"desk"_s})
        VERIFY_RESULT(
            m_fixture->call(u"resource.delete"_s, {{u"id"_s, QString(u"default/default/clusters/"_s + name)}}));
    const auto removed = m_fixture->call(u"resource.delete"_s, machine);
    VERIFY_RESULT(removed);
    const QJsonObject warning = (*removed)[u"warnings"_s][0].toObject();
    QVERIFY2(engine::Message::fromJson(warning).englishText().contains(u"was not taken back"_s),
             qPrintable(engine::Message::fromJson(warning).englishText()));
    m_fixture->stop(); // the next engine knows nothing of it
    QVERIFY(m_fixture->start());
    QVERIFY(!m_fixture->call(u"resource.get"_s, {{u"id"_s, u"machines/n1"_s}}));
    QVERIFY(m_fixture->node().boot());
}

// As for kill -9: the record is written before the act, so that how the engine ends makes no difference.
void TstNodeSetup::survivesItsEngine()
{
    const auto restart = [this] {
        m_fixture->stop();
        return m_fixture->start();
    };
    VERIFY_RESULT(makeCluster(
        u"lab"_s,
        {{u"mountVolumes"_s, folderVolumes()}, {u"setupTask"_s, task(noteRun + TroubleFixture::waitForGo())}}));
    QTRY_COMPARE(runs(), "1");
    QVERIFY(restart());
    QTRY_COMPARE(m_fixture->link(u"n1"_s), u"online"_s);
    QCOMPARE(setup(u"lab"_s), u"preparing"_s);
    QVERIFY(TroubleFixture::open(m_fixture->node()));
    QTRY_COMPARE(setup(u"lab"_s), u"ready"_s);
    QVERIFY(restart());
    QTRY_COMPARE(member(u"lab"_s).value(u"state"_s).toString(), u"idle"_s);
    QCOMPARE(runs(), "1");
    m_fixture->stop();
    QVERIFY(m_fixture->node().reboot());
    QVERIFY(m_fixture->start());
    QTRY_COMPARE_WITH_TIMEOUT(runs(), "2", 2 * testing::patience);
    QTRY_COMPARE(member(u"lab"_s).value(u"state"_s).toString(), u"idle"_s);
}

// Without a keyring secrets end with the engine.
void TstNodeSetup::missesASecret()
{
    VERIFY_RESULT(
        makeCluster(u"lab"_s, {{u"setupTask"_s, withSecret(task(u"true"_s))}, {u"mountVolumes"_s, folderVolumes()}}));
    QTRY_COMPARE(setup(u"lab"_s), u"ready"_s);
    m_fixture->stop();
    QVERIFY(m_fixture->node().reboot());
    QVERIFY(m_fixture->start());
    QTRY_COMPARE_WITH_TIMEOUT(setup(u"lab"_s), u"failed"_s, 2 * testing::patience);
    QCOMPARE(cluster(u"lab"_s)[u"properties"_s][u"errors"_s][0][u"code"_s].toString(), u"SecretMissing"_s);
    const QString uuid = cluster(u"lab"_s)[u"properties"_s][u"x-batchdeck"_s][u"uuid"_s].toString();
    const QString name = u"cluster:"_s + uuid + u":TOKEN"_s;
    QVERIFY2(reason(u"lab"_s).contains(u"batchctl secret set "_s + name), qPrintable(reason(u"lab"_s)));
    VERIFY_RESULT(m_fixture->call(u"secret.set"_s, {{u"name"_s, name}, {u"value"_s, u"t0ken"_s}}));
    QTRY_COMPARE(setup(u"lab"_s), u"ready"_s);
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstNodeSetup)
#include "tst_nodesetup.moc"
