// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/list/card.h"

#include "ui/theme/style.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/tonelabel.h"

namespace ui {

Card::Card(const QString &title, QWidget *parent)
    : QFrame(parent), m_title(new ToneLabel(ToneLabel::Tone::Text, title, this, textFont(13, QFont::DemiBold))),
      m_fact(new ToneLabel(ToneLabel::Tone::Quiet, {}, this, textFont(12))),
      m_head(newRow({}, 8, {m_title, {m_fact, 1}, Stretch{0}})), m_body(newColumn({}, 6))
{
    setFrameShape(QFrame::StyledPanel);
    setProperty(cardProperty, true);
    setAccessibleName(title);
    m_title->setWordWrap(false);
    m_fact->hide();
    setLayout(newColumn({12, 8, 12, 12}, 8, {m_head, m_body}));
}

void Card::setTitle(const QString &title)
{
    m_title->setText(title);
    setAccessibleName(title);
}

void Card::setFact(const QString &fact)
{
    m_fact->setText(fact);
    m_fact->setVisible(!fact.isEmpty());
}

} // namespace ui
