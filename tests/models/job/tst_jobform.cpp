// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"
#include "models/job/form/jobform.h"
#include "models/job/form/toolkitform.h"
#include "tests/support/testmain.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

class TstJobForm final : public QObject
{
    Q_OBJECT

private slots:
    void seesComments_data();
    void seesComments();
    void writesEveryToolkit_data();
    void writesEveryToolkit();
    void writesWhatIsBrought();
    void laysTheFormOverTheFaults_data();
    void laysTheFormOverTheFaults();
    void wordsFaultsForTheForm_data();
    void wordsFaultsForTheForm();
};

void TstJobForm::wordsFaultsForTheForm_data()
{
    QTest::addColumn<QString>("properties"); // beside those that a job needs
    QTest::addColumn<QString>("words");
    QTest::newRow("duration") << u"\"constraints\":{\"maxWallClockTime\":\"soon\"}"_s
                              << u"“Stop after” should be a time, for example 1 d, 6 h or 1 h 30 min."_s;
    QTest::newRow("range") << u"\"constraints\":{\"maxWallClockTime\":\"P9D\"}"_s
                           << u"“Stop after” should be from 1 second to 7 days."_s;
    QTest::newRow("two fields") << u"\"pyTorchSettings\":{\"pythonScriptFilePath\":\"a\",\"processCount\":9,"
                                   "\"communicationBackend\":\"Gloo\"}"_s
                                << u"“Processes” is more than 4, which is 4 on each node; lower it or raise “Nodes”."_s;
    QTest::newRow("cell") << u"\"inputDirectories\":[{\"id\":\"A\",\"path\":\"\"}]"_s
                          << u"“Path on the node” is empty; fill it in."_s;
    QTest::newRow("the user's own word") << u"\"inputDirectories\":[{\"id\":\"path\",\"path\":\"/a\"},"
                                            "{\"id\":\"path\",\"path\":\"/b\"}]"_s
                                         << u"“path” is the id of another directory; choose another id."_s;
}

void TstJobForm::wordsFaultsForTheForm()
{
    QFETCH(QString, properties);
    QString text = u"{\"properties\":{\"nodeCount\":1,\"stdOutErrPathPrefix\":\"/o\","_s;
    if (!properties.contains(u"pyTorch"_s))
        text += u"\"customToolkitSettings\":{\"commandLine\":\"true\"},"_s;
    const auto check = engine::checkDocument(engine::ResourceKind::Job, QString(text + properties + u"}}"_s).toUtf8());
    QCOMPARE(check.faults.size(), 1);
    QTEST(models::formWords(check.faults.constFirst()), "words");
}

void TstJobForm::seesComments_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("has");
    QTest::newRow("empty") << QByteArray() << false;
    QTest::newRow("line") << QByteArray("{} // why") << true;
    QTest::newRow("block") << QByteArray("/* why */ {}") << true;
    QTest::newRow("address in a string") << QByteArray(R"({"a":"https://x/*"})") << false;
    QTest::newRow("after an escaped quote") << QByteArray(R"({"a":"\"//"})") << false;
    QTest::newRow("after an escaped backslash") << QByteArray(R"({"a":"\\"} // why)") << true;
    QTest::newRow("one slash") << QByteArray("{} /") << false;
}

void TstJobForm::seesComments()
{
    QFETCH(QByteArray, text);
    QTEST(models::hasComments(text), "has");
}

void TstJobForm::writesEveryToolkit_data()
{
    QTest::addColumn<QString>("toolkit");
    for (const models::ToolkitCard &card : models::toolkitCards())
        QTest::newRow(qPrintable(card.name)) << card.key;
}

