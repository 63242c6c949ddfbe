// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/job/jobrecord.h"

#include <QObject>

#include <functional>

namespace engine {

class MachineController;

/// Removes the folders of a job from all its machines and retries until it succeeds. Outputs of the job remain, unless
/// they are listed. Machines that were removed from the profile are skipped. Thread: the engine's.
class FolderRemoval final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderRemoval)

public:
    using MachineOf = std::function<MachineController *(const ResourceId &)>;

    FolderRemoval(const QList<JobFolder> &folders, MachineOf machineOf, QObject *parent);
    /// done() follows. May be called again with other \a outputs to remove: the last call counts for all folders that
    /// are not removed yet.
    void begin(const QList<JobOutput> &outputs);

signals:
    void delayed(const engine::Message &reason); ///< a folder could not be removed for now
    void done();

private:
    [[nodiscard]] QStringList outputsOn(const ResourceId &machine) const;
    void remove(const JobFolder &folder);
    void finish(const JobFolder &folder);

    const QList<JobFolder> m_folders;
    QList<JobFolder> m_left; // each with a try that runs or waits
    QList<JobOutput> m_outputs; // to be removed as well
    const MachineOf m_machineOf;
};

} // namespace engine
