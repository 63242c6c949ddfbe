// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/job/jobverdict.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ui {

void JobVerdict::setPlaced(int nodes, const QString &cluster)
{
    const bool isOther = std::exchange(m_nodes, nodes) != nodes;
    if (std::exchange(m_cluster, cluster) != cluster || isOther)
        m_ofCluster.clear();
}

bool JobVerdict::setPlanned(QList<engine::Fault> warnings)
{
    warnings.removeIf(
        [](const engine::Fault &warning) { return warning.code != u"TooFewNodes" && warning.code != u"TooManyNodes"; });
    return std::exchange(m_ofCluster, warnings) != warnings;
}

QList<engine::Fault> JobVerdict::faults() const
{
    QList<engine::Fault> faults = m_faults;
    std::copy_if(m_ofCluster.cbegin(), m_ofCluster.cend(), std::back_inserter(faults),
                 [](const engine::Fault &fault) { return fault.code == u"TooManyNodes"; });
    return faults;
}

QList<engine::Fault> JobVerdict::warnings() const
{
    QList<engine::Fault> warnings = m_warnings;
    std::copy_if(m_ofCluster.cbegin(), m_ofCluster.cend(), std::back_inserter(warnings),
                 [](const engine::Fault &fault) { return fault.code != u"TooManyNodes"; });
    return warnings;
}

} // namespace ui
