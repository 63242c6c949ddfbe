// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"
#include "engine/api/storage/storageoptions.h"
#include "tests/batchai/documentvariants.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using engine::ResourceKind;
using engine::StorageAccount;
using engine::StorageOptions;
using testing::object;

namespace {

QJsonObject withVolumes(ResourceKind kind, const QByteArray &lists)
{
    if (kind == ResourceKind::Cluster)
        return object(R"({"properties":{"nodeSetup":{"mountVolumes":{)" + lists + "}}}}");
    return object(R"({"properties":{"mountVolumes":{)" + lists + "}}}");
}

} // namespace

class TstStorageOptions : public QObject
{
    Q_OBJECT

private slots:
    void takesOptionsBeforeTheEnvironment();
    void fillsPlaceholders_data();
    void fillsPlaceholders();
    void leavesAloneWhatMountsNothing();
    void addsVolumes();
    void appendsToWhatIsThere();
    void refusesWhatCannotBe_data();
    void refusesWhatCannotBe();
};

void TstStorageOptions::takesOptionsBeforeTheEnvironment()
{
    QProcessEnvironment environment;
    environment.insert(u"AZURE_BATCHAI_STORAGE_ACCOUNT"_s, u"of environment"_s);
    environment.insert(u"AZURE_BATCHAI_STORAGE_KEY"_s, u"its key"_s);
    const StorageAccount given = engine::storageAccount(u"given"_s, u"key"_s, environment);
    QCOMPARE(given.name, u"given"_s);
    QCOMPARE(given.key, u"key"_s);
    const StorageAccount found = engine::storageAccount({}, {}, environment);
    QCOMPARE(found.name, u"of environment"_s);
    QCOMPARE(found.key, u"its key"_s);
    QVERIFY(engine::storageAccount({}, {}, {}).name.isEmpty());
}

void TstStorageOptions::fillsPlaceholders_data()
{
    QTest::addColumn<QString>("account");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const QByteArray share = R"("azureFileShares":[{"azureFileUrl":"https://)";
    const QByteArray host = ".file.core.windows.net/s\"";
    const QByteArray name = "<AZURE_BATCHAI_STORAGE_ACCOUNT>";
    const QByteArray key = R"("credentials":{"accountKey":"<AZURE_BATCHAI_STORAGE_KEY>"})";
    QTest::newRow("all of a share")
        << u"acc"_s << u"k=="_s << QByteArray(share + name + host + R"(,"accountName":")" + name + "\"," + key + "}]")
        << QByteArray(share + "acc" + host + R"(,"accountName":"acc","credentials":{"accountKey":"k=="}}])");
    QTest::newRow("account of the URL") << u"acc"_s << QString() << QByteArray(share + name + host + "}]")
                                        << QByteArray(share + "acc" + host + R"(,"accountName":"acc"}])");
    QTest::newRow("account of another URL")
        << u"acc"_s << u"k"_s << QByteArray(share + "other" + host + R"(,"accountName":null}])")
        << QByteArray(share + "other" + host + R"(,"accountName":"other"}])");
    QTest::newRow("nothing known") << QString() << QString() << QByteArray(share + name + host + "," + key + "}]")
                                   << QByteArray(share + name + host + "," + key + "}]");
    QTest::newRow("key of the account") << u"acc"_s << u"k"_s << QByteArray(share + "ACC" + host + "}]")
                                        << QByteArray(share + "ACC" + host
                                                      + R"(,"accountName":"ACC","credentials":{"accountKey":"k"}}])");
    QTest::newRow("key of its own") << u"acc"_s << u"k"_s
                                    << QByteArray(share + "acc" + host
                                                  + R"(,"accountName":"acc","credentials":{"accountKey":"own"}}])")
                                    << QByteArray(share + "acc" + host
                                                  + R"(,"accountName":"acc","credentials":{"accountKey":"own"}}])");
    const QByteArray byReference =
        R"(,"accountName":"acc","credentials":{"accountKeySecretReference":{"secretUrl":"u"}}}])";
    QTest::newRow("key by reference") << u"acc"_s << u"k"_s << QByteArray(share + "acc" + host + byReference)
                                      << QByteArray(share + "acc" + host + byReference);
    const QByteArray blob = R"("azureBlobFileSystems":[{"containerName":"c","accountName":")";
    QTest::newRow("container") << u"acc"_s << u"k"_s << QByteArray(blob + name + "\"," + key + "}]")
                               << QByteArray(blob + R"(acc","credentials":{"accountKey":"k"}}])");
    QTest::newRow("container without credentials")
        << u"acc"_s << QString() << QByteArray(blob + name + "\"}]") << QByteArray(blob + "acc\"}]");
    QTest::newRow("other shapes") << u"acc"_s << u"k"_s
                                  << R"("azureFileShares":[1,null,{}],"azureBlobFileSystems":{})"_ba
                                  << R"("azureFileShares":[1,null,{}],"azureBlobFileSystems":{})"_ba;
}

