// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"
#include "engine/api/document/documentschema.h"
#include "tests/batchai/faulttexts.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using engine::checkDocument;
using engine::ResourceKind;
using testing::faultPlaces;

namespace {

QByteArray smallJob(const QByteArray &more)
{
    return R"({"properties":{"nodeCount":1,"stdOutErrPathPrefix":"/tmp","customToolkitSettings":{"commandLine":"x"},)"
           "\n"
        + more + "}}";
}

QJsonObject properties(const QJsonObject &document)
{
    return document.value(u"properties"_s).toObject();
}

} // namespace

class TstDocuments : public QObject
{
    Q_OBJECT

private slots:
    void takesValidDocuments_data();
    void takesValidDocuments();
    void listsEveryFault_data();
    void listsEveryFault();
    void listsFaultsOfClusters_data();
    void listsFaultsOfClusters();
    void keepsUnknownPropertiesAndWarns();
    void tellsWhatThisVersionDoesNotUse();
    void wrapsBareProperties();
    void refusesHugeTextUnread();
    void boundsTheNumberOfFaults();
    void appliesOverrides_data();
    void appliesOverrides();
    void reportsBadOverrides_data();
    void reportsBadOverrides();
    void findsPlaces();
    void readsDurations_data();
    void readsDurations();
    void fillsInWhatTheServiceFillsIn_data();
    void fillsInWhatTheServiceFillsIn();
    void fillsInModesOfShares();
    void writesInOrderAndReadsBack();
    void keepsItsTableWhole();
};

void TstDocuments::takesValidDocuments_data()
{
    QTest::addColumn<ResourceKind>("kind");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("smallest job") << ResourceKind::Job << smallJob("\"schedulingPriority\":\"high\"");
    QTest::newRow("nulls are absent") << ResourceKind::Job << smallJob("\"cluster\":null,\"inputDirectories\":null");
    QTest::newRow("answer sent back") << ResourceKind::Job
                                      << smallJob("\"executionState\":\"failed\",\"executionInfo\":{\"exitCode\":1}");
    QTest::newRow("duration of .NET") << ResourceKind::Job
                                      << smallJob("\"constraints\":{\"maxWallClockTime\":\"7.00:00:00\"}");
    QTest::newRow("empty value") << ResourceKind::Job
                                 << smallJob("\"environmentVariables\":[{\"name\":\"A\",\"value\":\"\"}]");
    QTest::newRow("empty cluster") << ResourceKind::Cluster << "{}"_ba;
    QTest::newRow("cluster") << ResourceKind::Cluster
                             << R"({"properties":{"scaleSettings":{"manual":{"targetNodeCount":0}}}})"_ba;
    QTest::newRow("workspace") << ResourceKind::Workspace << R"({"location":"eastus","tags":{"a":"b"}})"_ba;
    QTest::newRow("group") << ResourceKind::Group << ""_ba;
    QTest::newRow("experiment") << ResourceKind::Experiment << "{}"_ba;
}

void TstDocuments::takesValidDocuments()
{
    QFETCH(const ResourceKind, kind);
    QFETCH(const QByteArray, text);
    const engine::DocumentCheck check = checkDocument(kind, text);
    QCOMPARE(faultPlaces(check.faults), QStringList());
    QCOMPARE(faultPlaces(check.warnings), QStringList());
}

