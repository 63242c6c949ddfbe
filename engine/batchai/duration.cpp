// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"

#include <QRegularExpression>

namespace engine {

namespace {

// At most nine digits before the point, so that no sum overflows. Fractions of a second are dropped.
std::chrono::seconds part(const QRegularExpressionMatch &match, int group, std::chrono::seconds unit)
{
    const double count = match.captured(group).replace(QLatin1Char(','), QLatin1Char('.')).toDouble();
    return std::chrono::seconds(static_cast<qint64>(count * static_cast<double>(unit.count())));
}

// ISO 8601: any part may be absent, the last one may have a fraction; a month is 30 days, as in .NET.
QRegularExpression isoForm()
{
    const QString number = QStringLiteral("([0-9]{1,9}(?:[.,][0-9]{1,9}(?=[WDHMS]\\z))?)");
    const auto parts = [&number](const QString &letters) {
        QString form;
        for (const QChar letter : letters)
            form += QLatin1String("(?:") + number + letter + QLatin1String(")?");
        return form;
    };
    return QRegularExpression(QLatin1String("^P(?=.)") + parts(QStringLiteral("YMWD")) + QLatin1String("(?:T(?=.)")
                              + parts(QStringLiteral("HMS")) + QLatin1String(")?\\z"));
}

} // namespace

std::optional<std::chrono::seconds> parseDuration(QStringView text)
{
    using namespace std::chrono_literals;
    static const QRegularExpression iso = isoForm();
    static const QRegularExpression clock(QStringLiteral("^(?:([0-9]{1,8})\\.)?([01]?[0-9]|2[0-3]):([0-5][0-9])"
                                                         "(?::([0-5][0-9])(?:\\.[0-9]{1,7})?)?\\z"));
    // The form in which az prints the service's answers: "7 days, 0:00:00".
    static const QRegularExpression python(QStringLiteral("^([0-9]{1,8}) days?, ([0-9]|1[0-9]|2[0-3]):([0-5][0-9])"
                                                          ":([0-5][0-9])(?:\\.[0-9]{1,6})?\\z"));
    if (const QRegularExpressionMatch match = iso.match(text); match.hasMatch())
        return part(match, 1, 365 * 24h) + part(match, 2, 30 * 24h) + part(match, 3, 168h) + part(match, 4, 24h)
            + part(match, 5, 1h) + part(match, 6, 1min) + part(match, 7, 1s);
    for (const QRegularExpression &form : {clock, python}) {
        if (const QRegularExpressionMatch match = form.match(text); match.hasMatch())
            return part(match, 1, 24h) + part(match, 2, 1h) + part(match, 3, 1min) + part(match, 4, 1s);
    }
    return std::nullopt;
}

} // namespace engine
