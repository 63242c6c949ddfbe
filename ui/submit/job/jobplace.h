// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QObject>

namespace ui {

class JobStart;

/// The experiment of a new job with its job names, and the clusters of the profile. The default is
/// default/default/samples for a job from the bundled sample, else default/default/default. GUI thread.
class JobPlace final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobPlace)

public:
    /// \a experiment: invalid for the default. \a start must outlive this.
    JobPlace(engine::EngineClient &client, const engine::ResourceId &experiment, const JobStart &start,
             QObject *parent);

    [[nodiscard]] const engine::ResourceId &experiment() const { return m_experiment; }
    [[nodiscard]] bool isMadeWithJob() const { return m_isMadeWithJob; } ///< the experiment may not exist yet
    [[nodiscard]] bool isSettled() const { return !m_isLoading; }
    void look(); ///< fetches experiment, clusters and names
    void moveTo(const engine::ResourceId &experiment);
    void useThisComputer(); ///< creates a cluster of this computer
    [[nodiscard]] QString freeName(const QString &name) const; ///< \a name, or a similar one that is free

signals:
    void moved(); ///< to another experiment
    void clustersListed(const QList<engine::ResourceSnapshot> &clusters);
    void namesListed();
    void failed(const engine::Error &error);

private:
    void listClusters();
    void listNames();

    engine::EngineClient &m_client;
    const JobStart &m_start;
    engine::ResourceId m_experiment;
    const bool m_isMadeWithJob;
    bool m_isLoading;
    QStringList m_takenNames;
};

} // namespace ui
