// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/job/jobplan.h"

/// "What will run" as people read and copy it. Pure functions; any thread.
namespace models {

/// In the order of a whole plan: what runs comes first.
enum class PlanSection { All, Commands, Mounts, Container, Environment, Files };

/// The sections that \a node has something in, All first.
[[nodiscard]] QList<PlanSection> sectionsOf(const engine::JobPlanNode &node);
[[nodiscard]] QString sectionName(PlanSection section);

/// Headings are lines that begin with "## ", remarks with "# "; the rest is what a shell would be given.
[[nodiscard]] QString planText(const engine::JobPlanNode &node, PlanSection section = PlanSection::All);
/// All nodes, below each other.
[[nodiscard]] QString planText(const engine::JobPlanSnapshot &plan);

/// What runs on it, in short: "worker 0, ps 0", "ranks 0 to 3", "1 process", "prepared only".
[[nodiscard]] QString nodeFact(const engine::JobPlanNode &node);

/// A warning of a plan.
struct PlanNotice
{
    QString words;
    QString remedy; ///< may be empty
    QString source; ///< the volume that is to be mapped; empty: none

    bool operator==(const PlanNotice &) const = default;
};

/// A plan's \a warnings, each with its remedy. One that is given at several places is said once; those that name a
/// volume to be mapped come first.
[[nodiscard]] QList<PlanNotice> noticesOf(const QList<engine::Fault> &warnings);

/// Why there is no plan: the cause, and every fault with its line.
[[nodiscard]] QString refusalText(const engine::Error &error);

} // namespace models
