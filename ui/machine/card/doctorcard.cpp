// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/machine/card/doctorcard.h"

#include "engine/base/whenfinished.h"
#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/marklist.h"
#include "ui/widgets/text/tonelabel.h"

#include <QProgressBar>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace ui {

using engine::DoctorFinding;

DoctorCard::DoctorCard(engine::EngineClient &client, const engine::ResourceId &machine, QWidget *parent)
    : QWidget(parent), m_client(client), m_machine(machine), m_card(new Card(tr("Doctor"), this)),
      m_bar(new QProgressBar(this)),
      m_wait(new ToneLabel(ToneLabel::Tone::Quiet,
                           tr("Looking at %1: login shell, tools, disk, clock, limits.").arg(machine.name()), this)),
      m_findings(new MarkList(this))
{
    auto *close = new QToolButton(this);
    close->setIcon(icon(u"x"_s));
    close->setToolTip(tr("Close what the doctor found"));
    close->setAccessibleName(tr("Close what the doctor found"));
    close->setFocusPolicy(Qt::StrongFocus);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    m_card->head()->addWidget(close);
    m_bar->setRange(0, 0);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(8);
    m_bar->setAccessibleName(tr("The doctor looks at %1").arg(machine.name()));
    m_card->body()->addWidget(m_wait);
    m_card->body()->addWidget(m_bar);
    m_card->body()->addWidget(m_findings);
    setLayout(newColumn({}, 0, {m_card}));
    hide();
}

void DoctorCard::examine()
{
    if (m_isRunning)
        return;
    m_isRunning = true;
    m_card->setFact({});
    m_wait->show();
    m_bar->show();
    m_findings->hide();
    QWidget::show();
    engine::whenFinished(m_client.machines.diagnose(m_machine), this, [this](const auto &answer) {
        m_isRunning = false;
        if (answer)
            return show(*answer);
        hide();
        emit failed(answer.error());
    });
}

void DoctorCard::show(const QList<DoctorFinding> &findings)
{
    const QList<models::CheckedRow> rows = models::checkedRows({{m_machine.name(), findings}});
    m_card->setFact(models::checkedCounts(rows));
    m_findings->setRows(markRows(rows));
    m_wait->hide();
    m_bar->hide();
    m_findings->show();
}

} // namespace ui