void TstDocuments::listsEveryFault_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("faults");
    const QString p = u"$.properties."_s;
    QTest::newRow("syntax") << "{\n  nodeCount: 1}"_ba << QStringList{u"Syntax  2:3"_s};
    QTest::newRow("list") << "[]"_ba << QStringList{u"WrongType $ 1:1"_s};
    QTest::newRow("nothing") << "{}"_ba
                             << QStringList{u"Required $.properties.nodeCount 1:1"_s,
                                            u"Required $.properties.stdOutErrPathPrefix 1:1"_s,
                                            u"Required $.properties 1:1"_s};
    QTest::newRow("many at once")
        << "{\"properties\": {\n  \"nodeCount\": 0,\n  \"stdOutErrPathPrefix\": 5,\n  \"customToolkitSettings\": {},\n"
           "  \"schedulingPriority\": \"urgent\"\n}}"_ba
        << QStringList{u"OutOfRange $.properties.nodeCount 2:3"_s, u"WrongType $.properties.stdOutErrPathPrefix 3:3"_s,
                       u"Required $.properties.customToolkitSettings.commandLine 4:3"_s,
                       u"NotAllowed $.properties.schedulingPriority 5:3"_s};
    QTest::newRow("properties no object") << "{\"properties\": 3}"_ba << QStringList{u"WrongType $.properties 1:2"_s};
    QTest::newRow("two toolkits") << smallJob("\"cntkSettings\":{\"configFilePath\":\"x\"}")
                                  << QStringList{u"TooMany $.properties.cntkSettings 2:1"_s};
    QTest::newRow("fraction") << smallJob("\"horovodSettings\":null,\"nodeCount\":1.5")
                              << QStringList{u"WrongType $.properties.nodeCount 2:24"_s};
    QTest::newRow("ids") << smallJob(R"("inputDirectories":[{"id":"A-1","path":"/a"},{"id":"B","path":"/b"},
{"id":"B","path":"/c"},{"path":"/d"},"x"],
"outputDirectories":[{"id":"stdouterr","pathPrefix":"/o"},{"id":"B","pathPrefix":""}])")
                         << QStringList{u"NameRule $.properties.inputDirectories[0].id 2:22"_s,
                                        u"Duplicate $.properties.inputDirectories[2].id 3:2"_s,
                                        u"Required $.properties.inputDirectories[3].id 3:24"_s,
                                        u"WrongType $.properties.inputDirectories[4] 3:38"_s,
                                        u"NameRule $.properties.outputDirectories[0].id 4:23"_s,
                                        u"Required $.properties.outputDirectories[1].pathPrefix 4:69"_s};
    QTest::newRow("variables") << smallJob(R"("environmentVariables":[{"name":"1A","value":"x"},
{"name":"A;id","value":"x"},
{"name":"UID","value":"1"},
{"name":"OK","value":"a\u0000b"},
{"name":"NOVALUE"}],
"secrets":[{"name":"S"},{"name":"a b","value":"v"}])")
                               << QStringList{u"NameRule $.properties.environmentVariables[0].name 2:26"_s,
                                              u"NameRule $.properties.environmentVariables[1].name 3:2"_s,
                                              u"NameRule $.properties.environmentVariables[2].name 4:2"_s,
                                              u"InvalidCharacter $.properties.environmentVariables[3].value 5:14"_s,
                                              u"Required $.properties.environmentVariables[4].value 6:1"_s,
                                              u"Required $.properties.secrets[0] 7:12"_s,
                                              u"NameRule $.properties.secrets[1].name 7:26"_s};
    const auto limit = [](const QByteArray &time) {
        return smallJob("\"constraints\":{\"maxWallClockTime\":" + time + "}");
    };
    QTest::newRow("no duration") << limit("\"soon\"")
                                 << QStringList{u"WrongType $.properties.constraints.maxWallClockTime 2:16"_s};
    QTest::newRow("no time") << limit("\"PT0S\"")
                             << QStringList{u"OutOfRange $.properties.constraints.maxWallClockTime 2:16"_s};
    QTest::newRow("too long") << limit("\"P7DT1S\"")
                              << QStringList{u"OutOfRange $.properties.constraints.maxWallClockTime 2:16"_s};
    QTest::newRow("another toolkit")
        << "{\"nodeCount\":1,\"stdOutErrPathPrefix\":\"/x\",\n\"chainerSettings\":{\"processCount\":0}}"_ba
        << QStringList{u"Required $.properties.chainerSettings.pythonScriptFilePath 2:1"_s,
                       u"OutOfRange $.properties.chainerSettings.processCount 2:20"_s};
}

void TstDocuments::listsEveryFault()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, faults);
    QCOMPARE(faultPlaces(checkDocument(ResourceKind::Job, text).faults), faults);
}

