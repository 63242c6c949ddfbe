// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/extension.h"
#include "tests/engine/machine/sshfixture.h"
#include "tests/support/hosts/containerstore.h"
#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QDirIterator>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace engine;
using testing::ContainerStore;

namespace {

QJsonObject commandLine(const QString &line)
{
    return {{u"commandLine"_s, line}};
}

QJsonObject settings(const QString &image, const QString &registry = {}, const QString &password = {})
{
    QJsonObject source{{u"image"_s, image}};
    if (!registry.isEmpty())
        source[u"serverUrl"_s] = registry;
    if (!password.isEmpty())
        source[u"credentials"_s] = QJsonObject{{u"username"_s, ContainerStore::user()}, {u"password"_s, password}};
    return {{u"imageSourceRegistry"_s, source}};
}

QJsonObject inContainer(const QJsonObject &containerSettings, QJsonObject more = {})
{
    more[u"containerSettings"_s] = containerSettings;
    return more;
}

QString ending(const JobSnapshot &job)
{
    QStringList words{toString(job.state)};
    for (const JobError &error : job.errors)
        words.append(error.code);
    if (job.exitCode)
        words.append(QString::number(*job.exitCode));
    return words.join(u' ');
}

QByteArray words(const JobSnapshot &job)
{
    return job.errors.isEmpty() ? QByteArray() : job.errors.constFirst().message.englishText().toUtf8();
}

} // namespace

/// Jobs in containers of a real podman, on a machine that is reached by a real sshd.
class TstContainerJobs final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();

    void runsInTheImage();
    void answersTheExitCode();
    void endsWithTheJob();
    void saysWhichImageIsMissing();
    void logsInToARegistry();
    void saysWhoIsNotLetIn();
    void saysWhatToDoWithoutAnEngine();
    void runsOnTheMachineWhenToldSo();

private:
    [[nodiscard]] QString folderOf(const QString &job)
    {
        return extensionOf(m_engine->job(job).document).value(u"directory"_s).toString();
    }

    std::unique_ptr<ContainerStore> m_store;
    std::unique_ptr<testing::SshServer> m_server;
    std::unique_ptr<testing::SshFixture> m_engine;
};

void TstContainerJobs::initTestCase()
{
    if (geteuid() != 0)
        SKIP_UNLESS_ALL("podman without a user's own range of ids wants root");
    for (const QString &part : {u"sshd"_s, u"podman"_s, u"runc"_s, u"busybox"_s, u"registry"_s})
        SKIP_WITHOUT_PART(part);
    m_store = std::make_unique<ContainerStore>();
    QVERIFY(m_store->start());
    QVERIFY(m_store->startRegistry());
    m_server = std::make_unique<testing::SshServer>(m_store->sshdLine());
    QVERIFY(m_server->start());
    m_engine = std::make_unique<testing::SshFixture>();
    QVERIFY(m_engine->start());
    const auto added = m_engine->addMachine(u"n1"_s, testing::Door::of(*m_server, m_engine->root() + u"/home"_s));
    QVERIFY2(added, qPrintable(added ? QString() : added.error().message.englishText()));
    QVERIFY(m_engine->makeCluster({u"n1"_s}));
}

// Nothing is left of any of them: no container, no login.
void TstContainerJobs::cleanup()
{
    if (!m_store)
        return;
    QTRY_COMPARE(m_store->containers(), QStringList());
    for (QDirIterator files(m_engine->root(), {u"auth.json"_s, u"password"_s}, QDir::Files | QDir::Hidden,
                            QDirIterator::Subdirectories);
         files.hasNext();)
        QFAIL(qPrintable(files.next()));
}

