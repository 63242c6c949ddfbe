// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/documents.h"

#include <QRegularExpression>

namespace engine {

namespace {

// At most nine digits a part, so that no sum overflows.
std::chrono::seconds part(const QRegularExpressionMatch &match, int group, std::chrono::seconds unit)
{
    return match.captured(group).toLongLong() * unit;
}

} // namespace

std::optional<std::chrono::seconds> parseDuration(QStringView text)
{
    using namespace std::chrono_literals;
    static const QRegularExpression iso(QStringLiteral("^P(?=.)(?:([0-9]{1,9})W)?(?:([0-9]{1,9})D)?"
                                                       "(?:T(?=.)(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?"
                                                       "(?:([0-9]{1,9})(?:\\.[0-9]{1,9})?S)?)?\\z"));
    static const QRegularExpression clock(QStringLiteral("^(?:([0-9]{1,8})\\.)?([01]?[0-9]|2[0-3]):([0-5][0-9])"
                                                         "(?::([0-5][0-9])(?:\\.[0-9]{1,7})?)?\\z"));
    // As az prints the service's answers: "7 days, 0:00:00".
    static const QRegularExpression python(QStringLiteral("^([0-9]{1,8}) days?, ([0-9]|1[0-9]|2[0-3]):([0-5][0-9])"
                                                          ":([0-5][0-9])(?:\\.[0-9]{1,6})?\\z"));
    if (const QRegularExpressionMatch match = iso.match(text); match.hasMatch())
        return part(match, 1, 168h) + part(match, 2, 24h) + part(match, 3, 1h) + part(match, 4, 1min)
            + part(match, 5, 1s);
    for (const QRegularExpression &form : {clock, python}) {
        if (const QRegularExpressionMatch match = form.match(text); match.hasMatch())
            return part(match, 1, 24h) + part(match, 2, 1h) + part(match, 3, 1min) + part(match, 4, 1s);
    }
    return std::nullopt;
}

} // namespace engine
