// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/ctl/ctlfixture.h"
#include "tests/support/measure/leaks.h"
#include "tests/support/testmain.h"

#include <QCryptographicHash>

using namespace Qt::StringLiterals;
using testing::Installation;
using testing::Outcome;

namespace {

// A secret of its own for every property that is one.
QString secretOf(const QString &where)
{
    return u"s3cr3t/"_s + where + u"+Kq7w=="_s;
}

const QStringList places{u"admin"_s,       u"setup"_s,       u"insights"_s,     u"share"_s,     u"container"_s,
                         u"clusterOurs"_s, u"serverAdmin"_s, u"serverOurs"_s,   u"workspace"_s, u"jobSecret"_s,
                         u"registry"_s,    u"jobShare"_s,    u"jobContainer"_s, u"jobOurs"_s,   u"faulty"_s,
                         u"used"_s,        u"named"_s,       u"argument"_s};
const QString publicKey = u"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQC7 ada@desk"_s;

const testing::LeakSearch &placesSearch()
{
    static const testing::LeakSearch all([] {
        QByteArrayList secrets;
        for (const QString &place : places)
            secrets.append(secretOf(place).toUtf8());
        return secrets;
    }());
    return all;
}

QByteArray documentOf(const QJsonObject &properties)
{
    return QJsonDocument(QJsonObject{{u"properties"_s, properties}}).toJson();
}

QJsonObject volumes(const QString &share, const QString &container)
{
    const auto credentials = [](const QString &where) { return QJsonObject{{u"accountKey"_s, secretOf(where)}}; };
    return {{u"azureFileShares"_s,
             QJsonArray{QJsonObject{{u"accountName"_s, u"acme"_s},
                                    {u"azureFileUrl"_s, u"https://acme.file.core.windows.net/data"_s},
                                    {u"relativeMountPath"_s, u"afs"_s},
                                    {u"credentials"_s, credentials(share)}}}},
            {u"azureBlobFileSystems"_s,
             QJsonArray{QJsonObject{{u"accountName"_s, u"acme"_s},
                                    {u"containerName"_s, u"models"_s},
                                    {u"relativeMountPath"_s, u"bfs"_s},
                                    {u"credentials"_s, credentials(container)}}}}};
}

QJsonArray secrets(const QString &where, const QString &name = u"TOKEN"_s)
{
    return {QJsonObject{{u"name"_s, name}, {u"value"_s, secretOf(where)}}};
}

QJsonObject account(const QString &where)
{
    return {{u"adminUserName"_s, u"ada"_s},
            {u"adminUserPassword"_s, secretOf(where)},
            {u"adminUserSshPublicKey"_s, publicKey}};
}

// Beside the schema: what somebody left there is no less secret.
QJsonObject extension(const QString &where)
{
    return {{u"note"_s, QJsonObject{{u"deep"_s, QJsonArray{QJsonObject{{u"accountKey"_s, secretOf(where)}}}}}}};
}

QByteArray clusterText()
{
    const QJsonObject task{
        {u"commandLine"_s, u"true"_s}, {u"stdOutErrPathPrefix"_s, u"/o"_s}, {u"secrets"_s, secrets(u"setup"_s)}};
    const QJsonObject insights{{u"component"_s,
                                QJsonObject{{u"id"_s,
                                             u"/subscriptions/s/resourceGroups/g/providers/"
                                             "microsoft.insights/components/c"_s}}},
                               {u"instrumentationKey"_s, secretOf(u"insights"_s)}};
    return documentOf(
        {{u"vmSize"_s, u"STANDARD_NC6"_s},
         {u"userAccountSettings"_s, account(u"admin"_s)},
         {u"scaleSettings"_s, QJsonObject{{u"manual"_s, QJsonObject{{u"targetNodeCount"_s, 1}}}}},
         {u"nodeSetup"_s,
          QJsonObject{{u"setupTask"_s, task},
                      {u"performanceCountersSettings"_s, QJsonObject{{u"appInsightsReference"_s, insights}}},
                      {u"mountVolumes"_s, volumes(u"share"_s, u"container"_s)}}},
         {u"x-batchdeck"_s, extension(u"clusterOurs"_s)}});
}

QByteArray fileServerText()
{
    return documentOf({{u"sshConfiguration"_s, QJsonObject{{u"userAccountSettings"_s, account(u"serverAdmin"_s)}}},
                       {u"x-batchdeck"_s, extension(u"serverOurs"_s)}});
}

// Every place of a job that has a secret; volumes are nowhere, so that it is refused.
QJsonObject credentialed()
{
    const QJsonObject credentials{{u"username"_s, u"ada"_s}, {u"password"_s, secretOf(u"registry"_s)}};
    const QJsonObject registry{{u"image"_s, u"i"_s}, {u"credentials"_s, credentials}};
    return {{u"secrets"_s, secrets(u"jobSecret"_s)},
            {u"containerSettings"_s, QJsonObject{{u"imageSourceRegistry"_s, registry}}},
            {u"mountVolumes"_s, volumes(u"jobShare"_s, u"jobContainer"_s)}};
}

} // namespace

