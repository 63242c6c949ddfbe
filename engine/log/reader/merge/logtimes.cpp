// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/merge/logtimes.h"

#include "engine/log/reader/logsearch.h"
#include "engine/log/reader/merge/timeformats.h"

#include <QDateTime>
#include <QRegularExpression>

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype longestLook = 100; // characters or bytes at a line's beginning
constexpr qint64 mostWithoutTime = 2000; // lines searched for the next time

std::optional<ShownTime> firstTime(QStringView text, qsizetype from)
{
    const QByteArray bytes = text.sliced(from).left(longestLook).toUtf8();
    const auto column = [&bytes, from](qsizetype at) { return from + QString::fromUtf8(bytes.first(at)).size(); };
    for (const TimeFormat format : timeFormats) {
        const std::optional<FoundTime> found = findTime(format, bytes);
        if (!found)
            continue;
        ShownTime shown{found->time, column(found->column), column(found->end)};
        while (!text[shown.begin].isLetterOrNumber()) // skips a bracket
            ++shown.begin;
        return shown;
    }
    return {};
}

/// The beginning of a line, in which times are searched; stored in \a scratch if it had control sequences.
QByteArrayView beginningOf(QByteArrayView line, QByteArray &scratch)
{
    line = line.first(std::min<qsizetype>(line.size(), 4 * longestLook));
    if (line.first(std::min(line.size(), longestLook)).contains('\x1b')) {
        scratch = withoutControlSequences(line.toByteArray());
        line = scratch;
    }
    return line.first(std::min(line.size(), longestLook));
}

std::optional<LogTime> timeOfLine(const LogDocument &document, qint64 line)
{
    const QByteArray bytes = document.lineBytes(line, 0, 4 * longestLook);
    return timeIn(QString::fromUtf8(withoutControlSequences(bytes)));
}

/// The first line with a time from \a line on and before \a end; -1 when none is near.
qint64 nextWithTime(const LogDocument &document, qint64 line, qint64 end, std::optional<LogTime> &time)
{
    for (const qint64 last = std::min(end, line + mostWithoutTime); line < last; ++line) {
        time = timeOfLine(document, line);
        if (time)
            return line;
    }
    return -1;
}

/// \a wanted with the parts that a log with times like \a shown has: without date or year, or with that of \a shown.
LogTime alike(LogTime wanted, const LogTime &shown)
{
    if (!shown.date.isValid())
        wanted.date = {};
    else if (!wanted.date.isValid())
        wanted.date = shown.date;
    else if (!shown.hasYear())
        wanted.date = QDate(LogTime::yearOfNone, wanted.date.month(), wanted.date.day());
    else if (!wanted.hasYear())
        wanted.date = QDate(shown.date.year(), wanted.date.month(), wanted.date.day());
    return wanted;
}

bool isBefore(const LogTime &a, const LogTime &b)
{
    const auto key = [](const LogTime &time) {
        return std::tuple(time.date.isValid() ? time.date.toJulianDay() : 0, time.second, time.microsecond);
    };
    return key(a) < key(b);
}

LogTime localTime(qint64 ms)
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(ms);
    return {time.date(), time.time().msecsSinceStartOfDay() / 1000, time.time().msec() * 1000};
}

qint64 utcMs(const LogTime &time)
{
    constexpr int lastSecond = 24 * 60 * 60 - 1; // a leap second comes after it
    const QTime clock = QTime::fromMSecsSinceStartOfDay(std::min(time.second, lastSecond) * 1000);
    const QDateTime whole(time.date, clock, time.isUtc ? Qt::UTC : Qt::LocalTime);
    return whole.toMSecsSinceEpoch() + time.microsecond / 1000;
}

