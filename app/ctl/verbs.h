// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/options.h"
#include "engine/api/resource/resourceid.h"

namespace ctl {

// The verbs by subject; allVerbs() joins them in the order of the help.
[[nodiscard]] QList<Verb> engineVerbs();
[[nodiscard]] QList<Verb> resourceVerbs(); ///< group, workspace, experiment
[[nodiscard]] QList<Verb> machineVerbs();
[[nodiscard]] QList<Verb> clusterVerbs();
[[nodiscard]] QList<Verb> fileServerVerbs();
[[nodiscard]] QList<Verb> documentVerbs(); ///< volume, export, import, list-usages
[[nodiscard]] QList<Verb> secretVerbs();
[[nodiscard]] QList<Verb> sampleVerbs();
[[nodiscard]] QList<Verb> logVerbs();
[[nodiscard]] QList<Verb> storageVerbs(); ///< includes storageFileVerbs()
[[nodiscard]] QList<Verb> storageFileVerbs();
[[nodiscard]] QList<Verb> storageAccountVerbs(); ///< storage account, storage container, storage link
[[nodiscard]] QList<Verb> transferVerbs();
[[nodiscard]] QList<Verb> jobVerbs(); ///< includes jobFileVerbs() and jobPlanVerbs()
[[nodiscard]] QList<Verb> jobPlanVerbs();
[[nodiscard]] QList<Verb> jobFileVerbs();
[[nodiscard]] Verb clusterExecVerb();
[[nodiscard]] Verb jobExecVerb();

// Handlers with a file of their own.
/// `job why`: of a job that failed also what its logs say, read from the spool on this computer.
[[nodiscard]] engine::Result<int> whyJob(Session &session, const engine::ResourceId &id);
/// `job file download`: downloads a file, or everything in an output directory or a folder of it, into a local folder.
/// Files that several nodes have, and do not share, get a folder named after each node.
[[nodiscard]] engine::Result<int> downloadJobFiles(Session &session);

// Options that many verbs share.
extern const Option groupOption; ///< -g default
extern const Option workspaceOption; ///< -w default
extern const QList<Option> inWorkspace; ///< both
extern const QList<Option> inExperiment; ///< and -e default
[[nodiscard]] Option nameOption(const QString &help); ///< -n, required
[[nodiscard]] Option fileOption(const QString &help); ///< -f, --config-file
extern const Option oldFileOption; ///< -c, of verbs that have no cluster
extern const Option clusterNameOption; ///< -c, required
extern const Option jobNameOption; ///< -j, required
extern const Option yesOption;
extern const Option noWaitOption;
extern const Option terminateOption;
[[nodiscard]] Option ignoredSwitch(const QString &name, const QString &letter = {});
[[nodiscard]] Option ignoredOption(const QString &name, const QString &letter = {});
[[nodiscard]] Option keptOption(const QString &name, const QString &letter = {});
[[nodiscard]] Option required(Option option);
[[nodiscard]] Option repeated(Option option); ///< an option whose values all count
[[nodiscard]] Option alsoNamed(Option option, const QStringList &names);

} // namespace ctl
