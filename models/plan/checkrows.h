// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/doctorfinding.h"

namespace models {

/// One finding of a preflight, with the nodes that share it, in words. Pure functions; any thread.
struct CheckedRow
{
    engine::DoctorFinding::State state = engine::DoctorFinding::State::Ok;
    QString words;
    QString remedy; ///< may be empty
    QString nodes; ///< "all 4 nodes", "a05", "a05, a06 and 3 more"; empty for a single node

    bool operator==(const CheckedRow &) const = default;
};

/// Failures first, then warnings, each in the order of the checks; equal findings share a row.
[[nodiscard]] QList<CheckedRow> checkedRows(const QList<engine::CheckedNode> &nodes);

/// "5 passed, 1 warning".
[[nodiscard]] QString checkedCounts(const QList<CheckedRow> &rows);

/// Counts with nodes: "5 passed, 1 warning, on a07 and a08".
[[nodiscard]] QString checkedSummary(const QList<engine::CheckedNode> &nodes);

} // namespace models
