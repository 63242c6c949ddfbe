// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"
#include "engine/api/document/secretplaces.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;
using namespace engine;

namespace {

const QString uuid = u"0b7c4a52-6f0e-4f4e-9c39-4f3c2f0f7f11"_s;
const QString credentialsPath = u"$.properties.containerSettings.imageSourceRegistry.credentials"_s;

QJsonObject job()
{
    return QJsonDocument::fromJson(R"({"properties":{
        "secrets":[{"name":"TOKEN","value":"t0ken"},
                   {"name":"KEPT","x-batchdeck":{"secretName":"secret:hub"}},
                   {"name":"VAULT","valueSecretReference":{"secretUrl":"u"}}],
        "containerSettings":{"imageSourceRegistry":{"image":"i",
            "credentials":{"username":"ada","password":"p4ss"}}}}})")
        .object();
}

QJsonObject cluster()
{
    return QJsonDocument::fromJson(R"({"properties":{"nodeSetup":{"setupTask":{
        "secrets":[{"name":"TOKEN","value":"t0ken"},
                   {"name":"KEPT","x-batchdeck":{"secretName":"secret:hub"}}]}}}})")
        .object();
}

QJsonObject jobWith(const QByteArray &secrets)
{
    return QJsonDocument::fromJson(R"({"properties":{"secrets":[)" + secrets + "]}}").object();
}

QStringList described(const QList<DocumentSecret> &secrets)
{
    QStringList lines;
    for (const DocumentSecret &secret : secrets)
        lines.append(secret.variable + u'|' + secret.name + u'|' + secret.value + (secret.isOwn ? u"|own"_s : u""_s)
                     + (secret.isOpen ? u"|open"_s : u""_s));
    return lines;
}

QStringList pathsOf(const QList<DocumentSecret> &secrets)
{
    QStringList paths;
    for (const DocumentSecret &secret : secrets)
        paths.append(secret.path);
    return paths;
}

} // namespace

/// Where documents have their secrets, what these are called, and documents with values filled in.
class TstSecretPlaces final : public QObject
{
    Q_OBJECT

private slots:
    void readsAJob();
    void readsASetupTask();
    void tellsWhatIsOpen_data();
    void tellsWhatIsOpen();
    void putsValuesBack();
    void fillsOnlyWhatHasNone();
    void knowsItsNames_data();
    void knowsItsNames();
};

void TstSecretPlaces::readsAJob()
{
    const QString own = u"job:"_s + uuid + u':';
    const QList<DocumentSecret> secrets = secretsOf(ResourceKind::Job, job(), uuid);
    const QStringList expected{u"TOKEN|"_s + own + u"TOKEN|t0ken|own"_s, u"KEPT|secret:hub|"_s,
                               u"VAULT|"_s + own + u"VAULT||own"_s, u"|"_s + own + u"registry-password|p4ss|own"_s};
    QCOMPARE(described(secrets), expected);
    const QStringList paths{u"$.properties.secrets[0]"_s, u"$.properties.secrets[1]"_s, u"$.properties.secrets[2]"_s,
                            credentialsPath};
    QCOMPARE(pathsOf(secrets), paths);
    const QStringList unnamed{u"TOKEN||t0ken|own"_s, u"KEPT|secret:hub|"_s, u"VAULT|||own"_s, u"||p4ss|own"_s};
    QCOMPARE(described(secretsOf(ResourceKind::Job, job())), unnamed);
    QVERIFY(secretsOf(ResourceKind::Job, {}, uuid).isEmpty());
}

void TstSecretPlaces::readsASetupTask()
{
    const QList<DocumentSecret> secrets = secretsOf(ResourceKind::Cluster, cluster(), uuid);
    QCOMPARE(described(secrets),
             (QStringList{u"TOKEN|cluster:"_s + uuid + u":TOKEN|t0ken|own"_s, u"KEPT|secret:hub|"_s}));
    QCOMPARE(pathsOf(secrets),
             (QStringList{u"$.properties.nodeSetup.setupTask.secrets[0]"_s,
                          u"$.properties.nodeSetup.setupTask.secrets[1]"_s}));
    QVERIFY(secretsOf(ResourceKind::Cluster, {}, uuid).isEmpty());
    QVERIFY(secretsOf(ResourceKind::Cluster, job(), uuid).isEmpty());
}

