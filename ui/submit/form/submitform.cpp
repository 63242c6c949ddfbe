// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/form/submitform.h"

#include "ui/submit/form/clusterpicker.h"
#include "ui/submit/form/fetchrows.h"
#include "ui/submit/form/fieldgrid.h"
#include "ui/submit/form/formmeasures.h"
#include "ui/submit/form/toolkitpicker.h"
#include "ui/submit/form/toolkitsettings.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/text/tonelabel.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace ui {

SubmitForm::SubmitForm(QWidget *parent) : QScrollArea(parent), m_fields(new FieldGrid)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Fields of the job"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setBackgroundRole(QPalette::Base);
    m_fields->setBackgroundRole(QPalette::Base);
    m_fields->layout()->setContentsMargins(16, 12, 16, 16);
    connect(m_fields, &FieldGrid::focusMoved, this, &SubmitForm::focusMoved);

    m_toolkit = new ToolkitPicker;
    m_fields->addSection(tr("Toolkit"), m_toolkit->moreButton());
    m_fields->addWide(m_toolkit);
    connect(m_toolkit, &ToolkitPicker::chosen, this, [this](const QString &toolkit) {
        m_settings->showToolkit(toolkit, m_nodes, m_stopAfter);
        emit edited();
    });
    m_fields->addSection(tr("Job"));
    m_name = addLine(u"name"_s, {u"name"_s});
    disconnect(m_name, &QLineEdit::textEdited, this, &SubmitForm::edited);
    connect(m_name, &QLineEdit::textEdited, this, &SubmitForm::nameEdited);
    m_cluster = new ClusterPicker;
    m_cluster->setObjectName(u"cluster"_s);
    addField(m_cluster, {u"cluster"_s});
    connect(m_cluster, &QComboBox::activated, this, &SubmitForm::edited);
    m_fields->addBelow(m_cluster->remedy());
    m_nodes = new QSpinBox;
    m_nodes->setObjectName(u"nodes"_s);
    m_nodes->setRange(1, 100000);
    m_nodes->setFixedWidth(smallField);
    addField(m_nodes, {u"nodeCount"_s});
    m_nodes->findChild<QLineEdit *>()->setAccessibleName(m_nodes->accessibleName());
    connect(m_nodes, &QSpinBox::valueChanged, this, &SubmitForm::edited);
    m_settings = new ToolkitSettings;
    connect(m_settings, &ToolkitSettings::edited, this, &SubmitForm::edited);
    connect(m_settings, &ToolkitSettings::focusMoved, this, &SubmitForm::focusMoved);
    m_fields->addWide(m_settings);
    m_stopAfter = addLine(u"stopAfter"_s, {u"constraints"_s, u"maxWallClockTime"_s}, tr("7 d, or 1 h 30 min"),
                          u"maxWallClockTime"_s);
    m_priority = new QComboBox;
    m_priority->setObjectName(u"priority"_s);
    for (const auto &[value, word] : {std::pair(QString(), tr("normal (default)")),
                                      {u"low"_s, tr("low")},
                                      {u"normal"_s, tr("normal")},
                                      {u"high"_s, tr("high")}})
        m_priority->addItem(word, value);
    m_priority->setFixedWidth(mediumField);
    addField(m_priority, {u"schedulingPriority"_s});
    connect(m_priority, &QComboBox::activated, this, &SubmitForm::edited);
    m_preparation = addLine(u"preparation"_s, {u"jobPreparation"_s, u"commandLine"_s}, tr("runs on each node first"));
    m_output = addLine(u"stdout"_s, {u"stdOutErrPathPrefix"_s}, tr("directory on the node"));
    m_environment = addTable(u"environmentVariables"_s, new RowsEditor({u"name"_s, u"value"_s}));
    m_inputs = addTable(u"inputDirectories"_s, new RowsEditor({u"id"_s, u"path"_s}));
    m_outputs = addTable(u"outputDirectories"_s, new RowsEditor({u"id"_s, u"pathPrefix"_s, u"pathSuffix"_s}));
    m_fetched = addTable(u"fetch"_s, newFetchRows());
    m_fields->addWide(new ToneLabel(ToneLabel::Tone::Faint, fetchRowsHint(), nullptr, textFont(12)));
    m_fields->addStretch();
    setWidget(m_fields);
    setMinimumWidth(m_fields->minimumSizeHint().width() + 12); // plus a scroll bar
}

