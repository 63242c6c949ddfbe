// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/machine/card/machinecards.h"

#include "ui/machine/card/diskscard.h"
#include "ui/machine/card/hardwarecard.h"
#include "ui/machine/card/linkcard.h"
#include "ui/machine/card/usecard.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/factlist.h"
#include "ui/widgets/list/marklist.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

MachineCards::MachineCards(const models::ResourceStore &store, const engine::ResourceId &machine, QWidget *parent)
    : QWidget(parent), m_link(new LinkCard(this)), m_hardware(new HardwareCard(this)), m_disks(new DisksCard(this)),
      m_systemCard(new Card(tr("System"), this)), m_notesCard(new Card(tr("To know"), this)),
      m_use(new UseCard(store, machine, this)), m_system(new FactList(this)), m_notes(new MarkList(this)),
      m_left(newColumn({}, 10)), m_right(newColumn({}, 10))
{
    m_systemCard->body()->addWidget(m_system);
    m_notesCard->body()->addWidget(m_notes);
    setLayout(newRow({}, 10, {{m_left, 1}, {m_right, 1}}));
    connect(m_use, &UseCard::openRequested, this, &MachineCards::openRequested);
    connect(m_use, &UseCard::clusterRequested, this, &MachineCards::clusterRequested);
}

// This computer has no connection to show, so its other cards fill both columns.
void MachineCards::arrange(bool isLocal)
{
    const QList<Card *> left = isLocal ? QList<Card *>{m_hardware, m_disks} : QList<Card *>{m_link, m_use, m_notesCard};
    const QList<Card *> right =
        isLocal ? QList<Card *>{m_systemCard, m_use, m_notesCard} : QList<Card *>{m_hardware, m_disks, m_systemCard};
    for (Card *card : left)
        m_left->addWidget(card);
    for (Card *card : right)
        m_right->addWidget(card);
    m_left->addStretch(1);
    m_right->addStretch(1);
    m_link->setVisible(!isLocal);
    m_use->setAddable(!isLocal);
}

void MachineCards::setMachine(const engine::MachineSnapshot &machine)
{
    if (machine.id.isValid() && !std::exchange(m_isArranged, true))
        arrange(machine.isLocal);
    m_link->setMachine(machine);
    m_hardware->setMachine(machine);
    m_disks->setDisks(machine.disks);
    showSystem(machine);
    showNotes(machine);
    m_use->refresh();
}

void MachineCards::showSystem(const engine::MachineSnapshot &machine)
{
    m_system->setFacts({{tr("Host name"), machine.hostName},
                        {tr("System"), machine.os},
                        {tr("User"), machine.user},
                        {tr("Batchdeck home"), machine.home, true},
                        {tr("Tools"), QStringList(machine.tools.keys()).join(u", "_s)}});
    m_systemCard->setVisible(machine.cores > 0);
}

void MachineCards::showNotes(const engine::MachineSnapshot &machine)
{
    QList<MarkRow> rows;
    for (const engine::Message &warning : machine.warnings)
        rows.append({Mark::Unusable, tr("warning"), warning.text(), {}});
    for (const engine::Message &ignored : machine.notHonoured)
        rows.append({Mark::Unusable, tr("not honoured"), ignored.text(), tr("From the SSH configuration.")});
    m_notes->setRows(rows);
    m_notesCard->setVisible(!rows.isEmpty());
}

} // namespace ui
