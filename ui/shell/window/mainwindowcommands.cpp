// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// MainWindow: what its actions do with what one stands at.

#include "models/deletion.h"
#include "models/job/form/jobinput.h"
#include "models/job/jobstops.h"
#include "ui/machine/machinepage.h"
#include "ui/shell/dialog/namedialog.h"
#include "ui/shell/focusedselection.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/submit/jobstart.h"
#include "ui/widgets/text/copying.h"

#include <algorithm>

namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

void MainWindow::newJob()
{
    go({experimentHere(), Place::Kind::Submit, {}, {}, clusterHere()});
}

// Where the path is there: on a cluster of that machine.
void MainWindow::newJobWith(const engine::Location &input)
{
    const ResourceId cluster = clusterOf(input.place);
    ResourceId experiment = experimentHere();
    if (experiment.isValid() && cluster.isValid()
        && experiment.ancestor(ResourceKind::Workspace) != cluster.ancestor(ResourceKind::Workspace))
        experiment = {};
    const models::OpenedDocument document{engine::shownPath(input.name()),
                                          models::withJobInput(JobStart::greeting(), input.path),
                                          models::DocumentKind::Job,
                                          {}};
    go({experiment, Place::Kind::Submit, {}, {}, cluster, document});
}

ResourceId MainWindow::clusterOf(const QString &place) const
{
    ResourceId best;
    qsizetype fewest = 0;
    for (const engine::ResourceSnapshot &cluster : m_store.all(ResourceKind::Cluster)) {
        const auto nodes = engine::ClusterSnapshot::fromDocument(cluster.document).nodes;
        const bool hasIt = std::any_of(nodes.cbegin(), nodes.cend(), [&](const auto &node) {
            const auto machine = engine::MachineSnapshot::fromDocument(m_store.document(node.machine));
            return place.isEmpty() ? machine.isLocal : node.machine.name() == place;
        });
        if (!hasIt || (best.isValid() && nodes.size() >= fewest))
            continue;
        best = cluster.id;
        fewest = nodes.size();
    }
    return best;
}

void MainWindow::newCluster()
{
    const ResourceId here = currentId();
    const bool isMachine = here.isValid() && here.kind() == ResourceKind::Machine;
    go({here.ancestor(ResourceKind::Workspace),
        Place::Kind::NewCluster,
        {},
        isMachine ? QList<ResourceId>{here} : QList<ResourceId>(),
        {}});
    currentPage()->takeFocus();
}

void MainWindow::connectMachine()
{
    go({{}, Place::Kind::Connect, {}, {}, {}});
    currentPage()->takeFocus();
}

MachinePage *MainWindow::machinePage() const
{
    return qobject_cast<MachinePage *>(currentPage());
}

// What is selected in the list that has the focus; else what the page shows, where that is a resource.
QList<ResourceId> MainWindow::chosen() const
{
    const QList<ResourceId> selected = m_selection->resources();
    if (!selected.isEmpty())
        return selected;
    const bool isResource = m_pages->place().kind == Place::Kind::Resource && currentId().isValid();
    return isResource ? QList<ResourceId>{currentId()} : QList<ResourceId>();
}

QList<ResourceId> MainWindow::liveJobs() const
{
    QList<ResourceId> jobs = chosen();
    jobs.removeIf([this](const ResourceId &id) {
        return !models::isLiveJob(m_store, id) || m_stops->isWaiting(id)
            || engine::JobSnapshot::fromDocument(m_store.document(id)).state == engine::JobState::Terminating;
    });
    return jobs;
}

void MainWindow::copyName()
{
    QList<ResourceId> ids = chosen();
    if (ids.isEmpty())
        ids.append(currentId());
    QStringList names;
    for (const ResourceId &id : std::as_const(ids))
        names.append(id.shortText().remove(u' '));
    copyText(names.join(u'\n'));
}

void MainWindow::rerunJob()
{
    const QList<ResourceId> jobs = chosen();
    for (const ResourceId &id : jobs)
        m_notices.follow(m_client.jobs.rerun(id), tr("Submitting %1 again").arg(id.name()), this,
                         [this, isOnly = jobs.size() == 1](const auto &answer) {
                             if (isOnly)
                                 open(engine::ResourceSnapshot::fromDocument(*answer).id);
                         });
}

void MainWindow::cloneJob()
{
    const ResourceId job = chosen().constFirst();
    go({job.parent(), Place::Kind::Submit, job, {}, {}});
}

void MainWindow::askName(ResourceKind kind, const ResourceId &parent)
{
    auto *dialog = new NameDialog(m_store, m_profileId, kind, parent, this);
    connect(dialog, &NameDialog::named, this, &MainWindow::create);
    dialog->open();
}

void MainWindow::create(const ResourceId &id)
{
    m_notices.follow(m_client.resources.create(id), tr("Creating %1").arg(id.name()), this,
                     [this, id](const auto &) { open(id); });
}

// Where one stands, or that the machine where one stands is a node of.
ResourceId MainWindow::clusterHere() const
{
    const ResourceId here = currentId();
    if (!here.isValid() || here.kind() != ResourceKind::Machine)
        return here.isValid() && here.kind() == ResourceKind::Cluster ? here : ResourceId();
    for (const engine::ResourceSnapshot &cluster : m_store.all(ResourceKind::Cluster)) {
        const auto nodes = engine::ClusterSnapshot::fromDocument(cluster.document).nodes;
        if (std::any_of(nodes.cbegin(), nodes.cend(), [&here](const auto &node) { return node.machine == here; }))
            return cluster.id;
    }
    return {};
}

ResourceId MainWindow::experimentHere() const
{
    const ResourceId here = currentId().ancestor(ResourceKind::Experiment);
    if (here.isValid())
        return here;
    const auto all = m_store.all(ResourceKind::Experiment, currentId().ancestor(ResourceKind::Workspace));
    return all.size() == 1 ? all.constFirst().id : ResourceId();
}

} // namespace ui
