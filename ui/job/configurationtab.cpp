// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/configurationtab.h"

#include "ui/document/documentview.h"
#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/copying.h"

#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

ConfigurationTab::ConfigurationTab(QWidget *parent)
    : QWidget(parent), m_text(new DocumentView(tr("The job's document"), this))
{
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->document()->setDocumentMargin(12);
    auto *copy = new QPushButton(icon(u"copy"_s), tr("Copy"), this);
    connect(copy, &QPushButton::clicked, this, [this] { copyText(m_text->toPlainText()); });
    auto *hint = new QLabel(tr("As the engine has it: what was submitted, its defaults, and what became of it."), this);
    hint->setForegroundRole(QPalette::PlaceholderText);
    hint->setMinimumWidth(60);
    auto *tools = newRow({16, 6, 16, 6}, usualSpacing, {{hint, 1}, copy});
    setLayout(newColumn({}, 0, {tools, {m_text, 1}}));
}

void ConfigurationTab::setDocument(const QJsonObject &document)
{
    m_text->setDocumentOf(engine::ResourceKind::Job, document);
}

} // namespace ui
