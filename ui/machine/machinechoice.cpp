// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/machine/machinechoice.h"

#include "engine/api/resource/snapshots.h"
#include "models/machine/machinewords.h"
#include "models/resourcestore.h"
#include "models/words.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/checklist.h"

#include <algorithm>

namespace ui {

MachineChoice::MachineChoice(const models::ResourceStore &store, Cluster cluster, QWidget *parent)
    : QWidget(parent), m_store(store), m_cluster(cluster), m_model({tr("Machine"), tr("Destination"), tr("Has")})
{
    auto *list = new CheckList(m_model, tr("Machines"), this);
    list->setEmpty(tr("No machines by SSH yet"),
                   tr("A cluster is made of machines that are reached by SSH. Connect one first."));
    list->setWidths(cluster == Cluster::OfDocument ? QList{160, 180} : QList{240, 260});
    setLayout(newColumn({}, 0, {list}));
    refresh();
    connect(&store, &models::ResourceStore::changed, this, &MachineChoice::refresh);
}

void MachineChoice::refresh()
{
    QList<models::CheckRow> rows;
    for (const auto &resource : m_store.all(engine::ResourceKind::Machine)) {
        const auto machine = engine::MachineSnapshot::fromDocument(resource.document);
        if (machine.isLocal && m_cluster == Cluster::New)
            continue;
        rows.append(
            {machine.id.name(), machine.isLocal ? tr("this computer") : machine.destination,
             machine.link == engine::LinkState::Online ? models::hardwareText(machine) : models::word(machine.link)});
    }
    std::sort(rows.begin(), rows.end(),
              [](const auto &a, const auto &b) { return a.name.compare(b.name, Qt::CaseInsensitive) < 0; });
    m_model.setRows(rows);
}

} // namespace ui
