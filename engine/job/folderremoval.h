// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/job/jobrecord.h"

#include <QObject>

#include <functional>

namespace engine {

class MachineController;

/// Removes the folders of a job from all machines that had it, each as often as it takes; what the job calls its
/// outputs stays in them, but for those that its record names (JobRecord::deletedOutputs). A machine that is not among
/// ours any more is passed over. Thread: the engine's.
class FolderRemoval final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderRemoval)

public:
    using MachineOf = std::function<MachineController *(const ResourceId &)>;

    FolderRemoval(const JobRecord &record, MachineOf machineOf, QObject *parent);
    void begin();

signals:
    void delayed(const engine::Message &reason); ///< one of them could not be removed now
    void done();

private:
    void remove(const JobFolder &folder);
    void finish(const JobFolder &folder);

    QList<JobFolder> m_folders; // that are left
    const QList<JobOutput> m_outputs; // that go, too
    const MachineOf m_machineOf;
};

} // namespace engine
