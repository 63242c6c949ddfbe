// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/machine/machinepage.h"

#include "engine/base/whenfinished.h"
#include "models/machine/machinewords.h"
#include "models/resourcestore.h"
#include "models/words.h"
#include "ui/connect/questionpanel.h"
#include "ui/connect/terminal.h"
#include "ui/machine/cleancard.h"
#include "ui/machine/diskmeter.h"
#include "ui/machine/doctorcard.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/card.h"
#include "ui/widgets/list/factlist.h"
#include "ui/widgets/list/marklist.h"
#include "ui/widgets/list/statemarks.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/pageheader.h"
#include "ui/widgets/text/copying.h"
#include "ui/widgets/text/tonelabel.h"

#include <QAbstractButton>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

using AttemptState = models::ConnectAttempt::State;
using engine::LinkState;

namespace {

QString timeText(const QDateTime &time)
{
    if (!time.isValid())
        return MachinePage::tr("none yet");
    const QDateTime local = time.toLocalTime();
    return local.date() == QDate::currentDate() ? QLocale().toString(local, u"HH:mm:ss"_s)
                                                : QLocale().toString(local, u"yyyy-MM-dd HH:mm:ss"_s);
}

} // namespace

MachinePage::MachinePage(engine::EngineClient &client, const models::ResourceStore &store, const engine::ResourceId &id,
                         QWidget *parent)
    : Page(parent), m_client(client), m_store(store), m_id(id), m_attempt(client), m_header(new PageHeader(this)),
      m_link(new Banner(this)), m_banner(new Banner(this)), m_question(new QuestionPanel(this)),
      m_doctor(new DoctorCard(client, id, this)), m_clean(new CleanCard(client, id, this)),
      m_linkCard(new Card(tr("Link"), this)), m_hardwareCard(new Card(tr("Hardware"), this)),
      m_disksCard(new Card(tr("Disks"), this)), m_systemCard(new Card(tr("System"), this)),
      m_notesCard(new Card(tr("To know"), this)), m_useCard(new Card(tr("In use by"), this)),
      m_linkFacts(new FactList(this)),
      m_hardware(new ToneLabel(ToneLabel::Tone::Text, {}, this, textFont(18, QFont::DemiBold))),
      m_gpus(new FactList(this)), m_system(new FactList(this)), m_notes(new MarkList(this)), m_use(new FactList(this))
{
    m_header->setTitle(id.name());
    addCommands();
    addCards();
    m_clock.setInterval(1s);
    connect(&m_clock, &QTimer::timeout, this, &MachinePage::showLink);
    connect(&store, &models::ResourceStore::changed, this, &MachinePage::refresh);
    connect(&m_attempt, &models::ConnectAttempt::changed, this, &MachinePage::refresh);
    connect(m_question, &QuestionPanel::answered, this, [this](const engine::Answer &answer) {
        m_postponed.reset();
        m_attempt.state() == AttemptState::Asking ? m_attempt.answer(answer) : m_attempt.reconnect(m_id, {answer});
    });
    connect(m_question, &QuestionPanel::canceled, this, [this] {
        m_postponed = m_attempt.state() == AttemptState::Asking ? m_attempt.question() : m_machine.question;
        m_attempt.cancel();
    });
    connect(m_use, &FactList::openRequested, this, &MachinePage::openRequested);
    connect(m_doctor, &DoctorCard::failed, this, &MachinePage::showError);
    connect(m_clean, &CleanCard::failed, this, &MachinePage::showError);
    connect(m_clean, &CleanCard::cleaned, this, [this](int count) {
        m_banner->showNotice(Mark::Succeeded,
                             count == 1 ? tr("Deleted 1 path on %1.").arg(m_id.name())
                                        : tr("Deleted %1 paths on %2.").arg(QLocale().toString(count), m_id.name()));
        m_banner->setRemedy({});
    });
    connect(m_banner, &Banner::remedyRequested, this, [this] {
        if (m_act)
            m_act();
    });
    connect(m_link, &Banner::remedyRequested, this, [this] {
        m_postponed.reset();
        if (needsForget())
            return forgetKey();
        m_machine.question ? refresh() : reconnect();
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

void MachinePage::addCards()
{
    m_linkCard->body()->addWidget(m_linkFacts);
    m_hardwareCard->body()->addWidget(m_hardware);
    m_hardwareCard->body()->addWidget(m_gpus);
    m_systemCard->body()->addWidget(m_system);
    m_notesCard->body()->addWidget(m_notes);
    m_useCard->body()->addWidget(m_use);
    m_addToCluster = new QPushButton(tr("Add to a cluster"), m_useCard);
    m_useCard->head()->addWidget(m_addToCluster);
    connect(m_addToCluster, &QAbstractButton::clicked, this, [this] { emit clusterRequested({m_id}); });
    auto *content = new QWidget;
    m_left = newColumn({}, 10);
    m_right = newColumn({}, 10);
    auto *columns = newRow({}, 10, {{m_left, 1}, {m_right, 1}});
    content->setLayout(
        newColumn({16, 8, 16, 16}, 10, {m_link, m_banner, m_question, m_clean, m_doctor, columns, Stretch{}}));
    QScrollArea *scroll = newScrollArea(content, this);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setLayout(newColumn({}, 0, {m_header, {scroll, 1}}));
}

// This computer has no way to it, so its columns are filled by what it has.
void MachinePage::arrange()
{
    if (std::exchange(m_isPlaced, true))
        return;
    const QList<Card *> left = m_machine.isLocal ? QList<Card *>{m_hardwareCard, m_disksCard}
                                                 : QList<Card *>{m_linkCard, m_useCard, m_notesCard};
    const QList<Card *> right = m_machine.isLocal ? QList<Card *>{m_systemCard, m_useCard, m_notesCard}
                                                  : QList<Card *>{m_hardwareCard, m_disksCard, m_systemCard};
    for (Card *card : left)
        m_left->addWidget(card);
    for (Card *card : right)
        m_right->addWidget(card);
    m_left->addStretch(1);
    m_right->addStretch(1);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_linkCard, m_reconnect, m_terminal, m_addToCluster})
        widget->setVisible(!m_machine.isLocal);
}

void MachinePage::refresh()
{
    const QJsonObject document = m_store.document(m_id);
    m_machine = engine::MachineSnapshot::fromDocument(document);
    if (m_attempt.state() == AttemptState::Ready && m_machine.link == LinkState::Online)
        return m_attempt.cancel(); // its news have arrived; comes here again
    if (!document.isEmpty())
        arrange();
    m_header->setState(markOf(m_machine.link), models::word(m_machine.link));
    QList<LinkText> facts;
    facts.append(m_machine.isLocal ? tr("this computer") : m_machine.destination);
    if (m_machine.asOf.isValid())
        facts.append(tr("as of %1").arg(timeText(m_machine.asOf)));
    m_header->setFacts(facts);
    const bool isTrying = m_attempt.state() == AttemptState::Running;
    m_reconnect->setEnabled(!isTrying);
    m_reconnect->setToolTip(isTrying ? tr("An attempt is under way") : QString());
    m_forget->setVisible(needsForget());
    showLink();
    showQuestion();
    showHardware();
    showNotes();
    showUse();
}

void MachinePage::showLink()
{
    const bool isOnline = m_machine.link == LinkState::Online;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const bool isDue = m_machine.nextTry.isValid() && !isOnline;
    QString step = isOnline ? QString() : models::word(m_machine.step);
    if (!step.isEmpty() && m_machine.link != LinkState::Connecting)
        step = tr("while %1").arg(step);
    m_linkFacts->setFacts(
        {{tr("State"), models::word(m_machine.link)},
         {tr("Reason"), m_machine.linkReason.text()},
         {m_machine.link == LinkState::Connecting ? tr("Under way") : tr("Stopped"), step},
         {tr("Last news"), timeText(m_machine.asOf)},
         {tr("Next try"),
          isDue ? QString(models::untilText(m_machine.nextTry, now) + u", "_s + timeText(m_machine.nextTry))
                : QString()},
         {tr("Destination"), m_machine.destination, true},
         {tr("Through"), m_machine.jumps.join(u" → "_s), true},
         {tr("Host key"), m_machine.hostKey, true}});
    isDue ? m_clock.start() : m_clock.stop();
}

void MachinePage::showQuestion()
{
    const bool runs = m_attempt.state() == AttemptState::Running;
    const bool asks = m_attempt.state() == AttemptState::Asking;
    const auto &open = asks ? m_attempt.question() : m_machine.question;
    const bool isPostponed = open && m_postponed && m_postponed->matches(*open);
    if (open && !runs && !isPostponed) {
        m_question->ask(*open);
        if (asks)
            m_question->takeFocus();
    } else {
        m_question->withdraw();
    }
    showReason(isPostponed);
}

// Said once: who closes it has read it.
void MachinePage::showReason(bool isPostponed)
{
    const AttemptState state = m_attempt.state();
    const bool isFailed = state == AttemptState::Failed;
    const bool asks = !isPostponed && (state == AttemptState::Asking || m_machine.question.has_value());
    const bool isSilent =
        m_machine.linkReason.isEmpty() || state == AttemptState::Running || m_machine.link == LinkState::Online || asks;
    const QString text = isFailed ? m_attempt.error().message.text() : m_machine.linkReason.text();
    const QString said = isSilent && !isFailed ? QString() : QString(text + QString::number(int(isPostponed)));
    if (std::exchange(m_said, said) == said)
        return;
    if (said.isEmpty())
        return m_link->dismiss();
    if (isFailed) {
        m_link->showError(m_attempt.error());
        return m_link->setRemedy(needsForget() ? tr("Forget the old key") : tr("Try again"));
    }
    m_link->showNotice(markOf(m_machine.link), m_machine.linkReason.text(),
                       isPostponed ? tr("%1 %2.").arg(m_id.name(), models::attentionText(m_machine)) : QString());
    m_link->setRemedy(m_machine.isLocal   ? QString()
                          : needsForget() ? tr("Forget the old key")
                          : isPostponed   ? tr("Answer…")
                                          : tr("Reconnect now"));
}

void MachinePage::showHardware()
{
    const bool isKnown = m_machine.cores > 0;
    m_hardware->setText(isKnown ? models::hardwareText(m_machine) : tr("not known yet"));
    m_hardwareCard->setFact(
        isKnown && m_machine.link != LinkState::Online ? tr("as of %1").arg(timeText(m_machine.asOf)) : QString());
    const QStringList lines = models::gpuLines(m_machine.gpus);
    QList<Fact> gpus;
    for (qsizetype i = 0; i < lines.size(); ++i)
        gpus.append({i == 0 ? tr("GPUs") : QString(), lines[i]});
    m_gpus->setFacts(gpus);
    m_gpus->setVisible(!gpus.isEmpty());
    m_disksCard->setVisible(!m_machine.disks.isEmpty());
    if (m_shownDisks != m_machine.disks) {
        m_shownDisks = m_machine.disks;
        qDeleteAll(std::exchange(m_meters, {}));
        for (const engine::DiskShape &disk : std::as_const(m_shownDisks)) {
            m_meters.append(new DiskMeter(disk));
            m_disksCard->body()->addWidget(m_meters.constLast());
        }
    }
    const QStringList tools = m_machine.tools.keys();
    m_system->setFacts({{tr("Host name"), m_machine.hostName},
                        {tr("System"), m_machine.os},
                        {tr("User"), m_machine.user},
                        {tr("Batchdeck home"), m_machine.home, true},
                        {tr("Tools"), tools.join(u", "_s)}});
    m_systemCard->setVisible(isKnown);
}

void MachinePage::showNotes()
{
    QList<MarkRow> rows;
    for (const engine::Message &warning : std::as_const(m_machine.warnings))
        rows.append({Mark::Unusable, tr("warning"), warning.text(), {}});
    for (const engine::Message &ignored : std::as_const(m_machine.notHonoured))
        rows.append({Mark::Unusable, tr("not honoured"), ignored.text(), tr("From the SSH configuration.")});
    m_notes->setRows(rows);
    m_notesCard->setVisible(!rows.isEmpty());
}

void MachinePage::showUse()
{
    QList<Fact> facts;
    for (const auto &resource : m_store.all(engine::ResourceKind::Cluster)) {
        for (const auto &node : engine::ClusterSnapshot::fromDocument(resource.document).nodes) {
            if (node.machine != m_id)
                continue;
            facts.append({tr("Cluster"), resource.id.shortText(), false, resource.id});
            if (node.job.isValid())
                facts.append({tr("Job"), node.job.shortText(), false, node.job});
        }
    }
    if (facts.isEmpty())
        facts.append({tr("Cluster"), tr("none yet")});
    m_use->setFacts(facts);
}

void MachinePage::showError(const engine::Error &error)
{
    m_banner->showError(error);
    m_banner->setRemedy({});
}

void MachinePage::say(const QString &cause, const QString &consequence, const QString &remedy,
                      std::function<void()> act)
{
    m_banner->showNotice(Mark::Unusable, cause, consequence);
    m_banner->setRemedy(remedy);
    m_act = std::move(act);
}

void MachinePage::reconnect()
{
    m_postponed.reset();
    m_banner->dismiss();
    m_attempt.reconnect(m_id);
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

// A key that changed is no question: it stands at its step until it is forgotten.
bool MachinePage::needsForget() const
{
    if (m_attempt.state() == AttemptState::Failed)
        return m_attempt.error().code == engine::ErrorCode::HostKeyChanged;
    return m_machine.link == LinkState::NeedsAttention && !m_machine.question
        && m_machine.step == engine::ConnectStep::HostKey;
}

} // namespace ui
