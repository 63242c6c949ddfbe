// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// StoragePage: the machines whose files it shows.

#include "engine/base/whenfinished.h"
#include "models/resourcestore.h"
#include "ui/storage/filepane.h"
#include "ui/storage/storagepage.h"

namespace ui {

// A machine that came back: what could not be listed is, and its space is known.
void StoragePage::followMachines()
{
    bool isNews = false;
    QHash<engine::ResourceId, engine::LinkState> links;
    for (const engine::ResourceSnapshot &resource : m_store.all(engine::ResourceKind::Machine)) {
        const auto machine = engine::MachineSnapshot::fromDocument(resource.document);
        const bool isOnline = machine.link == engine::LinkState::Online || machine.link == engine::LinkState::Degraded;
        links.insert(machine.id, machine.link);
        if (m_links.contains(machine.id) && m_links.value(machine.id) == machine.link)
            continue;
        isNews = true;
        for (FilePane *pane : std::as_const(m_panes)) {
            if (isOnline && pane->location().place == machine.id.name()
                && pane->model().state() == models::FolderModel::State::Failed)
                pane->refresh();
        }
    }
    isNews = isNews || links.size() != m_links.size();
    m_links = links;
    if (isNews && m_hasPlaces)
        m_placesModel.refresh();
    showHeader();
}

engine::ResourceId StoragePage::machineNamed(const QString &name) const
{
    for (const engine::ResourceSnapshot &resource : m_store.all(engine::ResourceKind::Machine)) {
        if (resource.id.name() == name)
            return resource.id;
    }
    return {};
}

// What it asks is answered on its own page.
void StoragePage::connectMachine(FilePane *pane)
{
    const auto id = machineNamed(pane->location().place);
    if (!id.isValid())
        return pane->refresh();
    engine::whenFinished(m_client.machines.connect(id), pane, [this, pane, id](const auto &answer) {
        if (answer)
            pane->refresh();
        else if (answer.error().question)
            emit openRequested(id);
        else
            pane->fail(answer.error());
    });
}

} // namespace ui
