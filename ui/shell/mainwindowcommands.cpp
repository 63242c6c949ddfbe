// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// MainWindow: what its actions do with what one stands at.

#include "models/job/jobinput.h"
#include "ui/machine/machinepage.h"
#include "ui/shell/deletiondialog.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/mainwindowfollow.h"
#include "ui/shell/namedialog.h"
#include "ui/shell/toast.h"
#include "ui/shell/treepanel.h"
#include "ui/submit/jobstart.h"
#include "ui/widgets/page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

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

void MainWindow::newGroup()
{
    askName(ResourceKind::Group, {});
}

void MainWindow::newWorkspace()
{
    askName(ResourceKind::Workspace, currentId().ancestor(ResourceKind::Group));
}

void MainWindow::newExperiment()
{
    askName(ResourceKind::Experiment, currentId().ancestor(ResourceKind::Workspace));
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

void MainWindow::reconnectMachine()
{
    machinePage()->reconnect();
}

void MainWindow::openTerminal()
{
    machinePage()->openTerminal();
}

void MainWindow::examineMachine()
{
    machinePage()->examine();
}

void MainWindow::removeTraces()
{
    machinePage()->removeTraces();
}

void MainWindow::focusTreeFilter()
{
    m_treePanel->focusFilter();
}

void MainWindow::copyName()
{
    QGuiApplication::clipboard()->setText(currentId().shortText().remove(u' '));
}

void MainWindow::stopJob()
{
    const ResourceId id = currentId();
    follow(m_client.terminateJob(id), tr("Stopping %1").arg(id.name()), [](const auto &) {});
}

void MainWindow::rerunJob()
{
    const ResourceId id = currentId();
    follow(m_client.rerunJob(id), tr("Submitting %1 again").arg(id.name()),
           [this](const auto &answer) { open(engine::ResourceSnapshot::fromDocument(*answer).id); });
}

void MainWindow::deleteCurrent()
{
    const ResourceId id = currentId();
    const models::DeletionWords words = models::deletionWords(m_store, id);
    auto *dialog = new DeletionDialog(words, this);
    connect(dialog, &QDialog::accepted, this, [this, id, terminate = words.stopsJobs] {
        const QString what = tr("Deleting %1").arg(id.name());
        if (id.kind() == ResourceKind::Job)
            return follow(m_client.deleteJob(id), what, [this, id](const auto &) { sayDeleted(id, {}); });
        follow(m_client.deleteResource(id, terminate), what, [this, id](const auto &users) { sayDeleted(id, *users); });
    });
    dialog->open();
}

// One sentence has room for one who still uses it.
void MainWindow::sayDeleted(const ResourceId &id, const QList<engine::Message> &users)
{
    QString words = tr("Deleted %1.").arg(id.name());
    if (!users.isEmpty())
        words += u' ' + users.constFirst().text();
    if (users.size() > 1)
        words += u' ' + tr("So do %1 more.").arg(QLocale().toString(users.size() - 1));
    m_toast->say(words);
}

void MainWindow::askName(ResourceKind kind, const ResourceId &parent)
{
    auto *dialog = new NameDialog(m_store, m_profileId, kind, parent, this);
    connect(dialog, &NameDialog::named, this, &MainWindow::create);
    dialog->open();
}

void MainWindow::create(const ResourceId &id)
{
    follow(m_client.createResource(id), tr("Creating %1").arg(id.name()), [this, id](const auto &) { open(id); });
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
