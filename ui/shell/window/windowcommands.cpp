// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/window/windowcommands.h"

#include "models/job/form/jobinput.h"
#include "models/job/jobstops.h"
#include "models/resourcestore.h"
#include "ui/home/homepage.h"
#include "ui/job/jobpage.h"
#include "ui/machine/machinepage.h"
#include "ui/resource/account/credentialpanel.h"
#include "ui/shell/dialog/namedialog.h"
#include "ui/shell/notice/resourcedeletion.h"
#include "ui/shell/window/currentchoice.h"
#include "ui/shell/window/pagestack.h"
#include "ui/shell/window/windowactions.h"
#include "ui/storage/storagepage.h"
#include "ui/submit/jobstart.h"
#include "ui/transfer/transferlimitsdialog.h"
#include "ui/transfer/transferspage.h"
#include "ui/volume/volumepanel.h"
#include "ui/widgets/text/copying.h"

#include <QAction>
#include <QLayout>
#include <QMainWindow>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

WindowCommands::WindowCommands(engine::EngineClient &client, const models::ResourceStore &store,
                               const CurrentChoice &choice, PageStack &pages, models::JobStops &stops,
                               const Notices &notices, QMainWindow &window)
    : QObject(&window), m_client(client), m_store(store), m_choice(choice), m_pages(pages), m_stops(stops),
      m_notices(notices), m_window(window), m_deletion(new ResourceDeletion(client, store, notices, window))
{
}

void WindowCommands::connectTo(const WindowActions &actions)
{
    connect(actions.submit, &QAction::triggered, this, &WindowCommands::newJob);
    connect(actions.newCluster, &QAction::triggered, this, &WindowCommands::newCluster);
    connect(actions.newFileServer, &QAction::triggered, this, &WindowCommands::newFileServer);
    connect(actions.addAccount, &QAction::triggered, this, &WindowCommands::addAccount);
    connect(actions.accountKey, &QAction::triggered, this, &WindowCommands::askAccountKey);
    connect(actions.transfers, &QAction::triggered, this, &WindowCommands::showTransfers);
    connect(actions.transferLimits, &QAction::triggered, this, &WindowCommands::askTransferLimits);
    connect(actions.mapVolumes, &QAction::triggered, this, &WindowCommands::mapVolumes);
    connect(actions.connectMachine, &QAction::triggered, this, &WindowCommands::connectMachine);
    connect(actions.reconnect, &QAction::triggered, this, [this] { machinePage()->reconnect(); });
    connect(actions.terminal, &QAction::triggered, this, [this] { machinePage()->openTerminal(); });
    connect(actions.doctor, &QAction::triggered, this, [this] { machinePage()->examine(); });
    connect(actions.removeTraces, &QAction::triggered, this, [this] { machinePage()->removeTraces(); });
    connect(actions.stop, &QAction::triggered, this, [this] { m_stops.stop(m_choice.liveJobs()); });
    connect(actions.openLog, &QAction::triggered, this, &WindowCommands::openLog);
    connect(actions.rerun, &QAction::triggered, this, &WindowCommands::rerun);
    connect(actions.clone, &QAction::triggered, this, &WindowCommands::clone);
    connect(actions.deleteResource, &QAction::triggered, this, &WindowCommands::remove);
    connect(actions.copyName, &QAction::triggered, this, &WindowCommands::copyName);
    connect(actions.files, &QAction::triggered, this, &WindowCommands::browseFiles);
}

void WindowCommands::connectPage(Page *page)
{
    const bool isHome = qobject_cast<HomePage *>(page) != nullptr;
    connect(page, &Page::openRequested, this, [this, isHome](const ResourceId &id) {
        m_pages.open(id);
        if (isHome) // the job that Home started: shows its live log
            m_pages.page()->showTab(u"logs"_s);
        if (id.isValid() && id.kind() == ResourceKind::StorageAccount)
            m_pages.page()->takeFocus();
    });
    connect(page, &Page::jobsRequested, this, [this](const ResourceId &scope, models::JobGroup group) {
        m_pages.open(scope);
        m_pages.page()->showJobs(group);
    });
    connect(page, &Page::submitRequested, this, [this](const ResourceId &experiment, const ResourceId &likeJob) {
        m_pages.go({experiment, Place::Kind::Submit, likeJob, {}, {}});
        m_pages.page()->takeFocus();
    });
    connect(page, &Page::connectRequested, this, &WindowCommands::connectMachine);
    connect(page, &Page::clusterRequested, this, [this](const QList<ResourceId> &machines) {
        m_pages.go({{}, Place::Kind::NewCluster, {}, machines, {}});
        m_pages.page()->takeFocus();
    });
    connect(page, &Page::removeRequested, this, &WindowCommands::removePlace);
    if (auto *job = qobject_cast<JobPage *>(page))
        connect(job, &JobPage::stopRequested, this, [this, job] { m_stops.stop({job->resource()}); });
    connect(page, &Page::mapVolumeRequested, this, &WindowCommands::mapVolume);
    connect(page, &Page::filesRequested, this, &WindowCommands::browse);
    connect(page, &Page::told, m_notices.toast, &Toast::say);
    connect(page, &Page::jobRequested, this, &WindowCommands::newJobWith);
    if (auto *storage = qobject_cast<StoragePage *>(page)) {
        connect(storage, &StoragePage::accountRequested, this, &WindowCommands::addAccount);
        connect(storage, &StoragePage::accountKeyRequested, this, &WindowCommands::askAccountKey);
    }
    if (auto *transfers = qobject_cast<TransfersPage *>(page))
        connect(transfers, &TransfersPage::limitsRequested, this, &WindowCommands::askTransferLimits);
}

