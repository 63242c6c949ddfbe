// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/storage/storageaccountservice.h"

#include "engine/api/extension.h"
#include "engine/api/resource/snapshots.h"
#include "engine/base/whenfinished.h"
#include "engine/registry/refusals.h"
#include "engine/service/storage/newstorageaccount.h"

#include <QTimer>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

using namespace std::chrono_literals;

constexpr auto longestTrial = 20s;
constexpr qint64 longestLink = 366 * 24 * 60; // minutes

Error isSilent(const QUrl &endpoint)
{
    return {ErrorCode::Timeout,
            {QT_TRANSLATE_NOOP("engine",
                               "%1 did not answer within 20 s. Check the endpoint, the network, and whether a proxy or "
                               "firewall is between."),
             {endpoint.host()}},
            u"endpoint"_s};
}

} // namespace

StorageAccountService::StorageAccountService(Router &router, Resources &resources, SecretStore &secrets,
                                             OwnedSecrets &owned, Notices &notices, StorageAccounts &accounts)
    : m_router(router), m_resources(resources), m_secrets(secrets), m_owned(owned), m_notices(notices),
      m_accounts(accounts)
{
    router.on(method::addStorageAccount, this, &StorageAccountService::add);
    router.on(method::setStorageCredential, this, &StorageAccountService::setCredential);
    router.on(method::createContainer, this, &StorageAccountService::createContainer);
    router.on(method::removeContainer, this, &StorageAccountService::removeContainer);
    router.on(method::linkBlob, this, &StorageAccountService::link);
}

void StorageAccountService::add(const AddStorageAccount &request, const ReplyTo<QJsonObject> &reply)
{
    const auto account = newStorageAccount(request);
    if (!account)
        return reply(account.error());
    const ResourceId id = ResourceId::storageAccount(m_resources.profileId(), request.name);
    if (m_resources.contains(id))
        return reply(alreadyExists(id));
    if (!request.test)
        return store(id, *account, request.remember, reply);
    tryOut(*account, reply.call(),
           [this, id, account = *account, remembers = request.remember, reply](const Result<void> &tried) {
               tried ? store(id, account, remembers, reply) : reply(tried.error());
           });
}

void StorageAccountService::setCredential(const SetStorageCredential &request, const ReplyTo<Nothing> &reply)
{
    const auto id = m_accounts.find(request.name);
    if (!id)
        return reply(id.error());
    const auto known = StorageAccountSnapshot::fromDocument(m_resources.stored(*id));
    const auto account = newStorageAccount({id->name(), known.endpoint, request.key, request.sas});
    if (!account)
        return reply(account.error());
    const auto replace = [this, id = *id, account = *account, reply](const Result<Warnings> &kept) {
        const QJsonObject document = m_resources.stored(id);
        if (!kept)
            return reply(kept.error());
        if (document.isEmpty()) { // it was removed in the meantime
            m_owned.removeOf(storageSecret(id.name()));
            return reply(notFound(id));
        }
        m_resources.replace(
            id, withExtension(document, extensionOf(account.document())),
            [reply](const Result<QJsonObject> &replaced) { replaced ? reply(Nothing()) : reply(replaced.error()); });
    };
    tryOut(
        *account, reply.call(),
        [this, id = *id, account = *account, remembers = request.remember, replace, reply](const Result<void> &tried) {
            if (!tried || !m_resources.contains(id))
                return reply(tried ? notFound(id) : tried.error());
            keep(id, account.account.credential.value, remembers, replace);
        });
}

// Lists one entry: what every use of the account begins with.
void StorageAccountService::tryOut(const NewStorageAccount &account, const Reply &call, const Then &then)
{
    const auto service = m_accounts.unstored(account.account);
    BlobListing listing;
    listing.container = account.container;
    listing.most = 1;
    QFuture<Result<BlobPage>> page =
        account.container.isEmpty() ? service->listContainers({}, listing.most) : service->list(listing);
    QObject *waiter = m_router.waiter(call, this);
    const auto cancel = [page]() mutable { page.cancel(); };
    connect(waiter, &QObject::destroyed, this, cancel);
    QTimer::singleShot(longestTrial, waiter, cancel);
    whenFinished(page, waiter, [service, endpoint = account.account.endpoint, then](const Result<BlobPage> &listed) {
        if (listed)
            return then({});
        then(listed.error().code == ErrorCode::Canceled ? isSilent(endpoint) : listed.error());
    });
}

