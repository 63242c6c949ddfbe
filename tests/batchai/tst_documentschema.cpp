// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"
#include "engine/batchai/json/jsonreader.h"
#include "tests/batchai/documentvariants.h"
#include "tests/batchai/faulttexts.h"
#include "tests/support/testmain.h"

#include <QSet>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;
using engine::checkDocument;
using engine::JsonPath;
using engine::PropertySpec;
using engine::PropertyType;
using engine::ResourceKind;
using testing::faultTexts;
using testing::Variant;

namespace {

// "properties.inputDirectories[].id" → the first element's.
JsonPath firstPath(const QString &schemaPath)
{
    const QString path = u"$."_s + QString(schemaPath).replace(u"[]"_s, u"[0]"_s);
    return *engine::parseJsonPath(path);
}

JsonPath parentOf(const JsonPath &path)
{
    return path.first(path.size() - 1);
}

QJsonValue valueAt(QJsonValue value, const JsonPath &path)
{
    for (const engine::JsonStep &step : path)
        value = step.index < 0 ? value.toObject().value(step.key) : value.toArray().at(step.index);
    return value;
}

// Undefined takes it away.
QJsonValue changed(const QJsonValue &value, const JsonPath &path, const QJsonValue &to)
{
    if (path.isEmpty())
        return to;
    const engine::JsonStep &step = path.constFirst();
    if (step.index >= 0) {
        QJsonArray array = value.toArray();
        array.replace(step.index, changed(array.at(step.index), path.sliced(1), to));
        return array;
    }
    QJsonObject object = value.toObject();
    object.insert(step.key, changed(object.value(step.key), path.sliced(1), to)); // undefined removes
    return object;
}

QByteArray textOf(const Variant &variant, const JsonPath &path, const QJsonValue &to)
{
    return engine::writeDocument(variant.kind, changed(variant.document, path, to).toObject());
}

QString expected(const QString &code, const JsonPath &path, const QByteArray &text, const JsonPath &place,
                 const QString &words)
{
    const engine::TextPlace found = engine::readJson(text).places.find(place);
    return u"%1 %2 %3:%4 %5"_s.arg(code, engine::toString(path)).arg(found.line).arg(found.column).arg(words);
}

// Calls \a check with a variant that has the property, for each property that \a pick takes; tells which none has.
QStringList forEachProperty(const std::function<bool(const PropertySpec &)> &pick,
                            const std::function<void(const Variant &, const PropertySpec &, const JsonPath &)> &check)
{
    QStringList uncovered;
    const QList<Variant> variants = testing::variants();
    QSet<ResourceKind> kinds;
    for (const Variant &variant : variants)
        kinds.insert(variant.kind);
    for (const ResourceKind kind : kinds) {
        for (const PropertySpec &spec : engine::documentSchema(kind)) {
            if (spec.byServer || !pick(spec))
                continue;
            bool found = false;
            for (const Variant &variant : variants) {
                const JsonPath path = firstPath(spec.path);
                if (variant.kind != kind || valueAt(variant.document, path).isUndefined())
                    continue;
                check(variant, spec, path);
                found = true;
                break;
            }
            if (!found)
                uncovered.append(toString(kind) + u' ' + spec.path);
        }
    }
    return uncovered;
}

QString wordsOfType(const PropertySpec &spec, const QString &name)
{
    switch (spec.type) {
    case PropertyType::Object:
    case PropertyType::StringMap:
        return u"“%1” should be an object: { … }."_s.arg(name);
    case PropertyType::Array:
        return u"“%1” should be a list: [ … ]."_s.arg(name);
    case PropertyType::String:
        return u"“%1” should be text in double quotes."_s.arg(name);
    case PropertyType::Integer:
        return u"“%1” should be a whole number."_s.arg(name);
    case PropertyType::Duration:
        return u"“%1” should be a duration, for example P1D, PT90M or 01:30:00."_s.arg(name);
    }
    return {};
}

} // namespace

Q_DECLARE_METATYPE(Variant)

