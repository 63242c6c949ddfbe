// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/merge/timeformats.h"

#include <QDateTime>

#include <algorithm>

namespace engine {

namespace {

constexpr int mostZoneHours = 14; // of the Line Islands
constexpr std::array<QByteArrayView, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isOfWord(char c)
{
    return isDigit(c) || isLetter(c) || c == '_';
}

/// Reads a line from a column on; a function that does not match leaves the position unchanged.
class Cursor
{
public:
    Cursor(QByteArrayView line, qsizetype at) : m_line(line), m_at(at) { }

    [[nodiscard]] qsizetype at() const { return m_at; }
    [[nodiscard]] char next() const { return m_at < m_line.size() ? m_line[m_at] : '\0'; }
    [[nodiscard]] char before() const { return m_at > 0 ? m_line[m_at - 1] : '\0'; }
    bool take(char wanted)
    {
        if (next() != wanted)
            return false;
        ++m_at;
        return true;
    }
    bool takeOneOf(const char *wanted)
    {
        for (; *wanted != '\0'; ++wanted) {
            if (next() == *wanted)
                return ++m_at, true;
        }
        return false;
    }
    bool takeWord(QByteArrayView word)
    {
        if (!m_line.sliced(m_at).startsWith(word))
            return false;
        m_at += word.size();
        return true;
    }
    /// Takes a number of \a least to \a most digits.
    bool takeNumber(int least, int most, qint64 &number)
    {
        qsizetype end = m_at;
        qint64 value = 0;
        for (; end < m_line.size() && end < m_at + most && isDigit(m_line[end]); ++end)
            value = value * 10 + (m_line[end] - '0');
        if (end < m_at + least)
            return false;
        m_at = end;
        number = value;
        return true;
    }
    QByteArrayView takeDigits()
    {
        const qsizetype begin = m_at;
        while (isDigit(next()))
            ++m_at;
        return m_line.sliced(begin, m_at - begin);
    }
    /// Skips at most two UTF-8 characters that belong to no word, such as brackets.
    void passMarks()
    {
        for (int count = 0; count < 2 && m_at < m_line.size() && !isOfWord(next()); ++count) {
            ++m_at;
            while (m_at < m_line.size() && (static_cast<unsigned char>(next()) & 0xC0) == 0x80)
                ++m_at;
        }
    }
    /// Takes ".678" or ",678"; the digits, empty when there are none.
    QByteArrayView takeFraction()
    {
        const qsizetype begin = m_at;
        if (!takeOneOf(".,"))
            return {};
        const QByteArrayView digits = takeDigits();
        if (digits.isEmpty())
            m_at = begin;
        return digits;
    }
    /// Takes "Z", "+02:00", "-0500" or "+02"; in minutes ahead of UTC.
    std::optional<int> takeZone()
    {
        if (take('Z'))
            return 0;
        Cursor zone = *this;
        const bool isBehind = next() == '-';
        qint64 hours = 0;
        qint64 minutes = 0;
        if (!zone.takeOneOf("+-") || !zone.takeNumber(2, 2, hours))
            return {};
        Cursor rest = zone;
        rest.take(':');
        if (rest.takeNumber(2, 2, minutes))
            zone = rest;
        if (hours > mostZoneHours || minutes > 59 || isDigit(zone.next()))
            return {};
        *this = zone;
        return int(hours * 60 + minutes) * (isBehind ? -1 : 1);
    }
    /// Takes "03:04:05"; \a second: of the day.
    bool takeClock(qint64 &second)
    {
        qint64 hours = 0;
        qint64 minutes = 0;
        qint64 seconds = 0;
        if (!takeNumber(2, 2, hours) || !take(':') || !takeNumber(2, 2, minutes) || !take(':')
            || !takeNumber(2, 2, seconds))
            return false;
        second = (hours * 60 + minutes) * 60 + seconds;
        return hours <= 23 && minutes <= 59 && seconds <= 60;
    }

private:
    QByteArrayView m_line;
    qsizetype m_at;
};

LogTime made(const QDate &date, qint64 second, QByteArrayView fraction)
{
    return {date, int(second), microsecondsOf(fraction)};
}

std::optional<LogTime> isoAt(Cursor &cursor)
{
    qint64 year = 0;
    qint64 month = 0;
    qint64 day = 0;
    if (isDigit(cursor.before()) || !cursor.takeNumber(4, 4, year) || !cursor.takeOneOf("-/")
        || !cursor.takeNumber(2, 2, month) || !cursor.takeOneOf("-/") || !cursor.takeNumber(2, 2, day)
        || !cursor.takeOneOf("T _"))
        return {};
    const QDate date{int(year), int(month), int(day)};
    if (!date.isValid())
        return {};
    qint64 second = 0;
    if (Cursor whole = cursor; whole.takeClock(second)) {
        LogTime time = made(date, second, whole.takeFraction());
        time.zone = whole.takeZone();
        cursor = whole;
        return time;
    }
    qint64 hours = 0;
    qint64 minutes = 0;
    if (!cursor.takeNumber(2, 2, hours) || !cursor.take(':') || !cursor.takeNumber(2, 2, minutes) || hours > 23
        || minutes > 59)
        return {};
    return made(date, (hours * 60 + minutes) * 60, {});
}

std::optional<LogTime> syslogAt(Cursor &cursor)
{
    if (isOfWord(cursor.before()))
        return {};
    const auto month =
        std::find_if(months.begin(), months.end(), [&cursor](QByteArrayView name) { return cursor.takeWord(name); });
    if (month == months.end() || !cursor.take(' '))
        return {};
    cursor.takeOneOf(" ");
    qint64 day = 0;
    qint64 second = 0;
    if (!cursor.takeNumber(1, 2, day) || !cursor.take(' ') || !cursor.takeClock(second))
        return {};
    const QDate date(LogTime::yearOfNone, int(month - months.begin()) + 1, int(day));
    return date.isValid() ? std::optional(made(date, second, cursor.takeFraction())) : std::nullopt;
}

std::optional<LogTime> glogAt(Cursor &cursor)
{
    cursor.takeOneOf("[");
    qint64 month = 0;
    qint64 day = 0;
    qint64 second = 0;
    if (!cursor.takeOneOf("IWEF") || !cursor.takeNumber(2, 2, month) || !cursor.takeNumber(2, 2, day)
        || !cursor.take(' ') || !cursor.takeClock(second) || !cursor.take('.') || !isDigit(cursor.next()))
        return {};
    const QDate date(LogTime::yearOfNone, int(month), int(day));
    return date.isValid() ? std::optional(made(date, second, cursor.takeDigits())) : std::nullopt;
}

std::optional<LogTime> clockAt(Cursor &cursor)
{
    cursor.passMarks();
    qint64 second = 0;
    if (!cursor.takeClock(second))
        return {};
    const QByteArrayView fraction = cursor.takeFraction();
    if (isDigit(cursor.next()) || cursor.next() == ':')
        return {};
    return made({}, second, fraction);
}

std::optional<LogTime> epochAt(Cursor &cursor)
{
    cursor.passMarks();
    qint64 seconds = 0;
    if (cursor.next() != '1' || !cursor.takeNumber(10, 10, seconds))
        return {};
    const bool isOfMilliseconds = isDigit(cursor.next());
    const QByteArrayView fraction = isOfMilliseconds ? cursor.takeDigits() : cursor.takeFraction();
    if (isOfWord(cursor.next()) || cursor.next() == '.' || fraction.size() > 9
        || (isOfMilliseconds && fraction.size() != 3))
        return {};
    const QDateTime time = QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC);
    LogTime made{time.date(), int(time.time().msecsSinceStartOfDay() / 1000), microsecondsOf(fraction)};
    made.isUtc = true;
    return made;
}

/// Takes a time; \a cursor is after it then.
std::optional<LogTime> take(TimeFormat format, Cursor &cursor)
{
    switch (format) {
    case TimeFormat::Iso:
        return isoAt(cursor);
    case TimeFormat::Syslog:
        return syslogAt(cursor);
    case TimeFormat::Glog:
        return glogAt(cursor);
    case TimeFormat::Clock:
        return clockAt(cursor);
    case TimeFormat::Epoch:
        return epochAt(cursor);
    case TimeFormat::None:
        break;
    }
    return {};
}

std::optional<FoundTime> foundAt(TimeFormat format, QByteArrayView line, qsizetype column)
{
    Cursor cursor(line, column);
    const std::optional<LogTime> time = take(format, cursor);
    return time ? std::optional(FoundTime{*time, column, cursor.at()}) : std::nullopt;
}

std::optional<FoundTime> firstWhere(TimeFormat format, QByteArrayView line, bool (*mayBegin)(char))
{
    for (qsizetype column = 0; column < line.size(); ++column) {
        if (!mayBegin(line[column]))
            continue;
        if (const std::optional<FoundTime> found = foundAt(format, line, column))
            return found;
    }
    return {};
}

} // namespace

int microsecondsOf(QByteArrayView digits)
{
    int value = 0;
    for (qsizetype i = 0; i < 6; ++i)
        value = value * 10 + (i < digits.size() ? digits[i] - '0' : 0);
    return value;
}

std::optional<FoundTime> findTime(TimeFormat format, QByteArrayView line)
{
    if (format == TimeFormat::Iso)
        return firstWhere(format, line, isDigit);
    if (format == TimeFormat::Syslog)
        return firstWhere(format, line, isLetter);
    return line.isEmpty() ? std::nullopt : foundAt(format, line, 0);
}

std::optional<LogTime> timeAt(TimeFormat format, QByteArrayView line, qsizetype column)
{
    if (column >= line.size())
        return {};
    Cursor cursor(line, column);
    return take(format, cursor);
}

} // namespace engine
