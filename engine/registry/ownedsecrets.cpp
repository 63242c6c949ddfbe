// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/ownedsecrets.h"

#include "engine/base/whenfinished.h"
#include "engine/job/jobsecrets.h"
#include "engine/launch/setupplan.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const QString namesKey = u"keyringNames"_s; // key of a setting

struct Keeping
{
    qsizetype open = 1; // 1 for the loop itself
    std::optional<Message> onlyInMemory;
    QPromise<Result<void>> promise;
};

} // namespace

OwnedSecrets::OwnedSecrets(Store &store, SecretStore &secrets, const Resources &resources, Notices &notices,
                           QObject *parent)
    : QObject(parent), m_store(store), m_secrets(secrets), m_resources(resources), m_notices(notices)
{
    // A keyring does not list its contents, so the names are in the store.
    const QHash<QString, QString> &settings = m_store.initialContents().settings;
    for (auto it = settings.cbegin(); it != settings.cend(); ++it) {
        if (!it.key().startsWith(namesKey))
            continue;
        for (const QJsonValue &name : QJsonDocument::fromJson(it->toUtf8()).array()) {
            m_inKeyring[ownerOfSecret(name.toString())].append(name.toString());
            index(name.toString());
        }
    }
    connect(&m_secrets, &SecretStore::keyringChanged, this, [this](const QString &name, bool hasIt) {
        if (hasIt == isInKeyring(name))
            return;
        const QString owner = ownerOfSecret(name);
        if (hasIt)
            m_inKeyring[owner].append(name);
        else
            m_inKeyring[owner].removeOne(name);
        putNames(owner);
    });
    connect(&m_secrets, &SecretStore::kept, this, [this](const QString &name) {
        index(name);
        emit kept(name);
    });
}

void OwnedSecrets::restoreMemory(const QJsonObject &memory)
{
    m_secrets.restoreMemory(memory);
    for (const QString &name : m_secrets.memory().keys())
        index(name);
}

QStringList OwnedSecrets::names() const
{
    QStringList names = m_secrets.memory().keys();
    for (const QStringList &each : m_inKeyring)
        names += each;
    names.sort();
    names.removeDuplicates();
    return names;
}

void OwnedSecrets::index(const QString &name)
{
    if (const QString owner = ownerOfSecret(name); !owner.isEmpty())
        m_owned[owner].insert(name);
}

bool OwnedSecrets::isInKeyring(const QString &name) const
{
    return m_inKeyring.value(ownerOfSecret(name)).contains(name);
}

// One row for each job and setup task, so that a new one does not rewrite the names of ten thousand others.
QFuture<Result<void>> OwnedSecrets::putNames(const QString &owner)
{
    const QStringList names = m_inKeyring.value(owner);
    if (names.isEmpty())
        m_inKeyring.remove(owner);
    const QJsonDocument list(QJsonArray::fromStringList(names));
    const auto put =
        m_store.putSetting({owner.isEmpty() ? namesKey : QString(namesKey + u'/' + owner),
                            names.isEmpty() ? QString() : QString::fromUtf8(list.toJson(QJsonDocument::Compact))});
    m_notices.watch(put);
    return put;
}

QFuture<Result<void>> OwnedSecrets::keepOfJob(const QString &uuid, const QJsonObject &document)
{
    return keep(secretsOf(ResourceKind::Job, document, uuid),
                QT_TRANSLATE_NOOP("engine", "The job's secrets are kept in memory only, until the engine ends: %1"));
}

QFuture<Result<void>> OwnedSecrets::keepOfCluster(const QJsonObject &cluster)
{
    return keep(secretsOf(ResourceKind::Cluster, cluster, uuidOf(cluster)),
                QT_TRANSLATE_NOOP("engine",
                                  "The setup task's secrets are kept in memory only, until the engine ends: "
                                  "%1"));
}

