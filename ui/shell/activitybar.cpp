// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/activitybar.h"

#include "models/job/jobcounts.h"
#include "models/job/jobnodewords.h"
#include "models/machine/machinewords.h"
#include "models/resourcestore.h"
#include "models/transfer/transferlist.h"
#include "models/transfer/transferwords.h"
#include "models/words.h"
#include "ui/theme/icons.h"
#include "ui/transfer/transfercommands.h"
#include "ui/transfer/transferrow.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/statemarks.h"
#include "ui/widgets/text/picture.h"

#include <QAction>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

namespace {

constexpr int leastOpenRows = 4; // room of the unfolded bar
constexpr qsizetype mostLines = 8;
constexpr qsizetype mostTransfers = 8;
constexpr qsizetype mostNamesInAPhrase = 3;

int activityRowHeight(const QWidget &bar)
{
    return qMax(31, bar.fontMetrics().height() + 12);
}

bool runs(const engine::TransferSnapshot &transfer)
{
    return transfer.state == engine::TransferState::Running || transfer.state == engine::TransferState::Verifying;
}

// Remaining time of a transfer in the folded bar: unlimited, unless it ended without a failure. A canceled transfer
// ends once its partial files are removed.
std::chrono::milliseconds timeInClosedBar(const engine::TransferSnapshot &transfer)
{
    if (!engine::isEnded(transfer.state) || transfer.state == engine::TransferState::Failed || transfer.endedMs == 0)
        return std::chrono::milliseconds::max();
    const std::chrono::milliseconds since(QDateTime::currentMSecsSinceEpoch() - transfer.endedMs);
    return ActivityBar::endedStays - since;
}

QList<engine::JobSnapshot> runningJobs(const models::ResourceStore &store)
{
    QList<engine::JobSnapshot> running;
    for (const auto &resource : store.all(engine::ResourceKind::Job)) {
        if (models::groupOf(resource) == models::JobGroup::Running)
            running.append(engine::JobSnapshot::fromDocument(resource.document));
    }
    std::sort(running.begin(), running.end(), [](const auto &a, const auto &b) { return a.created > b.created; });
    return running;
}

QList<engine::MachineSnapshot> askingMachines(const models::ResourceStore &store)
{
    QList<engine::MachineSnapshot> asking;
    for (const auto &resource : store.all(engine::ResourceKind::Machine)) {
        const QJsonObject extension = resource.extension(); // decodes only the few machines with a question
        if (extension.contains(u"question"_s) || extension.value(u"link"_s) == u"needs-attention"_s)
            asking.append(engine::MachineSnapshot::fromDocument(resource.document));
    }
    std::sort(asking.begin(), asking.end(), [](const auto &a, const auto &b) { return a.id < b.id; });
    return asking;
}

QString phrase(const engine::JobSnapshot &job)
{
    QString words = job.state == engine::JobState::Running && job.phase != engine::JobPhase::None
        ? models::word(job.phase)
        : models::word(job.state);
    if (models::isOutOfReach(job.state, job.link))
        words = ActivityBar::tr("last seen %1").arg(words);
    if (!job.nodes.isEmpty())
        words = ActivityBar::tr("%1 on %2")
                    .arg(words,
                         job.nodes.size() <= mostNamesInAPhrase ? job.nodes.join(u", "_s)
                                                                : ActivityBar::tr("%1 nodes").arg(job.nodes.size()));
    if (!job.reason.isEmpty())
        words += u". "_s + job.reason.text();
    return words;
}

} // namespace

