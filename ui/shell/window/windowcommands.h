// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/transfer/dropjudge.h"
#include "ui/shell/notice/notices.h"

#include <optional>

class QMainWindow;

namespace models {
class JobStops;
class ResourceStore;
} // namespace models

namespace ui {

class CurrentChoice;
class MachinePage;
class Page;
class PageStack;
class ResourceDeletion;
class WindowActions;

/// Executes actions of the window and its pages that need only another page, a dialog or one call, for the current
/// place and choice.
class WindowCommands final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WindowCommands)

public:
    WindowCommands(engine::EngineClient &client, const models::ResourceStore &store, const CurrentChoice &choice,
                   PageStack &pages, models::JobStops &stops, const Notices &notices, QMainWindow &window);

    void connectTo(const WindowActions &actions);
    void connectPage(Page *page);

    void newJob();
    /// Asks for the name of a new resource in \a parent and creates it.
    void askName(engine::ResourceKind kind, const engine::ResourceId &parent, const QString &profile);
    void browse(const engine::Location &folder);
    void takeFiles(const QList<engine::Location> &files, const engine::Location &folder);
    /// The home folder of a machine or file server, and whether it is reachable, or the containers of a storage
    /// account; empty for other resources.
    [[nodiscard]] std::optional<models::DropFacts> filesOf(const engine::ResourceId &id) const;
    void showTransfers();
    void askTransferLimits();

private:
    void newJobWith(const engine::Location &input); // on a cluster with that machine
    void newCluster(); // with the machine of the page, else without machines
    void newFileServer();
    void addAccount();
    void askAccountKey(); // of the page's storage account
    void connectMachine();
    void openLog();
    void rerun();
    void clone();
    void copyName();
    void remove(); // asks first
    void removePlace(); // the page's resource, regardless of the selection; asks first
    void browseFiles(); // of the page's machine or file server, else of this computer
    void mapVolumes(); // of the page's file server, else of all
    void mapVolume(const QString &source);
    /// Resource of the page; of a page of files that was opened before its account was known, that account.
    [[nodiscard]] engine::ResourceId shownResource() const;
    [[nodiscard]] MachinePage *machinePage() const; // null for another page
    [[nodiscard]] engine::ResourceId clusterOf(const QString &place) const; // the smallest with this machine
    void create(const engine::ResourceId &id);

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    const CurrentChoice &m_choice;
    PageStack &m_pages;
    models::JobStops &m_stops;
    const Notices m_notices;
    QMainWindow &m_window;
    ResourceDeletion *m_deletion;
};

} // namespace ui
