// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// MainWindow: what its actions do with what one stands at.

#include "models/job/form/jobinput.h"
#include "ui/machine/machinepage.h"
#include "ui/shell/dialog/namedialog.h"
#include "ui/shell/window/currentchoice.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/submit/jobstart.h"
#include "ui/volume/volumepanel.h"
#include "ui/widgets/text/copying.h"

#include <algorithm>

namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

void MainWindow::newJob()
{
    go({m_choice->experiment(), Place::Kind::Submit, {}, {}, m_choice->cluster()});
}

// Where the path is there: on a cluster of that machine.
void MainWindow::newJobWith(const engine::Location &input)
{
    const ResourceId cluster = clusterOf(input.place);
    ResourceId experiment = m_choice->experiment();
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

void MainWindow::newFileServer()
{
    go({currentId().ancestor(ResourceKind::Workspace), Place::Kind::NewFileServer, {}, {}, {}});
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

void MainWindow::copyName()
{
    QList<ResourceId> ids = m_choice->resources();
    if (ids.isEmpty())
        ids.append(currentId());
    QStringList names;
    for (const ResourceId &id : std::as_const(ids))
        names.append(id.shortText().remove(u' '));
    copyText(names.join(u'\n'));
}

void MainWindow::rerunJob()
{
    const QList<ResourceId> jobs = m_choice->resources();
    for (const ResourceId &id : jobs)
        m_notices.follow(m_client.jobs.rerun(id), tr("Submitting %1 again").arg(id.name()), this,
                         [this, isOnly = jobs.size() == 1](const auto &answer) {
                             if (isOnly)
                                 open(engine::ResourceSnapshot::fromDocument(*answer).id);
                         });
}

void MainWindow::cloneJob()
{
    const ResourceId job = m_choice->resources().constFirst();
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

void MainWindow::mapVolumes()
{
    const ResourceId id = currentId();
    const bool isServer = id.isValid() && id.kind() == ResourceKind::FileServer;
    mapVolume(isServer ? id.toString() : QString());
}

void MainWindow::mapVolume(const QString &source)
{
    auto *panel = findChild<VolumePanel *>();
    if (!panel) {
        panel = new VolumePanel(m_client, m_store, this);
        centralWidget()->layout()->addWidget(panel);
        panel->show(); // now, so that it can take the focus
        connect(panel, &VolumePanel::changed, this, [this] { currentPage()->volumesChanged(); });
        connect(panel, &VolumePanel::machineRequested, this, &MainWindow::open);
        connect(panel, &VolumePanel::closed, this, [this, panel] {
            currentPage()->takeFocus();
            panel->deleteLater();
        });
    }
    panel->mapSource(source);
}

} // namespace ui