QLineEdit *SubmitForm::addLine(const QString &objectName, const QStringList &keys, const QString &hint,
                               const QString &label)
{
    auto *line = new QLineEdit;
    line->setObjectName(objectName);
    line->setPlaceholderText(hint);
    if (objectName == u"name" || objectName == u"stopAfter")
        line->setFixedWidth(mediumField);
    else
        line->setFont(monoFont());
    addField(line, keys, label);
    connect(line, &QLineEdit::textEdited, this, &SubmitForm::edited);
    return line;
}

void SubmitForm::addField(QWidget *field, const QStringList &keys, const QString &label)
{
    auto *words = new QLabel(models::fieldLabel(label.isEmpty() ? keys.constFirst() : label));
    field->setAccessibleName(words->text());
    m_fields->addField(keys.constFirst(), words, field, keys);
}

RowsEditor *SubmitForm::addTable(const QString &key, RowsEditor *table)
{
    table->setObjectName(key);
    table->setAccessibleName(models::fieldLabel(key));
    m_fields->addTable(key, table->accessibleName(), table,
                       key == u"fetch" ? QStringList{u"x-batchdeck"_s, key} : QStringList{key});
    connect(table, &RowsEditor::edited, this, &SubmitForm::edited);
    return table;
}

QString SubmitForm::name() const
{
    return m_name->text();
}

// A name that is selected stays so, as typing is to replace it.
void SubmitForm::setName(const QString &name)
{
    const bool isSelected = m_name->hasSelectedText() && m_name->selectedText() == m_name->text();
    m_name->setText(name);
    if (isSelected)
        m_name->selectAll();
}

void SubmitForm::takeFocus()
{
    m_name->setFocus(Qt::OtherFocusReason);
    m_name->selectAll();
    ensureWidgetVisible(m_name);
}

QString SubmitForm::cluster() const
{
    return m_cluster->path();
}

models::JobForm SubmitForm::form() const
{
    models::JobForm form;
    form.cluster = cluster();
    form.nodeCount = m_nodes->value();
    form.toolkit = m_toolkit->current();
    form.settings = m_settings->values();
    form.stopAfter = m_stopAfter->text();
    form.priority = m_priority->currentData().toString();
    form.preparation = m_preparation->text();
    form.standardOutput = m_output->text();
    form.environment = m_environment->rows();
    form.inputs = m_inputs->rows();
    form.outputs = m_outputs->rows();
    form.fetched = m_fetched->rows();
    return form;
}

void SubmitForm::setForm(const models::JobForm &form)
{
    const QSignalBlocker quiet(m_nodes);
    m_cluster->setPath(form.cluster);
    m_nodes->setValue(form.nodeCount);
    m_toolkit->setCurrent(form.toolkit);
    m_settings->showToolkit(form.toolkit, m_nodes, m_stopAfter);
    m_settings->setValues(form.settings);
    setFromBeginning(m_stopAfter, form.stopAfter);
    m_priority->setCurrentIndex(qMax(0, m_priority->findData(form.priority)));
    setFromBeginning(m_preparation, form.preparation);
    setFromBeginning(m_output, form.standardOutput);
    m_environment->setRows(form.environment);
    m_inputs->setRows(form.inputs);
    m_outputs->setRows(form.outputs);
    m_fetched->setRows(form.fetched);
}

QList<engine::Fault> SubmitForm::setFaults(const QList<engine::Fault> &faults)
{
    m_fields->clearFaults();
    m_settings->clearFaults();
    QList<engine::Fault> homeless;
    for (const engine::Fault &fault : faults) {
        QStringList keys = models::targetKeys(fault.target);
        if (keys.value(0) == u"x-batchdeck")
            keys.removeFirst();
        if (keys.value(0) == u"cluster" && !m_cluster->remedy()->isHidden())
            continue; // the picker shows the fault, with a remedy
        const QString words = models::formWords(fault);
        if (!m_settings->showFault(keys.value(0), keys.value(1), words) && !m_fields->addFault(keys, words))
            homeless.append(fault);
    }
    return homeless;
}

} // namespace ui
