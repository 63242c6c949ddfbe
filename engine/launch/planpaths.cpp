// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/planpaths.h"

#include "engine/base/shellquote.h"
#include "engine/launch/launchpaths.h"
#include "engine/launch/plannedmounts.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype longestPath = 4096; // longer than any system allows

// An unmanaged volume is named by its path: its source is a command that may contain a password.
QString nameOf(const PlannedMount &mount)
{
    if (!mount.mappedTo.isEmpty())
        return mount.mappedTo;
    return mount.volume.kind == VolumeKind::Unmanaged ? mount.volume.relativeMountPath : mount.volume.source;
}

bool isBelow(const QString &path, const QString &folder)
{
    return path.startsWith(folder) && (path.size() == folder.size() || path.at(folder.size()) == u'/');
}

QString withoutEnd(QString path)
{
    while (path.size() > 1 && path.endsWith(u'/'))
        path.chop(1);
    return path;
}

} // namespace

PlanPaths::PlanPaths(const NodePlan &plan, Variables variables) : m_job(plan.directory.section(u'/', 0, -3))
{
    // Working directory of the payload.
    if (!plan.directory.isEmpty())
        m_variables.insert(u"PWD"_s, plan.directory);
    const auto define = [this](const QList<std::pair<QString, QString>> &environment) {
        // Expanded with the variables defined before it.
        for (const auto &[name, value] : environment)
            m_variables.insert(name, expanded(value));
    };
    define(plan.environment.first(plan.ownVariables));
    for (const PlannedMount &mount : plan.mounts) {
        const QString path = withoutEnd(expanded(mount.path));
        if (!m_mounts.contains(path))
            m_mounts.insert(path, {path, expanded(folderOf(mount)), nameOf(mount), mount.isOfCluster});
    }
    if (variables == Variables::All)
        define(plan.environment.sliced(plan.ownVariables));
}

QString PlanPaths::expanded(const QString &text) const
{
    QString result;
    for (const TextPart &part : textParts(text)) {
        result += part.variable.isEmpty() ? part.written : m_variables.value(part.variable, part.written);
        // Variables that grow by each other are not expanded.
        if (result.size() > longestPath)
            return text;
    }
    return result;
}

PlanPaths::Place PlanPaths::placeOf(const QString &path) const
{
    QString there = withoutEnd(expanded(inHome(path)));
    if (const auto mount = mountOf(there); mount != m_mounts.cend()) {
        if (mount->folder.isEmpty())
            return {Place::Kind::Mounted, there, mount->volume, mount->isOfCluster ? mount->path : QString()};
        there = withoutEnd(pathBelow(mount->folder, there.sliced(mount->path.size())));
    }
    if (!m_job.isEmpty() && isBelow(QDir::cleanPath(there), m_job))
        return {Place::Kind::OfJob, there, {}};
    const bool isFull = there.startsWith(u'/') || there.startsWith(u'$');
    return {isFull ? Place::Kind::Now : Place::Kind::Relative, there, {}};
}

// The deepest mount point that contains \a path.
PlanPaths::MountPoints::const_iterator PlanPaths::mountOf(const QString &path) const
{
    QString folder = path.size() > longestPath ? QString() : path;
    auto mount = m_mounts.constFind(folder);
    while (!folder.isEmpty() && mount == m_mounts.cend()) {
        folder.truncate(qMax<qsizetype>(folder.lastIndexOf(u'/'), 0));
        mount = m_mounts.constFind(folder);
    }
    return mount;
}

} // namespace engine