void TstStorageOptions::fillsPlaceholders()
{
    QFETCH(const QString, account);
    QFETCH(const QString, key);
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    for (const ResourceKind kind : {ResourceKind::Job, ResourceKind::Cluster})
        QCOMPARE(engine::fillPlaceholders(kind, withVolumes(kind, before), {account, key}), withVolumes(kind, after));
}

void TstStorageOptions::leavesAloneWhatMountsNothing()
{
    for (const QByteArray &text : {"{}"_ba, R"({"properties":{"mountVolumes":null}})"_ba, R"({"properties":3})"_ba}) {
        for (const ResourceKind kind : {ResourceKind::Job, ResourceKind::Cluster, ResourceKind::Workspace})
            QCOMPARE(engine::fillPlaceholders(kind, object(text), {u"a"_s, u"k"_s}), object(text));
        QCOMPARE(*engine::addStorageOptions(ResourceKind::Workspace, object(text), {}), object(text));
    }
}

void TstStorageOptions::addsVolumes()
{
    StorageOptions options{{u"acc"_s, u"k"_s}};
    options.fileShare = u"share"_s;
    options.container = u"box"_s;
    options.fileServer = u"/subscriptions/s/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w/fileServers/f"_s;
    const QByteArray volumes = R"("azureFileShares":[{"accountName":"acc","azureFileUrl":
        "https://acc.file.core.windows.net/share","relativeMountPath":"afs","credentials":{"accountKey":"k"}}],
        "azureBlobFileSystems":[{"accountName":"acc","containerName":"box","relativeMountPath":"bfs",
            "credentials":{"accountKey":"k"}}],
        "fileServers":[{"fileServer":{"id":"/subscriptions/s/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w/fileServers/f"},
            "relativeMountPath":"nfs","mountOptions":"rw"}])";
    for (const ResourceKind kind : {ResourceKind::Job, ResourceKind::Cluster}) {
        const auto added = engine::addStorageOptions(kind, object("{}"), options);
        QVERIFY(added.has_value());
        QCOMPARE(added.value(), withVolumes(kind, volumes));
    }
    options.fileSharePath = u"bfs"_s; // which the container has
    const auto clashing = engine::addStorageOptions(ResourceKind::Cluster, object("{}"), options);
    const engine::DocumentCheck check =
        engine::checkDocument(ResourceKind::Cluster, engine::writeDocument(ResourceKind::Cluster, clashing.value()));
    QCOMPARE(check.faults.size(), 1);
    QCOMPARE(check.faults.constFirst().code, u"Duplicate"_s);
}

void TstStorageOptions::appendsToWhatIsThere()
{
    StorageOptions options{{u"acc"_s, {}}};
    options.container = u"box"_s;
    options.containerPath = u"in/box"_s;
    const QJsonObject before =
        withVolumes(ResourceKind::Job, R"("azureBlobFileSystems":[{"accountName":"a"}],"fileServers":[{}])");
    QCOMPARE(engine::addStorageOptions(ResourceKind::Job, before, options).value(),
             withVolumes(ResourceKind::Job, R"("azureBlobFileSystems":[{"accountName":"a"},{"accountName":"acc",
                 "containerName":"box","relativeMountPath":"in/box","credentials":{}}],"fileServers":[{}])"));
    const QJsonObject wrong = object(R"({"properties":{"mountVolumes":5}})");
    QCOMPARE(engine::addStorageOptions(ResourceKind::Job, wrong, options).value(), wrong);
}

void TstStorageOptions::refusesWhatCannotBe_data()
{
    QTest::addColumn<ResourceKind>("kind");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("words");
    const QString account = u"%1 needs the storage account: give --storage-account-name."_s;
    QTest::newRow("share") << ResourceKind::Job << u"--afs-name"_s << account;
    QTest::newRow("container") << ResourceKind::Cluster << u"--bfs-name"_s << account;
    QTest::newRow("experiment") << ResourceKind::Experiment << u"--nfs"_s << u"%1 goes with jobs and clusters only."_s;
}

void TstStorageOptions::refusesWhatCannotBe()
{
    QFETCH(const ResourceKind, kind);
    QFETCH(const QString, option);
    QFETCH(const QString, words);
    StorageOptions options;
    (option == u"--afs-name"       ? options.fileShare
         : option == u"--bfs-name" ? options.container
                                   : options.fileServer) = u"x"_s;
    const auto refused = engine::addStorageOptions(kind, object("{}"), options);
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().code == engine::ErrorCode::InvalidArgument, true);
    QCOMPARE(refused.error().target, option);
    QCOMPARE(refused.error().message.englishText(), words.arg(option));
}

BATCHDECK_TEST(QCoreApplication, TstStorageOptions)
#include "tst_storageoptions.moc"