ResourceId WindowCommands::shownResource() const
{
    const Place &place = m_pages.place();
    return place.id.isValid() ? place.id : models::storageAccountAt(m_store, place.location.place);
}

MachinePage *WindowCommands::machinePage() const
{
    return qobject_cast<MachinePage *>(m_pages.page());
}

void WindowCommands::newJob()
{
    m_pages.go({m_choice.experiment(), Place::Kind::Submit, {}, {}, m_choice.cluster()});
    m_pages.page()->takeFocus();
}

// Suggests a cluster of the machine, on which the path exists.
void WindowCommands::newJobWith(const engine::Location &input)
{
    const ResourceId cluster = clusterOf(input.place);
    ResourceId experiment = m_choice.experiment();
    if (experiment.isValid() && cluster.isValid()
        && experiment.ancestor(ResourceKind::Workspace) != cluster.ancestor(ResourceKind::Workspace))
        experiment = {};
    const models::OpenedDocument document{engine::shownPath(input.name()),
                                          models::withJobInput(JobStart::greeting(), input),
                                          models::DocumentKind::Job,
                                          {}};
    m_pages.go({experiment, Place::Kind::Submit, {}, {}, cluster, document});
    m_pages.page()->takeFocus();
}

ResourceId WindowCommands::clusterOf(const QString &place) const
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

void WindowCommands::newCluster()
{
    const ResourceId here = m_pages.place().id;
    const bool isMachine = here.isValid() && here.kind() == ResourceKind::Machine;
    m_pages.go({here.ancestor(ResourceKind::Workspace),
                Place::Kind::NewCluster,
                {},
                isMachine ? QList<ResourceId>{here} : QList<ResourceId>(),
                {}});
    m_pages.page()->takeFocus();
}

void WindowCommands::newFileServer()
{
    m_pages.go({m_pages.place().id.ancestor(ResourceKind::Workspace), Place::Kind::NewFileServer, {}, {}, {}});
    m_pages.page()->takeFocus();
}

void WindowCommands::addAccount()
{
    m_pages.go({{}, Place::Kind::NewStorageAccount, {}, {}, {}});
    m_pages.page()->takeFocus();
}

void WindowCommands::askAccountKey()
{
    const ResourceId account = shownResource();
    if (!account.isValid() || account.kind() != ResourceKind::StorageAccount)
        return;
    auto *panel = m_window.findChild<CredentialPanel *>();
    if (!panel) {
        panel = new CredentialPanel(m_client, &m_window);
        m_window.centralWidget()->layout()->addWidget(panel);
        connect(panel, &CredentialPanel::closed, this, [this, panel](const QString &notice) {
            if (!notice.isEmpty()) {
                m_notices.toast->say(notice);
                m_pages.page()->reload();
            }
            m_pages.page()->takeFocus();
            panel->deleteLater();
        });
    }
    panel->ask(account.name());
}

void WindowCommands::connectMachine()
{
    m_pages.go({{}, Place::Kind::Connect, {}, {}, {}});
    m_pages.page()->takeFocus();
}

void WindowCommands::copyName()
{
    QList<ResourceId> ids = m_choice.resources();
    if (ids.isEmpty())
        ids.append(m_pages.place().id);
    QStringList names;
    for (const ResourceId &id : std::as_const(ids))
        names.append(id.shortText().remove(u' '));
    copyText(names.join(u'\n'));
}

void WindowCommands::openLog()
{
    m_pages.open(m_choice.resources().constFirst());
    m_pages.page()->showTab(u"logs"_s);
}