QFuture<Result<void>> OwnedSecrets::keep(const QList<DocumentSecret> &all, const char *onlyInMemory)
{
    QList<DocumentSecret> secrets = all;
    secrets.removeIf([](const DocumentSecret &secret) { return !secret.isOwn || secret.value.isEmpty(); });
    if (secrets.isEmpty())
        return QtFuture::makeReadyFuture(Result<void>());
    const QString owner = ownerOfSecret(secrets.constFirst().name);
    QStringList &names = m_inKeyring[owner];
    for (const DocumentSecret &secret : std::as_const(secrets))
        names.append(secret.name);
    const auto keeping = std::make_shared<Keeping>();
    keeping->promise.start();
    const auto finishOne = [this, keeping, owner, onlyInMemory](const Result<void> &result) {
        if (--keeping->open > 0)
            return;
        if (keeping->onlyInMemory) {
            putNames(owner);
            m_notices.tell(Message(onlyInMemory, {keeping->onlyInMemory->englishText()}));
        }
        keeping->promise.addResult(result);
        keeping->promise.finish();
    };
    whenFinished(putNames(owner), this, [this, secrets, keeping, owner, finishOne](const Result<void> &stored) {
        if (!stored) {
            m_inKeyring.remove(owner);
            return finishOne(stored);
        }
        keeping->open += secrets.size();
        for (const DocumentSecret &secret : secrets) {
            whenFinished(m_secrets.keep(secret.name, secret.value, SecretStore::Place::Keyring), this,
                         [this, name = secret.name, owner, keeping, finishOne](const Result<SecretStore::Kept> &kept) {
                             if (kept && kept->place == SecretStore::Place::Memory) {
                                 keeping->onlyInMemory = kept->reason;
                                 m_inKeyring[owner].removeOne(name);
                             }
                             finishOne({});
                         });
        }
        finishOne({});
    });
    return keeping->promise.future();
}

// All names that the engine knows: the current document does not show secrets of an earlier document of the same job.
void OwnedSecrets::removeOf(const QString &owner)
{
    const QSet<QString> names = m_owned.take(owner);
    // A secret that a locked keyring keeps stays in the list of names and is swept later.
    for (const QString &name : names)
        m_secrets.remove(name);
}

void OwnedSecrets::sweep()
{
    QSet<QString> owners; // clusters and storage accounts
    for (auto it = m_resources.all().cbegin(); it != m_resources.all().cend(); ++it) {
        if (it.key().kind() == ResourceKind::Cluster)
            owners.insert(secretOwner(ResourceKind::Cluster, uuidOf(it.value())));
        else if (it.key().kind() == ResourceKind::StorageAccount)
            owners.insert(storageSecret(it.key().name()));
    }
    for (const QString &owner : m_owned.keys()) {
        if (!owner.startsWith(secretOwner(ResourceKind::Job, {}))) {
            if (!owners.contains(owner))
                removeOf(owner);
            continue;
        }
        whenFinished(m_store.hasJob(owner.section(u':', 1)), this, [this, owner](const Result<bool> &known) {
            if (known && !*known)
                removeOf(owner);
        });
    }
}

// Copies the secrets that are available; the new job waits for the others. If the keyring does not answer, the call
// fails: a copy without secrets would wait for values that exist.
void OwnedSecrets::copy(const QString &uuid, const QJsonObject &document, const Resources::Receiver &take)
{
    struct Copying
    {
        QList<DocumentSecret> open;
        QHash<QString, QString> values;
    };
    const auto copying = std::make_shared<Copying>();
    copying->open = secretsOf(ResourceKind::Job, document, uuid);
    copying->open.removeIf([](const DocumentSecret &secret) { return !secret.isOwn; });
    const auto next = std::make_shared<std::function<void()>>();
    *next = [this, copying, document, take, weak = std::weak_ptr(next)] {
        if (copying->open.isEmpty())
            return take(withSecretValues(ResourceKind::Job, document, copying->values));
        const DocumentSecret secret = copying->open.takeFirst();
        whenFinished(m_secrets.lookUp(secret.name, SecretStore::Asks::Anew), this,
                     [copying, take, secret, next = weak.lock()](const Result<std::optional<Secret>> &value) {
                         if (!value)
                             return take(value.error());
                         if (*value)
                             copying->values.insert(secret.variable, (*value)->text());
                         (*next)();
                     });
    };
    (*next)();
}

} // namespace engine
