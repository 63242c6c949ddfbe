// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

namespace engine {

/// No doubled slash where the user wrote one at the end; "/" stays what it is.
[[nodiscard]] inline QString joinedPath(QString folder, const QString &below)
{
    while (folder.endsWith(u'/'))
        folder.chop(1);
    return folder + u'/' + below;
}

/// \a folder itself where \a below is empty.
[[nodiscard]] inline QString pathBelow(const QString &folder, QString below)
{
    while (below.startsWith(u'/'))
        below.remove(0, 1);
    return below.isEmpty() ? folder : joinedPath(folder, below);
}

} // namespace engine
