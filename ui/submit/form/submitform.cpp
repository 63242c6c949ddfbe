// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/form/submitform.h"

#include "ui/submit/form/fetchrows.h"
#include "ui/submit/form/formmeasures.h"
#include "ui/submit/form/toolkitpicker.h"
#include "ui/submit/form/toolkitsettings.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace ui {

SubmitForm::SubmitForm(QWidget *parent) : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Fields of the job"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setBackgroundRole(QPalette::Base);
    auto *content = new QWidget;
    content->setBackgroundRole(QPalette::Base);
    m_grid = new QGridLayout(content);
    arrangeForm(m_grid);
    m_grid->setContentsMargins(16, 12, 16, 16);

    m_toolkit = new ToolkitPicker;
    addSection(tr("Toolkit"), m_toolkit->moreButton());
    m_grid->addWidget(m_toolkit, m_grid->rowCount(), 0, 1, 2);
    m_toolkit->installEventFilter(this);
    connect(m_toolkit, &ToolkitPicker::chosen, this, [this](const QString &toolkit) {
        m_settings->showToolkit(toolkit, m_nodes, m_stopAfter);
        emit edited();
    });
    addSection(tr("Job"));
    m_name = addLine(u"name"_s, {u"name"_s});
    disconnect(m_name, &QLineEdit::textEdited, this, &SubmitForm::edited);
    connect(m_name, &QLineEdit::textEdited, this, &SubmitForm::nameEdited);
    m_cluster = new QComboBox;
    m_cluster->setObjectName(u"cluster"_s);
    addField(m_cluster, {u"cluster"_s});
    connect(m_cluster, &QComboBox::activated, this, &SubmitForm::edited);
    addClusterRemedy();
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
    m_grid->addWidget(m_settings, m_grid->rowCount(), 0, 1, 2);
    m_stopAfter = addLine(u"stopAfter"_s, {u"constraints"_s, u"maxWallClockTime"_s}, tr("7 d, or 1 h 30 min"));
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
    m_preparation = addLine(u"preparation"_s, {u"jobPreparation"_s}, tr("runs on each node first"));
    m_fields[u"jobPreparation"_s].keys.append(u"commandLine"_s);
    m_output = addLine(u"stdout"_s, {u"stdOutErrPathPrefix"_s}, tr("directory on the node"));
    m_environment = addTable(u"environmentVariables"_s, new RowsEditor({u"name"_s, u"value"_s}));
    m_inputs = addTable(u"inputDirectories"_s, new RowsEditor({u"id"_s, u"path"_s}));
    m_outputs = addTable(u"outputDirectories"_s, new RowsEditor({u"id"_s, u"pathPrefix"_s, u"pathSuffix"_s}));
    m_fetched = addTable(u"fetch"_s, newFetchRows());
    m_fields[u"fetch"_s].keys.prepend(u"x-batchdeck"_s);
    auto *hint = new ToneLabel(ToneLabel::Tone::Faint, fetchRowsHint(), nullptr, textFont(12));
    m_grid->addWidget(hint, m_grid->rowCount(), 0, 1, 2);
    m_grid->setRowStretch(m_grid->rowCount(), 1);
    setWidget(content);
    setMinimumWidth(content->minimumSizeHint().width() + 12); // and a scroll bar
}

QLineEdit *SubmitForm::addLine(const QString &objectName, const QStringList &keys, const QString &hint)
{
    const QString &key = keys.constFirst();
    auto *line = new QLineEdit;
    line->setObjectName(objectName);
    line->setPlaceholderText(hint);
    if (key == u"name" || key == u"constraints")
        line->setFixedWidth(mediumField);
    else
        line->setFont(monoFont());
    addField(line, keys);
    connect(line, &QLineEdit::textEdited, this, &SubmitForm::edited);
    return line;
}

void SubmitForm::addField(QWidget *field, const QStringList &keys)
{
    auto *label = new QLabel(models::fieldLabel(keys.constLast()));
    field->setAccessibleName(label->text());
    field->installEventFilter(this);
    m_fields.insert(keys.constFirst(), addFormRow(m_grid, label, field, keys.constFirst(), keys));
}

void SubmitForm::addSection(const QString &title, QWidget *beside)
{
    auto *heading = new QLabel(title);
    heading->setFont(textFont(13, QFont::DemiBold));
    auto *row = newRow({0, m_grid->rowCount() > 1 ? 10 : 0, 0, 2}, usualSpacing, {{heading, 1}});
    if (beside)
        row->addWidget(beside);
    m_grid->addLayout(row, m_grid->rowCount(), 0, 1, 2);
}

