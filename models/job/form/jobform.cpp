// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/form/jobform.h"

#include "engine/api/document/documents.h"
#include "engine/api/extension.h"
#include "models/document/wantedsecrets.h"
#include "models/job/form/fetchrows.h"
#include "models/job/form/toolkitform.h"
#include "models/translated.h"

#include <QJsonArray>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace models {

namespace {

QList<QStringList> readRows(const QJsonValue &array, const QStringList &keys)
{
    QList<QStringList> rows;
    for (const QJsonValue &value : array.toArray()) {
        QStringList row;
        for (const QString &key : keys)
            row.append(value[key].toString());
        rows.append(row);
    }
    return rows;
}

// Objects keep the members that the form does not show.
QJsonArray writtenRows(const QJsonArray &before, const QList<QStringList> &rows, const QStringList &keys)
{
    QJsonArray array;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        QJsonObject object = before.at(i).toObject();
        for (qsizetype column = 0; column < keys.size(); ++column) {
            if (rows.at(i).at(column).isEmpty() && !object.contains(keys.at(column)) && column > 1)
                continue;
            object[keys.at(column)] = rows.at(i).at(column);
        }
        array.append(object);
    }
    return array;
}

// Removes the member when \a value is empty.
void setMember(QJsonObject &object, const QString &key, const QJsonValue &value)
{
    if (value == QString() || value == QJsonArray() || value == QJsonObject())
        object.remove(key);
    else
        object[key] = value;
}

void setInside(QJsonObject &object, const QString &parent, const QString &key, const QJsonValue &value)
{
    QJsonObject child = object.value(parent).toObject();
    setMember(child, key, value);
    setMember(object, parent, child);
}

void setRows(QJsonObject &object, const QString &key, const QList<QStringList> &rows, const QStringList &keys)
{
    setMember(object, key, writtenRows(object.value(key).toArray(), rows, keys));
}

QMap<QString, QString> readSettings(const QJsonObject &object)
{
    QMap<QString, QString> settings;
    for (auto it = object.begin(); it != object.end(); ++it) {
        const QString text = it->isDouble() ? QString::number(it->toInteger()) : it->toString();
        if (!text.isEmpty())
            settings.insert(it.key(), text);
    }
    return settings;
}

// Keeps settings that the form does not show: of a newer service, or with another type.
QJsonObject writtenSettings(QJsonObject object, const JobForm &form)
{
    const QMap<QString, QString> before = readSettings(object);
    for (const ToolkitField &field : toolkitFields(form.toolkit)) {
        const QString text = form.settings.value(field.key);
        if (text == before.value(field.key))
            continue;
        bool isNumber = false;
        const int number = text.toInt(&isNumber);
        setMember(object, field.key, field.isNumber && isNumber ? QJsonValue(number) : QJsonValue(text));
    }
    return object;
}

// Converts "90 min", "6 h", "1 d 2 h" to ISO 8601 ("PT1H30M"); returns other input unchanged.
QString isoDuration(const QString &words)
{
    static const QRegularExpression pattern(
        u"^\\s*(?:(\\d+)\\s*d)?\\s*(?:(\\d+)\\s*h)?\\s*(?:(\\d+)\\s*m(?:in)?)?\\s*(?:(\\d+)\\s*s)?\\s*$"_s);
    const auto match = pattern.match(words);
    if (!match.hasMatch() || words.trimmed().isEmpty())
        return words;
    const qint64 seconds = match.captured(1).toLongLong() * 86400 + match.captured(2).toLongLong() * 3600
        + match.captured(3).toLongLong() * 60 + match.captured(4).toLongLong();
    QString iso = u"P"_s;
    const auto add = [&iso](qint64 value, QChar unit) {
        if (value > 0)
            iso += QString::number(value) + unit;
    };
    add(seconds / 86400, u'D');
    if (seconds % 86400 > 0 || seconds == 0)
        iso += u'T';
    add(seconds / 3600 % 24, u'H');
    add(seconds / 60 % 60, u'M');
    add(seconds % 60, u'S');
    return seconds == 0 ? u"PT0S"_s : iso;
}

// Converts a duration that parseDuration() reads to words.
QString durationWords(const QString &iso)
{
    const auto value = engine::parseDuration(iso);
    if (!value)
        return iso;
    const qint64 seconds = value->count();
    QStringList words;
    const auto add = [&words](qint64 number, QStringView unit) {
        if (number > 0)
            words.append(QString::number(number) + u' ' + unit);
    };
    add(seconds / 86400, u"d");
    add(seconds / 3600 % 24, u"h");
    add(seconds / 60 % 60, u"min");
    add(seconds % 60, u"s");
    return words.isEmpty() ? u"0 s"_s : words.join(u' ');
}

