// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/files/folderremoval.h"

#include "engine/base/whenfinished.h"
#include "engine/node/machinecontroller.h"

#include <QTimer>

#include <utility>

using namespace std::chrono_literals;

namespace engine {

FolderRemoval::FolderRemoval(const QList<JobFolder> &folders, MachineOf machineOf, QObject *parent)
    : QObject(parent), m_folders(folders), m_machineOf(std::move(machineOf))
{
}

void FolderRemoval::begin(const QList<JobOutput> &outputs)
{
    if (m_folders.isEmpty())
        return emit done();
    m_outputs = outputs;
    const QList<JobFolder> busy = std::exchange(m_left, m_folders);
    for (const JobFolder &folder : m_folders) {
        if (!busy.contains(folder))
            remove(folder);
    }
}

QStringList FolderRemoval::outputsOn(const ResourceId &machine) const
{
    QStringList paths;
    for (const JobOutput &output : m_outputs) {
        if (output.node == machine.name())
            paths.append(output.path);
    }
    return paths;
}

void FolderRemoval::remove(const JobFolder &folder)
{
    MachineController *machine = m_machineOf(folder.machine);
    if (!machine)
        return finish(folder);
    const QStringList outputs = outputsOn(folder.machine);
    whenFinished(machine->agent().removeJobFolder(folder.path, outputs), this,
                 [this, folder, outputs](const Result<void> &result) {
                     if (outputs != outputsOn(folder.machine))
                         return remove(folder);
                     if (result || result.error().code == ErrorCode::NotFound)
                         return finish(folder);
                     emit delayed(result.error().message);
                     QTimer::singleShot(10s, this, [this, folder] { remove(folder); });
                 });
}

void FolderRemoval::finish(const JobFolder &folder)
{
    if (m_left.removeOne(folder) && m_left.isEmpty())
        emit done();
}

} // namespace engine
