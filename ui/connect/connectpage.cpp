// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/connect/connectpage.h"

#include "engine/base/whenfinished.h"
#include "models/machine/machinewords.h"
#include "models/resourcestore.h"
#include "ui/connect/importpanel.h"
#include "ui/connect/machineform.h"
#include "ui/connect/stepsview.h"
#include "ui/connect/terminal.h"
#include "ui/widgets/line.h"
#include "ui/widgets/page/pagefoot.h"
#include "ui/widgets/page/pageheader.h"
#include "ui/widgets/text/copying.h"
#include "ui/widgets/text/tonelabel.h"

#include <QKeyEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

using AttemptState = models::ConnectAttempt::State;

namespace {

constexpr int stepsWidth = 460;

} // namespace

ConnectPage::ConnectPage(engine::EngineClient &client, const models::ResourceStore &store, QWidget *parent)
    : FormPage(parent), m_client(client), m_store(store), m_attempt(client), m_header(new PageHeader(this)),
      m_form(new MachineForm(this)), m_steps(new StepsView(m_attempt, this)), m_import(new ImportPanel(client, this))
{
    m_header->setTitle(tr("Connect a machine"));
    m_header->setFacts({tr("over SSH, as you do it")});
    m_steps->setMinimumWidth(300);
    m_steps->setMaximumWidth(stepsWidth);
    auto *halves = newRow({}, 0, {{newLeft(), 5}, newLine(Qt::Vertical), {m_steps, 5}});
    setLayout(newColumn({}, 0, {m_header, newLine(), {halves, 1}, newLine(), newFoot()}));
    connectParts();
    takeMachines();
    showAttempt();
}

bool ConnectPage::isSettled() const
{
    return !m_import->isLoading() && m_attempt.state() != AttemptState::Running;
}

void ConnectPage::takeFocus()
{
    m_form->takeFocus();
}

QJsonObject ConnectPage::draft() const
{
    return m_form->isTouched() ? m_form->fields() : QJsonObject();
}

void ConnectPage::takeDraft(const QJsonObject &fields)
{
    m_form->setFields(fields);
}

void ConnectPage::keyPressEvent(QKeyEvent *event)
{
    const AttemptState state = m_attempt.state();
    const bool isOpen = state == AttemptState::Running || state == AttemptState::Asking;
    if (event->key() != Qt::Key_Escape || !(isOpen || state == AttemptState::Failed))
        return FormPage::keyPressEvent(event);
    m_attempt.cancel();
}

// Scrolls where the window is too low for the form and the hosts.
QWidget *ConnectPage::newLeft()
{
    auto *left = new QWidget(this); // with a parent, so that the form precedes the steps in the tab order
    left->setLayout(newColumn({}, 0, {m_form, newLine(), {m_import, 1}}));
    m_left = newScrollArea(left, this);
    m_left->setFocusPolicy(Qt::NoFocus);
    m_left->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    left->installEventFilter(this);
    fitLeft();
    return m_left;
}

// The least width of the form depends on the font.
void ConnectPage::fitLeft()
{
    m_left->setMinimumWidth(m_left->widget()->minimumSizeHint().width()
                            + m_left->verticalScrollBar()->sizeHint().width());
}

bool ConnectPage::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest)
        fitLeft();
    return FormPage::eventFilter(watched, event);
}

QWidget *ConnectPage::newFoot()
{
    auto *foot = new PageFoot(tr("Connect"), u"connect"_s, this);
    m_verdict = foot->verdict();
    m_connect = foot->command();
    m_copy = foot->addButton(tr("Copy as command"));
    m_cancel = foot->addButton(tr("Cancel"));
    m_cancel->setObjectName(u"cancel"_s);
    for (QPushButton *button : {m_copy, m_cancel, m_connect})
        button->setAutoDefault(button != m_cancel); // a second Return in the form must not cancel the attempt
    return foot;
}

void ConnectPage::connectParts()
{
    connect(m_form, &MachineForm::edited, this, &ConnectPage::showForm);
    connect(m_form, &MachineForm::submitted, m_connect, &QPushButton::click);
    connect(m_connect, &QPushButton::clicked, this, &ConnectPage::connectMachine);
    connect(m_cancel, &QPushButton::clicked, &m_attempt, &models::ConnectAttempt::cancel);
    connect(m_copy, &QPushButton::clicked, this, &ConnectPage::copyCommand);
    connect(m_import, &ImportPanel::hostsChanged, m_form, &MachineForm::setKnownHosts);
    connect(&m_attempt, &models::ConnectAttempt::changed, this, &ConnectPage::showAttempt);
    connect(m_steps, &StepsView::remedyRequested, this, &ConnectPage::remedy);
    connect(m_steps, &StepsView::openRequested, this, &ConnectPage::openRequested);
    connect(m_steps, &StepsView::clusterRequested, this,
            [this](const engine::ResourceId &machine) { emit clusterRequested({machine}); });
    connect(&m_store, &models::ResourceStore::changed, this, &ConnectPage::takeMachines);
}

void ConnectPage::connectMachine()
{
    const engine::MachineRequest request = m_form->request();
    m_steps->setCanForget(machineOfHost().isValid());
    m_attempt.add(request);
}

