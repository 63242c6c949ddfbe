// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/submitform.h"

#include "ui/submit/rowseditor.h"
#include "ui/submit/toolkitpicker.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/tonelabel.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QIntValidator>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int smallField = 100;
constexpr int mediumField = 180;
constexpr int labelWidth = 116; // two grids stand below each other

bool isCode(const QString &key)
{
    return key.endsWith(u"Path") || key.startsWith(u"commandLine") || key.endsWith(u"CommandLineArgs");
}

} // namespace

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
    m_grid->setContentsMargins(16, 12, 16, 16);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);

    m_grid->setColumnMinimumWidth(0, labelWidth);

    m_toolkit = new ToolkitPicker;
    addSection(tr("Toolkit"), m_toolkit->moreButton());
    m_grid->addWidget(m_toolkit, m_grid->rowCount(), 0, 1, 2);
    m_toolkit->installEventFilter(this);
    connect(m_toolkit, &ToolkitPicker::chosen, this, [this](const QString &toolkit) {
        showSettings(toolkit);
        emit edited();
    });
    addSection(tr("Job"));
    m_name = addLine(u"name"_s, tr("Name"), u"name"_s);
    disconnect(m_name, &QLineEdit::textEdited, this, &SubmitForm::edited);
    connect(m_name, &QLineEdit::textEdited, this, &SubmitForm::nameEdited);
    m_cluster = new QComboBox;
    m_cluster->setObjectName(u"cluster"_s);
    addField(tr("Cluster"), m_cluster, {u"cluster"_s});
    connect(m_cluster, &QComboBox::activated, this, &SubmitForm::edited);
    addClusterRemedy();
    m_nodes = new QSpinBox;
    m_nodes->setObjectName(u"nodes"_s);
    m_nodes->setRange(1, 100000);
    m_nodes->setFixedWidth(smallField);
    m_nodes->findChild<QLineEdit *>()->setAccessibleName(tr("Nodes"));
    addField(tr("Nodes"), m_nodes, {u"nodeCount"_s});
    connect(m_nodes, &QSpinBox::valueChanged, this, &SubmitForm::edited);
    m_settingsRoom = new QWidget;
    auto *room = new QVBoxLayout(m_settingsRoom);
    room->setContentsMargins(0, 0, 0, 0);
    m_grid->addWidget(m_settingsRoom, m_grid->rowCount(), 0, 1, 2);
    m_stopAfter = addLine(u"stopAfter"_s, tr("Stop after"), u"constraints"_s, tr("7 d, or 1 h 30 min"));
    m_stopAfter->setMaximumWidth(mediumField);
    m_fields[u"constraints"_s].keys.append(u"maxWallClockTime"_s);
    m_priority = new QComboBox;
    m_priority->setObjectName(u"priority"_s);
    for (const auto &[value, word] : {std::pair(QString(), tr("normal (default)")),
                                      {u"low"_s, tr("low")},
                                      {u"normal"_s, tr("normal")},
                                      {u"high"_s, tr("high")}})
        m_priority->addItem(word, value);
    m_priority->setFixedWidth(mediumField);
    addField(tr("Priority"), m_priority, {u"schedulingPriority"_s});
    connect(m_priority, &QComboBox::activated, this, &SubmitForm::edited);
    m_preparation = addLine(u"preparation"_s, tr("Preparation"), u"jobPreparation"_s, tr("runs on each node first"));
    m_fields[u"jobPreparation"_s].keys.append(u"commandLine"_s);
    m_output = addLine(u"stdout"_s, tr("Standard output"), u"stdOutErrPathPrefix"_s, tr("directory on the node"));
    m_environment = new RowsEditor({tr("Name"), tr("Value")}, {u"name"_s, u"value"_s});
    addTable(tr("Environment variables"), m_environment, u"environmentVariables"_s);
    m_inputs = new RowsEditor({tr("Id"), tr("Path on the node")}, {u"id"_s, u"path"_s});
    addTable(tr("Input directories"), m_inputs, u"inputDirectories"_s);
    m_outputs =
        new RowsEditor({tr("Id"), tr("Path prefix"), tr("Path suffix")}, {u"id"_s, u"pathPrefix"_s, u"pathSuffix"_s});
    addTable(tr("Output directories"), m_outputs, u"outputDirectories"_s);
    m_grid->setRowStretch(m_grid->rowCount(), 1);
    setWidget(content);
    setMinimumWidth(content->minimumSizeHint().width() + 12); // and a scroll bar
}

QLineEdit *SubmitForm::addLine(const QString &objectName, const QString &label, const QString &key, const QString &hint)
{
    auto *line = new QLineEdit;
    line->setObjectName(objectName);
    line->setPlaceholderText(hint);
    if (key != u"name" && key != u"constraints")
        line->setFont(monoFont());
    addField(label, line, {key});
    connect(line, &QLineEdit::textEdited, this, &SubmitForm::edited);
    return line;
}