const QStringList environmentKeys{u"name"_s, u"value"_s};
const QStringList inputKeys{u"id"_s, u"path"_s};
const QStringList outputKeys{u"id"_s, u"pathPrefix"_s, u"pathSuffix"_s};

} // namespace

JobForm readJobForm(const QJsonObject &document)
{
    const QJsonObject properties = document[u"properties"_s].toObject();
    JobForm form;
    form.cluster = properties[u"cluster"_s][u"id"_s].toString();
    form.nodeCount = properties[u"nodeCount"_s].toInt(1);
    form.toolkit = engine::toolkitOf(document);
    form.settings = readSettings(properties.value(form.toolkit).toObject());
    form.stopAfter = durationWords(properties[u"constraints"_s][u"maxWallClockTime"_s].toString());
    form.priority = properties[u"schedulingPriority"_s].toString();
    form.preparation = properties[u"jobPreparation"_s][u"commandLine"_s].toString();
    form.standardOutput = properties[u"stdOutErrPathPrefix"_s].toString();
    form.environment = readRows(properties[u"environmentVariables"_s], environmentKeys);
    form.inputs = readRows(properties[u"inputDirectories"_s], inputKeys);
    form.outputs = readRows(properties[u"outputDirectories"_s], outputKeys);
    form.fetched = fetchRows(engine::extensionOf(document).value(u"fetch"_s).toArray());
    return form;
}

QJsonObject withJobForm(const QJsonObject &document, const JobForm &form)
{
    const JobForm before = readJobForm(document);
    QJsonObject properties = document[u"properties"_s].toObject();
    if (form.cluster != before.cluster)
        setInside(properties, u"cluster"_s, u"id"_s, form.cluster);
    if (form.nodeCount != before.nodeCount || !properties.contains(u"nodeCount"_s))
        properties[u"nodeCount"_s] = form.nodeCount;
    if (form.toolkit != before.toolkit)
        properties.remove(before.toolkit);
    if (!form.toolkit.isEmpty() && (form.toolkit != before.toolkit || form.settings != before.settings))
        properties[form.toolkit] = writtenSettings(properties.value(form.toolkit).toObject(), form);
    if (form.stopAfter != before.stopAfter)
        setInside(properties, u"constraints"_s, u"maxWallClockTime"_s, isoDuration(form.stopAfter));
    if (form.priority != before.priority)
        setMember(properties, u"schedulingPriority"_s, form.priority);
    if (form.preparation != before.preparation)
        setInside(properties, u"jobPreparation"_s, u"commandLine"_s, form.preparation);
    if (form.standardOutput != before.standardOutput)
        setMember(properties, u"stdOutErrPathPrefix"_s, form.standardOutput);
    if (form.environment != before.environment)
        setRows(properties, u"environmentVariables"_s, form.environment, environmentKeys);
    if (form.inputs != before.inputs)
        setRows(properties, u"inputDirectories"_s, form.inputs, inputKeys);
    if (form.outputs != before.outputs)
        setRows(properties, u"outputDirectories"_s, form.outputs, outputKeys);
    if (form.fetched != before.fetched)
        setInside(properties, u"x-batchdeck"_s, u"fetch"_s, fetchRules(form.fetched));
    QJsonObject written = document;
    written[u"properties"_s] = properties;
    return written;
}

QList<engine::Fault> faultsWithForm(QList<engine::Fault> faults, const QJsonObject &document, const QString &name,
                                    const QString &cluster)
{
    faults = withoutWanted(engine::ResourceKind::Job, faults, document);
    // The cluster may be given by the form only, like batchctl's -c.
    if (!cluster.isEmpty())
        faults.removeIf([](const engine::Fault &fault) {
            return fault.code == u"Required" && targetKeys(fault.target).value(0) == u"cluster";
        });
    else if (faults.isEmpty())
        faults.append({u"Required"_s, engine::Message(QT_TRANSLATE_NOOP("engine", "A job needs a cluster.")),
                       u"$.properties.cluster.id"_s, 0, 0});
    if (const auto valid = engine::checkName(engine::ResourceKind::Job, name); !valid)
        faults.prepend({u"NameRule"_s, valid.error().message, u"$.name"_s, 0, 0});
    return faults;
}

