// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/list/factlist.h"

#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/linklabel.h"
#include "ui/widgets/text/tonelabel.h"

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int labelWidth = 108;

} // namespace

FactList::FactList(QWidget *parent) : QWidget(parent), m_grid(newGrid({}, 12, 5, this))
{
    m_grid->setColumnMinimumWidth(0, labelWidth);
    m_grid->setColumnStretch(1, 1);
}

void FactList::setFacts(QList<Fact> facts)
{
    facts.removeIf([](const Fact &fact) { return fact.value.isEmpty(); });
    if (facts == m_facts)
        return;
    // Changed values keep their widgets, and so their selections.
    const bool sameShape = facts.size() == m_facts.size()
        && std::equal(facts.cbegin(), facts.cend(), m_facts.cbegin(), [](const Fact &a, const Fact &b) {
                               return a.label == b.label && a.isCode == b.isCode && a.target == b.target;
                           });
    m_facts = std::move(facts);
    if (!sameShape)
        return build();
    for (qsizetype i = 0; i < m_facts.size(); ++i) {
        if (!m_facts[i].target.isValid())
            static_cast<QLabel *>(m_widgets[2 * i + 1])->setText(m_facts[i].value);
        m_widgets[2 * i + 1]->setAccessibleName(QString(m_facts[i].label + u": "_s + m_facts[i].value));
    }
}

QString FactList::valueOf(const QString &label) const
{
    for (const Fact &fact : m_facts) {
        if (fact.label == label)
            return fact.value;
    }
    return {};
}

void FactList::build()
{
    for (QWidget *widget : std::as_const(m_widgets)) {
        widget->hide();
        widget->deleteLater();
    }
    m_widgets.clear();
    for (int row = 0; row < m_facts.size(); ++row) {
        const Fact &fact = m_facts[row];
        auto *label = new ToneLabel(ToneLabel::Tone::Quiet, fact.label, this);
        QWidget *value = valueWidget(fact);
        value->setAccessibleName(QString(fact.label + u": "_s + fact.value));
        m_grid->addWidget(label, row, 0, Qt::AlignTop);
        m_grid->addWidget(value, row, 1, Qt::AlignTop);
        m_widgets << label << value;
        label->show();
        value->show();
    }
}

QWidget *FactList::valueWidget(const Fact &fact)
{
    if (!fact.target.isValid()) {
        auto *value = new ToneLabel(ToneLabel::Tone::Text, fact.value, this);
        if (fact.isCode)
            value->setFont(monoFont());
        return value;
    }
    auto *link = new LinkLabel(LinkText().addLink(fact.value, u"x"_s), this);
    if (fact.isCode)
        link->setFont(monoFont());
    link->setWordWrap(true);
    link->setTextInteractionFlags(Qt::TextBrowserInteraction);
    link->setFocusPolicy(Qt::StrongFocus);
    connect(link, &QLabel::linkActivated, this, [this, target = fact.target] { emit openRequested(target); });
    return link;
}

} // namespace ui
