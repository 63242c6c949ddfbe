// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/pagefactory.h"

#include "ui/connect/connectpage.h"
#include "ui/home/homepage.h"
#include "ui/job/jobpage.h"
#include "ui/machine/machinepage.h"
#include "ui/machine/newclusterpage.h"
#include "ui/resource/clusterpage.h"
#include "ui/resource/experimentpage.h"
#include "ui/resource/scopepage.h"
#include "ui/shell/placeholderpage.h"
#include "ui/submit/submitpage.h"

#include <QCoreApplication>

namespace ui {

namespace {

Page *createResourcePage(const PageContext &context, const engine::ResourceId &id, QWidget *parent)
{
    if (!id.isValid())
        return new HomePage(context.client, context.store, parent);
    switch (id.kind()) {
    case engine::ResourceKind::Group:
    case engine::ResourceKind::Workspace:
        return new ScopePage(context.store, id, parent);
    case engine::ResourceKind::Cluster:
        return new ClusterPage(context.store, id, parent);
    case engine::ResourceKind::Experiment:
        return new ExperimentPage(context.client, context.store, id, parent);
    case engine::ResourceKind::Machine:
        return new MachinePage(context.client, context.store, id, parent);
    case engine::ResourceKind::Job:
        return new JobPage(context.client, id, parent);
    case engine::ResourceKind::FileServer:
        break;
    }
    return new PlaceholderPage(id, id.name(), QCoreApplication::translate("ui::PageFactory", "This has no page yet."),
                               parent);
}

} // namespace

Page *createPage(const PageContext &context, const Place &place, QWidget *parent)
{
    switch (place.kind) {
    case Place::Kind::Submit:
        return new SubmitPage(context.client, place.id, place.likeJob, place.cluster, parent);
    case Place::Kind::Connect:
        return new ConnectPage(context.client, context.store, parent);
    case Place::Kind::NewCluster:
        return new NewClusterPage(context.client, context.store, place.id, place.machines, parent);
    case Place::Kind::Resource:
        break;
    }
    return createResourcePage(context, place.id, parent);
}

} // namespace ui
