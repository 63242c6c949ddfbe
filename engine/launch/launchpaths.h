// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

namespace engine {

/// \a folder joined with \a below by exactly one slash; \a folder itself when \a below is empty.
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

/// \a path of a document with a leading "~" replaced by $HOME, which the node's shell expands.
[[nodiscard]] inline QString inHome(const QString &path)
{
    return path == u"~" || path.startsWith(u"~/") ? QString(u"$HOME" + path.sliced(1)) : path;
}

} // namespace engine
