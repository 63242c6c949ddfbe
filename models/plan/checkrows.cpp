// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/plan/checkrows.h"

#include "models/translated.h"
#include "models/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace models {

using engine::CheckedNode;
using engine::DoctorFinding;

namespace {

constexpr qsizetype mostNamed = 3; // number of nodes in a text

struct Group
{
    DoctorFinding finding;
    QStringList nodes;
};

bool agree(const DoctorFinding &a, const DoctorFinding &b)
{
    return a.check == b.check && a.state == b.state && a.message == b.message;
}

// Groups findings of the same check, from all nodes.
QList<Group> groupsOf(const QList<CheckedNode> &nodes)
{
    QList<Group> groups;
    for (const CheckedNode &node : nodes) {
        for (const DoctorFinding &finding : node.findings) {
            const auto same = std::find_if(groups.begin(), groups.end(),
                                           [&finding](const Group &group) { return agree(group.finding, finding); });
            if (same != groups.end()) {
                if (!same->nodes.contains(node.name))
                    same->nodes.append(node.name);
                continue;
            }
            const auto last = std::find_if(groups.rbegin(), groups.rend(), [&finding](const Group &group) {
                return group.finding.check == finding.check;
            });
            groups.insert(last == groups.rend() ? groups.end() : last.base(), {finding, {node.name}});
        }
    }
    std::stable_sort(groups.begin(), groups.end(),
                     [](const Group &a, const Group &b) { return a.finding.state > b.finding.state; });
    return groups;
}

QString namesOf(const QStringList &nodes)
{
    if (nodes.size() <= mostNamed)
        return nodes.join(u", "_s);
    return tr("%1 and %2 more").arg(nodes.first(mostNamed - 1).join(u", "_s), number(nodes.size() - mostNamed + 1));
}

} // namespace

QList<CheckedRow> checkedRows(const QList<CheckedNode> &nodes)
{
    QList<CheckedRow> rows;
    for (const Group &group : groupsOf(nodes)) {
        const bool isAll = group.nodes.size() == nodes.size() && nodes.size() > mostNamed;
        const QString where = nodes.size() < 2 ? QString()
            : isAll                            ? tr("all %1 nodes").arg(number(nodes.size()))
                                               : namesOf(group.nodes);
        rows.append({group.finding.state, group.finding.message.text(), group.finding.remedy.text(), where});
    }
    return rows;
}

QString checkedCounts(const QList<CheckedRow> &rows)
{
    const auto count = [&rows](DoctorFinding::State state) {
        return std::count_if(rows.cbegin(), rows.cend(), [state](const CheckedRow &row) { return row.state == state; });
    };
    const auto failed = count(DoctorFinding::State::Failed);
    const auto warnings = count(DoctorFinding::State::Warning);
    QStringList parts{tr("%1 passed").arg(number(count(DoctorFinding::State::Ok)))};
    if (warnings > 0)
        parts.append(warnings == 1 ? tr("1 warning") : tr("%1 warnings").arg(number(warnings)));
    if (failed > 0)
        parts.append(tr("%1 failed").arg(number(failed)));
    return parts.join(u", "_s);
}

QString checkedSummary(const QList<CheckedNode> &nodes)
{
    QStringList parts{checkedCounts(checkedRows(nodes))};
    QStringList names;
    for (const CheckedNode &node : nodes)
        names.append(node.name);
    if (!names.isEmpty())
        parts.append(names.size() == 2 ? tr("on %1 and %2").arg(names.at(0), names.at(1))
                                       : tr("on %1").arg(namesOf(names)));
    return parts.join(u", "_s);
}

} // namespace models
