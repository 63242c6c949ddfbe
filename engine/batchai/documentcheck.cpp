// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/documents.h"
#include "engine/batchai/jsonreader.h"
#include "engine/batchai/overrides.h"
#include "engine/batchai/schemaindex.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

bool isGiven(const QJsonValue &value)
{
    return !value.isUndefined() && !value.isNull();
}

QString shortened(const QString &text)
{
    return text.size() <= 64 ? text : text.left(63) + u'…';
}

JsonPath operator/(const JsonPath &path, const QString &key)
{
    JsonPath longer = path;
    longer.append({key, -1});
    return longer;
}

JsonPath operator/(const JsonPath &path, int index)
{
    JsonPath longer = path;
    longer.append({{}, index});
    return longer;
}

/// Where the values of a checked document stand in its text: not all of them do.
class DocumentPlaces
{
public:
    void setText(const JsonPlaces &places) { m_places = places; }
    void setWrapped() { m_wrapped = true; }
    void setChanged(const QList<JsonPath> &changed) { m_changed = changed; }

    [[nodiscard]] TextPlace find(JsonPath path) const
    {
        if (!path.isEmpty() && path.constFirst().key == u"properties") {
            const JsonPath inside = path.sliced(1);
            for (const JsonPath &changed : m_changed) {
                if (inside.size() >= changed.size() && inside.first(changed.size()) == changed)
                    return {};
            }
            if (m_wrapped)
                path = inside;
        }
        return m_places.find(path);
    }

private:
    JsonPlaces m_places;
    bool m_wrapped = false;
    QList<JsonPath> m_changed;
};

/// Walks a document beside its schema and notes everything that does not fit.
class Checker
{
public:
    Checker(ResourceKind kind, const DocumentPlaces &places, DocumentCheck &check)
        : m_kind(kind), m_index(kind), m_places(places), m_check(check)
    {
    }

    void run()
    {
        checkMembers({}, m_check.document, {});
        const QJsonObject properties = m_check.document.value(u"properties"_s).toObject();
        const JsonPath path = JsonPath() / u"properties"_s;
        if (m_kind == ResourceKind::Job && m_check.document.value(u"properties"_s).isObject())
            checkJob(properties, path);
        else if (m_kind == ResourceKind::Cluster)
            checkCluster(properties, path);
    }

private:
    void note(QList<Fault> &list, const JsonPath &path, const QString &code, const Message &message)
    {
        if (list.size() >= maximumFaults)
            return;
        const TextPlace place = m_places.find(path);
        list.append({code, message, toString(path), place.line, place.column});
    }
    void fault(const JsonPath &path, const QString &code, const Message &message)
    {
        note(m_check.faults, path, code, message);
    }
    void warn(const JsonPath &path, const QString &code, const Message &message)
    {
        note(m_check.warnings, path, code, message);
    }

    void checkMembers(const QString &schemaPath, const QJsonObject &object, const JsonPath &path)
    {
        const SchemaIndex::Children children = m_index.children(schemaPath);
        for (const PropertySpec *spec : children) {
            if (spec->required && !isGiven(object.value(spec->key())))
                missing(path, spec->key());
        }
        for (auto it = object.begin(); it != object.end(); ++it) {
            const PropertySpec *spec = SchemaIndex::find(children, it.key());
            if (!spec)
                warn(path / it.key(), u"Unknown"_s,
                     Message(QT_TRANSLATE_NOOP("engine", "“%1” is not known here; it is kept and not used."),
                             {shortened(it.key())}));
            else if (!spec->byServer && isGiven(it.value()))
                checkValue(*spec, it.value(), path / it.key());
        }
    }

    // A value that is not there has no place: what should hold it does.
    void missing(const JsonPath &parent, const QString &key)
    {
        if (m_check.faults.size() >= maximumFaults)
            return;
        const TextPlace place = m_places.find(parent);
        m_check.faults.append({u"Required"_s, Message(QT_TRANSLATE_NOOP("engine", "“%1” is missing."), {key}),
                               toString(parent / key), place.line, place.column});
    }