void TstDocuments::listsFaultsOfClusters_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("faults");
    QTest::newRow("no way to scale") << R"({"properties":{"scaleSettings":{}}})"_ba
                                     << QStringList{u"Required $.properties.scaleSettings 1:16"_s};
    QTest::newRow("two ways")
        << R"({"scaleSettings":{"manual":{},"autoScale":{"minimumNodeCount":2,"maximumNodeCount":1}}})"_ba
        << QStringList{u"NotTogether $.properties.scaleSettings 1:2"_s,
                       u"Required $.properties.scaleSettings.manual.targetNodeCount 1:19"_s,
                       u"OutOfRange $.properties.scaleSettings.autoScale.minimumNodeCount 1:44"_s};
    QTest::newRow("negative") << R"({"scaleSettings":{"manual":{"targetNodeCount":-1}}})"_ba
                              << QStringList{u"OutOfRange $.properties.scaleSettings.manual.targetNodeCount 1:29"_s};
    QTest::newRow("option")
        << R"({"scaleSettings":{"manual":{"targetNodeCount":1,"nodeDeallocationOption":"drop"}}})"_ba
        << QStringList{u"NotAllowed $.properties.scaleSettings.manual.nodeDeallocationOption 1:49"_s};
}

void TstDocuments::listsFaultsOfClusters()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, faults);
    QCOMPARE(faultPlaces(checkDocument(ResourceKind::Cluster, text).faults), faults);
}

void TstDocuments::keepsUnknownPropertiesAndWarns()
{
    const engine::DocumentCheck check = checkDocument(
        ResourceKind::Job,
        smallJob("\"a.b\":{\"deep\":[1]},\"nodeCount\":2,\n\"inputDirectories\":[{\"id\":\"<AZURE_BATCHAI_ID>"
                 "\",\"path\":\"/\",\"x\":1}]"));
    QCOMPARE(faultPlaces(check.faults), QStringList{u"NameRule $.properties.inputDirectories[0].id 3:22"_s});
    QCOMPARE(faultPlaces(check.warnings),
             (QStringList{u"Unknown $.properties['a.b'] 2:1"_s, u"Duplicate  2:20"_s,
                          u"Placeholder $.properties.inputDirectories[0].id 3:22"_s,
                          u"Unknown $.properties.inputDirectories[0].x 3:59"_s}));
    QCOMPARE(properties(check.document).value(u"a.b"_s), QJsonValue((QJsonObject{{u"deep"_s, QJsonArray{1}}})));
}

void TstDocuments::tellsWhatThisVersionDoesNotUse()
{
    const engine::DocumentCheck check =
        checkDocument(ResourceKind::Cluster,
                      R"({"nodeSetup":{},"scaleSettings":{"autoScale":{"minimumNodeCount":0,"maximumNodeCount":1}}})");
    QCOMPARE(faultPlaces(check.faults), QStringList());
    QCOMPARE(faultPlaces(check.warnings), QStringList{u"Unused $.properties.scaleSettings.autoScale 1:34"_s});
}

void TstDocuments::wrapsBareProperties()
{
    const engine::DocumentCheck check =
        checkDocument(ResourceKind::Job,
                      "// ours\n{\"$schema\":\"s\",\"nodeCount\":1,\"stdOutErrPathPrefix\":\"/\",\n"
                      "\"customToolkitSettings\":{\"commandLine\":7}}");
    QCOMPARE(faultPlaces(check.faults),
             QStringList{u"WrongType $.properties.customToolkitSettings.commandLine 3:26"_s});
    QCOMPARE(check.document.keys(), (QStringList{u"$schema"_s, u"properties"_s}));
    QCOMPARE(properties(check.document).value(u"nodeCount"_s).toInt(), 1);
}

void TstDocuments::refusesHugeTextUnread()
{
    const QByteArray text = smallJob("\"x\":\"" + QByteArray(4 * 1024 * 1024, 'x') + "\"");
    const engine::DocumentCheck check = checkDocument(ResourceKind::Job, text);
    QCOMPARE(check.faults.size(), 1);
    QCOMPARE(check.faults.constFirst().code, u"TooLarge"_s);
    QVERIFY(check.document.isEmpty());
}

