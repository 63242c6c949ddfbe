// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/activitybar.h"

#include "models/machine/machinewords.h"
#include "models/resourcestore.h"
#include "models/words.h"
#include "ui/theme/icons.h"
#include "ui/widgets/statemarks.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr qsizetype mostRows = 8;

QList<engine::JobSnapshot> runningJobs(const models::ResourceStore &store)
{
    QList<engine::JobSnapshot> running;
    for (const auto &resource : store.all(engine::ResourceKind::Job)) {
        auto job = engine::JobSnapshot::fromDocument(resource.document);
        if (job.state == engine::JobState::Running || job.state == engine::JobState::Terminating)
            running.append(std::move(job));
    }
    std::sort(running.begin(), running.end(), [](const auto &a, const auto &b) { return a.created > b.created; });
    return running;
}

QList<engine::MachineSnapshot> askingMachines(const models::ResourceStore &store)
{
    QList<engine::MachineSnapshot> asking;
    for (const auto &resource : store.all(engine::ResourceKind::Machine)) {
        const QJsonObject ours = resource.batchdeck(); // of thousands, few ask
        const bool mayAsk = ours.contains(u"question"_s) || ours.value(u"link"_s) == u"needs-attention"_s;
        if (mayAsk && !ours.value(u"provisional"_s).toBool())
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
    if (!job.nodes.isEmpty())
        words = ActivityBar::tr("%1 on %2").arg(words, job.nodes.join(u", "_s));
    if (!job.reason.isEmpty())
        words += u". "_s + job.reason.text();
    return words;
}

} // namespace

ActivityBar::ActivityBar(const models::ResourceStore &store, QWidget *parent)
    : QWidget(parent), m_store(store), m_rows(new QVBoxLayout), m_count(new QLabel(this)),
      m_unfold(new QToolButton(this))
{
    auto *title = new QLabel(tr("Activity"), this);
    title->setFont(textFont(12.5, QFont::Medium));
    auto *line = new QFrame(this);
    line->setFrameShape(QFrame::VLine);
    line->setFixedHeight(18);
    m_count->setFont(textFont(12.5));
    m_unfold->setIcon(icon(u"chev-u"_s));
    m_unfold->setCheckable(true);
    m_unfold->setAutoRaise(true);
    m_unfold->setAccessibleName(tr("Show all activity"));
    m_unfold->setToolTip(tr("Show all activity"));
    m_rows->setSpacing(0);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 1, 12, 0);
    row->setSpacing(10);
    row->addWidget(title, 0, Qt::AlignTop);
    row->addWidget(line, 0, Qt::AlignTop);
    row->addLayout(m_rows, 1);
    row->addWidget(m_count, 0, Qt::AlignTop);
    row->addWidget(m_unfold, 0, Qt::AlignTop);
    const int height = qMax(31, fontMetrics().height() + 12);
    for (QWidget *widget : {static_cast<QWidget *>(title), static_cast<QWidget *>(m_count)})
        widget->setFixedHeight(height);
    line->setFixedHeight(height);
    setAccessibleName(tr("Activity"));
    connect(&store, &models::ResourceStore::changed, this, &ActivityBar::refresh);
    connect(m_unfold, &QToolButton::toggled, this, [this] {
        m_shown.clear();
        refresh();
    });
    refresh();
}

int ActivityBar::begin(const QString &words)
{
    m_operations.prepend({m_next, words});
    refresh();
    return m_next++;
}

void ActivityBar::end(int operation)
{
    m_operations.removeIf([operation](const Operation &one) { return one.number == operation; });
    refresh();
}

void ActivityBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(0, 0, width(), 1, tokens().line);
}

QWidget *ActivityBar::rowFor(const QString &html, const QIcon &picture)
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    row->setFixedHeight(qMax(31, fontMetrics().height() + 12));
    if (!picture.isNull()) {
        auto *mark = new QLabel(row);
        mark->setPixmap(picture.pixmap(QSize(14, 14), devicePixelRatioF()));
        layout->addWidget(mark);
    }
    auto *words = new QLabel(html, row);
    words->setFont(textFont(12.5));
    words->setMinimumWidth(0);
    words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    connect(words, &QLabel::linkActivated, this, [this](const QString &path) {
        if (const auto id = engine::ResourceId::parse(path))
            emit openRequested(*id);
    });
    layout->addWidget(words, 1);
    return row;
}

void ActivityBar::refresh()
{
    QStringList lines;
    QList<QIcon> pictures;
    for (const engine::MachineSnapshot &machine : askingMachines(m_store)) {
        const QString action = machine.question ? tr("Answer…") : tr("Open");
        // A question goes on from the name; a reason is a sentence of its own.
        const QString name = machine.question ? machine.id.name() : machine.id.name() + u':';
        lines.append(u"%1 %2 &nbsp; <a style=\"text-decoration:none\" href=\"%3\">%4</a>"_s.arg(
            name.toHtmlEscaped(), models::attentionText(machine).toHtmlEscaped(), machine.id.toString(), action));
        pictures.append(markIcon(Mark::Unusable));
    }
    for (const Operation &operation : std::as_const(m_operations)) {
        lines.append(operation.words.toHtmlEscaped());
        pictures.append(icon(u"send"_s));
    }
    for (const engine::JobSnapshot &job : runningJobs(m_store)) {
        lines.append(u"<a style=\"text-decoration:none\" href=\"%1\">%2</a> %3"_s.arg(
            job.id.toString(), job.id.name().toHtmlEscaped(), phrase(job).toHtmlEscaped()));
        pictures.append(markIcon(markOf(job.state, job.phase, job.link)));
    }
    if (lines == m_shown && m_rows->count() > 0)
        return;
    m_shown = lines;
    while (QLayoutItem *item = m_rows->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    const qsizetype shown = m_unfold->isChecked() ? qMin(mostRows, lines.size()) : qMin<qsizetype>(1, lines.size());
    for (qsizetype i = 0; i < shown; ++i)
        m_rows->addWidget(rowFor(lines[i], pictures[i]));
    if (lines.isEmpty())
        m_rows->addWidget(rowFor(tr("Nothing under way. Running jobs and long operations appear here."), {}));
    m_count->setText(tr("%1 active").arg(QLocale().toString(lines.size())));
    m_count->setVisible(lines.size() > 1);
    m_unfold->setVisible(lines.size() > 1);
}

} // namespace ui