    void checkValue(const PropertySpec &spec, const QJsonValue &value, const JsonPath &path)
    {
        switch (spec.type) {
        case PropertyType::Object:
            if (!value.isObject())
                return wrongType(path, QT_TRANSLATE_NOOP("engine", "“%1” should be an object: { … }."));
            return checkMembers(spec.path, value.toObject(), path);
        case PropertyType::Array:
            if (!value.isArray())
                return wrongType(path, QT_TRANSLATE_NOOP("engine", "“%1” should be a list: [ … ]."));
            return checkElements(spec, value.toArray(), path);
        case PropertyType::String:
            return checkText(spec, value, path);
        case PropertyType::Integer:
            return checkNumber(spec, value, path);
        case PropertyType::Duration:
            if (!value.isString() || !parseDuration(value.toString()))
                wrongType(
                    path,
                    QT_TRANSLATE_NOOP("engine", "“%1” should be a duration, for example P1D, PT90M or 01:30:00."));
            return;
        case PropertyType::StringMap:
            return checkMap(value, path);
        }
    }

    void wrongType(const JsonPath &path, const char *source)
    {
        const JsonStep &last = path.constLast();
        fault(path, u"WrongType"_s,
              Message(source, {last.index < 0 ? shortened(last.key) : u"[%1]"_s.arg(last.index)}));
    }

    void checkElements(const PropertySpec &spec, const QJsonArray &array, const JsonPath &path)
    {
        const PropertySpec *element = m_index.element(spec);
        for (int i = 0; element && i < array.size(); ++i)
            checkValue(*element, array.at(i), path / i);
    }

    void checkText(const PropertySpec &spec, const QJsonValue &value, const JsonPath &path)
    {
        if (!value.isString())
            return wrongType(path, QT_TRANSLATE_NOOP("engine", "“%1” should be text in double quotes."));
        static const QRegularExpression placeholder(u"<AZURE_BATCHAI_[A-Z0-9_]+>"_s);
        const QString text = value.toString();
        if (text.size() < spec.minimum)
            fault(path, u"Required"_s, Message(QT_TRANSLATE_NOOP("engine", "“%1” is empty."), {spec.key()}));
        if (text.contains(QChar(u'\0')))
            fault(path, u"InvalidCharacter"_s,
                  Message(QT_TRANSLATE_NOOP("engine", "“%1” holds a zero character."), {spec.key()}));
        if (!spec.values.isEmpty()
            && !spec.values.contains(text, spec.anyCase ? Qt::CaseInsensitive : Qt::CaseSensitive))
            fault(path, u"NotAllowed"_s,
                  Message(QT_TRANSLATE_NOOP("engine", "“%1” should be one of: %2."),
                          {spec.key(), spec.values.join(u", "_s)}));
        if (const QRegularExpressionMatch match = placeholder.match(text); match.hasMatch())
            warn(path, u"Placeholder"_s,
                 Message(QT_TRANSLATE_NOOP("engine", "%1 stands for something that you have to fill in."),
                         {shortened(match.captured())}));
    }

    void checkNumber(const PropertySpec &spec, const QJsonValue &value, const JsonPath &path)
    {
        const double number = value.toDouble();
        if (!value.isDouble() || number != std::floor(number))
            return wrongType(path, QT_TRANSLATE_NOOP("engine", "“%1” should be a whole number."));
        if (number < spec.minimum || number > std::numeric_limits<int>::max())
            fault(path, u"OutOfRange"_s,
                  Message(QT_TRANSLATE_NOOP("engine", "“%1” should be %2 or more, and less than 2147483648."),
                          {spec.key(), QString::number(spec.minimum)}));
    }