void SubmitForm::addField(const QString &label, QWidget *field, const QStringList &keys)
{
    const int row = m_grid->rowCount();
    auto *words = new QLabel(label);
    words->setBuddy(field);
    field->setAccessibleName(label);
    field->installEventFilter(this);
    auto *fault = new ToneLabel(ToneLabel::Tone::Failed);
    fault->setObjectName(u"fault-"_s + keys.constFirst());
    fault->setFont(textFont(12));
    fault->hide();
    m_grid->addWidget(words, row, 0);
    m_grid->addWidget(field, row, 1);
    m_grid->addWidget(fault, row + 1, 1);
    m_fields.insert(keys.constFirst(), {field, fault, keys});
}

void SubmitForm::addSection(const QString &title, QWidget *beside)
{
    auto *heading = new QLabel(title);
    heading->setFont(textFont(13, QFont::DemiBold));
    auto *row = new QHBoxLayout;
    row->setContentsMargins(0, m_grid->rowCount() > 1 ? 10 : 0, 0, 2);
    row->addWidget(heading, 1);
    if (beside)
        row->addWidget(beside);
    m_grid->addLayout(row, m_grid->rowCount(), 0, 1, 2);
}

// The fields that the schema has for \a toolkit, in place of those of the one before.
void SubmitForm::showSettings(const QString &toolkit)
{
    if (toolkit == m_shownToolkit && m_settings)
        return;
    for (const models::ToolkitField &field : models::toolkitFields(m_shownToolkit)) {
        m_typed[field.key] = setting(field.key);
        m_fields.remove(QString(m_shownToolkit + u'/' + field.key));
    }
    delete m_settings;
    m_shownToolkit = toolkit;
    m_settings = new QWidget(m_settingsRoom);
    auto *grid = new QGridLayout(m_settings);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(m_grid->horizontalSpacing());
    grid->setVerticalSpacing(m_grid->verticalSpacing());
    grid->setColumnMinimumWidth(0, labelWidth);
    grid->setColumnStretch(1, 1);
    QWidget *last = m_nodes;
    const auto fields = models::toolkitFields(toolkit);
    for (const models::ToolkitField &field : fields) {
        QWidget *widget = newSetting(field);
        // Help that says the same of several fields tells them not apart: it stays in the tool-tip.
        const auto alike = std::count_if(fields.cbegin(), fields.cend(),
                                         [&field](const auto &other) { return other.help == field.help; });
        if (auto *line = qobject_cast<QLineEdit *>(widget); line && !field.isNumber && alike == 1)
            line->setPlaceholderText(field.help);
        auto *words = new QLabel(field.isRequired ? QString(field.label + u" *"_s) : field.label);
        words->setBuddy(widget);
        words->setToolTip(field.isRequired ? tr("Required. %1").arg(field.help) : field.help);
        widget->setAccessibleName(field.isRequired ? tr("%1, required").arg(field.label) : field.label);
        widget->setAccessibleDescription(field.help);
        widget->setToolTip(QString(field.help + u'\n' + toolkit + u'.' + field.key));
        auto *fault = new ToneLabel(ToneLabel::Tone::Failed);
        fault->setObjectName(QString(u"fault-"_s + toolkit + u'-' + field.key));
        fault->setFont(textFont(12));
        fault->hide();
        const int row = grid->rowCount();
        grid->addWidget(words, row, 0);
        grid->addWidget(widget, row, 1);
        grid->addWidget(fault, row + 1, 1);
        m_fields.insert(QString(toolkit + u'/' + field.key), {widget, fault, {toolkit, field.key}});
        setSetting(field.key, m_typed.value(field.key));
        setTabOrder(last, widget);
        last = widget;
    }
    setTabOrder(last, m_stopAfter);
    m_settingsRoom->layout()->addWidget(m_settings);
    m_settings->show();
}

QWidget *SubmitForm::newSetting(const models::ToolkitField &field)
{
    QWidget *widget = nullptr;
    if (!field.values.isEmpty()) {
        auto *choice = new QComboBox;
        choice->addItem(tr("not given"), QString());
        for (const QString &value : field.values)
            choice->addItem(value, value);
        choice->setFixedWidth(mediumField);
        connect(choice, &QComboBox::activated, this, &SubmitForm::edited);
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
        connect(line, &QLineEdit::textEdited, this, &SubmitForm::edited);
        widget = line;
    }
    widget->setObjectName(field.key);
    widget->installEventFilter(this);
    return widget;
}

QString SubmitForm::setting(const QString &key) const
{
    const QWidget *widget = m_fields.value(QString(m_shownToolkit + u'/' + key)).widget;
    if (const auto *choice = qobject_cast<const QComboBox *>(widget))
        return choice->currentData().toString();
    const auto *line = qobject_cast<const QLineEdit *>(widget);
    return line ? line->text() : QString();
}

