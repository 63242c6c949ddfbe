// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/plannedmounts.h"
#include "engine/registry/machine/machines.h"

namespace engine {

/// Where the volumes of documents are now: by the user's mapping, file servers, and storage accounts. Thread: the
/// engine's.
class VolumeMap final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(VolumeMap)

public:
    /// Where the volumes of a job and of its cluster are.
    struct Use
    {
        QList<MappedVolume> mappings; ///< by the map or to a storage account, one for each volume, without "*"
        QList<QJsonObject> fileServers; ///< of volumes that are not mapped; the ids are those in the documents
        QList<MappedVolume> recorded; ///< both in the form that a job records: a file server is MACHINE:PATH
        QStringList mappedTargets; ///< JSONPaths of the mapped volumes
        QList<Fault> unmapped; ///< one for each volume of the service without a mapping
    };

    VolumeMap(Store &store, const Resources &resources, const Machines &machines, QObject *parent = nullptr);

    [[nodiscard]] const QList<MappedVolume> &all() const { return m_volumes; }
    void put(const MappedVolume &mapping, const std::function<void(const Result<void> &)> &take);
    /// NotFound.
    void remove(const QString &source, const std::function<void(const Result<void> &)> &take);

    /// For the volumes of the cluster and the job; either document may be empty.
    [[nodiscard]] Use useOf(const QJsonObject &job, const QJsonObject &cluster) const;
    /// The job's document with \a recorded as properties.x-batchdeck.volumes.
    [[nodiscard]] static QJsonObject recordedIn(const QJsonObject &job, const QList<MappedVolume> &recorded);
    /// The file server of this profile that \a volume refers to; it need not exist.
    [[nodiscard]] ResourceId fileServerOf(const Volume &volume) const;

signals:
    void added(); ///< a mapping was added: jobs and setups that failed without it may be repeated

private:
    [[nodiscard]] bool hasAccountOf(const Volume &volume) const; ///< of an Azure Blob volume

    Store &m_store;
    const Resources &m_resources;
    const Machines &m_machines;
    QList<MappedVolume> m_volumes;
};

} // namespace engine
