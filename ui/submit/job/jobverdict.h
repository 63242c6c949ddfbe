// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"

namespace ui {

/// Whether a new job may be submitted, by faults and warnings of its document and by warnings of its plan about the
/// cluster's size. A job that must wait for its cluster to grow may be submitted; one that exceeds the maximum of
/// automatic scale may not.
class JobVerdict
{
public:
    void setFaults(const QList<engine::Fault> &faults) { m_faults = faults; } ///< of the document
    void setWarnings(const QList<engine::Fault> &warnings) { m_warnings = warnings; } ///< of the document
    /// Drops warnings about the size of another cluster or for another number of nodes.
    void setPlaced(int nodes, const QString &cluster);
    /// Takes warnings about the cluster's size from \a warnings of a plan. False: unchanged.
    bool setPlanned(QList<engine::Fault> warnings);

    [[nodiscard]] bool isValid() const { return faults().isEmpty(); }
    [[nodiscard]] QList<engine::Fault> faults() const; ///< all that prevent the submission
    [[nodiscard]] QList<engine::Fault> warnings() const; ///< all that do not prevent it
    [[nodiscard]] const QList<engine::Fault> &ofCluster() const { return m_ofCluster; } ///< faults and warnings
    [[nodiscard]] QList<engine::Fault> ofForm() const { return m_faults + m_ofCluster; } ///< shown at fields
    [[nodiscard]] QList<engine::Fault> told() const { return m_warnings + m_ofCluster; } ///< not repeated by the plan

private:
    QList<engine::Fault> m_faults;
    QList<engine::Fault> m_warnings;
    QList<engine::Fault> m_ofCluster;
    int m_nodes = 0; // of m_ofCluster
    QString m_cluster; // of m_ofCluster
};

} // namespace ui
