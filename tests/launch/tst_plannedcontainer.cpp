// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/plannedcontainer.h"
#include "tests/launch/planview.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::viewOf;

namespace {

constexpr char run[] = " run -d --rm --name batchdeck-U-a2-0 --network host --security-opt label=disable";
constexpr char asUser[] = " --user \"$(id -u):$(id -g)\"";

} // namespace

class TstPlannedContainer : public QObject
{
    Q_OBJECT

private slots:
    void writesCommands_data();
    void writesCommands();
    void runsOnTheNodeWithout();
    void isRootWhereTheDocumentSaysSo();
    void writesAPayload();
    void doesNotCrossNodesByMpi();
    void entersItForEachCommand();
};

void TstPlannedContainer::writesCommands_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<QString>("tool");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<QStringList>("commands");
    const QString start = QString::fromLatin1(run) + QString::fromLatin1(asUser);
    const QByteArray plain = R"("imageSourceRegistry":{"image":"ubuntu:22.04"})";
    QTest::newRow("plain") << plain << QString() << 0
                           << QStringList{u"docker pull ubuntu:22.04"_s,
                                          u"docker"_s + start
                                              + u" -v /h:/h --entrypoint sleep ubuntu:22.04 infinity"_s};
    QTest::newRow("GPUs") << plain << u"docker"_s << 2
                          << QStringList{u"docker pull ubuntu:22.04"_s,
                                         u"docker"_s + start
                                             + u" --gpus all -v /h:/h --entrypoint sleep ubuntu:22.04 infinity"_s};
    QTest::newRow("podman")
        << QByteArray(plain + R"(,"shmSize":"16gb")") << u"podman"_s << 1
        << QStringList{u"podman pull ubuntu:22.04"_s,
                       u"podman"_s + QString::fromLatin1(run)
                           + u" --user 0:0 --shm-size 16gb --device nvidia.com/gpu=all -v /h:/h --entrypoint sleep "
                             "ubuntu:22.04 infinity"_s};
    QTest::newRow("registry") << R"("imageSourceRegistry":{"image":"nvcr.io/x:1","serverUrl":"nvcr.io",
              "credentials":{"username":"$oauthtoken","password":"p4ss"}})"_ba
                              << QString() << 0
                              << QStringList{u"docker login -u '$oauthtoken' --password-stdin nvcr.io"_s,
                                             u"docker pull nvcr.io/x:1"_s,
                                             u"docker"_s + start
                                                 + u" -v /h:/h --entrypoint sleep nvcr.io/x:1 infinity"_s};
    QTest::newRow("login without a server")
        << R"("imageSourceRegistry":{"image":"me/x","credentials":{"username":"me","password":"p4ss"}})"_ba << QString()
        << 0
        << QStringList{u"docker login -u me --password-stdin"_s, u"docker pull me/x"_s,
                       u"docker"_s + start + u" -v /h:/h --entrypoint sleep me/x infinity"_s};
    QTest::newRow("hostile image") << R"("imageSourceRegistry":{"image":"x; id"})"_ba << QString() << 0
                                   << QStringList{u"docker pull 'x; id'"_s,
                                                  u"docker"_s + start
                                                      + u" -v /h:/h --entrypoint sleep 'x; id' infinity"_s};
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
    QCOMPARE(plan.container->prefix, used + u" exec -i -w $AZ_BATCHAI_JOB_TEMP/wd batchdeck-U-a2-0"_s);
    QCOMPARE(plan.container->stop, used + u" rm -f batchdeck-U-a2-0"_s);
    QVERIFY(!describe(plan).contains(u"p4ss"_s));
}

void TstPlannedContainer::runsOnTheNodeWithout()
{
    QVERIFY(!planLaunch(viewOf("{}")).nodes.constFirst().container);
    const LaunchPlan plan = planLaunch(viewOf(R"({"containerSettings":{"imageSourceRegistry":{"image":"i"}},
        "x-batchdeck":{"container":"ignore"}})"));
    QVERIFY(!plan.nodes.constFirst().container);
    QCOMPARE(plan.warnings.constFirst().code, u"ContainerIgnored"_s);
}

void TstPlannedContainer::isRootWhereTheDocumentSaysSo()
{
    const NodePlan plan = planLaunch(viewOf(R"({"containerSettings":{"imageSourceRegistry":{"image":"i"}},
        "x-batchdeck":{"container":{"user":"root"}}})"))
                              .nodes.constFirst();
    QVERIFY(plan.container->wantsRoot);
    QVERIFY(plan.container->commands.constLast().contains(u" --user 0:0 "_s));
}

void TstPlannedContainer::writesAPayload()
{
    PlannedContainer container;
    container.tool = u"podman"_s;
    container.name = u"batchdeck-U-a1-0"_s;
    container.image = u"it's"_s;
    container.hasLogin = true;
    container.registry = u"nvcr.io"_s;
    container.user = u"$oauthtoken"_s;
    container.sharedMemory = u"16gb"_s;
    container.gpus = 2;
    container.folders = {u"/a home"_s, u"/data$(id)"_s};
    QCOMPARE(containerPayload(container, {u"A"_s, u"B"_s}, u"p4ss"_s), R"sh(. "$bd_agent/container.sh"
bd_container_variables() { "$1" A B; }
bd_container 'podman' 'batchdeck-U-a1-0' 'it'\''s' ''
bd_container_login 'nvcr.io' '$oauthtoken' 'p4ss'
bd_container_start '16gb' 2 "/a home" "/data\$(id)"
bd_exec() { bd_in_container "$@"; }
)sh");
}

void TstPlannedContainer::doesNotCrossNodesByMpi()
{
    PlanView view = viewOf(R"({"customMpiSettings":{"commandLine":"a"},
        "containerSettings":{"imageSourceRegistry":{"image":"i"}}})");
    view.nodes.append(view.nodes.constFirst());
    const QList<Fault> warnings = planLaunch(view).warnings;
    QVERIFY(std::any_of(warnings.begin(), warnings.end(),
                        [](const Fault &fault) { return fault.code == u"ContainerMpi"; }));
}

void TstPlannedContainer::entersItForEachCommand()
{
    PlanView view = viewOf(R"({"customToolkitSettings":{"commandLine":"run it"},
        "jobPreparation":{"commandLine":"prepare"},
        "inputDirectories":[{"id":"I","path":"/in"},{"id":"M","path":"$AZ_BATCHAI_JOB_MOUNT_ROOT/x"}],
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
             u"docker"_s + QString::fromLatin1(run) + QString::fromLatin1(asUser)
                 + u" -v \"/a home:/a home\" -v /shared:/shared -v /local:/local -v /in:/in --entrypoint sleep i "
                   "infinity"_s);
    const QString prefix = u"docker exec -i -w \"$AZ_BATCHAI_JOB_TEMP/wd\" batchdeck-U-a2-0"_s;
    QCOMPARE(plan.container->prefix, prefix);
    const QString text = describe(plan);
    QVERIFY(text.contains(u"# job preparation\n"_s + prefix + u" bash -c 'prepare'\n# toolkit\n"_s + prefix
                          + u" bash -c 'run it'\n"_s));
}

BATCHDECK_TEST(QCoreApplication, TstPlannedContainer)
#include "tst_plannedcontainer.moc"
