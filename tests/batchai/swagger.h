// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <vector>

namespace testing {

/// A property as a Swagger file describes it, with all properties below.
struct Shape
{
    enum class Type { Object, Array, Text, Integer, Map };

    QString name;
    Type type = Type::Object;
    QString format;
    QStringList values; ///< allowed values; empty: any
    bool isRequired = false;
    bool isAnswer = false; ///< set by the service only
    bool hasDefault = false;
    std::vector<Shape> children; ///< an object's properties; an array's element, without a name

    [[nodiscard]] const Shape *child(const QString &key) const
    {
        const auto found =
            std::find_if(children.begin(), children.end(), [&](const Shape &s) { return s.name == key; });
        return found == children.end() ? nullptr : &*found;
    }
};

/// Reads the definitions of BatchAI-2018-05-01.json. The types that resources use are not recursive.
class Swagger
{
public:
    explicit Swagger(const QJsonObject &document)
        : m_definitions(document.value(QStringLiteral("definitions")).toObject())
    {
    }

    /// The properties of a document of \a kind: those of a create call and, marked as answers, those that only the
    /// resource has.
    [[nodiscard]] Shape document(engine::ResourceKind kind) const
    {
        using engine::ResourceKind;
        Shape created;
        if (kind != ResourceKind::Experiment) // the create call of an experiment has no body
            read(definition(parametersOf(kind)), created);
        Shape answered;
        read(definition(typeOf(kind)), answered);
        addAnswers(answered, created);
        spreadAnswers(created);
        return created;
    }

private:
    static QString typeOf(engine::ResourceKind kind)
    {
        return engine::typeName(kind).section(QLatin1Char('/'), -1) == QLatin1String("fileServers")
            ? QStringLiteral("FileServer")
            : capitalized(engine::toString(kind));
    }
    static QString parametersOf(engine::ResourceKind kind) { return typeOf(kind) + QStringLiteral("CreateParameters"); }
    static QString capitalized(QString word)
    {
        word[0] = word.at(0).toUpper();
        return word;
    }

    [[nodiscard]] QJsonObject definition(const QString &name) const
    {
        const QJsonObject found = m_definitions.value(name).toObject();
        if (found.isEmpty())
            qFatal("the swagger has no definition %s", qPrintable(name));
        return found;
    }

    void read(QJsonObject description, Shape &shape) const
    {
        shape.isAnswer |= description.value(QStringLiteral("readOnly")).toBool();
        shape.hasDefault |= description.contains(QStringLiteral("default"));
        if (const QString reference = description.value(QStringLiteral("$ref")).toString(); !reference.isEmpty())
            return read(definition(reference.section(QLatin1Char('/'), -1)), shape);
        for (const QJsonValue base : description.value(QStringLiteral("allOf")).toArray())
            read(base.toObject(), shape);
        for (const QJsonValue value : description.value(QStringLiteral("enum")).toArray())
            shape.values.append(value.toString());
        shape.format = description.value(QStringLiteral("format")).toString();
        const QString type = description.value(QStringLiteral("type")).toString();
        if (description.contains(QStringLiteral("additionalProperties"))) {
            shape.type = Shape::Type::Map;
        } else if (type == QLatin1String("array")) {
            shape.type = Shape::Type::Array;
            shape.children.emplace_back();
            read(description.value(QStringLiteral("items")).toObject(), shape.children.back());
        } else if (type == QLatin1String("string")) {
            shape.type = Shape::Type::Text;
        } else if (type == QLatin1String("integer") || type == QLatin1String("number")) {
            shape.type = Shape::Type::Integer;
        } else {
            readProperties(description, shape);
        }
    }

    void readProperties(const QJsonObject &description, Shape &shape) const
    {
        const QJsonArray required = description.value(QStringLiteral("required")).toArray();
        const QJsonObject properties = description.value(QStringLiteral("properties")).toObject();
        for (auto it = properties.begin(); it != properties.end(); ++it) {
            Shape child;
            child.name = it.key();
            child.isRequired = required.contains(it.key());
            read(it.value().toObject(), child);
            shape.children.push_back(std::move(child));
        }
    }

    static void addAnswers(const Shape &answered, Shape &created)
    {
        for (const Shape &child : answered.children) {
            const auto known = std::find_if(created.children.begin(), created.children.end(),
                                            [&child](const Shape &other) { return other.name == child.name; });
            if (known != created.children.end()) {
                addAnswers(child, *known);
                continue;
            }
            created.children.push_back(child);
            created.children.back().isAnswer = true;
            created.children.back().isRequired = false;
        }
    }

    // Marks all properties below an answer as answers.
    static void spreadAnswers(Shape &shape)
    {
        for (Shape &child : shape.children) {
            child.isAnswer |= shape.isAnswer;
            child.isRequired &= !child.isAnswer;
            spreadAnswers(child);
        }
    }

    QJsonObject m_definitions;
};

} // namespace testing
