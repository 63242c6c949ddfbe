// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/machine/clusterdocument.h"

#include "models/document/wantedsecrets.h"
#include "ui/document/documentpane.h"
#include "ui/submit/plan/planpanel.h"
#include "ui/widgets/layouts.h"

#include <QSplitter>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

ClusterDocument::ClusterDocument(engine::EngineClient &client, const models::OpenedDocument &document, QWidget *parent)
    : QWidget(parent), m_pane(new DocumentPane(document, this)), m_plan(new PlanPanel(client)),
      m_halves(newSplitter(Qt::Vertical, {m_pane, m_plan}, {800, 200}))
{
    setLayout(newColumn({}, 0, {m_halves}));
    connect(m_plan, &PlanPanel::mapRequested, this, &ClusterDocument::mapRequested);
}

bool ClusterDocument::isSettled() const
{
    return m_pane->isSettled() && m_plan->isSettled();
}

void ClusterDocument::setJob(const models::OpenedDocument &job)
{
    if (m_job.isEmpty())
        m_halves->setSizes({400, 600});
    m_job = job;
    m_plan->setTitle(tr("What %1 will run").arg(job.name));
}

// The plan depends only on name and document, as the cluster does not exist; its nodes are node0, node1…
void ClusterDocument::plan(const ResourceId &cluster)
{
    if (m_job.isEmpty())
        return m_plan->showHint(tr("Open or drop a job.json to see what it would run on this cluster."));
    if (!m_pane->check().isValid() || !cluster.isValid())
        return m_plan->showHint(tr("Shown once the cluster has a valid document and a free name."));
    const ResourceId job =
        cluster.parent().child(ResourceKind::Experiment, u"default"_s).child(ResourceKind::Job, u"job-1"_s);
    const QJsonObject &written = m_pane->check().document;
    const QJsonObject complete = models::withStandIns(ResourceKind::Cluster, written);
    m_plan->setRequest({job,
                        cluster.toString(),
                        m_job.text,
                        {},
                        complete == written ? m_pane->text() : engine::writeDocument(ResourceKind::Cluster, complete)});
}

} // namespace ui
