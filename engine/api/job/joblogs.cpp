// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/job/joblogs.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <tuple>
#include <vector>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const QStringList errorsBeforeTheCommand{
    u"MountFailed"_s,         u"FailedStartingContainer"_s, u"SharedDirectoryUnavailable"_s,
    u"NodeToNodeSshFailed"_s, u"SecretMissing"_s,           u"LaunchFailed"_s};

bool isOfProcess(const LogName &log, const std::optional<FirstFailure> &failure)
{
    if (log.kind != LogName::Kind::Output)
        return false;
    if (!failure || failure->process < 0 || log.index < 0)
        return true;
    return failure->process == log.index && (failure->task.isEmpty() || failure->task == log.task);
}

} // namespace

// Each name but stdout.txt and stderr.txt may have "-NODE" before its suffix when several nodes write one.
LogName logName(const QString &fileName)
{
    static const QRegularExpression output(u"^std(out|err)(?:-(wk|ps))?(?:-(\\d+))?\\.txt$"_s);
    LogName name;
    name.isError = fileName.startsWith(u"stderr");
    if (fileName.startsWith(u"stdout-job_prep") || fileName.startsWith(u"stderr-job_prep")) {
        name.kind = LogName::Kind::Preparation;
    } else if (fileName.startsWith(u"execution")) {
        name.kind = LogName::Kind::Execution;
    } else if (const auto match = output.match(fileName); match.hasMatch()) {
        name.kind = LogName::Kind::Output;
        name.index = match.hasCaptured(3) ? match.captured(3).toInt() : -1;
        if (match.hasCaptured(2))
            name.task = match.captured(2) == u"wk" ? u"worker"_s : u"ps"_s;
        else if (name.index >= 0)
            name.task = u"rank"_s;
    }
    return name;
}

qsizetype logOfFailure(const JobSnapshot &job, const QList<LogFileSnapshot> &files)
{
    const QString code = job.errors.isEmpty() ? QString() : job.errors.constFirst().code;
    const QString node = job.firstFailure ? job.firstFailure->node : QString();
    qsizetype best = -1;
    bool hasText = false;
    for (qsizetype i = 0; i < files.size(); ++i) {
        const LogFileSnapshot &file = files.at(i);
        const LogName name = logName(file.name);
        const bool isIt = code == u"JobPreparationFailed" ? name.kind == LogName::Kind::Preparation
            : errorsBeforeTheCommand.contains(code)       ? name.kind == LogName::Kind::Execution
                                                          : isOfProcess(name, job.firstFailure);
        if (!isIt || (!node.isEmpty() && file.node != node))
            continue;
        const bool holdsText = QFileInfo(file.spoolPath).size() > 0;
        const bool isBetterStream = name.isError && best >= 0 && !logName(files.at(best).name).isError;
        if (best < 0 || (holdsText && !hasText) || (holdsText == hasText && isBetterStream)) {
            best = i;
            hasText = holdsText;
        }
    }
    return best;
}

QList<LogFileSnapshot> logsByFailure(const JobSnapshot &job, QList<LogFileSnapshot> files)
{
    const qsizetype first = logOfFailure(job, files);
    if (first < 0)
        return {};
    const LogFileSnapshot best = files.at(first);
    const LogName::Kind kind = logName(best.name).kind;
    using Order = std::tuple<bool, bool, bool>;
    std::vector<std::pair<Order, LogFileSnapshot>> sorted; // each name is read once
    for (const LogFileSnapshot &file : std::as_const(files)) {
        const LogName name = logName(file.name);
        const bool isOfFirst = file.node == best.node && isOfProcess(name, job.firstFailure);
        if (name.kind == kind)
            sorted.emplace_back(Order(!isOfFirst, file != best, !name.isError), file);
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto &one, const auto &other) { return one.first < other.first; });
    files.clear();
    for (auto &[order, file] : sorted)
        files.append(std::move(file));
    return files;
}

} // namespace engine
