// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/configurationtab.h"

#include "engine/api/documents.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/jsonhighlighter.h"
#include "ui/widgets/layouts.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>

using namespace Qt::StringLiterals;

namespace ui {

ConfigurationTab::ConfigurationTab(QWidget *parent) : QWidget(parent), m_text(new QPlainTextEdit(this))
{
    m_text->setReadOnly(true);
    m_text->setFont(monoFont());
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->document()->setDocumentMargin(12);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setAccessibleName(tr("The job's document"));
    new JsonHighlighter(m_text->document());
    auto *copy = new QPushButton(icon(u"copy"_s), tr("Copy"), this);
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_text->toPlainText()); });
    auto *hint = new QLabel(tr("As the engine has it: what was submitted, its defaults, and what became of it."), this);
    hint->setForegroundRole(QPalette::PlaceholderText);
    hint->setMinimumWidth(60);
    auto *tools = newRow({16, 6, 16, 6}, usualSpacing, {{hint, 1}, copy});
    setLayout(newColumn({}, 0, {tools, {m_text, 1}}));
}

void ConfigurationTab::setDocument(const QJsonObject &document)
{
    const QString text = QString::fromUtf8(engine::writeDocument(engine::ResourceKind::Job, document));
    if (text == m_text->toPlainText() || m_text->textCursor().hasSelection())
        return; // what somebody is about to copy must not move
    const int line = m_text->verticalScrollBar()->value();
    m_text->setPlainText(text);
    m_text->verticalScrollBar()->setValue(line);
}

} // namespace ui
