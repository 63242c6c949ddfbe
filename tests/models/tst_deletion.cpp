// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/extension.h"
#include "models/deletion.h"
#include "tests/gui/cannedworld.h"
#include "tests/support/testmain.h"

#include <QTemporaryDir>

using namespace Qt::StringLiterals;

class TstDeletion final : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatGoes_data();
    void saysWhatGoes();
    void saysHowLargeTheLogsAre();
};

void TstDeletion::saysWhatGoes_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QStringList>("goes");
    QTest::addColumn<QString>("button");
    QTest::addColumn<bool>("stops");
    QTest::newRow("group") << u"lab"_s
                           << QStringList{u"1 workspace: vision"_s, u"1 cluster: desk"_s, u"1 experiment: resnet"_s,
                                          u"The records of 1,200 jobs; the 2 that are not done are stopped first"_s}
                           << u"Delete lab"_s << false;
    QTest::newRow("workspace") << u"lab/vision"_s
                               << QStringList{u"1 cluster: desk"_s, u"1 experiment: resnet"_s,
                                              u"The records of 1,200 jobs; the 2 that are not done are stopped first"_s}
                               << u"Delete vision"_s << false;
    QTest::newRow("experiment") << u"lab/vision/resnet"_s
                                << QStringList{u"The records of 1,200 jobs; the 2 that are not done are stopped "
                                               "first"_s}
                                << u"Delete resnet"_s << false;
    QTest::newRow("cluster") << u"lab/vision/clusters/desk"_s
                             << QStringList{u"2 jobs on it are not done: they are stopped, and keep their records"_s}
                             << u"Stop 2 jobs and delete desk"_s << true;
    QTest::newRow("live job") << u"lab/vision/resnet/run-4"_s
                              << QStringList{u"It is not done: it is stopped first"_s,
                                             u"Its record, its logs here and its folder on the nodes"_s}
                              << u"Delete run-4"_s << false;
    QTest::newRow("job") << u"lab/vision/resnet/run-1"_s
                         << QStringList{u"Its record, its logs here and its folder on the nodes"_s} << u"Delete run-1"_s
                         << false;
    const QString job = u"lab/vision/resnet/run-%1"_s;
    QTest::newRow("jobs") << QStringList{job.arg(1), job.arg(3), job.arg(4)}.join(u' ')
                          << QStringList{u"run-1, run-3, run-4"_s, u"2 of them are not done: they are stopped first"_s,
                                         u"Their records, their logs here and their folders on the nodes"_s}
                          << u"Delete 3 jobs"_s << false;
    QTest::newRow("a cluster and an experiment")
        << u"lab/vision/clusters/desk lab/vision/resnet"_s
        << QStringList{u"desk, resnet"_s, u"2 jobs on it are not done: they are stopped, and keep their records"_s,
                       u"The records of 1,200 jobs; the 2 that are not done are stopped first"_s}
        << u"Stop 2 jobs and delete 1 cluster and 1 experiment"_s << true;
    QTest::newRow("machines") << u"machines/desk machines/gpu-a"_s << QStringList{u"desk, gpu-a"_s}
                              << u"Remove 2 machines"_s << false;
    QTest::newRow("machine") << u"machines/desk"_s << QStringList() << u"Remove desk"_s << false;
    QTest::newRow("storage account") << u"storageAccounts/labstore"_s << QStringList() << u"Remove labstore"_s << false;
    QTest::newRow("storage accounts") << u"storageAccounts/labstore storageAccounts/archive"_s
                                      << QStringList{u"labstore, archive"_s} << u"Remove 2 storage accounts"_s << false;
}

void TstDeletion::saysWhatGoes()
{
    QFETCH(QString, what);
    QJsonArray world = canned::world(4); // run-4 queued, run-3 running
    QJsonObject experiment = world.at(4).toObject();
    experiment[u"properties"_s] = QJsonObject{{u"x-batchdeck"_s, QJsonObject{{u"jobCount"_s, 1200}}}};
    world[4] = experiment;
    canned::CannedEngine engine(world);
    engine::EngineClient client(engine.link);
    models::ResourceStore store(client);
    store.sync();
    QTRY_VERIFY(store.isLoaded());
    QList<engine::ResourceId> ids;
    for (const QString &each : what.split(u' '))
        ids.append(*engine::ResourceId::parseShort(canned::profile, each));
    const auto words = models::deletionWords(store, ids);
    QTEST(words.goes, "goes");
    QTEST(words.button, "button");
    QTEST(words.stopsJobs, "stops");
    QVERIFY(!words.stays.isEmpty());
    QVERIFY2(words.question.contains(models::resourcesText(ids)), qPrintable(words.question));
    if (ids.size() == 1)
        QVERIFY(words.question.contains(what.section(u'/', -1)));
}

void TstDeletion::saysHowLargeTheLogsAre()
{
    QTemporaryDir folder;
    QJsonArray world = canned::world(2);
    QJsonObject experiment = world.at(4).toObject();
    experiment[u"properties"_s] = QJsonObject{{u"x-batchdeck"_s, QJsonObject{{u"jobCount"_s, 300}}}};
    world[4] = experiment;
    for (QJsonValueRef each : world) {
        QJsonObject document = each.toObject();
        if (!document[u"id"_s].toString().contains(u"/jobs/"_s))
            continue;
        QFile log(folder.filePath(document[u"name"_s].toString()));
        QVERIFY(log.open(QIODevice::WriteOnly) && log.resize(1'500'000));
        QJsonObject extension = engine::extensionOf(document);
        extension[u"logs"_s] = QJsonArray{QJsonObject{{u"name"_s, u"stdout.txt"_s}, {u"spoolPath"_s, log.fileName()}}};
        each = engine::withExtension(document, extension);
    }
    canned::CannedEngine engine(world);
    engine::EngineClient client(engine.link);
    models::ResourceStore store(client);
    store.sync();
    QTRY_VERIFY(store.isLoaded());
    const auto last = [&store](const QStringList &names, bool isMeasured = true) {
        QList<engine::ResourceId> ids;
        for (const QString &name : names)
            ids.append(*engine::ResourceId::parseShort(canned::profile, name));
        QHash<QString, qint64> sizes;
        for (const QString &log : models::deletedLogs(store, ids))
            sizes.insert(log, QFileInfo(log).size());
        return models::deletionWords(store, ids, isMeasured ? sizes : QHash<QString, qint64>()).goes.constLast();
    };
    QCOMPARE(last({u"lab/vision/resnet/run-1"_s}), u"Its record, its logs here (1.5 MB) and its folder on the nodes"_s);
    QCOMPARE(last({u"lab/vision/resnet/run-1"_s, u"lab/vision/resnet/run-2"_s}),
             u"Their records, their logs here (3.0 MB) and their folders on the nodes"_s);
    QCOMPARE(last({u"lab/vision/resnet"_s}), u"Their logs on this computer, more than 3.0 MB"_s);
    QCOMPARE(last({u"lab/vision/resnet/run-1"_s}, false), u"Its record, its logs here and its folder on the nodes"_s);
    QCOMPARE(last({u"lab/vision/resnet"_s}, false), u"Their logs on this computer"_s);
}

BATCHDECK_TEST(QCoreApplication, TstDeletion)
#include "tst_deletion.moc"