void TstDocuments::boundsTheNumberOfFaults()
{
    const engine::DocumentCheck check = checkDocument(
        ResourceKind::Job, smallJob("\"inputDirectories\":[" + QByteArray("1,").repeated(1'000'000) + "]"));
    QCOMPARE(check.faults.size(), engine::maximumFaults);
}

void TstDocuments::appliesOverrides_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("json"); // what properties have more, or other
    QTest::newRow("number") << u"nodeCount=3"_s << R"({"nodeCount":3})"_ba;
    QTest::newRow("text") << u"customToolkitSettings.commandLine=echo a=b"_s
                          << R"({"customToolkitSettings":{"commandLine":"echo a=b"}})"_ba;
    QTest::newRow("quoted number") << u"schedulingPriority=\"low\""_s << R"({"schedulingPriority":"low"})"_ba;
    QTest::newRow("object") << u"cluster={\"id\":\"x\"}"_s << R"({"cluster":{"id":"x"}})"_ba;
    QTest::newRow("new object") << u"cluster.id=x"_s << R"({"cluster":{"id":"x"}})"_ba;
    QTest::newRow("new element") << u"environmentVariables[0]={\"name\":\"A\",\"value\":\"1\"}"_s
                                 << R"({"environmentVariables":[{"name":"A","value":"1"}]})"_ba;
    QTest::newRow("dots") << u"'a.b'.\"c=d\"=1"_s << R"({"a.b":{"c=d":1}})"_ba;
    QTest::newRow("from the root") << u"properties.nodeCount=3"_s << R"({"nodeCount":3})"_ba;
    QTest::newRow("empty value") << u"cluster.id="_s << R"({"cluster":{"id":""}})"_ba;
}

void TstDocuments::appliesOverrides()
{
    QFETCH(const QString, text);
    QFETCH(const QByteArray, json);
    const QByteArray document = smallJob("\"x\":1");
    const engine::DocumentCheck check = checkDocument(ResourceKind::Job, document, {text});
    QCOMPARE(faultPlaces(check.faults), QStringList());
    QJsonObject expected = properties(QJsonDocument::fromJson(document).object());
    const QJsonObject changes = QJsonDocument::fromJson(json).object();
    for (auto it = changes.begin(); it != changes.end(); ++it)
        expected.insert(it.key(), it.value());
    QCOMPARE(properties(check.document), expected);
}

void TstDocuments::reportsBadOverrides_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("faults");
    const QStringList bad{u"BadOverride --set 0:0"_s};
    QTest::newRow("no value") << u"nodeCount"_s << bad;
    QTest::newRow("no path") << u"=1"_s << bad;
    QTest::newRow("open path") << u"a.=1"_s << bad;
    QTest::newRow("root") << u"$=1"_s << bad;
    QTest::newRow("element of a number") << u"nodeCount[0]=1"_s << bad;
    QTest::newRow("member of a number") << u"nodeCount.a=1"_s << bad;
    QTest::newRow("gap") << u"inputDirectories[1].id=A"_s << bad;
    QTest::newRow("huge index") << u"inputDirectories[2000000000]=1"_s << bad;
    QTest::newRow("deep") << u"a"_s + u".a"_s.repeated(100) + u"=1"_s << bad;
    QTest::newRow("bad result") << u"nodeCount=none"_s << QStringList{u"WrongType $.properties.nodeCount 0:0"_s};
}

void TstDocuments::reportsBadOverrides()
{
    QFETCH(const QString, text);
    QFETCH(const QStringList, faults);
    QCOMPARE(faultPlaces(checkDocument(ResourceKind::Job, smallJob("\"x\":1"), {text}).faults), faults);
}

