// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/launch/planview.h"
#include "tests/support/json.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::viewOf;

namespace {

// One volume on one node: the document's text of it, where it is mapped to, and the line.
void volumeRow(const char *name, const char *list, const QByteArray &entry, const QString &target, const QString &line)
{
    QTest::newRow(name) << QByteArray(list) << entry << target << line;
}

constexpr char share[] = R"("azureFileUrl":"https://acc.file.core.windows.net/data/","relativeMountPath":"afs")";
constexpr char blobContainer[] = R"("accountName":"acc","containerName":"c","relativeMountPath":"bfs")";
constexpr char server[] = R"("fileServer":{"id":"/s/fileServers/nas"},"relativeMountPath":"nfs")";
constexpr char known[] = R"("fileServer":{"id":"/S/fileServers/Known"},"relativeMountPath":"nfs")";

} // namespace

class TstPlannedMounts : public QObject
{
    Q_OBJECT

private slots:
    void writesTheLine_data();
    void writesTheLine();
    void mountsTheClustersFirst();
    void quotesWhereTheHomeNeedsIt();
};

void TstPlannedMounts::writesTheLine_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("line");
    volumeRow("share", "azureFileShares", share, {},
              u"mount -t cifs //acc.file.core.windows.net/data ROOT/afs -o "
              "vers=3.0,credentials=ROOT/../keys/0,dir_mode=0777,file_mode=0777,serverino"_s);
    volumeRow("share in the home", "azureFileShares", share, u"path:~/data"_s, u"ln -s $HOME/data ROOT/afs"_s);
    volumeRow("share with modes", "azureFileShares",
              (QByteArray(share) + R"(,"fileMode":"0640","directoryMode":"0750","credentials":{"accountKey":"k3y"})"),
              {},
              u"mount -t cifs //acc.file.core.windows.net/data ROOT/afs -o "
              "vers=3.0,credentials=ROOT/../keys/0,dir_mode=0750,file_mode=0640,serverino"_s);
    volumeRow(
        "share with a placeholder", "azureFileShares",
        R"("azureFileUrl":"https://<AZURE_BATCHAI_STORAGE_ACCOUNT>.file.core.windows.net/s","relativeMountPath":"a b")",
        {},
        u"mount -t cifs \"//<AZURE_BATCHAI_STORAGE_ACCOUNT>.file.core.windows.net/s\" \"ROOT/a b\" -o "
        "vers=3.0,credentials=ROOT/../keys/0,dir_mode=0777,file_mode=0777,serverino"_s);
    volumeRow("share, a folder now", "azureFileShares", share, u"path:/mnt/d"_s, u"ln -s /mnt/d ROOT/afs"_s);
    volumeRow("share, a folder with a space", "azureFileShares", share, u"path:/mnt/d e"_s,
              u"ln -s \"/mnt/d e\" ROOT/afs"_s);
    volumeRow(
        "share, a machine's folder", "azureFileShares", share, u"nas:/vol/d"_s,
        u"sshfs nas:/vol/d ROOT/afs -o reconnect,ServerAliveInterval=15,ServerAliveCountMax=3,ConnectTimeout=15,BatchMode=yes"_s);
    volumeRow(
        "blob", "azureBlobFileSystems", blobContainer, {},
        u"blobfuse2 mount ROOT/bfs --container-name=c --config-file=ROOT/../keys/0 --use-https=true -o big_writes -o "
        "max_read=131072 -o max_write=131072 -o attr_timeout=240 -o fsname=blobfuse -o kernel_cache -o "
        "entry_timeout=240 -o negative_timeout=120 -o allow_other"_s);
    volumeRow("blob with options", "azureBlobFileSystems",
              QByteArray(blobContainer) + ",\"mountOptions\":\" -o ro  -o $(id)\"", {},
              u"blobfuse2 mount ROOT/bfs --container-name=c --config-file=ROOT/../keys/0 -o ro -o \"\\$(id)\""_s);
    volumeRow("blob, mapped", "azureBlobFileSystems", blobContainer, u"path:/mnt/d"_s, u"ln -s /mnt/d ROOT/bfs"_s);
    volumeRow("file server by its name", "fileServers", server, {}, u"mount -t nfs -o rw nas:/mnt/data ROOT/nfs"_s);
    volumeRow("folder of a file server", "fileServers",
              (QByteArray(server) + R"(,"sourceDirectory":"/sub/","mountOptions":"ro,soft")"), {},
              u"mount -t nfs -o ro,soft nas:/mnt/data/sub/ ROOT/nfs"_s);
    volumeRow("file server with a document", "fileServers", (QByteArray(known) + R"(,"sourceDirectory":"sub")"), {},
              u"mount -t nfs -o rw host:/export/sub ROOT/nfs"_s);
    volumeRow("file server, mapped", "fileServers", known, u"path:/mnt/d"_s, u"ln -s /mnt/d ROOT/nfs"_s);
    volumeRow("unmanaged", "unmanagedFileSystems",
              R"("mountCommand":"mount -t glusterfs 10.0.0.4:/gv0 ","relativeMountPath":"g")", {},
              u"mount -t glusterfs 10.0.0.4:/gv0 ROOT/g"_s);
    volumeRow("unmanaged, mapped", "unmanagedFileSystems",
              R"("mountCommand":"mount -t glusterfs 10.0.0.4:/gv0","relativeMountPath":"/g")", u"path:/mnt/d"_s,
              u"ln -s /mnt/d ROOT/g"_s);
}

