// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/logtimes.h"

#include "engine/api/logsearch.h"

#include <QDateTime>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <tuple>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype longestLook = 100;
constexpr qint64 mostWithoutTime = 2000; // lines that are passed to find the next time
constexpr int yearOfNone = 2000; // a leap year

int microseconds(QStringView digits)
{
    return digits.left(6).toString().leftJustified(6, u'0').toInt();
}

/// A time, and where in the line it stands.
struct Found
{
    LogTime time;
    qsizetype column = 0;
};

std::optional<LogTime> made(const QDate &date, int hour, int minute, int second, QStringView fraction)
{
    if (hour > 23 || minute > 59 || second > 60)
        return {};
    return LogTime{date, (hour * 60 + minute) * 60 + second, microseconds(fraction)};
}

std::optional<Found> found(const QRegularExpressionMatch &match, const std::optional<LogTime> &time)
{
    return time ? std::optional(Found{*time, match.capturedStart()}) : std::nullopt;
}

std::optional<Found> isoTime(QStringView line)
{
    static const QRegularExpression iso(
        u"(?<!\\d)(\\d{4})[-/](\\d\\d)[-/](\\d\\d)[T _](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d+))?)?"_s);
    const QRegularExpressionMatch match = iso.match(line);
    const auto number = [&match](int group) { return match.capturedView(group).toInt(); };
    const QDate date(number(1), number(2), number(3));
    return match.hasMatch() && date.isValid()
        ? found(match, made(date, number(4), number(5), number(6), match.capturedView(7)))
        : std::nullopt;
}

std::optional<Found> syslogTime(QStringView line)
{
    static const QStringList months{u"Jan"_s, u"Feb"_s, u"Mar"_s, u"Apr"_s, u"May"_s, u"Jun"_s,
                                    u"Jul"_s, u"Aug"_s, u"Sep"_s, u"Oct"_s, u"Nov"_s, u"Dec"_s};
    static const QRegularExpression syslog(
        u"\\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}(\\d{1,2}) (\\d\\d):(\\d\\d):(\\d\\d)(?:[.,](\\d+))?"_s);
    const QRegularExpressionMatch match = syslog.match(line);
    const auto number = [&match](int group) { return match.capturedView(group).toInt(); };
    const QDate date(yearOfNone, int(months.indexOf(match.captured(1))) + 1, number(2));
    return match.hasMatch() && date.isValid()
        ? found(match, made(date, number(3), number(4), number(5), match.capturedView(6)))
        : std::nullopt;
}

std::optional<Found> glogTime(QStringView line)
{
    static const QRegularExpression glog(u"^\\[?[IWEF](\\d\\d)(\\d\\d) (\\d\\d):(\\d\\d):(\\d\\d)\\.(\\d+)"_s);
    const QRegularExpressionMatch match = glog.match(line);
    const auto number = [&match](int group) { return match.capturedView(group).toInt(); };
    const QDate date(yearOfNone, number(1), number(2));
    return match.hasMatch() && date.isValid()
        ? found(match, made(date, number(3), number(4), number(5), match.capturedView(6)))
        : std::nullopt;
}

std::optional<Found> epochTime(QStringView line)
{
    static const QRegularExpression epoch(u"^\\W{0,2}(1\\d{9})(?:(\\d{3})|[.,](\\d{1,9}))?(?![\\w.])"_s);
    const QRegularExpressionMatch match = epoch.match(line);
    if (!match.hasMatch())
        return {};
    const QDateTime time = QDateTime::fromSecsSinceEpoch(match.capturedView(1).toLongLong(), Qt::UTC);
    const QStringView fraction = match.hasCaptured(2) ? match.capturedView(2) : match.capturedView(3);
    return found(match, LogTime{time.date(), int(time.time().msecsSinceStartOfDay() / 1000), microseconds(fraction)});
}

std::optional<Found> clockTime(QStringView line)
{
    static const QRegularExpression clock(u"^\\W{0,2}(\\d\\d):(\\d\\d):(\\d\\d)(?:[.,](\\d+))?(?![\\d:])"_s);
    const QRegularExpressionMatch match = clock.match(line);
    const auto number = [&match](int group) { return match.capturedView(group).toInt(); };
    return match.hasMatch() ? found(match, made({}, number(1), number(2), number(3), match.capturedView(4)))
                            : std::nullopt;
}