// Of what a plan says about a document, in any shape.
void TstDocuments::findsPlaces()
{
    const QList<engine::Fault> said{{u"A"_s, "It is.", u"$.properties.nodeCount"_s},
                                    {u"B"_s, "It is.", u"$.properties.environmentVariables[0].value"_s},
                                    {u"C"_s, "It is.", u"$.properties.colour"_s},
                                    {u"D"_s, "It is.", u"cluster $.properties.nodeCount"_s},
                                    {u"E"_s, "It is.", u"$.properties.nodeCount"_s, 7, 8}};
    const QByteArray text = "{\"node_count\":1,\n  \"environmentVariables\":[{\"name\":\"A\",\n    \"value\":\"b\"}]}";
    const auto placesOf = [&](const QStringList &overrides) {
        QStringList places;
        for (const engine::Fault &fault : engine::withPlaces(said, ResourceKind::Job, text, overrides))
            places.append(fault.code + QString::number(fault.line) + u':' + QString::number(fault.column));
        return places;
    };
    QCOMPARE(placesOf({}), QStringList({u"A1:2"_s, u"B3:5"_s, u"C0:0"_s, u"D0:0"_s, u"E7:8"_s}));
    QCOMPARE(placesOf({u"nodeCount=2"_s}), QStringList({u"A0:0"_s, u"B3:5"_s, u"C0:0"_s, u"D0:0"_s, u"E7:8"_s}));
}

void TstDocuments::readsDurations_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("seconds"); // -1: none
    QTest::newRow("of az") << u"7 days, 0:00:00"_s << qint64(604800);
    QTest::newRow("of az, a day") << u"1 day, 2:03:04"_s << qint64(93784);
    QTest::newRow("P7D") << u"P7D"_s << qint64(604800);
    QTest::newRow("PT1H30M") << u"PT1H30M"_s << qint64(5400);
    QTest::newRow("P1DT2H3M4.5S") << u"P1DT2H3M4.5S"_s << qint64(93784);
    QTest::newRow("P2W") << u"P2W"_s << qint64(1209600);
    QTest::newRow("P0Y0M7DT0H") << u"P0Y0M7DT0H"_s << qint64(604800);
    QTest::newRow("a year") << u"P1Y"_s << qint64(31536000);
    QTest::newRow("a month") << u"P1M"_s << qint64(2592000);
    QTest::newRow("fraction of an hour") << u"PT1.5H"_s << qint64(5400);
    QTest::newRow("comma") << u"P0,5D"_s << qint64(43200);
    QTest::newRow("two hours and a half minute") << u"PT2H0.5M"_s << qint64(7230);
    QTest::newRow(".NET days") << u"7.00:00:00"_s << qint64(604800);
    QTest::newRow(".NET") << u"01:30:00"_s << qint64(5400);
    QTest::newRow(".NET fraction") << u"00:00:01.5"_s << qint64(1);
    for (const char *bad : {"",      "P",     "PT",           "P1DT",     "1D",   "P1D1M",    "P1.5DT1H",
                            "P1.D",  "p1d",   "P-1D",         "-P1D",     "7",    "24:00:00", "00:60:00",
                            "1:2:3", "P1D\n", "P9999999999D", "PT1H 30M", "soon", "1 day",    "1 day, 24:00:00"})
        QTest::addRow("bad '%s'", bad) << QString::fromLatin1(bad) << qint64(-1);
}

void TstDocuments::readsDurations()
{
    QFETCH(const QString, text);
    QFETCH(const qint64, seconds);
    QCOMPARE(engine::parseDuration(text).value_or(-1s).count(), seconds);
}

