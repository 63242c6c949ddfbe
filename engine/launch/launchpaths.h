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

/// \a path of a document with the home of the node's user for a leading "~"; the node's shell expands $HOME.
[[nodiscard]] inline QString inHome(const QString &path)
{
    return path == u"~" || path.startsWith(u"~/") ? QString(u"$HOME" + path.sliced(1)) : path;
}

} // namespace engine