#define VERIFY_EXIT(outcome, code)                                                                                     \
    do {                                                                                                               \
        const Outcome done = outcome;                                                                                  \
        QVERIFY2(done.exitCode == (code), done.errorOutput.constData());                                               \
    } while (false)

/// A secret in each property of a document that holds one, and a search for all of them wherever they might be left.
class TstDocumentSecrets final : public QObject
{
    Q_OBJECT

private slots:
    void findsWhatIsPlanted()
    {
        for (const QString &place : places)
            QVERIFY2(!placesSearch().leakIn("x" + secretOf(place).toUtf8()).isEmpty(), qPrintable(place));
        QVERIFY(placesSearch().leakIn(publicKey.toUtf8()).isEmpty());
    }

    void leavesNoSecretAnywhere()
    {
        testing::ProcessWatch watch(placesSearch(), true);
        const QByteArray fault = m_installation.makeCluster();
        QVERIFY2(fault.isEmpty(), fault.constData());
        VERIFY_EXIT(run(u"cluster create -n old --machines here -f -"_s, clusterText()), 0);
        VERIFY_EXIT(run(u"file-server create -n fs --machine here --path /srv -f -"_s, fileServerText()), 0);
        const QJsonArray documents{QJsonObject{{u"id"_s, u"lab"_s}},
                                   QJsonObject{{u"id"_s, u"lab/w"_s},
                                               {u"tags"_s, QJsonObject{{u"who"_s, u"us"_s}}},
                                               {u"x-batchdeck"_s, extension(u"workspace"_s)}}};
        VERIFY_EXIT(run(u"import -f -"_s, QJsonDocument(documents).toJson()), 0);
        submitJobs();
        useSecrets();
        for (const QString &format : {u"json"_s, u"table"_s, u"tsv"_s})
            readEverything(u" -o "_s + format);
        VERIFY_EXIT(run(u"stop"_s), 0);
        VERIFY_EXIT(run(u"cluster list"_s), 0); // starts the engine that makes the backup
        const QDir store(m_installation.profile() + u"/store"_s);
        QTRY_VERIFY(!store.entryList({u"backup-*.db"_s}).isEmpty());
        VERIFY_EXIT(run(u"stop"_s), 0);

        QVERIFY(watch.rounds() > 5);
        QCOMPARE(watch.leaks(), QByteArrayList());
        QVERIFY2(placesSearch().leakIn(m_said).isEmpty(),
                 QByteArray(placesSearch().leakIn(m_said) + " in " + m_said).constData());
        QCOMPARE(placesSearch().leaksBelow(m_installation.path(QString())), QByteArrayList());
        QVERIFY(m_said.contains("ssh-rsa")); // a public key is none, and was shown by the service, too
    }