using Find = std::optional<Found> (*)(QStringView line);
constexpr std::array<Find, 5> formats{isoTime, syslogTime, glogTime, clockTime, epochTime};

std::optional<LogTime> firstTime(QStringView text)
{
    for (const Find &find : formats) {
        if (const std::optional<Found> found = find(text))
            return found->time;
    }
    return {};
}

/// The beginning of a line, in which times are looked for.
QString beginningOf(QByteArrayView line)
{
    const QByteArray bytes = line.first(std::min<qsizetype>(line.size(), 4 * longestLook)).toByteArray();
    return QString::fromUtf8(withoutControlSequences(bytes)).left(longestLook);
}

std::optional<LogTime> timeOfLine(const LogDocument &document, qint64 line)
{
    const QByteArray bytes = document.lineBytes(line, 0, 4 * longestLook);
    return timeIn(QString::fromUtf8(withoutControlSequences(bytes)));
}

/// The first line from \a line on, below \a end, that has a time.
qint64 nextWithTime(const LogDocument &document, qint64 line, qint64 end, std::optional<LogTime> &time)
{
    for (const qint64 last = std::min(end, line + mostWithoutTime); line < last; ++line) {
        time = timeOfLine(document, line);
        if (time)
            return line;
    }
    return -1;
}

/// \a wanted in the terms of a log that shows times as \a shown.
LogTime alike(LogTime wanted, const LogTime &shown)
{
    if (!shown.date.isValid())
        wanted.date = {};
    else if (!wanted.date.isValid())
        wanted.date = shown.date;
    else if (!shown.hasYear())
        wanted.date = QDate(yearOfNone, wanted.date.month(), wanted.date.day());
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

} // namespace

// Of merged logs what the process wrote, or when it arrived, where that stands before its name.
std::optional<LogTime> timeIn(QStringView line)
{
    static const QString bar = u" │ "_s;
    line = line.left(2 * longestLook);
    const qsizetype label = line.first(std::min(line.size(), longestLook)).indexOf(bar);
    if (label >= 0) {
        const std::optional<LogTime> before = firstTime(line.first(label));
        return before ? before : firstTime(line.sliced(label + bar.size()).left(longestLook));
    }
    return firstTime(line.left(longestLook));
}

LogTimeReader::LogTimeReader(QByteArrayView sample)
{
    struct Place
    {
        int format = 0;
        qsizetype column = 0;
        int lines = 0;
    };
    std::vector<Place> places;
    while (!sample.isEmpty()) {
        const qsizetype end = sample.indexOf('\n');
        const QString line = beginningOf(sample.first(end < 0 ? sample.size() : end));
        sample = sample.sliced(end < 0 ? sample.size() : end + 1);
        for (int format = 0; format < int(formats.size()); ++format) {
            const std::optional<Found> found = formats[size_t(format)](line);
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
    // Behind a level such as INFO or WARNING it stands in one of several columns.
    for (const Place &place : places) {
        if (place.format == m_format && place.lines * 20 >= most->lines)
            m_columns.push_back(place.column);
    }
}

std::optional<LogTime> LogTimeReader::read(QByteArrayView line) const
{
    if (m_format < 0)
        return {};
    const std::optional<Found> found = formats[size_t(m_format)](beginningOf(line));
    const bool isHere = found && std::find(m_columns.begin(), m_columns.end(), found->column) != m_columns.end();
    return isHere ? std::optional(found->time) : std::nullopt;
}

std::optional<LogTime> typedTime(const QString &text)
{
    static const QRegularExpression minutes(u"^(\\d{1,2}):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d+))?)?$"_s);
    const QString typed = text.trimmed();
    const QRegularExpressionMatch match = minutes.match(typed);
    if (match.hasMatch())
        return made({}, match.captured(1).toInt(), match.captured(2).toInt(), match.captured(3).toInt(),
                    match.capturedView(4));
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
        return -1;
    const LogTime wanted = alike(time, *near);
    qint64 low = 0; // all before it are earlier
    qint64 high = count; // and what has a time from here on is not
    qint64 last = -1; // that is known to have one
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
