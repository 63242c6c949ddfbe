// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/machine/card/linkcard.h"

#include "models/machine/machinewords.h"
#include "models/words.h"
#include "ui/widgets/list/factlist.h"

#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

using engine::LinkState;

LinkCard::LinkCard(QWidget *parent) : Card(tr("Link"), parent), m_facts(new FactList(this))
{
    body()->addWidget(m_facts);
    m_clock.setInterval(1s);
    connect(&m_clock, &QTimer::timeout, this, &LinkCard::showFacts);
}

void LinkCard::setMachine(const engine::MachineSnapshot &machine)
{
    m_machine = machine;
    showFacts();
}

void LinkCard::showFacts()
{
    const bool isOnline = m_machine.link == LinkState::Online;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const bool isDue = m_machine.nextTry.isValid() && !isOnline;
    QString step = isOnline ? QString() : models::word(m_machine.step);
    if (!step.isEmpty() && m_machine.link != LinkState::Connecting)
        step = tr("while %1").arg(step);
    m_facts->setFacts(
        {{tr("State"), models::word(m_machine.link)},
         {tr("Reason"), m_machine.linkReason.text()},
         {m_machine.link == LinkState::Connecting ? tr("Under way") : tr("Stopped"), step},
         {tr("Last news"), models::momentText(m_machine.asOf)},
         {tr("Next try"),
          isDue ? QString(models::untilText(m_machine.nextTry, now) + u", "_s + models::momentText(m_machine.nextTry))
                : QString()},
         {tr("Destination"), m_machine.destination, true},
         {tr("Through"), m_machine.jumps.join(u" → "_s), true},
         {tr("Host key"), m_machine.hostKey, true}});
    isDue ? m_clock.start() : m_clock.stop();
}

} // namespace ui