    // Before the engine hears of it: arguments are seen by everybody on the computer.
    void refusesOneAsAnArgument_data()
    {
        QTest::addColumn<QString>("override");
        QTest::newRow("value") << u"secrets[0].value=s3cr3t"_s;
        QTest::newRow("list") << u"secrets=[{\"name\":\"A\",\"value\":\"s3cr3t\"}]"_s;
        QTest::newRow("registry") << u"containerSettings.imageSourceRegistry.credentials.password=s3cr3t"_s;
    }

    void refusesOneAsAnArgument()
    {
        QFETCH(const QString, override);
        const Installation installation;
        QJsonObject properties =
            QJsonDocument::fromJson(installation.jobText(u"true"_s)).object()[u"properties"_s].toObject();
        properties[u"secrets"_s] = QJsonArray{QJsonObject{{u"name"_s, u"A"_s}}};
        properties[u"containerSettings"_s] =
            QJsonObject{{u"imageSourceRegistry"_s,
                         QJsonObject{{u"image"_s, u"i"_s}, {u"credentials"_s, QJsonObject{{u"username"_s, u"u"_s}}}}}};
        const Outcome refused = installation.batchctl(
            {u"job"_s, u"create"_s, u"-n"_s, u"j"_s, u"-f"_s, u"-"_s, u"--set"_s, override}, documentOf(properties));
        QCOMPARE(refused.exitCode, 4);
        QVERIFY2(refused.errorOutput.contains("batchctl secret set"), refused.errorOutput.constData());
        QVERIFY2(!refused.errorOutput.contains("s3cr3t"), refused.errorOutput.constData());
    }

private:
    Outcome run(const QString &line, const QByteArray &input = {})
    {
        const Outcome outcome = m_installation.batchctl(testing::words(line), input);
        m_said += outcome.output + outcome.errorOutput;
        return outcome;
    }

    [[nodiscard]] QByteArray jobText(const QJsonObject &more) const
    {
        QJsonObject properties =
            QJsonDocument::fromJson(m_installation.jobText(u"echo up"_s)).object()[u"properties"_s].toObject();
        for (auto it = more.begin(); it != more.end(); ++it)
            properties[it.key()] = it.value();
        return documentOf(properties);
    }

    void submitJobs()
    {
        const Outcome refused = run(u"job create -n refused -c desk -f -"_s, jobText(credentialed()));
        QCOMPARE(refused.exitCode, 4);
        const QJsonObject faulty{{u"secrets"_s, secrets(u"faulty"_s, u"1 no name"_s)},
                                 {u"containerSettings"_s, secretOf(u"faulty"_s).size()}};
        VERIFY_EXIT(run(u"job create -n faulty -c desk -f -"_s, jobText(faulty)), 4);
        VERIFY_EXIT(
            run(u"job create -n a -c desk --wait -f -"_s, jobText({{u"x-batchdeck"_s, extension(u"jobOurs"_s)}})), 0);
        VERIFY_EXIT(run(u"job rerun -n a"_s), 0);
        VERIFY_EXIT(run(u"job wait -n a-r1"_s), 0);
    }

    // Only its hash may be seen.
    static QByteArray hashLine(const QString &where)
    {
        return QCryptographicHash::hash(secretOf(where).toUtf8(), QCryptographicHash::Sha256).toHex() + "  -\n";
    }

    // What the job's command printed.
    QByteArray printed(const QString &name) { return run(u"job file stream -j %1 -f stdout.txt"_s.arg(name)).output; }

