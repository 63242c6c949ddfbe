// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/verbs.h"

using namespace Qt::StringLiterals;

namespace ctl {

const QList<Verb> &allVerbs()
{
    static const QList<Verb> verbs = resourceVerbs() + machineVerbs() + clusterVerbs() + fileServerVerbs()
        + storageVerbs() + storageAccountVerbs() + transferVerbs() + jobVerbs() + logVerbs() + documentVerbs()
        + sampleVerbs() + secretVerbs() + engineVerbs();
    return verbs;
}

const Option groupOption{u"--resource-group"_s, u"-g"_s, u"GROUP"_s, u"the resource group"_s, u"default"_s};
const Option workspaceOption{u"--workspace"_s, u"-w"_s, u"WORKSPACE"_s, u"the workspace"_s, u"default"_s};
const QList<Option> inWorkspace{groupOption, workspaceOption};
const QList<Option> inExperiment =
    inWorkspace + QList<Option>{{u"--experiment"_s, u"-e"_s, u"EXPERIMENT"_s, u"the experiment"_s, u"default"_s}};
const Option oldFileOption{u"-c"_s, {}, u"FILE"_s, u"-f in older versions of az: a file that there is, without -f"_s};
const Option clusterNameOption =
    alsoNamed(required({u"--cluster"_s, u"-c"_s, u"CLUSTER"_s, u"name of the cluster"_s}), {u"--cluster-name"_s});
const Option jobNameOption =
    alsoNamed(required({u"--job"_s, u"-j"_s, u"JOB"_s, u"name of the job"_s}), {u"--job-name"_s});
const Option yesOption{u"--yes"_s, u"-y"_s, {}, u"do not ask"_s};
const Option noWaitOption{u"--no-wait"_s, {}, {}, u"return when it is recorded, not when it is done"_s};
const Option terminateOption{u"--terminate"_s, {}, {}, u"end live jobs first"_s};

Option nameOption(const QString &help)
{
    return required({u"--name"_s, u"-n"_s, u"NAME"_s, help});
}

Option fileOption(const QString &help)
{
    return alsoNamed({u"--config-file"_s, u"-f"_s, u"FILE"_s, help}, {u"--config"_s});
}

Option alsoNamed(Option option, const QStringList &names)
{
    option.otherNames += names;
    return option;
}

Option ignoredSwitch(const QString &name, const QString &letter)
{
    return {name, letter, {}, {}, {}, Option::Use::Ignored};
}

Option ignoredOption(const QString &name, const QString &letter)
{
    return {name, letter, u"VALUE"_s, {}, {}, Option::Use::Ignored};
}

Option keptOption(const QString &name, const QString &letter)
{
    return {name, letter, u"VALUE"_s, {}, {}, Option::Use::Kept};
}

Option required(Option option)
{
    option.isRequired = true;
    return option;
}

Option repeated(Option option)
{
    option.takes = Option::Takes::Each;
    return option;
}

} // namespace ctl