// Every field of the schema is written where the toolkit expects it and read back; what the form does not know stays.
void TstJobForm::writesEveryToolkit()
{
    QFETCH(QString, toolkit);
    const auto fields = models::toolkitFields(toolkit);
    QVERIFY(!fields.isEmpty());
    const QJsonObject before{{QStringLiteral("properties"),
                              QJsonObject{{QStringLiteral("nodeCount"), 2},
                                          {QStringLiteral("future"), 7},
                                          {QStringLiteral("customToolkitSettings"),
                                           QJsonObject{{QStringLiteral("commandLine"), QStringLiteral("true")}}}}}};
    models::JobForm form = models::readJobForm(before);
    form.toolkit = toolkit;
    form.settings.clear();
    for (const models::ToolkitField &field : fields)
        form.settings[field.key] = field.isNumber ? QStringLiteral("3")
            : field.values.isEmpty()              ? QString(QStringLiteral("of ") + field.key)
                                                  : field.values.constFirst();
    const QJsonObject written = models::withJobForm(before, form);
    const QJsonObject properties = written.value(QStringLiteral("properties")).toObject();
    QCOMPARE(engine::toolkitOf(written), toolkit);
    QCOMPARE(properties.value(QStringLiteral("future")).toInt(), 7);
    QCOMPARE(properties.contains(QStringLiteral("customToolkitSettings")),
             toolkit == QStringLiteral("customToolkitSettings"));
    for (const models::ToolkitField &field : fields)
        QCOMPARE(properties[toolkit][field.key].isDouble(), field.isNumber);
    QVERIFY(models::readJobForm(written) == form);

    form.settings.remove(fields.constFirst().key);
    const QJsonObject emptied = models::withJobForm(written, form);
    QVERIFY(!emptied[QStringLiteral("properties")][toolkit].toObject().contains(fields.constFirst().key));
}

void TstJobForm::writesWhatIsBrought()
{
    const QJsonObject before{
        {u"properties"_s, QJsonObject{{u"nodeCount"_s, 1}, {u"x-batchdeck"_s, QJsonObject{{u"future"_s, 7}}}}}};
    models::JobForm form = models::readJobForm(before);
    QVERIFY(form.fetched.isEmpty());
    form.fetched = {{u"*.pt, logs/*.csv"_s, u"MODEL"_s, u"~/results/<job>"_s, u"always"_s},
                    {QString(), QString(), u"/all"_s, u"succeeded"_s}};
    const QJsonObject written = models::withJobForm(before, form);
    const QJsonValue extension = written[u"properties"_s][u"x-batchdeck"_s];
    QCOMPARE(extension[u"future"_s].toInt(), 7);
    QCOMPARE(extension[u"fetch"_s][0][u"files"_s].toArray(), (QJsonArray{u"*.pt"_s, u"logs/*.csv"_s}));
    QCOMPARE(extension[u"fetch"_s][1].toObject().keys(), (QStringList{u"to"_s, u"when"_s}));
    QVERIFY(models::readJobForm(written) == form);
    form.fetched.clear();
    QCOMPARE(models::withJobForm(written, form), before);
}

void TstJobForm::laysTheFormOverTheFaults_data()
{
    QTest::addColumn<QByteArray>("more"); // in the document
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("cluster");
    QTest::addColumn<QStringList>("faults");
    QTest::newRow("none") << QByteArray() << u"a"_s << u"desk"_s << QStringList();
    QTest::newRow("the form names the cluster")
        << QByteArray(R"(,"cluster":{})") << u"a"_s << u"desk"_s << QStringList();
    QTest::newRow("nobody does") << QByteArray() << u"a"_s << QString()
                                 << QStringList{u"Required $.properties.cluster.id"_s};
    QTest::newRow("a wrong name") << QByteArray() << u"a b"_s << u"desk"_s << QStringList{u"NameRule $.name"_s};
    QTest::newRow("a value that is asked for")
        << QByteArray(R"(,"secrets":[{"name":"A"}])") << u"a"_s << u"desk"_s << QStringList();
    QTest::newRow("what nothing mends") << QByteArray(R"(,"nodeCount":0)") << u"a b"_s << QString()
                                        << QStringList{u"NameRule $.name"_s, u"OutOfRange $.properties.nodeCount"_s};
}

void TstJobForm::laysTheFormOverTheFaults()
{
    QFETCH(const QByteArray, more);
    QFETCH(const QString, name);
    QFETCH(const QString, cluster);
    const engine::DocumentCheck check =
        engine::checkDocument(engine::ResourceKind::Job,
                              R"({"stdOutErrPathPrefix":"/o","customToolkitSettings":{"commandLine":"x"})"
                                  + (more.contains("nodeCount") ? QByteArray() : R"(,"nodeCount":1)") + more + '}');
    QStringList faults;
    for (const engine::Fault &fault : models::faultsWithForm(check.faults, check.document, name, cluster))
        faults.append(fault.code + u' ' + fault.target);
    QTEST(faults, "faults");
}

BATCHDECK_TEST(QCoreApplication, TstJobForm)
#include "tst_jobform.moc"
