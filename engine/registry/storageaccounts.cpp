// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/storageaccounts.h"

#include "engine/api/extension.h"
#include "engine/api/paths.h"
#include "engine/api/resource/snapshots.h"
#include "engine/base/whenfinished.h"
#include "engine/blob/blobloop.h"
#include "engine/blob/wire/sas.h"
#include "engine/registry/refusals.h"

#include <QMutex>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

Error cannotRead(const ResourceId &id, const Error &error)
{
    return Error::of(error.code,
                     {QT_TRANSLATE_NOOP("engine",
                                        "The key of the storage account %1 is in the keyring, which cannot be read: %2 "
                                        "Unlock the keyring, and try again."),
                      {id.name(), error.message.englishText()}},
                     id.toString(), error.technical);
}

Error hasNoCredential(const ResourceId &id)
{
    return {ErrorCode::AuthenticationFailed,
            {QT_TRANSLATE_NOOP("engine",
                               "The key of the storage account %1 is neither in memory nor in this session's keyring: "
                               "give it again, with “batchctl storage account update %1 --account-key-stdin”."),
             {id.name()}},
            id.toString()};
}

StorageEntry folderEntry(const QString &name)
{
    StorageEntry entry;
    entry.name = name;
    entry.kind = EntryKind::Folder;
    entry.isFolder = true;
    return entry;
}

/// A folder with one entry.
class OneEntry final : public FolderListing
{
public:
    explicit OneEntry(StorageEntry entry) : m_rest{std::move(entry)} { }
    QFuture<Result<QList<StorageEntry>>> next(int) override
    {
        return QtFuture::makeReadyFuture(Result<QList<StorageEntry>>(std::exchange(m_rest, {})));
    }

private:
    QList<StorageEntry> m_rest;
};

/// The files of an account whose signature is for one container, which cannot list the others: the root has that one.
class OneContainer final : public RemoteFiles
{
public:
    OneContainer(std::unique_ptr<RemoteFiles> files, const QString &container)
        : m_files(std::move(files)), m_container(container)
    {
    }
    std::shared_ptr<FolderListing> list(const QString &path) override
    {
        return path == u"/" ? std::make_shared<OneEntry>(folderEntry(m_container)) : m_files->list(path);
    }
    QFuture<Result<StorageEntry>> stat(const QString &path) override
    {
        return path == joinedPath(u"/"_s, m_container)
            ? QtFuture::makeReadyFuture(Result<StorageEntry>(folderEntry(m_container)))
            : m_files->stat(path);
    }
    QFuture<Result<QByteArray>> read(const QString &path, qint64 offset, qint64 length) override
    {
        return m_files->read(path, offset, length);
    }
    QFuture<Result<void>> write(const QString &path, qint64 offset, const QByteArray &bytes) override
    {
        return m_files->write(path, offset, bytes);
    }
    QFuture<Result<void>> makeFolder(const QString &path) override { return m_files->makeFolder(path); }
    QFuture<Result<void>> rename(const QString &from, const QString &to) override { return m_files->rename(from, to); }
    QFuture<Result<void>> remove(const QString &path) override { return m_files->remove(path); }
    QFuture<Result<void>> setMode(const QString &path, int mode) override { return m_files->setMode(path, mode); }
    QFuture<Result<SpaceInfo>> space(const QString &path) override { return m_files->space(path); }
    QFuture<Result<QString>> home() override { return m_files->home(); }

private:
    std::unique_ptr<RemoteFiles> m_files;
    QString m_container;
};

} // namespace

/// Lets the blob loop's thread call the accounts as long as they exist.
struct StorageAccounts::Door
{
    QMutex mutex;
    StorageAccounts *accounts; // under the mutex; null when they are gone
};

StorageAccounts::StorageAccounts(Resources &resources, SecretStore &secrets, OwnedSecrets &owned, QObject *parent)
    : QObject(parent), m_resources(resources), m_secrets(secrets), m_door(std::make_shared<Door>())
{
    m_door->accounts = this;
    // Who holds a service goes on with its credential, and asks for the new one when the old one is refused.
    connect(&resources, &Resources::changed, this, [this](const ResourceId &id) { m_open.erase(id); });
    connect(&resources, &Resources::removed, this, [this, &owned](const ResourceId &id) {
        m_open.erase(id);
        if (id.kind() == ResourceKind::StorageAccount)
            owned.removeOf(storageSecret(id.name()));
    });
}

