// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/folderremoval.h"

#include "engine/base/whenfinished.h"
#include "engine/node/machinecontroller.h"

#include <QTimer>

using namespace std::chrono_literals;

namespace engine {

FolderRemoval::FolderRemoval(const JobRecord &record, MachineOf machineOf, QObject *parent)
    : QObject(parent), m_folders(record.folders), m_outputs(record.deletedOutputs), m_machineOf(std::move(machineOf))
{
}

void FolderRemoval::begin()
{
    if (m_folders.isEmpty())
        return emit done();
    for (const JobFolder &folder : QList<JobFolder>(m_folders))
        remove(folder);
}

void FolderRemoval::remove(const JobFolder &folder)
{
    MachineController *machine = m_machineOf(folder.machine);
    if (!machine)
        return finish(folder);
    QStringList outputs;
    for (const JobOutput &output : m_outputs) {
        if (output.node == folder.machine.name())
            outputs.append(output.path);
    }
    whenFinished(machine->agent().removeJobFolder(folder.path, outputs), this,
                 [this, folder](const Result<void> &result) {
                     if (result || result.error().code == ErrorCode::NotFound)
                         return finish(folder);
                     emit delayed(result.error().message);
                     QTimer::singleShot(10s, this, [this, folder] { remove(folder); });
                 });
}

void FolderRemoval::finish(const JobFolder &folder)
{
    if (m_folders.removeOne(folder) && m_folders.isEmpty())
        emit done();
}

} // namespace engine
