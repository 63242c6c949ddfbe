// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// The secrets of jobs and of setup tasks: they come before the record and go after it, so that a record never lacks
// what was given with it, and what a kill in between leaves is known by its name and swept at the next start.

#include "engine/service/service.h"

#include "engine/base/whenfinished.h"
#include "engine/job/jobsecrets.h"
#include "engine/launch/setupplan.h"
#include "engine/secret/secretstore.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

struct Keeping
{
    qsizetype open = 1; // and the loop's own
    std::optional<Message> onlyInMemory;
    QPromise<Result<void>> promise;
};

} // namespace

QFuture<Result<void>> Service::keepSecrets(const QString &jobUuid, const QJsonObject &document)
{
    return keepSecrets(
        secretsOf(ResourceKind::Job, document, jobUuid),
        QT_TRANSLATE_NOOP("engine", "The job's secrets are kept in memory only, until the engine ends: %1"));
}

QFuture<Result<void>> Service::keepSetupSecrets(const QJsonObject &cluster)
{
    return keepSecrets(secretsOf(ResourceKind::Cluster, cluster, uuidOf(cluster)),
                       QT_TRANSLATE_NOOP("engine",
                                         "The setup task's secrets are kept in memory only, until the engine ends: "
                                         "%1"));
}

QFuture<Result<void>> Service::keepSecrets(const QList<DocumentSecret> &all, const char *onlyInMemory)
{
    QList<DocumentSecret> secrets = all;
    secrets.removeIf([](const DocumentSecret &secret) { return !secret.isOwn || secret.value.isEmpty(); });
    if (secrets.isEmpty())
        return QtFuture::makeReadyFuture(Result<void>());
    const QString owner = ownerOfSecret(secrets.constFirst().name);
    QStringList &names = m_keyringNames[owner];
    for (const DocumentSecret &secret : std::as_const(secrets))
        names.append(secret.name);
    const auto keeping = std::make_shared<Keeping>();
    keeping->promise.start();
    const auto finishOne = [this, keeping, owner, onlyInMemory](const Result<void> &result) {
        if (--keeping->open > 0)
            return;
        if (keeping->onlyInMemory) {
            putKeyringNames(owner);
            emit noticed(Message(onlyInMemory, {keeping->onlyInMemory->englishText()}));
        }
        keeping->promise.addResult(result);
        keeping->promise.finish();
    };
    whenFinished(putKeyringNames(owner), this, [this, secrets, keeping, owner, finishOne](const Result<void> &stored) {
        if (!stored) {
            m_keyringNames.remove(owner);
            return finishOne(stored);
        }
        keeping->open += secrets.size();
        for (const DocumentSecret &secret : secrets) {
            whenFinished(m_secrets->keep(secret.name, secret.value, SecretStore::Place::Keyring), this,
                         [this, name = secret.name, owner, keeping, finishOne](const Result<SecretStore::Kept> &kept) {
                             if (kept && kept->place == SecretStore::Place::Memory) {
                                 keeping->onlyInMemory = kept->reason;
                                 m_keyringNames[owner].removeOne(name);
                             }
                             finishOne({});
                         });
        }
        finishOne({});
    });
    return keeping->promise.future();
}

// All that the engine knows of: the document does not tell what an older one of the same job had.
void Service::removeSecretsOf(const QString &owner)
{
    const QSet<QString> names = m_ownedSecrets.take(owner);
    for (const QString &name : names)
        m_secrets->remove(name); // one that a locked keyring does not let go stays among the names, and is swept
}

void Service::sweepSecrets()
{
    QSet<QString> clusters;
    for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
        if (it.key().kind() == ResourceKind::Cluster)
            clusters.insert(secretOwner(ResourceKind::Cluster, uuidOf(it.value())));
    }
    for (const QString &owner : m_ownedSecrets.keys()) {
        if (owner.startsWith(secretOwner(ResourceKind::Cluster, {}))) {
            if (!clusters.contains(owner))
                removeSecretsOf(owner);
            continue;
        }
        whenFinished(m_store->hasJob(owner.section(u':', 1)), this, [this, owner](const Result<bool> &known) {
            if (known && !*known)
                removeSecretsOf(owner);
        });
    }
}

// What can be had of them now: the job that runs again waits for the others. A keyring that does not say is asked
// again by the user: a copy without its secrets would wait for values that are there.
void Service::copySecrets(const JobRecord &job, const std::function<void(const Result<QJsonObject> &)> &then)
{
    struct Copying
    {
        QList<DocumentSecret> open;
        QHash<QString, QString> values;
    };
    const auto copying = std::make_shared<Copying>();
    copying->open = secretsOf(ResourceKind::Job, job.document, job.uuid);
    copying->open.removeIf([](const DocumentSecret &secret) { return !secret.isOwn; });
    const auto next = std::make_shared<std::function<void()>>();
    *next = [this, copying, document = job.document, then, weak = std::weak_ptr(next)] {
        if (copying->open.isEmpty())
            return then(withSecretValues(ResourceKind::Job, document, copying->values));
        const DocumentSecret secret = copying->open.takeFirst();
        whenFinished(m_secrets->lookUp(secret.name, SecretStore::Asks::Anew), this,
                     [copying, then, secret, next = weak.lock()](const Result<std::optional<Secret>> &value) {
                         if (!value)
                             return then(value.error());
                         if (*value)
                             copying->values.insert(secret.variable, (*value)->text());
                         (*next)();
                     });
    };
    (*next)();
}

} // namespace engine
