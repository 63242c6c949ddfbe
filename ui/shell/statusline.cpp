// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/statusline.h"

#include "models/job/jobcounts.h"
#include "models/resourcestore.h"
#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/picture.h"

#include <QLabel>
#include <QLocale>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

QFrame *separator(QWidget *parent)
{
    auto *line = new QFrame(parent);
    line->setFrameShape(QFrame::VLine);
    line->setFixedHeight(12);
    return line;
}

} // namespace

StatusLine::StatusLine(const models::ResourceStore &store, QWidget *parent)
    : QWidget(parent), m_store(store), m_mark(new Picture({}, 12, this)), m_machines(new QLabel(this)),
      m_jobs(new QLabel(this)), m_queued(new QLabel(this)), m_asOf(new QLabel(this))
{
    setFixedHeight(qMax(24, fontMetrics().height() + 8));
    setLayout(newRow({12, 1, 12, 0}, 8,
                     {m_mark, m_machines, separator(this), m_jobs, separator(this), m_queued, Stretch{}, m_asOf}));
    for (QLabel *label : {m_machines, m_jobs, m_queued, m_asOf})
        label->setFont(textFont(12));
    setAccessibleName(tr("Status"));
    connect(&store, &models::ResourceStore::changed, this, &StatusLine::refresh);
    refresh();
}

void StatusLine::setConnected(bool connected)
{
    m_connected = connected;
    refresh();
}

QString StatusLine::text() const
{
    return QStringList{m_machines->text(), m_jobs->text(), m_queued->text(), m_asOf->text()}.join(u" | "_s);
}

void StatusLine::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(0, 0, width(), 1, tokens().line);
}

void StatusLine::refresh()
{
    int machines = 0;
    int online = 0;
    for (const auto &resource : m_store.all(engine::ResourceKind::Machine)) {
        ++machines;
        online +=
            resource.extension().value(u"link"_s).toString() == engine::toString(engine::LinkState::Online) ? 1 : 0;
    }
    const models::JobCounts jobs = models::countJobs(m_store);
    const QLocale locale;
    m_mark->setIcon(markIcon(online > 0 ? Mark::Online : Mark::Offline));
    m_mark->setVisible(machines > 0);
    m_machines->setText(machines == 0       ? tr("No machines yet")
                            : machines == 1 ? (online == 1 ? tr("1 machine online") : tr("0 of 1 machine online"))
                            : machines == online
                            ? tr("%1 machines online").arg(locale.toString(online))
                            : tr("%1 of %2 machines online").arg(locale.toString(online), locale.toString(machines)));
    m_jobs->setText(jobs.running == 1 ? tr("1 job running") : tr("%1 jobs running").arg(locale.toString(jobs.running)));
    m_queued->setText(tr("%1 queued").arg(locale.toString(jobs.queued)));
    const QString time = m_store.asOf().toLocalTime().toString(u"HH:mm:ss"_s);
    m_asOf->setText(!m_connected         ? tr("The engine does not answer. As of %1").arg(time)
                        : time.isEmpty() ? tr("Loading")
                                         : tr("as of %1").arg(time));
}

} // namespace ui