void SubmitForm::addClusterRemedy()
{
    m_noCluster = new QWidget;
    m_noCluster->setObjectName(u"noCluster"_s);
    auto *why = new QLabel(tr("There is no cluster yet."));
    why->setFont(textFont(12));
    why->setWordWrap(true);
    auto *use = new QPushButton(tr("Use this computer"));
    use->setObjectName(u"useThisComputer"_s);
    connect(use, &QPushButton::clicked, this, &SubmitForm::useThisComputerRequested);
    m_noCluster->setLayout(newRow({0, 0, 0, 4}, usualSpacing, {{why, 1}, use}));
    m_noCluster->hide();
    m_grid->addWidget(m_noCluster, m_grid->rowCount(), 1);
}

RowsEditor *SubmitForm::addTable(const QString &key, RowsEditor *table)
{
    const int row = m_grid->rowCount();
    auto *heading = new QLabel(models::fieldLabel(key));
    heading->setFont(textFont(13, QFont::DemiBold));
    heading->setBuddy(table);
    table->setObjectName(key);
    table->setAccessibleName(heading->text());
    table->installEventFilter(this);
    auto *fault = newFaultLabel(key, FaultPlace::Below);
    m_grid->addLayout(newRow({0, 12, 0, 2}, 12, {heading, {fault, 1}}), row, 0, 1, 2);
    m_grid->addWidget(table, row + 1, 0, 1, 2);
    m_fields.insert(key, {table, fault, {key}});
    connect(table, &RowsEditor::edited, this, &SubmitForm::edited);
    return table;
}

bool SubmitForm::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn) {
        for (const FormField &field : std::as_const(m_fields)) {
            if (field.widget == watched)
                emit focusMoved(field.keys);
        }
    }
    return QScrollArea::eventFilter(watched, event);
}

QString SubmitForm::name() const
{
    return m_name->text();
}

void SubmitForm::setName(const QString &name)
{
    m_name->setText(name);
}

void SubmitForm::setClusters(const QList<engine::ResourceId> &clusters, const engine::ResourceId &workspace)
{
    const QString chosen = cluster();
    m_cluster->clear();
    for (const bool own : {true, false}) {
        for (const engine::ResourceId &id : clusters) {
            const engine::ResourceId &holder = id.parent();
            if ((holder == workspace) == own)
                m_cluster->addItem(own ? id.name()
                                       : tr("%1 in %2 / %3").arg(id.name(), holder.groupName(), holder.name()),
                                   id.toString());
        }
    }
    m_noCluster->setVisible(clusters.isEmpty());
    m_cluster->setEnabled(!clusters.isEmpty() || !chosen.isEmpty());
    const int index = m_cluster->findData(chosen, Qt::UserRole, Qt::MatchFixedString);
    if (index < 0 && !chosen.isEmpty())
        m_cluster->addItem(chosen, chosen);
    m_cluster->setCurrentIndex(chosen.isEmpty() ? 0 : m_cluster->findData(chosen, Qt::UserRole, Qt::MatchFixedString));
}

void SubmitForm::chooseCluster(const engine::ResourceId &id)
{
    const int index = m_cluster->findData(id.toString(), Qt::UserRole, Qt::MatchFixedString);
    if (id.isValid() && index >= 0)
        m_cluster->setCurrentIndex(index);
}

QString SubmitForm::cluster() const
{
    return m_cluster->currentData().toString();
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
    if (!form.cluster.isEmpty()) {
        if (m_cluster->findData(form.cluster, Qt::UserRole, Qt::MatchFixedString) < 0)
            m_cluster->addItem(form.cluster.section(u'/', -1), form.cluster);
        m_cluster->setCurrentIndex(m_cluster->findData(form.cluster, Qt::UserRole, Qt::MatchFixedString));
    }
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
    for (const FormField &field : std::as_const(m_fields)) {
        field.clearFault();
        if (auto *table = qobject_cast<RowsEditor *>(field.widget))
            table->clearFaults();
    }
    m_settings->clearFaults();
    QList<engine::Fault> homeless;
    for (const engine::Fault &fault : faults) {
        QStringList keys = models::targetKeys(fault.target);
        if (keys.value(0) == u"x-batchdeck")
            keys.removeFirst();
        if (keys.value(0) == u"cluster" && !m_noCluster->isHidden())
            continue; // says so itself, with the remedy
        const QString words = models::formWords(fault);
        if (m_settings->showFault(keys.value(0), keys.value(1), words))
            continue;
        const auto field = m_fields.constFind(keys.value(0));
        if (field == m_fields.constEnd()) {
            homeless.append(fault);
            continue;
        }
        field->addFault(words);
        if (auto *table = qobject_cast<RowsEditor *>(field->widget); table && keys.size() > 1)
            table->showFault(keys.at(1).toInt(), keys.value(2), words);
    }
    return homeless;
}

} // namespace ui