// An existing machine with the same destination, whose key the profile can forget.
engine::ResourceId ConnectPage::machineOfHost() const
{
    const QString destination = m_form->request().destination;
    for (const engine::ResourceSnapshot &resource : m_store.all(engine::ResourceKind::Machine)) {
        const auto machine = engine::MachineSnapshot::fromDocument(resource.document);
        if (!machine.isLocal
            && machine.destination.section(u'@', -1).compare(destination.section(u'@', -1), Qt::CaseInsensitive) == 0)
            return machine.id;
    }
    return {};
}

void ConnectPage::forgetKey()
{
    engine::whenFinished(m_client.machines.forgetHostKey(machineOfHost()), this, [this](const auto &answer) {
        m_steps->error()->setConsequence(answer ? models::forgottenText(*answer) : answer.error().message.text());
    });
}

void ConnectPage::showAttempt()
{
    const AttemptState state = m_attempt.state();
    const bool isOpen = state == AttemptState::Running || state == AttemptState::Asking;
    if (state == AttemptState::Ready && m_form->request().name == m_attempt.name()) {
        m_form->clear(); // for the next machine
        m_import->reload();
    }
    if (isOpen)
        m_cancel->show();
    moveFocus(state); // before the focused widget is disabled or hidden
    m_cancel->setVisible(isOpen);
    m_form->setEnabled(!isOpen);
    if (std::exchange(m_shown, state) != state && state == AttemptState::Idle)
        m_form->takeFocus();
    showForm();
}

// Moves the focus to the next input of the attempt, but not from a widget outside of the attempt. Uses the window's
// focusWidget(), as QWidget::hasFocus() is false while another window is active.
void ConnectPage::moveFocus(AttemptState state)
{
    if (state == m_shown)
        return;
    const QWidget *focus = window()->focusWidget();
    if (state == AttemptState::Running)
        m_cancel->setFocus(Qt::OtherFocusReason);
    else if ((state == AttemptState::Ready || state == AttemptState::Failed) && m_shown == AttemptState::Running
             && (focus == m_cancel || !focus || !focus->isVisible()))
        m_steps->takeFocus();
}

void ConnectPage::showForm()
{
    const models::MachineFaults faults = m_form->faults();
    const AttemptState state = m_attempt.state();
    const bool isOpen = state == AttemptState::Running || state == AttemptState::Asking;
    m_connect->setEnabled(faults.count() == 0 && !isOpen);
    m_copy->setEnabled(faults.count() == 0);
    m_copy->setToolTip(faults.count() == 0 ? QString() : tr("The form is not complete."));
    m_connect->setToolTip(isOpen ? tr("An attempt is under way.") : m_copy->toolTip());
    emit draftChanged();
    if (state == AttemptState::Running)
        m_verdict->setText(tr("Connecting to %1: %2").arg(m_attempt.name(), models::word(m_attempt.step())));
    else if (state == AttemptState::Asking)
        m_verdict->setText(tr("%1 waits for your answer.").arg(m_attempt.name()));
    else if (m_form->isTouched() && faults.count() > 0)
        m_verdict->setText(faults.count() == 1 ? tr("1 field is to be mended.")
                                               : tr("%1 fields are to be mended.").arg(faults.count()));
    else
        m_verdict->setText(tr("Nothing is installed there. Only ~/.batchdeck is written, without root."));
}

void ConnectPage::takeMachines()
{
    QStringList taken;
    QStringList jumps;
    for (const engine::ResourceSnapshot &resource : m_store.all(engine::ResourceKind::Machine)) {
        taken.append(resource.id.name());
        if (!resource.extension().value(u"local"_s).toBool())
            jumps.append(resource.id.name());
    }
    taken.sort(Qt::CaseInsensitive);
    jumps.sort(Qt::CaseInsensitive);
    if (m_taken == taken)
        return;
    m_taken = taken;
    m_form->setJumpChoices(jumps);
    m_form->setTaken(taken);
}

void ConnectPage::remedy(StepError::Remedy remedy)
{
    switch (remedy) {
    case StepError::Remedy::TryAgain:
        if (m_connect->isEnabled())
            connectMachine(); // with the form as edited meanwhile
        return;
    case StepError::Remedy::ChooseKey:
        return m_form->chooseKey();
    case StepError::Remedy::CopyForgetCommand:
        copyText(models::forgetKeyCommand(m_attempt.request().destination, m_attempt.error()));
        return m_steps->error()->setConsequence(tr("Copied. Run it in a terminal once you know that the new key is "
                                                   "right, then connect again."));
    case StepError::Remedy::ForgetKey:
        return forgetKey();
    }
}

void ConnectPage::copyCommand() const
{
    const engine::MachineRequest request = m_form->request();
    QStringList words{u"batchctl"_s, u"machine"_s, u"add"_s, request.name, u"--ssh"_s, request.destination};
    if (!request.identityFile.isEmpty())
        words << u"--identity"_s << request.identityFile;
    for (const QString &jump : request.jumps)
        words << u"--jump"_s << jump;
    if (!request.home.isEmpty())
        words << u"--home"_s << request.home;
    if (!request.address.isEmpty())
        words << u"--address"_s << request.address;
    copyText(shellLine(words));
}

} // namespace ui
