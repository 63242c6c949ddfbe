// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/json/jsonreader.h"

#include "engine/batchai/json/jsonscanner.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QStringConverter>
#include <QStringDecoder>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

struct Member
{
    QString key;
    QJsonValue value;
    TextPlace place;
};

} // namespace

TextPlace JsonPlaces::find(const JsonPath &path) const
{
    if (m_places.empty())
        return {};
    int number = 0;
    for (const JsonStep &step : path) {
        number = step.index >= 0 ? m_elements.value({number, step.index}, -1) : m_members.value({number, step.key}, -1);
        if (number < 0)
            return {};
    }
    return m_places[static_cast<size_t>(number)];
}

int JsonPlaces::add(int parent, const QString &key, int index, TextPlace place)
{
    const int number = static_cast<int>(m_places.size());
    m_places.push_back(place);
    if (index >= 0)
        m_elements.insert({parent, index}, number);
    else if (parent >= 0)
        m_members.insert({parent, key}, number);
    return number;
}

/// Recursive descent; every function returns false after the first fault.
class JsonParser
{
public:
    explicit JsonParser(const QByteArray &text) : m_scanner(text) { }

    JsonReading read()
    {
        QJsonValue value;
        if (m_scanner.checkEncoding() && m_scanner.skip()) {
            const int root = m_places.add(-1, {}, -1, m_scanner.place());
            if (readValue(root, 0, value) && m_scanner.skip() && !m_scanner.isAtEnd())
                m_scanner.fail(QT_TRANSLATE_NOOP("engine", "There is more text after the end of the document."));
        }
        if (!m_scanner.faults().isEmpty())
            value = QJsonValue(QJsonValue::Undefined);
        return {value, std::move(m_places), m_scanner.faults(), m_scanner.warnings()};
    }

private:
    bool readValue(int number, int depth, QJsonValue &value)
    {
        if (m_scanner.isAtEnd())
            return m_scanner.fail(QT_TRANSLATE_NOOP("engine", "The text ends where a value should stand."));
        if (m_scanner.isAt('{'))
            return readObject(number, depth + 1, value);
        if (m_scanner.isAt('['))
            return readArray(number, depth + 1, value);
        if (!m_scanner.isAt('"'))
            return m_scanner.isAtNumber() ? m_scanner.readNumber(value) : m_scanner.readWord(value);
        QString text;
        if (!m_scanner.readString(text))
            return false;
        value = text;
        return true;
    }

    bool enter(int depth)
    {
        if (depth > maximumJsonDepth)
            return m_scanner.fail(QT_TRANSLATE_NOOP("engine", "Values are nested deeper than %1 levels."),
                                  {QString::number(maximumJsonDepth)});
        m_scanner.advance();
        return true;
    }

    // Reads the separator after a value. \a done is set at the end of the list; otherwise another value follows.
    bool separator(char close, TextPlace begin, bool &done)
    {
        if (!m_scanner.skip())
            return false;
        const bool comma = m_scanner.take(',');
        if (comma && !m_scanner.skip())
            return false;
        done = m_scanner.take(close);
        if (done || (comma && !m_scanner.isAtEnd()))
            return true;
        if (m_scanner.isAtEnd())
            return m_scanner.failAt(begin, QT_TRANSLATE_NOOP("engine", "This %1 is never closed."),
                                    {close == '}' ? u"{"_s : u"["_s});
        return m_scanner.fail(QT_TRANSLATE_NOOP("engine", "A comma or %1 should stand here."),
                              {QString(QLatin1Char(close))});
    }

    bool readArray(int number, int depth, QJsonValue &value)
    {
        const TextPlace begin = m_scanner.place();
        if (!enter(depth) || !m_scanner.skip())
            return false;
        QJsonArray array;
        bool done = m_scanner.take(']');
        while (!done) {
            const int child = m_places.add(number, {}, static_cast<int>(array.size()), m_scanner.place());
            QJsonValue element;
            if (!readValue(child, depth, element))
                return false;
            array.append(element);
            if (!separator(']', begin, done))
                return false;
        }
        value = array;
        return true;
    }

    bool readObject(int number, int depth, QJsonValue &value)
    {
        const TextPlace begin = m_scanner.place();
        if (!enter(depth) || !m_scanner.skip())
            return false;
        std::vector<Member> members;
        bool done = m_scanner.take('}');
        while (!done) {
            Member member{{}, {}, m_scanner.place()};
            if (!m_scanner.isAt('"'))
                return m_scanner.fail(QT_TRANSLATE_NOOP("engine", "A name in double quotes should stand here."));
            if (!m_scanner.readString(member.key) || !m_scanner.skip())
                return false;
            if (!m_scanner.take(':'))
                return m_scanner.fail(QT_TRANSLATE_NOOP("engine", "A colon should follow “%1”."),
                                      {member.key.left(64)});
            if (!m_scanner.skip())
                return false;
            const int child = m_places.add(number, member.key, -1, member.place);
            if (!readValue(child, depth, member.value))
                return false;
            members.push_back(std::move(member));
            if (!separator('}', begin, done))
                return false;
        }
        value = makeObject(members);
        return true;
    }

    // Inserts the members sorted by key: QJsonObject takes quadratic time for other orders.
    QJsonObject makeObject(std::vector<Member> &members)
    {
        std::stable_sort(members.begin(), members.end(),
                         [](const Member &a, const Member &b) { return a.key < b.key; });
        QJsonObject object;
        for (size_t i = 0; i < members.size(); ++i) {
            if (i > 0 && members[i].key == members[i - 1].key) {
                m_scanner.warnAt(members[i].place, u"Duplicate"_s,
                                 Message(QT_TRANSLATE_NOOP("engine", "“%1” is given twice; the last one counts."),
                                         {members[i].key.left(64)}));
            }
            object.insert(members[i].key, members[i].value);
        }
        return object;
    }

    JsonScanner m_scanner;
    JsonPlaces m_places;
};

JsonReading readJson(const QByteArray &text)
{
    const auto wide = QStringConverter::encodingForData(text); // by the byte order mark, which PowerShell's ">" writes
    if (wide == QStringConverter::Utf16LE || wide == QStringConverter::Utf16BE) {
        QStringDecoder decoder(*wide);
        const QString decoded = decoder.decode(text);
        if (!decoder.hasError())
            return JsonParser(decoded.toUtf8()).read();
    }
    return JsonParser(text).read();
}

} // namespace engine
