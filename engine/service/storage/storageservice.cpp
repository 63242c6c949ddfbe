// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/storage/storageservice.h"

#include "engine/api/resource/snapshots.h"
#include "engine/api/storage/placespec.h"
#include "engine/base/whenfinished.h"
#include "engine/storage/transfer/run/transferruns.h"

#include <QDir>
#include <QPointer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr int mostPageEntries = 5000; // of a page
constexpr qint64 mostBytes = 4 * 1024 * 1024; // of one read

/// Sends the listing of a folder page by page: the next page is read when the client has received the previous one.
class Pages final : public QObject
{
    Q_DISABLE_COPY_MOVE(Pages)

public:
    Pages(std::shared_ptr<FolderListing> folder, int limit, const ReplyTo<FolderEntries> &reply, QObject *waiter)
        : QObject(waiter), m_folder(std::move(folder)), m_limit(limit), m_reply(reply)
    {
    }

    void readNext()
    {
        whenFinished(m_folder->next(m_limit), this, [this](const Result<QList<StorageEntry>> &entries) {
            // A page that is not full need not be the last; an empty one is.
            if (!entries || entries->isEmpty())
                return m_reply(entries ? Result(FolderEntries()) : entries.error());
            m_reply.progress({*entries}, [self = QPointer(this)] {
                if (self)
                    self->readNext();
            });
        });
    }

private:
    std::shared_ptr<FolderListing> m_folder;
    int m_limit;
    ReplyTo<FolderEntries> m_reply;
};

} // namespace

StorageService::StorageService(Router &router, const Resources &resources, const Machines &machines, Places &places,
                               StorageAccounts &accounts)
    : m_router(router), m_resources(resources), m_machines(machines), m_places(places), m_accounts(accounts)
{
    router.on(method::listPlaces, this, &StorageService::listPlaces);
    router.on(method::locate, this, &StorageService::locate);
    router.on(method::listFolder, this, &StorageService::listFolder);
    router.on(method::statFile, this, &StorageService::stat);
    router.on(method::readFile, this, &StorageService::read);
    router.on(method::makeFolder, this, &StorageService::makeFolder);
    router.on(method::renameFile, this, &StorageService::rename);
    router.on(method::setFileMode, this, &StorageService::setMode);
    router.on(method::fetchSpace, this, &StorageService::space);
    router.on(method::runFileTask, this, &StorageService::runTask);
}

void StorageService::listPlaces(const Nothing &, const ReplyTo<QList<StoragePlace>> &reply)
{
    using Kind = StoragePlace::Kind;
    QList<StoragePlace> places{{Kind::ThisComputer, {}, {{}, QDir::homePath()}, true}};
    for (const MachineController *machine : m_machines.all()) {
        if (machine->isLocal())
            continue;
        const QString home = machine->userHome();
        const QString name = machine->id().name();
        places.append({Kind::Machine, name, {name, home.isEmpty() ? u"/"_s : home}, machine->isReady()});
    }
    for (auto it = m_resources.all().cbegin(); it != m_resources.all().cend(); ++it) {
        const QString name = it.key().name();
        if (it.key().kind() == ResourceKind::StorageAccount)
            places.append({Kind::StorageAccount, name, {blobPlace(name), u"/"_s}, true});
        if (it.key().kind() != ResourceKind::FileServer)
            continue;
        const auto server = FileServerSnapshot::fromDocument(it.value());
        const MachineController *machine = m_machines.find(server.machine);
        if (machine)
            places.append({Kind::FileServer,
                           name,
                           {machine->isLocal() ? QString() : machine->id().name(), server.path},
                           machine->isReady()});
    }
    std::sort(places.begin(), places.end(), [](const StoragePlace &a, const StoragePlace &b) {
        return a.kind != b.kind ? a.kind < b.kind : a.name.localeAwareCompare(b.name) < 0;
    });
    reply(places);
}

