// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/launch/planview.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::viewOf;

namespace {

constexpr char run[] = " run -d --rm --name batchdeck-U-a2 --network host";

} // namespace

class TstPlannedContainer : public QObject
{
    Q_OBJECT

private slots:
    void writesCommands_data();
    void writesCommands();
    void runsOnTheNodeWithout();
    void entersItForEachCommand();
};

void TstPlannedContainer::writesCommands_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<QString>("tool");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<QStringList>("commands");
    const QString start = QString::fromLatin1(run);
    const QByteArray plain = R"("imageSourceRegistry":{"image":"ubuntu:22.04"})";
    QTest::newRow("plain") << plain << QString() << 0
                           << QStringList{u"docker pull ubuntu:22.04"_s,
                                          u"docker"_s + start + u" -v /h:/h ubuntu:22.04 sleep infinity"_s};
    QTest::newRow("GPUs") << plain << u"docker"_s << 2
                          << QStringList{u"docker pull ubuntu:22.04"_s,
                                         u"docker"_s + start + u" --gpus all -v /h:/h ubuntu:22.04 sleep infinity"_s};
    QTest::newRow("podman")
        << QByteArray(plain + R"(,"shmSize":"16gb")") << u"podman"_s << 1
        << QStringList{u"podman pull ubuntu:22.04"_s,
                       u"podman"_s + start
                           + u" --shm-size 16gb --device nvidia.com/gpu=all -v /h:/h ubuntu:22.04 sleep infinity"_s};
    QTest::newRow("registry") << R"("imageSourceRegistry":{"image":"nvcr.io/x:1","serverUrl":"nvcr.io",
              "credentials":{"username":"$oauthtoken","password":"p4ss"}})"_ba
                              << QString() << 0
                              << QStringList{u"docker login -u '$oauthtoken' --password-stdin nvcr.io"_s,
                                             u"docker pull nvcr.io/x:1"_s,
                                             u"docker"_s + start + u" -v /h:/h nvcr.io/x:1 sleep infinity"_s};
    QTest::newRow("login without a server")
        << R"("imageSourceRegistry":{"image":"me/x","credentials":{"username":"me","password":"p4ss"}})"_ba << QString()
        << 0
        << QStringList{u"docker login -u me --password-stdin"_s, u"docker pull me/x"_s,
                       u"docker"_s + start + u" -v /h:/h me/x sleep infinity"_s};
    QTest::newRow("hostile image") << R"("imageSourceRegistry":{"image":"x; id"})"_ba << QString() << 0
                                   << QStringList{u"docker pull 'x; id'"_s,
                                                  u"docker"_s + start + u" -v /h:/h 'x; id' sleep infinity"_s};
}

void TstPlannedContainer::writesCommands()
{
    QFETCH(const QByteArray, settings);
    QFETCH(const QString, tool);
    QFETCH(const int, gpus);
    QFETCH(const QStringList, commands);
    PlanView view = viewOf(R"({"containerSettings":{)" + settings + "}}");
    view.nodes.first().gpus = gpus;
    view.nodes.first().containerTool = tool;
    const NodePlan plan = planLaunch(view).nodes.constFirst();
    QVERIFY(plan.container.has_value());
    QCOMPARE(plan.container->commands, commands);
    const QString used = tool.isEmpty() ? u"docker"_s : tool;
    QCOMPARE(plan.container->tool, used);
    QCOMPARE(plan.container->prefix,
             used + u" exec -w $AZ_BATCHAI_JOB_TEMP/wd --env-file $AZ_BATCHAI_JOB_TEMP/environment batchdeck-U-a2"_s);
    QCOMPARE(plan.container->stop, used + u" rm -f batchdeck-U-a2"_s);
    QVERIFY(!describe(plan).contains(u"p4ss"_s));
}

void TstPlannedContainer::runsOnTheNodeWithout()
{
    QVERIFY(!planLaunch(viewOf("{}")).nodes.constFirst().container);
}

void TstPlannedContainer::entersItForEachCommand()
{
    PlanView view = viewOf(R"({"customToolkitSettings":{"commandLine":"run it"},
        "jobPreparation":{"commandLine":"prepare"},
        "mountVolumes":{"azureFileShares":[
            {"azureFileUrl":"https://a.file.core.windows.net/x","relativeMountPath":"x"},
            {"azureFileUrl":"https://a.file.core.windows.net/y","relativeMountPath":"y"},
            {"azureFileUrl":"https://a.file.core.windows.net/z","relativeMountPath":"z"}],
            "x-batchdeck":{"paths":[{"path":"/local","relativeMountPath":"p"}]}},
        "containerSettings":{"imageSourceRegistry":{"image":"i"}}})");
    view.nodes.first().home = u"/a home"_s;
    view.volumes = {{u"*"_s, u"path:/shared"_s}, {u"https://*/z"_s, u"nas:/z"_s}};
    const NodePlan plan = planLaunch(view).nodes.constFirst();
    QCOMPARE(plan.container->commands.constLast(),
             u"docker run -d --rm --name batchdeck-U-a2 --network host -v \"/a home:/a home\" -v /shared:/shared "
             "-v /local:/local i sleep infinity"_s);
    const QString prefix = u"docker exec -w \"$AZ_BATCHAI_JOB_TEMP/wd\" --env-file "
                           "\"$AZ_BATCHAI_JOB_TEMP/environment\" batchdeck-U-a2"_s;
    QCOMPARE(plan.container->prefix, prefix);
    const QString text = describe(plan);
    QVERIFY(text.contains(u"# job preparation\n"_s + prefix + u" bash -c 'prepare'\n# toolkit\n"_s + prefix
                          + u" bash -c 'run it'\n"_s));
}

BATCHDECK_TEST_MAIN(QCoreApplication, TstPlannedContainer)
#include "tst_plannedcontainer.moc"
