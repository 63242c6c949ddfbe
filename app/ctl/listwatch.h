// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/session.h"

namespace ctl {

/// A list that --watch can follow.
struct WatchedList
{
    const QList<Column> &columns;
    std::function<engine::Result<QJsonArray>()> rows; ///< reads the current rows
    /// Whether the resource is a row; empty when the rows are transfers.
    std::function<bool(const engine::ResourceId &)> isIn;
    bool isNewestFirst = false;
};

extern const Option watchOption;

/// Prints the list. With --watch also its changes: a table on a terminal is printed again; otherwise one line for each
/// new or changed row; with JSON one object a line, also for removed rows. Survives hand-overs and crashes of engines;
/// ends when the reader of stdout has gone, or with exit code 0 on Ctrl+C.
[[nodiscard]] engine::Result<int> showList(Session &session, const WatchedList &list);

} // namespace ctl