ActivityBar::ActivityBar(const models::ResourceStore &store, const models::TransferList &transfers, QWidget *parent)
    : QWidget(parent), m_store(store), m_transfers(transfers), m_transferRows(newColumn({}, 0)),
      m_rows(newColumn({}, 0)), m_endedRows(newColumn({}, 0)), m_count(new QLabel(this)),
      m_allTransfers(new QToolButton(this)), m_unfold(new QToolButton(this))
{
    auto *title = new QLabel(tr("Activity"), this);
    title->setFont(textFont(12.5, QFont::Medium));
    auto *line = new QFrame(this);
    line->setFrameShape(QFrame::VLine);
    m_count->setFont(textFont(12.5));
    m_allTransfers->setObjectName(u"allTransfers"_s);
    m_allTransfers->setAutoRaise(true);
    m_allTransfers->setToolTip(tr("Every transfer, also those that ended, in a table (Ctrl+J)"));
    m_unfold->setObjectName(u"unfold"_s);
    m_unfold->setIcon(icon(u"chev-u"_s));
    m_unfold->setCheckable(true);
    m_unfold->setAutoRaise(true);
    m_unfold->setAccessibleName(tr("Show all activity"));
    m_unfold->setToolTip(tr("Show all activity"));
    auto *both = newColumn({}, 0, {m_transferRows, m_rows, m_endedRows});
    both->setAlignment(Qt::AlignTop);
    setLayout(newRow({12, 1, 12, 0}, 10,
                     {{title, 0, Qt::AlignTop},
                      {line, 0, Qt::AlignTop},
                      {both, 1},
                      {m_count, 0, Qt::AlignTop},
                      {m_allTransfers, 0, Qt::AlignTop},
                      {m_unfold, 0, Qt::AlignTop}}));
    const int height = activityRowHeight(*this);
    for (QWidget *widget : std::initializer_list<QWidget *>{title, m_count, m_allTransfers})
        widget->setFixedHeight(height);
    line->setFixedHeight(height);
    setAccessibleName(tr("Activity"));
    connect(&store, &models::ResourceStore::changed, this, &ActivityBar::refresh);
    connect(&transfers, &models::TransferList::changed, this, &ActivityBar::refresh);
    connect(&transfers, &models::TransferList::removed, this, &ActivityBar::refresh);
    connect(&transfers, &models::TransferList::reset, this, &ActivityBar::refresh);
    connect(m_unfold, &QToolButton::toggled, this, &ActivityBar::refresh);
    m_endedLeaves.setSingleShot(true);
    connect(&m_endedLeaves, &QTimer::timeout, this, &ActivityBar::refresh);
    connect(m_allTransfers, &QToolButton::clicked, this, &ActivityBar::transfersRequested);
    refresh();
}

int ActivityBar::begin(const QString &words, const std::function<void()> &stop)
{
    m_operations.prepend({m_next, words, stop});
    refresh();
    return m_next++;
}

void ActivityBar::say(int operation, const QString &words)
{
    for (Operation &one : m_operations) {
        if (one.number == operation)
            one.words = words;
    }
    refresh();
}

void ActivityBar::stop(int operation)
{
    const auto found = std::find_if(m_operations.cbegin(), m_operations.cend(),
                                    [operation](const Operation &one) { return one.number == operation; });
    if (found != m_operations.cend())
        std::function(found->stop)(); // copied, as the call may remove the operation
}

void ActivityBar::end(int operation)
{
    m_operations.removeIf([operation](const Operation &one) { return one.number == operation; });
    refresh();
}

QList<QAction *> ActivityBar::commands()
{
    m_commands = std::make_unique<QObject>();
    QList<QAction *> list;
    for (const QString &id : shownTransfers(lines().isEmpty())) {
        const TransferRow *row = m_transferRow.value(id);
        for (QAction *action : row ? row->actions() : QList<QAction *>()) {
            if (!action->isEnabled())
                continue;
            auto *named =
                new QAction(action->icon(), tr("%1: %2").arg(models::transferWhat(row->transfer()), action->text()),
                            m_commands.get());
            connect(named, &QAction::triggered, action, &QAction::trigger);
            list.append(named);
        }
    }
    return list;
}

void ActivityBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(0, 0, width(), 1, tokens().line);
}

bool ActivityBar::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest)
        keepHeight();
    return QWidget::event(event);
}

// The unfolded bar does not shrink: rows that come and go must not move the page above it. Room that no row needs is at
// most half of the window's height.
void ActivityBar::keepHeight()
{
    if (!m_unfold->isChecked())
        return setMinimumHeight(0);
    const int least = leastOpenRows * activityRowHeight(*this);
    const int kept = qMin(minimumHeight(), window()->height() / 2);
    setMinimumHeight(std::max({least, kept, layout()->sizeHint().height()}));
}

