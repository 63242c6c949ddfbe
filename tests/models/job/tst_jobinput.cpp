// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"
#include "models/job/form/jobinput.h"
#include "tests/support/testmain.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

class TstJobInput final : public QObject
{
    Q_OBJECT

private slots:
    void namesInputs_data();
    void namesInputs();
    void addsToADocument();
    void mountsAContainerOnce();
    void refusesWhatCannotBeNamed();
};

void TstJobInput::namesInputs_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("id");
    QTest::newRow("plain") << u"cells"_s << u"CELLS"_s;
    QTest::newRow("signs") << u"cells-2048.tar.gz"_s << u"CELLS_2048_TAR_GZ"_s;
    QTest::newRow("ends") << u" (best) "_s << u"BEST"_s;
    QTest::newRow("no letters") << u"数据"_s << u"DATA"_s;
    QTest::newRow("root") << QString() << u"DATA"_s;
    QTest::newRow("long") << QString(300, u'a') << QString(40, u'A');
}

void TstJobInput::namesInputs()
{
    QFETCH(QString, name);
    QTEST(models::jobInputId(name), "id");
}

void TstJobInput::addsToADocument()
{
    const QByteArray text = R"json({"properties":{"nodeCount":1,"stdOutErrPathPrefix":"/out",
        "customToolkitSettings":{"commandLine":"true"}}})json";
    const QByteArray once = models::withJobInput(text, {{}, u"/data/cells 2048"_s});
    const QByteArray twice = models::withJobInput(once, {u"gpu-a"_s, u"/other/cells-2048"_s});
    const auto check = engine::checkDocument(engine::ResourceKind::Job, twice);
    QVERIFY(check.faults.isEmpty() || check.faults.constFirst().target.contains(u"cluster"));
    const QJsonValue inputs = check.document[u"properties"_s][u"inputDirectories"_s];
    QCOMPARE(inputs[0][u"id"_s], u"CELLS_2048"_s);
    QCOMPARE(inputs[0][u"path"_s], u"/data/cells 2048"_s);
    QCOMPARE(inputs[1][u"id"_s], u"CELLS_2048_2"_s);
}

void TstJobInput::mountsAContainerOnce()
{
    QByteArray text = R"json({"properties":{"nodeCount":1,"stdOutErrPathPrefix":"/out",
        "mountVolumes":{"azureFileShares":[{"accountName":"lab","relativeMountPath":"runs/",
            "azureFileUrl":"https://lab.file.core.windows.net/share"}]},
        "customToolkitSettings":{"commandLine":"true"}}})json";
    for (const auto &[account, path] : {std::pair(u"lab"_s, u"/runs/2026/cells"_s),
                                        {u"lab"_s, u"/runs"_s},
                                        {u"lab"_s, u"/sets"_s},
                                        {u"other"_s, u"/sets"_s}})
        text = models::withJobInput(text, {engine::blobPlace(account), path});
    const auto check = engine::checkDocument(engine::ResourceKind::Job, text);
    QVERIFY(check.faults.isEmpty() || check.faults.constFirst().target.contains(u"cluster"));
    const QJsonValue volumes = check.document[u"properties"_s][u"mountVolumes"_s];
    QCOMPARE(volumes[u"azureFileShares"_s].toArray().size(), 1);
    const QJsonArray blobs = volumes[u"azureBlobFileSystems"_s].toArray();
    QCOMPARE(blobs.size(), 3);
    QCOMPARE(blobs.at(0)[u"accountName"_s], u"lab"_s);
    QCOMPARE(blobs.at(0)[u"containerName"_s], u"runs"_s);
    QCOMPARE(blobs.at(0)[u"relativeMountPath"_s], u"runs-2"_s); // the share has "runs"
    QCOMPARE(blobs.at(1)[u"relativeMountPath"_s], u"sets"_s);
    QCOMPARE(blobs.at(2)[u"accountName"_s], u"other"_s);
    QCOMPARE(blobs.at(2)[u"relativeMountPath"_s], u"sets-2"_s);
    const QJsonValue inputs = check.document[u"properties"_s][u"inputDirectories"_s];
    QCOMPARE(inputs[0][u"path"_s], u"$AZ_BATCHAI_JOB_MOUNT_ROOT/runs-2/2026/cells"_s);
    QCOMPARE(inputs[1][u"path"_s], u"$AZ_BATCHAI_JOB_MOUNT_ROOT/runs-2"_s);
    QCOMPARE(inputs[2][u"id"_s], u"SETS"_s);
    QCOMPARE(inputs[3][u"id"_s], u"SETS_2"_s);
    QCOMPARE(inputs[3][u"path"_s], u"$AZ_BATCHAI_JOB_MOUNT_ROOT/sets-2"_s);
}

void TstJobInput::refusesWhatCannotBeNamed()
{
    QVERIFY(models::whyNoJobInput(u"/data/a b"_s).isEmpty());
    QVERIFY(!models::whyNoJobInput(u"/data/$HOME"_s).isEmpty());
    QVERIFY(!models::whyNoJobInput(engine::pathFromBytes("/data/caf\xe9")).isEmpty());
    QVERIFY(!models::whyNoJobInput(u"/data/a\nb"_s).isEmpty());
}

BATCHDECK_TEST(QCoreApplication, TstJobInput)
#include "tst_jobinput.moc"
