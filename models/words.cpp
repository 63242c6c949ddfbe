// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/words.h"

#include "models/translated.h"

#include <QLocale>

#include <array>

using namespace Qt::StringLiterals;

namespace models {

namespace {

QString scaled(qint64 bytes, double step, const std::array<const char *, 5> &units)
{
    double value = double(bytes);
    size_t unit = 0;
    while (value >= step && unit + 1 < units.size()) {
        value /= step;
        ++unit;
    }
    return QLocale().toString(value, 'f', unit == 0 || value >= 100 ? 0 : 1) + u' ' + QString::fromLatin1(units[unit]);
}

} // namespace

QString word(engine::JobState state)
{
    static constexpr std::array words{QT_TRANSLATE_NOOP("models", "queued"), QT_TRANSLATE_NOOP("models", "running"),
                                      QT_TRANSLATE_NOOP("models", "stopping"), QT_TRANSLATE_NOOP("models", "succeeded"),
                                      QT_TRANSLATE_NOOP("models", "failed")};
    return translated(words, state);
}

QString word(engine::JobPhase phase)
{
    static constexpr std::array words{"",
                                      QT_TRANSLATE_NOOP("models", "staging"),
                                      QT_TRANSLATE_NOOP("models", "mounting"),
                                      QT_TRANSLATE_NOOP("models", "preparing"),
                                      QT_TRANSLATE_NOOP("models", "starting"),
                                      QT_TRANSLATE_NOOP("models", "executing"),
                                      QT_TRANSLATE_NOOP("models", "collecting")};
    return translated(words, phase);
}

QString word(engine::JobState state, engine::JobPhase phase)
{
    const bool hasPhase =
        state == engine::JobState::Running && phase != engine::JobPhase::None && phase != engine::JobPhase::Executing;
    return hasPhase ? word(phase) : word(state);
}

QString word(engine::NodeState state)
{
    static constexpr std::array words{
        QT_TRANSLATE_NOOP("models", "allocated"), QT_TRANSLATE_NOOP("models", "preparing"),
        QT_TRANSLATE_NOOP("models", "idle"),      QT_TRANSLATE_NOOP("models", "running"),
        QT_TRANSLATE_NOOP("models", "leaving"),   QT_TRANSLATE_NOOP("models", "unusable")};
    return translated(words, state);
}

QString word(engine::LinkState state)
{
    static constexpr std::array words{QT_TRANSLATE_NOOP("models", "offline"), QT_TRANSLATE_NOOP("models", "connecting"),
                                      QT_TRANSLATE_NOOP("models", "online"), QT_TRANSLATE_NOOP("models", "degraded"),
                                      QT_TRANSLATE_NOOP("models", "needs attention")};
    return translated(words, state);
}

QString word(engine::NodeState state, engine::LinkState link)
{
    return isReached(link) ? word(state) : word(link);
}

bool isReached(engine::LinkState link)
{
    return link == engine::LinkState::Online || link == engine::LinkState::Degraded;
}

QString number(qint64 value)
{
    return QLocale().toString(value);
}

QString counted(qint64 count, const char *one, const char *many)
{
    return count == 1 ? tr(one) : tr(many).arg(number(count));
}

QString counted(qint64 count, engine::ResourceKind kind)
{
    static constexpr std::array words{
        std::pair{QT_TRANSLATE_NOOP("models", "1 group"), QT_TRANSLATE_NOOP("models", "%1 groups")},
        std::pair{QT_TRANSLATE_NOOP("models", "1 workspace"), QT_TRANSLATE_NOOP("models", "%1 workspaces")},
        std::pair{QT_TRANSLATE_NOOP("models", "1 cluster"), QT_TRANSLATE_NOOP("models", "%1 clusters")},
        std::pair{QT_TRANSLATE_NOOP("models", "1 file server"), QT_TRANSLATE_NOOP("models", "%1 file servers")},
        std::pair{QT_TRANSLATE_NOOP("models", "1 experiment"), QT_TRANSLATE_NOOP("models", "%1 experiments")},
        std::pair{QT_TRANSLATE_NOOP("models", "1 job"), QT_TRANSLATE_NOOP("models", "%1 jobs")},
        std::pair{QT_TRANSLATE_NOOP("models", "1 machine"), QT_TRANSLATE_NOOP("models", "%1 machines")},
        std::pair{QT_TRANSLATE_NOOP("models", "1 storage account"),
                  QT_TRANSLATE_NOOP("models", "%1 storage accounts")}};
    static_assert(words.size() == engine::enumWords<engine::ResourceKind>.size());
    const auto &[one, many] = words[size_t(kind)];
    return counted(count, one, many);
}

QString duration(std::chrono::milliseconds value)
{
    const qint64 seconds = qMax<qint64>(0, value.count() / 1000);
    const auto two = [](qint64 number) { return QString::number(number).rightJustified(2, u'0'); };
    const qint64 days = seconds / 86400;
    if (days > 0)
        return tr("%1 d %2:%3").arg(days).arg(two(seconds / 3600 % 24), two(seconds / 60 % 60));
    return two(seconds / 3600) + u':' + two(seconds / 60 % 60) + u':' + two(seconds % 60);
}

QString memory(qint64 bytes)
{
    return scaled(bytes, 1024, {"B", "KiB", "MiB", "GiB", "TiB"});
}

QString fileSize(qint64 bytes)
{
    return scaled(bytes, 1000, {"B", "kB", "MB", "GB", "TB"});
}

QString percentText(std::optional<double> value)
{
    return value ? QLocale().toString(*value, 'f', 0) + u" %"_s : QString();
}

QString shortTime(const QDateTime &time, const QDateTime &now)
{
    const QDateTime local = time.toLocalTime();
    const QDate today = now.toLocalTime().date();
    if (local.date() == today)
        return local.toString(u"HH:mm"_s);
    if (local.date().daysTo(today) < 7)
        return QLocale().dayName(local.date().dayOfWeek(), QLocale::ShortFormat);
    return QLocale().toString(local.date(), u"d MMM"_s);
}

QString dayAndTime(const QDateTime &time, const QDateTime &now)
{
    if (!time.isValid())
        return {};
    const QString when = shortTime(time, now);
    const QDateTime local = time.toLocalTime();
    return local.date() == now.toLocalTime().date() ? when : when + u' ' + local.toString(u"HH:mm"_s);
}

} // namespace models
