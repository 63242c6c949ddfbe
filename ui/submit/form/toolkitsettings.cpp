// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/form/toolkitsettings.h"

#include "ui/submit/form/fieldgrid.h"
#include "ui/submit/form/formmeasures.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"

#include <QComboBox>
#include <QIntValidator>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

bool isCode(const QString &key)
{
    return key.endsWith(u"Path") || key.startsWith(u"commandLine") || key.endsWith(u"CommandLineArgs");
}

} // namespace

ToolkitSettings::ToolkitSettings(QWidget *parent) : QWidget(parent)
{
    setLayout(newColumn({}, usualSpacing));
}

void ToolkitSettings::showToolkit(const QString &toolkit, QWidget *before, QWidget *after)
{
    if (toolkit == m_toolkit && m_grid)
        return;
    for (auto it = m_fields.cbegin(); it != m_fields.cend(); ++it)
        m_typed[it.key()] = text(it.key());
    m_fields.clear();
    delete m_grid;
    m_toolkit = toolkit;
    m_grid = new FieldGrid(this);
    connect(m_grid, &FieldGrid::focusMoved, this, &ToolkitSettings::focusMoved);
    const auto fields = models::toolkitFields(toolkit);
    for (const models::ToolkitField &field : fields) {
        QWidget *widget = newField(field);
        auto *label = new QLabel(field.isRequired ? QString(field.label + u" *"_s) : field.label);
        // A help text that several fields share is only in the tool tip.
        describe(widget, label, field,
                 std::count_if(fields.cbegin(), fields.cend(), [&field](const auto &other) {
                     return other.help == field.help;
                 }) == 1);
        m_grid->addField(toolkit + u'-' + field.key, label, widget, {toolkit, field.key});
        m_fields.insert(field.key, widget);
        setText(field.key, m_typed.value(field.key));
        setTabOrder(before, widget);
        before = widget;
    }
    setTabOrder(before, after);
    layout()->addWidget(m_grid);
    m_grid->show();
}

QWidget *ToolkitSettings::newField(const models::ToolkitField &field)
{
    QWidget *widget = nullptr;
    if (!field.values.isEmpty()) {
        auto *choice = new QComboBox;
        choice->addItem(tr("not given"), QString());
        for (const QString &value : field.values)
            choice->addItem(value, value);
        choice->setFixedWidth(mediumField);
        connect(choice, &QComboBox::activated, this, &ToolkitSettings::edited);
        widget = choice;
    } else {
        auto *line = new QLineEdit;
        if (field.isNumber) {
            line->setValidator(new QIntValidator(field.minimum, 100000, line));
            line->setPlaceholderText(tr("default"));
            line->setFixedWidth(smallField);
        } else if (isCode(field.key)) {
            line->setFont(monoFont());
        }
        connect(line, &QLineEdit::textEdited, this, &ToolkitSettings::edited);
        widget = line;
    }
    widget->setObjectName(field.key);
    return widget;
}

void ToolkitSettings::describe(QWidget *widget, QWidget *label, const models::ToolkitField &field, bool isHelpItsOwn)
{
    if (auto *line = qobject_cast<QLineEdit *>(widget); line && !field.isNumber && isHelpItsOwn)
        line->setPlaceholderText(field.help);
    label->setToolTip(field.isRequired ? tr("Required. %1").arg(field.help) : field.help);
    widget->setAccessibleName(field.isRequired ? tr("%1, required").arg(field.label) : field.label);
    widget->setAccessibleDescription(field.help);
    widget->setToolTip(QString(field.help + u'\n' + m_toolkit + u'.' + field.key));
}

QString ToolkitSettings::text(const QString &key) const
{
    const QWidget *widget = m_fields.value(key);
    if (const auto *choice = qobject_cast<const QComboBox *>(widget))
        return choice->currentData().toString();
    const auto *line = qobject_cast<const QLineEdit *>(widget);
    return line ? line->text() : QString();
}

void ToolkitSettings::setText(const QString &key, const QString &text)
{
    QWidget *widget = m_fields.value(key);
    if (auto *choice = qobject_cast<QComboBox *>(widget)) {
        int index = choice->findData(text, Qt::UserRole, Qt::MatchFixedString);
        if (index < 0) {
            choice->addItem(text, text);
            index = choice->count() - 1;
        }
        choice->setItemData(index, text); // as in the document
        choice->setCurrentIndex(index);
    } else if (auto *line = qobject_cast<QLineEdit *>(widget)) {
        setFromBeginning(line, text);
    }
}

QMap<QString, QString> ToolkitSettings::values() const
{
    QMap<QString, QString> values;
    for (auto it = m_fields.cbegin(); it != m_fields.cend(); ++it) {
        if (const QString one = text(it.key()); !one.isEmpty())
            values.insert(it.key(), one);
    }
    return values;
}

void ToolkitSettings::setValues(const QMap<QString, QString> &values)
{
    for (auto it = m_fields.cbegin(); it != m_fields.cend(); ++it)
        setText(it.key(), values.value(it.key()));
}

void ToolkitSettings::clearFaults()
{
    if (m_grid)
        m_grid->clearFaults();
}

bool ToolkitSettings::showFault(const QString &toolkit, const QString &key, const QString &words)
{
    return m_grid && toolkit == m_toolkit && m_grid->addFault({toolkit + u'-' + key}, words);
}

} // namespace ui