void TstPlannedMounts::writesTheLine()
{
    QFETCH(const QByteArray, list);
    QFETCH(const QByteArray, entry);
    QFETCH(const QString, target);
    QFETCH(QString, line);
    PlanView view = viewOf(R"({"mountVolumes":{")" + list + "\":[{" + entry + "}]}}");
    if (!target.isEmpty())
        view.volumes = {{u"*"_s, target}};
    view.fileServers = {testing::object(R"({"id":"/s/fileservers/known","properties":{"x-batchdeck":
        {"machine":"/subscriptions/P/providers/Batchdeck/machines/host","path":"/export/"}}})")};
    const LaunchPlan plan = planLaunch(view);
    const QList<PlannedMount> &mounts = plan.nodes.constFirst().mounts;
    QCOMPARE(mounts.size(), 1);
    QCOMPARE(mounts.constFirst().commandLine, line.replace(u"ROOT"_s, u"$AZ_BATCHAI_JOB_MOUNT_ROOT"_s));
    QCOMPARE(mounts.constFirst().mappedTo, target);
    QVERIFY(!mounts.constFirst().isOfCluster);
}

void TstPlannedMounts::mountsTheClustersFirst()
{
    PlanView view = viewOf(QByteArray(R"({"mountVolumes":{"azureFileShares":[{)") + share + R"(}],
        "x-batchdeck":{"paths":[{"path":"/local","relativeMountPath":"p"}]}}})");
    view.cluster = testing::object(QByteArray(R"({"properties":{"nodeSetup":{"mountVolumes":{"azureFileShares":[
        {"azureFileUrl":"https://acc.file.core.windows.net/one","relativeMountPath":"one"},{)")
                                   + share + "}]}}}}");
    view.volumes = {{u"*"_s, u"path:/mapped"_s}, {u"https://*/one"_s, u"nas:/one"_s}};
    const LaunchPlan plan = planLaunch(view);
    QStringList seen;
    for (const PlannedMount &mount : plan.nodes.constFirst().mounts)
        seen.append(mount.path + u' ' + mount.mappedTo + u' ' + mount.volume.target + u' ' + mount.commandLine);
    // A path says itself where it is: no mapping moves it.
    QCOMPARE(
        seen,
        QStringList(
            {u"$AZ_BATCHAI_MOUNT_ROOT/one nas:/one $.properties.nodeSetup.mountVolumes.azureFileShares[0] "
             "sshfs nas:/one $AZ_BATCHAI_MOUNT_ROOT/one -o reconnect,ServerAliveInterval=15,ServerAliveCountMax=3,ConnectTimeout=15,BatchMode=yes"_s,
             u"$AZ_BATCHAI_MOUNT_ROOT/afs path:/mapped "
             "$.properties.nodeSetup.mountVolumes.azureFileShares[1] "
             "ln -s /mapped $AZ_BATCHAI_MOUNT_ROOT/afs"_s,
             u"$AZ_BATCHAI_JOB_MOUNT_ROOT/afs path:/mapped $.properties.mountVolumes.azureFileShares[0] "
             "ln -s /mapped $AZ_BATCHAI_JOB_MOUNT_ROOT/afs"_s,
             u"$AZ_BATCHAI_JOB_MOUNT_ROOT/p  $.properties.mountVolumes.x-batchdeck.paths[0] "
             "ln -s /local $AZ_BATCHAI_JOB_MOUNT_ROOT/p"_s}));
}

void TstPlannedMounts::quotesWhereTheHomeNeedsIt()
{
    PlanView view = viewOf(QByteArray(R"({"mountVolumes":{"azureFileShares":[{)") + share + "}]}}");
    view.nodes.first().home = u"/a home"_s;
    QCOMPARE(planLaunch(view).nodes.constFirst().mounts.constFirst().commandLine,
             u"mount -t cifs //acc.file.core.windows.net/data \"$AZ_BATCHAI_JOB_MOUNT_ROOT/afs\" -o "
             "\"vers=3.0,credentials=$AZ_BATCHAI_JOB_MOUNT_ROOT/../keys/0,dir_mode=0777,file_mode=0777,serverino\""_s);
}

BATCHDECK_TEST(QCoreApplication, TstPlannedMounts)
#include "tst_plannedmounts.moc"