/// Breaks every property of the table in every way that the table knows, so that none can be forgotten.
class TstDocumentSchema : public QObject
{
    Q_OBJECT

private slots:
    void hasTheRulesOfTheSpecification_data();
    void hasTheRulesOfTheSpecification();
    void takesEveryProperty_data();
    void takesEveryProperty();
    void asksForWhatIsRequired();
    void asksForTextWhereItIsEmpty();
    void tellsWrongTypes();
    void tellsWhatIsAllowed();
    void keepsNumbersInTheirRange();
    void keepsListsInTheirLength();
    void tellsIdsOfOtherThings();
    void forgetsEverySecret();
    void leavesAloneWhatTheServiceFillsIn();
};

// By hand from the service's tables. What follows goes by our own table, and could not see that a line of it is gone.
void TstDocumentSchema::hasTheRulesOfTheSpecification_data()
{
    QTest::addColumn<ResourceKind>("kind");
    QTest::addColumn<QStringList>("required");
    QTest::addColumn<QStringList>("limits"); // PATH LEAST MOST of numbers, PATH MOST of lists
    QTest::addColumn<QStringList>("values");
    const auto below = [](const QString &prefix, const QStringList &keys) {
        QStringList paths;
        for (const QString &key : keys)
            paths.append(prefix + key);
        return paths;
    };
    const QStringList secret{u"sourceVault"_s, u"sourceVault.id"_s, u"secretUrl"_s};
    const QStringList task =
        QStringList{u"environmentVariables[].name"_s, u"environmentVariables[].value"_s, u"secrets[].name"_s}
        + below(u"secrets[].valueSecretReference."_s, secret);
    const QString key = u"credentials.accountKeySecretReference."_s;
    const QStringList volumes = below(u"azureFileShares[]."_s + key, secret)
        + below(u"azureBlobFileSystems[]."_s + key, secret)
        + QStringList{u"azureFileShares[].azureFileUrl"_s,
                      u"azureFileShares[].relativeMountPath"_s,
                      u"azureBlobFileSystems[].accountName"_s,
                      u"azureBlobFileSystems[].containerName"_s,
                      u"azureBlobFileSystems[].relativeMountPath"_s,
                      u"fileServers[].fileServer"_s,
                      u"fileServers[].fileServer.id"_s,
                      u"fileServers[].relativeMountPath"_s,
                      u"unmanagedFileSystems[].mountCommand"_s,
                      u"unmanagedFileSystems[].relativeMountPath"_s,
                      u"x-batchdeck.paths[].path"_s,
                      u"x-batchdeck.paths[].relativeMountPath"_s};
    const QString p = u"properties."_s;
    const QString registry = u"containerSettings.imageSourceRegistry"_s;
    QTest::newRow("job") << ResourceKind::Job
                         << QStringList{u"properties"_s}
            + below(p,
                    QStringList{u"nodeCount"_s,
                                u"stdOutErrPathPrefix"_s,
                                u"cluster.id"_s,
                                u"jobPreparation.commandLine"_s,
                                u"inputDirectories[].id"_s,
                                u"inputDirectories[].path"_s,
                                u"outputDirectories[].id"_s,
                                u"outputDirectories[].pathPrefix"_s,
                                registry,
                                registry + u".image"_s,
                                registry + u".credentials.username"_s,
                                u"caffe2Settings.pythonScriptFilePath"_s,
                                u"chainerSettings.pythonScriptFilePath"_s,
                                u"pyTorchSettings.pythonScriptFilePath"_s,
                                u"horovodSettings.pythonScriptFilePath"_s,
                                u"tensorFlowSettings.pythonScriptFilePath"_s,
                                u"customMpiSettings.commandLine"_s,
                                u"customToolkitSettings.commandLine"_s,
                                u"x-batchdeck.files[].path"_s,
                                u"x-batchdeck.fetch[].to"_s}
                        + below(registry + u".credentials.passwordSecretReference."_s, secret) + task
                        + below(u"mountVolumes."_s, volumes))
                         << below(p,
                                  {u"nodeCount 1 100"_s, u"cntkSettings.processCount 1 0"_s,
                                   u"caffeSettings.processCount 1 0"_s, u"chainerSettings.processCount 1 0"_s,
                                   u"horovodSettings.processCount 1 0"_s, u"pyTorchSettings.processCount 1 0"_s,
                                   u"customMpiSettings.processCount 1 0"_s, u"tensorFlowSettings.workerCount 1 0"_s,
                                   u"tensorFlowSettings.parameterServerCount 0 0"_s, u"x-batchdeck.fetch 20"_s,
                                   u"x-batchdeck.fetch[].files 50"_s})
                         << below(p,
                                  {u"schedulingPriority low normal high"_s,
                                   u"cntkSettings.languageType BrainScript Python"_s,
                                   u"pyTorchSettings.communicationBackend TCP Gloo MPI"_s,
                                   u"x-batchdeck.fetch[].when succeeded always"_s});
    const QString insights = u"nodeSetup.performanceCountersSettings.appInsightsReference"_s;
    const QString image = u"virtualMachineConfiguration.imageReference."_s;
    const QString scale = u"scaleSettings."_s;
    QTest::newRow("cluster")
        << ResourceKind::Cluster
        << QStringList{u"properties"_s}
            + below(p,
                    QStringList{scale + u"manual.targetNodeCount"_s, scale + u"autoScale.minimumNodeCount"_s,
                                scale + u"autoScale.maximumNodeCount"_s, image + u"publisher"_s, image + u"offer"_s,
                                image + u"sku"_s, u"nodeSetup.setupTask.commandLine"_s,
                                u"nodeSetup.setupTask.stdOutErrPathPrefix"_s, insights, insights + u".component"_s,
                                insights + u".component.id"_s, u"userAccountSettings.adminUserName"_s, u"subnet.id"_s}
                        + below(insights + u".instrumentationKeySecretReference."_s, secret)
                        + below(u"nodeSetup.setupTask."_s, task) + below(u"nodeSetup.mountVolumes."_s, volumes))
        << below(p + scale,
                 {u"manual.targetNodeCount 0 100"_s, u"autoScale.minimumNodeCount 0 100"_s,
                  u"autoScale.maximumNodeCount 0 100"_s, u"autoScale.initialNodeCount 0 100"_s})
        << below(p,
                 {u"vmPriority dedicated lowpriority"_s,
                  scale + u"manual.nodeDeallocationOption requeue terminate waitforjobcompletion"_s});
    const QString account = u"sshConfiguration.userAccountSettings"_s;
    QTest::newRow("file server") << ResourceKind::FileServer
                                 << QStringList{u"properties"_s}
            + below(p,
                    {account, account + u".adminUserName"_s, u"dataDisks.diskSizeInGB"_s, u"dataDisks.diskCount"_s,
                     u"dataDisks.storageAccountType"_s, u"subnet.id"_s})
                                 << below(p,
                                          {u"sshConfiguration.publicIPsToAllow 400"_s, u"dataDisks.diskSizeInGB 1 0"_s,
                                           u"dataDisks.diskCount 1 0"_s})
                                 << below(p,
                                          {u"dataDisks.cachingType none readonly readwrite"_s,
                                           u"dataDisks.storageAccountType Standard_LRS Premium_LRS"_s});
    for (const ResourceKind kind : {ResourceKind::Workspace, ResourceKind::Experiment, ResourceKind::Group})
        QTest::newRow(qPrintable(toString(kind))) << kind << QStringList() << QStringList() << QStringList();
}

