// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logsettings.h"

#include "ui/theme/tokens.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr qsizetype mostEntries = 100;

QJsonObject toJson(const engine::LogQuery &query)
{
    return {{u"text"_s, query.text}, {u"regex"_s, query.isRegex}, {u"case"_s, query.isCaseSensitive}};
}

engine::LogQuery queryOf(const QJsonObject &object)
{
    return {object[u"text"_s].toString(), object[u"regex"_s].toBool(), object[u"case"_s].toBool()};
}

QJsonArray arrayOf(const QSettings &settings, const QString &key)
{
    return QJsonDocument::fromJson(settings.value(key).toString().toUtf8()).array();
}

QString textOf(const QJsonArray &array)
{
    return QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact));
}

} // namespace

QColor highlightColour(int colour)
{
    static constexpr std::array<QRgb, HighlightRule::colours> light{0xffcfe2ff, 0xffcdeed6, 0xffffe3c2,
                                                                    0xffffd3dc, 0xffe3d8fb, 0xffc9eef0};
    static constexpr std::array<QRgb, HighlightRule::colours> dark{0xff1f3f6b, 0xff1d4a31, 0xff5a3d14,
                                                                   0xff5d2635, 0xff433168, 0xff154a4f};
    const auto index = size_t(std::clamp(colour, 0, HighlightRule::colours - 1));
    return QColor::fromRgb(look() == Look::Dark ? dark[index] : light[index]);
}

QString highlightColourName(int colour)
{
    static const std::array<const char *, HighlightRule::colours> names{
        QT_TRANSLATE_NOOP("ui::LogHighlights", "Blue"),   QT_TRANSLATE_NOOP("ui::LogHighlights", "Green"),
        QT_TRANSLATE_NOOP("ui::LogHighlights", "Orange"), QT_TRANSLATE_NOOP("ui::LogHighlights", "Red"),
        QT_TRANSLATE_NOOP("ui::LogHighlights", "Violet"), QT_TRANSLATE_NOOP("ui::LogHighlights", "Cyan")};
    return QCoreApplication::translate("ui::LogHighlights",
                                       names[size_t(std::clamp(colour, 0, HighlightRule::colours - 1))]);
}

LogSettings LogSettings::read(const QSettings &settings)
{
    LogSettings result;
    result.areArrivalsShown = settings.value(u"log/arrivals"_s, false).toBool();
    const double zoom = settings.value(u"log/zoom"_s, 1.0).toDouble();
    result.zoom = std::isfinite(zoom) ? std::clamp(zoom, smallestZoom, largestZoom) : 1;
    for (const QJsonValue &value : arrayOf(settings, u"log/patterns"_s)) {
        const engine::LogQuery query = queryOf(value.toObject());
        if (!query.text.isEmpty() && result.patterns.size() < mostEntries)
            result.patterns.append(query);
    }
    for (const QJsonValue &value : arrayOf(settings, u"log/highlights"_s)) {
        const HighlightRule rule{queryOf(value.toObject()),
                                 std::clamp(value[u"colour"_s].toInt(), 0, HighlightRule::colours - 1)};
        if (!rule.query.text.isEmpty() && result.rules.size() < mostEntries)
            result.rules.append(rule);
    }
    return result;
}

void LogSettings::write(QSettings &settings) const
{
    QJsonArray saved;
    for (const engine::LogQuery &query : patterns)
        saved.append(toJson(query));
    QJsonArray highlights;
    for (const HighlightRule &rule : rules) {
        QJsonObject object = toJson(rule.query);
        object[u"colour"_s] = rule.colour;
        highlights.append(object);
    }
    settings.setValue(u"log/zoom"_s, zoom);
    settings.setValue(u"log/arrivals"_s, areArrivalsShown);
    settings.setValue(u"log/patterns"_s, textOf(saved));
    settings.setValue(u"log/highlights"_s, textOf(highlights));
}

} // namespace ui
