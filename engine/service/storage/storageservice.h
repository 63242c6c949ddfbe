// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/storage.h"
#include "engine/registry/places.h"
#include "engine/service/router.h"
#include "engine/storage/filetasks.h"

namespace engine {

/// Files of this computer, of machines, of file servers and of storage accounts: storage.*
class StorageService final : public QObject
{
    Q_DISABLE_COPY_MOVE(StorageService)

public:
    StorageService(Router &router, const Resources &resources, const Machines &machines, Places &places,
                   StorageAccounts &accounts);

private:
    void listPlaces(const Nothing &request, const ReplyTo<QList<StoragePlace>> &reply);
    void locate(const OfFile &request, const ReplyTo<OfFile> &reply);
    void listFolder(const ListFolder &request, const ReplyTo<FolderEntries> &reply);
    void stat(const OfFile &request, const ReplyTo<StorageEntry> &reply);
    void read(const ReadBytes &request, const ReplyTo<FileBytes> &reply);
    void makeFolder(const OfFile &request, const ReplyTo<Nothing> &reply);
    void rename(const RenameFile &request, const ReplyTo<Nothing> &reply);
    void setMode(const SetFileMode &request, const ReplyTo<Nothing> &reply);
    void space(const OfFile &request, const ReplyTo<FileSystemSpace> &reply);
    [[nodiscard]] Result<FileTask::Access> accessTo(const QString &place);
    void runTask(const RunFileTask &request, const ReplyTo<FileTaskSnapshot> &reply);

    Router &m_router;
    const Resources &m_resources;
    const Machines &m_machines;
    Places &m_places;
    StorageAccounts &m_accounts;
    FileTasks m_tasks{this};
};

} // namespace engine