    void checkMap(const QJsonValue &value, const JsonPath &path)
    {
        if (!value.isObject())
            return wrongType(path, QT_TRANSLATE_NOOP("engine", "“%1” should be an object: { … }."));
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it) {
            if (!it.value().isString())
                wrongType(path / it.key(), QT_TRANSLATE_NOOP("engine", "“%1” should be text in double quotes."));
        }
    }

    void checkJob(const QJsonObject &job, const JsonPath &path)
    {
        checkToolkit(job, path);
        checkIds(job, path, u"inputDirectories"_s);
        checkIds(job, path, u"outputDirectories"_s);
        checkEnvironment(job, path);
        const QJsonValue limit = job.value(u"constraints"_s).toObject().value(u"maxWallClockTime"_s);
        const std::optional<std::chrono::seconds> duration = parseDuration(limit.toString());
        if (duration && (*duration < 1s || *duration > 7 * 24h))
            fault(path / u"constraints"_s / u"maxWallClockTime"_s, u"OutOfRange"_s,
                  QT_TRANSLATE_NOOP("engine", "“maxWallClockTime” should be from 1 second to 7 days."));
    }

    void checkToolkit(const QJsonObject &job, const JsonPath &path)
    {
        QString first;
        for (const auto &[key, type] : toolkits()) {
            if (!isGiven(job.value(key)))
                continue;
            if (first.isEmpty())
                first = key;
            else
                fault(
                    path / key, u"TooMany"_s,
                    Message(QT_TRANSLATE_NOOP("engine", "“%1” is one toolkit too many: “%2” is there."), {key, first}));
        }
        if (first.isEmpty())
            fault(path, u"Required"_s,
                  QT_TRANSLATE_NOOP("engine", "A toolkit is missing, for example “customToolkitSettings”."));
    }

    void checkIds(const QJsonObject &job, const JsonPath &path, const QString &key)
    {
        static const QRegularExpression rule(u"^[A-Za-z0-9_]+\\z"_s);
        QSet<QString> seen;
        const QJsonArray directories = job.value(key).toArray();
        for (int i = 0; i < directories.size(); ++i) {
            const QString id = directories.at(i).toObject().value(u"id"_s).toString();
            const JsonPath place = path / key / i / u"id"_s;
            if (id.isEmpty())
                continue; // told already
            if (!rule.match(id).hasMatch())
                fault(place, u"NameRule"_s,
                      Message(QT_TRANSLATE_NOOP("engine", "“%1” should be letters, digits and _ only."),
                              {shortened(id)}));
            else if (key == u"outputDirectories" && id.compare(u"stdouterr", Qt::CaseInsensitive) == 0)
                fault(
                    place, u"NameRule"_s,
                    Message(QT_TRANSLATE_NOOP("engine", "“%1” is the standard output directory of every job."), {id}));
            else if (seen.contains(id))
                fault(place, u"Duplicate"_s,
                      Message(QT_TRANSLATE_NOOP("engine", "“%1” is the id of another directory."), {shortened(id)}));
            seen.insert(id);
        }
    }

    void checkEnvironment(const QJsonObject &job, const JsonPath &path)
    {
        QSet<QString> seen;
        for (const QString &key : {u"environmentVariables"_s, u"secrets"_s}) {
            const QJsonArray variables = job.value(key).toArray();
            for (int i = 0; i < variables.size(); ++i) {
                const QJsonObject variable = variables.at(i).toObject();
                checkVariableName(variable.value(u"name"_s).toString(), path / key / i / u"name"_s, seen);
                if (key == u"secrets" && variables.at(i).isObject()
                    && isGiven(variable.value(u"value"_s)) == isGiven(variable.value(u"valueSecretReference"_s)))
                    fault(path / key / i, u"Required"_s,
                          QT_TRANSLATE_NOOP("engine", "A secret has either “value” or “valueSecretReference”."));
            }
        }
    }

    void checkVariableName(const QString &name, const JsonPath &path, QSet<QString> &seen)
    {
        static const QRegularExpression rule(u"^[A-Za-z_][A-Za-z0-9_]*\\z"_s);
        static const QSet<QString> ofShell{u"UID"_s,      u"EUID"_s,      u"PPID"_s,
                                           u"BASHOPTS"_s, u"SHELLOPTS"_s, u"BASH_VERSINFO"_s};
        if (name.isEmpty())
            return; // told already
        if (!rule.match(name).hasMatch())
            fault(path, u"NameRule"_s,
                  Message(QT_TRANSLATE_NOOP("engine",
                                            "“%1” is no name of a variable: letters, digits and _, no digit first."),
                          {shortened(name)}));
        else if (ofShell.contains(name))
            fault(path, u"NameRule"_s,
                  Message(QT_TRANSLATE_NOOP("engine", "“%1” belongs to the shell and cannot be set."), {name}));
        else if (seen.contains(name))
            warn(path, u"Duplicate"_s,
                 Message(QT_TRANSLATE_NOOP("engine", "“%1” is given twice; the last one counts."), {shortened(name)}));
        seen.insert(name);
    }

    // Only what a user would wait for in vain; what merely describes virtual machines goes without saying.
    void unused(const JsonPath &parent, const QString &key)
    {
        warn(parent / key, u"Unused"_s,
             Message(QT_TRANSLATE_NOOP("engine", "This version keeps “%1” and does not use it."), {key}));
    }

    void checkCluster(const QJsonObject &cluster, const JsonPath &path)
    {
        const QJsonValue scale = cluster.value(u"scaleSettings"_s);
        const QJsonValue manual = scale.toObject().value(u"manual"_s);
        const QJsonValue automatic = scale.toObject().value(u"autoScale"_s);
        if (scale.isObject() && isGiven(manual) == isGiven(automatic))
            fault(path / u"scaleSettings"_s, u"Required"_s,
                  QT_TRANSLATE_NOOP("engine", "“scaleSettings” has either “manual” or “autoScale”."));
        if (isGiven(automatic))
            unused(path / u"scaleSettings"_s, u"autoScale"_s);
        if (isGiven(cluster.value(u"nodeSetup"_s)))
            unused(path, u"nodeSetup"_s);
        const QJsonObject range = automatic.toObject();
        if (range.value(u"minimumNodeCount"_s).toInt() > range.value(u"maximumNodeCount"_s).toInt())
            fault(path / u"scaleSettings"_s / u"autoScale"_s / u"minimumNodeCount"_s, u"OutOfRange"_s,
                  QT_TRANSLATE_NOOP("engine", "“minimumNodeCount” is greater than “maximumNodeCount”."));
    }

    ResourceKind m_kind;
    SchemaIndex m_index;
    const DocumentPlaces &m_places;
    DocumentCheck &m_check;
};

