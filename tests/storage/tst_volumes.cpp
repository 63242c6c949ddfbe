// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/volumes.h"

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
    void comparesPatterns_data();
    void comparesPatterns();
    void readsMappings_data();
    void readsMappings();
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
    QTest::newRow("a part of a name") << u"https://acc.file.core.windows.net/logs2"_s << QString();
    QTest::newRow("deeper") << u"https://other.file.core.windows.net/x/logs"_s << QString();
}

void TstVolumes::mapsTheMostExact()
{
    QFETCH(const QString, source);
    QFETCH(const QString, target);
    const QList<MappedVolume> mappings{{u"https://*.file.core.windows.net/logs"_s, u"path:/any-account"_s},
                                       {u"https://acc.file.core.windows.net/logs"_s, u"path:/exact"_s},
                                       {u"blob://*/data"_s, u"nas:/data"_s}};
    QCOMPARE(mappedTarget({VolumeKind::AzureFileShare, source, u"m"_s, {}, {}}, mappings), target);
}

void TstVolumes::comparesPatterns_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("source");
    QTest::addColumn<bool>("isMatch");
    QTest::newRow("all") << u"*"_s << u"a/b/c"_s << true;
    QTest::newRow("nothing in the star's place") << u"a*b"_s << u"ab"_s << true;
    QTest::newRow("the star gives back") << u"a*bc"_s << u"abbbc"_s << true;
    QTest::newRow("two stars") << u"*b*d"_s << u"abcbd"_s << true;
    QTest::newRow("many stars") << u"**a**"_s << u"bab"_s << true;
    QTest::newRow("no slash in a star") << u"a*c"_s << u"a/c"_s << false;
    QTest::newRow("a slash between stars") << u"*/*"_s << u"a/b"_s << true;
    QTest::newRow("too many slashes") << u"*/*"_s << u"a/b/c"_s << false;
    QTest::newRow("more at the end") << u"a*b"_s << u"abc"_s << false;
    QTest::newRow("less") << u"a*bc"_s << u"ab"_s << false;
    QTest::newRow("case") << u"Ä*B"_s << u"äxb"_s << true;
    QTest::newRow("what a regular expression would read") << u"a.*"_s << u"abc"_s << false;
}

void TstVolumes::comparesPatterns()
{
    QFETCH(const QString, pattern);
    QFETCH(const QString, source);
    QFETCH(const bool, isMatch);
    const Volume volume{VolumeKind::AzureFileShare, source, u"m"_s, {}, {}};
    QCOMPARE(!mappedTarget(volume, {{pattern, u"path:/x"_s}}).isEmpty(), isMatch);
}

void TstVolumes::readsMappings_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("read"); // "SOURCE TARGET", or what is wrong
    const QString share = u"https://a.file.core.windows.net/s"_s;
    QTest::newRow("folder") << share << u"path:/data"_s << QString(share + u" path:/data"_s);
    QTest::newRow("slash and blanks") << QString(u' ' + share + u"// "_s) << u"path:/"_s
                                      << QString(share + u" path:/"_s);
    QTest::newRow("machine") << u"*"_s << u"nas:data"_s << u"* nas:data"_s;
    // As what mounts it reads it.
    for (const auto &[typed, kept] : {std::pair{u"nas:"_s, u"nas:."_s},
                                      {u"nas:~"_s, u"nas:."_s},
                                      {u"nas:~/data"_s, u"nas:data"_s},
                                      {u"anna@[fe80::1]:data/"_s, u"anna@[fe80::1]:data/"_s}})
        QTest::newRow(qPrintable(typed)) << u"*"_s << typed << QString(u"* "_s + kept);
    QTest::newRow("no source") << u" "_s << u"path:/data"_s << u"source"_s;
    for (const QString &target : {u""_s, u"/data"_s, u"path:"_s, u"path:data"_s, u":/data"_s, u"a/b:/c"_s,
                                  u"nas:/a\nb"_s, u"-oProxyCommand=x:/a"_s, u"./nas:data"_s, u"scp://nas/data"_s})
        QTest::newRow(target.isEmpty() ? "no target" : target.toUtf8().constData()) << share << target << u"target"_s;
}

void TstVolumes::readsMappings()
{
    QFETCH(const QString, source);
    QFETCH(const QString, target);
    QFETCH(const QString, read);
    const auto mapping = parseVolumeMapping(source, target);
    QCOMPARE(mapping ? QString(mapping->source + u' ' + mapping->target) : mapping.error().target, read);
}

BATCHDECK_TEST(QCoreApplication, TstVolumes)
#include "tst_volumes.moc"
