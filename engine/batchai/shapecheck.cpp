// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/shapecheck.h"

#include "engine/batchai/placeholders.h"
#include "engine/batchai/rules/documentrules.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// {"id":null}: the form in which answers write an absent reference.
bool isHollow(const QJsonValue &value)
{
    const QJsonObject object = value.toObject();
    return !object.isEmpty() && std::none_of(object.begin(), object.end(), isGiven);
}

// Keys that az adds to answers.
bool isNoise(const QString &key, const QJsonValue &value)
{
    return key == u"additionalProperties" && value.isObject() && value.toObject().isEmpty();
}

} // namespace

void ShapeCheck::run(ResourceKind kind, const QJsonObject &document)
{
    checkMembers(SchemaIndex::of(kind).root(), document);
}

void ShapeCheck::checkMembers(const SchemaNode &node, const QJsonObject &object)
{
    for (const SchemaNode *child : node.children) {
        if (child->spec->required && !isGiven(object.value(child->key)))
            m_notes.missing(m_path, child->key);
    }
    const bool open = node.spec && node.spec->open;
    for (auto it = object.begin(); it != object.end(); ++it) {
        m_path.append({it.key(), -1});
        const SchemaNode *child = node.child(it.key());
        if (child)
            checkMember(*child, it.value());
        else if (!open && it.key() != u"x-batchdeck"
                 && !isNoise(it.key(), it.value())) // any object may have x-batchdeck
            m_notes.warn(m_path, u"Unknown"_s,
                         {QT_TRANSLATE_NOOP("engine", "“%1” is not known here; it is kept and not used."),
                          {shortened(it.key())}});
        m_path.removeLast();
    }
}

void ShapeCheck::checkMember(const SchemaNode &child, const QJsonValue &value)
{
    const bool isAbsent = !isGiven(value) || (m_notes.isAnswer() && !child.spec->required && isHollow(value));
    if (!child.spec->byServer && !isAbsent)
        checkValue(child, value);
}

void ShapeCheck::checkValue(const SchemaNode &node, const QJsonValue &value)
{
    switch (node.spec->type) {
    case PropertyType::Object:
        if (!value.isObject())
            return wrongType(value, QT_TRANSLATE_NOOP("engine", "“%1” should be an object: { … }."));
        return checkMembers(node, value.toObject());
    case PropertyType::Array:
        if (!value.isArray())
            return wrongType(value, QT_TRANSLATE_NOOP("engine", "“%1” should be a list: [ … ]."));
        return checkElements(node, value.toArray());
    case PropertyType::String:
        return checkText(*node.spec, value);
    case PropertyType::Integer:
        return checkNumber(*node.spec, value);
    case PropertyType::Duration:
        if (!value.isString() || !parseDuration(value.toString()))
            wrongType(value,
                      QT_TRANSLATE_NOOP("engine", "“%1” should be a duration, for example P1D, PT90M or 01:30:00."));
        return;
    case PropertyType::StringMap:
        return checkMap(value);
    }
}

QString ShapeCheck::name() const
{
    const JsonStep &last = m_path.constLast();
    return last.index < 0 ? shortened(last.key) : u"[%1]"_s.arg(last.index);
}

// A part of a template may still have expressions.
void ShapeCheck::wrongType(const QJsonValue &value, const char *source)
{
    static const QRegularExpression expression(u"\\A\\[[^\\[].*\\)\\s*\\]\\z"_s);
    const QString text = value.toString();
    m_notes.fault(m_path, u"WrongType"_s,
                  expression.match(text).hasMatch()
                      ? Message(QT_TRANSLATE_NOOP("engine",
                                                  "“%1” is an expression of Azure Resource Manager, which nobody "
                                                  "evaluates here: write the value of “%2” in its place."),
                                {shortened(text), name()})
                      : Message(source, {name()}));
}

void ShapeCheck::checkElements(const SchemaNode &node, const QJsonArray &array)
{
    const int maximum = node.spec->maximum;
    if (maximum > 0 && array.size() > maximum)
        m_notes.fault(m_path, u"TooMany"_s,
                      {QT_TRANSLATE_NOOP("engine", "“%1” has %2 entries; at most %3 are allowed."),
                       {name(), QString::number(array.size()), QString::number(maximum)}});
    for (int i = 0; node.element && i < array.size(); ++i) {
        m_path.append({{}, i});
        checkValue(*node.element, array.at(i));
        m_path.removeLast();
    }
}

void ShapeCheck::checkText(const PropertySpec &spec, const QJsonValue &value)
{
    if (!value.isString())
        return wrongType(value, QT_TRANSLATE_NOOP("engine", "“%1” should be text in double quotes."));
    const QString text = value.toString();
    if (text.size() < spec.minimum)
        return m_notes.fault(m_path, u"Required"_s,
                             {QT_TRANSLATE_NOOP("engine", "“%1” is empty; fill it in."), {name()}});
    if (text.contains(QChar(u'\0')))
        m_notes.fault(m_path, u"InvalidCharacter"_s,
                      {QT_TRANSLATE_NOOP("engine", "“%1” holds a zero character; remove it."), {name()}});
    if (!spec.values.isEmpty() && !spec.values.contains(text, spec.anyCase ? Qt::CaseInsensitive : Qt::CaseSensitive))
        m_notes.fault(m_path, u"NotAllowed"_s,
                      {QT_TRANSLATE_NOOP("engine", "“%1” should be one of: %2."), {name(), spec.values.join(u", "_s)}});
    if (!spec.idOf.isEmpty())
        checkIdText(text, spec.idOf, m_path, m_notes);
    if (const QString placeholder = azPlaceholder(text); !placeholder.isEmpty())
        m_notes.warn(m_path, u"Placeholder"_s, placeholderWords(placeholder));
}

void ShapeCheck::checkNumber(const PropertySpec &spec, const QJsonValue &value)
{
    const double number = value.toDouble();
    if (!value.isDouble() || number != std::floor(number))
        return wrongType(value, QT_TRANSLATE_NOOP("engine", "“%1” should be a whole number."));
    if (spec.maximum > 0 && (number < spec.minimum || number > spec.maximum))
        m_notes.fault(m_path, u"OutOfRange"_s,
                      {QT_TRANSLATE_NOOP("engine", "“%1” should be from %2 to %3."),
                       {name(), QString::number(spec.minimum), QString::number(spec.maximum)}});
    else if (number < spec.minimum || number > std::numeric_limits<int>::max())
        m_notes.fault(m_path, u"OutOfRange"_s,
                      {QT_TRANSLATE_NOOP("engine", "“%1” should be %2 or more, and less than 2147483648."),
                       {name(), QString::number(spec.minimum)}});
}

void ShapeCheck::checkMap(const QJsonValue &value)
{
    if (!value.isObject())
        return wrongType(value, QT_TRANSLATE_NOOP("engine", "“%1” should be an object: { … }."));
    const QJsonObject object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it) {
        m_path.append({it.key(), -1});
        if (isGiven(it.value()) && !it.value().isString())
            wrongType(it.value(), QT_TRANSLATE_NOOP("engine", "“%1” should be text in double quotes."));
        m_path.removeLast();
    }
}

} // namespace engine
