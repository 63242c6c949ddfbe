// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/connect/machineform.h"

#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/faultlabel.h"
#include "ui/widgets/text/tonelabel.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QStringListModel>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int labelWidth = 84;

} // namespace

MachineForm::MachineForm(QWidget *parent)
    : QWidget(parent), m_grid(newGrid({16, 12, 16, 8}, 12, 1, this)), m_jumpMenu(new QMenu(this)),
      m_hosts(new QStringListModel(this))
{
    m_grid->setColumnMinimumWidth(0, labelWidth);
    m_grid->setColumnStretch(1, 1);
    m_destination = addLine(u"destination"_s, tr("Destination"), tr("[user@]host[:port], or a Host of ~/.ssh/config"));
    auto *completer = new QCompleter(m_hosts, m_destination);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    m_destination->setCompleter(completer);
    connect(completer, qOverload<const QString &>(&QCompleter::activated), this, [this] {
        m_touched.insert(m_destination);
        check();
    });
    m_name = addLine(u"name"_s, tr("Name"), tr("from the host, until you type another"));
    auto *browse = new QPushButton(tr("Browse…"), this);
    browse->setAccessibleName(tr("Browse for a key file"));
    connect(browse, &QPushButton::clicked, this, &MachineForm::chooseKey);
    m_identity = addLine(u"identity"_s, tr("Key file"), tr("what ssh would use"), browse);
    m_addJump = new QToolButton(this);
    m_addJump->setText(tr("Add"));
    m_addJump->setIcon(icon(u"plus"_s));
    m_addJump->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_addJump->setPopupMode(QToolButton::InstantPopup);
    m_addJump->setMenu(m_jumpMenu);
    m_addJump->setFocusPolicy(Qt::StrongFocus);
    m_addJump->setAccessibleName(tr("Add a known machine as jump host"));
    m_jumps = addLine(u"jumps"_s, tr("Jump hosts"), tr("none but what ~/.ssh/config says"), m_addJump);
    addMore();
    setJumpChoices({});
    check();
}

engine::MachineRequest MachineForm::request() const
{
    return {m_name->text().trimmed(),
            m_destination->text().trimmed(),
            models::expandedPath(m_identity->text().trimmed(), QDir::homePath()),
            models::jumpsFromText(m_jumps->text()),
            m_home->text().trimmed(),
            m_address->text().trimmed()};
}

void MachineForm::setTaken(const QStringList &names)
{
    m_taken = names;
    check();
}

void MachineForm::setJumpChoices(const QStringList &machines)
{
    m_jumpMenu->clear();
    for (const QString &machine : machines) {
        connect(m_jumpMenu->addAction(icon(u"server"_s), machine), &QAction::triggered, this, [this, machine] {
            QStringList jumps = models::jumpsFromText(m_jumps->text());
            jumps.append(machine);
            m_jumps->setText(jumps.join(u", "_s));
            m_touched.insert(m_jumps);
            check();
        });
    }
    m_addJump->setEnabled(!machines.isEmpty());
    m_addJump->setToolTip(machines.isEmpty() ? tr("No machine is known yet; jump hosts can be typed")
                                             : tr("Add a known machine; the outermost stands first"));
}

void MachineForm::setKnownHosts(const QStringList &hosts)
{
    m_hosts->setStringList(hosts);
}

QJsonObject MachineForm::fields() const
{
    QJsonObject fields;
    for (const QLineEdit *line : {m_destination, m_identity, m_jumps, m_home, m_address})
        fields[line->objectName()] = line->text();
    if (m_nameIsOwn)
        fields[m_name->objectName()] = m_name->text();
    return fields;
}

void MachineForm::setFields(const QJsonObject &fields)
{
    for (QLineEdit *line : {m_destination, m_identity, m_jumps, m_home, m_address, m_name}) {
        line->setText(fields[line->objectName()].toString());
        if (!line->text().isEmpty())
            m_touched.insert(line);
    }
    m_nameIsOwn = !m_name->text().isEmpty();
    check();
}

void MachineForm::clear()
{
    for (QLineEdit *line : {m_destination, m_name, m_identity, m_jumps, m_home, m_address})
        line->clear();
    m_touched.clear();
    m_nameIsOwn = false;
    check();
}

void MachineForm::takeFocus()
{
    m_destination->setFocus(Qt::OtherFocusReason);
}

