// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/blobloop.h"
#include "engine/blob/blobservice.h"
#include "tests/engine/ctl/ctlfixture.h"
#include "tests/support/await.h"
#include "tests/support/measure/leaks.h"
#include "tests/support/parts.h"
#include "tests/support/real/azurite.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace engine;
using testing::await;
using testing::Outcome;
using testing::words;

/// Containers of a storage account as folders of jobs and clusters, as docs/storage.md walks through: a real blob
/// service, rclone and FUSE.
class TstBlobMounts final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void bringsADataSetToAJobAndItsModelBack();
    void servesTwoJobsByOneMountOfTheCluster();
    void saysWhyItIsNotMounted();
    void endsWithoutItsDriver();

private:
    [[nodiscard]] Outcome ctl(const QString &line, const QStringList &more = {}, const QByteArray &input = {}) const
    {
        return m_installation->batchctl(words(line, more), input);
    }
    /// Writes \a properties, with "cells" mounted at "bfs", as the document of a job or a cluster; returns its path.
    [[nodiscard]] QString document(const QJsonObject &properties, const QString &container = u"cells"_s) const;
    [[nodiscard]] QJsonObject job(const QString &commandLine) const
    {
        return {{u"nodeCount"_s, 1},
                {u"stdOutErrPathPrefix"_s, m_installation->path(u"logs"_s)},
                {u"customToolkitSettings"_s, QJsonObject{{u"commandLine"_s, commandLine}}}};
    }
    /// "NAME SIZE" of all blobs of "cells", as the service has them at once.
    [[nodiscard]] QStringList blobs() const;
    /// What is mounted below the folder of the test.
    [[nodiscard]] int mounts() const
    {
        return int(testing::contentOf(u"/proc/self/mountinfo"_s).count(m_installation->path({}).toUtf8()));
    }

    testing::Azurite m_azurite;
    std::unique_ptr<BlobService> m_service;
    std::unique_ptr<testing::Installation> m_installation;
};

void TstBlobMounts::initTestCase()
{
    SKIP_WITHOUT("azurite");
    SKIP_WITHOUT("rclone");
    SKIP_WITHOUT("fuse3");
    QVERIFY(m_azurite.start());
    m_service = std::make_unique<BlobService>(std::make_shared<BlobLoop>(), [account = m_azurite.account()] {
        return QtFuture::makeReadyFuture(Result<BlobAccount>(account));
    });
}

void TstBlobMounts::init()
{
    m_installation = std::make_unique<testing::Installation>();
    VERIFY_DONE(ctl(u"storage account add --account-key-stdin"_s,
                    {m_azurite.name(), u"--endpoint"_s, m_azurite.endpoint().toString()}, m_azurite.key().toLatin1()));
    VERIFY_DONE(ctl(u"storage container create -n cells --account-name"_s, {m_azurite.name()}));
    VERIFY_DONE(ctl(u"machine add here --local --home"_s, {m_installation->path(u"home"_s)}));
}

void TstBlobMounts::cleanup()
{
    VERIFY_RESULT(await(m_service->removeContainer(u"cells"_s)));
    m_installation.reset();
}

QString TstBlobMounts::document(const QJsonObject &properties, const QString &container) const
{
    QJsonObject mounted = properties;
    const QJsonObject entry{{u"accountName"_s, m_azurite.name()},
                            {u"containerName"_s, container},
                            {u"credentials"_s, QJsonObject{{u"accountKey"_s, u"<storage_account_key>"_s}}},
                            {u"relativeMountPath"_s, u"bfs"_s}};
    mounted[u"mountVolumes"_s] = QJsonObject{{u"azureBlobFileSystems"_s, QJsonArray{entry}}};
    const bool isCluster = !properties.contains(u"nodeCount"_s);
    const QJsonObject all = isCluster ? QJsonObject{{u"nodeSetup"_s, mounted}} : mounted;
    const QString path = m_installation->path(u"document.json"_s);
    const QByteArray text = QJsonDocument(QJsonObject{{u"properties"_s, all}}).toJson();
    return testing::writeFile(path, text) ? path : QString();
}

QStringList TstBlobMounts::blobs() const
{
    QStringList found;
    const Result<BlobPage> page = await(m_service->list({.container = u"cells"_s, .isRecursive = true}));
    for (const BlobEntry &entry : page ? page->entries : QList<BlobEntry>())
        found.append(entry.name.section(u'/', -1) + u' ' + QString::number(entry.size));
    found.sort();
    return found;
}

