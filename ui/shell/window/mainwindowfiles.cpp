// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/whenfinished.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/storage/storagepage.h"
#include "ui/transfer/transferlimitsdialog.h"

/// What the window does with files: shows them, and takes those that are dropped on its tree.
namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

// Those of the machine or file server where one stands; else of this computer.
void MainWindow::browseFiles()
{
    const auto files = filesOf(currentId());
    if (m_pages->place().kind != Place::Kind::Storage)
        browse(files ? files->target : engine::Location());
    currentPage()->takeFocus();
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

void MainWindow::showTransfers()
{
    go({{}, Place::Kind::Transfers, {}, {}, {}});
    currentPage()->takeFocus();
}

void MainWindow::askTransferLimits()
{
    engine::whenFinished(m_client.transfers.fetchLimits(), this, [this](const auto &now) {
        if (!now)
            return m_notices.banner->showError(now.error());
        if (findChild<TransferLimitsDialog *>())
            return;
        auto *dialog = new TransferLimitsDialog(*now, this);
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