void MachineForm::chooseKey()
{
    auto *dialog = new QFileDialog(this, tr("Key file"), QDir::homePath() + u"/.ssh"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
        m_identity->setText(file);
        m_touched.insert(m_identity);
        check();
    });
    dialog->open();
}

QLineEdit *MachineForm::addLine(const QString &objectName, const QString &label, const QString &hint, QWidget *beside)
{
    const int row = m_grid->rowCount();
    auto *line = new QLineEdit(this);
    line->setObjectName(objectName);
    line->setPlaceholderText(hint);
    line->setAccessibleName(label);
    auto *words = new ToneLabel(ToneLabel::Tone::Text, label, this);
    words->setWordWrap(false);
    words->setBuddy(line);
    ToneLabel *fault = newFaultLabel(objectName, FaultPlace::Below, this);
    m_grid->addWidget(words, row, 0);
    m_grid->addWidget(line, row, 1, 1, beside ? 1 : 2);
    if (beside)
        m_grid->addWidget(beside, row, 2);
    m_grid->addWidget(fault, row + 1, 1, 1, 2);
    m_faultLabels.insert(line, fault);
    connect(line, &QLineEdit::returnPressed, this, [this, line] {
        const QCompleter *completer = line->completer(); // Return that selects a completion must not submit
        const bool takes = completer && completer->popup()->isVisible() && completer->popup()->currentIndex().isValid();
        if (!takes)
            emit submitted();
    });
    connect(line, &QLineEdit::textEdited, this, [this, line] {
        m_touched.insert(line);
        if (line == m_name)
            m_nameIsOwn = !m_name->text().isEmpty();
        check();
    });
    return line;
}

void MachineForm::addMore()
{
    m_more = new QToolButton(this);
    m_more->setObjectName(u"more"_s);
    m_more->setText(tr("More"));
    m_more->setIcon(icon(u"chev-r"_s));
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_more->setCheckable(true);
    m_more->setAutoRaise(true);
    m_more->setFocusPolicy(Qt::StrongFocus);
    m_grid->addWidget(m_more, m_grid->rowCount(), 1, 1, 2, Qt::AlignLeft); // its icon is aligned with texts of fields
    QList<QWidget *> folded;
    const auto add = [this, &folded](const QString &name, const QString &label, const QString &hint,
                                     const QString &words) {
        const int first = m_grid->rowCount();
        QLineEdit *line = addLine(name, label, hint);
        auto *help = new ToneLabel(ToneLabel::Tone::Faint, words, this, textFont(12));
        m_grid->addWidget(help, m_grid->rowCount(), 1, 1, 2);
        folded << m_grid->itemAtPosition(first, 0)->widget() << line << help;
        return line;
    };
    m_home = add(u"home"_s, tr("Home there"), tr("~/.batchdeck"),
                 tr("$BATCHDECK_HOME on the machine: the only folder that is written there by itself."));
    m_address = add(u"address"_s, tr("Address"), tr("the host of the destination"),
                    tr("By which the other machines reach it, where that is another."));
    const auto fold = [this, folded](bool open) {
        m_more->setIcon(icon(open ? u"chev-d"_s : u"chev-r"_s));
        for (QWidget *widget : folded)
            widget->setVisible(open);
        for (QLineEdit *line : {m_home, m_address})
            keepFaultPlace(m_faultLabels.value(line), open);
    };
    connect(m_more, &QToolButton::toggled, this, fold);
    fold(false);
}

void MachineForm::check()
{
    if (!m_nameIsOwn)
        m_name->setText(models::nameFromDestination(m_destination->text()));
    const models::MachineFaults found = faults();
    showFault(m_destination, found.destination);
    showFault(m_name, found.name);
    showFault(m_identity, found.identityFile);
    showFault(m_jumps, found.jumps);
    showFault(m_home, found.home);
    showFault(m_address, found.address);
    emit edited();
}

// Shows no fault for an untouched field. A derived name counts as touched with the destination.
void MachineForm::showFault(QLineEdit *field, const QString &fault)
{
    const bool isDue = m_touched.contains(field)
        || (field == m_name && m_touched.contains(m_destination) && !m_name->text().isEmpty());
    ToneLabel *label = m_faultLabels.value(field);
    setFault(label, isDue ? fault : QString());
    field->setAccessibleDescription(label->text());
    if (isDue && !fault.isEmpty() && (field == m_home || field == m_address))
        m_more->setChecked(true);
}

} // namespace ui
