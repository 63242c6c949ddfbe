// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/machine/card/hardwarecard.h"

#include "models/machine/machinewords.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/list/factlist.h"
#include "ui/widgets/text/tonelabel.h"

#include <QVBoxLayout>

namespace ui {

HardwareCard::HardwareCard(QWidget *parent)
    : Card(tr("Hardware"), parent),
      m_words(new ToneLabel(ToneLabel::Tone::Text, {}, this, textFont(18, QFont::DemiBold))), m_gpus(new FactList(this))
{
    body()->addWidget(m_words);
    body()->addWidget(m_gpus);
}

void HardwareCard::setMachine(const engine::MachineSnapshot &machine)
{
    const bool isKnown = machine.cores > 0;
    m_words->setText(isKnown ? models::hardwareText(machine) : tr("not known yet"));
    setFact(isKnown && machine.link != engine::LinkState::Online ? tr("as of %1").arg(models::momentText(machine.asOf))
                                                                 : QString());
    const QStringList lines = models::gpuLines(machine.gpus);
    QList<Fact> gpus;
    for (qsizetype i = 0; i < lines.size(); ++i)
        gpus.append({i == 0 ? tr("GPUs") : QString(), lines[i]});
    m_gpus->setFacts(gpus);
    m_gpus->setVisible(!gpus.isEmpty());
}

} // namespace ui
