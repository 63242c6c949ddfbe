// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/transfer/dropjudge.h"
#include "ui/shell/work/notices.h"

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

/// Does what actions of the window and its pages ask for, where it takes no more than another page, a dialog or one
/// call. It is done where the user is, and with what the user has chosen.
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
    /// Asks for the name of a new resource in \a parent, and makes it.
    void askName(engine::ResourceKind kind, const engine::ResourceId &parent, const QString &profile);
    void browse(const engine::Location &folder);
    void takeFiles(const QList<engine::Location> &files, const engine::Location &folder);
    /// Where the files of a machine or file server begin, and whether they can be reached; none of anything else.
    [[nodiscard]] std::optional<models::DropFacts> filesOf(const engine::ResourceId &id) const;
    void showTransfers();
    void askTransferLimits();

private:
    void newJobWith(const engine::Location &input); // on a cluster that has it
    void newCluster(); // of the machine whose page is shown, else of none
    void newFileServer();
    void connectMachine();
    void rerun();
    void clone();
    void copyName();
    void remove(); // asks first
    void removePlace(); // that the page shows, whatever is selected in it; asks first
    void browseFiles(); // of the machine or file server whose page is shown, else of this computer
    void mapVolumes(); // of the file server whose page is shown, else of all
    void mapVolume(const QString &source);
    [[nodiscard]] MachinePage *machinePage() const; // null while another page is shown
    [[nodiscard]] engine::ResourceId clusterOf(const QString &place) const; // that has this machine, and few others
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
