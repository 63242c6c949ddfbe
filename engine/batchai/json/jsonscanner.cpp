// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/json/jsonscanner.h"

#include <QLocale>
#include <QStringDecoder>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

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

// Digits of the mantissa without leading and trailing zeros.
QByteArray significantDigits(const QByteArray &text)
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

// Whether the integer would be written with fewer digits than it has, and so read back as another integer.
bool isLong(double real)
{
    return std::abs(real) > 0x1p53 && real >= -0x1p63 && real < 0x1p63;
}

// Numbers of up to 15 digits are exact, except close to 0; longer ones are compared.
bool isExact(const QByteArray &text, double real)
{
    const QByteArray digits = significantDigits(text);
    if (isLong(real))
        return digits == significantDigits(QByteArray::number(static_cast<qint64>(real)));
    return digits.isEmpty() || (digits.size() <= 15 && std::isnormal(real))
        || digits == significantDigits(QByteArray::number(real, 'e', 16))
        || digits == significantDigits(QByteArray::number(real, 'g', QLocale::FloatingPointShortest))
        || (!text.contains('e') && !text.contains('E') && !text.contains('.')
            && text == QByteArray::number(real, 'f', 0));
}

} // namespace

JsonScanner::JsonScanner(const QByteArray &text) : m_at(text.constData()), m_end(m_at + text.size())
{
    if (text.startsWith("\xef\xbb\xbf"))
        m_at += 3;
}

QList<Fault> JsonScanner::warnings() const
{
    QList<Fault> sorted = m_warnings;
    std::stable_sort(sorted.begin(), sorted.end(), [](const Fault &a, const Fault &b) {
        return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
    return sorted;
}

bool JsonScanner::failAt(TextPlace place, const char *source, const QStringList &arguments)
{
    if (m_faults.isEmpty())
        m_faults.append({u"Syntax"_s, Message(source, arguments), {}, place.line, place.column});
    return false;
}

bool JsonScanner::checkEncoding()
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

// Skips white space and comments.
bool JsonScanner::skip()
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

void JsonScanner::skipLine()
{
    while (m_at < m_end && *m_at != '\n' && *m_at != '\r')
        advance();
}

bool JsonScanner::skipComment()
{
    const TextPlace begin = m_place;
    advance();
    if (isAt('/')) {
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

// QString::fromUtf8() would drop a leading byte order mark, which is part of the text here.
void JsonScanner::appendUtf8(QString &text, const char *run) const
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom);
    const QString decoded = decoder(QByteArrayView(run, m_at - run));
    text += decoded; // the decoder's own += reserves exactly the needed size, which is quadratic
}

bool JsonScanner::readString(QString &text)
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

bool JsonScanner::readEscape(QString &text)
{
    static constexpr char from[] = "\"\\/bfnrt";
    static constexpr char to[] = "\"\\/\b\f\n\r\t";
    const TextPlace begin = m_place;
    advance();
    if (isAt('u'))
        return readCharacter(begin, text);
    for (int i = 0; from[i] != 0; ++i) {
        if (take(from[i])) {
            text += QLatin1Char(to[i]);
            return true;
        }
    }
    return failAt(begin, QT_TRANSLATE_NOOP("engine", "A backslash in quotes is written \\\\."));
}

// Reads \uXXXX, or a pair of them for one character.
bool JsonScanner::readCharacter(TextPlace begin, QString &text)
{
    char16_t unit = 0;
    if (!readUnit(begin, unit))
        return false;
    text += QChar(unit);
    if (QChar::isLowSurrogate(unit))
        return failAt(begin, QT_TRANSLATE_NOOP("engine", "This is half a character."));
    if (!QChar::isHighSurrogate(unit))
        return true;
    if (!take('\\') || !isAt('u') || !readUnit(begin, unit) || !QChar::isLowSurrogate(unit))
        return failAt(begin, QT_TRANSLATE_NOOP("engine", "This is half a character."));
    text += QChar(unit);
    return true;
}

bool JsonScanner::readUnit(TextPlace begin, char16_t &unit)
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

bool JsonScanner::readDigits(TextPlace begin)
{
    if (!isAtDigit())
        return failAt(begin, QT_TRANSLATE_NOOP("engine", "This is no number."));
    while (isAtDigit())
        advance();
    return true;
}

bool JsonScanner::passNumber(bool &isWhole)
{
    const TextPlace begin = m_place;
    take('-');
    const char *const digits = m_at;
    if (!readDigits(begin))
        return false;
    if (*digits == '0' && m_at - digits > 1)
        return failAt(begin, QT_TRANSLATE_NOOP("engine", "A number has no leading zero."));
    isWhole = !isAt('.') && !isAt('e') && !isAt('E');
    if (take('.') && !readDigits(begin))
        return false;
    if (!take('e') && !take('E'))
        return true;
    if (!take('+'))
        take('-');
    return readDigits(begin);
}

bool JsonScanner::readNumber(QJsonValue &value)
{
    const TextPlace begin = m_place;
    const char *const first = m_at;
    bool isWhole = true;
    if (!passNumber(isWhole))
        return false;
    const QByteArray text(first, m_at - first);
    bool ok = false;
    const qint64 integer = isWhole ? text.toLongLong(&ok) : 0;
    if (ok) {
        value = integer;
        return true;
    }
    const double real = text.toDouble(&ok);
    if (!ok || !std::isfinite(real))
        return failAt(begin, QT_TRANSLATE_NOOP("engine", "This number is too large or too small to be kept."));
    value = isLong(real) ? QJsonValue(static_cast<qint64>(real)) : QJsonValue(real);
    if (!isExact(text, real))
        warnAt(begin, u"Rounded"_s,
               Message(QT_TRANSLATE_NOOP("engine", "%1 has more digits than are kept; in quotes it is kept whole."),
                       {QString::fromLatin1(text.left(64))}));
    return true;
}

void JsonScanner::warnAt(TextPlace place, const QString &code, const Message &message)
{
    m_warnings.append({code, message, {}, place.line, place.column});
}

bool JsonScanner::readWord(QJsonValue &value)
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

} // namespace engine