void WindowCommands::rerun()
{
    const QList<ResourceId> jobs = m_choice.resources();
    for (const ResourceId &id : jobs)
        m_notices.follow(m_client.jobs.rerun(id), tr("Submitting %1 again").arg(id.name()), this,
                         [this, isOnly = jobs.size() == 1](const auto &answer) {
                             if (isOnly)
                                 m_pages.open(engine::ResourceSnapshot::fromDocument(*answer).id);
                         });
}

void WindowCommands::clone()
{
    const ResourceId job = m_choice.resources().constFirst();
    m_pages.go({job.parent(), Place::Kind::Submit, job, {}, {}});
    m_pages.page()->takeFocus();
}

void WindowCommands::remove()
{
    m_deletion->ask(m_choice.resources());
}

void WindowCommands::removePlace()
{
    if (const ResourceId id = shownResource(); id.isValid())
        m_deletion->ask({id});
}

void WindowCommands::askName(ResourceKind kind, const ResourceId &parent, const QString &profile)
{
    auto *dialog = new NameDialog(m_store, profile, kind, parent, &m_window);
    connect(dialog, &NameDialog::named, this, &WindowCommands::create);
    dialog->open();
}

void WindowCommands::create(const ResourceId &id)
{
    m_notices.follow(m_client.resources.create(id), tr("Creating %1").arg(id.name()), this,
                     [this, id](const auto &) { m_pages.open(id); });
}

void WindowCommands::mapVolumes()
{
    const ResourceId id = m_pages.place().id;
    const bool isServer = id.isValid() && id.kind() == ResourceKind::FileServer;
    mapVolume(isServer ? id.toString() : QString());
}

void WindowCommands::mapVolume(const QString &source)
{
    auto *panel = m_window.findChild<VolumePanel *>();
    if (!panel) {
        panel = new VolumePanel(m_client, m_store, &m_window);
        m_window.centralWidget()->layout()->addWidget(panel);
        panel->show(); // shown at once, so that it can get the focus
        connect(panel, &VolumePanel::changed, this, [this] { m_pages.page()->volumesChanged(); });
        connect(panel, &VolumePanel::machineRequested, &m_pages, &PageStack::open);
        connect(panel, &VolumePanel::closed, this, [this, panel] {
            m_pages.page()->takeFocus();
            panel->deleteLater();
        });
    }
    panel->mapSource(source);
}

// Opens the files of the page's machine or file server, else of this computer.
void WindowCommands::browseFiles()
{
    const auto files = filesOf(m_pages.place().id);
    if (m_pages.place().kind != Place::Kind::Storage)
        browse(files ? files->target : engine::Location());
    m_pages.page()->takeFocus();
}

std::optional<models::DropFacts> WindowCommands::filesOf(const ResourceId &here) const
{
    if (here.isValid() && here.kind() == ResourceKind::StorageAccount)
        return models::DropFacts{{}, {engine::blobPlace(here.name()), u"/"_s}};
    const bool isServer = here.isValid() && here.kind() == ResourceKind::FileServer;
    const auto server = engine::FileServerSnapshot::fromDocument(isServer ? m_store.document(here) : QJsonObject());
    const ResourceId id = isServer ? server.machine : here;
    if (!id.isValid() || id.kind() != ResourceKind::Machine)
        return std::nullopt;
    const auto machine = engine::MachineSnapshot::fromDocument(m_store.document(id));
    const bool isOnline = machine.link == engine::LinkState::Online || machine.link == engine::LinkState::Degraded;
    return models::DropFacts{{}, {machine.isLocal ? QString() : id.name(), server.path}, isOnline};
}

void WindowCommands::takeFiles(const QList<engine::Location> &files, const engine::Location &folder)
{
    browse(folder);
    if (auto *page = qobject_cast<StoragePage *>(m_pages.page()))
        page->askTransfer(files, folder);
}

void WindowCommands::browse(const engine::Location &folder)
{
    m_pages.browse(folder);
    m_pages.page()->takeFocus();
}

void WindowCommands::showTransfers()
{
    m_pages.go({{}, Place::Kind::Transfers, {}, {}, {}});
    m_pages.page()->takeFocus();
}

void WindowCommands::askTransferLimits()
{
    engine::whenFinished(m_client.transfers.fetchLimits(), this, [this](const auto &now) {
        if (!now)
            return m_notices.banner->showError(now.error());
        if (m_window.findChild<TransferLimitsDialog *>())
            return;
        auto *dialog = new TransferLimitsDialog(*now, &m_window);
        connect(dialog, &TransferLimitsDialog::chosen, this, [this](const engine::TransferLimits &limits) {
            engine::whenFinished(m_client.transfers.setLimits(limits), this, [this](const auto &kept) {
                if (!kept)
                    m_notices.banner->showError(kept.error());
            });
        });
        dialog->open();
    });
}

} // namespace ui