void TstDocumentSchema::hasTheRulesOfTheSpecification()
{
    QFETCH(const ResourceKind, kind);
    QFETCH(QStringList, required);
    QFETCH(QStringList, limits);
    QFETCH(QStringList, values);
    QStringList ourRequired, ourLimits, ourValues;
    for (const PropertySpec &spec : engine::documentSchema(kind)) {
        if (spec.byServer)
            continue;
        if (spec.required)
            ourRequired.append(spec.path);
        if (spec.type == PropertyType::Integer)
            ourLimits.append(u"%1 %2 %3"_s.arg(spec.path).arg(spec.minimum).arg(spec.maximum));
        else if (spec.type == PropertyType::Array && spec.maximum > 0)
            ourLimits.append(u"%1 %2"_s.arg(spec.path).arg(spec.maximum));
        if (!spec.values.isEmpty())
            ourValues.append(spec.path + u' ' + spec.values.join(u' '));
    }
    for (QStringList *list : {&required, &limits, &values, &ourRequired, &ourLimits, &ourValues})
        list->sort();
    QCOMPARE(ourRequired, required);
    QCOMPARE(ourLimits, limits);
    QCOMPARE(ourValues, values);
}

void TstDocumentSchema::takesEveryProperty_data()
{
    QTest::addColumn<Variant>("variant");
    for (const Variant &variant : testing::variants())
        QTest::newRow(variant.name) << variant;
}

