// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/loggap.h"

#include "engine/base/pathbytes.h"
#include "engine/log/core/file/spoolparts.h"

#include <algorithm>

namespace engine {

using logcore::SpoolParts;

std::optional<LogGap> logGap(const QString &spoolPath)
{
    const SpoolParts parts = SpoolParts::of(pathBytes(spoolPath));
    if (!parts.gap())
        return std::nullopt;
    LogGap gap{.begin = parts.gap()->begin, .end = parts.gap()->end, .source = {}};
    gap.source = QString::fromStdString(parts.sourceOfGap());
    if (!gap.source.isEmpty())
        gap.sourceBegin = gap.begin - parts.last().begin;
    return gap;
}

bool mayMissBytes(const QString &spoolPath)
{
    const std::vector<SpoolParts::Part> parts = SpoolParts::of(pathBytes(spoolPath)).parts();
    return std::any_of(parts.cbegin(), parts.cend(), [](const SpoolParts::Part &part) { return part.isAfterLoss; });
}

} // namespace engine
