// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/pane/foldertrouble.h"

#include "ui/widgets/page/banner.h"

#include <utility>

namespace ui {

using engine::ErrorCode;

namespace {

bool needsConnection(ErrorCode code, const engine::Location &folder)
{
    return !folder.place.isEmpty() && engine::accountOf(folder.place).isEmpty()
        && (code == ErrorCode::Unreachable || code == ErrorCode::AuthenticationFailed
            || code == ErrorCode::HostKeyUnknown || code == ErrorCode::HostKeyChanged);
}

bool needsKey(ErrorCode code, const engine::Location &folder)
{
    return code == ErrorCode::AuthenticationFailed && !engine::accountOf(folder.place).isEmpty();
}

} // namespace

FolderTrouble::FolderTrouble(QWidget *parent) : QObject(parent), m_banner(new Banner(parent))
{
    connect(m_banner, &Banner::remedyRequested, this, &FolderTrouble::takeRemedy);
}

void FolderTrouble::show(const engine::Error &error, const engine::Location &folder)
{
    show(error,
         needsConnection(error.code, folder) ? Remedy::Connect
             : needsKey(error.code, folder)  ? Remedy::NewKey
                                             : Remedy::None);
}

void FolderTrouble::showListing(const engine::Error &error, const engine::Location &folder, bool canGoUp)
{
    if (std::exchange(m_saidListing, true))
        return;
    show(error,
         needsConnection(error.code, folder)                ? Remedy::Connect
             : needsKey(error.code, folder)                 ? Remedy::NewKey
             : error.code == ErrorCode::NotFound && canGoUp ? Remedy::GoUp
                                                            : Remedy::Retry);
}

void FolderTrouble::offerRemoval(const engine::Error &error, const engine::Location &folder,
                                 const QList<engine::Location> &files)
{
    if (error.code != ErrorCode::IoError || files.isEmpty())
        return show(error, folder);
    m_untrashed = files;
    show(error, Remedy::Remove);
}

void FolderTrouble::dismiss()
{
    m_saidListing = false;
    m_remedy = Remedy::None;
    m_banner->dismiss();
}

void FolderTrouble::show(const engine::Error &error, Remedy remedy)
{
    m_remedy = remedy;
    m_banner->showError(error);
    m_banner->setRemedy(remedy == Remedy::Retry         ? tr("Try again")
                            : remedy == Remedy::GoUp    ? tr("Go up")
                            : remedy == Remedy::Connect ? tr("Connect")
                            : remedy == Remedy::NewKey  ? tr("New key…")
                            : remedy == Remedy::Remove  ? tr("Delete…")
                                                        : QString());
}

void FolderTrouble::takeRemedy()
{
    switch (m_remedy) {
    case Remedy::Retry:
        emit retryRequested();
        return;
    case Remedy::GoUp:
        emit upRequested();
        return;
    case Remedy::Connect:
        emit connectRequested();
        return;
    case Remedy::NewKey:
        emit keyRequested();
        return;
    case Remedy::Remove:
        emit removalRequested(m_untrashed);
        return;
    case Remedy::None:
        return;
    }
}

} // namespace ui
