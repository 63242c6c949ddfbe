// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/form/fieldgrid.h"

#include "ui/submit/form/formmeasures.h"
#include "ui/submit/form/rowseditor.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/faultlabel.h"
#include "ui/widgets/text/tonelabel.h"

#include <QEvent>
#include <QLabel>

namespace ui {

FieldGrid::FieldGrid(QWidget *parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    constexpr int labelWidth = 116;
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(1); // the room for faults separates fields
    m_grid->setColumnMinimumWidth(0, labelWidth);
    m_grid->setColumnStretch(1, 1);
}

void FieldGrid::addField(const QString &name, QLabel *label, QWidget *field, const QStringList &keys)
{
    const int row = m_grid->rowCount();
    const bool isSmall = field->maximumWidth() <= mediumField;
    ToneLabel *fault = newFaultLabel(name, isSmall ? FaultPlace::Beside : FaultPlace::Below);
    label->setBuddy(field);
    m_grid->addWidget(label, row, 0);
    if (isSmall) {
        m_grid->addLayout(newRow({}, 12, {field, {fault, 1}}), row, 1);
        m_grid->setRowMinimumHeight(row, 2 * fault->fontMetrics().lineSpacing() + 4);
    } else {
        m_grid->addWidget(field, row, 1);
        m_grid->addWidget(fault, row + 1, 1);
    }
    keep(name, {field, fault, keys});
}

void FieldGrid::addTable(const QString &name, const QString &title, RowsEditor *table, const QStringList &keys)
{
    const int row = m_grid->rowCount();
    auto *heading = new QLabel(title);
    heading->setFont(textFont(13, QFont::DemiBold));
    heading->setBuddy(table);
    ToneLabel *fault = newFaultLabel(name, FaultPlace::Below);
    m_grid->addLayout(newRow({0, 12, 0, 2}, 12, {heading, {fault, 1}}), row, 0, 1, 2);
    m_grid->addWidget(table, row + 1, 0, 1, 2);
    keep(name, {table, fault, keys});
}

void FieldGrid::keep(const QString &name, const Field &field)
{
    field.widget->installEventFilter(this);
    m_fields.insert(name, field);
}

void FieldGrid::addSection(const QString &title, QWidget *beside)
{
    auto *heading = new QLabel(title);
    heading->setFont(textFont(13, QFont::DemiBold));
    auto *row = newRow({0, m_grid->rowCount() > 1 ? 10 : 0, 0, 2}, usualSpacing, {{heading, 1}});
    if (beside)
        row->addWidget(beside);
    m_grid->addLayout(row, m_grid->rowCount(), 0, 1, 2);
}

void FieldGrid::addWide(QWidget *widget)
{
    m_grid->addWidget(widget, m_grid->rowCount(), 0, 1, 2);
}

void FieldGrid::addBelow(QWidget *widget)
{
    m_grid->addWidget(widget, m_grid->rowCount(), 1);
}

void FieldGrid::addStretch()
{
    m_grid->setRowStretch(m_grid->rowCount(), 1);
}

void FieldGrid::clearFaults()
{
    for (const Field &field : std::as_const(m_fields)) {
        setFault(field.fault, {});
        if (auto *table = qobject_cast<RowsEditor *>(field.widget))
            table->clearFaults();
    }
}

bool FieldGrid::addFault(const QStringList &place, const QString &words)
{
    const auto field = m_fields.constFind(place.value(0));
    if (field == m_fields.constEnd())
        return false;
    const QString before = field->fault->text();
    setFault(field->fault, before.isEmpty() ? words : QString(before + QLatin1Char(' ') + words));
    if (auto *table = qobject_cast<RowsEditor *>(field->widget); table && place.size() > 1)
        table->showFault(place.at(1).toInt(), place.value(2), words);
    return true;
}

bool FieldGrid::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn) {
        for (const Field &field : std::as_const(m_fields)) {
            if (field.widget == watched)
                emit focusMoved(field.keys);
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ui
