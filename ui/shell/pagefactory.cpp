// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/pagefactory.h"

#include "models/resourcestore.h"
#include "ui/connect/connectpage.h"
#include "ui/document/documentpage.h"
#include "ui/home/homepage.h"
#include "ui/job/jobpage.h"
#include "ui/machine/machinepage.h"
#include "ui/machine/newclusterpage.h"
#include "ui/resource/account/newaccountpage.h"
#include "ui/resource/clusterpage.h"
#include "ui/resource/experimentpage.h"
#include "ui/resource/fileserver/fileserverpage.h"
#include "ui/resource/fileserver/newfileserverpage.h"
#include "ui/resource/scopepage.h"
#include "ui/storage/storagepage.h"
#include "ui/submit/submitpage.h"
#include "ui/transfer/transferspage.h"

namespace ui {

namespace {

Page *createResourcePage(const PageContext &context, const engine::ResourceId &id, QWidget *parent)
{
    if (!id.isValid())
        return new HomePage(context.client, context.store, parent);
    switch (id.kind()) {
    case engine::ResourceKind::Group:
    case engine::ResourceKind::Workspace:
        return new ScopePage(context.client, context.store, context.settings, id, parent);
    case engine::ResourceKind::Cluster:
        return new ClusterPage(context.client, context.store, context.settings, id, parent);
    case engine::ResourceKind::Experiment:
        return new ExperimentPage(context.client, context.store, context.settings, id, parent);
    case engine::ResourceKind::Machine:
        return new MachinePage(context.client, context.store, id, parent);
    case engine::ResourceKind::Job: {
        auto *page = new JobPage(context.client, context.work, context.readers, id, parent);
        page->useSettings(context.settings);
        return page;
    }
    case engine::ResourceKind::FileServer:
        return new FileServerPage(context.store, id, parent);
    case engine::ResourceKind::StorageAccount:
        return new StoragePage(context.client, context.store, context.work, context.settings,
                               {engine::blobPlace(id.name()), QStringLiteral("/")}, parent);
    }
    return new HomePage(context.client, context.store, parent);
}

} // namespace

Page *createPage(const PageContext &context, const Place &place, QWidget *parent)
{
    switch (place.kind) {
    case Place::Kind::Submit: {
        auto *page = new SubmitPage(context.client, place.id, place.likeJob, place.cluster, place.document, parent);
        QObject::connect(&context.store, &models::ResourceStore::changed, page, &SubmitPage::takeChange);
        return page;
    }
    case Place::Kind::Connect:
        return new ConnectPage(context.client, context.store, parent);
    case Place::Kind::NewCluster:
        return new NewClusterPage(context.client, context.store, place.id, place.machines, place.document, parent);
    case Place::Kind::NewFileServer:
        return new NewFileServerPage(context.client, context.store, place.id, place.document, parent);
    case Place::Kind::NewStorageAccount:
        return new NewAccountPage(context.client, context.store, parent);
    case Place::Kind::Document:
        return new DocumentPage(context.client, context.store, place.id, place.document, parent);
    case Place::Kind::Storage:
        return new StoragePage(context.client, context.store, context.work, context.settings, place.location, parent);
    case Place::Kind::Transfers:
        return new TransfersPage(context.client, context.transfers, context.settings, parent);
    case Place::Kind::Resource:
        break;
    }
    return createResourcePage(context, place.id, parent);
}

} // namespace ui