void SubmitForm::setSetting(const QString &key, const QString &text)
{
    QWidget *widget = m_fields.value(QString(m_shownToolkit + u'/' + key)).widget;
    if (auto *choice = qobject_cast<QComboBox *>(widget)) {
        int index = choice->findData(text, Qt::UserRole, Qt::MatchFixedString);
        if (index < 0) {
            choice->addItem(text, text);
            index = choice->count() - 1;
        }
        choice->setItemData(index, text); // as the document spells it
        choice->setCurrentIndex(index);
    } else if (auto *line = qobject_cast<QLineEdit *>(widget); line && line->text() != text) {
        line->setText(text);
        line->setCursorPosition(0); // a long command is read from its beginning
    }
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
    auto *row = new QHBoxLayout(m_noCluster);
    row->setContentsMargins(0, 0, 0, 4);
    row->addWidget(why, 1);
    row->addWidget(use);
    m_noCluster->hide();
    m_grid->addWidget(m_noCluster, m_grid->rowCount(), 1);
}

void SubmitForm::addTable(const QString &title, RowsEditor *table, const QString &key)
{
    const int row = m_grid->rowCount();
    auto *heading = new QLabel(title);
    heading->setFont(textFont(13, QFont::DemiBold));
    heading->setContentsMargins(0, 12, 0, 2);
    heading->setBuddy(table);
    table->setObjectName(key);
    table->setAccessibleName(title);
    table->installEventFilter(this);
    auto *fault = new ToneLabel(ToneLabel::Tone::Failed);
    fault->setObjectName(u"fault-"_s + key);
    fault->setFont(textFont(12));
    fault->hide();
    m_grid->addWidget(heading, row, 0, 1, 2);
    m_grid->addWidget(table, row + 1, 0, 1, 2);
    m_grid->addWidget(fault, row + 2, 0, 1, 2);
    m_fields.insert(key, {table, fault, {key}});
    connect(table, &RowsEditor::edited, this, &SubmitForm::edited);
}

bool SubmitForm::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn) {
        for (const Field &field : std::as_const(m_fields)) {
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
    for (const models::ToolkitField &field : models::toolkitFields(m_shownToolkit)) {
        if (const QString text = setting(field.key); !text.isEmpty())
            form.settings.insert(field.key, text);
    }
    form.stopAfter = m_stopAfter->text();
    form.priority = m_priority->currentData().toString();
    form.preparation = m_preparation->text();
    form.standardOutput = m_output->text();
    form.environment = m_environment->rows();
    form.inputs = m_inputs->rows();
    form.outputs = m_outputs->rows();
    return form;
}

void SubmitForm::setForm(const models::JobForm &form)
{
    const auto setLine = [](QLineEdit *line, const QString &text) {
        if (line->text() == text)
            return;
        line->setText(text);
        line->setCursorPosition(0); // a long command is read from its beginning
    };
    const QSignalBlocker quiet(m_nodes);
    if (!form.cluster.isEmpty()) {
        if (m_cluster->findData(form.cluster, Qt::UserRole, Qt::MatchFixedString) < 0)
            m_cluster->addItem(form.cluster.section(u'/', -1), form.cluster);
        m_cluster->setCurrentIndex(m_cluster->findData(form.cluster, Qt::UserRole, Qt::MatchFixedString));
    }
    m_nodes->setValue(form.nodeCount);
    m_toolkit->setCurrent(form.toolkit);
    showSettings(form.toolkit);
    for (const models::ToolkitField &field : models::toolkitFields(form.toolkit))
        setSetting(field.key, form.settings.value(field.key));
    setLine(m_stopAfter, form.stopAfter);
    m_priority->setCurrentIndex(qMax(0, m_priority->findData(form.priority)));
    setLine(m_preparation, form.preparation);
    setLine(m_output, form.standardOutput);
    m_environment->setRows(form.environment);
    m_inputs->setRows(form.inputs);
    m_outputs->setRows(form.outputs);
}

QList<engine::Fault> SubmitForm::setFaults(const QList<engine::Fault> &faults)
{
    for (const Field &field : std::as_const(m_fields)) {
        field.fault->clear();
        field.fault->hide();
        if (auto *table = qobject_cast<RowsEditor *>(field.widget))
            table->clearFaults();
    }
    QList<engine::Fault> homeless;
    for (const engine::Fault &fault : faults) {
        const QStringList keys = models::targetKeys(fault.target);
        if (keys.value(0) == u"cluster" && !m_noCluster->isHidden())
            continue; // says so itself, with the remedy
        auto field = m_fields.constFind(QString(keys.value(0) + u'/' + keys.value(1)));
        if (field == m_fields.constEnd())
            field = m_fields.constFind(keys.value(0));
        if (field == m_fields.constEnd()) {
            homeless.append(fault);
            continue;
        }
        const QString before = field->fault->text();
        field->fault->setText(before.isEmpty() ? fault.message.text() : before + u'\n' + fault.message.text());
        field->fault->show();
        if (auto *table = qobject_cast<RowsEditor *>(field->widget); table && keys.size() > 1)
            table->showFault(keys.at(1).toInt(), keys.value(2), fault.message.text());
    }
    return homeless;
}

} // namespace ui
