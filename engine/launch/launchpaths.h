// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

namespace engine {

/// \a folder itself where \a below is empty; else without a doubled slash where \a folder ends, or \a below begins,
/// with one.
[[nodiscard]] inline QString pathBelow(QString folder, QString below)
{
    while (below.startsWith(u'/'))
        below.remove(0, 1);
    if (below.isEmpty())
        return folder;
    while (folder.endsWith(u'/'))
        folder.chop(1);
    return folder + u'/' + below;
}

} // namespace engine
