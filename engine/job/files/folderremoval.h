// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/job/jobrecord.h"

#include <QObject>

#include <functional>

namespace engine {

class MachineController;

/// Removes the folders of a job from all machines that had it, each as often as it takes; what the job calls its
/// outputs stays in them, but for those that are named. A machine that is not among ours any more is passed over.
/// Thread: the engine's.
class FolderRemoval final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderRemoval)

public:
    using MachineOf = std::function<MachineController *(const ResourceId &)>;

    FolderRemoval(const QList<JobFolder> &folders, MachineOf machineOf, QObject *parent);
    /// Until done(), again with other \a outputs that go, too: the last call counts in all folders, but for what an
    /// earlier one has removed.
    void begin(const QList<JobOutput> &outputs);

signals:
    void delayed(const engine::Message &reason); ///< one of them could not be removed now
    void done();

private:
    [[nodiscard]] QStringList outputsOn(const ResourceId &machine) const;
    void remove(const JobFolder &folder);
    void finish(const JobFolder &folder);

    const QList<JobFolder> m_folders;
    QList<JobFolder> m_left; // each with one try that is under way, or waits
    QList<JobOutput> m_outputs; // that go, too
    const MachineOf m_machineOf;
};

} // namespace engine
