// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/deletion.h"
#include "tests/gui/cannedworld.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;

class TstDeletion final : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatGoes_data();
    void saysWhatGoes();
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
    QTest::newRow("machine") << u"machines/desk"_s << QStringList() << u"Remove desk"_s << false;
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
    const auto words = models::deletionWords(store, *engine::ResourceId::parseShort(canned::profile, what));
    QTEST(words.goes, "goes");
    QTEST(words.button, "button");
    QTEST(words.stopsJobs, "stops");
    QVERIFY(!words.stays.isEmpty());
    QVERIFY(words.question.contains(what.section(u'/', -1)));
}

BATCHDECK_TEST(QCoreApplication, TstDeletion)
#include "tst_deletion.moc"