// The key stays with the engine: a node has an address with a signature, in the environment of the driver alone.
void TstBlobMounts::bringsADataSetToAJobAndItsModelBack()
{
    const testing::LeakSearch search({m_azurite.key().toLatin1(), "sp=racwdl"});
    testing::ProcessWatch watch(search);
    VERIFY_DONE(ctl(u"cluster create -n desk --machines here"_s));
    QVERIFY(QDir().mkpath(m_installation->path(u"plates"_s)));
    QVERIFY(testing::writeFile(m_installation->path(u"plates/one.txt"_s), "a plate\n"));
    VERIFY_DONE(
        ctl(u"storage upload"_s, {m_installation->path(u"plates"_s), u"blob://%1/cells"_s.arg(m_azurite.name())}));

    QJsonObject properties = job(u"cat $AZ_BATCHAI_INPUT_DATA/one.txt; cd $AZ_BATCHAI_OUTPUT_MODEL; head -c 3000000 "
                                 "/dev/urandom > weights; cp weights second; echo 0.9 > accuracy; env | grep RCLONE"_s);
    properties[u"inputDirectories"_s] =
        QJsonArray{QJsonObject{{u"id"_s, u"DATA"_s}, {u"path"_s, u"$AZ_BATCHAI_JOB_MOUNT_ROOT/bfs/plates"_s}}};
    properties[u"outputDirectories"_s] = QJsonArray{QJsonObject{
        {u"id"_s, u"MODEL"_s}, {u"pathPrefix"_s, u"$AZ_BATCHAI_JOB_MOUNT_ROOT/bfs"_s}, {u"pathSuffix"_s, u"models"_s}}};
    const Outcome ran = ctl(u"job create -n train -c desk --wait --stream -f"_s, {document(properties)});
    QCOMPARE(ran.exitCode, 1); // of grep, which found nothing
    QVERIFY2(ran.output.contains("a plate\n"), ran.output);
    QCOMPARE(blobs(), (QStringList{u"accuracy 4"_s, u"one.txt 8"_s, u"second 3000000"_s, u"weights 3000000"_s}));
    QCOMPARE(mounts(), 0);
    const Outcome log = ctl(u"job file stream -j train -f execution.log"_s);
    QVERIFY2(log.output.contains(QByteArray("Mounted blob://" + m_azurite.name().toUtf8() + "/cells at ")), log.output);

    QVERIFY(watch.rounds() > 5);
    QByteArrayList leaks = watch.leaks();
    leaks.removeIf([](const QByteArray &leak) { return leak.contains(" environ: "); }); // of the service and the driver
    QCOMPARE(leaks, QByteArrayList());
    QCOMPARE(search.leaksBelow(m_installation->path({})), QByteArrayList());
}

void TstBlobMounts::servesTwoJobsByOneMountOfTheCluster()
{
    VERIFY_RESULT(await(m_service->put(u"cells"_s, u"plate"_s, "of all\n")));
    VERIFY_DONE(ctl(u"cluster create -n desk --machines here -f"_s, {document({})}));
    const QString path = m_installation->path(u"job.json"_s);
    for (const QString &name : {u"first"_s, u"second"_s}) {
        const QString line = u"cat $AZ_BATCHAI_MOUNT_ROOT/bfs/plate; echo 1 > $AZ_BATCHAI_MOUNT_ROOT/bfs/"_s + name;
        QVERIFY(testing::writeFile(path, QJsonDocument(QJsonObject{{u"properties"_s, job(line)}}).toJson()));
        const Outcome ran = ctl(u"job create -c desk --wait --stream -n"_s, {name, u"-f"_s, path});
        VERIFY_DONE(ran);
        QVERIFY2(ran.output.contains("of all\n"), ran.output);
        QCOMPARE(mounts(), 1);
    }
    QCOMPARE(blobs(), (QStringList{u"first 2"_s, u"plate 7"_s, u"second 2"_s}));
    VERIFY_DONE(ctl(u"cluster delete -y -n desk"_s));
    QTRY_COMPARE(mounts(), 0);
}

void TstBlobMounts::saysWhyItIsNotMounted()
{
    VERIFY_DONE(ctl(u"cluster create -n desk --machines here"_s));
    QVERIFY(ctl(u"job create -n lost -c desk --wait -f"_s, {document(job(u"true"_s), u"nowhere"_s)}).exitCode != 0);
    const QJsonValue lost = ctl(u"job show -n lost"_s).json();
    const QByteArray words = QJsonDocument(lost.toObject()).toJson();
    QVERIFY2(words.contains("MountFailed") && words.contains("there is no such container"), words);
    VERIFY_DONE(
        ctl(u"job create -n next -c desk --wait -f"_s, {document(job(u"ls $AZ_BATCHAI_JOB_MOUNT_ROOT/bfs"_s))}));
    QCOMPARE(mounts(), 0);

    VERIFY_DONE(ctl(u"storage account remove -y"_s, {m_azurite.name()}));
    const Outcome refused = ctl(u"job create -n unknown -c desk -f"_s, {document(job(u"true"_s))});
    QCOMPARE(refused.exitCode, 4);
    QVERIFY2(refused.errorOutput.contains(QByteArray("batchctl storage account add " + m_azurite.name().toUtf8())),
             refused.errorOutput);
}

void TstBlobMounts::endsWithoutItsDriver()
{
    VERIFY_DONE(ctl(u"cluster create -n desk --machines here"_s));
    const Outcome ran = ctl(u"job create -n orphan -c desk --wait -f"_s,
                            {document(job(u"kill -9 $(pgrep -f \"$AZ_BATCHAI_JOB_MOUNT_ROOT/bfs\" | grep -vx $$); "
                                          "sleep 0.2; ls $AZ_BATCHAI_JOB_MOUNT_ROOT/bfs"_s))});
    QVERIFY2(ran.exitCode > 0, ran.errorOutput);
    QCOMPARE(mounts(), 0);
}

BATCHDECK_TEST(QCoreApplication, TstBlobMounts)
#include "tst_blobmounts.moc"