// Recorded answers of the service: what was sent, what came back.
void TstDocuments::fillsInWhatTheServiceFillsIn_data()
{
    QTest::addColumn<ResourceKind>("kind");
    QTest::addColumn<QByteArray>("sent");
    QTest::addColumn<QByteArray>("returned"); // properties that are other, or more
    const auto toolkit = [](const char *name, int nodes, const QByteArray &sent, const char *type,
                            const QByteArray &returned) {
        const QByteArray key = QByteArray(type == QByteArray("custom") ? "customToolkit" : name) + "Settings";
        QTest::addRow("%s on %d: %s", name, nodes, sent.constData())
            << ResourceKind::Job
            << QByteArray("{\"nodeCount\":" + QByteArray::number(nodes)
                          + ",\"constraints\":{\"maxWallClockTime\":\"P1D\"}," + "\"schedulingPriority\":\"low\",\""
                          + key + "\":{" + sent + "}}")
            << QByteArray("{\"toolType\":\"" + QByteArray(type) + "\",\"" + key + "\":{" + returned + "}}");
    };
    toolkit("custom", 2, R"("commandLine":"x")", "custom", R"("commandLine":"x")");
    const QByteArray script = R"("pythonScriptFilePath":"x")";
    for (const auto &[name, type] : {std::pair{"horovod", "horovod"}, std::pair{"chainer", "chainer"},
                                     std::pair{"pyTorch", "pytorch"}, std::pair{"caffe", "caffe"}}) {
        toolkit(name, 2, script, type, script + R"(,"processCount":2)");
        toolkit(name, 2, script + R"(,"processCount":8)", type, script + R"(,"processCount":8)");
        toolkit(name, 1, script + R"(,"processCount":null)", type, script + R"(,"processCount":1)");
    }
    toolkit("caffe2", 2, script, "caffe2", script);
    toolkit("customMpi", 3, R"("commandLine":"x")", "custommpi", R"("commandLine":"x","processCount":3)");
    toolkit("cntk", 1, script, "cntk", script + R"(,"languageType":"Python","processCount":1)");
    toolkit("cntk", 2, R"("configFilePath":"x","languageType":null)", "cntk",
            R"("configFilePath":"x","languageType":"BrainScript","processCount":2)");
    toolkit("cntk", 1, script + R"(,"languageType":"python")", "cntk",
            script + R"(,"languageType":"python","processCount":1)");
    toolkit("tensorFlow", 1, script, "tensorflow", script);
    toolkit("tensorFlow", 1, script + R"(,"workerCount":null,"parameterServerCount":null)", "tensorflow",
            script + R"(,"workerCount":null,"parameterServerCount":null)");
    toolkit("tensorFlow", 2, script, "tensorflow", script + R"(,"workerCount":2,"parameterServerCount":1)");
    toolkit("tensorFlow", 2, script + R"(,"workerCount":4,"parameterServerCount":0)", "tensorflow",
            script + R"(,"workerCount":4,"parameterServerCount":0)");
    toolkit("tensorFlow", 1, script + R"(,"workerCount":2)", "tensorflow",
            script + R"(,"workerCount":2,"parameterServerCount":1)");
    QTest::newRow("job") << ResourceKind::Job << R"({"nodeCount":1,"constraints":{}})"_ba
                         << R"({"schedulingPriority":"normal","constraints":{"maxWallClockTime":"P7D"}})"_ba;
    QTest::newRow("no toolkit, and a property without a name")
        << ResourceKind::Job << R"({"":{"a":1},"schedulingPriority":"low","constraints":{"maxWallClockTime":"P1D"}})"_ba
        << R"({"schedulingPriority":"low"})"_ba;
    QTest::newRow("nulls of a job") << ResourceKind::Job << R"({"schedulingPriority":null,"constraints":null})"_ba
                                    << R"({"schedulingPriority":"normal","constraints":{"maxWallClockTime":"P7D"}})"_ba;
    const QByteArray machine = R"("virtualMachineConfiguration":{"imageReference":
        {"publisher":"Canonical","offer":"UbuntuServer","sku":"16.04-LTS","version":"latest"}})";
    QTest::newRow("cluster") << ResourceKind::Cluster
                             << R"({"vmSize":"Standard_NC6","scaleSettings":{"manual":{"targetNodeCount":1}}})"_ba
                             << QByteArray(R"({"vmSize":"STANDARD_NC6","vmPriority":"dedicated","scaleSettings":
        {"manual":{"targetNodeCount":1,"nodeDeallocationOption":"requeue"}},)"
                                           + machine + "}");
    QTest::newRow("no target") << ResourceKind::Cluster
                               << R"({"vmPriority":"lowpriority","scaleSettings":{"manual":{}}})"_ba
                               << QByteArray(R"({"scaleSettings":
        {"manual":{"targetNodeCount":0,"nodeDeallocationOption":"requeue"}},)"
                                             + machine + "}");
    QTest::newRow("automatic") << ResourceKind::Cluster
                               << R"({"vmPriority":"dedicated","virtualMachineConfiguration":{"imageReference":
        {"publisher":"p","offer":"o","sku":"s"}},"scaleSettings":{"autoScale":{"minimumNodeCount":0,"maximumNodeCount":9}}})"_ba
                               << R"({"virtualMachineConfiguration":{"imageReference":
        {"publisher":"p","offer":"o","sku":"s","version":"latest"}},"scaleSettings":{"autoScale":
        {"minimumNodeCount":0,"maximumNodeCount":9,"initialNodeCount":0}}})"_ba;
    const QByteArray disks = R"("diskSizeInGB":1,"diskCount":1,"storageAccountType":"Standard_LRS")";
    QTest::newRow("file server") << ResourceKind::FileServer << QByteArray("{\"dataDisks\":{" + disks + "}}")
                                 << QByteArray("{\"dataDisks\":{" + disks + ",\"cachingType\":\"none\"}}");
}

