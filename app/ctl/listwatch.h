// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/session.h"

namespace ctl {

/// What a list that can be followed shows.
struct WatchedList
{
    const QList<Column> &columns;
    std::function<engine::Result<QJsonArray>()> rows; ///< all of them as they are now
    std::function<bool(const engine::ResourceId &)> isIn; ///< whether it is a row; without it the rows are transfers
    bool isNewestFirst = false;
};

extern const Option watchOption;

/// Prints the list. With --watch also what changes in it, as the engine tells it: a table on a terminal anew, else a
/// line for each row that is new or changed; with JSON an object a line, also for one that is gone. Goes on over
/// hand-overs and deaths of engines until nobody reads stdout any more; Ctrl+C ends batchctl with 0.
[[nodiscard]] engine::Result<int> showList(Session &session, const WatchedList &list);

} // namespace ctl