void StorageService::locate(const OfFile &request, const ReplyTo<OfFile> &reply)
{
    const PlaceSpec spec{request.place, request.path};
    if (const QString account = accountOf(spec.place); !account.isEmpty()) {
        const auto id = m_accounts.find(account);
        if (!id)
            return reply(id.error());
        const auto path = spec.pathFrom(u"/"_s);
        return path ? reply(OfFile{blobPlace(id->name()), *path}) : reply(path.error());
    }
    const auto base = m_places.baseOf(spec.place);
    if (!base)
        return reply(base.error());
    const ResourceId id = base->machine->id();
    const auto answer = [spec, id, reply](const QString &home) {
        if (!home.startsWith(u'/'))
            return reply(Error::of(
                ErrorCode::IoError,
                {QT_TRANSLATE_NOOP("engine", "%1 does not say where the home is: write a path from /."), {id.name()}},
                id.toString()));
        const auto path = spec.pathFrom(home);
        path ? reply(OfFile{id.name(), *path}) : reply(path.error());
    };
    if (spec.isAbsolute())
        return answer(u"/"_s);
    if (!base->folder.isEmpty())
        return answer(base->folder);
    if (const QString home = base->machine->userHome(); !home.isEmpty())
        return answer(home);
    // Free space is known to the machine only.
    connect(
        base->machine, &MachineController::attemptEnded, m_router.waiter(reply.call(), this),
        [this, id, answer, reply](const Result<void> &result) {
            const MachineController *machine = m_machines.find(id);
            const QString home = machine ? machine->userHome() : QString();
            result || !home.isEmpty() ? answer(home) : reply(result.error());
        },
        Qt::SingleShotConnection);
    base->machine->connectNow();
}

void StorageService::listFolder(const ListFolder &request, const ReplyTo<FolderEntries> &reply)
{
    const auto files = m_places.files(request.folder.place);
    if (!files)
        return reply(files.error());
    auto *pages = new Pages((*files)->list(request.folder.path), std::clamp(request.limit, 1, mostPageEntries), reply,
                            m_router.waiter(reply.call(), this));
    pages->readNext();
}

void StorageService::stat(const OfFile &request, const ReplyTo<StorageEntry> &reply)
{
    const auto files = m_places.files(request.place);
    if (!files)
        return reply(files.error());
    whenFinished((*files)->stat(request.path), this, reply);
}

void StorageService::read(const ReadBytes &request, const ReplyTo<FileBytes> &reply)
{
    const auto files = m_places.files(request.file.place);
    if (!files)
        return reply(files.error());
    const qint64 length = std::clamp<qint64>(request.length, 0, mostBytes);
    whenFinished((*files)->read(request.file.path, request.offset, length), this,
                 [reply](const Result<QByteArray> &bytes) {
                     if (!bytes)
                         return reply(bytes.error());
                     reply(FileBytes{{QString::fromLatin1(bytes->toBase64())}});
                 });
}

void StorageService::makeFolder(const OfFile &request, const ReplyTo<Nothing> &reply)
{
    const auto files = m_places.files(request.place);
    if (!files)
        return reply(files.error());
    whenFinished((*files)->makeFolder(request.path), this, reply);
}

void StorageService::rename(const RenameFile &request, const ReplyTo<Nothing> &reply)
{
    const auto files = m_places.files(request.file.place);
    if (!files)
        return reply(files.error());
    whenFinished((*files)->rename(request.file.path, request.to), this, reply);
}

void StorageService::setMode(const SetFileMode &request, const ReplyTo<Nothing> &reply)
{
    const auto files = m_places.files(request.file.place);
    if (!files)
        return reply(files.error());
    whenFinished((*files)->setMode(request.file.path, request.mode), this, reply);
}

void StorageService::space(const OfFile &request, const ReplyTo<FileSystemSpace> &reply)
{
    const auto files = m_places.files(request.place);
    if (!files)
        return reply(files.error());
    whenFinished((*files)->space(request.path), this, [reply](const Result<SpaceInfo> &space) {
        space ? reply(FileSystemSpace{space->totalBytes, space->freeBytes, space->freeEntries}) : reply(space.error());
    });
}

Result<FileTask::Access> StorageService::accessTo(const QString &place)
{
    if (const QString account = accountOf(place); !account.isEmpty()) {
        const auto blobs = m_accounts.service(account);
        return blobs ? Result<FileTask::Access>(*blobs) : blobs.error();
    }
    const auto host = m_places.host(place);
    return host ? Result<FileTask::Access>(bulkTo(*host)) : host.error();
}

// The task ends with the call.
void StorageService::runTask(const RunFileTask &request, const ReplyTo<FileTaskSnapshot> &reply)
{
    if (request.task.paths.isEmpty() && request.task.trashed.isEmpty())
        return reply(FileTaskRequest::fromJson({}).error());
    const auto access = accessTo(request.task.place);
    if (!access)
        return reply(access.error());
    const Result<int> number = m_tasks.begin(request.task, *access, [reply](const FileTaskSnapshot &task) {
        task.isDone ? reply(task) : reply.progress(task);
    });
    if (!number)
        return reply(number.error());
    connect(m_router.waiter(reply.call(), this), &QObject::destroyed, this,
            [this, task = *number] { m_tasks.end(task); });
}

} // namespace engine
