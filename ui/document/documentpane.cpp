// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/document/documentpane.h"

#include "models/document/wantedsecrets.h"
#include "ui/document/checkelsewhere.h"
#include "ui/document/faultlist.h"
#include "ui/submit/jsoneditor.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/tonelabel.h"

#include <QLabel>
#include <QLocale>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

DocumentPane::DocumentPane(const models::OpenedDocument &document, QWidget *parent)
    : QWidget(parent), m_kind(document.kind), m_json(new JsonEditor(this)), m_faults(new FaultList(this)),
      m_verdict(new ToneLabel(ToneLabel::Tone::Quiet, {}, this, textFont(12)))
{
    setObjectName(u"documentPane"_s);
    auto *name = new QLabel(document.name, this);
    name->setTextFormat(Qt::PlainText);
    name->setFont(textFont(13, QFont::DemiBold));
    m_verdict->setObjectName(u"documentVerdict"_s);
    m_verdict->setWordWrap(false);
    auto *head = newRow({16, 8, 16, 8}, 10, {name, {m_verdict, 1}});
    setLayout(newColumn({}, 0, {head, {m_json, 1}, m_faults}));
    m_json->setAccessibleName(tr("The document as JSON"));
    m_delay.setSingleShot(true);
    m_delay.setInterval(150ms);
    connect(&m_delay, &QTimer::timeout, this, &DocumentPane::read);
    connect(m_json, &JsonEditor::edited, &m_delay, qOverload<>(&QTimer::start));
    connect(m_json, &JsonEditor::edited, this, &DocumentPane::edited);
    connect(m_faults, &FaultList::placeRequested, m_json, &JsonEditor::goTo);
    m_json->replaceText(document.text);
    read();
}

QByteArray DocumentPane::text() const
{
    return m_json->toPlainText().toUtf8();
}

void DocumentPane::setText(const QByteArray &text)
{
    m_json->replaceText(text);
    read();
}

void DocumentPane::read()
{
    const bool isResource = models::resourceKindOf(m_kind) != engine::ResourceKind::Group;
    if (!isResource && m_kind == models::DocumentKind::Export)
        return emit checked();
    const quint64 asked = ++m_asked;
    whenChecked(models::resourceKindOf(m_kind), text(), this, [this, asked](const engine::DocumentCheck &check) {
        if (asked == m_asked)
            receive(check);
    });
}

void DocumentPane::readNow()
{
    m_delay.stop();
    ++m_asked;
    receive(engine::checkDocument(models::resourceKindOf(m_kind), text()));
}

void DocumentPane::receive(const engine::DocumentCheck &check)
{
    m_checked = m_asked;
    m_check = check;
    if (m_kind == models::DocumentKind::Cluster) // without faults of secrets, which are asked for at the creation
        m_check.faults = models::withoutWanted(engine::ResourceKind::Cluster, check.faults, check.document);
    const QLocale locale;
    const qsizetype faults = m_check.faults.size();
    m_verdict->setTone(faults > 0 ? ToneLabel::Tone::Failed : ToneLabel::Tone::Quiet);
    m_verdict->setText(faults == 0       ? m_kind == models::DocumentKind::Unknown ? QString() : tr("valid")
                                 : faults == 1 ? tr("1 fault")
                                         : tr("%1 faults").arg(locale.toString(faults)));
    m_json->setFaults(m_check.faults);
    // Warnings make no sense for an unknown document.
    m_faults->setFaults(m_check.faults,
                        m_kind == models::DocumentKind::Unknown ? QList<engine::Fault>() : check.warnings,
                        models::resourceKindOf(m_kind));
    emit checked();
}

void DocumentPane::showFaults(const QList<engine::Fault> &faults)
{
    m_json->setFaults(faults);
    m_faults->setFaults(faults, m_check.warnings, models::resourceKindOf(m_kind));
}

} // namespace ui
