// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/jobtext.h"

#include "models/job/form/jobform.h"
#include "ui/document/faultlist.h"
#include "ui/submit/jsoneditor.h"
#include "ui/theme/icons.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/commandbutton.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/copying.h"

#include <QLabel>

using namespace Qt::StringLiterals;

namespace ui {

JobText::JobText(QWidget *parent) : QWidget(parent), m_json(new JsonEditor(this)), m_faults(new FaultList(this))
{
    setLayout(newColumn({}, 0, {newHead(), {m_json, 1}, m_faults}));
    connect(m_json, &JsonEditor::edited, this, [this] {
        lookForComments();
        emit edited();
    });
    connect(m_faults, &FaultList::placeRequested, m_json, &JsonEditor::goTo);
}

QWidget *JobText::newHead()
{
    auto *head = new QWidget(this);
    auto *title = new QLabel(u"job.json"_s);
    title->setFont(textFont(13, QFont::DemiBold));
    m_commentHint = new QLabel(tr("Changing the form drops the comments; undo brings them back."));
    m_commentHint->setObjectName(u"commentHint"_s);
    m_commentHint->setFont(textFont(12));
    m_commentHint->setMinimumWidth(40);
    m_commentHint->setToolTip(m_commentHint->text());
    m_commentHint->hide();
    auto *copy = new CommandButton(icon(u"copy"_s), tr("Copy"), head);
    connect(copy, &QPushButton::clicked, this, [this] { copyText(m_json->toPlainText()); });
    head->setLayout(newRow({16, 4, 16, 4}, 10, {title, {m_commentHint, 1}, Stretch{0}, copy}));
    return head;
}

QByteArray JobText::text() const
{
    return m_json->toPlainText().toUtf8();
}

void JobText::setText(const QByteArray &text)
{
    m_json->replaceText(text);
    lookForComments();
}

void JobText::lookForComments()
{
    m_commentHint->setVisible(models::hasComments(text()));
}

void JobText::setFaults(const QList<engine::Fault> &faults, const QList<engine::Fault> &warnings)
{
    m_json->setFaults(faults);
    QList<engine::Fault> listed = faults;
    for (engine::Fault &fault : listed) {
        const QString field = models::fieldLabel(models::targetKeys(fault.target).value(0));
        if (fault.line == 0 && !field.isEmpty())
            fault.target = field; // the property is not in the text
    }
    m_faults->setFaults(listed, warnings, engine::ResourceKind::Job);
}

void JobText::light(const QStringList &keys)
{
    m_json->light(keys);
}

} // namespace ui