StorageAccounts::~StorageAccounts()
{
    const QMutexLocker lock(&m_door->mutex);
    m_door->accounts = nullptr;
}

Result<ResourceId> StorageAccounts::find(const QString &name) const
{
    const ResourceId id = ResourceId::storageAccount(m_resources.profileId(), name);
    if (m_resources.contains(id))
        return ResourceSnapshot::fromDocument(m_resources.stored(id)).id;
    return Error{
        ErrorCode::NotFound,
        {QT_TRANSLATE_NOOP("engine", "There is no storage account “%1”. Add it first: batchctl storage account add"),
         {name.left(200)}},
        blobPlace(name.left(200))};
}

Result<std::shared_ptr<BlobService>> StorageAccounts::service(const QString &name)
{
    const auto open = opened(name);
    if (!open)
        return open.error();
    return (*open)->service;
}

Result<RemoteFiles *> StorageAccounts::files(const QString &name)
{
    const auto open = opened(name);
    if (!open)
        return open.error();
    return (*open)->files.get();
}

Result<StorageAccounts::Open *> StorageAccounts::opened(const QString &name)
{
    const auto id = find(name);
    if (!id)
        return id.error();
    Open &open = m_open[*id];
    if (!open.service) {
        open.service = std::make_shared<BlobService>(loop(), [door = m_door, id = *id] {
            const auto promise = std::make_shared<QPromise<Result<BlobAccount>>>();
            promise->start();
            const QMutexLocker lock(&door->mutex);
            if (StorageAccounts *accounts = door->accounts)
                QMetaObject::invokeMethod(
                    accounts, [accounts, id, promise] { accounts->fetchAccount(id, promise); }, Qt::QueuedConnection);
            return promise->future();
        });
        open.files = std::make_unique<BlobFiles>(open.service);
        const QString container = extensionOf(m_resources.stored(*id)).value(u"container"_s).toString();
        if (!container.isEmpty())
            open.files = std::make_unique<OneContainer>(std::move(open.files), container);
    }
    return &open;
}

std::shared_ptr<BlobService> StorageAccounts::trial(const BlobAccount &account)
{
    constexpr BlobPatience once{.tries = 1}; // the person who waits for the answer tries again
    const auto fetch = [account] { return QtFuture::makeReadyFuture(Result<BlobAccount>(account)); };
    return std::make_shared<BlobService>(loop(), fetch, once);
}

std::shared_ptr<BlobLoop> StorageAccounts::loop()
{
    if (!m_loop)
        m_loop = std::make_shared<BlobLoop>();
    return m_loop;
}

void StorageAccounts::fetchAccount(const ResourceId &id, const std::shared_ptr<QPromise<Result<BlobAccount>>> &promise)
{
    const auto answer = [promise](const Result<BlobAccount> &account) {
        promise->addResult(account);
        promise->finish();
    };
    if (!m_resources.contains(id))
        return answer(notFound(id));
    // A person who has just unlocked the keyring does not wait for the end of the store's pause.
    whenFinished(m_secrets.lookUp(storageSecret(id.name()), SecretStore::Asks::Anew), this,
                 [this, id, answer](const Result<std::optional<Secret>> &secret) {
                     if (!secret)
                         return answer(cannotRead(id, secret.error()));
                     if (!*secret)
                         return answer(hasNoCredential(id));
                     const auto account = StorageAccountSnapshot::fromDocument(m_resources.stored(id));
                     // The document may still name the kind of the credential before.
                     const auto kind = Sas::parse(**secret) ? BlobCredential::Kind::Sas : BlobCredential::Kind::Key;
                     answer(BlobAccount{id.name(), QUrl(account.endpoint), {kind, **secret}});
                 });
}

} // namespace engine