ActivityBar::Row ActivityBar::rowFor(const Line &line)
{
    Row row{line.key, new QWidget(this), nullptr, nullptr};
    auto *layout = newRow({}, 8);
    row.whole->setLayout(layout);
    row.whole->setFixedHeight(activityRowHeight(*this));
    if (!line.picture.isNull()) {
        row.mark = new Picture(line.picture, 14, row.whole);
        layout->addWidget(row.mark);
    }
    row.words = new LinkLabel(line.words, row.whole);
    row.words->setFont(textFont(12.5));
    row.words->setMinimumWidth(0);
    row.words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    connect(row.words, &QLabel::linkActivated, this, [this](const QString &path) {
        if (const auto id = engine::ResourceId::parse(path))
            emit openRequested(*id);
    });
    layout->addWidget(row.words, 1);
    if (line.operation > 0) {
        auto *button = new QToolButton(row.whole);
        button->setObjectName(u"stopOperation"_s);
        button->setAutoRaise(true);
        button->setIcon(icon(u"x"_s));
        button->setToolTip(tr("Stop; what was done until then stays done"));
        button->setAccessibleName(tr("Stop"));
        connect(button, &QToolButton::clicked, this, [this, operation = line.operation] { stop(operation); });
        layout->addWidget(button);
    }
    return row;
}

// Ids of all running transfers, then of the next to run and the last that ended. Folded: one running transfer, or any
// if nothing else is active.
QStringList ActivityBar::shownTransfers(bool isAllElseQuiet) const
{
    QList<engine::TransferSnapshot> all = m_transfers.all();
    std::stable_sort(all.begin(), all.end(), models::comesFirst);
    QStringList ids;
    if (m_unfold->isChecked()) {
        const auto running = std::count_if(all.cbegin(), all.cend(), runs);
        const qsizetype most = qMax<qsizetype>(mostTransfers, running);
        for (const engine::TransferSnapshot &transfer : all.first(qMin(most, all.size())))
            ids.append(transfer.id);
        return ids;
    }
    const auto first = std::find_if(all.cbegin(), all.cend(), [isAllElseQuiet](const auto &transfer) {
        return runs(transfer) || (isAllElseQuiet && timeInClosedBar(transfer) > 0ms);
    });
    if (first != all.cend())
        ids.append(first->id);
    return ids;
}

TransferRow *ActivityBar::newTransferRow(const engine::TransferSnapshot &transfer)
{
    auto *row = new TransferRow(transfer, this);
    const TransferCommands *commands = row->commands();
    connect(commands, &TransferCommands::pauseRequested, this, [this, id = transfer.id] { emit pauseRequested(id); });
    connect(commands, &TransferCommands::undoRequested, this, [this, row] { emit undoRequested(row->transfer()); });
    connect(commands, &TransferCommands::resumeRequested, this, [this, id = transfer.id] { emit resumeRequested(id); });
    connect(commands, &TransferCommands::cancelRequested, this, [this, id = transfer.id] { emit cancelRequested(id); });
    connect(commands, &TransferCommands::openRequested, this, &ActivityBar::folderRequested);
    connect(commands, &TransferCommands::limitsRequested, this, &ActivityBar::limitsRequested);
    connect(commands, &TransferCommands::changeRequested, this,
            [this, id = transfer.id](const engine::TransferChange &change) { emit changeRequested(id, change); });
    return row;
}

