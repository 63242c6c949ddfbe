// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/plan/planpanel.h"

#include "ui/submit/plan/planhighlighter.h"
#include "ui/submit/plan/plannodes.h"
#include "ui/submit/plan/plannotices.h"
#include "ui/submit/plan/planquestion.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/commandbutton.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/segments.h"
#include "ui/widgets/text/copying.h"

#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace ui {

PlanPanel::PlanPanel(engine::EngineClient &client, QWidget *parent)
    : QWidget(parent), m_question(new PlanQuestion(client, this)), m_title(new QLabel(tr("What will run"), this)),
      m_notices(new PlanNotices(this)), m_nodes(new PlanNodes(this)), m_section(new QComboBox(this)),
      m_copy(new CommandButton(icon(u"copy"_s), tr("Copy"), this)),
      m_copyAll(new CommandButton(icon(u"layers"_s), tr("Copy all nodes"), this)),
      m_upper(newRow({16, 4, 16, 4}, 10, {m_title, m_nodes->segments(), Stretch{}, m_section, m_copy, m_copyAll})),
      m_lower(newRow({16, 0, 16, 0}, 10, {Stretch{}})), m_text(new QPlainTextEdit(this))
{
    build();
    connect(m_question, &PlanQuestion::answered, this, &PlanPanel::receive);
    connect(m_notices, &PlanNotices::mapRequested, this, &PlanPanel::mapRequested);
    connect(m_nodes, &PlanNodes::changed, this, &PlanPanel::showNode);
    connect(m_section, &QComboBox::activated, this, &PlanPanel::showText);
    connect(m_copy, &QPushButton::clicked, this, [this] { copyText(text()); });
    connect(m_copyAll, &QPushButton::clicked, this, [this] { copyText(models::planText(m_plan)); });
    showPlan({});
}

void PlanPanel::build()
{
    m_title->setTextFormat(Qt::PlainText);
    m_title->setFont(textFont(13, QFont::DemiBold));
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setFont(monoFont());
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(true);
    m_text->document()->setDocumentMargin(16);
    m_text->setAccessibleName(tr("Exact commands"));
    m_text->setObjectName(u"plan"_s);
    new PlanHighlighter(m_text->document());
    m_section->setObjectName(u"planSection"_s);
    m_section->setAccessibleName(tr("Part of the plan"));
    m_section->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_copy->setToolTip(tr("Copy what is shown"));
    m_copyAll->setToolTip(tr("Copy the plan of every node"));
    auto *halves = newRow({}, 0, {m_nodes->list(), {m_text, 1}});
    setLayout(newColumn({}, 0, {m_upper, m_lower, m_notices, {halves, 1}}));
}

void PlanPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

// If one row is too narrow, buttons lose their texts, and nodes and parts move to a second row.
void PlanPanel::arrange()
{
    constexpr int roomy = 560;
    constexpr int narrow = 460;
    for (CommandButton *button : {m_copy, m_copyAll})
        button->setCompact(width() < roomy);
    const bool isBelow = m_lower->indexOf(m_section) >= 0;
    if (isBelow == (width() < narrow))
        return;
    QHBoxLayout *row = isBelow ? m_upper : m_lower;
    row->insertWidget(isBelow ? 1 : 0, m_nodes->segments());
    row->insertWidget(isBelow ? 3 : 2, m_section);
    m_lower->setContentsMargins(16, 0, 16, isBelow ? 0 : 4);
}

void PlanPanel::setTitle(const QString &title)
{
    m_title->setText(title);
}

void PlanPanel::setRequest(const engine::JobRequest &request)
{
    m_question->ask(request);
}

void PlanPanel::askAgain()
{
    m_question->askAgain();
}

bool PlanPanel::isSettled() const
{
    return m_question->isSettled();
}

void PlanPanel::showHint(const QString &text)
{
    m_question->withdraw();
    showPlan({});
    m_text->setPlainText(text);
}

QString PlanPanel::text() const
{
    return m_text->toPlainText();
}

void PlanPanel::receive(const engine::Result<engine::JobPlanSnapshot> &answer)
{
    showPlan(answer ? *answer : engine::JobPlanSnapshot());
    if (!answer)
        m_text->setPlainText(models::refusalText(answer.error()));
    emit planned(m_plan.warnings);
}

void PlanPanel::setTold(const QList<engine::Fault> &warnings)
{
    m_told = warnings;
    showNotices();
}

void PlanPanel::showPlan(const engine::JobPlanSnapshot &plan)
{
    m_plan = plan;
    showNotices();
    m_nodes->setNodes(m_plan.nodes);
    m_copy->setVisible(!m_plan.nodes.isEmpty());
    m_copyAll->setVisible(m_plan.nodes.size() > 1);
    showNode();
}

void PlanPanel::showNotices()
{
    m_notices->setNotices(models::noticesOf(engine::withoutDuplicates(m_plan.warnings, m_told)));
}

void PlanPanel::showNode()
{
    const QVariant before = m_section->currentData();
    m_section->clear();
    if (m_nodes->chosen() < m_plan.nodes.size()) {
        for (const models::PlanSection section : models::sectionsOf(m_plan.nodes.at(m_nodes->chosen())))
            m_section->addItem(models::sectionName(section), int(section));
    }
    m_section->setCurrentIndex(qMax(0, m_section->findData(before)));
    m_section->setVisible(m_section->count() > 1);
    showText();
}

void PlanPanel::showText()
{
    if (m_nodes->chosen() >= m_plan.nodes.size())
        return m_text->clear();
    const auto section = models::PlanSection(m_section->currentData().toInt());
    const QString text = models::planText(m_plan.nodes.at(m_nodes->chosen()), section);
    if (text == m_text->toPlainText())
        return; // keeps the selection
    const int line = m_text->verticalScrollBar()->value();
    m_text->setPlainText(text);
    m_text->verticalScrollBar()->setValue(line);
}

} // namespace ui
