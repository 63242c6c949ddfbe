// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/plannedmounts.h"
#include "engine/registry/machine/machines.h"

namespace engine {

/// Where the volumes of documents live now: what the user mapped, and file servers. Thread: the engine's.
class VolumeMap final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(VolumeMap)

public:
    /// Where the volumes of a job and of its cluster are.
    struct Use
    {
        QList<MappedVolume> mappings; ///< by the map: a volume each, exact
        QList<QJsonObject> fileServers; ///< of those that are not mapped: documents under the ids that name them
        QList<MappedVolume> recorded; ///< both as a job keeps them: a file server is MACHINE:PATH
        QStringList mappedTargets; ///< their places in the documents
        QList<Fault> unmapped; ///< volumes of the service that are nowhere now
    };

    VolumeMap(Store &store, const Resources &resources, const Machines &machines, QObject *parent = nullptr);

    [[nodiscard]] const QList<MappedVolume> &all() const { return m_volumes; }
    void put(const MappedVolume &mapping, const std::function<void(const Result<void> &)> &take);
    /// NotFound.
    void remove(const QString &source, const std::function<void(const Result<void> &)> &take);

    /// Of the cluster's and the job's own volumes; both may be empty.
    [[nodiscard]] Use useOf(const QJsonObject &job, const QJsonObject &cluster) const;
    /// The job's document with properties.x-batchdeck.volumes.
    [[nodiscard]] static QJsonObject recordedIn(const QJsonObject &job, const QList<MappedVolume> &recorded);
    /// The file server of this profile that \a volume names; it need not exist.
    [[nodiscard]] ResourceId fileServerOf(const Volume &volume) const;

signals:
    void added(); ///< what failed for want of it may be tried again

private:
    Store &m_store;
    const Resources &m_resources;
    const Machines &m_machines;
    QList<MappedVolume> m_volumes;
};

} // namespace engine
