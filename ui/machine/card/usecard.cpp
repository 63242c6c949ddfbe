// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/machine/card/usecard.h"

#include "engine/api/resource/snapshots.h"
#include "models/resourcestore.h"
#include "ui/widgets/list/factlist.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace ui {

UseCard::UseCard(const models::ResourceStore &store, const engine::ResourceId &machine, QWidget *parent)
    : Card(tr("In use by"), parent), m_store(store), m_machine(machine), m_facts(new FactList(this)),
      m_add(new QPushButton(tr("Add to a cluster"), this))
{
    head()->addWidget(m_add);
    body()->addWidget(m_facts);
    connect(m_add, &QPushButton::clicked, this, [this] { emit clusterRequested({m_machine}); });
    connect(m_facts, &FactList::openRequested, this, &UseCard::openRequested);
}

void UseCard::setAddable(bool isAddable)
{
    m_add->setVisible(isAddable);
}

void UseCard::refresh()
{
    QList<Fact> facts;
    for (const auto &resource : m_store.all(engine::ResourceKind::Cluster)) {
        for (const auto &node : engine::ClusterSnapshot::fromDocument(resource.document).nodes) {
            if (node.machine != m_machine)
                continue;
            facts.append({tr("Cluster"), resource.id.shortText(), false, resource.id});
            if (node.job.isValid())
                facts.append({tr("Job"), node.job.shortText(), false, node.job});
        }
    }
    if (facts.isEmpty())
        facts.append({tr("Cluster"), tr("none yet")});
    m_facts->setFacts(facts);
}

} // namespace ui
