// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/whenfinished.h"
#include "models/storage/filework.h"
#include "ui/shell/activitybar.h"
#include "ui/shell/toast.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/storage/storagepage.h"
#include "ui/transfer/transferlimitsdialog.h"
#include "ui/widgets/page/banner.h"

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

// Where the page cannot say it, or is gone, the window does.
void MainWindow::followFileWork()
{
    using models::FileWork;
    const auto page = [this] { return qobject_cast<StoragePage *>(currentPage()); };
    connect(m_work, &FileWork::began, this, [this](int number, const QString &words) {
        m_fileOperations.insert(number, m_activity->begin(words, [this, number] { m_work->stop(number); }));
    });
    connect(m_work, &FileWork::progressed, this,
            [this](int number, const QString &words) { m_activity->say(m_fileOperations.value(number), words); });
    connect(m_work, &FileWork::ended, this, [this](int number) { m_activity->end(m_fileOperations.take(number)); });
    connect(m_work, &FileWork::told, this,
            [this](const QString &sentence, const QString &actionText, const std::function<void()> &act) {
                m_toast->say(sentence, actionText, act);
            });
    connect(m_work, &FileWork::failed, this,
            [this, page](const engine::Error &error) { page() ? page()->fail(error) : m_banner->showError(error); });
    connect(m_work, &FileWork::trashFailed, this,
            [this, page](const engine::Error &error, const QList<engine::Location> &left) {
                page() ? page()->offerRemoval(error, left) : m_banner->showError(error);
            });
    // Once the page had the chance to ask it.
    const auto tell = [this, page] {
        if (!m_work->hasQuestion() || page())
            return;
        const models::DropFacts &facts = m_work->firstQuestion();
        m_toast->say(tr("%1 needs an answer.").arg(models::judgeFiles(facts).title), tr("Show"),
                     [this, target = facts.target] { browse(target); });
    };
    connect(m_work, &FileWork::questioned, this, tell, Qt::QueuedConnection);
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
            return m_banner->showError(now.error());
        if (findChild<TransferLimitsDialog *>())
            return;
        auto *dialog = new TransferLimitsDialog(*now, this);
        connect(dialog, &TransferLimitsDialog::chosen, this, [this](const engine::TransferLimits &limits) {
            engine::whenFinished(m_client.transfers.setLimits(limits), this, [this](const auto &kept) {
                if (!kept)
                    m_banner->showError(kept.error());
            });
        });
        dialog->open();
    });
}

} // namespace ui