void TstDocumentSchema::takesEveryProperty()
{
    QFETCH(const Variant, variant);
    const QByteArray text = engine::writeDocument(variant.kind, variant.document);
    const engine::DocumentCheck check = checkDocument(variant.kind, text);
    QCOMPARE(faultTexts(check.faults), QStringList());
    for (const engine::Fault &warning : check.warnings)
        QCOMPARE(warning.code, u"Unused"_s);
    QCOMPARE(check.document, variant.document);
    // The service's own additions change nothing of it, and stay valid.
    const QJsonObject complete = engine::withDefaults(variant.kind, variant.document);
    const engine::DocumentCheck again = checkDocument(variant.kind, engine::writeDocument(variant.kind, complete));
    QCOMPARE(faultTexts(again.faults), QStringList());
    QCOMPARE(engine::withDefaults(variant.kind, complete), complete);
}

void TstDocumentSchema::asksForWhatIsRequired()
{
    int asked = 0;
    const auto check = [&asked](const Variant &variant, const PropertySpec &spec, const JsonPath &path) {
        for (const QJsonValue &absent : {QJsonValue(QJsonValue::Undefined), QJsonValue(QJsonValue::Null)}) {
            if (path.size() == 1 && absent.isUndefined())
                continue; // without its wrapper a document is taken for what the wrapper holds
            const QByteArray text = textOf(variant, path, absent);
            const QStringList faults = faultTexts(checkDocument(variant.kind, text).faults);
            const QString words = u"“%1” is missing; add it."_s.arg(spec.key());
            const QString wanted = expected(u"Required"_s, path, text, parentOf(path), words);
            QVERIFY2(faults == QStringList{wanted}, qPrintable(wanted + u"\n" + faults.join(u'\n')));
            ++asked;
        }
    };
    QCOMPARE(forEachProperty([](const PropertySpec &spec) { return spec.required; }, check), QStringList());
    QVERIFY2(asked > 100, qPrintable(QString::number(asked)));
}

void TstDocumentSchema::asksForTextWhereItIsEmpty()
{
    const auto check = [](const Variant &variant, const PropertySpec &spec, const JsonPath &path) {
        const QByteArray text = textOf(variant, path, QString());
        const QStringList faults = faultTexts(checkDocument(variant.kind, text).faults);
        const QString wanted =
            expected(u"Required"_s, path, text, path, u"“%1” is empty; fill it in."_s.arg(spec.key()));
        QVERIFY2(faults.contains(wanted), qPrintable(wanted + u"\n" + faults.join(u'\n')));
    };
    const auto isText = [](const PropertySpec &spec) { return spec.type == PropertyType::String && spec.minimum > 0; };
    QCOMPARE(forEachProperty(isText, check), QStringList());
}

void TstDocumentSchema::tellsWrongTypes()
{
    const auto check = [](const Variant &variant, const PropertySpec &spec, const JsonPath &path) {
        QList<QJsonValue> wrong{true, 1.5};
        if (spec.type != PropertyType::String)
            wrong.append(u"text"_s);
        if (spec.type != PropertyType::Array)
            wrong.append(QJsonArray());
        if (spec.type != PropertyType::Object && spec.type != PropertyType::StringMap)
            wrong.append(QJsonObject());
        const engine::JsonStep &last = path.constLast();
        const QString name = last.index < 0 ? last.key : u"[%1]"_s.arg(last.index);
        for (const QJsonValue &value : wrong) {
            const QByteArray text = textOf(variant, path, value);
            const QStringList faults = faultTexts(checkDocument(variant.kind, text).faults);
            const QString wanted = expected(u"WrongType"_s, path, text, path, wordsOfType(spec, name));
            QVERIFY2(faults.contains(wanted), qPrintable(wanted + u"\n" + faults.join(u'\n')));
        }
    };
    QCOMPARE(forEachProperty([](const PropertySpec &) { return true; }, check), QStringList());
}

