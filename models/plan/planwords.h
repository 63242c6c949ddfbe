// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/job/jobplan.h"

/// Text of "What will run", for reading and copying. Pure functions; any thread.
namespace models {

/// In the order of the whole text: what runs comes first.
enum class PlanSection { All, Commands, Mounts, Container, Environment, Files };

/// The non-empty sections of \a node, All first.
[[nodiscard]] QList<PlanSection> sectionsOf(const engine::JobPlanNode &node);
[[nodiscard]] QString sectionName(PlanSection section);

/// Headings begin with "## ", remarks with "# "; the rest is shell text.
[[nodiscard]] QString planText(const engine::JobPlanNode &node, PlanSection section = PlanSection::All);
/// All nodes, one after another.
[[nodiscard]] QString planText(const engine::JobPlanSnapshot &plan);

/// Summary of what runs on a node: "worker 0, ps 0", "ranks 0 to 3", "1 process", "prepared only".
[[nodiscard]] QString nodeFact(const engine::JobPlanNode &node);

/// A warning of a plan.
struct PlanNotice
{
    QString words;
    QString remedy; ///< may be empty
    QString source; ///< the volume to map; empty when there is none

    bool operator==(const PlanNotice &) const = default;
};

/// \a warnings with remedies. Equal warnings are merged; those with a volume to map come first.
[[nodiscard]] QList<PlanNotice> noticesOf(const QList<engine::Fault> &warnings);

/// Why there is no plan: the error's message and all faults with their lines.
[[nodiscard]] QString refusalText(const engine::Error &error);

} // namespace models
