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
#include <QPromise>

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

constexpr int mountDays = 90;

} // namespace

/// Signs one container after another: a locked keyring is asked once only.
struct StorageAccounts::Signing
{
    QStringList open;
    QMap<QString, QString> found;
    QPromise<Result<QMap<QString, QString>>> promise;

    void finish(const Result<QMap<QString, QString>> &result)
    {
        promise.addResult(result);
        promise.finish();
    }
};

/// Lets the blob loop's thread call the accounts as long as they exist.
struct StorageAccounts::Guard
{
    QMutex mutex;
    StorageAccounts *accounts; // under the mutex; null when they are gone
};

StorageAccounts::StorageAccounts(Resources &resources, SecretStore &secrets, OwnedSecrets &owned, QObject *parent)
    : QObject(parent), m_resources(resources), m_secrets(secrets), m_guard(std::make_shared<Guard>())
{
    m_guard->accounts = this;
    // Who holds a service goes on with its credential, and asks for the new one when the old one is refused.
    connect(&resources, &Resources::changed, this, [this](const ResourceId &id) { m_open.erase(id); });
    connect(&secrets, &SecretStore::kept, this, &StorageAccounts::forgetCredential);
    connect(&secrets, &SecretStore::keyringChanged, this, &StorageAccounts::forgetCredential);
    connect(&resources, &Resources::removed, this, [this, &owned](const ResourceId &id) {
        m_open.erase(id);
        if (id.kind() == ResourceKind::StorageAccount)
            owned.removeOf(storageSecret(id.name()));
    });
}

StorageAccounts::~StorageAccounts()
{
    const QMutexLocker lock(&m_guard->mutex);
    m_guard->accounts = nullptr;
}

// A service fetches no credential again that was refused and found unchanged.
void StorageAccounts::forgetCredential(const QString &secret)
{
    std::erase_if(m_open, [&secret](const auto &open) { return storageSecret(open.first.name()) == secret; });
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

QFuture<Result<QMap<QString, QString>>> StorageAccounts::sign(const QStringList &containers)
{
    const auto signing = std::make_shared<Signing>();
    signing->open = containers;
    signing->promise.start();
    signNext(signing);
    return signing->promise.future();
}

void StorageAccounts::signNext(const std::shared_ptr<Signing> &signing)
{
    if (signing->open.isEmpty())
        return signing->finish(signing->found);
    const QString container = signing->open.takeFirst();
    const auto service = this->service(container.section(u'/', 2, 2));
    if (!service)
        return signing->finish(service.error());
    const QDateTime expiry = QDateTime::currentDateTimeUtc().addDays(mountDays);
    whenFinished((*service)->signContainer(container.section(u'/', 3), expiry), this,
                 [this, signing, container, service = *service](const Result<QUrl> &url) {
                     if (!url)
                         return signing->finish(url.error());
                     signing->found.insert(container, url->toString(QUrl::FullyEncoded));
                     signNext(signing);
                 });
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
        open.service = std::make_shared<BlobService>(loop(), [guard = m_guard, id = *id] {
            const auto promise = std::make_shared<QPromise<Result<BlobAccount>>>();
            promise->start();
            const QMutexLocker lock(&guard->mutex);
            if (StorageAccounts *accounts = guard->accounts)
                QMetaObject::invokeMethod(
                    accounts, [accounts, id, promise] { accounts->fetchAccount(id, promise); }, Qt::QueuedConnection);
            return promise->future();
        });
        const QString container = extensionOf(m_resources.stored(*id)).value(u"container"_s).toString();
        open.files = std::make_unique<BlobFiles>(open.service, container);
    }
    return &open;
}

std::shared_ptr<BlobService> StorageAccounts::unstored(const BlobAccount &account)
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