void TstDocumentSchema::tellsWhatIsAllowed()
{
    const auto check = [](const Variant &variant, const PropertySpec &spec, const JsonPath &path) {
        const QByteArray text = textOf(variant, path, u"elsewise"_s);
        const QStringList faults = faultTexts(checkDocument(variant.kind, text).faults);
        const QString words = u"“%1” should be one of: %2."_s.arg(spec.key(), spec.values.join(u", "_s));
        const QString wanted = expected(u"NotAllowed"_s, path, text, path, words);
        QVERIFY2(faults.contains(wanted), qPrintable(wanted + u"\n" + faults.join(u'\n')));
        for (const QString &value : spec.values) {
            const QByteArray other = textOf(variant, path, spec.anyCase ? value.toUpper() : value.toLower());
            QCOMPARE(faultTexts(checkDocument(variant.kind, other).faults).filter(words).isEmpty(),
                     spec.anyCase || value == value.toLower());
        }
    };
    QCOMPARE(forEachProperty([](const PropertySpec &spec) { return !spec.values.isEmpty(); }, check), QStringList());
}

void TstDocumentSchema::keepsNumbersInTheirRange()
{
    const auto check = [](const Variant &variant, const PropertySpec &spec, const JsonPath &path) {
        const QString words = spec.maximum > 0
            ? u"“%1” should be from %2 to %3."_s.arg(spec.key()).arg(spec.minimum).arg(spec.maximum)
            : u"“%1” should be %2 or more, and less than 2147483648."_s.arg(spec.key()).arg(spec.minimum);
        const qint64 tooMuch = spec.maximum > 0 ? spec.maximum + 1 : 2147483648;
        for (const qint64 number : {qint64(spec.minimum) - 1, tooMuch, qint64(1) << 53}) {
            const QByteArray text = textOf(variant, path, number);
            const QStringList faults = faultTexts(checkDocument(variant.kind, text).faults);
            const QString wanted = expected(u"OutOfRange"_s, path, text, path, words);
            QVERIFY2(faults.contains(wanted), qPrintable(wanted + u"\n" + faults.join(u'\n')));
        }
        for (const qint64 number : {qint64(spec.minimum), tooMuch - 1})
            QVERIFY(
                faultTexts(checkDocument(variant.kind, textOf(variant, path, number)).faults).filter(words).isEmpty());
    };
    const auto isNumber = [](const PropertySpec &spec) { return spec.type == PropertyType::Integer; };
    QCOMPARE(forEachProperty(isNumber, check), QStringList());
}

void TstDocumentSchema::keepsListsInTheirLength()
{
    int limits = 0;
    const auto check = [&limits](const Variant &variant, const PropertySpec &spec, const JsonPath &path) {
        QJsonArray most;
        for (int i = 0; i < spec.maximum; ++i)
            most.append(valueAt(variant.document, path).toArray().at(0));
        QCOMPARE(faultTexts(checkDocument(variant.kind, textOf(variant, path, most)).faults), QStringList());
        most.append(most.at(0));
        const QByteArray text = textOf(variant, path, most);
        const QString words =
            u"“%1” has %2 entries; at most %3 are allowed."_s.arg(spec.key()).arg(spec.maximum + 1).arg(spec.maximum);
        QCOMPARE(faultTexts(checkDocument(variant.kind, text).faults),
                 QStringList{expected(u"TooMany"_s, path, text, path, words)});
        ++limits;
    };
    const auto isLimited = [](const PropertySpec &spec) {
        return spec.type == PropertyType::Array && spec.maximum > 0;
    };
    QCOMPARE(forEachProperty(isLimited, check), QStringList());
    QCOMPARE(limits, 3); // source ranges of SSH, rules and patterns of what is brought here
}

