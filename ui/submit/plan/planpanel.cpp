// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/plan/planpanel.h"

#include "engine/base/whenfinished.h"
#include "ui/submit/plan/planhighlighter.h"
#include "ui/submit/plan/plannotices.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/commandbutton.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/tables.h"
#include "ui/widgets/page/segments.h"
#include "ui/widgets/text/copying.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTableView>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

namespace {

constexpr int fewNodes = 3; // beside the title; more are a list
constexpr int listWidth = 220;

} // namespace

PlanPanel::PlanPanel(engine::EngineClient &client, QWidget *parent)
    : QWidget(parent), m_client(client), m_title(new QLabel(tr("What will run"), this)),
      m_notices(new PlanNotices(this)), m_few(new Segments(tr("Node"), this)), m_names(new QStandardItemModel(this)),
      m_many(makeTable(this)), m_section(new QComboBox(this)),
      m_copy(new CommandButton(icon(u"copy"_s), tr("Copy"), this)),
      m_copyAll(new CommandButton(icon(u"layers"_s), tr("Copy all nodes"), this)),
      m_upper(newRow({16, 4, 16, 4}, 10, {m_title, m_few, Stretch{}, m_section, m_copy, m_copyAll})),
      m_lower(newRow({16, 0, 16, 0}, 10, {Stretch{}})), m_text(new QPlainTextEdit(this))
{
    build();
    m_delay.setSingleShot(true);
    m_delay.setInterval(300ms);
    connect(&m_delay, &QTimer::timeout, this, &PlanPanel::ask);
    connect(m_notices, &PlanNotices::mapRequested, this, &PlanPanel::mapRequested);
    connect(m_few, &Segments::currentChanged, this, &PlanPanel::showNode);
    connect(m_many->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &index) { showNode(index.row()); });
    connect(m_section, &QComboBox::activated, this, &PlanPanel::showText);
    connect(m_copy, &QPushButton::clicked, this, [this] { copyText(text()); });
    connect(m_copyAll, &QPushButton::clicked, this, [this] { copyText(models::planText(m_plan)); });
    showNodes();
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
    m_many->setObjectName(u"planNodes"_s);
    m_many->setAccessibleName(tr("Nodes of the plan"));
    m_many->setModel(m_names);
    m_many->horizontalHeader()->hide();
    m_many->setFixedWidth(listWidth);
    m_many->setColumnWidth(0, listWidth / 2 - 10);

    auto *halves = newRow({}, 0, {m_many, {m_text, 1}});
    setLayout(newColumn({}, 0, {m_upper, m_lower, m_notices, {halves, 1}}));
}

void PlanPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

// Where one row is too short, the buttons lose their words, and nodes and parts go below.
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
    row->insertWidget(isBelow ? 1 : 0, m_few);
    row->insertWidget(isBelow ? 3 : 2, m_section);
    m_lower->setContentsMargins(16, 0, 16, isBelow ? 0 : 4);
}

void PlanPanel::setTitle(const QString &title)
{
    m_title->setText(title);
}

void PlanPanel::setRequest(const engine::JobRequest &request)
{
    m_request = request;
    m_delay.start();
}

void PlanPanel::askAgain()
{
    if (m_request.id.isValid())
        m_delay.start();
}

void PlanPanel::showHint(const QString &text)
{
    m_request = {};
    showInstead(text);
}

void PlanPanel::showInstead(const QString &text)
{
    m_delay.stop();
    m_answered = ++m_asked;
    m_plan = {};
    showNotices();
    showNodes();
    m_text->setPlainText(text);
}

QString PlanPanel::text() const
{
    return m_text->toPlainText();
}

void PlanPanel::ask()
{
    const quint64 question = ++m_asked;
    engine::whenFinished(m_client.jobs.plan(m_request), this, [this, question](const auto &answer) {
        if (question == m_asked)
            receive(answer);
    });
}

void PlanPanel::receive(const engine::Result<engine::JobPlanSnapshot> &answer)
{
    m_answered = m_asked;
    if (answer) {
        m_plan = *answer;
        showNotices();
        showNodes();
    } else {
        showInstead(models::refusalText(answer.error()));
    }
    emit planned(m_plan.warnings);
}

void PlanPanel::setTold(const QList<engine::Fault> &warnings)
{
    m_told = warnings;
    showNotices();
}

void PlanPanel::showNotices()
{
    m_notices->setNotices(models::noticesOf(engine::withoutTold(m_plan.warnings, m_told)));
}

void PlanPanel::showNodes()
{
    const qsizetype count = m_plan.nodes.size();
    QStringList names;
    for (const engine::JobPlanNode &node : std::as_const(m_plan.nodes))
        names.append(node.node);
    m_node = count == 0 ? 0 : qMin(m_node, int(count) - 1);
    const bool isMany = count > fewNodes;
    const QSignalBlocker quietFew(m_few);
    m_few->setTexts(count > 1 && !isMany ? names : QStringList());
    m_few->setVisible(count > 1 && !isMany);
    m_few->setCurrent(m_node);
    const QSignalBlocker quietMany(m_many->selectionModel());
    m_names->setRowCount(0);
    for (qsizetype i = 0; isMany && i < count; ++i) {
        auto *fact = new QStandardItem(models::nodeFact(m_plan.nodes.at(i)));
        fact->setToolTip(fact->text());
        m_names->appendRow({new QStandardItem(names.at(i)), fact});
    }
    m_many->setVisible(isMany);
    if (isMany)
        m_many->setCurrentIndex(m_names->index(m_node, 0));
    m_copy->setVisible(count > 0);
    m_copyAll->setVisible(count > 1);
    showNode(m_node);
}

void PlanPanel::showNode(int node)
{
    m_node = qMax(0, node);
    const QVariant before = m_section->currentData();
    m_section->clear();
    if (m_node < m_plan.nodes.size()) {
        for (const models::PlanSection section : models::sectionsOf(m_plan.nodes.at(m_node)))
            m_section->addItem(models::sectionName(section), int(section));
    }
    m_section->setCurrentIndex(qMax(0, m_section->findData(before)));
    m_section->setVisible(m_section->count() > 1);
    showText();
}

void PlanPanel::showText()
{
    if (m_node >= m_plan.nodes.size())
        return m_text->clear();
    const auto section = models::PlanSection(m_section->currentData().toInt());
    const QString text = models::planText(m_plan.nodes.at(m_node), section);
    if (text == m_text->toPlainText())
        return; // what is selected stays so
    const int line = m_text->verticalScrollBar()->value();
    m_text->setPlainText(text);
    m_text->verticalScrollBar()->setValue(line);
}

} // namespace ui