    void useSecrets()
    {
        QJsonArray both = secrets(u"used"_s);
        both.append(
            QJsonObject{{u"name"_s, u"OTHER"_s}, {u"x-batchdeck"_s, QJsonObject{{u"secretName"_s, u"secret:hub"_s}}}});
        const QString line = u"printf %s \"$TOKEN\" | sha256sum; printf %s \"$OTHER\" | sha256sum"_s;
        QJsonObject properties =
            QJsonDocument::fromJson(m_installation.jobText(line)).object()[u"properties"_s].toObject();
        properties[u"secrets"_s] = both;
        const QByteArray expected = hashLine(u"used"_s) + hashLine(u"named"_s);

        // It waits for the one that is not there, and goes on by itself.
        VERIFY_EXIT(run(u"job create -n s -c desk -f -"_s, documentOf(properties)), 0);
        QTRY_COMPARE(testing::at(m_installation.job(u"s"_s), u"properties.x-batchdeck.reasonCode"_s).toString(),
                     u"SecretMissing"_s);
        QCOMPARE(testing::at(m_installation.job(u"s"_s), u"properties.executionState"_s).toString(), u"queued"_s);
        const Outcome why = run(u"job why -n s"_s);
        QVERIFY2(why.output.contains("batchctl secret set secret:hub"), why.output.constData());
        VERIFY_EXIT(run(u"secret set secret:hub"_s, secretOf(u"named"_s).toUtf8()), 0);
        VERIFY_EXIT(run(u"job wait -n s"_s), 0);
        QCOMPARE(printed(u"s"_s), expected);

        VERIFY_EXIT(run(u"job rerun -n s"_s), 0);
        VERIFY_EXIT(run(u"job wait -n s-r1"_s), 0);
        QCOMPARE(printed(u"s-r1"_s), expected);

        QJsonObject imported = m_installation.job(u"s"_s);
        imported[u"id"_s] = u"default/default/default/i"_s;
        properties[u"cluster"_s] = imported[u"properties"_s].toObject()[u"cluster"_s];
        imported[u"properties"_s] = properties;
        VERIFY_EXIT(run(u"import -f -"_s, QJsonDocument(QJsonArray{imported}).toJson()), 0);
        VERIFY_EXIT(run(u"job wait -n i"_s), 0);
        QCOMPARE(printed(u"i"_s), expected);

        // They go with their jobs.
        QCOMPARE(run(u"secret list -o tsv"_s).output.count("job:"), 3);
        for (const QString &name : {u"s"_s, u"s-r1"_s, u"i"_s})
            VERIFY_EXIT(run(u"job delete -y -n "_s + name), 0);
        QTRY_COMPARE(run(u"secret list -o tsv"_s).output.count("job:"), 0);
        // That of a setup task stays as long as its cluster.
        const QByteArray others = run(u"secret list -o tsv"_s).output;
        QCOMPARE(others.count("cluster:"), 1);
        QVERIFY2(others.endsWith("secret:hub\tmemory\n") && others.count('\n') == 2, others.constData());
    }

    void readEverything(const QString &format)
    {
        const QByteArray job = jobText(credentialed());
        VERIFY_EXIT(run(u"job plan -c old -f -"_s + format, job), 0);
        VERIFY_EXIT(run(u"job plan -c desk -f -"_s + format, job), 0);
        QFile file(m_installation.path(u"cluster.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(clusterText()) > 0);
        file.close();
        VERIFY_EXIT(run(u"job plan -c gone -f - --cluster-file "_s + file.fileName() + format, job), 0);
        QVERIFY(file.remove());
        for (const QString &line :
             {u"cluster show -n old"_s, u"cluster list"_s, u"cluster node list -c old"_s, u"file-server show -n fs"_s,
              u"file-server list"_s, u"workspace show -n w -g lab"_s, u"workspace list"_s, u"group list"_s,
              u"experiment list"_s, u"job show -n a"_s, u"job list"_s, u"job file list -j a"_s, u"volume list"_s})
            VERIFY_EXIT(run(line + format), 0);
        VERIFY_EXIT(run(u"export default lab default/default/default/a"_s + format), 0);
    }

    Installation m_installation;
    QByteArray m_said; // by batchctl
};

BATCHDECK_TEST(QCoreApplication, TstDocumentSecrets)
#include "tst_documentsecrets.moc"