bool isEnvelope(ResourceKind kind, const QString &key)
{
    for (const PropertySpec &spec : documentSchema(kind)) {
        if (spec.path == key)
            return true;
    }
    return false;
}

// {"nodeCount":1} becomes {"properties":{"nodeCount":1}}.
bool wrap(ResourceKind kind, QJsonObject &document)
{
    if (document.contains(u"properties"_s))
        return false;
    QJsonObject outer;
    QJsonObject properties;
    for (auto it = document.constBegin(); it != document.constEnd(); ++it)
        (isEnvelope(kind, it.key()) ? outer : properties).insert(it.key(), it.value());
    outer.insert(u"properties"_s, properties);
    document = outer;
    return true;
}

void sortByPlace(QList<Fault> &faults)
{
    std::stable_sort(faults.begin(), faults.end(), [](const Fault &a, const Fault &b) {
        return std::tuple(a.line == 0, a.line, a.column) < std::tuple(b.line == 0, b.line, b.column);
    });
}

} // namespace

DocumentCheck checkDocument(ResourceKind kind, const QByteArray &text, const QStringList &overrides)
{
    DocumentCheck check;
    if (text.size() > maximumDocumentSize) {
        check.faults.append({u"TooLarge"_s, QT_TRANSLATE_NOOP("engine", "The document is larger than 4 MiB."), {}});
        return check;
    }
    const bool blank = text.trimmed().isEmpty(); // everything may come from overrides and defaults
    const JsonReading reading = readJson(blank ? "{}"_ba : text);
    check.faults = reading.faults;
    check.warnings = reading.warnings.first(std::min(reading.warnings.size(), maximumFaults));
    if (!reading.faults.isEmpty())
        return check;
    if (!reading.value.isObject()) {
        check.faults.append(
            {u"WrongType"_s, QT_TRANSLATE_NOOP("engine", "The document should be an object: { … }."), u"$"_s, 1, 1});
        return check;
    }

    DocumentPlaces places;
    if (!blank)
        places.setText(reading.places);
    check.document = reading.value.toObject();
    if ((kind == ResourceKind::Job || kind == ResourceKind::Cluster) && wrap(kind, check.document))
        places.setWrapped();
    const QJsonValue properties = check.document.value(u"properties"_s);
    if (!overrides.isEmpty() && (properties.isObject() || !isGiven(properties))) {
        const OverrideOutcome outcome = applyOverrides(properties.toObject(), overrides);
        check.document.insert(u"properties"_s, outcome.properties);
        places.setChanged(outcome.changed);
        check.faults = outcome.faults;
    }
    Checker(kind, places, check).run();
    sortByPlace(check.faults);
    sortByPlace(check.warnings);
    return check;
}

} // namespace engine
