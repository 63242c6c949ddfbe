// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/machine/machinepage.h"

#include "engine/base/whenfinished.h"
#include "models/machine/machinewords.h"
#include "models/resourcestore.h"
#include "models/words.h"
#include "ui/connect/questionpanel.h"
#include "ui/connect/terminal.h"
#include "ui/machine/card/cleancard.h"
#include "ui/machine/card/doctorcard.h"
#include "ui/machine/card/machinecards.h"
#include "ui/machine/linktrouble.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/statemarks.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/pageheader.h"
#include "ui/widgets/text/copying.h"

#include <QAbstractButton>
#include <QLocale>
#include <QScrollArea>

using namespace Qt::StringLiterals;

namespace ui {

using engine::LinkState;

MachinePage::MachinePage(engine::EngineClient &client, const models::ResourceStore &store, const engine::ResourceId &id,
                         QWidget *parent)
    : Page(parent), m_client(client), m_store(store), m_id(id), m_header(new PageHeader(this)),
      m_trouble(new LinkTrouble(client, id, this)), m_banner(new Banner(this)),
      m_doctor(new DoctorCard(client, id, this)), m_clean(new CleanCard(client, id, this))
{
    m_header->setTitle(id.name());
    addCommands();
    arrange();
    connect(&store, &models::ResourceStore::changed, this, &MachinePage::refresh);
    connect(m_trouble, &LinkTrouble::changed, this, &MachinePage::refresh);
    connect(m_trouble, &LinkTrouble::reconnectRequested, this, &MachinePage::reconnect);
    connect(m_trouble, &LinkTrouble::forgetRequested, this, &MachinePage::forgetKey);
    connect(m_cards, &MachineCards::openRequested, this, &MachinePage::openRequested);
    connect(m_cards, &MachineCards::clusterRequested, this, &MachinePage::clusterRequested);
    connect(m_doctor, &DoctorCard::failed, this, &MachinePage::showError);
    connect(m_clean, &CleanCard::failed, this, &MachinePage::showError);
    connect(m_clean, &CleanCard::cleaned, this, [this](int count) {
        m_banner->showNotice(Mark::Succeeded,
                             count == 1 ? tr("Deleted 1 path on %1.").arg(m_id.name())
                                        : tr("Deleted %1 paths on %2.").arg(QLocale().toString(count), m_id.name()));
        m_banner->setRemedy({});
    });
    refresh();
}

bool MachinePage::isSettled() const
{
    return isKnown(engine::MachineSnapshot::fromDocument(m_store.document(m_id))) && !m_doctor->isRunning()
        && !m_clean->isRunning();
}

bool MachinePage::isKnown(const engine::MachineSnapshot &machine)
{
    return (machine.link == LinkState::Online && machine.cores > 0) || !machine.linkReason.isEmpty();
}

void MachinePage::addCommands()
{
    const auto add = [this](const QString &iconName, const QString &text, void (MachinePage::*slot)()) {
        QAbstractButton *button = m_header->addCommand(iconName, text);
        connect(button, &QAbstractButton::clicked, this, slot);
        return button;
    };
    m_forget = add(u"key"_s, tr("Forget host key"), &MachinePage::forgetKey);
    m_reconnect = add(u"rerun"_s, tr("Reconnect now"), &MachinePage::reconnect);
    connect(m_header->addCommand(u"folder"_s, tr("Files")), &QAbstractButton::clicked, this, [this] {
        emit filesRequested({m_machine.isLocal ? QString() : m_id.name(), {}});
    });
    m_terminal = add(u"terminal"_s, tr("Open terminal"), &MachinePage::openTerminal);
    add(u"shield"_s, tr("Doctor"), &MachinePage::examine);
    add(u"trash"_s, tr("Delete traces…"), &MachinePage::removeTraces);
    add(u"x"_s, tr("Remove…"), &MachinePage::removeRequested)
        ->setAccessibleName(tr("Remove %1 from this profile").arg(m_id.name()));
    m_forget->hide();
}

void MachinePage::arrange()
{
    m_cards = new MachineCards(m_store, m_id, this);
    auto *content = new QWidget;
    auto *column =
        newColumn({16, 8, 16, 16}, 10, {m_trouble->banner(), m_banner, m_trouble->question(), m_clean, m_doctor});
    content->setLayout(column);
    QScrollArea *scroll = newScrollArea(content, this);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setLayout(newColumn({}, 0, {m_header, {scroll, 1}}));
    column->addWidget(m_cards); // added here, so that its button precedes the notices in the tab order
    column->addStretch(1);
}

void MachinePage::refresh()
{
    m_machine = engine::MachineSnapshot::fromDocument(m_store.document(m_id));
    m_trouble->show(m_machine);
    for (QAbstractButton *button : {m_reconnect, m_terminal})
        button->setVisible(!m_machine.isLocal);
    m_header->setState(markOf(m_machine.link), models::word(m_machine.link));
    QList<LinkText> facts;
    facts.append(m_machine.isLocal ? tr("this computer") : m_machine.destination);
    if (m_machine.asOf.isValid())
        facts.append(tr("as of %1").arg(models::momentText(m_machine.asOf)));
    m_header->setFacts(facts);
    m_reconnect->setEnabled(!m_trouble->isTrying());
    m_reconnect->setToolTip(m_trouble->isTrying() ? tr("An attempt is under way") : QString());
    m_forget->setVisible(m_trouble->needsForget());
    m_cards->setMachine(m_machine);
}

void MachinePage::showError(const engine::Error &error)
{
    m_banner->showError(error);
    m_banner->setRemedy({});
}

void MachinePage::say(const QString &cause, const QString &consequence, const QString &remedy,
                      const std::function<void()> &act)
{
    m_banner->showNotice(Mark::Unusable, cause, consequence);
    m_banner->setRemedy(remedy, act);
}

void MachinePage::reconnect()
{
    m_banner->dismiss();
    m_trouble->reconnect();
}

void MachinePage::openTerminal()
{
    engine::whenFinished(m_client.machines.fetchTerminalCommand(m_id), this, [this](const auto &answer) {
        if (!answer)
            return showError(answer.error());
        const auto opened = ui::openTerminal(*answer);
        if (opened)
            return m_banner->dismiss();
        const QString line = shellLine(*answer);
        say(opened.error().message.text(), tr("Run this in one: %1").arg(line), tr("Copy"), [line] { copyText(line); });
    });
}

void MachinePage::examine()
{
    m_banner->dismiss();
    m_doctor->examine();
}

void MachinePage::removeTraces()
{
    m_banner->dismiss();
    m_clean->begin();
}

void MachinePage::forgetKey()
{
    engine::whenFinished(m_client.machines.forgetHostKey(m_id), this, [this](const auto &answer) {
        if (!answer)
            return showError(answer.error());
        const QString command = answer->elsewhere.isEmpty()
            ? QString()
            : models::forgetKeyCommand(m_machine.destination, answer->elsewhere.constFirst().file);
        if (command.isEmpty())
            say(models::forgottenText(*answer), {}, tr("Reconnect now"), [this] { reconnect(); });
        else
            say(models::forgottenText(*answer), command, tr("Copy"), [command] { copyText(command); });
    });
}

} // namespace ui
