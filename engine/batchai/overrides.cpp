// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/overrides.h"

#include "engine/batchai/json/jsonreader.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// Index of the first "=" outside of quotes; -1 when there is none.
qsizetype separatorOf(const QString &text)
{
    QChar quote;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        if (!quote.isNull())
            quote = c == quote ? QChar() : quote;
        else if (c == u'\'' || c == u'"')
            quote = c;
        else if (c == u'=')
            return i;
    }
    return -1;
}

QJsonValue valueOf(const QString &text)
{
    const JsonReading reading = readJson(text.toUtf8());
    return reading.faults.isEmpty() ? reading.value : QJsonValue(text);
}

// A value of another type along the path is an error of the override; it is not overwritten.
bool setAt(QJsonValue &node, const JsonPath &path, qsizetype depth, const QJsonValue &value)
{
    if (depth == path.size()) {
        node = value;
        return true;
    }
    const bool empty = node.isNull() || node.isUndefined();
    const JsonStep &step = path.at(depth);
    if (step.index < 0) {
        if (!empty && !node.isObject())
            return false;
        QJsonObject object = node.toObject();
        QJsonValue child = object.value(step.key);
        if (!setAt(child, path, depth + 1, value))
            return false;
        object.insert(step.key, child);
        node = object;
        return true;
    }
    if (!empty && !node.isArray())
        return false;
    QJsonArray array = node.toArray();
    if (step.index > array.size()) // an index of one past the end appends
        return false;
    QJsonValue child = step.index < array.size() ? array.at(step.index) : QJsonValue(QJsonValue::Undefined);
    if (!setAt(child, path, depth + 1, value))
        return false;
    if (step.index < array.size())
        array.replace(step.index, child);
    else
        array.append(child);
    node = array;
    return true;
}

Fault faultOf(const char *source, const QString &text)
{
    return {u"BadOverride"_s, Message(source, {text.left(200)}), u"--set"_s};
}

} // namespace

OverrideOutcome applyOverrides(const QJsonObject &properties, const QStringList &overrides)
{
    OverrideOutcome outcome;
    QJsonValue root = properties;
    for (const QString &text : overrides) {
        const qsizetype equals = separatorOf(text);
        std::optional<JsonPath> path;
        if (equals > 0)
            path = parseJsonPath(QStringView(text).first(equals).trimmed());
        if (path && !path->isEmpty() && path->constFirst().key == u"properties")
            path->removeFirst();
        if (!path || path->isEmpty() || path->constFirst().index >= 0 || path->size() >= maximumJsonDepth)
            outcome.faults.append(faultOf(QT_TRANSLATE_NOOP("engine", "“%1” is not PATH=VALUE."), text));
        else if (!setAt(root, *path, 0, valueOf(text.sliced(equals + 1))))
            outcome.faults.append(
                faultOf(QT_TRANSLATE_NOOP("engine", "The path of “%1” does not fit the document."), text));
        else
            outcome.changed.append(*path);
    }
    outcome.properties = root.toObject();
    return outcome;
}

} // namespace engine