// The credential is kept first: an account without one would be of no use, and one without an account is swept.
void StorageAccountService::store(const ResourceId &id, const NewStorageAccount &account, bool remembers,
                                  const ReplyTo<QJsonObject> &reply)
{
    if (reply.call().isCanceled())
        return;
    if (m_resources.isReserved(id)) // another call is storing it, which may fail
        return m_resources.whenReleased(
            id, [this, id, account, remembers, reply] { store(id, account, remembers, reply); });
    if (m_resources.contains(id)) // another call has added it in the meantime
        return reply(alreadyExists(id));
    m_resources.reserve(id);
    keep(id, account.account.credential.value, remembers, [this, id, account, reply](const Result<Warnings> &kept) {
        if (!kept) {
            m_resources.release(id);
            return reply(kept.error());
        }
        m_resources.create(id, account.document(),
                           [this, id, warnings = *kept, reply](const Result<QJsonObject> &created) {
                               m_resources.release(id);
                               if (created)
                                   return reply(withWarnings(*created, warnings));
                               m_owned.removeOf(storageSecret(id.name()));
                               reply(created.error());
                           });
    });
}

void StorageAccountService::keep(const ResourceId &id, const Secret &credential, bool remembers, const ThenKept &then)
{
    const auto place = remembers ? SecretStore::Place::Keyring : SecretStore::Place::Memory;
    whenFinished(m_secrets.keep(storageSecret(id.name()), credential, place), this,
                 [this, id, remembers, then](const Result<SecretStore::Kept> &kept) {
                     if (!kept)
                         return then(kept.error());
                     if (!remembers || kept->place == SecretStore::Place::Keyring)
                         return then(Warnings());
                     const Message inMemory{QT_TRANSLATE_NOOP("engine",
                                                              "The key of the storage account %1 is kept in memory "
                                                              "only, until the engine ends: %2"),
                                            {id.name(), kept->reason.englishText()}};
                     m_notices.tell(inMemory);
                     then(Warnings{{u"InMemory"_s, inMemory, {}}});
                 });
}

void StorageAccountService::createContainer(const OfContainer &request, const ReplyTo<Nothing> &reply)
{
    const auto service = m_accounts.service(request.account);
    if (!service)
        return reply(service.error());
    whenFinished((*service)->createContainer(request.container), this,
                 [service = *service, reply](const Result<void> &created) { reply(created); });
}

void StorageAccountService::removeContainer(const OfContainer &request, const ReplyTo<Nothing> &reply)
{
    const auto service = m_accounts.service(request.account);
    if (!service)
        return reply(service.error());
    whenFinished((*service)->removeContainer(request.container), this,
                 [service = *service, reply](const Result<void> &removed) { reply(removed); });
}

void StorageAccountService::link(const LinkBlob &request, const ReplyTo<BlobAddress> &reply)
{
    const auto service = m_accounts.service(request.account);
    if (!service)
        return reply(service.error());
    const QString container = request.path.section(u'/', 1, 1);
    const QString blob = request.path.section(u'/', 2);
    if (!request.path.startsWith(u'/') || container.isEmpty() || blob.isEmpty() || blob.endsWith(u'/'))
        return reply(invalidArgument(
            u"path"_s, QT_TRANSLATE_NOOP("engine", "A link is to one blob: blob://ACCOUNT/CONTAINER/NAME.")));
    if (request.minutes < 1 || request.minutes > longestLink)
        return reply(invalidArgument(
            u"minutes"_s, QT_TRANSLATE_NOOP("engine", "A link lasts at least a minute, and at most a year.")));
    const QDateTime expiry = QDateTime::currentDateTimeUtc().addSecs(request.minutes * 60);
    whenFinished((*service)->link(container, blob, expiry), this, [service = *service, reply](const Result<QUrl> &url) {
        if (!url)
            return reply(url.error());
        reply(BlobAddress{{url->toString(QUrl::FullyEncoded)}});
    });
}

} // namespace engine