void TstDocumentSchema::tellsIdsOfOtherThings()
{
    int ids = 0;
    const auto check = [&ids](const Variant &variant, const PropertySpec &spec, const JsonPath &path) {
        const QString good = valueAt(variant.document, path).toString();
        for (const QString &id :
             QStringList{u"name"_s, u"/subscriptions/s/resourceGroups/g"_s, good + u"/x/y"_s, good + u'/', good.mid(1),
                         QString(good).replace(u"/g/"_s, u"//"_s),
                         u"/subscriptions/s/resourceGroups/g/providers/Microsoft.Web/sites/x"_s, good + u" b"_s}) {
            const QByteArray text = textOf(variant, path, id);
            const QList<engine::Fault> faults = checkDocument(variant.kind, text).faults;
            QVERIFY2(faults.size() == 1, qPrintable(id + u'\n' + faultTexts(faults).join(u'\n')));
            QCOMPARE(faults.constFirst().code, u"IdForm"_s);
            QCOMPARE(faults.constFirst().target, engine::toString(path));
            const QString words = faults.constFirst().message.englishText();
            QVERIFY2(words.contains(u"should be /subscriptions/…/resourceGroups/…/providers/"_s
                                    + spec.idOf.section(u'/', 0, 1) + u"/NAME"_s),
                     qPrintable(words));
        }
        QCOMPARE(faultTexts(checkDocument(variant.kind, textOf(variant, path, good.toUpper())).faults), QStringList());
        ++ids;
    };
    const auto isId = [](const PropertySpec &spec) { return !spec.idOf.isEmpty(); };
    QCOMPARE(forEachProperty(isId, check), QStringList());
    QVERIFY2(ids > 10, qPrintable(QString::number(ids)));
}

void TstDocumentSchema::forgetsEverySecret()
{
    int secrets = 0;
    const auto check = [&secrets](const Variant &variant, const PropertySpec &, const JsonPath &path) {
        const QJsonObject shown = engine::withoutSecrets(variant.document);
        QVERIFY(valueAt(shown, path).isUndefined());
        QVERIFY(!QJsonDocument(shown).toJson().contains("hidden"));
        ++secrets;
    };
    QCOMPARE(forEachProperty([](const PropertySpec &spec) { return spec.secret; }, check), QStringList());
    QVERIFY2(secrets > 8, qPrintable(QString::number(secrets)));
    for (const Variant &variant : testing::variants()) { // and nothing else
        QJsonValue expectedDocument = variant.document;
        for (const PropertySpec &spec : engine::documentSchema(variant.kind)) {
            const JsonPath path = firstPath(spec.path);
            if (spec.secret && !valueAt(expectedDocument, path).isUndefined())
                expectedDocument = changed(expectedDocument, path, QJsonValue(QJsonValue::Undefined));
        }
        QCOMPARE(engine::withoutSecrets(variant.document), expectedDocument.toObject());
    }
    QCOMPARE(engine::withoutSecrets(testing::object(
                 R"({"x":[[{"accountKey":"k","y":1}],{"secrets":[{"name":"A","value":"v"}]}],"value":"kept"})")),
             testing::object(R"({"x":[[{"y":1}],{"secrets":[{"name":"A"}]}],"value":"kept"})"));
}

void TstDocumentSchema::leavesAloneWhatTheServiceFillsIn()
{
    for (const Variant &variant : testing::variants()) {
        for (const PropertySpec &spec : engine::documentSchema(variant.kind)) {
            const JsonPath path = spec.path.contains(u"[]") ? JsonPath() : firstPath(spec.path);
            if (!spec.byServer || path.isEmpty() || !valueAt(variant.document, parentOf(path)).isObject())
                continue;
            for (const QJsonValue &value : {QJsonValue(u"x"_s), QJsonValue(1), QJsonValue(QJsonArray{QJsonObject()})}) {
                const QJsonObject document = changed(variant.document, path, value).toObject();
                const engine::DocumentCheck check =
                    checkDocument(variant.kind, engine::writeDocument(variant.kind, document));
                QVERIFY2(check.isValid(), qPrintable(spec.path + u' ' + faultTexts(check.faults).join(u'\n')));
                QCOMPARE(check.document, document);
            }
        }
    }
}

BATCHDECK_TEST(QCoreApplication, TstDocumentSchema)
#include "tst_documentschema.moc"
