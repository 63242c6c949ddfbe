// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/window/currentchoice.h"

#include "models/deletion.h"
#include "models/job/jobstops.h"
#include "ui/shell/window/pagestack.h"

#include <algorithm>

namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

CurrentChoice::CurrentChoice(const models::ResourceStore &store, const models::JobStops &stops, const PageStack &pages,
                             const QWidget &tree)
    : m_store(store), m_stops(stops), m_pages(pages), m_selection(pages, tree)
{
    connect(&m_selection, &FocusedSelection::changed, this, &CurrentChoice::changed);
    connect(&m_selection, &FocusedSelection::menuRequested, this, &CurrentChoice::menuRequested);
    connect(&m_selection, &FocusedSelection::listMenuRequested, this, &CurrentChoice::listMenuRequested);
}

bool CurrentChoice::isNoResource() const
{
    return !m_selection.isEmpty() && m_selection.resources().isEmpty();
}

QList<ResourceId> CurrentChoice::resources() const
{
    const QList<ResourceId> selected = m_selection.resources();
    if (!selected.isEmpty())
        return selected;
    const Place &place = m_pages.place();
    // The files of a storage account are its page.
    const bool isPage = place.kind == Place::Kind::Resource || place.kind == Place::Kind::Storage;
    return isPage && place.id.isValid() ? QList<ResourceId>{place.id} : QList<ResourceId>();
}

QList<ResourceId> CurrentChoice::liveJobs() const
{
    QList<ResourceId> jobs = resources();
    jobs.removeIf([this](const ResourceId &id) {
        return !models::isLiveJob(m_store, id) || m_stops.isWaiting(id)
            || engine::JobSnapshot::fromDocument(m_store.document(id)).state == engine::JobState::Terminating;
    });
    return jobs;
}

ResourceId CurrentChoice::cluster() const
{
    const ResourceId here = m_pages.place().id;
    if (!here.isValid() || here.kind() != ResourceKind::Machine)
        return here.isValid() && here.kind() == ResourceKind::Cluster ? here : ResourceId();
    for (const engine::ResourceSnapshot &cluster : m_store.all(ResourceKind::Cluster)) {
        const auto nodes = engine::ClusterSnapshot::fromDocument(cluster.document).nodes;
        if (std::any_of(nodes.cbegin(), nodes.cend(), [&here](const auto &node) { return node.machine == here; }))
            return cluster.id;
    }
    return {};
}

ResourceId CurrentChoice::experiment() const
{
    const ResourceId here = m_pages.place().id;
    if (const ResourceId holder = here.ancestor(ResourceKind::Experiment); holder.isValid())
        return holder;
    const auto all = m_store.all(ResourceKind::Experiment, here.ancestor(ResourceKind::Workspace));
    return all.size() == 1 ? all.constFirst().id : ResourceId();
}

} // namespace ui
