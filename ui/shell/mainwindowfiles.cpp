// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/mainwindow.h"
#include "ui/storage/storagepage.h"

/// What the window does with files: shows them, and takes those that are dropped on its tree.
namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

void MainWindow::browseFiles()
{
    if (m_navigation.current().kind != Place::Kind::Storage)
        browse(filesHere());
    currentPage()->takeFocus();
}

// Of the machine or file server where one stands; else of this computer.
engine::Location MainWindow::filesHere() const
{
    const auto files = filesOf(currentId());
    return files ? files->target : engine::Location();
}

std::optional<models::DropFacts> MainWindow::filesOf(const ResourceId &here) const
{
    const bool isServer = here.isValid() && here.kind() == ResourceKind::FileServer;
    const auto server = engine::FileServerSnapshot::fromDocument(isServer ? m_store.document(here) : QJsonObject());
    const ResourceId id = isServer ? server.machine : here;
    if (!id.isValid() || id.kind() != ResourceKind::Machine)
        return std::nullopt;
    const auto machine = engine::MachineSnapshot::fromDocument(m_store.document(id));
    const bool isOnline = machine.link == engine::LinkState::Online || machine.link == engine::LinkState::Degraded;
    return models::DropFacts{{}, {machine.isLocal ? QString() : id.name(), server.path}, isOnline};
}

void MainWindow::takeFiles(const QList<engine::Location> &files, const engine::Location &folder)
{
    browse(folder);
    if (auto *page = qobject_cast<StoragePage *>(currentPage()))
        page->askTransfer(files, folder);
}

void MainWindow::browse(const engine::Location &folder)
{
    go({{}, Place::Kind::Storage, {}, {}, {}, {}, folder});
    currentPage()->takeFocus();
}

} // namespace ui
