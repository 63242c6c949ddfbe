// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/support/parts.h"

#include <algorithm>

namespace bench {

inline double median(QList<double> values)
{
    std::sort(values.begin(), values.end());
    return values.at(values.size() / 2);
}

/// Prints the median time of each of \a ways, of which the first is ours, and its goal as a multiple of ours.
template <typename Way> void tell(const QByteArray &what, const QList<Way> &ways)
{
    const double ours = median(ways.constFirst().seconds);
    for (const Way &way : ways)
        testing::measured(
            QByteArray(what + ", " + way.name).constData(),
            QStringLiteral("%1 s; %2x").arg(median(way.seconds), 0, 'f', 3).arg(median(way.seconds) / ours, 0, 'f', 2),
            way.goal);
}

} // namespace bench