void TstSecretPlaces::tellsWhatIsOpen_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<QStringList>("secrets");
    QTest::newRow("no value") << R"({"name":"A"})"_ba << QStringList{u"A|||own|open"_s};
    QTest::newRow("null") << R"({"name":"A","value":null})"_ba << QStringList{u"A|||own|open"_s};
    QTest::newRow("empty") << R"({"name":"A","value":""})"_ba << QStringList{u"A|||own"_s};
    QTest::newRow("reference") << R"({"name":"A","valueSecretReference":{}})"_ba << QStringList{u"A|||own"_s};
    QTest::newRow("kept") << R"({"name":"A","x-batchdeck":{"secretName":"secret:a"}})"_ba
                          << QStringList{u"A|secret:a|"_s};
    QTest::newRow("no variable") << R"({"value":null},{"x-batchdeck":{"secretName":"secret:a"}},1,null)"_ba
                                 << QStringList();
}

void TstSecretPlaces::tellsWhatIsOpen()
{
    QFETCH(const QByteArray, entry);
    QTEST(described(secretsOf(ResourceKind::Job, jobWith(entry))), "secrets");
}

void TstSecretPlaces::putsValuesBack()
{
    const QJsonObject kept = withoutSecrets(job());
    for (const DocumentSecret &secret : secretsOf(ResourceKind::Job, kept, uuid))
        QVERIFY2(secret.value.isEmpty(), qPrintable(secret.name));
    QCOMPARE(withSecretValues(ResourceKind::Job, kept, {{u"TOKEN"_s, u"t0ken"_s}, {QString(), u"p4ss"_s}}), job());
    QCOMPARE(withSecretValues(ResourceKind::Job, kept, {}), kept);
    const QJsonObject bare = withoutSecrets(cluster());
    QCOMPARE(withSecretValues(ResourceKind::Cluster, bare, {{u"TOKEN"_s, u"t0ken"_s}}), cluster());
}

void TstSecretPlaces::fillsOnlyWhatHasNone()
{
    const QHash<QString, QString> others{
        {u"TOKEN"_s, u"x"_s}, {u"KEPT"_s, u"x"_s}, {u"UNKNOWN"_s, u"x"_s}, {QString(), u"x"_s}};
    QCOMPARE(withSecretValues(ResourceKind::Job, job(), others), job());
    QCOMPARE(withSecretValues(ResourceKind::Job, {}, others), QJsonObject());
    const QJsonObject nameless = jobWith(R"({"value":null},1)");
    QCOMPARE(withSecretValues(ResourceKind::Job, nameless, others), nameless);
    // A job runs again with the value that was set in the place of a vault's.
    const QJsonValue filled = withSecretValues(ResourceKind::Job, job(), {{u"VAULT"_s, u"v"_s}});
    QCOMPARE(filled[u"properties"_s][u"secrets"_s][2][u"value"_s].toString(), u"v"_s);
}

void TstSecretPlaces::knowsItsNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("owner");
    const QString ofJob = secretOwner(ResourceKind::Job, uuid);
    const QString ofCluster = secretOwner(ResourceKind::Cluster, uuid);
    QTest::newRow("a variable") << QString(ofJob + u":TOKEN"_s) << ofJob;
    QTest::newRow("of a setup task") << QString(ofCluster + u":TOKEN"_s) << ofCluster;
    QTest::newRow("no variable") << QString(ofJob + u':') << QString();
    QTest::newRow("no job") << u"job:x:TOKEN"_s << QString();
    QTest::newRow("of a storage account") << u"storage-account:data1"_s << u"storage-account:data1"_s;
    QTest::newRow("no storage account") << u"storage-account:Data 1"_s << QString();
    QTest::newRow("another kind") << u"secret:hub"_s << QString();
    QTest::newRow("capitals") << QString(u"job:"_s + uuid.toUpper() + u":TOKEN"_s) << QString();
    QTest::newRow("nothing") << QString() << QString();
}

void TstSecretPlaces::knowsItsNames()
{
    QFETCH(const QString, name);
    QTEST(ownerOfSecret(name), "owner");
    QCOMPARE(storageSecret(QStringLiteral("Cells")), QStringLiteral("storage-account:cells")); // of every spelling
}

BATCHDECK_TEST(QCoreApplication, TstSecretPlaces)
#include "tst_secretplaces.moc"
