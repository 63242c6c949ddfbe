// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/batchai/swagger.h"

#include <QJsonDocument>
#include <QRandomGenerator>

namespace testing {

/// Writes a document in unusual forms that the reader must accept: keys in any order, comments, trailing commas,
/// escapes, all kinds of blanks and line ends. Adds null for absent properties, and unknown properties.
class WildText
{
public:
    explicit WildText(quint32 seed) : m_random(seed) { }

    /// \a document with nulls and unknown properties added; the reader must keep all of them.
    [[nodiscard]] QJsonObject strewn(const Shape &shape, QJsonObject document)
    {
        for (const Shape &child : shape.children) {
            const QString &key = child.name;
            if (!document.contains(key)) {
                if (!child.isRequired && below(4) == 0 && key != QLatin1String("properties"))
                    document.insert(key, QJsonValue::Null);
            } else if (child.type == Shape::Type::Object) {
                document.insert(key, strewn(child, document.value(key).toObject()));
            } else if (child.type == Shape::Type::Array && child.children.front().type == Shape::Type::Object) {
                QJsonArray array;
                for (const QJsonValue element : document.value(key).toArray())
                    array.append(strewn(child.children.front(), element.toObject()));
                document.insert(key, array);
            }
        }
        for (int i = below(3); i > 0; --i)
            document.insert(strayKey(), strayValue(0));
        return document;
    }

    [[nodiscard]] QByteArray write(const QJsonValue &value)
    {
        if (value.isObject())
            return writeObject(value.toObject());
        if (value.isArray()) {
            QByteArrayList entries;
            for (const QJsonValue element : value.toArray())
                entries.append(write(element));
            return gap() + '[' + joined(entries) + ']' + gap();
        }
        if (value.isString())
            return gap() + quoted(value.toString()) + gap();
        const QByteArray scalar = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
        return gap() + scalar.sliced(1, scalar.size() - 2) + gap();
    }

private:
    int below(int end) { return m_random.bounded(end); }

    template <typename List> auto oneOf(const List &list) { return list.at(below(static_cast<int>(list.size()))); }

    QString strayKey()
    {
        static const QStringList keys{QStringLiteral("tags"),        QStringLiteral("apiVersion"),
                                      QStringLiteral(" nodeCount"),  QStringLiteral("NodeCount"),
                                      QStringLiteral("a.b[0]['c']"), QStringLiteral("\U0001F600\""),
                                      QStringLiteral("x-batchdeck"), QStringLiteral("\u0001\\")};
        // A number makes the name one that the schema does not have.
        return oneOf(keys) + QString::number(below(1000));
    }

    QJsonValue strayValue(int depth)
    {
        switch (below(depth > 3 ? 6 : 8)) {
        case 0:
            return QJsonValue::Null;
        case 1:
            return below(2) == 0;
        case 2:
            return oneOf(QList<double>{1e300, -1.7976931348623157e308, 5e-324, 2.5e-310, 0.1, -0.5, 1e15, 0});
        case 3:
            return oneOf(QList<qint64>{9007199254740993, std::numeric_limits<qint64>::max(),
                                       std::numeric_limits<qint64>::min(), -1, 0});
        case 4:
        case 5:
            return oneOf(QStringList{QString(), QStringLiteral("\u0001\b\f\n\r\t\"\\/"),
                                     QStringLiteral("\U0001F600\uffff"), QStringLiteral("\ufeffmark"),
                                     QStringLiteral("/* no */ // comment #"), QString(300, QChar(0xe4))});
        case 6: {
            QJsonArray array;
            for (int i = below(4); i > 0; --i)
                array.append(strayValue(depth + 1));
            return array;
        }
        default: {
            QJsonObject object;
            for (int i = below(4); i > 0; --i)
                object.insert(strayKey(), strayValue(depth + 1));
            return object;
        }
        }
    }

    QByteArray gap()
    {
        static const QByteArrayList gaps{"",   "",           "",      " ",      "\t",   "\n",       "\r\n",
                                         "\r", "/* { \" */", "//}\n", "#,\r\n", "/**/", "/***\n*/", " \n "};
        return oneOf(gaps);
    }

    // Any character may be written as an escape.
    QByteArray quoted(const QString &text)
    {
        QString made;
        for (const QChar c : text) {
            const bool isSpecial = c < QLatin1Char(' ') || c == QLatin1Char('"') || c == QLatin1Char('\\');
            if (isSpecial || (!c.isSurrogate() && below(10) == 0))
                made += QStringLiteral("\\u") + QString::number(c.unicode(), 16).rightJustified(4, QLatin1Char('0'));
            else
                made += c;
        }
        return '"' + made.toUtf8() + '"';
    }

    QByteArray joined(const QByteArrayList &entries)
    {
        return entries.join(',') + (entries.isEmpty() || below(3) > 0 ? QByteArray() : ',' + gap());
    }

    QByteArray writeObject(const QJsonObject &object)
    {
        QStringList keys = object.keys();
        std::shuffle(keys.begin(), keys.end(), m_random);
        QByteArrayList members;
        for (const QString &key : keys)
            members.append(gap() + quoted(key) + gap() + ':' + write(object.value(key)));
        return gap() + '{' + gap() + joined(members) + '}' + gap();
    }

    QRandomGenerator m_random;
};

} // namespace testing
