// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/line/progressline.h"

#include <QRegularExpression>

namespace ui {

std::optional<double> progressOf(const QString &line)
{
    static const QRegularExpression percentage(QStringLiteral("(\\d{1,3}(?:\\.\\d+)?)\\s?%"));
    static const QRegularExpression share(QStringLiteral("(?<![\\d/.])(\\d+)\\s?/\\s?(\\d+)(?![\\d/])"));
    if (const auto match = percentage.match(line); match.hasMatch() && match.captured(1).toDouble() <= 100)
        return match.captured(1).toDouble() / 100;
    std::optional<double> result;
    for (auto matches = share.globalMatch(line); matches.hasNext();) {
        const auto match = matches.next();
        const double whole = match.captured(2).toDouble();
        if (whole > 0 && match.captured(1).toDouble() <= whole)
            result = match.captured(1).toDouble() / whole;
    }
    return result;
}

} // namespace ui