/// As lineOfTime(), by the arrival times of lines, which may be unknown for the first lines and the open one.
qint64 lineOfArrival(const LogDocument &document, const LogTime &time, qint64 from)
{
    qint64 end = document.lineCount();
    if (end > 0 && !document.arrival(end - 1))
        --end;
    const std::optional<qint64> last = end > 0 ? document.arrival(end - 1) : std::nullopt;
    if (!last)
        return -1;
    const qint64 near = document.arrival(std::clamp<qint64>(from, 0, end - 1)).value_or(*last);
    const qint64 wanted = utcMs(alike(time, localTime(near)));
    qint64 low = 0; // invariant: lines before it arrived earlier
    for (qint64 high = end - 1; low < high;) {
        const qint64 middle = low + (high - low) / 2;
        const std::optional<qint64> there = document.arrival(middle);
        if (!there || *there < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

} // namespace

// In a merged log the time before the label has precedence over the one in the process's line.
std::optional<ShownTime> shownTimeIn(QStringView line)
{
    static const QString bar = u" │ "_s;
    line = line.left(2 * longestLook);
    const qsizetype label = line.first(std::min(line.size(), longestLook)).indexOf(bar);
    if (label >= 0) {
        const std::optional<ShownTime> before = firstTime(line.first(label), 0);
        return before ? before : firstTime(line, label + bar.size());
    }
    return firstTime(line, 0);
}

std::optional<LogTime> timeIn(QStringView line)
{
    const std::optional<ShownTime> shown = shownTimeIn(line);
    return shown ? std::optional(shown->time) : std::nullopt;
}

LogTimeReader::LogTimeReader(QByteArrayView sample)
{
    struct Place
    {
        TimeFormat format{};
        qsizetype column = 0;
        int lines = 0;
    };
    std::vector<Place> places;
    QByteArray scratch;
    while (!sample.isEmpty()) {
        const qsizetype end = sample.indexOf('\n');
        const QByteArrayView line = beginningOf(sample.first(end < 0 ? sample.size() : end), scratch);
        sample = sample.sliced(end < 0 ? sample.size() : end + 1);
        for (const TimeFormat format : timeFormats) {
            const std::optional<FoundTime> found = findTime(format, line);
            if (!found)
                continue;
            const auto isSame = [&](const Place &p) { return p.format == format && p.column == found->column; };
            const auto known = std::find_if(places.begin(), places.end(), isSame);
            if (known == places.end())
                places.push_back({format, found->column, 1});
            else
                ++known->lines;
            break;
        }
    }
    const auto most = std::max_element(places.begin(), places.end(),
                                       [](const Place &a, const Place &b) { return a.lines < b.lines; });
    if (most == places.end())
        return;
    m_format = most->format;
    // After a level such as INFO or WARNING the time has one of several columns.
    for (const Place &place : places) {
        if (place.format == m_format && place.lines * 20 >= most->lines)
            m_columns.push_back(place.column);
    }
}

std::optional<LogTime> LogTimeReader::read(QByteArrayView line) const
{
    QByteArray scratch;
    line = m_columns.empty() ? QByteArrayView() : beginningOf(line, scratch);
    for (const qsizetype column : m_columns) {
        if (const std::optional<LogTime> time = timeAt(m_format, line, column))
            return time;
    }
    return {};
}

std::optional<LogTime> typedTime(const QString &text)
{
    static const QRegularExpression minutes(u"^(\\d{1,2}):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d+))?)?$"_s);
    const QString typed = text.trimmed();
    if (const QRegularExpressionMatch match = minutes.match(typed); match.hasMatch()) {
        const auto number = [&match](int group) { return match.capturedView(group).toInt(); };
        if (number(1) > 23 || number(2) > 59 || number(3) > 60)
            return {};
        return LogTime{{}, (number(1) * 60 + number(2)) * 60 + number(3), microsecondsOf(match.captured(4).toLatin1())};
    }
    if (const QDate day = QDate::fromString(typed, u"yyyy-MM-dd"_s); day.isValid())
        return LogTime{day, 0, 0};
    return timeIn(typed);
}

qint64 lineOfTime(const LogDocument &document, const LogTime &time, qint64 from)
{
    const qint64 count = document.lineCount();
    std::optional<LogTime> near;
    if (nextWithTime(document, std::clamp<qint64>(from, 0, count), count, near) < 0
        && nextWithTime(document, 0, count, near) < 0)
        return lineOfArrival(document, time, from);
    const LogTime wanted = alike(time, *near);
    qint64 low = 0; // invariant: times before it are earlier
    qint64 high = count; // invariant: times from here on are not earlier
    qint64 last = -1; // a known line with a time
    while (low < high) {
        const qint64 middle = low + (high - low) / 2;
        std::optional<LogTime> there;
        const qint64 line = nextWithTime(document, middle, high, there);
        if (line < 0) {
            high = middle;
        } else if (isBefore(*there, wanted)) {
            low = line + 1;
            last = std::max(last, line);
        } else {
            high = middle;
        }
    }
    std::optional<LogTime> found;
    const qint64 line = nextWithTime(document, high, count, found);
    return line >= 0 ? line : last;
}

} // namespace engine