// Updates rows in place: a pressed button must not move before it is released.
void ActivityBar::refreshTransfers(const QStringList &ids)
{
    for (auto it = m_transferRow.begin(); it != m_transferRow.end();) {
        if (ids.contains(it.key())) {
            ++it;
            continue;
        }
        (*it)->hide();
        (*it)->deleteLater();
        it = m_transferRow.erase(it);
    }
    int active = 0;
    int ended = 0;
    m_endedLeaves.stop();
    for (qsizetype i = 0; i < ids.size(); ++i) {
        const engine::TransferSnapshot &transfer = *m_transfers.find(ids.at(i));
        TransferRow *&row = m_transferRow[transfer.id];
        if (row)
            row->show(transfer);
        else
            row = newTransferRow(transfer);
        if (!engine::isEnded(transfer.state)) {
            m_transferRows->insertWidget(active++, row);
            continue;
        }
        m_endedRows->insertWidget(ended++, row);
        if (const auto left = timeInClosedBar(transfer); !m_unfold->isChecked() && left != left.max())
            m_endedLeaves.start(left);
    }
}

// Machines with a question come first.
QList<ActivityBar::Line> ActivityBar::lines() const
{
    QList<Line> lines;
    for (const engine::MachineSnapshot &machine : askingMachines(m_store)) {
        const QString action = machine.question ? tr("Answer…") : tr("Open");
        // A question continues the name; a reason is a sentence of its own.
        const QString name = machine.question ? machine.id.name() : machine.id.name() + u':';
        lines.append({machine.id.toString(),
                      LinkText(name + u' ' + models::attentionText(machine) + u" \u00a0 "_s)
                          .addLink(action, machine.id.toString()),
                      markIcon(Mark::Unusable)});
    }
    for (const Operation &operation : m_operations)
        lines.append({QString::number(operation.number), operation.words, icon(u"send"_s),
                      operation.stop ? operation.number : 0});
    for (const engine::JobSnapshot &job : runningJobs(m_store))
        lines.append({job.id.toString(), LinkText().addLink(job.id.name(), job.id.toString()).add(u' ' + phrase(job)),
                      markIcon(markOf(job.state, job.phase, job.link))});
    return lines;
}

void ActivityBar::refresh()
{
    QList<Line> wanted = lines();
    refreshTransfers(shownTransfers(wanted.isEmpty()));
    const auto &transfers = m_transfers.all();
    const qsizetype all = wanted.size() + transfers.size();
    const qsizetype active = wanted.size()
        + std::count_if(transfers.cbegin(), transfers.cend(),
                        [](const auto &transfer) { return !engine::isEnded(transfer.state); });
    m_count->setText(tr("%1 active").arg(QLocale().toString(active)));
    m_count->setVisible(active > 1);
    m_allTransfers->setText(tr("All %1 transfers").arg(QLocale().toString(transfers.size())));
    m_allTransfers->setVisible(transfers.size() > 1);
    const bool isQuiet = wanted.isEmpty() && m_transferRow.isEmpty();
    m_unfold->setVisible(m_unfold->isChecked() || all > 1 || (all == 1 && isQuiet));
    const bool asks = !askingMachines(m_store).isEmpty(); // questions take precedence
    const qsizetype closed = asks || m_transferRow.isEmpty() ? 1 : 0;
    wanted.resize(qMin(m_unfold->isChecked() ? mostLines : closed, wanted.size()));
    if (isQuiet)
        wanted.append({{}, tr("Nothing under way. Running jobs and long operations appear here."), {}});
    showLines(wanted);
    keepHeight();
}

// Updates rows in place while their subjects are the same: a pressed link must stay until it is released.
void ActivityBar::showLines(const QList<Line> &lines)
{
    const bool isSame = std::equal(lines.cbegin(), lines.cend(), m_shown.cbegin(), m_shown.cend(),
                                   [](const Line &line, const Row &row) { return line.key == row.key; });
    if (!isSame) {
        for (const Row &row : std::as_const(m_shown)) {
            row.whole->hide();
            row.whole->deleteLater();
        }
        m_shown.clear();
        for (const Line &line : lines) {
            m_shown.append(rowFor(line));
            m_rows->addWidget(m_shown.constLast().whole);
        }
        return;
    }
    for (qsizetype i = 0; i < lines.size(); ++i) {
        m_shown[i].words->setWords(lines[i].words);
        if (m_shown[i].mark)
            m_shown[i].mark->setIcon(lines[i].picture);
    }
}

} // namespace ui
