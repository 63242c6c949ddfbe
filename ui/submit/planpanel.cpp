// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/planpanel.h"

#include "engine/base/whenfinished.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/segments.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

PlanPanel::PlanPanel(engine::EngineClient &client, QWidget *parent)
    : QWidget(parent), m_client(client), m_nodes(new Segments(tr("Node"), this)), m_text(new QPlainTextEdit(this))
{
    auto *title = new QLabel(tr("What will run"), this);
    title->setFont(textFont(13, QFont::DemiBold));
    m_text->setReadOnly(true);
    m_text->setFont(monoFont());
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->document()->setDocumentMargin(12);
    m_text->setAccessibleName(tr("Exact commands"));
    m_text->setObjectName(u"plan"_s);
    auto *copy = new QPushButton(icon(u"copy"_s), tr("Copy"), this);
    connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(text()); });
    auto *tools = new QHBoxLayout;
    tools->setContentsMargins(16, 4, 16, 4);
    tools->setSpacing(10);
    tools->addWidget(title);
    tools->addWidget(m_nodes);
    tools->addStretch(1);
    tools->addWidget(copy);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(tools);
    column->addWidget(m_text, 1);
    m_delay.setSingleShot(true);
    m_delay.setInterval(300ms);
    connect(&m_delay, &QTimer::timeout, this, &PlanPanel::ask);
    connect(m_nodes, &Segments::currentChanged, this, [this](int node) {
        if (node >= 0 && node < m_plan.nodes.size())
            m_text->setPlainText(m_plan.nodes.at(node).text);
    });
}

void PlanPanel::setRequest(const engine::JobRequest &request)
{
    m_request = request;
    m_delay.start();
}

void PlanPanel::showHint(const QString &text)
{
    m_delay.stop();
    m_answered = ++m_asked;
    m_plan = {};
    m_nodes->setTexts({});
    m_text->setPlainText(text);
}

QString PlanPanel::text() const
{
    return m_text->toPlainText();
}

void PlanPanel::ask()
{
    const quint64 question = ++m_asked;
    engine::whenFinished(m_client.planJob(m_request), this,
                         [this, question](const engine::Result<engine::JobPlanSnapshot> &answer) {
                             if (question == m_asked)
                                 receive(answer);
                         });
}

void PlanPanel::receive(const engine::Result<engine::JobPlanSnapshot> &answer)
{
    m_answered = m_asked;
    if (!answer)
        return showHint(answer.error().message.text());
    m_plan = *answer;
    QStringList names;
    for (const engine::JobPlanNode &node : std::as_const(m_plan.nodes))
        names.append(node.node);
    m_nodes->setTexts(names);
    m_text->setPlainText(m_plan.nodes.value(qMax(0, m_nodes->current())).text);
}

} // namespace ui