void TstContainerJobs::runsInTheImage()
{
    const QString line =
        u"cat /etc/marker made /of-preparation; id -u; printf '%s|' \"$LINES2\" \"$TOKEN\" \"$AZ_BATCH_NODE_ID\"; "
        u"echo; "
        "pwd; df -k /dev/shm | tail -n 1 | grep -o 32768 | tail -n 1; echo m > \"$AZ_BATCHAI_OUTPUT_MODEL/m\""_s;
    QJsonObject container = settings(ContainerStore::image());
    container[u"shmSize"_s] = u"32m"_s;
    const QJsonObject more{
        {u"jobPreparation"_s, commandLine(u"echo prepared > made; echo here > /of-preparation; echo p"_s)},
        {u"environmentVariables"_s,
         QJsonArray{QJsonObject{{u"name"_s, u"LINES2"_s}, {u"value"_s, u"it's\ntwo \"lines\" "_s}}}},
        {u"secrets"_s, QJsonArray{QJsonObject{{u"name"_s, u"TOKEN"_s}, {u"value"_s, u"$s3cr3t"_s}}}},
        {u"outputDirectories"_s,
         QJsonArray{QJsonObject{{u"id"_s, u"MODEL"_s}, {u"pathPrefix"_s, QString(m_engine->root() + u"/models"_s)}}}}};
    const auto created = m_engine->submit(u"in"_s, line, inContainer(container, more));
    QVERIFY2(created, qPrintable(created ? QString() : created.error().message.englishText()));
    const JobSnapshot job = m_engine->finished(u"in"_s);
    QVERIFY2(ending(job) == u"succeeded 0"_s, QByteArray(ending(job).toUtf8() + ' ' + words(job)));
    const QString folder = folderOf(u"in"_s);
    QCOMPARE(QString::fromUtf8(testing::EngineFixture::log(job, u"stdout.txt"_s)),
             u"in the image\nprepared\nhere\n0\nit's\ntwo \"lines\" |$s3cr3t|n1|\n"_s + folder
                 + u"/temp/wd\n32768\n"_s);
    QCOMPARE(testing::EngineFixture::log(job, u"stdout-job_prep.txt"_s), "p\n");
    QCOMPARE(testing::contentOf(folder + u"/outputs/MODEL/m"_s), "m\n");
    QVERIFY(testing::EngineFixture::log(job, u"execution.log"_s).contains(ContainerStore::image().toUtf8()));
    // All of it is the user's: the folder goes with the job.
    QVERIFY(m_engine->call(u"job.delete"_s, {{u"id"_s, m_engine->jobId(u"in"_s)}}));
    QTRY_VERIFY(!QFile::exists(folder));
}

void TstContainerJobs::answersTheExitCode()
{
    QVERIFY(m_engine->submit(u"seven"_s, u"exit 7"_s, inContainer(settings(ContainerStore::image()))));
    QCOMPARE(ending(m_engine->finished(u"seven"_s)), u"failed JobFailed 7"_s);
    const QJsonObject preparation{{u"jobPreparation"_s, commandLine(u"exit 5"_s)}};
    QVERIFY(m_engine->submit(u"five"_s, u"true"_s, inContainer(settings(ContainerStore::image()), preparation)));
    QCOMPARE(ending(m_engine->finished(u"five"_s)), u"failed JobPreparationFailed 5"_s);
}

void TstContainerJobs::endsWithTheJob()
{
    const QString line = u"trap 'echo told > told; exit 3' TERM; echo up; while :; do sleep 0.1; done"_s;
    QVERIFY(m_engine->submit(u"long"_s, line, inContainer(settings(ContainerStore::image()))));
    const QString folder = [&] {
        const bool isPlaced = QTest::qWaitFor([&] { return !folderOf(u"long"_s).isEmpty(); }, testing::patience);
        return isPlaced ? folderOf(u"long"_s) : QString();
    }();
    QTRY_COMPARE_WITH_TIMEOUT(testing::contentOf(folder + u"/stdouterr/stdout.txt"_s), "up\n", 2 * testing::patience);
    QCOMPARE(m_store->containers().size(), 1);
    QVERIFY(m_engine->call(u"job.terminate"_s, {{u"id"_s, m_engine->jobId(u"long"_s)}}));
    QCOMPARE(ending(m_engine->finished(u"long"_s)), u"failed JobTerminatedByUser"_s);
    QCOMPARE(testing::contentOf(folder + u"/temp/wd/told"_s), "told\n"); // it heard of it inside
}