void TstDocuments::fillsInWhatTheServiceFillsIn()
{
    QFETCH(const ResourceKind, kind);
    QFETCH(const QByteArray, sent);
    QFETCH(const QByteArray, returned);
    QJsonObject expected = QJsonDocument::fromJson(sent).object();
    const QJsonObject document{{u"properties"_s, expected}};
    const QJsonObject more = QJsonDocument::fromJson(returned).object();
    QVERIFY(!expected.isEmpty() && !more.isEmpty());
    for (auto it = more.begin(); it != more.end(); ++it)
        expected.insert(it.key(), it.value());
    QCOMPARE(properties(engine::withDefaults(kind, document)), expected);
}

void TstDocuments::fillsInModesOfShares()
{
    const QJsonObject job = QJsonDocument::fromJson(R"({"properties":{"mountVolumes":{"azureFileShares":
        [{"relativeMountPath":"a"},{"fileMode":"0700"},null,3]}}})")
                                .object();
    QCOMPARE(properties(engine::withDefaults(ResourceKind::Job, job))[u"mountVolumes"_s],
             QJsonValue(QJsonDocument::fromJson(R"({"azureFileShares":
        [{"relativeMountPath":"a","fileMode":"0777","directoryMode":"0777"},
         {"fileMode":"0700","directoryMode":"0777"},null,3]})")
                            .object()));
}

void TstDocuments::writesInOrderAndReadsBack()
{
    const QByteArray text = R"({
  "$schema": "s",
  "properties": {
    "cluster": {
      "id": "c"
    },
    "nodeCount": 1,
    "customToolkitSettings": {
      "commandLine": "echo \"ä\"\n"
    },
    "stdOutErrPathPrefix": "/tmp",
    "outputDirectories": [
      {
        "id": "A",
        "pathPrefix": "/o",
        "pathSuffix": "s"
      }
    ],
    "environmentVariables": [],
    "a": {},
    "z": [
      1,
      2.5
    ]
  }
}
)";
    const QJsonObject document = checkDocument(ResourceKind::Job, text).document;
    QVERIFY(!document.isEmpty());
    QCOMPARE(engine::writeDocument(ResourceKind::Job, document), text);
}

void TstDocuments::keepsItsTableWhole()
{
    for (const ResourceKind kind :
         {ResourceKind::Job, ResourceKind::Cluster, ResourceKind::FileServer, ResourceKind::Workspace}) {
        QSet<QString> seen{QString()};
        for (const engine::PropertySpec &spec : engine::documentSchema(kind)) {
            QVERIFY2(seen.contains(spec.parentPath()), qPrintable(spec.path));
            QVERIFY2(!seen.contains(spec.path), qPrintable(spec.path));
            QVERIFY2(spec.key() == u"[]" || !spec.help.isEmpty(), qPrintable(spec.path));
            QVERIFY2(spec.defaultJson.isEmpty() || !QJsonDocument::fromJson('[' + spec.defaultJson + ']').isNull(),
                     qPrintable(spec.path));
            seen.insert(spec.path);
        }
    }
}

BATCHDECK_TEST(QCoreApplication, TstDocuments)
#include "tst_documents.moc"
