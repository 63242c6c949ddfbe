// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/jobheader.h"

#include "models/job/jobnodewords.h"
#include "models/words.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/statemarks.h"
#include "ui/widgets/page/pageheader.h"

#include <QAbstractButton>
#include <QAction>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

QString timeText(const QDateTime &time)
{
    return time.toLocalTime().toString(u"HH:mm:ss"_s);
}

} // namespace

Mark markOf(const engine::JobSnapshot &job)
{
    return markOf(job.state, job.phase, job.link);
}

JobHeader::JobHeader(QWidget *parent)
    : QWidget(parent), m_header(new PageHeader(this)), m_copyId(new QAction(tr("Copy id"), this)),
      m_copyCommand(new QAction(tr("Copy as command"), this))
{
    setLayout(newColumn({}, 0, {m_header}));
    m_stop = m_header->addCommand(u"stop"_s, tr("Stop"));
    m_stop->setObjectName(u"stop"_s);
    connect(m_stop, &QAbstractButton::clicked, this, &JobHeader::stopRequested);
    auto *rerun = m_header->addCommand(u"rerun"_s, tr("Rerun"), tr("Run the same document again as a new job"));
    rerun->setObjectName(u"rerun"_s);
    connect(rerun, &QAbstractButton::clicked, this, &JobHeader::rerunRequested);
    auto *clone =
        m_header->addCommand(u"copy"_s, tr("Clone"), tr("Change this job's document and submit it as a new job"));
    clone->setObjectName(u"clone"_s);
    connect(clone, &QAbstractButton::clicked, this, &JobHeader::cloneRequested);
    m_more = m_header->addCommand(u"dots"_s, {}, tr("More commands"));
    m_more->setObjectName(u"more"_s);
    m_more->setAccessibleName(tr("More commands"));
    connect(m_more, &QAbstractButton::clicked, this, &JobHeader::showMenu);
    connect(m_copyId, &QAction::triggered, this, &JobHeader::copyIdRequested);
    connect(m_copyCommand, &QAction::triggered, this, &JobHeader::copyCommandRequested);
    connect(m_header, &PageHeader::factActivated, this, &JobHeader::clusterRequested);
    connect(m_header, &PageHeader::tabChanged, this, &JobHeader::showFacts);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &JobHeader::showFacts);
}

void JobHeader::setJob(const engine::JobSnapshot &job)
{
    m_job = job;
    m_header->setTitle(job.id.name());
    m_header->setState(markOf(job), models::stateText(job));
    const bool ends = engine::isFinal(job.state);
    m_stop->setEnabled(!ends && job.state != engine::JobState::Terminating);
    m_stop->setToolTip(ends                                             ? tr("The job has ended")
                           : job.state == engine::JobState::Terminating ? tr("The job is being stopped")
                                                                        : tr("End this job"));
    if (job.started.isValid() && !ends && !models::isOutOfReach(job.state, job.link))
        m_clock.start();
    else
        m_clock.stop();
    showFacts();
}

void JobHeader::showFacts()
{
    QList<LinkText> facts;
    const bool stands = models::isOutOfReach(m_job.state, m_job.link);
    if (m_job.started.isValid()) {
        const QDateTime until = m_job.ended.isValid() ? m_job.ended
            : stands && m_job.asOf.isValid()          ? m_job.asOf
                                                      : QDateTime::currentDateTimeUtc();
        facts.append(LinkText().addStrong(models::duration(std::chrono::milliseconds(m_job.started.msecsTo(until)))));
    }
    if (stands && m_job.asOf.isValid())
        facts.append(tr("as of %1").arg(timeText(m_job.asOf)));
    if (const QString failure = models::firstFailureFact(m_job); !failure.isEmpty())
        facts.append(failure);
    if (m_job.exitCode)
        facts.append(tr("exit code %1").arg(*m_job.exitCode));
    else if (m_job.state == engine::JobState::Failed && !m_job.errors.value(0).message.isEmpty()
             && m_header->currentTab() != u"overview") // the overview shows the whole message
        facts.append(m_job.errors.constFirst().message.text());
    const QString nodes = m_job.nodes.size() == 1
        ? m_job.nodes.constFirst()
        : (m_job.nodeCount == 1 ? tr("1 node") : tr("%1 nodes").arg(locale().toString(m_job.nodeCount)));
    const LinkText cluster = LinkText().addLink(m_job.cluster.name(), u"cluster"_s);
    facts.append(m_job.cluster.isValid() ? LinkText::filled(tr("%1 on %2"), {nodes, cluster}) : LinkText(nodes));
    if (!engine::isFinal(m_job.state) && !m_job.reason.isEmpty())
        facts.append(m_job.reason.text());
    m_header->setFacts(facts);
}

void JobHeader::showMenu()
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions(commands());
    menu->addSeparator();
    menu->addAction(tr("Delete…"), this, &JobHeader::deleteRequested);
    menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height() + 2)));
}

} // namespace ui
