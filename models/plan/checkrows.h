// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/doctorfinding.h"

namespace models {

/// A finding of a pre-flight and the nodes that agree in it, in words. Pure functions; any thread.
struct CheckedRow
{
    engine::DoctorFinding::State state = engine::DoctorFinding::State::Ok;
    QString words;
    QString remedy; ///< may be empty
    QString nodes; ///< "all 4 nodes", "a05", "a05, a06 and 3 more"; empty where there is only one

    bool operator==(const CheckedRow &) const = default;
};

/// What failed first, then warnings, each kind in the order in which it was looked at; one row for all that agree.
[[nodiscard]] QList<CheckedRow> checkedRows(const QList<engine::CheckedNode> &nodes);

/// "5 passed, 1 warning".
[[nodiscard]] QString checkedCounts(const QList<CheckedRow> &rows);

/// The same of what was found on \a nodes, and on which: "5 passed, 1 warning, on a07 and a08".
[[nodiscard]] QString checkedSummary(const QList<engine::CheckedNode> &nodes);

} // namespace models
