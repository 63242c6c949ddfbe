// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/extension.h"
#include "models/document/wantedsecrets.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;
using engine::ResourceKind;

namespace {

QStringList described(const QList<engine::DocumentSecret> &secrets)
{
    QStringList lines;
    for (const engine::DocumentSecret &secret : secrets)
        lines.append(secret.variable + u'|' + secret.name);
    return lines;
}

} // namespace

/// Which secrets a document lacks, and what a value that is asked for will mend.
class TstWantedSecrets final : public QObject
{
    Q_OBJECT

private slots:
    void findsWhatIsLacking_data();
    void findsWhatIsLacking();
    void namesThemAsTheEngineDoes();
    void leavesOutWhatIsKnown();
    void standsInForWhatIsOpen();
    void dropsOnlyFaultsThatAValueMends();

private:
    static QJsonObject job(const QByteArray &secrets, const QByteArray &credentials = "null")
    {
        return QJsonDocument::fromJson(R"({"properties": {"secrets": [)" + secrets
                                       + R"(], "containerSettings": {"imageSourceRegistry": {"credentials": )"
                                       + credentials + "}}}}")
            .object();
    }
    static QJsonObject cluster(const QByteArray &secrets)
    {
        return QJsonDocument::fromJson(R"({"properties": {"nodeSetup": {"setupTask": {"secrets": [)" + secrets
                                       + "]}}}}")
            .object();
    }
};

void TstWantedSecrets::findsWhatIsLacking_data()
{
    QTest::addColumn<QByteArray>("secrets");
    QTest::addColumn<QStringList>("wanted");
    QTest::newRow("none") << QByteArray() << QStringList();
    QTest::newRow("no value") << QByteArray(R"({"name": "A"})") << QStringList{u"A|"_s};
    QTest::newRow("value") << QByteArray(R"({"name": "A", "value": "x"})") << QStringList();
    QTest::newRow("reference") << QByteArray(R"({"name": "A", "valueSecretReference": {}})") << QStringList();
    QTest::newRow("kept") << QByteArray(R"({"name": "A", "x-batchdeck": {"secretName": "secret:a"}})")
                          << QStringList{u"A|secret:a"_s};
    QTest::newRow("no name") << QByteArray(R"({"value": null}, 1, null)") << QStringList();
}

void TstWantedSecrets::findsWhatIsLacking()
{
    QFETCH(const QByteArray, secrets);
    QFETCH(const QStringList, wanted);
    QCOMPARE(described(models::wantedSecrets(ResourceKind::Job, job(secrets))), wanted);
    QCOMPARE(described(models::wantedSecrets(ResourceKind::Cluster, cluster(secrets))), wanted);
    QCOMPARE(described(models::wantedSecrets(ResourceKind::Job, job(secrets, R"({"username": "ada"})"))),
             wanted + QStringList{u"|"_s});
    QCOMPARE(described(models::wantedSecrets(ResourceKind::Job, job(secrets, R"({"password": "x"})"))), wanted);
}

void TstWantedSecrets::namesThemAsTheEngineDoes()
{
    const auto withUuid = [](const QJsonObject &document) {
        return engine::withExtension(document, {{u"uuid"_s, u"u"_s}});
    };
    const QByteArray secrets = R"({"name": "A"}, {"name": "B", "x-batchdeck": {"secretName": "secret:b"}})";
    QCOMPARE(described(models::secretsOf(ResourceKind::Job, withUuid(job(secrets, "{}")))),
             (QStringList{u"A|job:u:A"_s, u"B|secret:b"_s, u"|job:u:registry-password"_s}));
    QCOMPARE(described(models::secretsOf(ResourceKind::Cluster, withUuid(cluster(secrets)))),
             (QStringList{u"A|cluster:u:A"_s, u"B|secret:b"_s}));
}

void TstWantedSecrets::leavesOutWhatIsKnown()
{
    QList<engine::DocumentSecret> all;
    for (const auto &[variable, name] : {std::pair(u"A"_s, u"secret:a"_s),
                                         {u"B"_s, u"secret:b"_s},
                                         {u"C"_s, u"secret:b"_s},
                                         {u"D"_s, {}},
                                         {u"E"_s, {}}})
        all.append({variable, name, {}, name.isEmpty(), name.isEmpty(), {}});
    QCOMPARE(described(models::without(all, {u"secret:a"_s})), (QStringList{u"B|secret:b"_s, u"D|"_s, u"E|"_s}));
}

void TstWantedSecrets::standsInForWhatIsOpen()
{
    const QJsonObject before = job(R"({"name": "A"}, {"name": "B", "value": "own"})", "{}");
    const QJsonObject stand = models::withStandIns(ResourceKind::Job, before);
    QCOMPARE(stand, engine::withSecretValues(ResourceKind::Job, before, {{u"A"_s, u"?"_s}, {QString(), u"?"_s}}));
    QVERIFY(models::wantedSecrets(ResourceKind::Job, stand).isEmpty());
    QCOMPARE(models::withStandIns(ResourceKind::Job, stand), stand);
}

void TstWantedSecrets::dropsOnlyFaultsThatAValueMends()
{
    const QJsonObject document = job(R"({"name": "A"}, {"name": "B", "value": "x"})", "{}");
    const auto fault = [](const QString &code, const QString &target) {
        return engine::Fault{code, engine::Message("It is missing."), target, 1, 1};
    };
    const QList<engine::Fault> left = models::withoutWanted(
        ResourceKind::Job,
        {fault(u"Required"_s, u"$.properties.secrets[0]"_s), fault(u"Required"_s, u"$.properties.secrets[1]"_s),
         fault(u"WrongType"_s, u"$.properties.secrets[0]"_s), fault(u"Required"_s, u"$.properties.nodeCount"_s),
         fault(u"Required"_s, u"$.properties.containerSettings.imageSourceRegistry.credentials"_s)},
        document);
    QStringList targets;
    for (const engine::Fault &each : left)
        targets.append(each.code + u' ' + each.target);
    QCOMPARE(targets,
             QStringList({u"Required $.properties.secrets[1]"_s, u"WrongType $.properties.secrets[0]"_s,
                          u"Required $.properties.nodeCount"_s}));
}

BATCHDECK_TEST(QCoreApplication, TstWantedSecrets)
#include "tst_wantedsecrets.moc"
