// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/jsonreader.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QLocale>
#include <QStringConverter>
#include <QStringDecoder>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

struct Member
{
    QString key;
    QJsonValue value;
    TextPlace place;
};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

int hexValue(char c)
{
    if (isDigit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

int sequenceLength(char lead)
{
    const auto byte = static_cast<uchar>(lead);
    return byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

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

/// Recursive descent over the bytes; every function answers false after the first fault.
class JsonParser
{
public:
    explicit JsonParser(const QByteArray &text) : m_at(text.constData()), m_end(m_at + text.size())
    {
        if (text.startsWith("\xef\xbb\xbf"))
            m_at += 3;
    }

    JsonReading read()
    {
        if (checkEncoding() && skip()) {
            QJsonValue value;
            const int root = m_reading.places.add(-1, {}, -1, m_place);
            if (readValue(root, 0, value) && skip()) {
                if (m_at < m_end)
                    fail(QT_TRANSLATE_NOOP("engine", "There is more text after the end of the document."));
                else
                    m_reading.value = value;
            }
        }
        if (!m_reading.faults.isEmpty())
            m_reading.value = QJsonValue(QJsonValue::Undefined);
        std::stable_sort(m_reading.warnings.begin(), m_reading.warnings.end(), [](const Fault &a, const Fault &b) {
            return std::pair(a.line, a.column) < std::pair(b.line, b.column);
        });
        return std::move(m_reading);
    }

private:
    bool failAt(TextPlace place, const char *source, QStringList arguments = {})
    {
        if (m_reading.faults.isEmpty())
            m_reading.faults.append({u"Syntax"_s, Message(source, std::move(arguments)), {}, place.line, place.column});
        return false;
    }
    bool fail(const char *source, QStringList arguments = {}) { return failAt(m_place, source, std::move(arguments)); }

    [[nodiscard]] bool at(char c) const { return m_at < m_end && *m_at == c; }
    [[nodiscard]] bool atDigit() const { return m_at < m_end && isDigit(*m_at); }

    void advance()
    {
        const char c = *m_at++;
        if (c == '\n' || (c == '\r' && !at('\n'))) {
            ++m_place.line;
            m_place.column = 1;
        } else if ((static_cast<uchar>(c) & 0xc0) != 0x80) {
            ++m_place.column;
        }
    }
    bool take(char c)
    {
        if (!at(c))
            return false;
        advance();
        return true;
    }

    bool checkEncoding()
    {
        if (QByteArrayView(m_at, m_end).isValidUtf8())
            return true;
        const char *const begin = m_at;
        const TextPlace start = m_place;
        while (m_at < m_end) {
            const char *const last = std::min(m_at + sequenceLength(*m_at), m_end);
            if (!QByteArrayView(m_at, last).isValidUtf8())
                break;
            while (m_at < last)
                advance();
        }
        fail(QT_TRANSLATE_NOOP("engine", "The text is not UTF-8 here."));
        m_at = begin;
        m_place = start;
        return false;
    }

    // Blanks and comments.
    bool skip()
    {
        while (m_at < m_end) {
            if (*m_at == ' ' || *m_at == '\t' || *m_at == '\n' || *m_at == '\r')
                advance();
            else if (*m_at == '#')
                skipLine();
            else if (*m_at != '/')
                return true;
            else if (!skipComment())
                return false;
        }
        return true;
    }

    void skipLine()
    {
        while (m_at < m_end && *m_at != '\n' && *m_at != '\r')
            advance();
    }

    bool skipComment()
    {
        const TextPlace begin = m_place;
        advance();
        if (at('/')) {
            skipLine();
            return true;
        }
        if (!take('*'))
            return failAt(begin, QT_TRANSLATE_NOOP("engine", "A comment begins with //, /* or #."));
        while (m_at < m_end) {
            if (take('*')) {
                if (take('/'))
                    return true;
            } else {
                advance();
            }
        }
        return failAt(begin, QT_TRANSLATE_NOOP("engine", "This comment has no end."));
    }

    bool readValue(int number, int depth, QJsonValue &value)
    {
        if (m_at >= m_end)
            return fail(QT_TRANSLATE_NOOP("engine", "The text ends where a value should stand."));
        switch (*m_at) {
        case '{':
            return readObject(number, depth + 1, value);
        case '[':
            return readArray(number, depth + 1, value);
        case '"': {
            QString text;
            if (!readString(text))
                return false;
            value = text;
            return true;
        }
        default:
            return *m_at == '-' || isDigit(*m_at) ? readNumber(value) : readWord(value);
        }
    }

    bool enter(int depth)
    {
        if (depth > maximumJsonDepth)
            return fail(QT_TRANSLATE_NOOP("engine", "Values are nested deeper than %1 levels."),
                        {QString::number(maximumJsonDepth)});
        advance();
        return true;
    }

    // After a value: true with \a done set, or another value follows.
    bool separator(char close, TextPlace begin, bool &done)
    {
        if (!skip())
            return false;
        const bool comma = take(',');
        if (comma && !skip())
            return false;
        done = take(close);
        if (done || (comma && m_at < m_end))
            return true;
        if (m_at >= m_end)
            return failAt(begin, QT_TRANSLATE_NOOP("engine", "This %1 is never closed."),
                          {close == '}' ? u"{"_s : u"["_s});
        return fail(QT_TRANSLATE_NOOP("engine", "A comma or %1 should stand here."), {QString(QLatin1Char(close))});
    }

    bool readArray(int number, int depth, QJsonValue &value)
    {
        const TextPlace begin = m_place;
        if (!enter(depth) || !skip())
            return false;
        QJsonArray array;
        bool done = take(']');
        while (!done) {
            const int child = m_reading.places.add(number, {}, static_cast<int>(array.size()), m_place);
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
        const TextPlace begin = m_place;
        if (!enter(depth) || !skip())
            return false;
        std::vector<Member> members;
        bool done = take('}');
        while (!done) {
            Member member{{}, {}, m_place};
            if (!at('"'))
                return fail(QT_TRANSLATE_NOOP("engine", "A name in double quotes should stand here."));
            if (!readString(member.key) || !skip())
                return false;
            if (!take(':'))
                return fail(QT_TRANSLATE_NOOP("engine", "A colon should follow “%1”."), {member.key.left(64)});
            if (!skip())
                return false;
            const int child = m_reading.places.add(number, member.key, -1, member.place);
            if (!readValue(child, depth, member.value))
                return false;
            members.push_back(std::move(member));
            if (!separator('}', begin, done))
                return false;
        }
        value = makeObject(members);
        return true;
    }

    // In order of key, so that each insertion goes to the end: any other order is quadratic.
    QJsonObject makeObject(std::vector<Member> &members)
    {
        std::stable_sort(members.begin(), members.end(),
                         [](const Member &a, const Member &b) { return a.key < b.key; });
        QJsonObject object;
        for (size_t i = 0; i < members.size(); ++i) {
            if (i > 0 && members[i].key == members[i - 1].key) {
                warnAt(members[i].place, u"Duplicate"_s,
                       Message(QT_TRANSLATE_NOOP("engine", "“%1” is given twice; the last one counts."),
                               {members[i].key.left(64)}));
            }
            object.insert(members[i].key, members[i].value);
        }
        return object;
    }

    // QString::fromUtf8 would drop a byte order mark at the beginning, which here is text.
    void appendUtf8(QString &text, const char *run) const
    {
        QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom);
        const QString decoded = decoder(QByteArrayView(run, m_at - run));
        text += decoded; // the decoder's own += makes room for just this much, which is quadratic
    }

    bool readString(QString &text)
    {
        const TextPlace begin = m_place;
        advance();
        const char *run = m_at;
        while (m_at < m_end && *m_at != '"') {
            if (static_cast<uchar>(*m_at) < 0x20)
                return *m_at == '\n' || *m_at == '\r'
                    ? failAt(begin, QT_TRANSLATE_NOOP("engine", "This text in quotes is not closed on its line."))
                    : fail(QT_TRANSLATE_NOOP("engine", "A control character in quotes is written \\u00%1."),
                           {QString::number(*m_at, 16).rightJustified(2, u'0')});
            if (*m_at != '\\') {
                advance();
                continue;
            }
            appendUtf8(text, run);
            if (!readEscape(text))
                return false;
            run = m_at;
        }
        appendUtf8(text, run);
        if (!take('"'))
            return failAt(begin, QT_TRANSLATE_NOOP("engine", "This text in quotes is not closed on its line."));
        return true;
    }

    bool readEscape(QString &text)
    {
        static constexpr char from[] = "\"\\/bfnrt";
        static constexpr char to[] = "\"\\/\b\f\n\r\t";
        const TextPlace begin = m_place;
        advance();
        if (at('u')) {
            char16_t unit = 0;
            if (!readUnit(begin, unit))
                return false;
            text += QChar(unit);
            if (QChar::isLowSurrogate(unit))
                return failAt(begin, QT_TRANSLATE_NOOP("engine", "This is half a character."));
            if (!QChar::isHighSurrogate(unit))
                return true;
            if (!take('\\') || !at('u') || !readUnit(begin, unit) || !QChar::isLowSurrogate(unit))
                return failAt(begin, QT_TRANSLATE_NOOP("engine", "This is half a character."));
            text += QChar(unit);
            return true;
        }
        for (int i = 0; from[i] != 0; ++i) {
            if (take(from[i])) {
                text += QLatin1Char(to[i]);
                return true;
            }
        }
        return failAt(begin, QT_TRANSLATE_NOOP("engine", "A backslash in quotes is written \\\\."));
    }

    bool readUnit(TextPlace begin, char16_t &unit)
    {
        advance();
        int value = 0;
        for (int i = 0; i < 4; ++i) {
            const int digit = m_at < m_end ? hexValue(*m_at) : -1;
            if (digit < 0)
                return failAt(begin, QT_TRANSLATE_NOOP("engine", "Four hexadecimal digits should follow \\u."));
            value = value * 16 + digit;
            advance();
        }
        unit = static_cast<char16_t>(value);
        return true;
    }

    bool readDigits(TextPlace begin)
    {
        if (!atDigit())
            return failAt(begin, QT_TRANSLATE_NOOP("engine", "This is no number."));
        while (atDigit())
            advance();
        return true;
    }

    bool readNumber(QJsonValue &value)
    {
        const TextPlace begin = m_place;
        const char *const first = m_at;
        take('-');
        const bool zero = at('0');
        if (!readDigits(begin))
            return false;
        if (zero && m_at[-1] != '0')
            return failAt(begin, QT_TRANSLATE_NOOP("engine", "A number has no leading zero."));
        bool whole = true;
        if (take('.')) {
            whole = false;
            if (!readDigits(begin))
                return false;
        }
        if (take('e') || take('E')) {
            whole = false;
            if (!take('+'))
                take('-');
            if (!readDigits(begin))
                return false;
        }
        const QByteArray text(first, m_at - first);
        bool ok = false;
        const qint64 integer = whole ? text.toLongLong(&ok) : 0;
        if (ok) {
            value = integer;
            return true;
        }
        const double real = text.toDouble(&ok);
        if (!ok || !std::isfinite(real))
            return failAt(begin, QT_TRANSLATE_NOOP("engine", "This number is too large."));
        value = real;
        if (!isExact(text, real))
            warnAt(begin, u"Rounded"_s,
                   Message(QT_TRANSLATE_NOOP("engine", "%1 has more digits than are kept; in quotes it is kept whole."),
                           {QString::fromLatin1(text.left(64))}));
        return true;
    }

    // Up to 15 digits are; more of them where they happen to be.
    static bool isExact(const QByteArray &text, double real)
    {
        const QByteArray digits = significantDigits(text);
        return digits.size() <= 15 || digits == significantDigits(QByteArray::number(real, 'e', 16))
            || digits == significantDigits(QByteArray::number(real, 'g', QLocale::FloatingPointShortest))
            || (!text.contains('e') && !text.contains('E') && !text.contains('.')
                && text == QByteArray::number(real, 'f', 0));
    }

    // Of the mantissa, without the zeros around it.
    static QByteArray significantDigits(const QByteArray &text)
    {
        QByteArray digits;
        for (const char c : text) {
            if (c == 'e' || c == 'E')
                break;
            if (isDigit(c) && (c != '0' || !digits.isEmpty()))
                digits += c;
        }
        while (digits.endsWith('0'))
            digits.chop(1);
        return digits;
    }

    void warnAt(TextPlace place, const QString &code, const Message &message)
    {
        m_reading.warnings.append({code, message, {}, place.line, place.column});
    }

    bool readWord(QJsonValue &value)
    {
        const TextPlace begin = m_place;
        const char *const first = m_at;
        while (m_at < m_end && ((*m_at >= 'a' && *m_at <= 'z') || (*m_at >= 'A' && *m_at <= 'Z') || *m_at == '_'))
            advance();
        const QByteArrayView word(first, m_at);
        if (word == "true" || word == "false")
            value = word == "true";
        else if (word == "null")
            value = QJsonValue(QJsonValue::Null);
        else if (word.isEmpty())
            return failAt(begin, QT_TRANSLATE_NOOP("engine", "A value should stand here."));
        else
            return failAt(begin, QT_TRANSLATE_NOOP("engine", "“%1” is no value; text stands in double quotes."),
                          {QString::fromUtf8(word.first(std::min<qsizetype>(word.size(), 64)))});
        return true;
    }

    const char *m_at;
    const char *const m_end;
    TextPlace m_place{1, 1};
    JsonReading m_reading;
};

JsonReading readJson(const QByteArray &text)
{
    const auto wide = QStringConverter::encodingForData(text); // by its mark: what PowerShell's ">" writes
    if (wide == QStringConverter::Utf16LE || wide == QStringConverter::Utf16BE) {
        QStringDecoder decoder(*wide);
        const QString decoded = decoder.decode(text);
        if (!decoder.hasError())
            return JsonParser(decoded.toUtf8()).read();
    }
    return JsonParser(text).read();
}

} // namespace engine