QString fieldLabel(const QString &key)
{
    static constexpr Wording labels[]{
        {"name", QT_TRANSLATE_NOOP("models", "Name")},
        {"cluster", QT_TRANSLATE_NOOP("models", "Cluster")},
        {"nodeCount", QT_TRANSLATE_NOOP("models", "Nodes")},
        {"maxWallClockTime", QT_TRANSLATE_NOOP("models", "Stop after")},
        {"schedulingPriority", QT_TRANSLATE_NOOP("models", "Priority")},
        {"jobPreparation", QT_TRANSLATE_NOOP("models", "Preparation")},
        {"stdOutErrPathPrefix", QT_TRANSLATE_NOOP("models", "Standard output")},
        {"environmentVariables", QT_TRANSLATE_NOOP("models", "Environment variables")},
        {"inputDirectories", QT_TRANSLATE_NOOP("models", "Input directories")},
        {"outputDirectories", QT_TRANSLATE_NOOP("models", "Output directories")},
        {"fetch", QT_TRANSLATE_NOOP("models", "Brought to this computer when it is over")},
        {"value", QT_TRANSLATE_NOOP("models", "Value")},
        {"id", QT_TRANSLATE_NOOP("models", "Id")},
        {"path", QT_TRANSLATE_NOOP("models", "Path on the node")},
        {"pathPrefix", QT_TRANSLATE_NOOP("models", "Path prefix")},
        {"pathSuffix", QT_TRANSLATE_NOOP("models", "Path suffix")},
        {"files", QT_TRANSLATE_NOOP("models", "Files")},
        {"outputDirectoryId", QT_TRANSLATE_NOOP("models", "Output directory")},
        {"to", QT_TRANSLATE_NOOP("models", "To")},
        {"when", QT_TRANSLATE_NOOP("models", "When")}};
    if (const QString label = translated(labels, key); !label.isEmpty())
        return label;
    const QString label = settingLabel(key);
    return label == key ? QString() : label;
}

QString formWords(const engine::Fault &fault)
{
    static const QStringList namesKeys{u"Required"_s, u"WrongType"_s, u"NotAllowed"_s,  u"OutOfRange"_s,
                                       u"TooMany"_s,  u"OnlyWith"_s,  u"NotTogether"_s, u"InvalidCharacter"_s};
    static const QRegularExpression quoted(u"“(\\w+)”"_s);
    const QString text = fault.message.text();
    // Quoted text is the user's.
    if (!namesKeys.contains(fault.code))
        return text;
    if (fault.code == u"WrongType" && fault.target.endsWith(u".maxWallClockTime"_s))
        return tr("“%1” should be a time, for example 1 d, 6 h or 1 h 30 min.").arg(fieldLabel(u"maxWallClockTime"_s));
    QString words;
    qsizetype end = 0;
    for (auto match = quoted.globalMatch(text); match.hasNext();) {
        const auto found = match.next();
        const QString label = fieldLabel(found.captured(1));
        words += text.sliced(end, found.capturedStart(1) - end) + (label.isEmpty() ? found.captured(1) : label);
        end = found.capturedEnd(1);
    }
    return words + text.sliced(end);
}

JobForm rebased(const JobForm &before, const JobForm &typed, JobForm now)
{
    const auto take = [&](auto JobForm::*field) {
        if (typed.*field != before.*field)
            now.*field = typed.*field;
    };
    for (const auto field : {&JobForm::cluster, &JobForm::toolkit, &JobForm::stopAfter, &JobForm::priority,
                             &JobForm::preparation, &JobForm::standardOutput})
        take(field);
    for (const auto field : {&JobForm::environment, &JobForm::inputs, &JobForm::outputs, &JobForm::fetched})
        take(field);
    take(&JobForm::nodeCount);
    take(&JobForm::settings);
    return now;
}

QString freshName(const QString &name, const QStringList &taken)
{
    static const QRegularExpression numbered(u"^(.*)-(\\d{1,9})$"_s);
    const auto match = numbered.match(name);
    const QString stem = match.hasMatch() ? match.captured(1) : name;
    qint64 number = match.hasMatch() ? match.captured(2).toLongLong() + 1 : 2;
    const auto candidate = [&]() -> QString {
        const QString tail = u'-' + QString::number(number);
        return stem.left(64 - tail.size()) + tail;
    };
    while (taken.contains(candidate(), Qt::CaseInsensitive))
        ++number;
    return candidate();
}

bool hasComments(QByteArrayView text)
{
    bool inString = false;
    for (qsizetype i = 0; i + 1 < text.size(); ++i) {
        if (inString && text[i] == '\\')
            ++i;
        else if (text[i] == '"')
            inString = !inString;
        else if (!inString && text[i] == '/' && (text[i + 1] == '/' || text[i + 1] == '*'))
            return true;
    }
    return false;
}

QStringList targetKeys(const QString &target)
{
    QStringList keys;
    static const QRegularExpression step(u"\\.?([A-Za-z_$][\\w$-]*)|\\[(\\d+)\\]|\\['([^']*)'\\]"_s);
    for (auto match = step.globalMatch(target); match.hasNext();) {
        const auto found = match.next();
        const QString key = found.captured(1) + found.captured(2) + found.captured(3);
        if (key != u"$" && !(keys.isEmpty() && key == u"properties"))
            keys.append(key);
    }
    return keys;
}

} // namespace models
