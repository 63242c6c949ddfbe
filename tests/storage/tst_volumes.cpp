// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/volumes.h"

#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace engine;
using namespace Qt::StringLiterals;

class TstVolumes : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryKind();
    void mapsTheMostExact_data();
    void mapsTheMostExact();
};

void TstVolumes::readsEveryKind()
{
    const QJsonObject volumes = QJsonDocument::fromJson(R"({
        "azureFileShares": [{"azureFileUrl": "https://a.file.core.windows.net/s", "relativeMountPath": "afs"}, {}],
        "azureBlobFileSystems": [{"accountName": "a", "containerName": "c", "relativeMountPath": "bfs"}],
        "fileServers": [{"fileServer": {"id": "/x/fileServers/f"}, "relativeMountPath": "nfs"}],
        "unmanagedFileSystems": [{"mountCommand": "mount -t glusterfs h:/v", "relativeMountPath": "g"}],
        "x-batchdeck": {"paths": [{"path": "/data", "relativeMountPath": "d"}]}})")
                                    .object();
    QStringList seen;
    for (const Volume &volume : volumesOf(volumes, u"$.m"_s))
        seen.append(toString(volume.kind) + u' ' + volume.source + u' ' + volume.relativeMountPath + u' '
                    + volume.target);
    QCOMPARE(seen,
             QStringList({u"azureFileShare https://a.file.core.windows.net/s afs $.m.azureFileShares[0]"_s,
                          u"azureBlob blob://a/c bfs $.m.azureBlobFileSystems[0]"_s,
                          u"fileServer /x/fileServers/f nfs $.m.fileServers[0]"_s,
                          u"unmanaged mount -t glusterfs h:/v g $.m.unmanagedFileSystems[0]"_s,
                          u"path /data d $.m.x-batchdeck.paths[0]"_s}));
}

void TstVolumes::mapsTheMostExact_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("target");
    QTest::newRow("exact") << u"https://acc.file.core.windows.net/logs"_s << u"path:/exact"_s;
    QTest::newRow("case and slash") << u"https://ACC.file.core.windows.net/Logs/"_s << u"path:/exact"_s;
    QTest::newRow("any account") << u"https://other.file.core.windows.net/logs"_s << u"path:/any-account"_s;
    QTest::newRow("a container") << u"blob://acc/data"_s << u"nas:/data"_s;
    QTest::newRow("none") << u"https://other.file.core.windows.net/scripts"_s << QString();
    QTest::newRow("deeper") << u"https://other.file.core.windows.net/x/logs"_s << QString();
}

void TstVolumes::mapsTheMostExact()
{
    QFETCH(const QString, source);
    QFETCH(const QString, target);
    const QList<VolumeMapping> mappings{{u"https://*.file.core.windows.net/logs"_s, u"path:/any-account"_s},
                                        {u"https://acc.file.core.windows.net/logs"_s, u"path:/exact"_s},
                                        {u"blob://*/data"_s, u"nas:/data"_s}};
    QCOMPARE(mappedTarget({VolumeKind::AzureFileShare, source, u"m"_s, {}, {}}, mappings), target);
}

BATCHDECK_TEST_MAIN(QCoreApplication, TstVolumes)
#include "tst_volumes.moc"