void TstContainerJobs::saysWhichImageIsMissing()
{
    QVERIFY(m_engine->submit(u"missing"_s, u"true"_s, inContainer(settings(u"no/such:1"_s))));
    const JobSnapshot job = m_engine->finished(u"missing"_s);
    QCOMPARE(ending(job), u"failed FailedStartingContainer"_s);
    QVERIFY2(words(job).contains("the image docker.io/no/such:1 cannot be pulled: ") && words(job).contains("blocked"),
             words(job));
}

void TstContainerJobs::logsInToARegistry()
{
    const QJsonObject good = settings(m_store->imageInRegistry(), m_store->registry(), ContainerStore::password());
    QVERIFY(m_engine->submit(u"pulled"_s, u"cat /etc/marker"_s, inContainer(good)));
    const JobSnapshot job = m_engine->finished(u"pulled"_s);
    QVERIFY2(ending(job) == u"succeeded 0"_s, words(job));
    QCOMPARE(testing::EngineFixture::log(job, u"stdout.txt"_s), "in the image\n");
    QVERIFY(m_store->removeImage(m_store->imageInRegistry()));
    // And once more, with the password that was kept of the first.
    QVERIFY(m_engine->call(u"job.rerun"_s, {{u"id"_s, m_engine->jobId(u"pulled"_s)}}));
    QCOMPARE(ending(m_engine->finished(u"pulled-r1"_s)), u"succeeded 0"_s);
    QVERIFY(m_store->removeImage(m_store->imageInRegistry()));
}

void TstContainerJobs::saysWhoIsNotLetIn()
{
    const QJsonObject bad = settings(m_store->imageInRegistry(), m_store->registry(), u"knock"_s);
    QVERIFY(m_engine->submit(u"refused"_s, u"true"_s, inContainer(bad)));
    const JobSnapshot job = m_engine->finished(u"refused"_s);
    QCOMPARE(ending(job), u"failed FailedStartingContainer"_s);
    const QByteArray expected = m_store->registry().toUtf8() + " does not let ada in: ";
    QVERIFY2(words(job).contains(expected) && words(job).contains("invalid username/password"), words(job));
}

void TstContainerJobs::saysWhatToDoWithoutAnEngine()
{
    // The real one, whose storage is nowhere.
    testing::SshServer server("SetEnv CONTAINERS_STORAGE_CONF=/dev/null/storage.conf\n");
    QVERIFY(server.start());
    testing::SshFixture engine;
    QVERIFY(engine.start());
    QVERIFY(engine.addMachine(u"n2"_s, testing::Door::of(server, engine.root() + u"/home"_s)));
    QVERIFY(engine.makeCluster({u"n2"_s}));
    QVERIFY(engine.submit(u"none"_s, u"true"_s, inContainer(settings(ContainerStore::image()))));
    const JobSnapshot job = engine.finished(u"none"_s);
    QCOMPARE(ending(job), u"failed FailedStartingContainer"_s);
    QVERIFY2(words(job).contains("podman does not work on this machine")
                 && words(job).contains("set properties.x-batchdeck.container to \"ignore\""),
             words(job));
}

void TstContainerJobs::runsOnTheMachineWhenToldSo()
{
    const QJsonObject extension{{u"container"_s, u"ignore"_s}};
    QVERIFY(m_engine->submit(u"host"_s, u"[ ! -e /etc/marker ] && echo on the machine"_s,
                             inContainer(settings(u"no/such:1"_s), {{u"x-batchdeck"_s, extension}})));
    const JobSnapshot job = m_engine->finished(u"host"_s);
    QVERIFY2(ending(job) == u"succeeded 0"_s, words(job));
    QCOMPARE(testing::EngineFixture::log(job, u"stdout.txt"_s), "on the machine\n");
}

BATCHDECK_TEST(QCoreApplication, TstContainerJobs)
#include "tst_containerjobs.moc"
